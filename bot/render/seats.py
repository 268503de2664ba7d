"""One block for each seat: who, chips, and what the seat does in this phase."""

from collections.abc import Callable

import msgspec

from bot.game.table import Phase, Result
from bot.game.view import PublicSeat

from .drawing import SETTLED, Drawing, joined, lines
from .hands import hand_caption, hand_cards, hands


def seats(drawing: Drawing) -> list[str]:
    """The blocks, by place."""
    if drawing.view.phase is Phase.LOBBY:
        return [_lobby(drawing)]
    return [_seat(drawing, seat) for seat in _shown(drawing)]


def _shown(drawing: Drawing) -> list[PublicSeat]:
    """The seats and, behind them, hands of members who left; who came back has theirs again."""
    gone = {seat.member: seat for seat in drawing.view.gone}
    here = [
        _with_hand_of(seat, gone.pop(seat.member)) if seat.member in gone else seat
        for seat in drawing.view.seats
    ]
    return [*here, *gone.values()]


def _with_hand_of(seat: PublicSeat, gone: PublicSeat) -> PublicSeat:
    return msgspec.structs.replace(
        seat, hands=gone.hands, insurance=gone.insurance, insurance_net=gone.insurance_net
    )


def _lobby(drawing: Drawing) -> str:
    view, words = drawing.view, drawing.words
    if not view.seats:
        return words.say("seats_empty")
    rules, seated = view.rules, len(view.seats)
    taken = joined([
        words.say("seats_taken", taken=seated, seats=rules.seats) if rules.seats > 1 else "",
        words.say("seats_seatless", n=rules.seatless) if rules.seatless else "",
    ])  # fmt: skip
    return lines([taken, *(_waiting_for_start(drawing, seat) for seat in view.seats)])


def _waiting_for_start(drawing: Drawing, seat: PublicSeat) -> str:
    words = drawing.words
    ready = "ready" if seat.answered else "not_ready"
    state = words.say("host" if seat.member == drawing.view.host else ready)
    return f"{seat.place + 1}\\. " + joined([f"**{drawing.name(seat.member)}**", state])


def _seat(drawing: Drawing, seat: PublicSeat) -> str:
    """Name, state and chips on one line; the cards below it."""
    if not seat.hands:
        return _line(drawing, seat, _state(drawing, seat))
    arrow = "▶ " if any(hand.active for hand in seat.hands) else ""
    insured = _insured(drawing, seat)
    if len(seat.hands) > 1:
        return f"{arrow}{_line(drawing, seat, insured)}\n{hands(drawing, seat)}"
    hand = seat.hands[0]
    line = _line(drawing, seat, joined([hand_caption(drawing, hand), insured]))
    return f"{arrow}{line}\n{hand_cards(drawing, hand)}"


def _line(drawing: Drawing, seat: PublicSeat, state: str = "") -> str:
    words = drawing.words
    over = drawing.view.phase in SETTLED and seat.hands and seat.broke
    return joined([
        f"**{drawing.name(seat.member)}**",
        words.say("seatless") if seat.seatless else "",
        state,
        "" if _is_new(drawing, seat) else words.count("chips", seat.chips),
        words.say("is_broke") if over else "",
        _on_the_way_out(drawing, seat),
    ])  # fmt: skip


def _on_the_way_out(drawing: Drawing, seat: PublicSeat) -> str:
    view, words = drawing.view, drawing.words
    if not seat.leaving:
        return ""
    if seat.member in view.removed:
        return words.say("is_removed")
    return words.say("is_gone" if seat in view.gone else "is_leaving")


def _insured(drawing: Drawing, seat: PublicSeat) -> str:
    """What the seat said to insurance, and what became of it."""
    view, words = drawing.view, drawing.words
    if seat.insurance_net is not None and seat.insurance:
        return words.say("insurance_net", net=words.signed(seat.insurance_net))
    if seat.insurance:  # hands are played only when the dealer has no natural
        lost = view.phase is Phase.PLAYING
        return words.say("insurance_lost" if lost else "insured", chips=seat.insurance)
    if view.phase is not Phase.INSURANCE or seat.hands[0].result is Result.EVEN_MONEY:
        return ""
    return words.say("insurance_none" if seat.answered else "thinking")


def _is_new(drawing: Drawing, seat: PublicSeat) -> bool:
    """A seat that has not received its chips yet: it plays from the next hand, or session."""
    ended = drawing.view.phase is Phase.ENDED
    played = {line.member for line in drawing.view.standings}
    return (seat.waiting and not seat.chips) or (ended and seat.member not in played)


def _state(drawing: Drawing, seat: PublicSeat) -> str:
    """A seat without cards."""
    if seat.waiting:
        return drawing.words.say("is_waiting")
    if _is_new(drawing, seat):
        return drawing.words.say("is_next")
    if seat.broke:
        return drawing.words.say("is_broke")
    return _STATES[drawing.view.phase](drawing, seat)


def _shuffling(drawing: Drawing, seat: PublicSeat) -> str:
    view, words = drawing.view, drawing.words
    if seat.member in view.cutters:
        return words.say("has_cut")
    if seat.answered:
        return words.say("no_cut")
    places = view.rules.player_cut and seat.member == view.cutter
    return joined([words.say("may_cut"), words.say("places_cut") if places else ""])


def _betting(drawing: Drawing, seat: PublicSeat) -> str:
    words = drawing.words
    cut = words.say("has_cut") if seat.member in drawing.view.cutters else ""
    return joined([_answer(drawing, seat), cut])


def _answer(drawing: Drawing, seat: PublicSeat) -> str:
    words = drawing.words
    if seat.bet:
        return words.say("has_bet", chips=seat.bet)
    if seat.answered:
        return words.say("sits_out")
    last = seat.missed == drawing.view.rules.missed_rounds - 1
    return words.say("thinking_last" if last else "thinking")


def _playing(drawing: Drawing, seat: PublicSeat) -> str:
    return drawing.words.say("sits_out")


def _over(drawing: Drawing, seat: PublicSeat) -> str:
    return drawing.words.say("sat_out") if seat.missed else ""


_STATES: dict[Phase, Callable[[Drawing, PublicSeat], str]] = {
    Phase.SHUFFLE: _shuffling,
    Phase.BETTING: _betting,
    Phase.INSURANCE: _playing,
    Phase.PLAYING: _playing,
    Phase.RESULT: _over,
    Phase.ENDED: _over,
    Phase.CLOSED: _over,
}
