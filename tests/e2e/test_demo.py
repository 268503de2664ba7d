"""`python -m bot demo` where it can't play: said before a page is promised."""

import asyncio
import os
import re
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from pathlib import Path

from bot.demo import DATABASE
from bot.store.file import own
from bot.store.migrate import migrate

from .process import ROOT, ended, output_of


async def demo(folder: Path, *arguments: str) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-u", "-m", "bot", "demo", "--no-browser", *arguments,
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=PIPE, stderr=STDOUT,
    )  # fmt: skip


async def test_a_second_demo_says_what_to_do_and_what_it_says_works(tmp_path: Path) -> None:
    lock = own(tmp_path / DATABASE)
    try:
        second = await demo(tmp_path)
        printed = await output_of(second)
        assert second.returncode == 1
        assert f"A demo plays with {DATABASE} already" in printed
        assert "http" not in printed, "there is no page"
        advice = re.search(r"python -m bot demo (--database) (\S+)", printed)
        assert advice is not None
        beside = await demo(tmp_path, *advice.groups())
        try:
            assert beside.stdout is not None
            async with asyncio.timeout(30):
                while b"ready as" not in (line := await beside.stdout.readline()):
                    assert line, "it ended"
        finally:
            await ended(beside)
    finally:
        lock.release()


async def test_tables_that_can_not_be_read_are_told_before_a_page_is_promised(
    tmp_path: Path,
) -> None:
    database = tmp_path / DATABASE
    database.parent.mkdir()
    database.write_bytes(b"this is a letter" * 400)
    process = await demo(tmp_path)
    printed = await output_of(process)
    assert process.returncode == 1
    assert "damaged or no database" in printed
    assert "--fresh" in printed
    assert "http" not in printed


async def test_a_setting_that_can_not_be_used_is_told_once(tmp_path: Path) -> None:
    migrate(f"sqlite:///{tmp_path / DATABASE}")
    (tmp_path / ".env").write_text("HISTORY_DAYS=soon\n")
    process = await demo(tmp_path)
    printed = await output_of(process)
    assert process.returncode == 2
    assert printed.count("HISTORY_DAYS must be a whole number") == 1
