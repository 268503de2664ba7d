"""The imports point one way, the game is pure, and secrets have one exit.

Every file under `bot/` is read, none is imported. The checkers are shown to be able to fail on
sources planted here.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

#: What each part may import. The parts of a line come in the order in which they build on another.
MAY_IMPORT: dict[str, set[str]] = {
    "game": set(),
    "words": set(),
    "settings": set(),
    "clock": set(),
    "metrics": set(),
    "tasks": set(),
    "pace": set(),
    "logs": set(),
    "limits": {"game"},
    "watchdog": {"metrics"},
    "standin": set(),
    "odds": {"game"},
    "render": {"game", "odds", "words"},
    "store": {"game", "metrics"},
    "rulebook": {"game", "store"},
    "livetable": {"game", "store", "clock", "metrics"},
    "cashier": {"store", "clock", "rulebook", "livetable", "limits"},
    "casino": {
        "game", "store", "clock", "rulebook", "livetable", "cashier", "limits", "tasks",
    },
    "emojis": {"game", "render"},
    "replies": set(),
    "presstoken": set(),
    "screen": {
        "game", "livetable", "casino", "store", "replies", "metrics", "pace", "presstoken",
    },
    "screens": {
        "words", "render", "livetable", "casino", "store", "pace", "screen", "tasks",
    },
    "cogs": {
        "game", "odds", "words", "render", "store", "rulebook", "livetable", "casino", "replies",
        "screen", "screens", "metrics", "limits",
    },
    "client": {
        "game", "odds", "words", "render", "store", "livetable", "casino", "replies", "screens",
        "cogs", "emojis", "clock", "settings", "metrics", "limits",
    },
    "health": {"client", "casino", "store", "metrics"},
}  # fmt: skip

#: The command line puts the parts together and may import all; the others are its commands.
COMMAND_LINE = {"__main__", "run", "demo", "record", "doctor"}

#: All that the game may import from outside.
PURE = {
    "collections", "collections.abc", "copy", "enum", "functools", "hashlib", "hmac", "itertools",
    "json", "typing", "unicodedata", "msgspec",
}  # fmt: skip

#: Built-ins that reach out of the program, or into what may differ from run to run.
REACHING = {
    "open",
    "print",
    "input",
    "exec",
    "eval",
    "compile",
    "__import__",
    "float",
    "id",
    "hash",
}

#: Who handles a table with its secrets; all others read the public view.
SECRET = {"bot.game.table.Table", "bot.game.table.snapshot", "bot.game.table.from_snapshot"}
TRUSTED = {"game", "store", "livetable", "casino"}


def sources() -> dict[str, str]:
    return {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for path in sorted((ROOT / "bot").rglob("*.py"))
    }


def part_of(path: str) -> str:
    """`bot/game/cards.py` -> game, `bot/casino.py` -> casino, `bot/__init__.py` -> bot."""
    names = path.removesuffix(".py").split("/")
    return names[1] if names[1] != "__init__" else "bot"


def imported(path: str, source: str) -> Iterator[tuple[int, str]]:
    """Line and full name of everything a file imports, names from a package one by one."""
    package = path.split("/")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base = [*base, *(node.module.split(".") if node.module else [])]
            for alias in node.names:
                yield node.lineno, ".".join([*base, alias.name])


def wrong_imports(files: dict[str, str]) -> list[str]:
    """Imports within the house that point the wrong way."""
    wrong = []
    parts = {part_of(path) for path in files}
    for path, source in files.items():
        part = part_of(path)
        if part in COMMAND_LINE:
            continue
        if part != "bot" and part not in MAY_IMPORT:
            wrong.append(f"{path}: {part} has no place in MAY_IMPORT")
            continue
        allowed = MAY_IMPORT.get(part, set()) | {part}
        for line, name in imported(path, source):
            names = name.split(".")
            other = names[1] if names[0] == "bot" and len(names) > 1 else None
            if other in parts | MAY_IMPORT.keys() and other not in allowed:
                wrong.append(f"{path}:{line}: {part} imports {name}")
    return wrong


def leaks(files: dict[str, str]) -> list[str]:
    """Imports of what holds undealt cards and seeds, by parts that have no business with it."""
    return [
        f"{path}:{line}: {name}"
        for path, source in files.items()
        if part_of(path) not in TRUSTED | COMMAND_LINE
        for line, name in imported(path, source)
        if name in SECRET
    ]


def peeks(files: dict[str, str]) -> list[str]:
    """Looks at a table's state, secrets and all, where the public view would do."""
    return [
        f"{path}:{node.lineno}"
        for path, source in files.items()
        if part_of(path) not in TRUSTED | COMMAND_LINE | {"standin"}
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and node.attr == "state"
    ]


def impurities(path: str, source: str) -> list[str]:
    """What a file of the game does that the same moves could answer differently for."""
    found = []
    for line, name in imported(path, source):
        inside = name.startswith("bot.game.")
        if not inside and name not in PURE and name.rpartition(".")[0] not in PURE:
            found.append(f"{path}:{line}: imports {name}")
    for node in ast.walk(ast.parse(source)):
        if word := _impure(node):
            found.append(f"{path}:{getattr(node, 'lineno', 0)}: {word}")
    return found


def _impure(node: ast.AST) -> str | None:
    if isinstance(node, ast.AsyncFunctionDef | ast.Await | ast.AsyncFor | ast.AsyncWith):
        return "async"
    if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
        return f"the number {node.value}"
    if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
        return "a division with a fraction"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REACHING:
        return f"{node.func.id}()"
    if isinstance(node, ast.Global | ast.Nonlocal):
        return "a global"
    return None


