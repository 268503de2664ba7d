"""All that waits, in one transaction and one fsync, on the thread that has the connection.

1. An error before COMMIT undoes the group, and each write is tried alone: only what is wrong
   itself is refused.
2. An error from COMMIT, or from ROLLBACK, is `Unknown`: the file may hold the group or not.

However many statements it takes, a group is one trip to the thread. The way back from there is
slow: each result waits until the event loop is done with everybody before it.
"""

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from . import AlreadyPlayed, NotSaved, PurseChanged, TooManyRules, Unknown
from .file import reason

ROOM = 16 * 2**20  # bytes left on the disk; a disk that fills up fails in COMMIT, see `_begin`

#: The first words of refusals that the schema raises -> what the caller is told.
_REFUSALS: dict[str, type[NotSaved]] = {"purse": PurseChanged, "saved rules": TooManyRules}

Row = tuple[int | str | bytes | None, ...]
Writes = Sequence[tuple[str, Sequence[Row]]]


class Write:
    """Rows that are written all or none. `made` finds a row when they were written before.

    Settled on the writer's thread, answered on the loop's.
    """

    def __init__(self, writes: Writes, made: tuple[str, Row] | None) -> None:
        self.writes = writes
        self.made = made
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_settled = False
        self._error: Exception | None = None

    def settle(self, error: Exception | None = None) -> None:
        """Written, or why not. The first word counts."""
        if not self.is_settled:
            self._error, self.is_settled = error, True

    def answer(self) -> None:
        if self.done.done():
            return  # the caller was cancelled: what it asked for happens anyway
        if self._error is not None:
            self.done.set_exception(self._error)
        else:
            self.done.set_result(None)


def perform(connection: sqlite3.Connection, folder: Path, jobs: Sequence[Write]) -> None:
    """Settle all jobs. Raises Unknown: of those that are not settled by then nobody knows what
    became, and nothing may be asked of the connection after."""
    try:
        _begin(connection, folder)
    except Exception as error:  # the fault of none of them, so nothing to try alone
        for job in jobs:
            job.settle(NotSaved(reason(error)))
        return
    try:
        for sql, rows in _together(jobs):
            connection.executemany(sql, rows)
    except Exception as error:
        _undo(connection, folder, jobs, error)
        return
    try:
        connection.execute("COMMIT")
    except Exception as error:
        raise Unknown(f"COMMIT failed: {reason(error)}") from error
    for job in jobs:
        job.settle()


def _begin(connection: sqlite3.Connection, folder: Path) -> None:
    """A full disk shows only when COMMIT writes the log, and that would be the end of us.

    So the room is measured before, while a refusal is still an honest one.
    """
    if shutil.disk_usage(folder).free < ROOM:
        raise NotSaved("the disk is full")
    connection.execute("BEGIN IMMEDIATE")


def _undo(
    connection: sqlite3.Connection, folder: Path, jobs: Sequence[Write], error: Exception
) -> None:
    """Roll back; then each alone, so that only the one that is wrong is refused."""
    try:
        connection.rollback()
    except Exception as failure:
        raise Unknown(f"ROLLBACK failed: {reason(failure)}") from failure
    if len(jobs) == 1:
        jobs[0].settle(_refusal(connection, jobs[0], error))
        return
    for job in jobs:
        perform(connection, folder, [job])


def _refusal(connection: sqlite3.Connection, job: Write, error: Exception) -> Exception:
    """Asked after the rollback: which of several constraints SQLite names first is its own."""
    with contextlib.suppress(sqlite3.Error):  # a file that can't be read either
        if job.made and connection.execute(*job.made).fetchall():
            return AlreadyPlayed()
    why = reason(error)
    return _REFUSALS.get(why.partition(":")[0], NotSaved)(why)


def _together(jobs: Iterable[Write]) -> list[tuple[str, list[Row]]]:
    """The rows of all jobs by statement, statements in the order they first appear.

    A play's table comes before its move, its move before its transfers: rows that refer to others
    come after them in every job, so they do in the group.
    """
    rows: dict[str, list[Row]] = {}
    for job in jobs:
        for sql, more in job.writes:
            rows.setdefault(sql, []).extend(more)
    return [(sql, together) for sql, together in rows.items() if together]
