"""A disk that loses power: what was not synced is lost, in part or in whole, in any order.

    python -m tests.store.power 1000 [first seed]

The database and its log lie in a file system of our own (an SQLite VFS, in memory). It remembers
what was written since each file's last sync. When the power goes, a random part of that reaches the
disk, writes torn at sector borders included, and the real store opens what is left.
"""

import asyncio
import contextlib
import logging
import random
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import apsw

from bot.store import NotSaved, Unknown, sqlite
from bot.store.audit import check_file
from bot.store.chain import link
from bot.store.sqlite import SqliteStore

from .tables import Game

SECTOR = 512  # bytes a disk writes whole or not at all
CHECKPOINT = 40  # pages in the log after which it is folded into the database: often, here
TABLES = 3
PLAYS = 25  # at each of them

Write = tuple[int, bytes]


class File:
    """`seen` is what the program reads; `safe` what is certain to outlive the power."""

    def __init__(self, safe: bytes | None) -> None:
        self.seen = bytearray(safe or b"")
        self.safe = None if safe is None else bytearray(safe)  # None: not even its name is
        self.unsynced: list[Write | int] = []  # a number: cut off at this length

    def change(self, change: Write | int) -> None:
        _apply(self.seen, change)
        self.unsynced.append(change)

    def sync(self) -> None:
        self.safe = bytearray(b"" if self.safe is None else self.safe)
        for change in self.unsynced:
            _apply(self.safe, change)
        self.unsynced.clear()

    def after_the_cut(self, dice: random.Random) -> bytes | None:
        if self.safe is None and dice.random() < 0.5:
            return None
        left = bytearray(self.safe or b"")
        changes = [change for change in self.unsynced if dice.random() < dice.choice((0.1, 0.9))]
        if dice.random() < 0.5:
            dice.shuffle(changes)
        for change in changes:
            _apply(left, _torn(change, dice))
        return bytes(left)


def _apply(data: bytearray, change: Write | int) -> None:
    if isinstance(change, int):
        del data[change:]
        return
    at, new = change
    data.extend(bytes(max(0, at - len(data))))
    data[at : at + len(new)] = new


def _torn(change: Write | int, dice: random.Random) -> Write | int:
    if isinstance(change, int) or dice.random() < 0.7:
        return change
    at, new = change
    return at, new[: dice.randrange(0, len(new) + 1, SECTOR)]


class Disk(apsw.VFS):
    """Loses power at the change number `cut`; the change number `fault` fails once."""

    def __init__(self, cut: int = 0, fault: int = 0) -> None:
        self.name = f"power-{id(self)}"
        self.files: dict[str, File] = {}
        self.changes = 0
        self.before_close = 0  # changes until everything was played
        self.is_dark = False
        self._cut = cut
        self._fault = fault
        super().__init__(self.name, "")

    def load(self, path: Path) -> None:
        self.files[str(path)] = File(path.read_bytes())

    def leave(self, dice: random.Random) -> None:
        """Write down what a machine finds that starts again."""
        for name, file in self.files.items():
            left = file.after_the_cut(dice)
            if left is None:
                Path(name).unlink(missing_ok=True)
            else:
                Path(name).write_bytes(left)

    def count(self) -> None:
        """Before each change. Raises when there is no power for it, or for a fault."""
        self.changes += 1
        self.is_dark = self.is_dark or self.changes == self._cut
        if self.is_dark or self.changes == self._fault:
            raise apsw.IOError("the disk is gone")

    def xOpen(self, name: Any, flags: list[int]) -> Any:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        key = path or f"temporary-{len(self.files)}"
        flags[1] = flags[0]
        return OpenFile(self, self.files.setdefault(key, File(None)))

    def xAccess(self, pathname: str, flags: int) -> bool:
        return pathname in self.files

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.count()
        del self.files[filename]

    def xFullPathname(self, name: str) -> str:
        return name


