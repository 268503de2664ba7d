"""What the table waits for: who is asked, what they can do, and for how long.

Time is written twice: in words, because some clients freeze a relative timestamp under a minute,
and as a timestamp that counts down by itself.
"""

from collections.abc import Callable

from bot.game.moves import EvenMoney, NextHand, Rebuy
from bot.game.rules import HouseRules
from bot.game.shoe import FROM_END
from bot.game.table import Phase
from bot.game.view import PublicHand, PublicSeat
from bot.words import Words

from .drawing import Drawing, lines
from .header import biggest_bet

_NEWEST = 3  # of the members removed; there is no end to who comes and is sent away


def asking(drawing: Drawing) -> str:
    told = [_freed(drawing), _removed(drawing), _rebuys(drawing)]
    if drawing.view.is_left_run:
        return lines([*told, _left(drawing)])
    return lines([*told, _QUESTIONS[drawing.view.phase](drawing)])


def _left(drawing: Drawing) -> str:
    """A run whose member went away, with what waits for them once a hand was played."""
    view, words = drawing.view, drawing.words
    member = f"**{drawing.name(view.host)}**"
    told = words.say("ask_run_left", member=member)
    for seat in view.away:
        chips = words.count("chips", seat.chips)
        told += " " + words.say("ask_run_keeps", chips=chips, peak=seat.peak)
    return lines([told, words.say("ask_run_back", member=member)])


def _freed(drawing: Drawing) -> str:
    """Who came too seldom is told where everybody sees it: they may not be there to press."""
    view, words = drawing.view, drawing.words
    if not view.freed:
        return ""
    missed = words.count("hands", view.rules.missed_rounds)
    return words.count("freed", len(view.freed), members=drawing.listed(view.freed), hands=missed)


def _removed(drawing: Drawing) -> str:
    """Who was kicked between hands; who was dealt in has a line of their own that says so."""
    view = drawing.view
    shown = {seat.member for seat in (*view.seats, *view.gone)}
    members = [member for member, lately in view.removed.items() if lately]
    told = [member for member in members if member not in shown]
    if not told or view.phase is Phase.CLOSED:
        return ""
    return drawing.words.count("removed", len(told), members=drawing.listed(told[-_NEWEST:]))


def _rebuys(drawing: Drawing) -> str:
    """How whoever can't bet any more gets new chips; their lines say who that is."""
    return drawing.words.say("ask_rebuy") if Rebuy in drawing.view.moves else ""


def _lobby(drawing: Drawing) -> str:
    if drawing.view.rules.seats == 1:
        return drawing.words.say("ask_run")
    host = f"**{drawing.name(drawing.view.host)}**"
    return lines([drawing.words.say("ask_lobby", host=host), _clock(drawing)])


def _shuffle(drawing: Drawing) -> str:
    view, words = drawing.view, drawing.words
    least, most = FROM_END
    cutter = ""
    if view.rules.player_cut and any(seat.member == view.cutter for seat in view.seats):
        member = f"**{drawing.name(view.cutter)}**"
        cutter = words.say("ask_cutter", member=member, least=least, most=most)
    return lines([words.say("ask_shuffle"), cutter, _clock(drawing)])


def _betting(drawing: Drawing) -> str:
    rules, words = drawing.view.rules, drawing.words
    if drawing.view.parked:
        key = "ask_bets_parked"
    elif rules.full_betting:
        key = "ask_bets_window"
    else:
        key = "ask_bets_one" if rules.seats == 1 else "ask_bets"
    return lines([
        words.say(key),
        "" if rules.ladder else bet_limits(rules, words),
        words.say("ask_seatless") if rules.seatless else "",
        _clock(drawing, "clock_cards" if rules.full_betting else "clock_seconds"),
    ])  # fmt: skip


def bet_limits(rules: HouseRules, words: Words) -> str:
    """What may be bet where no ladder says so."""
    most = biggest_bet(rules)
    if most is None:
        return words.say("bets_from", least=rules.min_bet)
    return words.say("bets_from_to", least=rules.min_bet, most=most)


