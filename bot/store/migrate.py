"""Numbered plain SQL, applied in order, each file in one transaction with its own record.

    migrations/0001_tables.sql, migrations/0002_…       never edited once applied

A migration that fails leaves the database as it was. A database that is newer than the program, or
that was made by a file which has been edited since, is refused. `executescript` is not used
anywhere: it commits first and leaves half a migration behind.
"""

import contextlib
import hashlib
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from . import NotSaved, SchemaMismatch
from .file import connect, own, path_of, reason

_HERE = Path(__file__).resolve()
_INSTALLED = _HERE.parents[1] / "migrations"  # `setup.py` puts them there

#: Beside the package in a clone, inside it where it was installed.
FOLDER = _INSTALLED if _INSTALLED.is_dir() else _HERE.parents[2] / "migrations"

_NAME = re.compile(r"(\d{4})_[a-z0-9_]+\.sql")

_RECORDS = """
CREATE TABLE IF NOT EXISTS migration (
    version INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    applied_at TEXT NOT NULL
)
"""

_RECORDED = {"version", "name", "sha256"}
_RECORD_COLUMNS = "SELECT name FROM pragma_table_info('migration')"
_RECORD = """
INSERT INTO migration (version, name, sha256, applied_at)
VALUES (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
"""


class Migration(NamedTuple):
    version: int
    name: str
    sql: str

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()


def migrate(url: str) -> list[str]:
    """Bring the database at `url` up to date; the names of the files applied.

    Raises ValueError for a bad address, StoreLocked while a bot runs, SchemaMismatch, or NotSaved.
    """
    path = path_of(url)
    lock = own(path)
    try:
        return update(path)
    finally:
        lock.release()


def update(path: Path, folder: Path = FOLDER) -> list[str]:
    """The same for whoever already owns the file: also checks that it can be used at all."""
    known = migrations(folder)
    with contextlib.closing(connect(path)) as connection:
        pending = known[_applied(connection, path, known) :]
        connection.execute("PRAGMA synchronous = FULL")
        for migration in pending:
            _apply(connection, migration)
    return [migration.name for migration in pending]


def is_current(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the database in the file `path` needs no migration. Raises SchemaMismatch when it is
    newer than the program or of another one, and NotSaved when it is no database or empty."""
    known = migrations(FOLDER)
    try:
        applied = _applied(connection, path, known)
    except sqlite3.Error as error:
        raise NotSaved(f"{path} can't be read: {reason(error)}.") from error
    if not applied:  # the bot's own have had one from their first moment
        raise NotSaved(f"{path} is empty: no bot has ever played with it.")
    return applied == len(known)


def migrations(folder: Path) -> list[Migration]:
    """The files of the folder in order, numbered from 1 without a hole."""
    if not folder.is_dir():
        raise SchemaMismatch(
            f"The folder {folder} is missing: the bot runs from a complete copy of its files, with "
            "migrations/ beside bot/."
        )
    found = [_read(path) for path in sorted(folder.glob("*.sql"))]
    if [migration.version for migration in found] != list(range(1, len(found) + 1)) or not found:
        raise SchemaMismatch(f"The files in {folder} are not numbered 0001, 0002 and so on.")
    return found


def _read(path: Path) -> Migration:
    """Line ends are read as one kind, so a checkout on Windows gives the same sum."""
    match = _NAME.fullmatch(path.name)
    if match is None:
        raise SchemaMismatch(f"{path} is not named like 0001_tables.sql.")
    return Migration(int(match[1]), path.stem, path.read_text(encoding="utf-8"))


def _applied(connection: sqlite3.Connection, path: Path, known: list[Migration]) -> int:
    """How many of the known migrations the database has. `path` is for the sentences."""
    if connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None:
        return 0
    if not {name for (name,) in connection.execute(_RECORD_COLUMNS)} >= _RECORDED:
        raise SchemaMismatch(f"{path} belongs to another program: name another file.")
    rows = connection.execute("SELECT version, name, sha256 FROM migration ORDER BY version")
    applied = rows.fetchall()
    if len(applied) > len(known):
        raise SchemaMismatch(
            f"{path} is newer than this program: it has {applied[-1][1]}, and the program ends at "
            f"{known[-1].name}. Install the newer program, or put back an older backup."
        )
    for (_, name, sha256), migration in zip(applied, known, strict=False):
        if sha256 != migration.sha256:
            raise SchemaMismatch(
                f"{migration.name}.sql was edited after this database had applied {name}. Put the "
                "file back as it was; changes belong into a new file."
            )
    return len(applied)


def _apply(connection: sqlite3.Connection, migration: Migration) -> None:
    """Foreign keys are off here, so tables may be rebuilt, and are checked before the commit."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(_RECORDS)
        connection.set_authorizer(_no_transactions)
        for statement in statements(migration.sql):
            connection.execute(statement)
        connection.set_authorizer(None)
        connection.execute(_RECORD, (migration.version, migration.name, migration.sha256))
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise sqlite3.IntegrityError("rows refer to rows that do not exist")
        connection.execute("COMMIT")
    except (sqlite3.Error, ValueError) as error:
        connection.set_authorizer(None)
        connection.rollback()
        raise NotSaved(
            f"The migration {migration.name} failed and was undone: {reason(error)}. The database "
            "is as it was; the bot can't start before the migration succeeds."
        ) from error


def _no_transactions(action: int, *_: str | None) -> int:
    """A COMMIT inside a migration would leave half of it behind."""
    ends = action in (sqlite3.SQLITE_TRANSACTION, sqlite3.SQLITE_SAVEPOINT)
    return sqlite3.SQLITE_DENY if ends else sqlite3.SQLITE_OK


def statements(sql: str) -> Iterator[str]:
    """The statements of a script. SQLite itself says where one ends: triggers hold semicolons."""
    statement = ""
    for piece in (sql + "\n").split(";"):  # a last comment would swallow the semicolon
        statement += piece + ";"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement:
        raise ValueError("it ends in the middle of a statement")
