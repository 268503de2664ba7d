"""Sitting down, getting up, and what becomes of the chips.

A member who leaves keeps chips and past in `table.away` for the rest of the session and finds them
there on return, so nobody can come back richer than they went. Only members who were never dealt a
hand and added nothing to the bank leave nothing behind: their chips go back to the mint.
"""

from .events import HandStood, HostChanged, MemberLeft, MemberSeated
from .play import Play
from .table import BETTING, INSURANCE, PLAYING, RESULT, SHUFFLE, Seat, Table


def join(play: Play, member: int, purse: int | None) -> None:
    """Takes the lowest free place; in the middle of a round the member waits for the next hand."""
    table = play.table
    seat = table.seat_of(member)
    if seat is not None:  # was leaving after this hand, and stays after all
        seat.leaving = False
        play.events.append(MemberSeated(member, seat.place))
        _host_for_the_absent(play, member)
        return
    seat = _take_place(play, member, table.free_place(), purse)
    seat.waiting = table.phase in (BETTING, INSURANCE, PLAYING)
    seat.answered = table.has_cut(member)  # one cut a shoe, whoever comes and goes meanwhile
    if table.phase in (SHUFFLE, RESULT):
        sit_down(play, seat)


def bet_without_seat(play: Play, member: int, purse: int | None) -> Seat:
    """A place beyond the seats for one round, dealt after them in the order of the first bets."""
    seat = _take_place(play, member, play.table.free_seatless_place(), purse)
    sit_down(play, seat)
    return seat


def _take_place(play: Play, member: int, place: int | None, purse: int | None) -> Seat:
    table = play.table
    assert place is not None, "legality was checked"
    seat = table.seat_away(member)
    if seat is not None:
        table.away.remove(seat)
    else:
        seat = Seat(member, place)
    seat.place = place
    table.freed.pop(member, None)
    table.seatings += 1
    seat.since = table.seatings
    table.seats.append(seat)
    table.seats.sort(key=lambda seat: seat.place)
    play.events.append(MemberSeated(member, place))
    _host_for_the_absent(play, member)
    if table.rules.keeps_chips:
        # Now and not when the seat takes part: a purse that is spent elsewhere meanwhile would
        # make another member's move fail.
        play.buy_in(seat, purse)
    return seat


def seat_the_seatless(play: Play) -> None:
    """After a settlement who bet without a seat takes a free one, first bet first."""
    table = play.table
    for seat in table.seatless:
        place = table.free_place()
        if place is None:
            break
        seat.place = place
        play.events.append(MemberSeated(seat.member, place))
    _close_up(table)


def clear_seatless(play: Play) -> None:
    """A round is over: for whom there is still no seat steps back from the table."""
    seat_the_seatless(play)
    for seat in play.table.seatless:
        get_up(play, seat)


def _close_up(table: Table) -> None:
    """Those without a seat move up, so that whoever bets next stands behind them all."""
    for index, seat in enumerate(table.seatless):
        seat.place = table.rules.seats + index
    table.seats.sort(key=lambda seat: seat.place)


def move_up(play: Play) -> None:
    """Seats beyond those there are take free ones: the table has become smaller."""
    table = play.table
    for seat in table.seats:
        if table.is_seatless(seat):
            place = table.free_place()
            assert place is not None, "no change takes away a seat that is taken"
            seat.place = place
            play.events.append(MemberSeated(seat.member, place))
    table.seats.sort(key=lambda seat: seat.place)


def sit_down(play: Play, seat: Seat) -> None:
    """From now on the seat takes part. A member new to the session receives the table's stake."""
    seat.waiting = False
    if not seat.is_bought_in:
        play.buy_in(seat)


def leave(play: Play, seat: Seat, why: str) -> None:
    """`why`: left, kicked or missed_rounds. With a hand in play, once the round is settled."""
    table = play.table
    if seat.leaving:
        return
    if seat.hands and table.phase in (INSURANCE, PLAYING):
        stand_all(play, seat, "left")
        seat.leaving = True
        _pass_host_on(play, seat)
        play.events.append(MemberLeft(seat.member, why))
        return
    if seat.bet:
        play.give_back(seat, seat.bet, "bet_returned")
    if seat.hands:  # paid; everybody still sees how the hand ended
        gone = seat.copy()
        gone.leaving = True
        table.gone.append(gone)
    get_up(play, seat)
    play.events.append(MemberLeft(seat.member, why))


def get_up(play: Play, seat: Seat) -> None:
    """The seat is free at once; only a seat without chips at risk may be freed."""
    table = play.table
    table.seats.remove(seat)
    seat.bet, seat.hands = 0, []
    seat.insurance, seat.insurance_net = 0, None
    seat.answered = seat.waiting = seat.leaving = False
    seat.missed = 0
    _close_up(table)
    if table.rules.keeps_chips:
        play.cash_out(seat)  # the chips go along, into the member's purse
    elif seat.rounds or seat.contributed:  # a return must not add to the bank a second time
        table.away.append(seat)
    else:
        play.cash_out(seat)
    _pass_host_on(play, seat)


def stand_all(play: Play, seat: Seat, by: str) -> None:
    """All hands of the seat that could still move stand. `by`: clock or left."""
    for index, hand in enumerate(seat.hands):
        if not hand.done:
            hand.done = True
            play.events.append(HandStood(seat.member, index, by))


def _pass_host_on(play: Play, seat: Seat) -> None:
    """The member who has sat longest hosts on, seats before bettors without one.

    With nobody left the host stays host until somebody sits down.
    """
    table = play.table
    if seat.member != table.host:
        return
    heirs = [other for other in table.seats if other is not seat and not other.leaving]
    table.host_left = not heirs
    if heirs:
        table.host = min(heirs, key=lambda heir: (table.is_seatless(heir), heir.since)).member
        play.events.append(HostChanged(table.host))


def _host_for_the_absent(play: Play, member: int) -> None:
    """Whoever comes to a table that its host was the last to leave hosts on.

    A host who never sat down has not left: running a table from beside it is their right.
    """
    table = play.table
    if table.host_left and member != table.host:
        table.host = member
        play.events.append(HostChanged(member))
    table.host_left = False
