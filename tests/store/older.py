"""Databases as older versions of the program left them."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.store import Commit
from bot.store.migrate import FOLDER, migrations, update
from bot.store.plays import rows_of
from bot.store.sqlite import SqliteStore

from .tables import Game

NAMES = [migration.name for migration in migrations(FOLDER)]


def rows_before_members_had_hands(commit: Commit) -> Sequence[Any]:
    """What the program wrote before the table `dealt` was there."""
    return [write for write in rows_of(commit) if " dealt " not in write[0]]


def rows_before_the_chain(commit: Commit) -> Sequence[Any]:
    """What the first version wrote of a move."""
    table, (_, [logged]), *others = rows_before_members_had_hands(commit)
    sql = "INSERT INTO move (table_id, seq, press, at, move, events) VALUES (?, ?, ?, ?, ?, ?)"
    return [table, (sql, [(*logged[:4], *logged[5:7])]), *others]


async def a_database_before_the_chain(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With sixty moves, as the second version left them."""
    second = tmp_path / "second"
    second.mkdir()
    for name in NAMES[:2]:
        shutil.copy(FOLDER / f"{name}.sql", second)
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.sqlite.update", lambda path: update(path, second))
        patch.setattr("bot.store.sqlite.check_ends", lambda path: None)
        patch.setattr("bot.store.sqlite.rows_of", rows_before_the_chain)
        old = SqliteStore(path)
        await old.open()
        for play in Game(1).play(60):
            await old.commit(play)
        await old.close()
