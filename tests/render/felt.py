"""Boards of really played tables.

Members 1 … 6 are Ana … Fay. Games come from `tests.game.tables`; their rigged shoes are filled up
here to the size a shoe has, so that the board counts cards as it would.
"""

import msgspec

from bot.game.shoe import rigged
from bot.game.view import PublicTable, public
from bot.render.board import board
from bot.render.faces import TEXT_FACES, Faces
from bot.words import words_for
from tests.game.tables import Game, faces, place
from tests.screens import text_of

NAMES = {1: "Ana", 2: "Ben", 3: "Cy", 4: "Dee", 5: "Eli", 6: "Fay"}
ENGLISH = words_for("en-US")


def rig(game: Game, cards: str) -> None:
    """The next cards are these; behind them the rest of the shoe in order."""
    first = faces(cards)
    rest = list(range(52)) * game.table.rules.decks
    for card in first:
        rest.remove(card)
    game.table.shoe = rigged(first + rest, game.table.rules.decks)


def deal(game: Game, cards: str, bets: list[int]) -> Game:
    rig(game, cards)
    place(game, bets)
    return game


def screen(game: Game, faces: Faces = TEXT_FACES) -> str:
    """What everybody sees, as text."""
    return text_of(board(public(game.table), NAMES, ENGLISH, faces, game.now))


def as_sent(view: PublicTable, faces: Faces = TEXT_FACES, now: int | None = None) -> str:
    """All of the message, as it goes to Discord."""
    layout = board(view, NAMES, ENGLISH, faces, now)
    parts = layout.to_components()  # type: ignore[no-untyped-call]
    return msgspec.json.encode(parts).decode()
