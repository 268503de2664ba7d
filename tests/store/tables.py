"""Tables to be saved: real ones played at random, and single plays written down.

    game = Game(7)                     table 7, opened by account 1 in guild 9
    for commit in game.play(200): …    its first 200 moves, each as it is committed
    game.make(Join(2))                 the one move that is wanted
    game.undo()                        as if the last move had not been made: it was refused

    await five_tables(store)           one of each house table, some hands in

    await at_once(store, asked)        what goes into one transaction together

The same number and seed give the same game. `break_ledger(commit)` makes a play no store may take.
"""

import asyncio
import random
import threading
from collections.abc import Coroutine, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from bot.game.engine import apply, needs_seed, open_table
from bot.game.events import ChipsMoved, Event
from bot.game.legal import legal
from bot.game.moves import Close, Join, Kick, Leave, Move, Open
from bot.game.rules import BANK, TABLES, HouseRules
from bot.game.table import Table, snapshot
from bot.store import Commit, PurseChanged, Store
from bot.store.sqlite import SqliteStore

GUILD = 9
NOON = 1_800_000_000_000  # ms since 1970
RARE = (Leave, Kick)


class Game:
    def __init__(
        self, number: int, seed: int = 0, rules: HouseRules = BANK, guild: int = GUILD
    ) -> None:
        self.number = number
        self.rules = rules
        self.guild = guild
        self.seq = 0
        self.now = NOON
        self._dice = random.Random(f"{number}/{seed}")
        self._table: Table | None = None
        self._before: Table | None = None

    @property
    def table(self) -> Table:
        assert self._table is not None, "the first move opens it"
        return self._table

    def play(self, moves: int, press: int | None = None) -> Iterator[Commit]:
        """The next `moves` moves. `press`: the interaction of the first; the rest count on."""
        for step in range(moves):
            yield self.next(None if press is None else press + step)

    def next(self, press: int | None = None) -> Commit:
        self.now += 1000
        return self.open(press) if self._table is None else self.make(self.choose(), press)

    def open(self, press: int | None = None) -> Commit:
        move = Open(
            self.number, 100 + self.number, host=1, rules=self.rules, at=self.now, seed=self._seed()
        )
        self._table, events = open_table(move)
        self.seq = 1
        return self._commit(move, events, press)

    def make(self, move: Move, press: int | None = None) -> Commit:
        self._before = self.table.copy()
        seed = self._seed() if needs_seed(self.table) else None
        move = msgspec.structs.replace(move, at=self.now, seed=seed)
        events = apply(self.table, move)
        self.seq += 1
        return self._commit(move, events, press)

    def undo(self) -> None:
        assert self._before is not None
        self._table, self._before = self._before, None
        self.seq -= 1

    def close(self, press: int | None = None) -> Commit:
        return self.make(Close(self.table.host), press)

    def choose(self) -> Move:
        """A legal move by whoever. Nobody closes the table, and leaving is rare."""
        moves = [move for member in range(1, 5) for move in legal(self.table, member)]
        moves = [move for move in moves if not isinstance(move, Close)]
        if not self.table.seats:
            moves = [move for move in moves if isinstance(move, Join)]
        common = [move for move in moves if not isinstance(move, RARE)]
        if common and self._dice.random() < 0.97:
            moves = common
        return self._dice.choice(moves)

    def _commit(self, move: Move, events: list[Event], press: int | None) -> Commit:
        return Commit(self.table.copy(), self.guild, self.seq, press, move, events)

    def _seed(self) -> bytes:
        return self._dice.randbytes(32)


async def five_tables(store: Store, moves: int = 120, first: int = 1) -> list[Game]:
    """A table of each kind, in a server each so that first stakes are given at all of them."""
    games = [
        Game(number, rules=rules, guild=GUILD + number)
        for number, rules in enumerate(TABLES.values(), first)
    ]
    for game in games:
        await play_on(store, game, moves)
    return games


async def play_on(store: Store, game: Game, moves: int) -> None:
    """So many tries to move: who brings chips that aren't there fails, and nothing happened."""
    for _ in range(moves):
        commit = game.next()
        try:
            await store.commit(commit)
        except PurseChanged:
            game.undo()


async def save_five_tables(path: Path) -> None:
    """A database of them, closed."""
    store = SqliteStore(path)
    await store.open()
    await five_tables(store)
    await store.close()


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


def must_hold(path: Path, acknowledged: list[Commit]) -> None:
    """After whatever happened to table 1: each acknowledged play is in the file; it all fits."""

    async def read() -> None:
        store = SqliteStore(path)
        await store.open()
        moves = await store.moves(1)
        (saved,) = await store.tables()
        await store.close()
        assert moves[: len(acknowledged)] == [play.move for play in acknowledged]
        assert saved.seq == len(moves)
        assert snapshot(replay(moves)) == snapshot(saved.table)

    asyncio.run(read())


async def ask_writer(store: SqliteStore, sql: str) -> list[Any]:
    """What the writing connection answers, on its thread."""
    connection = store._opened._connection
    asked = store._thread.submit(lambda: connection.execute(sql).fetchall())
    return await asyncio.wrap_future(asked)


async def at_once(store: SqliteStore, asked: Iterable[Coroutine[Any, Any, Any]]) -> list[Any]:
    """The answers, errors among them, to what is handed over while the writer is held."""
    go = threading.Event()
    store._thread.submit(go.wait, 60)
    tasks = [asyncio.ensure_future(one) for one in asked]
    await asyncio.sleep(0)
    go.set()
    return await asyncio.gather(*tasks, return_exceptions=True)
