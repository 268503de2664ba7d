"""kill -9 of the real process, at chosen and at random moments; orphans; a Discord that hangs."""

import asyncio
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.game.play import balances
from bot.game.table import Phase
from bot.standin.faults import Fault
from bot.standin.server import Standin
from bot.store import SavedTable, open_store

from .channel import BEN, CHLOE, Channel, environment, local_discord, parts
from .days import CALLBACK, POST
from .test_process import CLEAN, ROOT, bot, discord_here, ended, running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")


async def kill(process: Process, standin: Standin) -> None:
    process.send_signal(signal.SIGKILL)
    await process.wait()
    await standin.until(lambda: not standin.gateway.online)


async def saved_in(database: Path) -> SavedTable:
    """The only table, its ledger checked."""
    store = open_store(f"sqlite:///{database}")
    await store.open()
    (saved,) = await store.tables()
    ledger = await store.ledger(saved.table.id)
    await store.close()
    assert sum(ledger.values()) == 0
    assert {a: n for a, n in ledger.items() if n and a != "mint"} == balances(saved.table)
    return saved


async def is_playable(here: Channel, database: Path) -> None:
    """One board, and its buttons are those of the question that is saved."""
    await here.standin.until(lambda: len(here.boards()) == 1)
    board = here.boards()[0]["id"]
    assert (await here.press(BEN, "rules")).kind == "ephemeral"
    assert [m["id"] for m in here.boards()] == [board]


async def test_killed_between_opening_and_the_first_post_one_board_appears(tmp_path: Path) -> None:
    """The post arrives, its answer does not: Discord knows the board, the bot does not."""
    database = tmp_path / "a.db"
    async with discord_here() as standin:
        here = Channel(standin)
        async with running(standin, database) as process:
            lost = Fault(POST, drop="after")
            standin.faults.add(lost)
            hosting = asyncio.create_task(here.command(BEN, "host"))
            await standin.until(lambda: lost.used and here.boards())
            first = here.board["id"]
            await kill(process, standin)
            hosting.cancel()
        async with running(standin, database):
            await standin.until(lambda: len(standin.recorder.requests(POST)) == 2)
            await here.press(CHLOE, "join")
            await here.until("Chloé")
            assert [m["id"] for m in here.boards()] == [first]
    assert (await saved_in(database)).message == int(first)


