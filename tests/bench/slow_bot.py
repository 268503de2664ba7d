"""`bot run` on a disk that takes 5 ms more for each COMMIT: `python -m tests.bench.slow_bot`."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import aiosqlite

from bot import run
from bot.__main__ import main
from bot.store import Store
from bot.store.file import path_of
from bot.store.sqlite import SqliteStore, connect_for_writing

MORE = 0.005  # s


def open_slowly(url: str) -> Store:
    return SqliteStore(path_of(url), connect_slowly)


async def connect_slowly(path: Path) -> aiosqlite.Connection:
    """The writer awaits COMMIT and uses its connection alone, so waiting here is waiting there."""
    connection = await connect_for_writing(path)
    execute = connection.execute

    async def slow(sql: str, *parameters: Any) -> aiosqlite.Cursor:
        cursor = await execute(sql, *parameters)
        if sql == "COMMIT":
            await asyncio.sleep(MORE)
        return cursor

    connection.execute = slow  # type: ignore[assignment,method-assign]
    return connection


if __name__ == "__main__":
    run.open_store = open_slowly  # type: ignore[attr-defined]
    sys.exit(main(["run"]))
