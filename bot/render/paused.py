"""The board while the bot is being restarted: the same table, with nothing to press."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
import msgspec

from bot.game.view import PublicTable
from bot.words import Words

from .best import Best
from .board import board
from .faces import Faces


def paused_board(
    view: PublicTable,
    names: Mapping[int, str],
    words: Words,
    faces: Faces,
    now: int,
    best: Sequence[Best],
) -> discord.ui.LayoutView:
    """As `board`, but it says that it is paused and shows no clock: that stands still.

    The sentence joins the last text, which is what the table asks: a text of its own could be the
    one component too many.
    """
    still = msgspec.structs.replace(view, deadline=None)
    layout = board(still, names, words, faces, now, best)
    texts: list[discord.ui.TextDisplay[Any]] = []
    for part in layout.walk_children():
        if isinstance(part, discord.ui.TextDisplay):
            texts.append(part)
        elif isinstance(part, discord.ui.Button | discord.ui.Select):
            part.disabled = True
    texts[-1].content += "\n" + words.say("board_paused")
    return layout
