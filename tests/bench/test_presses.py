"""The benchmark in its smallest form: not how fast, but that every press is counted once."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.standin.interactions import Reply

from .city import build
from .load import Load
from .process import BARE, OURS, running

TABLES, RATE, SECONDS = 10, 20, 1


def applied(database: Path) -> int:
    """Moves behind which there is a press."""
    with closing(sqlite3.connect(database)) as connection:
        ((count,),) = connection.execute("SELECT count(*) FROM move WHERE press IS NOT NULL")
    return int(count)


async def test_what_is_sent_is_answered_and_applied(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    standin, spots = await build(TABLES, database)
    try:
        async with running(OURS, standin, database, TABLES):
            load = await Load(standin).run(spots, RATE, SECONDS)
    finally:
        await standin.stop()
    assert load.sent == RATE * SECONDS
    assert load.replies[Reply.UPDATE] + load.replies[Reply.DEFERRED_UPDATE] == load.sent
    assert (load.failed, load.refused) == (0, 0)
    assert applied(database) == load.sent
    assert load.edits >= TABLES


async def test_the_bare_bot_answers_all_and_applies_nothing(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    standin, spots = await build(TABLES, database)
    try:
        async with running(BARE, standin, database, TABLES):
            load = await Load(standin).run(spots, RATE, SECONDS)
    finally:
        await standin.stop()
    assert load.replies == {Reply.UPDATE: RATE * SECONDS}
    assert (load.failed, applied(database)) == (0, 0)
    assert load.percentile(0.5) <= load.percentile(0.99)
