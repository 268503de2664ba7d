"""A copy of the project whose game is compiled to C by mypyc, for whoever simulates a great deal:

    pip install -e '.[bench]'            and a C compiler
    python -m tests.bench.compiled FOLDER
    cd FOLDER && python -m tests.bench.bench_rounds

The bot doesn't need it: its moves wait for the disk, not for the game. So nothing is compiled where
it is installed or worked on; the code is the same, unchanged, and so are events and snapshots: some
rounds are played both ways and compared to the byte. Ends with status 1 if they differ.

Compiled are the modules that compute. Those that say what a table, a move or an event is made of
stay as they are: their classes are msgspec's, which mypyc can't lay out by itself.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODULES = (
    "alarms", "cards", "changing", "dealing", "decisions", "engine", "hands", "legal", "rounds",
    "seating", "session", "settle",
)  # fmt: skip


#: All five tables, some hundred rounds of each: how the game runs, and a hash of all that happened
#: and of every table on the way.
PLAY = """
import hashlib, msgspec
from bot.game import engine
from bot.game.rules import TABLES
from bot.game.table import snapshot
from tests.bench.bench_rounds import how_it_runs
from tests.game.sitting import Sitting

seen = hashlib.sha256()

def look(table, move):
    events = engine.apply(table, move)
    seen.update(msgspec.json.encode(events) + snapshot(table))
    return events

for rules in TABLES.values():
    sitting = Sitting(rules, seed=1, engine=look)
    for _ in range(300):
        sitting.round()
print(how_it_runs())
print(seen.hexdigest())
"""


class NotCompiled(Exception):
    """Says what mypyc or the compiler said."""


def compile_into(folder: Path, optimise: int = 3) -> None:
    """`folder` must not be there yet, or be empty. Takes about half a minute.

    Raises NotCompiled where mypyc or a compiler is missing.
    """
    ignored = shutil.ignore_patterns("__pycache__", "node_modules", ".hypothesis")
    shutil.copytree(ROOT / "bot", folder / "bot", ignore=ignored, dirs_exist_ok=True)
    done = subprocess.run(  # before pyproject.toml is there: this is not about the whole package
        [sys.executable, "-m", "mypyc", *(f"bot/game/{module}.py" for module in MODULES)],
        cwd=folder,
        env=os.environ | {"MYPYC_OPT_LEVEL": str(optimise)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    if done.returncode:
        raise NotCompiled(done.stdout[-2000:] + done.stderr[-2000:])
    shutil.rmtree(folder / "build")
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)


def says(folder: Path) -> list[str]:
    """How the game in that copy runs, and the hash of what it said."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=folder, capture_output=True, text=True, timeout=120
    )
    if done.returncode:
        raise NotCompiled(done.stderr[-2000:])
    return done.stdout.splitlines()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.compiled")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    if folder.exists() and any(folder.iterdir()):
        parser.error(f"{folder} is not empty")
    try:
        compile_into(folder)
        plain, compiled = says(ROOT), says(folder)
    except NotCompiled as error:
        print(error, file=sys.stderr)
        return 1
    if "compiled" not in compiled[0] or plain[1] != compiled[1]:
        print(f"The compiled game is another one: {plain}, {compiled}", file=sys.stderr)
        return 1
    print("Five tables, 300 rounds of each: events and snapshots are the same to the byte.")
    print(f"cd {folder} && {sys.executable} -m tests.bench.bench_rounds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
