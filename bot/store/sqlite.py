"""The store in one SQLite file: what each operation writes and reads.

WAL with synchronous=FULL: an answered commit survives a power cut (with NORMAL it often does not).
The schema is in `migrations/`, and what it can check it checks there. One connection writes, one
reads what is committed: no look at a member's past holds up a bet.
"""

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import aiosqlite
import msgspec
from filelock import BaseFileLock

from bot.game.history import PlayedRound
from bot.game.moves import Move, move_from_json
from bot.game.rules import HouseRules
from bot.game.table import Table, from_snapshot

from . import Commit, NotSaved, Person, Purse, Run, SavedTable, SchemaMismatch
from .audit import check_ends
from .chain import link
from .committer import Committer
from .file import BUSY, own, reason
from .hands import HANDS_OF, rounds_of
from .migrate import update
from .plays import made_by, rows_of
from .prune import PAUSE, checkpoints, writes_of
from .transaction import Row

log = logging.getLogger(__name__)

LAST_ACCOUNT = 2**53 - 1  # what every JSON reader keeps exactly

PRAGMAS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",  # macOS: a plain fsync stops at the drive
    "PRAGMA foreign_keys = ON",
)

Connect = Callable[[Path], sqlite3.Connection]


class Reader(Protocol):
    """The part of aiosqlite's connection that reads."""

    async def execute_fetchall(self, sql: str, parameters: Row, /) -> Iterable[Any]: ...
    async def close(self) -> None: ...


ConnectToRead = Callable[[Path], Awaitable[Reader]]

_RULES = msgspec.json.Decoder(HouseRules)

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
_FORGET_OTHERS = """
UPDATE person SET name = ''
WHERE name <> '' AND account NOT IN (SELECT value FROM json_each(?))
"""

_PURSE = """
SELECT chips, given, rebought_at FROM purse WHERE guild = ? AND kind = ? AND account = ?
"""
_BEST_RUNS = """
SELECT account, name, score, rounds, at FROM run
WHERE guild = ? ORDER BY score DESC, rounds, at, id LIMIT ?
"""
_SAVE_RULES = """
INSERT INTO saved_rules (guild, name, rules) VALUES (?, ?, ?)
ON CONFLICT (guild, name) DO UPDATE SET rules = excluded.rules
"""
_SAVED_RULES = "SELECT name, rules FROM saved_rules WHERE guild = ? ORDER BY name"
_DELETE_RULES = "DELETE FROM saved_rules WHERE guild = ? AND name = ?"