def readers_of_the_environment(files: dict[str, str]) -> set[str]:
    return {
        part_of(path)
        for path, source in files.items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv")
    }


def test_imports_point_one_way() -> None:
    files = sources()
    assert any(part_of(path) == "game" for path in files)
    assert wrong_imports(files) == []


def test_only_the_command_line_and_tests_know_the_standin() -> None:
    for path, source in sources().items():
        if part_of(path) not in COMMAND_LINE | {"standin"}:
            named = [name for _, name in imported(path, source)]
            assert not [name for name in named if name.startswith("bot.standin")], path


def test_the_game_is_pure() -> None:
    files = {path: source for path, source in sources().items() if part_of(path) == "game"}
    assert len(files) > 10
    assert [found for path, source in files.items() for found in impurities(path, source)] == []


def test_secrets_leave_the_game_by_the_public_view_only() -> None:
    assert leaks(sources()) == []


def test_what_draws_and_answers_reads_the_public_view() -> None:
    assert peeks(sources()) == []


def test_nobody_else_reads_the_environment() -> None:
    # demo hands its own on to the bot it starts
    assert readers_of_the_environment(sources()) <= {"settings", "demo"}


# The checkers can fail.


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("bot/game/cards.py", "from bot.store import Store"),
        ("bot/game/cards.py", "import bot.casino"),
        ("bot/game/cards.py", "from ..words import en"),
        ("bot/game/cards.py", "from .. import screen"),
        ("bot/game/cards.py", "from bot import render"),
        ("bot/game/cards.py", "def late():\n    from ..odds import edge"),
        ("bot/render/board.py", "from ..casino import Casino"),
        ("bot/render/art/draw.py", "from ...screen import Screen"),
        ("bot/store/sqlite.py", "from ..casino import Casino"),
        ("bot/store/sqlite.py", "from bot.render.board import board"),
        ("bot/casino.py", "from .screen import Screen"),
        ("bot/casino.py", "from . import screen"),
        ("bot/casino.py", "if TYPE_CHECKING:\n    from .screen import Screen"),
        ("bot/casino.py", "from .render.board import board"),
        ("bot/screen.py", "from .cogs.presses import Presses"),
        ("bot/cogs/presses.py", "from ..client import Client"),
        ("bot/cogs/presses.py", "from ..settings import Settings"),
        ("bot/casino.py", "from .settings import load"),
        ("bot/client.py", "from .__main__ import main"),
        ("bot/client.py", "from .standin.server import Standin"),
        ("bot/standin/server.py", "from ..game.cards import rank"),
        ("bot/standin/server.py", "from bot.words import Words"),
        ("bot/words/__init__.py", "from bot.game.moves import Refused"),
        ("bot/words/en.py", "from ..render import ids"),
        ("bot/helpers.py", "import json"),
        ("bot/__init__.py", "from .game import cards"),
    ],
)
def test_a_planted_import_the_wrong_way_is_found(path: str, source: str) -> None:
    planted = dict.fromkeys(
        ("bot/__main__.py", "bot/client.py", "bot/screen.py", "bot/casino.py"), ""
    )
    assert len(wrong_imports({**planted, path: source})) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("bot/game/odd.py", "from .cards import rank\nfrom bot.game import cards\nimport json"),
        ("bot/screens.py", "from .casino import Casino\nfrom .render.board import board"),
        ("bot/__main__.py", "from . import client\nfrom .standin.server import Standin"),
        ("bot/standin/a.py", "from .wire import x\nimport aiohttp"),
        ("bot/cogs/a.py", "from .. import __version__"),
    ],
)
def test_imports_the_right_way_are_no_complaint(path: str, source: str) -> None:
    assert wrong_imports({path: source}) == []


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "import time",
        "from datetime import datetime",
        "import discord",
        "import sqlite3",
        "import asyncio",
        "from pathlib import Path",
        "import os.path",
        "from ..store import Store",
        "async def f(): pass",
        "def f(x):\n    return 1.5 * x",
        "def f(x):\n    return x / 2",
        "def f(x):\n    x /= 2",
        "def f(): open('x')",
        "def f(): print('x')",
        "def f(x): return float(x)",
        "def f(x): return hash(x)",
        "def f():\n    global x\n    x = 1",
    ],
)
def test_a_planted_impurity_is_found(source: str) -> None:
    assert len(impurities("bot/game/odd.py", source)) == 1


def test_pure_sources_are_no_complaint() -> None:
    source = "import hashlib\nfrom typing import Any\nfrom .cards import total\nx = 3 // 2\n"
    assert impurities("bot/game/odd.py", source) == []


def test_a_planted_leak_is_found() -> None:
    for source in "from .game.table import Table", "from bot.game.table import snapshot as s":
        assert len(leaks({"bot/screen.py": source})) == 1
    assert leaks({"bot/casino.py": "from .game.table import Table"}) == []


def test_a_planted_look_at_a_tables_state_is_found() -> None:
    source = "def f(table):\n    return table.state.shoe.seed"
    assert peeks({"bot/cogs/presses.py": source}) == ["bot/cogs/presses.py:2"]
    assert peeks({"bot/casino.py": source}) == []


def test_a_planted_look_at_the_environment_is_found() -> None:
    files = {"bot/casino.py": "import os\nx = os.environ['TOKEN']"}
    assert readers_of_the_environment(files) == {"casino"}
