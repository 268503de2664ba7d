"""`/blackjack history`: the member's own last hands, page by page, to nobody else."""

from typing import Any

import discord

from ..casino import Casino
from ..render.history import history_card
from ..render.ids import PressId
from ..screens import Screens

#: Buttons of the list. It belongs to no table: what they show is the presser's own, wherever it is.
PAGES = ("older", "newest")


async def page(
    interaction: discord.Interaction[Any],
    casino: Casino,
    screens: Screens,
    press: PressId | None = None,
) -> discord.ui.LayoutView:
    """The hands before the one the pressed button names; the newest without one."""
    before = (press.table, press.decision) if press and press.move == "older" else None
    account = await casino.cashier.account(interaction.user.id)
    rounds = await casino.hands_of(interaction.guild_id or 0, account, before)
    return history_card(rounds, screens.words, screens.faces, first=before is None)
