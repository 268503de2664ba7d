"""A move applied to a table.

    events = apply(table, move)    changes the table, or raises Refused and changes nothing

Legality is checked before the first change, so callers who can afford it need no copy; the door
(`bot/casino.py`) copies first and swaps whole tables.
"""

from collections.abc import Callable
from typing import Any

from . import dealing, rounds, seating, session
from .events import (
    BetPlaced,
    CardsCut,
    ClockExtended,
    EvenMoneyTaken,
    Event,
    HandDoubled,
    HandSplit,
    HandStood,
    HandSurrendered,
    Insured,
    MemberReady,
    SatOut,
    TableOpened,
)
from .legal import refusal
from .moves import (
    Bet,
    Close,
    Cut,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Join,
    Kick,
    Leave,
    Move,
    NewSession,
    NextHand,
    Open,
    PassCut,
    PassInsurance,
    Rebuy,
    Refused,
    Resume,
    SitOut,
    Split,
    Stand,
    Start,
    Surrender,
    TimeUp,
)
from .play import Play
from .rules import validate
from .shoe import ShoeEmpty, clean_cut
from .table import Hand, Phase, Result, Seat, Table


def open_table(move: Open) -> tuple[Table, list[Event]]:
    """A new table in its lobby, its first shoe promised. Raises Refused for unplayable rules."""
    wrong = validate(move.rules)
    if wrong:
        raise Refused(wrong[0])
    assert move.seed is not None, "the first shoe is promised before anybody sits down"
    table = Table(move.table, move.channel, move.rules, move.host)
    table.next_shoe = rounds.promise(table, 1, move.seed)
    return table, [TableOpened(move.host, table.next_shoe.commit)]


def needs_seed(table: Table) -> bool:
    """Whether the next move may open a shoe and must bring the seed of the one after it."""
    if table.rules.shuffle == "every_hand":
        return table.phase is Phase.BETTING
    return table.phase is Phase.SHUFFLE


def apply(table: Table, move: Move) -> list[Event]:
    """Make the move; what happened, in order. Raises Refused, and then nothing has changed."""
    refused = refusal(table, move)
    if refused is not None:
        raise refused
    if move.seed is None and needs_seed(table):
        raise ValueError("a move that may open a shoe must bring a seed")
    play = Play(table, move.at, move.seed)
    try:
        _HANDLERS[type(move)](play, move)
    except ShoeEmpty:
        rounds.void(play)
    return play.events


def _join(play: Play, move: Join) -> None:
    seating.join(play, move.member, move.purse)
    if play.table.parked and play.table.phase is Phase.BETTING:
        rounds.open_round(play)  # nobody had bet: the newcomer need not wait for the absent
    rounds.advance(play)


def _leave(play: Play, move: Leave) -> None:
    seating.leave(play, _seat(play, move.member), "left")
    rounds.advance(play)


def _kick(play: Play, move: Kick) -> None:
    play.table.kicked.append(move.target)
    seating.leave(play, _seat(play, move.target), "kicked")
    rounds.advance(play)


def _close(play: Play, move: Close) -> None:
    """Undealt bets return; dealt hands stand and settle first."""
    table = play.table
    is_dealt = table.phase in (Phase.INSURANCE, Phase.PLAYING)
    for seat in table.seats:
        if is_dealt:
            seating.stand_all(play, seat, "left")
            seat.answered = True
        elif seat.bet:
            play.give_back(seat, seat.bet, "bet_returned")
            seat.bet = 0
    if is_dealt:
        rounds.advance(play)
    session.close(play)


def _start(play: Play, move: Start) -> None:
    table = play.table
    for seat in table.seats:
        if seat.member == move.member or move.member == table.host:
            seat.answered = True
    if move.member != table.host:
        play.emit(MemberReady(move.member))
    rounds.advance(play)


def _cut(play: Play, move: Cut) -> None:
    """At a table that shuffles for every hand the window is the betting, and a cut no bet."""
    table, text = play.table, clean_cut(move.text)
    assert table.next_shoe is not None
    table.next_shoe.cuts[move.member] = text
    table.next_shoe.place = move.place or table.next_shoe.place
    play.emit(CardsCut(move.member, text))
    if table.phase is Phase.SHUFFLE:
        _seat(play, move.member).answered = True
        rounds.advance(play)


def _pass_cut(play: Play, move: PassCut) -> None:
    _seat(play, move.member).answered = True
    rounds.advance(play)


def _bet(play: Play, move: Bet) -> None:
    """The new bet takes the place of an earlier one of this round."""
    seat = play.table.seat_of(move.member)
    if seat is None:
        seat = seating.bet_without_seat(play, move.member, move.purse)
    if seat.bet:
        play.give_back(seat, seat.bet, "bet_changed")
    seat.bet = move.chips
    seat.answered = True
    play.stake(seat, move.chips, "bet")
    play.emit(BetPlaced(move.member, move.chips))
    _wake(play)
    rounds.advance(play)


def _wake(play: Play) -> None:
    """Someone plays again at a table that had stopped its betting clock."""
    table = play.table
    if table.parked:
        table.parked = False
        seconds = table.rules.clocks.bet or table.rules.clocks.idle
        table.deadline = play.at + seconds * 1000


def _sit_out(play: Play, move: SitOut) -> None:
    seat = _seat(play, move.member)
    if seat.bet:
        play.give_back(seat, seat.bet, "bet_returned")
        seat.bet = 0
    seat.answered = True
    play.emit(SatOut(move.member))
    rounds.advance(play)


