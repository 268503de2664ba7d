"""The end of a session: who won it and why, and what everybody made of their chips.

A table with a bank is won or lost. Elsewhere there is no winner: the standings go by what each
member won or lost, and a solo run has its score.
"""

from bot.game.rules import HouseRules
from bot.game.table import Outcome, Result, Standing
from bot.game.view import PublicSeat, PublicTable

from .best import best_lines
from .drawing import Detail, Drawing, joined, lines

_LINES, _FEWER = 12, 6  # of the standings; more would crowd out the last hand


def ending(drawing: Drawing) -> str:
    """Empty while a session is played."""
    view = drawing.view
    if view.outcome is None:
        return ""
    if view.rules.ends == "broke":
        return _run(drawing, view.outcome)
    shared = drawing.words.say("end_shared") if _is_shared(view) else ""
    return lines([_why(drawing, view.outcome), shared, _standings(drawing)])


def _why(drawing: Drawing, outcome: Outcome) -> str:
    words, least = drawing.words, drawing.view.rules.min_bet
    if outcome is Outcome.CLOSED_EARLY and drawing.view.rules.keeps_chips:
        return words.say("end_closed")
    if outcome is not Outcome.PLAYERS_WIN:
        return words.say(f"end_{outcome.value}", least=least)
    winners = drawing.listed(line.member for line in drawing.view.standings if line.won)
    if not winners:
        return words.say("end_players_win_nobody", least=least)
    return words.say("end_players_win", winners=winners)


def _is_shared(view: PublicTable) -> bool:
    """Whether the last hand's winners got less than they won."""
    seats = (*view.seats, *view.gone)  # once the table is closed, all are gone
    return any(_is_short(view.rules, seat) for seat in seats)


def _is_short(rules: HouseRules, seat: PublicSeat) -> bool:
    times, out_of = rules.natural
    owed = {Result.WIN: (1, 1), Result.EVEN_MONEY: (1, 1), Result.BLACKJACK: (times, out_of)}
    insured = seat.insurance_net
    return (insured is not None and 0 <= insured < 2 * seat.insurance) or any(
        hand.net < hand.stake * owed[hand.result][0] // owed[hand.result][1]
        for hand in seat.hands
        if hand.result in owed
    )


def _run(drawing: Drawing, outcome: Outcome) -> str:
    """A solo run: nobody won it, but it has a score, and the best are remembered."""
    view, words = drawing.view, drawing.words
    best = best_lines(drawing.best, words)
    told = [words.say("best_head"), *best] if best else []
    if not view.standings:
        return lines(told)
    run = view.standings[0]
    member = f"**{drawing.name(run.member)}**"
    why = words.say(
        "end_game_over" if outcome is Outcome.GAME_OVER else "end_run",
        member=member,
        chips=words.count("chips", run.chips),
        least=view.rules.min_bet,
    )
    hands = words.count("hands", run.rounds)
    score = words.say("score", score=run.peak, member=member, hands=hands)
    return lines([why, score, *told])


def _standings(drawing: Drawing) -> str:
    view = drawing.view
    if not view.standings:
        return ""
    standings = sorted(view.standings, key=lambda line: -_counts(view, line))
    best_first = [_counts(view, line) for line in standings]
    most = _FEWER if drawing.detail is Detail.LINES else _LINES
    shown = [
        _standing(drawing, best_first.index(_counts(view, line)) + 1, line)
        for line in standings[:most]
    ]
    rest = len(standings) - most
    more = drawing.words.count("standings_more", rest) if rest > 0 else ""
    return lines([drawing.words.say("standings"), *shown, more])


def _counts(view: PublicTable, line: Standing) -> int:
    """What the places go by; without a bank a second stake bought is no win."""
    return line.chips if view.rules.bank is not None else line.net


def _standing(drawing: Drawing, n: int, line: Standing) -> str:
    """`n`: the place, which equal results share."""
    view, words = drawing.view, drawing.words
    said = words.say(
        "standing" if view.rules.bank is not None else "standing_net",
        n=n,
        member=drawing.name(line.member),
        chips=words.count("chips", line.chips),
        net=words.signed(line.net),
        hands=words.count("hands", line.rounds),
    )
    won = words.say("standing_won") if line.won else ""
    left = "standing_removed" if line.member in view.removed else "standing_left"
    return joined([said, won, words.say(left) if line.place is None else ""])
