"""A move applied to a table.

    events = apply(table, move)    changes the table, or raises Refused and changes nothing

Legality is checked before the first change, so callers who can afford it need no copy; the door
(`bot/casino.py`) copies first and swaps whole tables.
"""

from collections.abc import Callable
from typing import Any

from . import rounds, seating, session
from .legal import refusal
from .moves import (
    Bet,
    BetPlaced,
    CardsCut,
    ClockExtended,
    Close,
    Cut,
    Double,
    Event,
    HandDoubled,
    HandSplit,
    HandStood,
    HandSurrendered,
    Hit,
    Join,
    Kick,
    Leave,
    MemberReady,
    Move,
    NewSession,
    NextHand,
    Open,
    PassCut,
    Refused,
    Resume,
    SatOut,
    SitOut,
    Split,
    Stand,
    Start,
    Surrender,
    TableOpened,
    TimeUp,
)
from .play import Play
from .rules import validate
from .shoe import clean_cut
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
    return table.phase is Phase.SHUFFLE


def apply(table: Table, move: Move) -> list[Event]:
    """Make the move; what happened, in order. Raises Refused, and then nothing has changed."""
    refused = refusal(table, move)
    if refused is not None:
        raise refused
    if move.seed is None and needs_seed(table):
        raise ValueError("a move made during the shuffle must bring a seed")
    play = Play(table, move.at, move.seed)
    _HANDLERS[type(move)](play, move)
    return play.events


def _join(play: Play, move: Join) -> None:
    seating.join(play, move.member)
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
    for seat in table.seats:
        if table.phase is Phase.PLAYING:
            seating.stand_all(play, seat, "left")
        elif seat.bet:
            play.give_back(seat, seat.bet, "bet_returned")
            seat.bet = 0
    if table.phase is Phase.PLAYING:
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
    text = clean_cut(move.text)
    assert play.table.next_shoe is not None
    play.table.next_shoe.cuts[move.member] = text
    play.emit(CardsCut(move.member, text))
    _seat(play, move.member).answered = True
    rounds.advance(play)


def _pass_cut(play: Play, move: PassCut) -> None:
    _seat(play, move.member).answered = True
    rounds.advance(play)


def _bet(play: Play, move: Bet) -> None:
    """The new bet takes the place of an earlier one of this round."""
    seat = _seat(play, move.member)
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
        seconds = table.rules.clocks.bet
        table.deadline = None if seconds is None else play.at + seconds * 1000


def _sit_out(play: Play, move: SitOut) -> None:
    seat = _seat(play, move.member)
    if seat.bet:
        play.give_back(seat, seat.bet, "bet_returned")
        seat.bet = 0
    seat.answered = True
    play.emit(SatOut(move.member))
    rounds.advance(play)


def _hit(play: Play, move: Hit) -> None:
    seat, index, _ = _answer(play)
    rounds.draw(play, seat, index)
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
    rounds.draw(play, seat, index)
    rounds.advance(play)


def _split(play: Play, move: Split) -> None:
    """A second bet, and one card to each hand at once; the new one stands to the right."""
    seat, index, hand = _answer(play)
    play.stake(seat, hand.stake, "split")
    hand.split = True
    seat.hands.insert(index + 1, Hand([hand.cards.pop()], hand.stake, split=True))
    play.emit(HandSplit(seat.member, index))
    rounds.draw(play, seat, index)
    rounds.draw(play, seat, index + 1)
    rounds.finish_split_aces(play, seat)
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
    table = play.table
    if table.phase is Phase.SHUFFLE:
        rounds.end_shuffle(play)
        return
    if table.phase is Phase.RESULT:
        rounds.park(play)
        return
    if table.phase is Phase.BETTING:
        rounds.sit_out_the_silent(play)
    else:
        seating.stand_all(play, _answer(play)[0], "clock")
    rounds.advance(play)


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
    Hit: _hit,
    Stand: _stand,
    Double: _double,
    Split: _split,
    Surrender: _surrender,
    NextHand: _next_hand,
    NewSession: _new_session,
    TimeUp: _time_up,
    Resume: _resume,
}