def _insure(play: Play, move: Insure) -> None:
    seat = _seat(play, move.member)
    play.stake(seat, move.chips, "insurance")
    seat.insurance = move.chips
    seat.answered = True
    play.emit(Insured(move.member, move.chips))
    rounds.advance(play)


def _pass_insurance(play: Play, move: PassInsurance) -> None:
    _seat(play, move.member).answered = True
    play.emit(Insured(move.member, 0))
    rounds.advance(play)


def _even_money(play: Play, move: EvenMoney) -> None:
    """Settled with the rest, 1:1 whatever the hole card is."""
    seat = _seat(play, move.member)
    seat.hands[0].result = Result.EVEN_MONEY
    seat.answered = True
    play.emit(EvenMoneyTaken(move.member))
    rounds.advance(play)


def _rebuy(play: Play, move: Rebuy) -> None:
    play.rebuy(_seat(play, move.member))


def _hit(play: Play, move: Hit) -> None:
    seat, index, _ = _answer(play)
    dealing.draw(play, seat, index)
    rounds.advance(play)


def _stand(play: Play, move: Stand) -> None:
    seat, index, hand = _answer(play)
    hand.done = True
    play.emit(HandStood(seat.member, index, "member"))
    rounds.advance(play)


def _double(play: Play, move: Double) -> None:
    """The whole bet again, exactly one card, and the hand stands."""
    seat, index, hand = _answer(play)
    play.stake(seat, hand.stake, "double")
    hand.stake *= 2
    hand.doubled = hand.done = True
    play.emit(HandDoubled(seat.member, index))
    dealing.draw(play, seat, index, face_down=play.table.rules.double_face_down)
    rounds.advance(play)


def _split(play: Play, move: Split) -> None:
    """A second bet, and one card to each hand at once; the new one stands to the right."""
    seat, index, hand = _answer(play)
    play.stake(seat, hand.stake, "split")
    hand.split = True
    seat.hands.insert(index + 1, Hand([hand.cards.pop()], hand.stake, split=True))
    play.emit(HandSplit(seat.member, index))
    dealing.draw(play, seat, index)
    dealing.draw(play, seat, index + 1)
    dealing.finish_split_aces(play, seat)
    rounds.advance(play)


def _surrender(play: Play, move: Surrender) -> None:
    seat, index, hand = _answer(play)
    hand.result = Result.SURRENDER
    hand.done = True
    play.emit(HandSurrendered(seat.member, index))
    rounds.advance(play)


def _next_hand(play: Play, move: NextHand) -> None:
    rounds.open_round(play)


def _new_session(play: Play, move: NewSession) -> None:
    session.renew(play)


def _time_up(play: Play, move: TimeUp) -> None:
    _TIME_UP[play.table.phase](play)


def _result_over(play: Play) -> None:
    """The next betting opens by itself where the table has a clock for it."""
    if play.table.rules.clocks.result is None:
        rounds.park(play)
    else:
        rounds.open_round(play)


def _betting_over(play: Play) -> None:
    if play.table.rules.clocks.bet is None:
        rounds.park(play)  # a table of one without clocks: nobody has to be waited for
    else:
        rounds.sit_out_the_silent(play)
        rounds.close_betting(play)


def _insurance_over(play: Play) -> None:
    """No answer is no insurance."""
    for seat in play.table.seats:
        seat.answered = True
    rounds.advance(play)


def _decision_over(play: Play) -> None:
    """All hands of the seat that was asked stand."""
    seating.stand_all(play, _answer(play)[0], "clock")
    rounds.advance(play)
    if play.table.rules.clocks.decision is None and play.table.phase is Phase.RESULT:
        rounds.park(play)


def _resume(play: Play, move: Resume) -> None:
    table = play.table
    if table.deadline is not None:
        table.deadline = max(table.deadline, move.at + move.grace)
        play.emit(ClockExtended(table.deadline))


def _seat(play: Play, member: int) -> Seat:
    seat = play.table.seat_of(member)
    assert seat is not None, "legality was checked"
    return seat


def _answer(play: Play) -> tuple[Seat, int, Hand]:
    """Close the open decision: the seat that made it, its hand's index, the hand."""
    table = play.table
    assert table.turn is not None, "legality was checked"
    seat, index = _seat(play, table.turn.member), table.turn.hand
    table.turn = None
    return seat, index, seat.hands[index]


_TIME_UP: dict[Phase, Callable[[Play], None]] = {
    Phase.SHUFFLE: rounds.end_shuffle,
    Phase.BETTING: _betting_over,
    Phase.INSURANCE: _insurance_over,
    Phase.PLAYING: _decision_over,
    Phase.RESULT: _result_over,
}

_HANDLERS: dict[type[Move], Callable[[Play, Any], None]] = {
    Join: _join,
    Leave: _leave,
    Kick: _kick,
    Close: _close,
    Start: _start,
    Cut: _cut,
    PassCut: _pass_cut,
    Bet: _bet,
    SitOut: _sit_out,
    Insure: _insure,
    PassInsurance: _pass_insurance,
    EvenMoney: _even_money,
    Hit: _hit,
    Stand: _stand,
    Double: _double,
    Split: _split,
    Surrender: _surrender,
    NextHand: _next_hand,
    NewSession: _new_session,
    Rebuy: _rebuy,
    TimeUp: _time_up,
    Resume: _resume,
}
