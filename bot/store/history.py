"""A table's history as it lies in the file, move by move, and played again.

Nothing here trusts what it reads: the rows of a damaged file can hold anything.
"""

import sqlite3
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from bot.game.engine import apply, open_table
from bot.game.events import Event
from bot.game.moves import Move, Open, move_from_json
from bot.game.table import ENGINE_VERSION, Table, from_snapshot, snapshot

from .chain import content, hash_of

_MOVES = """
SELECT seq, press, at, engine, move, events, state_hash, hash FROM move
WHERE table_id = ? AND seq >= ? ORDER BY seq
"""
#: All that belongs to a move, the columns in the order that `chain.content` wants them.
_BELONGING = (
    "SELECT seq, hand, debit, credit, amount, why FROM transfer"
    " WHERE table_id = ? AND seq >= ? ORDER BY seq, id",
    "SELECT seq, number, engine, state FROM hand WHERE table_id = ? AND seq >= ? ORDER BY seq",
    "SELECT seq, guild, kind, account, what, chips, at FROM purse_line"
    " WHERE table_id = ? AND seq >= ? ORDER BY seq, id",
    "SELECT seq, guild, account, score, rounds, at FROM run"
    " WHERE table_id = ? AND seq >= ? ORDER BY seq, id",
)


class Logged(NamedTuple):
    """A move and all it wrote."""

    seq: int
    press: int | None
    at: int
    engine: int
    move: str
    events: str
    state_hash: bytes | None  # None, like `hash`, when it is older than the chain
    hash: bytes | None
    transfers: list[Any]
    hands: list[Any]  # number, engine, state
    purse_lines: list[Any]
    runs: list[Any]

    def content(self, guild: int, table: int) -> bytes:
        move = table, self.seq, self.press, self.at, self.engine, self.move, self.events
        hands = [hand[:2] for hand in self.hands]
        return content(
            guild, move, self.state_hash or b"", self.transfers, hands, self.purse_lines, self.runs
        )

    def has_its_openings(self) -> bool:
        """Whether the opening states kept with it are the state it left."""
        return all(hash_of(state) == self.state_hash for *_, state in self.hands)


def history(connection: sqlite3.Connection, table: int, since: int) -> Iterator[Logged]:
    """The moves of a table from `since` on. A row whose move is missing comes with the next one;
    where there is none, it refers to nothing, which the file's own check finds."""
    belonging = [_Rows(connection.execute(sql, (table, since))) for sql in _BELONGING]
    for move in connection.execute(_MOVES, (table, since)):
        yield Logged(*move, *(rows.up_to(move[0]) for rows in belonging))


class _Rows:
    """Rows in the order of their first column, handed out move by move."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor
        self.next = cursor.fetchone()

    def up_to(self, seq: int) -> list[Any]:
        """The rows of the move, without the column that says so."""
        taken = []
        while self.next is not None and self.next[0] <= seq:
            taken.append(self.next[1:])
            self.next = self._cursor.fetchone()
        return taken


class Replay:
    """Plays moves again: from Open, and from each hand's opening where the way there is unknown.

    Only moves of this version of the engine: another one may have played them otherwise.
    """

    def __init__(self) -> None:
        self.played = 0
        self._table: Table | None = None  # the state after the last move, while it is known

    def differs(self, logged: Logged) -> bool:
        """Whether the move, played after the one before, gives other events or another table."""
        if logged.engine != ENGINE_VERSION:
            self._table = None
            return False
        move = move_from_json(logged.move.encode())
        if self._table is None and not isinstance(move, Open):
            self._begin(logged)
            return False
        events = self._play(move)
        self.played += 1
        state = snapshot(self._known).decode()
        if (
            msgspec.json.encode(events).decode() == logged.events
            and logged.state_hash in (None, hash_of(state))
            and all(opening == state for *_, opening in logged.hands)
        ):
            return False
        self._begin(logged)  # what follows is judged from a known state again
        return True

    def forget(self) -> None:
        """The last move could not be played: what follows is known again from the next opening."""
        self._table = None

    def ends_as(self, state: str) -> bool:
        """Whether the last move left this state, as far as that is known."""
        return self._table is None or snapshot(self._table).decode() == state

    @property
    def _known(self) -> Table:
        assert self._table is not None
        return self._table

    def _play(self, move: Move) -> list[Event]:
        if isinstance(move, Open):
            self._table, events = open_table(move)
            return events
        return apply(self._known, move)

    def _begin(self, logged: Logged) -> None:
        self._table = from_snapshot(logged.hands[-1][-1].encode()) if logged.hands else None
