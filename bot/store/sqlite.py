"""The store in one SQLite file: what each operation writes and reads.

WAL with synchronous=FULL: an answered commit survives a power cut (with NORMAL it often does not).
The schema is in `migrations/`, and what it can check it checks there.
"""

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Iterable
from pathlib import Path

import aiosqlite
import msgspec
from filelock import BaseFileLock

from bot.game.events import ChipsMoved, HandBegan
from bot.game.moves import Move, move_from_json, move_to_json
from bot.game.table import ENGINE_VERSION, Phase, Table, from_snapshot, snapshot

from . import Commit, NotSaved, Person, SavedTable, SchemaMismatch
from .committer import Committer, Row, Writes
from .file import BUSY, own, reason
from .migrate import update

log = logging.getLogger(__name__)

LAST_ACCOUNT = 2**53 - 1  # what every JSON reader keeps exactly

_SAVE_TABLE = """
INSERT INTO saved_table (id, guild, channel, seq, closed, state) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE
SET seq = excluded.seq, closed = excluded.closed, state = excluded.state
"""
_LOG_MOVE = "INSERT INTO move (table_id, seq, press, at, move, events) VALUES (?, ?, ?, ?, ?, ?)"
_BOOK = """
INSERT INTO transfer (table_id, seq, hand, debit, credit, amount, why) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_KEEP_HAND = "INSERT INTO hand (table_id, number, seq, engine, state) VALUES (?, ?, ?, ?, ?)"
_WAS_PRESSED = "SELECT 1 FROM move WHERE press = ?"

_SET_MESSAGE = "UPDATE saved_table SET message = ? WHERE id = ?"
_OPEN_TABLES = "SELECT id, state, guild, seq, message FROM saved_table WHERE closed = 0 ORDER BY id"
_LAST_TABLE = "SELECT coalesce(max(id), 0) FROM saved_table"
_MOVES = "SELECT move FROM move WHERE table_id = ? ORDER BY seq"
_LEDGER = "SELECT account, chips FROM balance WHERE table_id = ? AND chips <> 0"

_NAME_PERSON = """
INSERT INTO person (account, user, name) VALUES (?, ?, ?)
ON CONFLICT (user) DO UPDATE SET name = excluded.name WHERE excluded.name <> ''
"""
_PERSON = "SELECT account, user, name FROM person WHERE user = ?"
_PEOPLE = """
SELECT account, user, name FROM person WHERE account IN (SELECT value FROM json_each(?))
"""
_FORGET_NAME = "UPDATE person SET name = '' WHERE account = ?"


class SqliteStore:
    """A `Store` in the file at `path`. Opened once, closed once."""

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()  # two spellings of one file have one owner
        self._committer: Committer | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Checks and migrations run on the loop's own thread: nothing else runs yet, and a
        caller that is cancelled can't leave them behind without an owner."""
        lock = own(self._path)
        try:
            update(self._path)
            connection = await _connect(self._path)
        except BaseException:
            lock.release()
            raise
        self._committer = Committer(connection, self._path)
        self._task = asyncio.create_task(_serve(self._committer, connection, lock))

    async def close(self) -> None:
        if self._committer is not None and self._task is not None:
            self._committer.stop()
            await asyncio.wait([self._task])

    async def commit(self, commit: Commit) -> None:
        made: tuple[str, Row] | None = None
        if commit.press is not None:
            made = _WAS_PRESSED, (commit.press,)
        await self._opened.write(_rows(commit), made)

    async def tables(self) -> list[SavedTable]:
        return [
            SavedTable(_decoded(number, state), guild, seq, message)
            for number, state, guild, seq, message in await self._opened.read(_OPEN_TABLES)
        ]

    async def last_table_id(self) -> int:
        ((number,),) = await self._opened.read(_LAST_TABLE)
        return int(number)

    async def account(self, user: int, name: str) -> Person:
        """Account numbers are random so that they tell nothing about a member."""
        known = await self._opened.read(_PERSON, (user,))
        if not known or (name and known[0][2] != name):
            account = secrets.randbelow(LAST_ACCOUNT) + 1
            await self._opened.write([(_NAME_PERSON, [(account, user, name)])])
            known = await self._opened.read(_PERSON, (user,))
        return Person(*known[0])

    async def people(self, accounts: Iterable[int]) -> list[Person]:
        asked = msgspec.json.encode(list(accounts)).decode()
        return [Person(*row) for row in await self._opened.read(_PEOPLE, (asked,))]

    async def forget_names(self, accounts: Iterable[int]) -> None:
        await self._opened.write([(_FORGET_NAME, [(account,) for account in accounts])])

    async def set_message(self, table: int, message: int | None) -> None:
        await self._opened.write([(_SET_MESSAGE, [(message, table)])])

    async def moves(self, table: int) -> list[Move]:
        rows = await self._opened.read(_MOVES, (table,))
        return [move_from_json(move.encode()) for (move,) in rows]

    async def ledger(self, table: int) -> dict[str, int]:
        return dict(await self._opened.read(_LEDGER, (table,)))

    @property
    def _opened(self) -> Committer:
        if self._committer is None:
            raise NotSaved("the store is not open")
        return self._committer


