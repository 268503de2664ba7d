"""One writer, one queue: whatever waits is written in one transaction and one fsync.

1. Nobody else touches the connection. Callers hand over data, at once and without waiting, and
   then await an answer; cancelling them takes back neither.
2. No answer is given before COMMIT has returned.
3. An error before COMMIT undoes the group, and each write is tried alone: only what is wrong
   itself is refused.
4. An error from COMMIT is `Unknown`: the file may hold the group or not. Nothing is served after.
5. The queue is bounded: what does not fit is refused at once.

A transaction is a handful of calls to the connection's thread, however many writes are in it:
rows for the same statement go there together.
"""

import asyncio
import contextlib
import logging
import shutil
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import aiosqlite

from . import AlreadyPlayed, NotSaved, PurseChanged, TooManyRules, Unknown
from .file import reason

log = logging.getLogger(__name__)

QUEUE = 4096  # waiting jobs
GROUP = 256  # jobs in one transaction
ROOM = 16 * 2**20  # bytes left on the disk; a disk that fills up fails in COMMIT, see `_begin`

#: The first words of refusals that the schema raises -> what the caller is told.
_REFUSALS: dict[str, type[NotSaved]] = {"purse": PurseChanged, "saved rules": TooManyRules}

Row = tuple[int | str | bytes | None, ...]
Writes = Sequence[tuple[str, Sequence[Row]]]


class _Job:
    def __init__(self) -> None:
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def answer(self, result: object = None) -> None:
        if not self.done.done():  # else the caller was cancelled: what it asked for happens anyway
            self.done.set_result(result)

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class _Write(_Job):
    """Rows that are written all or none. `made` finds a row when they were written before."""

    def __init__(self, writes: Writes, made: tuple[str, Row] | None) -> None:
        super().__init__()
        self.writes = writes
        self.made = made


class _Read(_Job):
    def __init__(self, sql: str, parameters: Row) -> None:
        super().__init__()
        self.sql = sql
        self.parameters = parameters


class Committer:
    """Owns an open connection. `run` is its one task; it ends after `stop`."""

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self._connection = connection
        self._folder = path.parent
        self._queue: asyncio.Queue[_Job | None] = asyncio.Queue()
        self._group: list[_Job] = []
        self._stopped = False
        self._broken = ""  # why nobody knows what is saved

    async def write(self, writes: Writes, made: tuple[str, Row] | None = None) -> None:
        """Returns when the rows are safe. Raises NotSaved, AlreadyPlayed or Unknown."""
        await self._submit(_Write(writes, made))

    async def read(self, sql: str, parameters: Row = ()) -> list[Any]:
        """The rows as they are between two transactions: only what is committed."""
        rows: list[Any] = await self._submit(_Read(sql, parameters))
        return rows

    def _submit(self, job: _Job) -> asyncio.Future[Any]:
        if self._broken:
            raise Unknown(self._broken)
        if self._stopped:
            raise NotSaved("the store is closed")
        if self._queue.qsize() >= QUEUE:
            raise NotSaved("too much is waiting to be saved")
        self._queue.put_nowait(job)
        return job.done

    def stop(self) -> None:
        """Take no more; `run` ends when everything taken so far is answered."""
        if not self._stopped:
            self._stopped = True
            self._queue.put_nowait(None)

    async def run(self) -> None:
        try:
            while await self._next_group():
                await self._write([job for job in self._group if isinstance(job, _Write)])
                for job in self._group:
                    if isinstance(job, _Read):
                        await self._read(job)
        finally:  # also when cancelled in the middle of a transaction, or by a bug in here
            self._stopped = True
            self._answer_the_rest()

    async def _next_group(self) -> bool:
        """All that waits, up to a bound, once anything does. False at the end of the queue."""
        self._group = []
        job = await self._queue.get()
        while job is not None:
            self._group.append(job)
            if self._queue.empty() or len(self._group) == GROUP:
                return True
            job = self._queue.get_nowait()
        self._queue.put_nowait(None)  # the end stays the end, behind this last group
        return bool(self._group)

    async def _write(self, jobs: list[_Write]) -> None:
        if not jobs or self._is_broken(jobs):
            return
        try:
            await self._begin()
        except Exception as error:  # the fault of none of them, so nothing to try alone
            _fail(jobs, NotSaved, reason(error))
            return
        try:
            for sql, rows in _together(jobs):
                await self._connection.executemany(sql, rows)
        except Exception as error:
            await self._undo(jobs, error)
            return
        await self._commit(jobs)

    async def _begin(self) -> None:
        """A full disk shows only when COMMIT writes the log, and that would be the end of us.

        So the room is measured before, while a refusal is still an honest one.
        """
        if shutil.disk_usage(self._folder).free < ROOM:
            raise NotSaved("the disk is full")
        await self._connection.execute("BEGIN IMMEDIATE")

    async def _undo(self, jobs: list[_Write], error: Exception) -> None:
        """Roll back; then each alone, so that only the one that is wrong is refused."""
        try:
            await self._connection.rollback()
        except sqlite3.Error as failure:
            self._break(f"ROLLBACK failed: {reason(failure)}")
            _fail(jobs, Unknown, self._broken)
            return
        if len(jobs) == 1:
            jobs[0].fail(await self._refusal(jobs[0], error))
            return
        for job in jobs:
            await self._write([job])

    async def _refusal(self, job: _Write, error: Exception) -> Exception:
        """Asked after the rollback: which of several constraints SQLite names first is its own."""
        with contextlib.suppress(sqlite3.Error):  # a file that can't be read either
            if job.made and await self._connection.execute_fetchall(*job.made):
                return AlreadyPlayed()
        why = reason(error)
        return _REFUSALS.get(why.partition(":")[0], NotSaved)(why)

    async def _commit(self, jobs: list[_Write]) -> None:
        try:
            await self._connection.execute("COMMIT")
        except Exception as error:
            self._break(f"COMMIT failed: {reason(error)}")
            _fail(jobs, Unknown, self._broken)
            return
        for job in jobs:
            job.answer()

    async def _read(self, job: _Read) -> None:
        if self._is_broken([job]):
            return
        try:
            job.answer(list(await self._connection.execute_fetchall(job.sql, job.parameters)))
        except Exception as error:
            job.fail(NotSaved(reason(error)))

    def _break(self, why: str) -> None:
        self._broken = why
        log.critical("The store answers no more until a restart reads it again: %s", why)

    def _is_broken(self, jobs: Sequence[_Job]) -> bool:
        if self._broken:
            _fail(jobs, Unknown, self._broken)
        return bool(self._broken)

    def _answer_the_rest(self) -> None:
        """Nobody waits forever. Only a writer that was torn away leaves anybody here."""
        while not self._queue.empty():
            job = self._queue.get_nowait()
            if job is not None:
                self._group.append(job)
        left = [job for job in self._group if not job.done.done()]
        if left and not self._broken:
            self._break("the writer was stopped in the middle of its work")
        _fail(left, Unknown, self._broken)


def _together(jobs: Iterable[_Write]) -> list[tuple[str, list[Row]]]:
    """The rows of all jobs by statement, statements in the order they first appear.

    A play's table comes before its move, its move before its transfers: rows that refer to others
    come after them in every job, so they do in the group.
    """
    rows: dict[str, list[Row]] = {}
    for job in jobs:
        for sql, more in job.writes:
            rows.setdefault(sql, []).extend(more)
    return [(sql, together) for sql, together in rows.items() if together]


def _fail(jobs: Iterable[_Job], kind: type[NotSaved | Unknown], why: str) -> None:
    for job in jobs:
        job.fail(kind(why))
