"""Tables to be saved: real ones played at random, and single plays written down.

    game = Game(7)                     table 7, opened by account 1 in guild 9
    for commit in game.play(200): …    its first 200 moves, each as it is committed

The same number and seed give the same game. `break_ledger(commit)` makes a play no store may take.
"""

import random
from collections.abc import Iterator

import msgspec

from bot.game.engine import apply, needs_seed, open_table
from bot.game.events import ChipsMoved, Event
from bot.game.legal import legal
from bot.game.moves import Close, Join, Kick, Leave, Move, Open
from bot.game.rules import BANK
from bot.game.table import Table
from bot.store import Commit

GUILD = 9
NOON = 1_800_000_000_000  # ms since 1970
RARE = (Leave, Kick)


class Game:
    def __init__(self, number: int, seed: int = 0) -> None:
        self.number = number
        self.seq = 0
        self.now = NOON
        self._dice = random.Random(f"{number}/{seed}")
        self.table: Table | None = None

    def play(self, moves: int, press: int | None = None) -> Iterator[Commit]:
        """The next `moves` moves. `press`: the interaction of the first; the rest count on."""
        for step in range(moves):
            yield self.next(None if press is None else press + step)

    def next(self, press: int | None = None) -> Commit:
        self.now += 1000
        self.seq += 1
        move, events = self._move() if self.table else self._open()
        assert self.table is not None
        return Commit(self.table.copy(), GUILD, self.seq, press, move, events)

    def close(self, press: int | None = None) -> Commit:
        assert self.table is not None
        self.seq += 1
        move = self._stamped(Close(self.table.host))
        events = apply(self.table, move)
        return Commit(self.table.copy(), GUILD, self.seq, press, move, events)

    def _open(self) -> tuple[Move, list[Event]]:
        move = Open(
            self.number, 100 + self.number, host=1, rules=BANK, at=self.now, seed=self._seed()
        )
        self.table, events = open_table(move)
        return move, events

    def _move(self) -> tuple[Move, list[Event]]:
        """A legal move by whoever. Nobody closes the table, and leaving is rare."""
        assert self.table is not None
        moves = [move for member in range(1, 5) for move in legal(self.table, member)]
        moves = [move for move in moves if not isinstance(move, Close)]
        if not self.table.seats:
            moves = [move for move in moves if isinstance(move, Join)]
        common = [move for move in moves if not isinstance(move, RARE)]
        if common and self._dice.random() < 0.97:
            moves = common
        move = self._stamped(self._dice.choice(moves))
        return move, apply(self.table, move)

    def _stamped(self, move: Move) -> Move:
        assert self.table is not None
        seed = self._seed() if needs_seed(self.table) else None
        return msgspec.structs.replace(move, at=self.now, seed=seed)

    def _seed(self) -> bytes:
        return self._dice.randbytes(32)


def break_ledger(commit: Commit) -> Commit:
    """The same play, but a seat pays chips it does not have."""
    stolen = ChipsMoved("chips:1", "bank", 10**6, "stolen")
    return msgspec.structs.replace(commit, events=[*commit.events, stolen])


def replay(moves: list[Move]) -> Table:
    opening = moves[0]
    assert isinstance(opening, Open)
    table, _ = open_table(opening)
    for move in moves[1:]:
        apply(table, move)
    return table
