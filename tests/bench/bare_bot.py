"""A bot that does nothing: what discord.py alone takes to answer a press.

It answers each press with the same small edit of the message (type 7) and keeps nothing: no rules,
no disk, no board of its own. `python -m tests.bench.bare_bot` reads the environment as `bot run`.
"""

import asyncio
import contextlib
import logging
import os

import discord

from bot.client import point_at
from bot.settings import load


class BareBot(discord.AutoShardedClient):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.5)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        with contextlib.suppress(discord.HTTPException):  # too late, which is counted elsewhere
            await interaction.response.edit_message(view=answer())


def answer() -> discord.ui.LayoutView:
    """One text and one button; stopped, so that discord.py keeps none of them."""
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay("Pressed."))
    layout.add_item(discord.ui.ActionRow(discord.ui.Button(label="Press", custom_id="bare")))
    layout.stop()
    return layout


async def main() -> None:
    settings = load(os.environ)
    point_at(settings)
    discord.utils.setup_logging(level=logging.ERROR)
    async with BareBot() as bot:
        await bot.start(settings.token)


if __name__ == "__main__":
    asyncio.run(main())
