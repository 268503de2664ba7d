"""Presses through the whole bot: rules, disk, board; beside a bot that does nothing. By hand:

python -m tests.bench.bench_presses [--quick] [--tables N …] [--seconds S] [--folder FOLDER]

The bot is a process of its own; this one holds the local Discord and the load, with Discord's rate
limits as observed (answers to presses are in none of them; what the bot edits later is). Both bots
meet the same tables, members and schedule. `load`: what this process took of one core meanwhile;
close to 100 % the numbers are its own.
"""

import argparse
import asyncio
import math
import os
import tempfile
import time
from pathlib import Path

from bot.standin.interactions import Reply
from bot.standin.server import Standin

from .city import Spot, build
from .load import Load
from .process import BARE, OURS, SLOW, Bot, running

RATES = (50, 300, 1000)  # presses a second
BOTS = {"bare": BARE, "ours": OURS, "ours, fsync + 5 ms": SLOW}
HEAD = (
    "| tables | presses/s | bot | answered/s | p50 ms | p99 ms | with the board | deferred "
    "| refused | lost | CPU ms a press | load |\n|" + "--:|" * 2 + "---|" + "--:|" * 9
)


async def measure(tables: int, rates: tuple[int, ...], seconds: float, folder: Path) -> None:
    database = folder / f"{tables}.db"
    standin, spots = await build(tables, database)
    seen: dict[int, dict[str, Load]] = {rate: {} for rate in rates}
    try:
        for name, module in BOTS.items():
            async with running(module, standin, database, tables) as bot:
                if module is not BARE:
                    print(await told(name, tables, bot))
                await warm_up(standin, spots)
                for rate in rates:
                    seen[rate][name] = await loaded(standin, spots, bot, rate, seconds)
    finally:
        await standin.stop()
    print(f"\n{disk(folder)}\n\n{HEAD}")
    for rate, loads in seen.items():
        for name, load in loads.items():
            print(line(tables, rate, name, load))
    print()
    for rate, loads in seen.items():
        print(f"{tables} tables, {rate}/s: " + ", ".join(added(loads)), flush=True)


async def told(name: str, tables: int, bot: Bot) -> str:
    """Where it stands before the load, and what it costs to wait."""
    idle = await bot.share(5)
    return (
        f"{name}, {tables} tables: connected after {bot.connected:.1f} s, first board drawn anew "
        f"after {bot.first:.1f} s, the last after {bot.drawn:.1f} s; {bot.memory():.1f} MB; "
        f"waiting takes {idle:.1%} of a core"
    )


def disk(folder: Path, times: int = 100) -> str:
    """What the disk alone takes to keep 4 KB, whoever else uses it."""
    late = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(times):
            file.write(bytes(4096))
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            late.append(time.perf_counter() - began)
    late.sort()
    median, nine, most = (milliseconds(late[int(times * share)]) for share in (0.5, 0.9, 0.99))
    return f"the disk's own fsync: median {median} ms, a tenth over {nine} ms, slowest {most} ms"


async def warm_up(standin: Standin, spots: list[Spot]) -> None:
    """Connections are made and caches filled before anything is counted."""
    await Load(standin).run(spots, 50, 2)


async def loaded(standin: Standin, spots: list[Spot], bot: Bot, rate: int, seconds: float) -> Load:
    before = bot.cpu()
    load = await Load(standin).run(spots, rate, seconds)
    load.cpu = bot.cpu() - before
    return load


def line(tables: int, rate: int, name: str, load: Load) -> str:
    cells = [
        str(tables),
        str(rate),
        name,
        f"{load.answered / load.seconds:,.0f}",
        milliseconds(load.percentile(0.5)),
        milliseconds(load.percentile(0.99)),
        str(load.replies[Reply.UPDATE]),
        str(load.replies[Reply.DEFERRED_UPDATE]),
        str(load.refused),
        str(load.failed),
        f"{1000 * load.cpu / load.sent:.2f}",
        f"{load.share:.0%}",
    ]
    return f"| {' | '.join(cells)} |"


def milliseconds(seconds: float) -> str:
    return "lost" if math.isinf(seconds) else f"{seconds * 1000:.1f}"


def added(loads: dict[str, Load]) -> list[str]:
    """What each bot adds to the bare one, of a hundred presses the slowest."""
    bare = loads["bare"].percentile(0.99)
    return [
        f"{name} adds {milliseconds(load.percentile(0.99) - bare)} ms at p99"
        for name, load in loads.items()
        if name != "bare" and math.isfinite(load.percentile(0.99))
    ]


async def main() -> None:
    parser = argparse.ArgumentParser(description="Presses through the whole bot.")
    parser.add_argument("--quick", action="store_true", help="fewer tables, shorter")
    parser.add_argument("--folder", help="where the databases are: on the disk to be measured")
    parser.add_argument("--tables", type=int, nargs="+", help="how many (1 100 1000; quick: 1 100)")
    parser.add_argument("--seconds", type=float, help="of load for each line (10; quick: 3)")
    given = parser.parse_args()
    seconds = given.seconds or (3 if given.quick else 10)
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        for tables in given.tables or ((1, 100) if given.quick else (1, 100, 1000)):
            await measure(tables, RATES, seconds, Path(folder))


if __name__ == "__main__":
    asyncio.run(main())