class SqliteStore:
    """A `Store` in the file at `path`. Opened once, closed once.

    `connect` makes the one writing connection and `thread` runs it, `connect_to_read` the other
    one; tests give connections that fail, or no threads. Of sqlite3's connection the writing one
    has execute, executemany, rollback and close, and knows `chain.link` as the SQL function
    `chain`.
    """

    def __init__(
        self,
        path: Path,
        connect: Connect | None = None,
        thread: Executor | None = None,
        connect_to_read: ConnectToRead | None = None,
    ) -> None:
        self._path = path.resolve()  # two spellings of one file have one owner
        self._connect = connect or connect_for_writing
        self._thread = thread or ThreadPoolExecutor(1, "store")
        self._connect_to_read = connect_to_read or connect_for_reading
        self._reader: Reader | None = None
        self._committer: Committer | None = None
        self._task: asyncio.Task[None] | None = None
        self._ending = asyncio.Event()

    async def open(self) -> None:
        """Checks and migrations run on the loop's own thread: nothing else runs yet, and a
        caller that is cancelled can't leave them behind without an owner."""
        lock = own(self._path)
        try:
            update(self._path)
            check_ends(self._path)
            connection = self._connect(self._path)
            try:
                self._reader = await self._connect_to_read(self._path)
            except BaseException:
                connection.close()
                raise
        except BaseException:
            lock.release()
            raise
        self._committer = Committer(connection, self._thread, self._path)
        self._task = asyncio.create_task(self._serve(self._committer, self._reader, lock))

    async def close(self) -> None:
        if self._task is not None:
            self._ending.set()
            await asyncio.wait([self._task])

    async def _serve(self, committer: Committer, reader: Reader, lock: BaseFileLock) -> None:
        """The life of an open store. However it ends, also with its loop and without `close`,
        the thread and the file are let go."""
        try:
            await self._ending.wait()
        finally:
            try:
                await committer.close()
                await reader.close()
            finally:
                lock.release()

    async def commit(self, commit: Commit) -> None:
        await self._opened.write(rows_of(commit), made_by(commit))

    async def tables(self) -> list[SavedTable]:
        return [
            SavedTable(_decoded(number, state), guild, seq, message)
            for number, state, guild, seq, message in await self._read(_OPEN_TABLES)
        ]

    async def last_table_id(self) -> int:
        ((number,),) = await self._read(_LAST_TABLE)
        return int(number)

    async def account(self, user: int, name: str) -> Person:
        """Account numbers are random so that they tell nothing about a member."""
        known = await self._read(_PERSON, (user,))
        if not known or (name and known[0][2] != name):
            account = secrets.randbelow(LAST_ACCOUNT) + 1
            await self._opened.write([(_NAME_PERSON, [(account, user, name)])])
            known = await self._read(_PERSON, (user,))
        return Person(*known[0])

    async def people(self, accounts: Iterable[int]) -> list[Person]:
        rows = await self._read(_PEOPLE, (_as_list(accounts),))
        return [Person(*row) for row in rows]

    async def forget_names(self, accounts: Iterable[int]) -> None:
        await self._opened.write([(_FORGET_NAME, [(account,) for account in accounts])])

    async def forget_other_names(self, accounts: Iterable[int]) -> None:
        await self._opened.write([(_FORGET_OTHERS, [(_as_list(accounts),)])])

    async def set_message(self, table: int, message: int | None) -> None:
        await self._opened.write([(_SET_MESSAGE, [(message, table)])])

    async def moves(self, table: int) -> list[Move]:
        rows = await self._read(_MOVES, (table,))
        return [move_from_json(move.encode()) for (move,) in rows]

    async def ledger(self, table: int) -> dict[str, int]:
        return dict(await self._read(_LEDGER, (table,)))

    async def purse(self, guild: int, kind: str, account: int) -> Purse | None:
        rows = await self._read(_PURSE, (guild, kind, account))
        return Purse(*rows[0]) if rows else None

    async def best_runs(self, guild: int, count: int = 5) -> list[Run]:
        return [Run(*row) for row in await self._read(_BEST_RUNS, (guild, count))]

    async def hands_of(
        self, guild: int, account: int, before: tuple[int, int] | None = None, count: int = 5
    ) -> list[PlayedRound]:
        table, hand = before or (None, None)
        rows = await self._read(HANDS_OF, (guild, account, table, hand, count))
        return rounds_of(rows, account)

    async def prune(self, before: int) -> int:
        pruned = 0
        for table, seq, count in await asyncio.to_thread(checkpoints, self._path, before):
            await self._opened.write(writes_of(table, seq))
            pruned += count
            await asyncio.sleep(PAUSE)
        return pruned

    async def save_rules(self, guild: int, name: str, rules: HouseRules) -> None:
        encoded = msgspec.json.encode(rules).decode()
        await self._opened.write([(_SAVE_RULES, [(guild, name, encoded)])])

    async def saved_rules(self, guild: int) -> dict[str, HouseRules]:
        saved: dict[str, HouseRules] = {}
        for name, rules in await self._read(_SAVED_RULES, (guild,)):
            try:
                saved[name] = _RULES.decode(rules)
            except msgspec.DecodeError as error:  # the others are still good to play by
                log.warning("guild %s: the saved rules %r can't be read: %s", guild, name, error)
        return saved

    async def delete_rules(self, guild: int, name: str) -> None:
        await self._opened.write([(_DELETE_RULES, [(guild, name)])])

    async def _read(self, sql: str, parameters: Row = ()) -> list[Any]:
        """Rows of what is committed."""
        self._opened.must_serve()
        assert self._reader is not None, "it is opened with the writer"
        try:
            rows = list(await self._reader.execute_fetchall(sql, parameters))
        except Exception as error:
            raise NotSaved(reason(error)) from error
        self._opened.must_serve()  # nobody may act on what the file holds by chance
        return rows

    @property
    def _opened(self) -> Committer:
        if self._committer is None:
            raise NotSaved("the store is not open")
        return self._committer


def connect_for_writing(path: Path) -> sqlite3.Connection:
    """The one writing connection, without transactions of its own making, for any one thread."""
    connection = sqlite3.connect(path, BUSY, isolation_level=None, check_same_thread=False)
    try:
        ((mode,),) = connection.execute("PRAGMA journal_mode = WAL")
        if mode != "wal":
            raise NotSaved(f"{path} lies on a file system that SQLite's log (WAL) can't be kept on")
        for pragma in PRAGMAS:
            connection.execute(pragma)
        connection.create_function("chain", 2, link, deterministic=True)
    except BaseException:
        connection.close()
        raise
    return connection


async def connect_for_reading(path: Path) -> Reader:
    """A connection that can't write."""
    return await aiosqlite.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=BUSY)


def _as_list(accounts: Iterable[int]) -> str:
    """For SQLite's `json_each`."""
    return msgspec.json.encode(list(accounts)).decode()


def _decoded(number: int, state: str) -> Table:
    try:
        return from_snapshot(state.encode())
    except msgspec.DecodeError as error:
        raise SchemaMismatch(
            f"Table {number} was saved by another version of this bot ({error}). Start the version "
            "that saved it, or put back a backup of that time."
        ) from error