async def _connect(path: Path) -> aiosqlite.Connection:
    """The one writing connection, without transactions of its own making."""
    connection = await aiosqlite.connect(path, timeout=BUSY, isolation_level=None)
    try:
        ((mode,),) = await connection.execute_fetchall("PRAGMA journal_mode = WAL")
        if mode != "wal":
            raise NotSaved(f"{path} lies on a file system that SQLite's log (WAL) can't be kept on")
        await connection.execute("PRAGMA synchronous = FULL")
        await connection.execute("PRAGMA fullfsync = ON")  # macOS: a plain fsync stops at the drive
        await connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        await connection.close()
        raise
    return connection


async def _serve(
    committer: Committer, connection: aiosqlite.Connection, lock: BaseFileLock
) -> None:
    """The life of an open store. However it ends, the thread and the file are let go.

    An unclosed connection would keep the whole process alive.
    """
    try:
        await committer.run()
    finally:
        try:
            await _let_go(connection)
        finally:
            lock.release()


async def _let_go(connection: aiosqlite.Connection) -> None:
    """A writer torn away leaves a transaction open and its cursor in a traceback somewhere; for
    as long as that lives, close alone would leave the file locked."""
    for step in (connection.rollback, connection.close):
        try:
            await step()
        except sqlite3.Error as error:
            log.warning("The database was not closed cleanly: %s", reason(error))


def _rows(commit: Commit) -> Writes:
    """All of a play, encoded now: the table may change again before the writer gets to it."""
    table, move = commit.table, commit.move
    state = snapshot(table).decode()
    at = table.id, commit.seq
    events = msgspec.json.encode(commit.events).decode()
    closed = int(table.phase is Phase.CLOSED)
    return [
        (_SAVE_TABLE, [(table.id, commit.guild, table.channel, commit.seq, closed, state)]),
        (_LOG_MOVE, [(*at, commit.press, move.at, move_to_json(move).decode(), events)]),
        (_BOOK, [
            (*at, _hand_of(table), moved.source, moved.target, moved.chips, moved.why)
            for moved in commit.events
            if isinstance(moved, ChipsMoved)
        ]),
        (_KEEP_HAND, [
            (table.id, began.hand, commit.seq, ENGINE_VERSION, state)
            for began in commit.events
            if isinstance(began, HandBegan)
        ]),
    ]  # fmt: skip


def _hand_of(table: Table) -> int:
    """The hand that chips moved for: while bets are open, the one still to be dealt."""
    return table.hand + 1 if table.phase is Phase.BETTING else table.hand


def _decoded(number: int, state: str) -> Table:
    try:
        return from_snapshot(state.encode())
    except msgspec.DecodeError as error:
        raise SchemaMismatch(
            f"Table {number} was saved by another version of this bot ({error}). Start the version "
            "that saved it, or put back a backup of that time."
        ) from error
