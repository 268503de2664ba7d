"""What the table waits for: who is asked, what they can do, and for how long.

Time is written twice: in words, because some clients freeze a relative timestamp under a minute,
and as a timestamp that counts down by itself.
"""

from collections.abc import Callable

from bot.game.table import Phase
from bot.game.view import PublicHand, PublicSeat

from .drawing import Drawing, lines


def asking(drawing: Drawing) -> str:
    return _QUESTIONS[drawing.view.phase](drawing)


def _lobby(drawing: Drawing) -> str:
    host = f"**{drawing.name(drawing.view.host)}**"
    return drawing.words.say("ask_lobby", host=host)


def _shuffle(drawing: Drawing) -> str:
    return lines([drawing.words.say("ask_shuffle"), _clock(drawing)])


def _betting(drawing: Drawing) -> str:
    parked = drawing.view.parked
    return lines([drawing.words.say("ask_bets_parked" if parked else "ask_bets"), _clock(drawing)])


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
    if view.parked or view.deadline is None:
        return words.say("ask_next_parked" if view.parked else "ask_next")
    rests = words.say("clock_rests", stamp=str(view.deadline // 1000))
    return lines([words.say("ask_next"), f"-# {rests}"])


def _ended(drawing: Drawing) -> str:
    return drawing.words.say("ask_session")


def _closed(drawing: Drawing) -> str:
    return drawing.words.say("ask_closed")


def _clock(drawing: Drawing) -> str:
    deadline = drawing.view.deadline
    if deadline is None:
        return ""
    seconds = _whole(drawing) if drawing.now is None else -((drawing.now - deadline) // 1000)
    stamp = str(deadline // 1000)
    if seconds > 120:
        return drawing.words.say("clock_minutes", n=round(seconds / 60), stamp=stamp)
    return drawing.words.say("clock_seconds", n=max(0, seconds), stamp=stamp)


def _whole(drawing: Drawing) -> int:
    """All the seconds the open question is given."""
    clocks = drawing.view.rules.clocks
    by_phase = {Phase.SHUFFLE: clocks.shuffle, Phase.BETTING: clocks.bet}
    return by_phase.get(drawing.view.phase, clocks.decision) or 0


_QUESTIONS: dict[Phase, Callable[[Drawing], str]] = {
    Phase.LOBBY: _lobby,
    Phase.SHUFFLE: _shuffle,
    Phase.BETTING: _betting,
    Phase.PLAYING: _playing,
    Phase.RESULT: _result,
    Phase.ENDED: _ended,
    Phase.CLOSED: _closed,
}
