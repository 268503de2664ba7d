"""The benchmarks in their smallest form: not how fast, but that every press is counted once."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.standin.interactions import Reply

from .bench_flood import flooded
from .city import IN_A_GUILD, build
from .load import Load
from .process import BARE, OURS, running

TABLES, RATE, SECONDS = 10, 20, 1


def applied(database: Path, since: int = 1) -> int:
    """Moves behind which there is a press, at the tables from number `since` on."""
    sql = "SELECT count(*) FROM move WHERE press IS NOT NULL AND table_id >= ?"
    with closing(sqlite3.connect(database)) as connection:
        ((count,),) = connection.execute(sql, (since,))
    return int(count)


@pytest.mark.parametrize(("bot", "moves"), [(OURS, RATE * SECONDS), (BARE, 0)])
async def test_what_is_sent_is_answered_and_by_our_bot_applied(
    tmp_path: Path, bot: tuple[str, ...], moves: int
) -> None:
    database = tmp_path / "tables.db"
    standin, spots = await build(TABLES, database)
    try:
        async with running(bot, standin, database, TABLES):
            load = await Load(standin).run(spots, RATE, SECONDS)
    finally:
        await standin.stop()
    assert load.sent == RATE * SECONDS
    assert load.replies[Reply.UPDATE] + load.replies[Reply.DEFERRED_UPDATE] == load.sent
    assert (load.failed, load.refused) == (0, 0)
    assert load.percentile(0.5) <= load.percentile(0.99)
    assert load.edits >= TABLES
    assert applied(database) == moves


async def test_what_is_pressed_elsewhere_during_a_flood_is_applied_once(tmp_path: Path) -> None:
    database, tables = tmp_path / "tables.db", 2 * IN_A_GUILD
    standin, spots = await build(tables, database)
    try:
        async with running(OURS, standin, database, tables):
            flood, others = await flooded(standin, spots, 1000, SECONDS)
    finally:
        await standin.stop()
    assert flood.sent == 1000 * SECONDS
    assert flood.answered + flood.failed == flood.sent
    first = min(spot.table.id for spot in spots[IN_A_GUILD:])
    assert applied(database, first) == others.sent
