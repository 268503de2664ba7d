"""`bot backup` and `bot restore`: a copy that is whole, and the way back to it.

A backup is one plain file, made while a bot plays: SQLite's own backup reads one state of the
database, its log (-wal) included, which a copy of the file alone would miss.
"""

import contextlib
import os
import shutil
import sqlite3
from pathlib import Path
from typing import NamedTuple

from . import NotSaved
from .audit import Report, check_file
from .file import copy, make, own, path_of


class Restored(NamedTuple):
    aside: Path | None  # the file in which the old database is kept, if there was one
    is_older: bool  # than this program, whose next start brings it up to date


def back_up(url: str, target: Path) -> Report:
    """Copy the database to `target` and check the copy.

    What the check finds was in the database too; the copy is kept all the same. Raises NotSaved:
    then there is no copy. A file that is there already is never replaced.
    """
    if target.exists():
        raise NotSaved(f"{target} is there already; give the backup a name of its own.")
    if not target.parent.is_dir():
        raise NotSaved(f"There is no folder {target.parent}: make it, or name another place.")
    part = _part_of(target)
    copy(path_of(url), part)
    try:
        report = check_file(part)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(target)
    return report


def restore(url: str, backup: Path) -> Restored:
    """Put a backup in the place of the database.

    Raises StoreLocked while a bot plays, and NotSaved or SchemaMismatch for a backup that is not
    whole or not of this program: then nothing has changed. One of an older program is whole when a
    copy of it, brought up to date, is.
    """
    path = path_of(url).resolve()
    lock = own(path)
    try:
        if path.exists() and backup.exists() and backup.samefile(path):
            raise NotSaved(f"{backup} is the database itself.")
        report = check_file(backup)
        if report.problems:
            raise NotSaved(f"{backup} is not whole, and nothing was changed. {report.problems[0]}")
        part = _part_of(path)
        copy(backup, part)
        try:
            aside = _set_aside(path)
            os.replace(part, path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise NotSaved(f"{path} was not replaced: {error.strerror}.") from error
        _sync_folder(path)
    finally:
        lock.release()
    return Restored(aside, report.is_older)


def _part_of(target: Path) -> Path:
    """The name of a copy beside `target` until it is whole and safe on disk."""
    return target.with_name(target.name + ".part")


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
    _keep(path, aside)
    log = path.with_name(path.name + "-wal")
    if log.exists():
        _keep(log, aside.with_name(aside.name + "-wal"))
    for end in ("-wal", "-shm"):  # the log of another file would be played into the new one
        path.with_name(path.name + end).unlink(missing_ok=True)
    return aside


def _keep(path: Path, aside: Path) -> None:
    make(aside)
    try:
        shutil.copyfile(path, aside)
    except OSError:  # half of it is worth nothing
        aside.unlink()
        raise


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
