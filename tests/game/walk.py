"""A table on which anything may be tried, with every promise of the game checked at each step.

    walk = Walk(rules)
    walk.offer(move)      apply it or see it refused, then check all that must hold
    walk.end()            replay the log: the same table, byte for byte

It keeps what the store keeps beside the table: the ledger, and the purses of members who left.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.game.engine import apply, open_table
from bot.game.events import ChipsBrought, ChipsMoved, ChipsTaken, Event, ShoeRevealed
from bot.game.legal import legal, refusal
from bot.game.moves import (
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
    move_from_json,
    move_to_json,
)
from bot.game.rules import HouseRules
from bot.game.table import Table, from_snapshot, snapshot

from .anyrules import other_rules
from .promises import (
    check_chips,
    check_events_hide,
    check_progress,
    check_question,
    check_seats,
    check_secrets,
    check_shoe_suffices,
)
from .tables import Game

MEMBERS = range(1, 10)
AMOUNTS = (0, -1, -50, 1, 49, 50, 51, 100, 250, 500, 501, 10**9, 10**30)
TEXTS = ("", "  ", "a", "x" * 64, "x" * 65, "é", "\ud800", "\x00", "♠ 7")
ANSWERS: tuple[type[Move], ...] = (
    Start, PassCut, SitOut, PassInsurance, EvenMoney, Hit, Stand, Double, Split, Surrender,
    NextHand, NewSession,
)  # fmt: skip


class Walk(Game):
    def __init__(self, rules: HouseRules, host: int = 1, luck: int = 0) -> None:
        super().__init__(rules, host, luck)
        self.ledger: Counter[str] = Counter()
        self.purses: dict[int, int] = {}
        self.seeds_shown: set[bytes] = set()

    def move(self, kind: type[Move], *values: Any, **more: Any) -> Move:
        """Members bring what they own, where chips are theirs to keep."""
        move = super().move(kind, *values, **more)
        if isinstance(move, Join | Bet) and move.purse is None and self.table.rules.keeps_chips:
            return replace(move, purse=self.purses.get(move.member))
        return move

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
        self._check_events(events)
        self.check(before)
        return True

    def _check_refused(self, move: Move, picture: bytes) -> None:
        assert snapshot(self.table) == picture, "a refused move changed the table"
        if getattr(move, "purse", None) is None:  # what is in a purse the table is told by the move
            offered = legal(self.table, getattr(move, "member", 0))
            assert _shape(move) not in {_shape(other) for other in offered}, "offered, then refused"

    def check(self, before: Table) -> None:
        check_chips(self.table, self.ledger)
        check_seats(self.table)
        check_question(self.table, before)
        check_progress(self.table)
        check_secrets(self.table, self.seeds_shown)
        data = snapshot(self.table)
        assert from_snapshot(data) == self.table
        assert snapshot(from_snapshot(data)) == data

    def _check_events(self, events: list[Event]) -> None:
        for event in events:
            book(self.ledger, event)
            change_purse(self.purses, event)
            if isinstance(event, ShoeRevealed):
                self.seeds_shown.add(event.seed)
        check_events_hide(self.table, events, self.seeds_shown)
        check_shoe_suffices(self.table, events)

    def candidates(self, member: int) -> Iterator[Move]:
        """Moves of every kind, right and wrong, that name the open question."""
        kinds: tuple[type[Move], ...] = (Join, Leave, Close, Rebuy, *ANSWERS)
        for kind in kinds:
            yield self.move(kind, member)
        for target in MEMBERS:
            yield self.move(Kick, member, target)
        for chips in AMOUNTS:
            yield self.move(Bet, member, chips)
            yield self.move(Insure, member, chips)
        for text in TEXTS:
            yield self.move(Cut, member, text)
        for place in (0, 59, 60, 75, 76):
            yield self.move(Cut, member, "a", place)

    def check_offers(self) -> None:
        """What is legal is exactly what is accepted, for members, guests and nobody."""
        for member in (*MEMBERS, 0, 10**18):
            offered = {_shape(move) for move in legal(self.table, member)}
            for move in self.candidates(member):
                accepted = refusal(self.table, move) is None
                if not self._stands_for_others(move):
                    assert accepted == (_shape(move) in offered), move
                if accepted:
                    apply(self.table.copy(), move)

    def _stands_for_others(self, move: Move) -> bool:
        """Of amounts and places only examples are offered; a purse is not known beforehand."""
        rules = self.table.rules
        if isinstance(move, Bet):
            return not rules.ladder or move.purse is not None
        if isinstance(move, Insure):
            return rules.insurance == "up_to_half"
        return isinstance(move, Cut) and move.place is not None

    def check_clocks_run_out(self) -> None:
        """Left alone, the table comes to rest by its clocks, or is closed by them."""
        table, at = self.table.copy(), self.now
        for _ in range(60):
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
        assert msgspec.json.encode(events) == msgspec.json.encode(self.events)


def book(ledger: Counter[str], event: Event) -> None:
    """What the store writes of an event, twice."""
    if isinstance(event, ChipsMoved):
        assert type(event.chips) is int
        assert event.chips > 0
        ledger[event.source] -= event.chips
        ledger[event.target] += event.chips


def change_purse(purses: dict[int, int], event: Event) -> None:
    """A first stake is given once; whatever else is brought was in the purse."""
    if isinstance(event, ChipsBrought):
        assert event.fresh == (event.member not in purses), "a second first stake"
        assert event.fresh or event.chips == purses[event.member], "chips from nowhere"
        purses[event.member] = 0
    elif isinstance(event, ChipsTaken):
        purses[event.member] += event.chips


def _shape(move: Move) -> Move:
    """The move without time, seed and purse; one text stands for all cuts."""
    move = replace(move, at=0, seed=None)
    if isinstance(move, Join | Bet):
        return replace(move, purse=None)
    if isinstance(move, Cut) and 1 <= len(move.text.strip("\x00\ud800 ")) <= 64:
        return replace(move, text="cut")
    return move


def legal_moves(walk: Walk) -> list[Move]:
    """Of everybody, but for the moves that end a walk early."""
    quiet = (Close, Kick, Leave)
    moves = [move for member in MEMBERS for move in legal(walk.table, member)]
    return [move for move in moves if not isinstance(move, quiet)]


def stamped(walk: Walk, move: Move) -> Move:
    """As the door hands it in: with the time, a seed where one is needed, and the purse."""
    move = replace(move, at=walk.now, seed=walk.move(TimeUp).seed)
    if isinstance(move, Join | Bet) and walk.table.rules.keeps_chips:
        return replace(move, purse=walk.purses.get(move.member))
    return move


def random_move(walk: Walk, dice: random.Random) -> Move:
    """Mostly playing; now and then somebody leaves, is kicked, is silent, or changes the rules."""
    roll = dice.random()
    if roll < 0.04:
        return walk.move(Leave, dice.choice(MEMBERS))
    if roll < 0.05:
        return walk.move(Kick, dice.choice(MEMBERS), dice.choice(MEMBERS))
    if roll < 0.07:
        now = walk.table.next_rules or walk.table.rules
        return walk.move(ChangeRules, walk.table.host, other_rules(now, dice))
    moves = legal_moves(walk)
    if roll < 0.12 or not moves:
        return wait_and_ring(walk)
    return stamped(walk, dice.choice(moves))


def wait_and_ring(walk: Walk) -> Move:
    """The alarm of the open question, on time; the caller offers it."""
    walk.now = max(walk.now, walk.table.deadline or walk.now)
    return walk.move(TimeUp)


def resume(walk: Walk, away: int) -> Move:
    walk.wait(away)
    return walk.move(Resume, 10_000)
