"""The bot as a process of its own: `python -m bot …`, kill -9, SIGTERM, a second one."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import bot.run as bot_run
from bot.game.moves import Resume
from bot.game.play import balances
from bot.standin.faults import Fault
from bot.store import open_store
from bot.store.migrate import migrate

from .channel import ANSWERED, BEN, CHLOE, HANA, LOUNGE, TOKEN, Channel, environment, local_discord
from .process import CLEAN, ROOT, bot, discord_here, ended, output_of, running

PAUSED = "Paused: the bot is being restarted. Everything is saved."


async def to_a_turn(here: Channel) -> None:
    await here.start(BEN, CHLOE)
    await here.bet(BEN, CHLOE)
    while not here.has("stand"):
        await here.press(BEN, "next")
        await here.bet(BEN, CHLOE)


async def test_without_a_token_two_lines_say_what_to_do() -> None:
    process = await bot("run")
    printed = await output_of(process)
    assert process.returncode == 2
    assert len(printed.strip().splitlines()) == 2
    assert "DISCORD_TOKEN" in printed
    assert "demo" in printed


async def test_a_refused_token_ends_with_a_sentence(tmp_path: Path) -> None:
    async with discord_here() as standin:
        given = {**environment(standin, tmp_path / "a.db"), "DISCORD_TOKEN": "wrong"}
        process = await bot("run", **given)
        printed = await output_of(process)
        assert process.returncode == 1
        assert "Discord refuses the token" in printed
        assert TOKEN not in printed


async def test_kill_9_in_a_turn_brings_back_the_same_table(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    async with discord_here() as standin:
        here = Channel(standin)
        async with running(standin, database) as process:
            await to_a_turn(here)
            board, button = here.board["id"], here.button("stand")["custom_id"]
            cards = [line for line in here.text.splitlines() if line.startswith("##")]
            process.send_signal(signal.SIGKILL)
            await process.wait()
        await standin.until(lambda: not standin.gateway.online)
        async with running(standin, database):
            await standin.until(lambda: standin.recorder.requests("PATCH /channels"))
            assert here.board["id"] == board
            assert here.button("stand")["custom_id"] == button
            assert [line for line in here.text.splitlines() if line.startswith("##")] == cards
            asked = BEN if "**Ben**, it" in here.text else CHLOE
            result = await standin.member(asked).press(board, button)
            assert result.kind in ANSWERED
            await standin.until(lambda: button not in str(here.board))
            assert len(here.boards()) == 1
    await assert_the_ledger_agrees(database)


async def assert_the_ledger_agrees(database: Path) -> None:
    store = open_store(f"sqlite:///{database}")
    await store.open()
    (saved,) = await store.tables()
    ledger = await store.ledger(saved.table.id)
    assert sum(ledger.values()) == 0
    assert {a: n for a, n in ledger.items() if n and a != "mint"} == balances(saved.table)
    assert sum(isinstance(move, Resume) for move in await store.moves(saved.table.id)) >= 1
    await store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM")
async def test_sigterm_shows_tables_as_paused_until_the_bot_is_back(tmp_path: Path) -> None:
    async with discord_here() as standin, running(standin, tmp_path / "a.db") as process:
        here = Channel(standin)
        await to_a_turn(here)
        board, button = here.board["id"], here.button("stand")["custom_id"]
        process.send_signal(signal.SIGTERM)
        printed = await output_of(process)
        assert process.returncode == 0, printed
        assert "Traceback" not in printed
        assert PAUSED in here.text
        assert not here.has("stand")
        assert here.board["id"] == board
        async with running(standin, tmp_path / "a.db"):
            await standin.until(lambda: here.has("stand"))
            assert PAUSED not in here.text
            assert here.button("stand")["custom_id"] == button
            assert [board["id"] for board in here.boards()] == [board]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM")
async def test_sigterm_ends_it_within_ten_seconds_of_a_discord_that_hangs(tmp_path: Path) -> None:
    """Two tables, one of them in the middle of a hand; nothing that is sent is ever answered."""
    async with discord_here() as standin, running(standin, tmp_path / "a.db") as process:
        here = Channel(standin)
        await to_a_turn(here)
        await Channel(standin, LOUNGE).host(HANA)
        standin.faults.add(Fault(delay=60, times=None))
        started = time.monotonic()
        process.send_signal(signal.SIGTERM)
        printed = await output_of(process)
        assert process.returncode == 0, printed
        assert time.monotonic() - started < 10
        assert "Traceback" not in printed
        standin.faults.clear()
        async with running(standin, tmp_path / "a.db"):
            await standin.until(lambda: here.has("stand"))
            assert len(here.boards()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM")
async def test_without_a_table_sigterm_ends_it_at_once(tmp_path: Path) -> None:
    async with discord_here() as standin, running(standin, tmp_path / "a.db") as process:
        spoken = Channel(standin).spoken()
        started = time.monotonic()
        process.send_signal(signal.SIGTERM)
        await output_of(process)
        assert process.returncode == 0
        assert time.monotonic() - started < bot_run.FAREWELL
        assert Channel(standin).spoken() == spoken


async def test_a_second_process_on_the_same_database_is_refused(tmp_path: Path) -> None:
    async with discord_here() as standin, running(standin, tmp_path / "a.db"):
        second = await bot("run", **environment(standin, tmp_path / "a.db"))
        printed = await output_of(second)
        assert second.returncode == 1
        assert "Traceback" not in printed
        assert "Another bot already plays" in printed


async def test_a_discord_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    absent = local_discord()
    await absent.start()
    given = environment(absent, tmp_path / "a.db")
    port = int(absent.base_url.rsplit(":", 1)[1])
    await absent.stop()
    process = await bot("run", **given)
    try:
        await asyncio.sleep(1.5)
        assert process.returncode is None
        present = local_discord()
        await present.start(port=port)
        try:
            await present.until(lambda: present.gateway.online, 20)
        finally:
            await present.stop()
    finally:
        await ended(process)


async def test_a_discord_that_can_not_be_reached_is_named_and_tried_again(tmp_path: Path) -> None:
    given = {
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_URL": f"sqlite:///{tmp_path / 'a.db'}",
        "DISCORD_API_BASE": "http://nowhere.invalid/api",  # a name that is kept free of any host
        "DISCORD_GATEWAY": "ws://nowhere.invalid",
    }
    process = await bot("run", **given)
    assert process.stdout is not None
    printed = ""
    async with asyncio.timeout(20):
        while "connecting again in 2 s" not in printed:
            printed += (await process.stdout.readline()).decode()
    await ended(process)
    assert printed.count("Discord can't be reached at nowhere.invalid (") == 2
    for words in ("ConnectionKey", "goodbye", "Traceback"):
        assert words not in printed


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a file on which there is no room")
@pytest.mark.parametrize("buffered", ["", "1"])
@pytest.mark.parametrize(
    "command", [["script", "tests/game/cases.json"], ["migrate"], ["check"], ["doctor"]]
)
def test_what_can_not_be_written_is_said_in_a_sentence(
    tmp_path: Path, command: list[str], buffered: str
) -> None:
    database = tmp_path / "a.db"
    migrate(f"sqlite:///{database}")
    given = {"DATABASE_URL": f"sqlite:///{database}", "PYTHONUNBUFFERED": buffered}
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "bot", *command],
            cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, env={**CLEAN, **given},
            timeout=30,
        )  # fmt: skip
    assert "What there is to say can't be written: No space left on device." in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.returncode == 1


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are POSIX's")
def test_when_nobody_reads_any_more_it_ends_quietly() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run(
        [sys.executable, "-m", "bot", "script", "tests/game/cases.json"],
        cwd=ROOT, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=30,
    )  # fmt: skip
    os.close(writer)
    assert (ended.stderr, ended.returncode) == ("", 141)


async def test_migrate_says_what_it_did(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    first = await output_of(await bot("migrate", DATABASE_URL=url))
    assert "applied 0001" in first
    assert "up to date" in await output_of(await bot("migrate", DATABASE_URL=url))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"cases": []}', "no case"),
        ('{"id": "x", "table": "poker", "cards": [], "seats": [{"chips": 1, "bet": 1}]}', "poker"),
    ],
)
async def test_script_refuses_a_malformed_case_with_a_sentence(
    tmp_path: Path, text: str, words: str
) -> None:
    case = tmp_path / "case.json"
    case.write_text(text)
    process = await bot("script", str(case))
    printed = await output_of(process)
    assert process.returncode == 2
    assert words in printed
    assert "Traceback" not in printed
