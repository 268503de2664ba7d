"""A move applied to a table.

    events = apply(table, move)    changes the table, or raises Refused and changes nothing

Legality is checked before the first change, so callers who can afford it need no copy; the door
(`bot/livetable.py`) copies first and swaps whole tables.
"""

from collections.abc import Callable
from typing import Any

from . import alarms, hands, rounds, seating, session
from .events import (
    BetPlaced,
    CardsCut,
    ChangeAnnounced,
    Event,
    MemberReady,
    SatOut,
    TableOpened,
)
from .legal import refusal
from .moves import (
    Bet,
    ChangeRules,
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
from .table import BETTING, INSURANCE, LOBBY, PLAYING, SHUFFLE, Table

#: The phase at whose end a shoe is opened.
_OPENS_IN = {"every_hand": BETTING, "low": SHUFFLE, "cut_card": SHUFFLE}


def open_table(move: Open) -> tuple[Table, list[Event]]:
    """A new table in its lobby, its first shoe promised. Raises Refused for unplayable rules."""
    wrong = validate(move.rules)
    if wrong:
        raise Refused(wrong[0])
    assert move.seed is not None, "the first shoe is promised before anybody sits down"
    table = Table(move.table, move.channel, move.rules, move.host)
    table.next_shoe = rounds.promise(table, 1, move.seed)
    table.deadline = rounds.lobby_closes(table, move.at)
    return table, [TableOpened(move.host, table.next_shoe.commit)]


def needs_seed(table: Table, move: Move | None = None) -> bool:
    """Whether the next move may open a shoe and must bring the seed of the one after it.

    A change of rules may need another shoe than the promised one; `move`, where it is known.
    """
    return (
        table.phase is _OPENS_IN[table.rules.shuffle]
        or table.next_rules is not None
        or type(move) is ChangeRules
    )


def apply(table: Table, move: Move) -> list[Event]:
    """Make the move; what happened, in order. Raises Refused, and then nothing has changed."""
    refused = refusal(table, move)
    if refused is not None:
        raise refused
    kind, seed = type(move), move.seed
    if seed is None and (  # `needs_seed` in so many words, since it is asked of every move
        table.phase is _OPENS_IN[table.rules.shuffle]
        or table.next_rules is not None
        or kind is ChangeRules
    ):
        raise ValueError("a move that may open a shoe must bring a seed")
    play = Play(table, move.at, seed, [])
    try:
        _HANDLERS[kind](play, move)
    except ShoeEmpty:
        rounds.void(play)
        if kind is Close:  # the hand that was to be settled first has come to nothing
            session.close(play)
    return play.events


def _join(play: Play, move: Join) -> None:
    seating.join(play, move.member, move.purse)
    if play.table.phase is LOBBY:
        play.table.deadline = rounds.lobby_closes(play.table, play.at)
    if play.table.parked and play.table.phase is BETTING:
        rounds.open_round(play)  # nobody had bet: the newcomer need not wait for the absent
    rounds.advance(play)


def _leave(play: Play, move: Leave) -> None:
    seating.leave(play, play.seat(move.member), "left")
    rounds.advance(play)


def _kick(play: Play, move: Kick) -> None:
    play.table.kicked.append(move.target)
    play.table.removed[move.target] = play.table.hand
    seating.leave(play, play.seat(move.target), "kicked")
    rounds.advance(play)


def _close(play: Play, move: Close) -> None:
    """Undealt bets return; dealt hands stand and settle first."""
    table = play.table
    is_dealt = table.phase in (INSURANCE, PLAYING)
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
        play.events.append(MemberReady(move.member))
    rounds.advance(play)


def _cut(play: Play, move: Cut) -> None:
    """At a table that shuffles for every hand the window is the betting, and a cut no bet."""
    table, text = play.table, clean_cut(move.text)
    assert table.next_shoe is not None
    table.next_shoe.cuts[move.member] = text
    table.next_shoe.place = move.place or table.next_shoe.place
    play.events.append(CardsCut(move.member, text))
    if table.phase is SHUFFLE:
        play.seat(move.member).answered = True
        rounds.advance(play)


def _pass_cut(play: Play, move: PassCut) -> None:
    play.seat(move.member).answered = True
    rounds.advance(play)


def _bet(play: Play, move: Bet) -> None:
    """The new bet takes the place of an earlier one of this round."""
    table, chips = play.table, move.chips
    seat = table.seat_of(move.member)
    if seat is None:
        seat = seating.bet_without_seat(play, move.member, move.purse)
    if seat.bet:
        play.give_back(seat, seat.bet, "bet_changed")
    seat.bet = chips
    seat.answered = True
    play.stake(seat, chips, "bet")
    play.events.append(BetPlaced(move.member, chips))
    if table.parked:
        _wake(play)
    rounds.advance(play)


def _wake(play: Play) -> None:
    """Someone plays again at a table that had stopped its betting clock."""
    table = play.table
    table.parked = False
    seconds = table.rules.clocks.bet or table.rules.clocks.idle
    table.deadline = play.at + seconds * 1000


def _sit_out(play: Play, move: SitOut) -> None:
    table, seat = play.table, play.seat(move.member)
    if seat.bet:
        play.give_back(seat, seat.bet, "bet_returned")
        seat.bet = 0
    seat.answered = True
    play.events.append(SatOut(move.member))
    if table.is_seatless(seat):
        seating.get_up(play, seat)  # without a bet there is no place to hold
    rounds.advance(play)


def _rebuy(play: Play, move: Rebuy) -> None:
    play.rebuy(play.seat(move.member))


def _change_rules(play: Play, move: ChangeRules) -> None:
    """In the lobby at once: nobody has a bet or a card, and who was ready has to look again."""
    table = play.table
    if table.phase is LOBBY:
        rounds.put_in_force(play, move.rules)
        for seat in table.seats:
            seat.answered = False
        play.ask(None)
    else:
        table.next_rules = None if move.rules == table.rules else move.rules
        play.events.append(ChangeAnnounced(move.rules))


def _next_hand(play: Play, move: NextHand) -> None:
    rounds.open_round(play)


def _new_session(play: Play, move: NewSession) -> None:
    session.renew(play)


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
    Insure: hands.insure,
    PassInsurance: hands.pass_insurance,
    EvenMoney: hands.even_money,
    Hit: hands.hit,
    Stand: hands.stand,
    Double: hands.double,
    Split: hands.split,
    Surrender: hands.surrender,
    NextHand: _next_hand,
    NewSession: _new_session,
    Rebuy: _rebuy,
    ChangeRules: _change_rules,
    TimeUp: alarms.time_up,
    Resume: alarms.resume,
}
