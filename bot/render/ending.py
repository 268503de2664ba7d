"""The end of a session: who won it and why, and what everybody made of their chips."""

from bot.game.table import Outcome, Result, Standing
from bot.game.view import PublicTable

from .drawing import Drawing, joined, lines

_LINES = 12  # of the standings; more would crowd out the last hand


def ending(drawing: Drawing) -> str:
    """Empty while a session is played."""
    if drawing.view.outcome is None:
        return ""
    shared = drawing.words.say("end_shared") if _is_shared(drawing.view) else ""
    return lines([_why(drawing, drawing.view.outcome), shared, _standings(drawing)])


def _why(drawing: Drawing, outcome: Outcome) -> str:
    words, least = drawing.words, drawing.view.rules.min_bet
    if outcome is not Outcome.PLAYERS_WIN:
        return words.say(f"end_{outcome.value}", least=least)
    winners = drawing.listed(line.member for line in drawing.view.standings if line.won)
    if not winners:
        return words.say("end_players_win_nobody", least=least)
    return words.say("end_players_win", winners=winners)


def _is_shared(view: PublicTable) -> bool:
    """Whether the last hand's winners got less than they won."""
    times, out_of = view.rules.natural
    return any(
        (hand.result is Result.WIN and hand.net < hand.stake)
        or (hand.result is Result.BLACKJACK and hand.net < hand.stake * times // out_of)
        for seat in view.seats
        for hand in seat.hands
    )


def _standings(drawing: Drawing) -> str:
    standings = drawing.view.standings
    if not standings:
        return ""
    shown = [_standing(drawing, n, line) for n, line in enumerate(standings[:_LINES], start=1)]
    rest = len(standings) - _LINES
    more = drawing.words.count("standings_more", rest) if rest > 0 else ""
    return lines([drawing.words.say("standings"), *shown, more])


def _standing(drawing: Drawing, n: int, line: Standing) -> str:
    words = drawing.words
    said = words.say(
        "standing",
        n=n,
        member=drawing.name(line.member),
        chips=words.count("chips", line.chips),
        net=words.signed(line.net),
        hands=words.count("hands", line.rounds),
    )
    won = words.say("standing_won") if line.won else ""
    left = words.say("standing_left") if line.place is None else ""
    return joined([said, won, left])
