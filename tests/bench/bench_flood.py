"""A thousand presses a second at one table, and the latency of the others. By hand:

python -m tests.bench.bench_flood [--seconds S] [--folder FOLDER]

Open loop: presses are due on schedule, whoever is late. The others are the tables of five more
servers, with a few presses a second in all. As in `bench_presses` the bot is a process of its own,
and `load` is what this one, the local Discord and all presses, took of one core. `played` are moves
at the flooded table; what is `unread` is left without an answer, as Discord shows after 3 seconds.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path

from bot.standin.interactions import Reply
from bot.standin.server import Standin

from .bench_presses import milliseconds, warm_up
from .city import IN_A_GUILD, Spot, build
from .load import Load
from .process import BARE, OURS, SLOW, UNLIMITED, Bot, running

TABLES = 6 * IN_A_GUILD
RATE = 20  # presses a second at all other tables
FLOOD = 1000  # and at the one
USUAL = None
#: Without limits all of a flood reaches the table; with those of every bot, hardly any.
BOTS = {
    "bare": (BARE, UNLIMITED),
    "ours": (OURS, USUAL),
    "ours, fsync + 5 ms": (SLOW, USUAL),
    "ours without limits": (OURS, UNLIMITED),
    "ours without limits, fsync + 5 ms": (SLOW, UNLIMITED),
}
HEAD = (
    "| bot | flood/s | others p50 ms | p99 ms | slowest ms | lost | played | acknowledged "
    "| refused | unread | bot | load |\n|---|" + "--:|" * 11
)


async def flooded(
    standin: Standin, spots: list[Spot], rate: float, seconds: float
) -> tuple[Load, Load]:
    """The flood at the first table, and the presses at those of other servers meanwhile."""
    flood, others = Load(standin), Load(standin)
    running = [others.run(spots[IN_A_GUILD:], RATE, seconds)]
    if rate:
        running.append(flood.run(spots[:1], rate, seconds))
    await asyncio.gather(*running)
    return flood, others


async def measured(
    name: str, standin: Standin, spots: list[Spot], bot: Bot, rate: float, seconds: float
) -> str:
    before = bot.cpu()
    flood, others = await flooded(standin, spots, rate, seconds)
    taken = (bot.cpu() - before) / others.seconds
    late = [others.percentile(share) for share in (0.5, 0.99, 1)]
    replies = flood.replies
    cells = [
        name,
        f"{rate:.0f}",
        *map(milliseconds, late),
        str(others.failed),
        str(replies[Reply.UPDATE]),
        str(replies[Reply.DEFERRED_UPDATE]),
        str(flood.refused),
        str(flood.failed),
        f"{taken:.0%}",
        f"{others.share:.0%}",
    ]
    return f"| {' | '.join(cells)} |"


async def main() -> None:
    parser = argparse.ArgumentParser(description="A flood at one table.")
    parser.add_argument("--folder", help="where the database is: on the disk to be measured")
    parser.add_argument("--seconds", type=float, default=15, help="of load for each line")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        database = Path(folder) / "tables.db"
        standin, spots = await build(TABLES, database)
        print(HEAD)
        try:
            for name, (module, limit) in BOTS.items():
                async with running(module, standin, database, TABLES, limit) as bot:
                    await warm_up(standin, spots)
                    for rate in (0, FLOOD):
                        line = await measured(name, standin, spots, bot, rate, given.seconds)
                        print(line, flush=True)
        finally:
            await standin.stop()


if __name__ == "__main__":
    asyncio.run(main())
