"""The real process on a disk that fails: what members are told, and what is there afterwards."""

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.standin.members import Result
from bot.store.audit import check_file

from .channel import ANSWERED, BEN, CHLOE, Channel, text_of
from .process import discord_here, output_of, running


def said(result: Result) -> str:
    return text_of(result.message or {"components": []})


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits others are Linux's")
async def test_a_disk_that_fails_in_commit_stops_the_bot_and_the_next_one_goes_on(
    tmp_path: Path,
) -> None:
    from resource import RLIM_INFINITY, RLIMIT_FSIZE, prlimit

    database = tmp_path / "a.db"
    async with discord_here() as standin:
        here = Channel(standin)
        async with running(standin, database) as process:
            await here.start(BEN, CHLOE)
            size = database.with_name("a.db-wal").stat().st_size
            prlimit(process.pid, RLIMIT_FSIZE, (size, RLIM_INFINITY))
            pressing = asyncio.create_task(here.press(BEN, "bet:50"))
            printed = await output_of(process)
            assert process.returncode == 1
            assert "the disk did not say whether a move was saved; start again" in printed
            assert "Traceback" not in printed
            result = await asyncio.wait_for(pressing, 20)
            if result.kind != "failed":  # the process may be gone before it has said so
                assert "did not say whether that was saved" in said(result)
        assert check_file(database).problems == []
        async with running(standin, database):
            assert (await here.press(BEN, "bet:100")).kind in ANSWERED


async def test_while_another_program_has_the_file_nothing_changes_and_then_all_goes_on(
    tmp_path: Path,
) -> None:
    async with discord_here() as standin, running(standin, tmp_path / "a.db"):
        here = Channel(standin)
        await here.start(BEN, CHLOE)
        with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            refused = await here.press(BEN, "bet:50")
            assert "nothing has changed" in said(refused)
            other.execute("ROLLBACK")
        assert (await here.press(BEN, "bet:50")).kind in ANSWERED
