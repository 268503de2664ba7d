"""A bot as a process of its own: started, watched, and stopped like one."""

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.standin.events import Event
from bot.standin.server import Standin

ROOT = Path(__file__).parents[2]
OURS, SLOW, BARE = ("bot", "run"), ("tests.bench.slow_bot",), ("tests.bench.bare_bot",)
UNLIMITED = 1000  # presses a second of one member: the most that can be set
FACES = 53  # pictures of cards, uploaded when a bot of ours first starts
QUIET = 2  # s without an edit: all is drawn, with the pictures of the cards
PATIENCE = 300  # s for a start; boards are drawn 25 a second, so a thousand take 40


class Bot:
    """How long it took to be there, and what it costs."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.connected = 0.0  # s from the start of the process to its READY
        self.first, self.drawn = 0.0, 0.0  # s to the first and last board that was drawn anew

    def memory(self) -> float:
        """MB in use, where the system tells as Linux does; else 0."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0.0
        (kilobytes,) = [line.split()[1] for line in status.splitlines() if "VmRSS" in line]
        return int(kilobytes) / 1024

    def cpu(self) -> float:
        """Seconds of processor used so far, all threads; 0 where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def share(self, seconds: float) -> float:
        """Of one core, over the next seconds."""
        before = self.cpu()
        await asyncio.sleep(seconds)
        return (self.cpu() - before) / seconds


@asynccontextmanager
async def running(
    module: tuple[str, ...],
    standin: Standin,
    database: Path,
    boards: int,
    limit: int | None = UNLIMITED,
) -> AsyncIterator[Bot]:
    """The bot, once it is connected and, if it is one of ours, has drawn all `boards`.

    `limit`: presses a second of one member; None: as many as the bot allows unless told.
    """
    drawn: dict[str, float] = {}  # message -> when it was drawn first
    newest = [0.0]

    def saw(event: Event) -> None:
        if event.name == "MESSAGE_UPDATE":
            newest[0] = time.perf_counter()
            drawn.setdefault(str(event.data["id"]), newest[0])

    began = time.perf_counter()
    stop = standin.core.events.listen(saw)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *module, cwd=ROOT, stdout=DEVNULL,
        env={**_environment(standin, database), "PRESSES_PER_SECOND": str(limit or "")},
    )  # fmt: skip
    bot = Bot(process)
    try:
        await standin.until(lambda: standin.gateway.online, PATIENCE)
        bot.connected = time.perf_counter() - began
        if module is not BARE:
            emojis = standin.world.application.emojis
            await standin.until(lambda: len(emojis) == FACES and len(drawn) == boards, PATIENCE)
            bot.first, bot.drawn = (when(drawn.values()) - began for when in (min, max))
            await standin.until(lambda: time.perf_counter() - newest[0] > QUIET, PATIENCE)
        stop()
        yield bot
    finally:
        await _end(process)
        await standin.until(lambda: not standin.gateway.online)


def _environment(standin: Standin, database: Path) -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD_")}
    return {
        **ours,
        "DISCORD_TOKEN": standin.token,
        "DATABASE_URL": f"sqlite:///{database}",
        "DISCORD_API_BASE": standin.api_base,
        "DISCORD_GATEWAY": standin.gateway_url,
        "LOG_LEVEL": "ERROR",
    }


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(process.wait(), 15)
    except TimeoutError:
        process.kill()
        await process.wait()
