"""How many plays a second the store saves. Run by hand, on a disk of your choice:

python -m tests.bench.bench_store [--folder FOLDER]
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from bot.store import Commit
from bot.store.sqlite import SqliteStore
from tests.store.tables import Game

PLAYS = 4000


async def measure(folder: Path, tables: int) -> str:
    """Each table plays on as soon as its last play is saved, like a table of quick members."""
    games = [list(Game(number).play(PLAYS // tables)) for number in range(1, tables + 1)]
    store = SqliteStore(folder / f"{tables}.db")
    await store.open()
    waits: list[float] = []
    began = time.perf_counter()
    await asyncio.gather(*(_play(store, game, waits) for game in games))
    seconds = time.perf_counter() - began
    await store.close()
    return (
        f"{tables:>4} tables: {len(waits) / seconds:>7,.0f} plays/s, "
        f"median {statistics.median(waits) * 1000:.1f} ms, slowest {max(waits) * 1000:.1f} ms"
    )


async def _play(store: SqliteStore, game: list[Commit], waits: list[float]) -> None:
    for commit in game:
        began = time.perf_counter()
        await store.commit(commit)
        waits.append(time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_store")
    parser.add_argument("--folder", help="on the disk to be measured")
    with tempfile.TemporaryDirectory(dir=parser.parse_args().folder) as folder:
        for tables in (1, 100):
            print(asyncio.run(measure(Path(folder), tables)))


if __name__ == "__main__":
    main()
