"""The bot as a process of its own, on the local Discord."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.standin.server import Standin

from .channel import environment, local_discord
from .taint import PRINTED

ROOT = Path(__file__).parents[2]
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD_")}


async def bot(*arguments: str, module: str = "bot", **given: str) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *arguments, cwd=ROOT, stdout=PIPE, stderr=STDOUT,
        env={**CLEAN, "DISCORD_TOKEN": "", **given},
    )  # fmt: skip


async def output_of(process: Process) -> str:
    """All it printed; waits for its end, if that is still to come."""
    async with asyncio.timeout(20):
        printed, _ = await process.communicate()
    PRINTED.append(printed.decode())
    return PRINTED[-1]


async def ended(process: Process) -> None:
    if process.returncode is None:
        process.kill()
    await output_of(process)


@asynccontextmanager
async def discord_here() -> AsyncIterator[Standin]:
    standin = local_discord()
    await standin.start()
    try:
        yield standin
    finally:
        await standin.stop()


@asynccontextmanager
async def running(
    standin: Standin, database: Path, *, ready: bool = True, module: str = "bot"
) -> AsyncIterator[Process]:
    """The bot's process, connected unless told otherwise. Killed at the end if it still runs."""
    process = await bot("run", module=module, **environment(standin, database))
    try:
        if not ready:
            yield process
            return
        await standin.until(lambda: standin.gateway.online, 60)
        # Cards look the same before and after a kill only once all their pictures are there.
        await standin.until(lambda: len(standin.world.application.emojis) == 53, 60)
        yield process
    finally:
        await ended(process)
