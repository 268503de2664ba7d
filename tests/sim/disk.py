"""The one writing connection, without a thread: each call waits a little and is then made at once.

A plan says what goes wrong: slow calls, errors before COMMIT, a COMMIT of which nobody knows
whether it happened. A killed life's connection is closed as the system closes it: whatever was not
committed is gone.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bot.store.chain import link

from .life import Life

REFUSED = sqlite3.OperationalError("disk I/O error (ordered)")


class Disk:
    """What `bot.store` takes for an aiosqlite connection."""

    def __init__(self, path: Path, life: Life) -> None:
        self._life = life
        self._file = sqlite3.connect(path, isolation_level=None, timeout=0)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = OFF")  # real fsync is tested with real disks
        self._file.execute("PRAGMA foreign_keys = ON")
        self._file.create_function("chain", 2, link, deterministic=True)
        life.on_death.append(self._die)

    async def execute(self, sql: str) -> None:
        if sql != "COMMIT":
            await self._call(sql, lambda: self._file.execute(sql))
            return
        await self._call(sql, self._commit)

    async def executemany(self, sql: str, rows: Iterable[Any]) -> None:
        await self._call(sql, lambda: self._file.executemany(sql, rows))

    async def execute_fetchall(self, sql: str, parameters: Any = ()) -> Iterable[Any]:
        return list(await self._call(sql, lambda: self._file.execute(sql, parameters).fetchall()))

    async def rollback(self) -> None:
        if not self._life.is_dead:
            self._file.rollback()

    async def close(self) -> None:
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

    async def _call(self, sql: str, call: Any) -> Any:
        """Crash points: before the call, and after it when its result is not known yet."""
        name = f"store {' '.join(sql.split()[:3])}"
        await self._life.step(name, "before")
        delay = self._life.plan.disk_delay(sql)
        if delay:
            await asyncio.sleep(delay)
        if sql != "COMMIT" and self._life.plan.store_fault(sql):
            raise REFUSED
        result = call()
        await self._life.step(name, "after")
        return result
