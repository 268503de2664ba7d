"""Boards of really played tables.

Members 1 … 6 are Ana … Fay, 7 … 12 Gil … Liv. Their games come from `tests.game.tables`; rigged
shoes are filled up here to the size a shoe has, so that the board counts cards as it would.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from unittest.mock import patch

import msgspec

from bot.game.engine import needs_seed
from bot.game.moves import Join, Move, Start
from bot.game.rules import BANK, HouseRules
from bot.game.shoe import rigged
from bot.game.table import Phase
from bot.game.view import PublicTable, public
from bot.render.best import Best
from bot.render.board import board
from bot.render.faces import TEXT_FACES, Faces
from bot.words import words_for
from tests.game.tables import Game, faces, pass_the_cut, place
from tests.screens import text_of

_PEOPLE = "Ana Ben Cy Dee Eli Fay Gil Hana Ivo Jun Kim Liv"
NAMES = dict(enumerate(_PEOPLE.split(), start=1))
ENGLISH = words_for("en-US")
BEST = [Best("Liv", 2150, 61), Best("Ana", 900, 12), Best("Gil", 900, 33)]


class Felt(Game):
    """A game that brings a seed wherever the table asks for one."""

    def move(self, kind: type[Move], *values: Any, **more: Any) -> Move:
        if needs_seed(self.table):
            more.setdefault("seed", self._seed())
        return super().move(kind, *values, **more)


def seated(rules: HouseRules, seats: int = 1) -> Felt:
    """A lobby, members 1 … n seated."""
    game = Felt(rules)
    for member in range(1, seats + 1):
        game.do(Join, member)
    return game


def opened(rules: HouseRules, seats: int = 1) -> Felt:
    """The first betting is open."""
    game = seated(rules, seats)
    game.do(Start, 1)
    pass_the_cut(game)
    assert game.table.phase is Phase.BETTING
    return game


def order(cards: str, decks: int) -> list[int]:
    """These cards first; behind them the rest of the shoe in order."""
    first = faces(cards)
    rest = list(range(52)) * decks
    for card in first:
        rest.remove(card)
    return first + rest


def rig(game: Game, cards: str) -> None:
    """The next cards of a shoe that lasts are these; a cut card stays where it was."""
    decks, before = game.table.rules.decks, game.table.shoe
    shoe = rigged(order(cards, decks), decks)
    shoe.cut_at = before.cut_at if before else None
    game.table.shoe = shoe


def deal(game: Game, cards: str, bets: list[int]) -> Game:
    """Everybody bets (0 sits out), the first card dealt is the first of `cards`."""
    if game.table.rules.shuffle != "every_hand":
        rig(game, cards)
        place(game, bets)
        return game
    # A shoe of one hand is shuffled when the betting closes: its seal is real, its order written.
    rigged_order = bytes(order(cards, game.table.rules.decks))
    with patch("bot.game.shoe.shuffled", lambda key, decks: rigged_order):
        place(game, bets)
        if game.table.phase is Phase.BETTING:
            game.time_up()
    return game


def rules_with(rules: HouseRules = BANK, **changes: Any) -> HouseRules:
    return msgspec.structs.replace(rules, **changes)


def screen(game: Game, faces: Faces = TEXT_FACES) -> str:
    """What everybody sees, as text."""
    return text_of(board(public(game.table), NAMES, ENGLISH, faces, game.now, BEST))


def as_sent(
    view: PublicTable,
    faces: Faces = TEXT_FACES,
    names: Mapping[int, str] = NAMES,
    best: Sequence[Best] = BEST,
) -> str:
    """All of the message, as it goes to Discord."""
    layout = board(view, names, ENGLISH, faces, best=best)
    parts = layout.to_components()  # type: ignore[no-untyped-call]
    return msgspec.json.encode(parts).decode()
