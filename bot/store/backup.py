"""`bot backup` and `bot restore`: a copy that is whole, and the way back to it.

A backup is one plain file, made while a bot plays: SQLite's own backup reads one state of the
database, its log (-wal) included, which a copy of the file alone would miss.
"""

import contextlib
import os
import shutil
import sqlite3
from pathlib import Path

from . import NotSaved
from .audit import Report, check_file
from .file import own, path_of, read_only, reason


def back_up(url: str, target: Path) -> Report:
    """Copy the database to `target` and check the copy.

    What the check finds was in the database too; the copy is kept all the same. Raises NotSaved:
    then there is no copy. A file that is there already is never replaced.
    """
    if target.exists():
        raise NotSaved(f"{target} is there already; give the backup a name of its own.")
    part = _copy(path_of(url), target)
    try:
        report = check_file(part)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(target)
    return report


def restore(url: str, backup: Path) -> Path | None:
    """Put a backup in the place of the database; the file in which the old one is kept, if any.

    Raises StoreLocked while a bot plays, and NotSaved or SchemaMismatch for a backup that is not
    whole or not of this program: then nothing has changed.
    """
    path = path_of(url).resolve()
    lock = own(path)
    try:
        if path.exists() and backup.exists() and backup.samefile(path):
            raise NotSaved(f"{backup} is the database itself.")
        report = check_file(backup)
        if report.problems:
            raise NotSaved(f"{backup} is not whole, and nothing was changed. {report.problems[0]}")
        part = _copy(backup, path)
        aside = _set_aside(path)
        os.replace(part, path)
        _sync_folder(path)
    finally:
        lock.release()
    return aside


def _copy(source: Path, target: Path) -> Path:
    """A copy beside `target`, under another name until it is whole and safe on disk."""
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)  # of a copy that was interrupted
        with (
            contextlib.closing(read_only(source)) as reader,
            contextlib.closing(sqlite3.connect(part)) as writer,
        ):
            reader.backup(writer)  # in one go: begun anew at every commit, it might never end
            writer.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        with part.open("rb+") as file:
            os.fsync(file.fileno())
    except (sqlite3.Error, OSError) as error:
        with contextlib.suppress(OSError):
            part.unlink()
        raise NotSaved(f"{source} can't be copied to {target}: {reason(error)}.") from error
    return part


def _set_aside(path: Path) -> Path | None:
    """Keep the database under another name. It stays in its place as well, until it is replaced:
    at no moment is there none, which a bot that starts would take for a new beginning.
    """
    if not path.exists():
        return None
    with (
        contextlib.suppress(sqlite3.Error),  # a damaged one keeps its log (-wal) beside it
        contextlib.closing(sqlite3.connect(path)) as connection,
    ):
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    aside = _free_name(path)
    shutil.copyfile(path, aside)
    log = path.with_name(path.name + "-wal")
    if log.exists():
        shutil.copyfile(log, aside.with_name(aside.name + "-wal"))
    for end in ("-wal", "-shm"):  # the log of another file would be played into the new one
        path.with_name(path.name + end).unlink(missing_ok=True)
    return aside


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.replaced-{number}")).exists():
        number += 1
    return aside


def _sync_folder(path: Path) -> None:
    """So that the new name survives a power cut too; not every system can."""
    with contextlib.suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