class OpenFile:
    """The file as SQLite holds it. One connection has it alone, so locks are no matter."""

    def __init__(self, disk: Disk, file: File) -> None:
        self._disk = disk
        self._file = file

    def xRead(self, amount: int, offset: int) -> bytes:
        return bytes(self._file.seen[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.count()
        self._file.change((offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:
        self._disk.count()
        self._file.change(newsize)

    def xSync(self, flags: int) -> None:
        self._disk.count()
        self._file.sync()

    def xFileSize(self) -> int:
        return len(self._file.seen)

    def xSectorSize(self) -> int:
        return SECTOR

    def xDeviceCharacteristics(self) -> int:
        return 0

    def xFileControl(self, op: int, ptr: int) -> bool:
        return False

    def xCheckReservedLock(self) -> bool:
        return False

    def xLock(self, level: int) -> None: ...

    def xUnlock(self, level: int) -> None: ...

    def xClose(self) -> None: ...


class Connection:
    """The part of sqlite3's connection that the store uses, on such a disk."""

    def __init__(self, disk: Disk, path: Path) -> None:
        self._db = apsw.Connection(str(path), vfs=disk.name)
        self._db.create_scalar_function("chain", cast(Any, link), 2, deterministic=True)

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> apsw.Cursor:
        with _as_sqlite3():
            return self._db.execute(sql, parameters)

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        with _as_sqlite3():
            self._db.executemany(sql, rows)

    def rollback(self) -> None:
        if self._db.in_transaction:
            self.execute("ROLLBACK")

    def close(self) -> None:
        with _as_sqlite3():
            self._db.close(True)


@contextlib.contextmanager
def _as_sqlite3() -> Iterator[None]:
    try:
        yield
    except apsw.Error as error:
        raise sqlite3.OperationalError(str(error)) from error


def store_on(disk: Disk, path: Path) -> SqliteStore:
    """The store at `path`, which exists, with its writing connection on the disk."""

    def connect(path: Path) -> sqlite3.Connection:
        disk.load(path)
        connection = Connection(disk, path)
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # a log without shared memory
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
        for pragma in sqlite.PRAGMAS:
            connection.execute(pragma)
        return cast(sqlite3.Connection, connection)

    return SqliteStore(path, connect)


async def play(disk: Disk, path: Path, seed: int, plays: int = PLAYS) -> dict[int, Game]:
    """Play at a few tables until the power goes, or to the end.

    The games, as far as the store has said that they are saved.
    """
    try:
        store = store_on(disk, path)
        await store.open()
    except sqlite3.Error:
        return {}  # gone before the first move
    games = [Game(number, seed) for number in range(1, TABLES + 1)]
    await asyncio.gather(*(_play(store, game, plays) for game in games))
    disk.before_close = disk.changes
    await store.close()
    return {game.number: game for game in games if game.seq}


async def _play(store: SqliteStore, game: Game, plays: int) -> None:
    for commit in game.play(plays):
        try:
            await store.commit(commit)
        except (NotSaved, Unknown):
            if game.seq > 1:
                game.undo()
            else:
                game.seq = 0
            return


async def left(path: Path) -> dict[int, int]:
    """Table -> its last move, as the store finds them now."""
    store = SqliteStore(path)
    await store.open()
    found = {saved.table.id: saved.seq for saved in await store.tables()}
    await store.close()
    return found


async def lost(folder: Path, template: Path, seed: int, disk: Disk) -> list[str]:
    """What is wrong after such a day: acknowledged moves that are gone, and what `check` finds."""
    path = _copy(template, folder / f"{seed}.db")
    games = await play(disk, path, seed)
    disk.unregister()
    disk.leave(random.Random(f"cut {seed}"))
    try:
        found = await left(path)
    except NotSaved as error:
        return [str(error)]
    gone = [
        f"table {number}: move {game.seq} was acknowledged, the log ends at {found.get(number, 0)}"
        for number, game in games.items()
        if found.get(number, 0) < game.seq
    ]
    return gone + check_file(path).problems


async def empty_database(folder: Path) -> Path:
    """A database without a table, in one file."""
    path = folder / "empty.db"
    store = SqliteStore(path)
    await store.open()
    await store.close()
    return path


def _copy(template: Path, path: Path) -> Path:
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    path.write_bytes(template.read_bytes())
    return path


async def changes_of_a_day(folder: Path, template: Path, plays: int = PLAYS) -> int:
    """How often the plays of seed 0 change the disk when nothing happens to it."""
    disk = Disk()
    games = await play(disk, _copy(template, folder / "day.db"), 0, plays)
    disk.unregister()
    assert [game.seq for game in games.values()] == [plays] * TABLES
    return disk.before_close


async def cuts(folder: Path, seeds: Sequence[int]) -> dict[int, list[str]]:
    """Seed -> what a power cut at its moment lost; nothing for those that lost nothing."""
    template = await empty_database(folder)
    last = await changes_of_a_day(folder, template)
    results = {
        seed: await lost(folder, template, seed, Disk(cut=random.Random(seed).randint(1, last)))
        for seed in seeds
    }
    return {seed: wrong for seed, wrong in results.items() if wrong}


def main() -> int:
    count, first = (int(text) for text in [*sys.argv[1:], *["1000", "0"][len(sys.argv) - 1 :]])
    logging.disable()  # each cut is a critical error, and meant to be one
    with tempfile.TemporaryDirectory() as folder:
        wrong = asyncio.run(cuts(Path(folder), range(first, first + count)))
    for seed, problems in wrong.items():
        print(f"seed {seed}:", *problems, sep="\n    ")
    print(f"{count} power cuts, {len(wrong)} with something lost.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
