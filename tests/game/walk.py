"""A table on which anything may be tried, with every promise of the game checked at each step.

    walk = Walk(rules)
    walk.offer(move)      apply it or see it refused, then check all that must hold
    walk.end()            replay the log: the same table, byte for byte

It knows nothing of the rules of blackjack, only what must be true of any table at any time.
"""

import base64
from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from bot.game.engine import apply, open_table
from bot.game.events import CardDealt, ChipsMoved, Event, HandBegan, ShoeRevealed
from bot.game.legal import can_bet, legal, refusal
from bot.game.moves import (
    Bet,
    Close,
    Cut,
    Double,
    Hit,
    Join,
    Kick,
    Leave,
    Move,
    NewSession,
    NextHand,
    Open,
    PassCut,
    Refused,
    Resume,
    SitOut,
    Split,
    Stand,
    Start,
    Surrender,
    TimeUp,
    move_from_json,
    move_to_json,
)
from bot.game.play import balances
from bot.game.rules import HouseRules, worst_case
from bot.game.table import Phase, Table, from_snapshot, snapshot
from bot.game.view import PublicTable, public

from .tables import Game

MEMBERS = range(1, 9)
AMOUNTS = (0, -1, -50, 1, 49, 50, 51, 100, 250, 500, 501, 10**9, 10**30)
TEXTS = ("", "  ", "a", "x" * 64, "x" * 65, "é", "\ud800", "\x00", "♠ 7")
ANSWERS: tuple[type[Move], ...] = (
    Start, PassCut, SitOut, Hit, Stand, Double, Split, Surrender, NextHand, NewSession,
)  # fmt: skip


class Walk(Game):
    def __init__(self, rules: HouseRules, host: int = 1, luck: int = 0) -> None:
        super().__init__(rules, host, luck)
        self.ledger: Counter[str] = Counter()
        self.seeds_shown: set[bytes] = set()
        self.said_json: list[bytes] = [msgspec.json.encode(event) for event in self.events]

    def offer(self, move: Move) -> bool:
        """Whether the table took the move."""
        before, picture = self.table.copy(), snapshot(self.table)
        try:
            events = apply(self.table, move)
        except Refused:
            self._check_refused(move, picture)
            return False
        assert snapshot(before) == picture, "the copy shares something with the table"
        self.moves.append(move)
        self.events += events
        self._check_events(before, events)
        self.check(before)
        return True

    def _check_refused(self, move: Move, picture: bytes) -> None:
        assert snapshot(self.table) == picture, "a refused move changed the table"
        offered = legal(self.table, getattr(move, "member", 0))
        assert _shape(move) not in {_shape(other) for other in offered}, "offered, then refused"

    def check(self, before: Table) -> None:
        _check_chips(self.table, self.ledger)
        _check_seats(self.table)
        _check_question(self.table, before)
        _check_progress(self.table)
        _check_secrets(self.table, self.seeds_shown)
        data = snapshot(self.table)
        assert from_snapshot(data) == self.table
        assert snapshot(from_snapshot(data)) == data

    def _check_events(self, before: Table, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, ChipsMoved):
                assert type(event.chips) is int
                assert event.chips > 0
                self.ledger[event.source] -= event.chips
                self.ledger[event.target] += event.chips
            elif isinstance(event, ShoeRevealed):
                self.seeds_shown.add(event.seed)
        _check_events_hide(self.table, events, self.seeds_shown)
        _check_shoe_suffices(self.table, events)

    def candidates(self, member: int) -> Iterator[Move]:
        """Moves of every kind, right and wrong, that name the open question."""
        yield self.move(Join, member)
        yield self.move(Leave, member)
        yield self.move(Close, member)
        for target in MEMBERS:
            yield self.move(Kick, member, target)
        for kind in ANSWERS:
            yield self.move(kind, member)
        for chips in AMOUNTS:
            yield self.move(Bet, member, chips)
        for text in TEXTS:
            yield self.move(Cut, member, text)

    def check_offers(self) -> None:
        """What is legal is exactly what is accepted, for members, guests and nobody."""
        for member in (*MEMBERS, 0, 10**18):
            offered = {_shape(move) for move in legal(self.table, member)}
            for move in self.candidates(member):
                accepted = refusal(self.table, move) is None
                if not isinstance(move, Bet) or self.table.rules.ladder:
                    assert accepted == (_shape(move) in offered), move
                if accepted:
                    apply(self.table.copy(), move)

    def check_clocks_run_out(self) -> None:
        """Left alone, the table comes to rest by its clocks."""
        table, at = self.table.copy(), self.now
        for _ in range(40):
            if table.deadline is None:
                return
            at = max(at, table.deadline)
            apply(table, TimeUp(table.decision, at=at, seed=bytes(32)))
        raise AssertionError("the clocks go on for ever")

    def end(self) -> None:
        """The log, read back from what is stored, gives the same table and the same events."""
        log = [move_from_json(move_to_json(move)) for move in self.moves]
        assert log == self.moves
        opening, *rest = log
        assert isinstance(opening, Open)
        table, events = open_table(opening)
        events = list(events)
        for move in rest:
            events += apply(table, move)
        assert snapshot(table) == snapshot(self.table)
        assert events == self.events


