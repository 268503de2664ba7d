"""One drawing of one table: what every part of the board needs to know.

Parts are plain functions from a Drawing to text; an empty text is a part that has nothing to say.
"""

import enum
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.game.cards import VALUES
from bot.game.table import Phase
from bot.game.view import PublicTable
from bot.words import Words

from .best import Best
from .faces import TEXT_FACES, Faces, show
from .names import clean

DOT = " · "
CHARACTERS = 3_900  # of the 4,000 that Discord takes over all texts of a message
SETTLED = (Phase.RESULT, Phase.ENDED, Phase.CLOSED)  # the hands on the felt are paid


class Detail(enum.IntEnum):
    """How finished hands are written; the board takes the finest that fits one message."""

    CARDS = 0  # like all others
    TEXT = 1  # text cards on a plain line
    TOTALS = 2  # no cards
    LINES = 3  # those of a seat on one line; standings are cut shorter too


@dataclass(frozen=True)
class Drawing:
    """`names` are as Discord gives them; they are cleaned here, once, for everybody."""

    view: PublicTable
    names: Mapping[int, str]
    words: Words
    faces: Faces
    now: int | None  # ms since 1970; None: not known, a clock then shows its whole time
    detail: Detail
    best: Sequence[Best] = ()  # runs of this server, best first; only a solo table shows them

    def name(self, member: int) -> str:
        return clean(self.names.get(member, ""))

    def listed(self, members: Iterable[int]) -> str:
        """`**Ana**, **Ben** and **Cy**`"""
        names = [f"**{self.name(member)}**" for member in members]
        if len(names) < 2:
            return "".join(names)
        return self.words.say("and", first=", ".join(names[:-1]), last=names[-1])

    def cards(self, cards: Iterable[int | None], text: bool = False) -> str:
        return show(TEXT_FACES if text else self.faces, cards)

    def total(self, cards: tuple[int | None, ...], points: int, soft: bool) -> str:
        """The total in words: `18`, `soft 18`; a lone ace is an ace, and 21 is 21."""
        shown = [card for card in cards if card is not None]
        if len(shown) == 1 and VALUES[shown[0]] == 1:
            return self.words.say("ace")
        return self.words.say("soft" if soft and points < 21 else "hard", total=points)


def shortened(text: str, most: int) -> str:
    """At most `most` characters, cut between words: half an amount is another amount."""
    if len(text) <= most:
        return text
    cut = textwrap.shorten(text, most, placeholder=" …", break_on_hyphens=False)
    return cut.replace(f"{DOT}…", " …")


def joined(parts: Iterable[str]) -> str:
    """What there is to say, with dots between."""
    return DOT.join(part for part in parts if part)


def lines(parts: Iterable[str]) -> str:
    return "\n".join(part for part in parts if part)
