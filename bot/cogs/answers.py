"""Private answers: one sentence to whoever pressed, and what to say when something fails."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from ..casino import LiveTable
from ..game.moves import Refused
from ..render.cards import notice
from ..render.names import clean
from ..store import AlreadyPlayed, NotSaved, Unknown
from ..words import Words

log = logging.getLogger(__name__)

PATIENCE = 1.5  # s a move may take before the member is told to wait; Discord gives 3


async def in_time(work: Awaitable[object], defer: Callable[[], Awaitable[object]]) -> None:
    """Wait for a move; when it takes long, acknowledge first and then wait on."""
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done:
        await defer()
    await task


async def tell(interaction: discord.Interaction, sentence: str) -> None:
    """Say something only the member sees; first answer or follow-up, whichever is open."""
    await show(interaction, notice(sentence))


async def show(interaction: discord.Interaction, layout: discord.ui.LayoutView) -> None:
    if interaction.response.is_done():
        await interaction.followup.send(view=layout, ephemeral=True)
    else:
        await interaction.response.send_message(view=layout, ephemeral=True)


def sentence(words: Words, refused: Refused, table: LiveTable | None) -> str:
    """A refusal in words, members called by the names the table knows."""
    about = dict(refused.about)
    if isinstance(about.get("member"), int):
        names = table.names if table is not None else {}
        name = names.get(int(about["member"]), "")
        about["member"] = clean(name) if name else words.say("somebody")
    return words.say(refused.why, **about)


async def answer_failure(
    interaction: discord.Interaction, failure: BaseException, words: Words, table: LiveTable | None
) -> None:
    """The error boundary: whatever was raised becomes one private sentence, and bugs are logged."""
    if isinstance(failure, AlreadyPlayed):
        return  # a second delivery of a press that was answered
    if isinstance(failure, Refused):
        text = sentence(words, failure, table)
    elif isinstance(failure, NotSaved | Unknown):
        log.error("table %s: not saved: %s", table and table.id, failure)
        text = words.say("not_saved")
    else:
        seq = table.seq if table is not None else "-"
        log.error("table %s, move %s: a bug", table and table.id, seq, exc_info=failure)
        text = words.say("bug")
    try:
        await tell(interaction, text)
    except discord.HTTPException as error:
        log.info("a private answer was not delivered: %r", error)
