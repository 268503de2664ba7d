"""The database file: its address, its owner, its health.

SQLite before 3.51.3 can corrupt a WAL that two connections write to, and that is the SQLite most
Pythons ship with. So a file has one owner, and whoever writes to it holds its lock.
"""

import sqlite3
from pathlib import Path

from filelock import FileLock, Timeout

from . import NotSaved, StoreLocked

QUICK_CHECK = 64 * 2**20  # bytes: a larger file would keep the bot from starting for too long
BUSY = 0.25  # seconds to wait for another program's lock; every table waits as long

PATIENCE = 10.0  # seconds that a reader waits for the moment in which a bot starts or ends


def path_of(url: str) -> Path:
    """Where `sqlite:///…` points. Raises ValueError with a sentence for anything else."""
    scheme, _, rest = url.partition("://")
    if scheme != "sqlite":
        raise ValueError(
            f"DATABASE_URL must begin with sqlite:///, and {scheme!r} is no database this bot has."
        )
    name = rest.removeprefix("/")
    if not rest.startswith("/") or name in ("", ":memory:") or name.endswith("/"):
        raise ValueError(
            "DATABASE_URL must name a file, such as sqlite:///data/blackjack.db: "
            "tables in memory would be lost with the process."
        )
    if "?" in name:
        raise ValueError("DATABASE_URL takes no options: leave out the ? and what follows it.")
    path = Path(name).expanduser()
    if not path.name:
        raise ValueError(f"DATABASE_URL names the folder {name}, not a file in it.")
    return path


def own(path: Path) -> FileLock:
    """Become the owner of the file, making its folder. Release the lock to give it up."""
    lock_path = path.with_name(path.name + ".lock")
    lock = FileLock(lock_path, thread_local=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        raise StoreLocked(
            f"Another bot already plays with {path}. Stop it first, or give this one a database "
            "of its own in DATABASE_URL."
        ) from None
    except OSError as error:
        raise NotSaved(
            f"The folder {path.parent} can't be written to ({error.strerror or error}). "
            "Give the bot the right to write there, or name another place in DATABASE_URL."
        ) from error
    return lock


def connect(path: Path) -> sqlite3.Connection:
    """A connection without hidden transactions. Raises NotSaved unless the file can be used."""
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


DAMAGED = "the database is damaged"

#: The first part of SQLite's name for an error -> what it means.
_REASONS = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "the database is read-only",
    "SQLITE_BUSY": "another program has locked the database",
    "SQLITE_IOERR": "the disk can't be read or written",
    "SQLITE_CANTOPEN": "the database can't be opened",
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
