"""The store's two connections, without threads: what is asked waits a little and is then done.

A plan says what goes wrong: slow calls, errors before COMMIT, a COMMIT of which nobody knows
whether it happened. A killed life's connection is closed as the system closes it: whatever was not
committed is gone.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from bot.store.chain import link

from .life import Killed, Life

REFUSED = sqlite3.OperationalError("disk I/O error (ordered)")


class Disk:
    """What `bot.store` takes for an sqlite3 connection."""

    def __init__(self, path: Path, life: Life) -> None:
        self._life = life
        self._file = sqlite3.connect(path, isolation_level=None, timeout=0)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = OFF")  # real fsync is tested with real disks
        self._file.execute("PRAGMA foreign_keys = ON")
        self._file.create_function("chain", 2, link, deterministic=True)
        life.on_death.append(self._die)

    def execute(self, sql: str, parameters: Any = ()) -> Any:
        if sql == "COMMIT":
            return self._call(sql, self._commit)
        return self._call(sql, lambda: self._file.execute(sql, parameters))

    def executemany(self, sql: str, rows: Iterable[Any]) -> None:
        self._call(sql, lambda: self._file.executemany(sql, rows))

    def rollback(self) -> None:
        if not self._life.is_dead:
            self._file.rollback()

    def close(self) -> None:
        self._file.close()

    def _die(self) -> None:
        """Python's close alone waits for cursors that still lie around in the dead tasks."""
        with contextlib.suppress(sqlite3.ProgrammingError):  # it was closed in time
            self._file.rollback()
            self._file.close()

    def _commit(self) -> None:
        fault = self._life.plan.commit_fault()
        if fault == "lost":
            self._file.rollback()  # the log was not written; SQLite can't say so either
        else:
            self._file.execute("COMMIT")
            self._life.watch.committed()
        if fault:
            self._life.watch.doubted()
            raise REFUSED

    def _call(self, sql: str, call: Callable[[], Any]) -> Any:
        """Crash points: before the call, and after it when its result is not known yet."""
        name = f"store {' '.join(sql.split()[:3])}"
        self._life.pass_by(name, "before")
        if sql != "COMMIT" and self._life.plan.store_fault(sql):
            raise REFUSED
        result = call()
        self._life.pass_by(name, "after")
        return result


class Looking:
    """What `bot.store` takes for aiosqlite's connection: reads on the loop, and waits a little."""

    def __init__(self, path: Path, life: Life) -> None:
        self._life = life
        self._file = sqlite3.connect(path, isolation_level=None, timeout=0)
        life.on_death.append(self._file.close)

    async def execute_fetchall(self, sql: str, parameters: Any = ()) -> list[Any]:
        """Crash points before and after, as for a call that writes."""
        name = f"store {' '.join(sql.split()[:3])}"
        await asyncio.sleep(self._life.plan.disk_delay())
        await self._life.step(name, "before")
        if self._life.plan.store_fault(sql):
            raise REFUSED
        rows = self._file.execute(sql, parameters).fetchall()
        await self._life.step(name, "after")
        return rows

    async def close(self) -> None:
        self._file.close()


class Waiting(Executor):
    """In the place of the writer's thread: work is done on the loop, after the time a disk takes.

    It is never answered in a life that has ended meanwhile.
    """

    def __init__(self, life: Life) -> None:
        self._life = life
        self._free = 0.0  # loop time when the work so far is done

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        loop, done = asyncio.get_running_loop(), Future[Any]()

        def run() -> None:
            if self._life.is_dead:
                return
            try:
                done.set_result(work(*given, **named))
            except Killed:
                pass
            except Exception as error:
                done.set_exception(error)

        self._free = max(self._free, loop.time()) + self._life.plan.disk_delay()
        loop.call_at(self._free, run)
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...
