"""Whole games, played again and compared with what was on the screen when they were recorded.

After a wanted change: `REDRAW=1 python -m pytest tests/game/test_playthroughs.py`, then read the
diff.
"""

import os
from pathlib import Path

import pytest

from bot.game.rules import TABLES

from .playthrough import recorded

GAMES = sorted((Path(__file__).parent.parent / "games").glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_game_goes_as_it_was_recorded(path: Path) -> None:
    text = path.read_text("utf-8")
    again = recorded(text)
    if os.environ.get("REDRAW"):
        path.write_text(again, "utf-8")
        text = again
    assert again == text


def test_every_table_has_a_game() -> None:
    assert {path.stem.split("_")[0] for path in GAMES} == set(TABLES)


def test_a_game_that_goes_otherwise_is_noticed() -> None:
    (path,) = (path for path in GAMES if path.stem == "solo_run")
    text = path.read_text("utf-8").replace("> cards T 9 6 T", "> cards T 9 7 T")
    assert recorded(text) != text
