"""Cards as they are written in a message.

Text cards stand in code marks: they look like cards on a dark and on a light theme, and Discord
does not turn their suits into emoji, whose spades and clubs can hardly be seen on dark. The
variation selector behind a suit asks phones for the same. A card that lies face down is None.
"""

from collections.abc import Iterable, Mapping

from bot.game.cards import DECK, rank, suit

Faces = Mapping[int | None, str]

_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_AS_TEXT = "\N{VARIATION SELECTOR-15}"


def _text(card: int) -> str:
    pips = "10" if rank(card) == "T" else rank(card)
    return f"`{pips}{_SUITS[suit(card)]}{_AS_TEXT}`"


TEXT_FACES: Faces = {None: "`▒▒`", **{card: _text(card) for card in range(DECK)}}


class EmojiFaces(dict[int | None, str]):
    """Custom emoji markup for each card; one that is missing is written as text."""

    def __init__(self, mapping: Mapping[int | None, str]) -> None:
        super().__init__({**TEXT_FACES, **mapping})


def show(faces: Faces, cards: Iterable[int | None]) -> str:
    return " ".join(faces[card] for card in cards)
