"""Answers to presses and commands, on a Discord that may be slow, failing or gone.

Discord takes the first answer within 3 seconds and none after. discord.py goes on trying for 25,
so every first answer goes through here: in time, or given up without a noise. What was played
stays played, and the board is drawn by whoever is next.
"""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any

import aiohttp
import discord

log = logging.getLogger(__name__)

#: What a request raises when Discord, or the way to it, fails.
FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)

ANSWER = 3.2  # s for a first answer; after that nothing of it can arrive any more
FOLLOW_UP = 30  # s for whatever comes after an acknowledgement
_TRIED = "acknowledgement tried"


def is_refusal(error: Exception) -> bool:
    """Whether Discord said no: the same request would be refused again, and counted against us."""
    return isinstance(error, discord.HTTPException) and error.status in range(400, 429)


async def sent(answer: Awaitable[object], seconds: float = ANSWER) -> bool:
    """Whether Discord said in time that it took the answer."""
    try:
        async with asyncio.timeout(seconds):
            await answer
    except Exception as error:  # also what discord.py can't read, and the session we close
        strange = not isinstance(error, (*FAILURES, RuntimeError))
        log.log(logging.WARNING if strange else logging.INFO, "not answered: %r", error)
        return False
    return True


async def acknowledge(interaction: discord.Interaction[Any], **how: bool) -> bool:
    """Tell Discord that the answer follows; `how` as in `InteractionResponse.defer`."""
    interaction.extras[_TRIED] = True
    return await sent(interaction.response.defer(**how))


def is_acknowledged(interaction: discord.Interaction[Any]) -> bool:
    """Whether the first answer is used up; a lost acknowledgement may have arrived, so it is."""
    return interaction.response.is_done() or _TRIED in interaction.extras


async def show(interaction: discord.Interaction[Any], layout: discord.ui.LayoutView) -> None:
    """Show something to the member alone: first answer or follow-up, whichever is open."""
    if is_acknowledged(interaction):
        await sent(interaction.followup.send(view=layout, ephemeral=True), FOLLOW_UP)
    else:
        await sent(interaction.response.send_message(view=layout, ephemeral=True))


async def edit(interaction: discord.Interaction[Any], layout: discord.ui.LayoutView) -> None:
    """Change the private panel that was pressed; where none was, show the new one beside."""
    message = interaction.message
    if message is None or not message.flags.ephemeral:
        await show(interaction, layout)
    elif is_acknowledged(interaction):
        await sent(interaction.edit_original_response(view=layout), FOLLOW_UP)
    else:
        await sent(interaction.response.edit_message(view=layout))
