"""The board while the bot is being restarted: the same cards, nothing to press, no clock."""

from typing import Any

import pytest

from bot.game.rules import HouseRules
from bot.game.view import PublicTable, public
from bot.render.board import board
from bot.render.paused import paused_board
from bot.standin.parts import walk

from .felt import ENGLISH
from .test_limits import EMOJI, FULL, FULL_IDS, NAMES, fullest

SAID = "Paused: the bot is being restarted. Everything is saved."


def views(rules: HouseRules, step: int) -> list[PublicTable]:
    """Some moments of a full hand."""
    seen = [public(game.table) for n, game in enumerate(fullest(rules, seed=1)) if n % step == 0]
    assert len(seen) > 2
    return seen


def parts_of(view: PublicTable, name: str, draw: Any) -> list[Any]:
    names = dict.fromkeys(range(1, 30), name)
    found: list[Any] = list(walk(draw(view, names, ENGLISH, EMOJI, 0, ()).to_components()))
    return found


@pytest.mark.parametrize("rules", FULL, ids=FULL_IDS)
def test_the_fullest_board_still_fits_when_it_is_paused(rules: HouseRules) -> None:
    for view in views(rules, 9):
        for name in NAMES.values():
            parts = parts_of(view, name, paused_board)
            assert len(parts) <= 40
            texts = "".join(part.get("content", "") for part in parts)
            assert len(texts) <= 4000
            assert len(texts.encode()) <= 9_000


def test_it_is_the_same_board_with_nothing_to_press_and_no_clock() -> None:
    for view in views(FULL[0], 5):
        usual, still = (parts_of(view, "Ana", draw) for draw in (board, paused_board))
        texts = [[part["content"] for part in b if "content" in part] for b in (usual, still)]
        assert texts[0][:-1] == texts[1][:-1]
        assert SAID in texts[1][-1]
        assert "<t:" not in str(still)
        ids = [[part["custom_id"] for part in b if "custom_id" in part] for b in (usual, still)]
        assert ids[0] == ids[1]
        assert all(part["disabled"] for part in still if "custom_id" in part)
