"""What must be true of any table at any time, whatever its rules.

Nothing here knows how blackjack is played: chips add up, everybody has one seat, somebody can go
on, and what nobody may know yet is nowhere to be seen.
"""

import base64
from collections import Counter

import msgspec
from msgspec.structs import replace

from bot.game.events import CardDealt, Event, HandBegan
from bot.game.legal import can_bet, legal
from bot.game.moves import Bet, Move, NextHand, PassInsurance, Stand
from bot.game.play import balances
from bot.game.rules import CASINO, TABLES, worst_case
from bot.game.table import Phase, Table
from bot.game.view import PublicTable, public

DEALT = (Phase.INSURANCE, Phase.PLAYING)
TIMED = (Phase.SHUFFLE, Phase.BETTING, Phase.INSURANCE, Phase.PLAYING, Phase.RESULT)


def check_chips(table: Table, ledger: Counter[str]) -> None:
    """The ledger built from the events says what is on the table; nothing is below zero."""
    owing = ("mint", "house")
    held = {account: chips for account, chips in ledger.items() if chips and account not in owing}
    assert held == balances(table)
    assert sum(ledger.values()) == 0
    assert all(chips > 0 for chips in held.values())
    assert table.bank >= 0
    for seat in [*table.seats, *table.away]:
        assert min(seat.chips, seat.bet, seat.insurance, seat.at_risk, seat.bought) >= 0
        assert type(seat.chips) is int
        if not table.rules.keeps_chips:
            assert seat.bought in (0, table.rules.chips), "one stake a member and session"
    assert table.contributions <= table.rules.seats
    if table.phase is Phase.CLOSED or (table.phase is Phase.LOBBY and not table.rules.keeps_chips):
        assert not held


def check_seats(table: Table) -> None:
    rules = table.rules
    everyone = [seat.member for seat in [*table.seats, *table.away]]
    assert len(set(everyone)) == len(everyone), "one seat a member"
    places = [seat.place for seat in table.seats]
    assert places == sorted(set(places))
    beyond = [place for place in places if place >= rules.seats]
    assert beyond == list(range(rules.seats, rules.seats + len(beyond))), "seatless close up"
    assert len(beyond) <= rules.seatless
    for seat in table.seats:
        assert not seat.leaving or table.phase in DEALT
        assert not seat.waiting or table.phase in (Phase.BETTING, *DEALT)
        assert seat.member not in table.kicked or seat.leaving
        assert not seat.at_risk or table.phase in (Phase.BETTING, *DEALT)
        assert len(seat.hands) <= rules.max_hands
        if rules.limit is not None and table.phase in (Phase.BETTING, *DEALT):
            assert seat.at_risk <= rules.limit
        if table.is_seatless(seat):
            assert seat.bet or seat.hands, "a place without a seat is for a bet"
    for seat in table.away:
        assert seat.at_risk == 0, "a seat was freed with chips at risk"


def check_question(table: Table, before: Table) -> None:
    """A new question has a higher number; a clock runs exactly where one is expected."""
    assert table.decision >= before.decision
    if (table.phase, table.turn) != (before.phase, before.turn):
        assert table.decision > before.decision
    assert not table.parked or table.phase in (Phase.BETTING, Phase.RESULT)
    rings = not table.parked or table.rules.ends == "idle"
    timed = table.phase in TIMED or (table.phase is Phase.LOBBY and table.rules.ends == "idle")
    assert (table.deadline is not None) == (timed and rings)


def check_progress(table: Table) -> None:
    """Somebody can always go on, unless nobody who could play is left."""
    if table.phase is Phase.PLAYING:
        assert table.acting is not None
        seat, hand = table.acting
        assert not hand.done
        assert not seat.leaving
        assert _may(table, seat.member, Stand)
        return
    assert table.turn is None
    if table.phase is Phase.INSURANCE:
        dealt = [seat for seat in table.seats if seat.hands and not seat.leaving]
        asked = [seat for seat in dealt if not seat.answered]
        assert asked
        assert all(_may(table, seat.member, PassInsurance) for seat in asked)
    able = [seat for seat in table.seats if can_bet(table.rules, seat) and not seat.waiting]
    asks: type[Move] = Bet if table.phase is Phase.BETTING else NextHand
    waits = table.phase is Phase.RESULT and table.rules.clocks.result is None
    if waits or (table.phase in (Phase.BETTING, Phase.RESULT) and table.parked):
        assert all(_may(table, seat.member, asks) for seat in able), "stuck"


def _may(table: Table, member: int, kind: type[Move]) -> bool:
    return any(isinstance(move, kind) for move in legal(table, member))


def check_secrets(table: Table, shown: set[bytes]) -> None:
    twin = other_hidden_cards(table)
    for viewer in (None, *(seat.member for seat in table.seats), 0):
        seen = public(table, viewer)
        assert without_seal(seen) == without_seal(public(twin, viewer))
        text = repr(seen)
        for shoe in (table.shoe, table.next_shoe):
            if shoe is not None and shoe.seed not in shown:
                assert shoe.seed.hex() not in text
                assert repr(shoe.seed)[2:-1] not in text


def other_hidden_cards(table: Table) -> Table:
    """The same table but for all that nobody may know yet."""
    twin = table.copy()
    if len(twin.dealer) == 2 and not twin.hole_shown:
        twin.dealer[1] = (twin.dealer[1] + 5) % 52
    for seat in twin.seats:
        for hand in seat.hands:
            if hand.face_down:
                hand.cards[-1] = (hand.cards[-1] + 7) % 52
    if twin.shoe is not None and not twin.shoe.is_revealed:
        known, hidden = twin.shoe.order[: twin.shoe.dealt], twin.shoe.order[twin.shoe.dealt :]
        twin.shoe.order = known + hidden[::-1]
        twin.shoe.seed = bytes(31) + b"!"
    if twin.next_shoe is not None and not twin.next_shoe.is_revealed:
        twin.next_shoe.seed = bytes(31) + b"?"
    return twin


def without_seal(seen: PublicTable) -> PublicTable:
    """A seal binds the undealt cards without telling them: it is all that may differ."""
    return seen if seen.shoe is None else replace(seen, shoe=replace(seen.shoe, seal=""))


def check_events_hide(table: Table, events: list[Event], shown: set[bytes]) -> None:
    said = b"".join(msgspec.json.encode(event) for event in events)
    for shoe in (table.shoe, table.next_shoe):
        if shoe is not None and shoe.seed not in shown:
            assert base64.b64encode(shoe.seed) not in said


def check_shoe_suffices(table: Table, events: list[Event]) -> None:
    """No hand begins that the shoe might not be able to finish, but for a late cut card."""
    began = next((event for event in events if isinstance(event, HandBegan)), None)
    usual = TABLES.get(table.rules.table, CASINO).decks
    if began is None or (table.rules.shuffle == "cut_card" and table.rules.decks >= usual):
        return
    first = next(event.p for event in events if isinstance(event, CardDealt))
    assert table.shoe is not None
    assert len(table.shoe.order) - first >= worst_case(table.rules, len(began.members))
