"""The database file: its address, its owner, its health.

SQLite before 3.51.3 can corrupt a WAL that two connections write to, and that is the SQLite most
Pythons ship with. So a file has one owner, and whoever writes to it holds its lock.

It holds seeds, and so every card still to come: nobody else on the machine may read it, or any file
made from it.
"""

import contextlib
import glob
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from . import BadAddress, NotSaved, StoreLocked

QUICK_CHECK = 64 * 2**20  # bytes: a larger file would keep the bot from starting for too long
BUSY = 0.25  # seconds to wait for another program's lock; every table waits as long

PATIENCE = 10.0  # seconds that a reader waits for the moment in which a bot starts or ends

_OWNERS = 0o600  # who may do what with a new file: its owner read and write, others nothing
_OTHERS = 0o077
_BESIDE = ("", "-wal", "-shm", "-journal", ".lock")  # what SQLite and we keep at a path


def path_of(url: str) -> Path:
    """Where `sqlite:///…` points. Raises BadAddress with a sentence for anything else."""
    scheme, _, rest = url.partition("://")
    if scheme != "sqlite":
        raise BadAddress(
            f"DATABASE_URL must begin with sqlite:///, and {scheme!r} is no database this bot has."
        )
    name = rest.removeprefix("/")
    if not rest.startswith("/") or name in ("", ":memory:") or name.endswith("/"):
        raise BadAddress(
            "DATABASE_URL must name a file, such as sqlite:///data/blackjack.db: "
            "tables in memory would be lost with the process."
        )
    if "?" in name:
        raise BadAddress("DATABASE_URL takes no options: leave out the ? and what follows it.")
    path = Path(name).expanduser()
    if not path.name:
        raise BadAddress(f"DATABASE_URL names the folder {name}, not a file in it.")
    return path


def own(path: Path) -> FileLock:
    """Become the owner of the file, making its folder. Release the lock to give it up.

    What others could read until now, because an older version made it, they can't any more.
    """
    lock_path = path.with_name(path.name + ".lock")
    lock = FileLock(lock_path, mode=_OWNERS, thread_local=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        _must_be_there(lock_path)
        raise StoreLocked(
            f"Another bot already plays with {path}. Stop it first, or give this one a database "
            "of its own in DATABASE_URL."
        ) from None
    except (OSError, NotImplementedError) as error:  # the latter: a file system without locks
        raise _no_lock(lock_path, error) from error
    for file in open_to_others(path):
        with contextlib.suppress(OSError):  # another user's; the doctor names it
            file.chmod(stat.S_IMODE(file.stat().st_mode) & ~_OTHERS)
    return lock


def _must_be_there(lock_path: Path) -> None:
    """The lock can't be had, either because somebody has it, or because there can be none."""
    try:
        os.close(os.open(lock_path, os.O_RDWR | os.O_CREAT, _OWNERS))
    except OSError as error:
        raise _no_lock(lock_path, error) from error


def _no_lock(lock_path: Path, error: Exception) -> NotSaved:
    why = (isinstance(error, OSError) and error.strerror) or error
    return NotSaved(
        f"The folder {lock_path.parent} can't be written to: no {lock_path.name} can be made there "
        f"({why}). Give the bot the right to write there, or name another place in DATABASE_URL."
    )


def open_to_others(path: Path) -> list[Path]:
    """The database and what was made from it, as far as others on this machine may read it."""
    if os.name == "nt":  # has no such bits; a user's own folders are closed to others there
        return []
    return [file for file in _files_of(path) if file.stat().st_mode & _OTHERS]


def _files_of(path: Path) -> Iterator[Path]:
    for end in _BESIDE:
        if (file := path.with_name(path.name + end)).is_file():
            yield file
    yield from path.parent.glob(f"{glob.escape(path.name)}.replaced-*")


def make(path: Path) -> None:
    """An empty file of the owner's alone. SQLite gives what it puts beside one the same rights."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNERS))


def connect(path: Path) -> sqlite3.Connection:
    """A connection without hidden transactions. Raises NotSaved unless the file can be used."""
    with contextlib.suppress(OSError):  # what is there stays; why it can't be made SQLite says
        make(path)
    try:
        connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None)
    except sqlite3.Error as error:
        raise _unusable(path, error) from error
    try:
        _check(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise _unusable(path, error) from error
    except BaseException:
        connection.close()
        raise
    return connection


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that only reads, also while a bot plays. Raises NotSaved when there is no file.

    Text that is not UTF-8 any more is read all the same: whoever checks wants to see it.
    """
    if not path.is_file():
        raise NotSaved(f"There is no database {path}.")
    try:
        uri = f"{path.resolve().as_uri()}?mode=ro"
        connection = sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
    except sqlite3.Error as error:
        raise _unusable(path, error) from error
    connection.text_factory = lambda text: text.decode(errors="backslashreplace")
    return connection


def copy(source: Path, target: Path) -> None:
    """A copy of all that is in the database, its log (-wal) included, safe on disk.

    `target` is made anew. Raises NotSaved, and then there is none.
    """
    try:
        target.unlink(missing_ok=True)
        make(target)
    except OSError as error:
        raise NotSaved(f"{target} can't be written: {error.strerror}.") from error
    try:
        with (
            contextlib.closing(read_only(source)) as reader,
            contextlib.closing(sqlite3.connect(target)) as writer,
        ):
            reader.backup(writer)  # in one go: begun anew at every commit, it might never end
            writer.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        with target.open("rb+") as file:
            os.fsync(file.fileno())
    except (sqlite3.Error, OSError, NotSaved) as error:
        with contextlib.suppress(OSError):
            target.unlink()
        if isinstance(error, NotSaved):
            raise
        raise NotSaved(f"{source} can't be copied: {reason(error)}.") from error


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """A file that is no database or can't be written to is only noticed by a real write."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("PRAGMA user_version = 1")
    connection.execute("ROLLBACK")
    if path.stat().st_size > QUICK_CHECK:
        return
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise NotSaved(_damaged(path, found))


def _unusable(path: Path, error: sqlite3.Error) -> NotSaved:
    if reason(error) == DAMAGED:
        return NotSaved(_damaged(path, error))
    return NotSaved(
        f"{path} can't be used: {reason(error)}. Make sure that it is a file this user may write "
        "to and that no other program has it open, and start again."
    )


def _damaged(path: Path, found: object) -> str:
    return (
        f"{path} is damaged or no database ({found}). Move it aside together with its -wal file, "
        "put the last backup in its place, and start again; without a backup the bot starts with "
        "no tables."
    )


DAMAGED = "the file is damaged or no database"

#: The first part of SQLite's name for an error -> what it means.
_REASONS = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "the database is read-only",
    "SQLITE_BUSY": "another program has locked the database",
    "SQLITE_IOERR": "the disk can't be read or written",
    "SQLITE_CANTOPEN": "the file can't be opened",
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
}


def reason(error: Exception) -> str:
    """What went wrong, in a few words."""
    name: str = getattr(error, "sqlite_errorname", "")
    for beginning, words in _REASONS.items():
        if name.startswith(beginning):
            return words
    return str(error)