def _insurance(drawing: Drawing) -> str:
    """One question for all seats at once; their lines say who still thinks."""
    view, words = drawing.view, drawing.words
    return lines([
        words.say(f"ask_insurance_{view.rules.insurance}"),
        words.say("ask_even_money") if EvenMoney in view.moves else "",
        _clock(drawing),
    ])  # fmt: skip


def _playing(drawing: Drawing) -> str:
    asked = next(
        ((seat, hand) for seat in drawing.view.seats for hand in seat.hands if hand.active), None
    )
    return lines([_turn(drawing, *asked), _clock(drawing)]) if asked else ""


def _turn(drawing: Drawing, seat: PublicSeat, hand: PublicHand) -> str:
    view = drawing.view
    about = {
        "member": drawing.name(seat.member),
        "total": drawing.total(hand.cards, hand.total, hand.soft),
        "dealer": drawing.total(view.dealer, view.dealer_total, view.dealer_soft),
    }
    if len(seat.hands) == 1:
        return drawing.words.say("ask_turn", **about)
    n = seat.hands.index(hand) + 1
    return drawing.words.say("ask_turn_hand", n=n, hands=len(seat.hands), **about)


def _result(drawing: Drawing) -> str:
    view, words = drawing.view, drawing.words
    if not any(not seat.broke for seat in view.seats):
        return words.say("ask_nobody")
    if view.parked:
        said = "ask_run_rests" if view.rules.is_solo else "ask_next_parked"
        return lines([words.say(said), _clock(drawing)])
    said = words.say("ask_next_one" if view.rules.seats == 1 else "ask_next")
    if NextHand not in view.moves:  # where the result runs its full time nobody need press
        said = ""
    return lines([said, _clock(drawing, "clock_next")])


def _ended(drawing: Drawing) -> str:
    is_run = drawing.view.rules.ends == "broke"
    return drawing.words.say("ask_new_run" if is_run else "ask_session")


def _closed(drawing: Drawing) -> str:
    is_run = drawing.view.rules.is_solo
    return drawing.words.say("ask_closed_run" if is_run else "ask_closed")


def _clock(drawing: Drawing, key: str = "clock_seconds") -> str:
    deadline, words = drawing.view.deadline, drawing.words
    if deadline is None:
        return ""
    stamp = str(deadline // 1000)
    if drawing.view.phase is Phase.LOBBY or drawing.view.parked:  # forgotten, the table ends
        return "-# " + words.say("clock_closes", stamp=stamp)
    given = _given(drawing)
    if given is None:  # no clock hurries anyone, but a forgotten table comes to rest
        playing = drawing.view.phase is Phase.PLAYING
        return "-# " + words.say("clock_stands" if playing else "clock_rests", stamp=stamp)
    seconds = given if drawing.now is None else -((drawing.now - deadline) // 1000)
    if seconds > 120:
        return words.say("clock_minutes", n=round(seconds / 60), stamp=stamp)
    return words.say(key, n=max(0, seconds), stamp=stamp)


def _given(drawing: Drawing) -> int | None:
    """All the seconds the open question is given; None without a clock."""
    clocks = drawing.view.rules.clocks
    by_phase = {
        Phase.SHUFFLE: clocks.shuffle,
        Phase.BETTING: clocks.bet,
        Phase.INSURANCE: clocks.insurance,
        Phase.PLAYING: clocks.decision,
        Phase.RESULT: clocks.result,
    }
    return by_phase.get(drawing.view.phase)


_QUESTIONS: dict[Phase, Callable[[Drawing], str]] = {
    Phase.LOBBY: _lobby,
    Phase.SHUFFLE: _shuffle,
    Phase.BETTING: _betting,
    Phase.INSURANCE: _insurance,
    Phase.PLAYING: _playing,
    Phase.RESULT: _result,
    Phase.ENDED: _ended,
    Phase.CLOSED: _closed,
}
