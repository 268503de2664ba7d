"""The compiled game is the same game, to the byte. Where nothing can be compiled, that is said."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .compiled import ROOT, NotCompiled, compile_into

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


def play(folder: Path) -> list[str]:
    command = [sys.executable, "-c", PLAY]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_compiled_game_says_the_same_to_the_byte(tmp_path: Path) -> None:
    try:
        compile_into(tmp_path, optimise=0)
    except NotCompiled as error:  # only where there is nothing to compile with
        if re.search(r"No module named|failed: No such file|Python\.h", str(error)):
            return
        raise
    plain, compiled = play(ROOT), play(tmp_path)
    assert [plain[0], compiled[0]] == ["the game is plain Python", "the game is compiled by mypyc"]
    assert compiled[1] == plain[1]


def test_what_hinders_a_compilation_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.bench.compiled.MODULES", ("no_such_module",))
    with pytest.raises(NotCompiled, match=r"no_such_module|mypyc"):
        compile_into(tmp_path)