async def test_killed_while_a_board_moves_down_one_board_is_left(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    async with discord_here() as standin:
        here = Channel(standin)
        async with running(standin, database) as process:
            await here.start(BEN, CHLOE)
            old = here.board["id"]
            lost = Fault(POST, drop="after")
            standin.faults.add(lost)
            asking = asyncio.create_task(here.command(BEN, "show"))
            await standin.until(lambda: lost.used and here.boards())
            await kill(process, standin)
            asking.cancel()
        async with running(standin, database):
            # The same message again, and then what is true now.
            await standin.until(lambda: len(standin.recorder.requests(POST)) == 3)
            posted = len(standin.recorder.requests("PATCH"))
            await standin.until(lambda: len(standin.recorder.requests("PATCH")) > posted)
            await here.press(BEN, "bet:100")
            await here.until("**bet 100** · 400 chips")
            assert len(here.boards()) == 1
            assert here.board["id"] != old


async def test_killed_between_a_move_and_its_answer_the_move_is_shown(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    async with discord_here() as standin:
        here = Channel(standin)
        async with running(standin, database) as process:
            await here.start(BEN, CHLOE)
            slow = Fault(CALLBACK, delay=60)
            standin.faults.add(slow)
            pressing = asyncio.create_task(here.press(BEN, "bet:100"))
            await standin.until(lambda: slow.used)
            assert "**bet 100**" not in here.text
            await kill(process, standin)
            pressing.cancel()
        async with running(standin, database):
            await here.until("**bet 100** · 400 chips")
            assert len(here.boards()) == 1


async def play_on(here: Channel, seed: int) -> None:
    """Press whatever is lit, for ever."""
    chance = random.Random(seed)
    words = ("start", "nocut", "bet:50", "hit", "stand", "double", "split", "next", "sitout")
    while True:
        lit = [word for word in words if here.boards() and here.has(word)]
        if lit:
            word, member = chance.choice(lit), chance.choice((BEN, CHLOE))
            board, button = here.board["id"], here.button(word)["custom_id"]
            await here.standin.member(member).press(board, button)
        await asyncio.sleep(0.005)  # without a bot a press fails at once


async def test_killed_at_random_moments_the_table_goes_on(tmp_path: Path) -> None:
    database, chance = tmp_path / "a.db", random.Random(7)
    async with discord_here() as standin:
        here = Channel(standin)
        async with running(standin, database):
            await here.host(BEN, CHLOE)
            board = here.board["id"]
        await standin.until(lambda: not standin.gateway.online)
        for life in range(3):
            async with running(standin, database) as process:
                playing = asyncio.create_task(play_on(here, life))
                await asyncio.sleep(chance.uniform(0.05, 0.6))
                await kill(process, standin)
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
            saved = await saved_in(database)
            assert [m["id"] for m in here.boards()] == [board]
            assert saved.message == int(board)
        async with running(standin, database):
            await is_playable(here, database)


async def to_result(here: Channel) -> None:
    while not here.has("next"):
        for member in (BEN, CHLOE):
            if here.has("stand"):
                await here.press(member, "stand")


async def test_killed_in_every_phase_the_same_board_is_found_again(tmp_path: Path) -> None:
    """Each step leads into a phase; then the process is killed and another one goes on."""
    database = tmp_path / "a.db"

    async def cut(here: Channel) -> None:
        await here.press(BEN, "nocut")
        await here.press(CHLOE, "nocut")

    steps: dict[Phase, Callable[[Channel], Awaitable[object]]] = {
        Phase.LOBBY: lambda here: here.host(BEN, CHLOE),
        Phase.SHUFFLE: lambda here: here.press(BEN, "start"),
        Phase.BETTING: cut,
        Phase.PLAYING: to_a_turn_from_betting,
        Phase.RESULT: to_result,
    }
    async with discord_here() as standin:
        here, found = Channel(standin), ""
        for phase, step in steps.items():
            async with running(standin, database) as process:
                if found:
                    await standin.until(lambda: standin.recorder.requests("PATCH /channels"))
                    assert without_clock(here) == found
                await step(here)
                found = without_clock(here)
                await kill(process, standin)
            standin.recorder.entries.clear()
            assert (await saved_in(database)).table.phase is phase
            assert len(here.boards()) == 1


def without_clock(here: Channel) -> str:
    """Words and buttons; the grace moves the deadline, cards may be text or emojis."""
    lines = [x for x in here.text.splitlines() if "<t:" not in x and not x.startswith("##")]
    return "\n".join([*lines, *(str(p.get("custom_id")) for p in parts(here.board["components"]))])


async def to_a_turn_from_betting(here: Channel) -> None:
    await here.bet(BEN, CHLOE)
    while not here.has("stand"):
        await here.press(BEN, "next")
        await here.bet(BEN, CHLOE)


async def test_refused_sessions_and_lost_servers_end_no_process(tmp_path: Path) -> None:
    async with discord_here() as standin, running(standin, tmp_path / "a.db") as process:
        here = Channel(standin)
        await here.start(BEN, CHLOE)
        for code in (4004, 4013):
            standin.gateway.close_sockets(code)
            await standin.until(lambda: not standin.gateway.online)
            await standin.until(lambda: standin.gateway.online, 10)
        await here.press(BEN, "bet:100")
        await here.until("**bet 100** · 400 chips")
        assert process.returncode is None


async def test_sigterm_ends_it_in_time_though_discord_hangs(tmp_path: Path) -> None:
    standin = local_discord()
    await standin.start()
    async with running(standin, tmp_path / "a.db") as process:
        here = Channel(standin)
        await here.start(BEN, CHLOE)
        standin.faults.add(Fault("*", times=None, delay=3600))
        pressing = asyncio.create_task(here.press(BEN, "bet:100"))
        for connection in standin.gateway._connections:
            connection._request.transport.pause_reading()  # type: ignore[union-attr]
        await asyncio.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(10):
            printed, _ = await process.communicate()
        assert process.returncode == 0, printed.decode()
        assert b"Traceback" not in printed, printed.decode()
        pressing.cancel()
        standin.faults.clear()
    await standin.stop()


async def test_sigterm_ends_it_while_discord_cannot_be_reached(tmp_path: Path) -> None:
    async with discord_here() as standin:
        standin.faults.add(Fault("*", times=None, delay=3600))
        process = await bot("run", **environment(standin, tmp_path / "a.db"))
        await standin.until(lambda: standin.recorder.requests(), 15)
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(10):
            printed, _ = await process.communicate()
        assert process.returncode == 0, printed.decode()


async def demo(folder: Path) -> tuple[Process, int]:
    """A demo, and its bot's process id."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-u", "-m", "bot", "demo", "--no-browser", cwd=folder,
        stdout=PIPE, stderr=asyncio.subprocess.STDOUT,
        env={**CLEAN, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert process.stdout is not None
    child = 0
    async with asyncio.timeout(20):
        async for line in process.stdout:
            if line.startswith(b"The bot is process"):
                child = int(line.split()[-1].rstrip(b"."))
            if b"ready as" in line:
                return process, child
    raise AssertionError("the demo ended")


def is_alive(child: int) -> bool:
    try:
        state = Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


async def gone(child: int) -> None:
    async with asyncio.timeout(10):
        while is_alive(child):  # noqa: ASYNC110 — another's process rings no bell
            await asyncio.sleep(0.05)


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes through /proc")
async def test_a_demo_that_ends_leaves_no_bot_behind(tmp_path: Path) -> None:
    """However it ends: all three at once, each in a folder of its own."""

    async def ends(how: signal.Signals) -> None:
        folder = tmp_path / how.name
        folder.mkdir()
        process, child = await demo(folder)
        try:
            process.send_signal(how)
            await process.communicate()
            await gone(child)
            store = open_store(f"sqlite:///{folder / 'data' / 'demo.db'}")
            await store.open()  # nobody holds it any more
            await store.close()
        finally:
            await ended(process)

    await asyncio.gather(*map(ends, (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)))
