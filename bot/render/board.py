"""The message that is the table.

One container: header, dealer, a block for each seat, what is asked, the buttons. Six seats with
four hands each must fit Discord's 40 components and 4,000 characters, so the board is written in
the finest detail that fits; what is still being played is never shortened.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.game.table import Phase
from bot.game.view import PublicTable
from bot.words import Words

from .asking import asking
from .best import Best
from .buttons import rows
from .dealer import dealer
from .drawing import CHARACTERS, Detail, Drawing
from .ending import ending
from .faces import TEXT_FACES, Faces
from .header import header
from .seats import seats

BYTES = 8_500  # of about 10,000 in UTF-8, beyond which Discord has been seen to fail

_ACCENTS = {
    Phase.LOBBY: 0x5865F2,
    Phase.SHUFFLE: 0x9B59B6,
    Phase.BETTING: 0xF1C40F,
    Phase.INSURANCE: 0x1ABC9C,
    Phase.PLAYING: 0x2ECC71,
    Phase.RESULT: 0x3498DB,
    Phase.ENDED: 0xE67E22,
    Phase.CLOSED: 0x95A5A6,
}

Part = discord.ui.Item[Any]


def board(
    view: PublicTable,
    names: Mapping[int, str],
    words: Words,
    faces: Faces = TEXT_FACES,
    now: int | None = None,
    best: Sequence[Best] = (),
) -> discord.ui.LayoutView:
    """The table as a message, already stopped.

    `names`: account number -> display name as Discord gives it. `now` in ms since 1970.
    `best`: the best solo runs of the server, shown when one has ended.
    """
    layout = discord.ui.LayoutView(timeout=None)
    container = discord.ui.Container[Any](accent_colour=_ACCENTS[view.phase])
    drawing = Drawing(view, names, words, faces, now, Detail.CARDS, best)
    for part in _spaced(_finest(drawing)):
        container.add_item(part)
    for row in rows(view, words):
        container.add_item(row)
    layout.add_item(container)
    layout.stop()
    return layout


def _finest(drawing: Drawing) -> list[list[str]]:
    for detail in Detail:
        groups = _texts(replace(drawing, detail=detail))
        if _fits(groups):
            break
    return groups


def _texts(drawing: Drawing) -> list[list[str]]:
    """The texts, in groups with a line between."""
    return [
        [header(drawing)],
        [dealer(drawing)],
        seats(drawing),
        [ending(drawing)],
        [asking(drawing)],
    ]


def _fits(groups: list[list[str]]) -> bool:
    text = "".join(text for group in groups for text in group)
    return len(text) <= CHARACTERS and len(text.encode()) <= BYTES


def _spaced(groups: list[list[str]]) -> Iterator[Part]:
    first = True
    for group in groups:
        texts = [text for text in group if text]
        if texts and not first:
            yield discord.ui.Separator()
        for text in texts:
            yield discord.ui.TextDisplay(text)
            first = False