def _shape(move: Move) -> Move:
    """The move without time and seed; one text stands for all cuts."""
    move = replace(move, at=0, seed=None)
    if isinstance(move, Cut) and 1 <= len(move.text.strip("\x00\ud800 ")) <= 64:
        return replace(move, text="cut")
    return move


def _check_chips(table: Table, ledger: Counter[str]) -> None:
    """The ledger built from the events says what is on the table; nothing is below zero."""
    held = {account: chips for account, chips in ledger.items() if chips and account != "mint"}
    assert held == balances(table)
    assert sum(ledger.values()) == 0
    assert all(chips > 0 for chips in held.values())
    assert table.bank >= 0
    for seat in [*table.seats, *table.away]:
        assert seat.chips >= 0
        assert seat.bet >= 0
        assert type(seat.chips) is int
        assert seat.bought in (0, table.rules.chips), "one stake a member and session"
    assert table.contributions <= table.rules.seats
    if table.phase in (Phase.LOBBY, Phase.CLOSED):
        assert not held


def _check_seats(table: Table) -> None:
    members = [seat.member for seat in table.seats]
    everyone = members + [seat.member for seat in table.away]
    assert len(set(everyone)) == len(everyone), "one seat a member"
    places = [seat.place for seat in table.seats]
    assert places == sorted(set(places))
    assert all(0 <= place < table.rules.seats for place in places)
    for seat in table.seats:
        assert not seat.leaving or table.phase is Phase.PLAYING
        assert not seat.waiting or table.phase in (Phase.BETTING, Phase.PLAYING)
        assert seat.member not in table.kicked or seat.leaving
        assert not seat.at_risk or table.phase in (Phase.BETTING, Phase.PLAYING)
    for seat in table.away:
        assert seat.at_risk == 0, "a seat was freed with chips at risk"


def _check_question(table: Table, before: Table) -> None:
    """A new question has a higher number; a clock runs exactly where one is expected."""
    assert table.decision >= before.decision
    if (table.phase, table.turn) != (before.phase, before.turn):
        assert table.decision > before.decision
    assert not table.parked or table.phase in (Phase.BETTING, Phase.RESULT)
    timed = table.phase in (Phase.SHUFFLE, Phase.BETTING, Phase.PLAYING, Phase.RESULT)
    assert (table.deadline is not None) == (timed and not table.parked)


def _check_progress(table: Table) -> None:
    """Somebody can always go on, unless nobody who could play is left."""
    if table.phase is Phase.PLAYING:
        assert table.acting is not None
        seat, hand = table.acting
        assert not hand.done
        assert not seat.leaving
        assert {Stand} <= {type(move) for move in legal(table, seat.member)}
        return
    assert table.turn is None
    able = [seat for seat in table.seats if can_bet(table.rules, seat)]
    asks: type[Move] = Bet if table.phase is Phase.BETTING else NextHand
    if table.phase in (Phase.BETTING, Phase.RESULT) and able and table.parked:
        for seat in able:
            assert asks in {type(move) for move in legal(table, seat.member)}, "stuck"


def _check_secrets(table: Table, shown: set[bytes]) -> None:
    for viewer in (None, *(seat.member for seat in table.seats), 0):
        seen = public(table, viewer)
        assert _without_seal(seen) == _without_seal(public(_other_hidden_cards(table), viewer))
        text = repr(seen)
        for shoe in (table.shoe, table.next_shoe):
            if shoe is not None and shoe.seed not in shown:
                assert shoe.seed.hex() not in text
                assert repr(shoe.seed)[2:-1] not in text


def _other_hidden_cards(table: Table) -> Table:
    """The same table but for all that nobody may know yet."""
    twin = table.copy()
    if len(twin.dealer) == 2 and not twin.hole_shown:
        twin.dealer[1] = (twin.dealer[1] + 5) % 52
    if twin.shoe is not None:
        known, hidden = twin.shoe.order[: twin.shoe.dealt], twin.shoe.order[twin.shoe.dealt :]
        twin.shoe.order = known + hidden[::-1]
        twin.shoe.seed = bytes(31) + b"!"
    if twin.next_shoe is not None:
        twin.next_shoe.seed = bytes(31) + b"?"
    return twin


def _without_seal(seen: PublicTable) -> PublicTable:
    """A seal binds the undealt cards without telling them: it is all that may differ."""
    return seen if seen.shoe is None else replace(seen, shoe=replace(seen.shoe, seal=""))


def _check_events_hide(table: Table, events: list[Event], shown: set[bytes]) -> None:
    said = b"".join(msgspec.json.encode(event) for event in events)
    for shoe in (table.shoe, table.next_shoe):
        if shoe is not None and shoe.seed not in shown:
            assert base64.b64encode(shoe.seed) not in said


def _check_shoe_suffices(table: Table, events: list[Event]) -> None:
    """No hand begins that the shoe might not be able to finish."""
    began = next((event for event in events if isinstance(event, HandBegan)), None)
    if began is None:
        return
    first = next(event.p for event in events if isinstance(event, CardDealt))
    assert table.shoe is not None
    assert len(table.shoe.order) - first >= worst_case(table.rules, len(began.members))


def wait_and_ring(walk: Walk) -> Move:
    """The alarm of the open question, on time; the caller offers it."""
    walk.now = max(walk.now, walk.table.deadline or walk.now)
    return walk.move(TimeUp)


def resume(walk: Walk, away: int) -> Move:
    walk.wait(away)
    return walk.move(Resume, 10_000)
