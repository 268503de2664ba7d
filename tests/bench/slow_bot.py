"""`bot run` on a disk that takes 5 ms more for each COMMIT: `python -m tests.bench.slow_bot`."""

import sqlite3
import sys
import time
from pathlib import Path
from typing import Any, cast

from bot import run
from bot.__main__ import main
from bot.store import Store
from bot.store.file import path_of
from bot.store.sqlite import SqliteStore, connect_for_writing

MORE = 0.005  # s


def open_slowly(url: str) -> Store:
    return SqliteStore(path_of(url), connect_slowly)


class SlowDisk:
    """sqlite3's connection, and the thread that has it waits in COMMIT."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        cursor = self._connection.execute(sql, *parameters)
        if sql == "COMMIT":
            time.sleep(MORE)
        return cursor


def connect_slowly(path: Path) -> sqlite3.Connection:
    return cast(sqlite3.Connection, SlowDisk(connect_for_writing(path)))


if __name__ == "__main__":
    run.open_store = open_slowly  # type: ignore[attr-defined]
    sys.exit(main(["run"]))
