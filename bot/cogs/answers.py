"""Private answers: one sentence to whoever pressed, and what to say when something fails."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container, Coroutine
from typing import Any, TypeVar

import discord
from discord import app_commands

from .. import metrics
from ..game.moves import Close, Refused
from ..livetable import LiveTable
from ..render.cards import confirm_close, notice
from ..render.names import clean
from ..replies import edit, show
from ..store import AlreadyPlayed, NotSaved, PurseChanged, Unknown
from ..words import Words

T = TypeVar("T")

log = logging.getLogger(__name__)

#: A command or its options are not as this program knows them: an update is on its way.
_UNLIKE_OURS = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)

PATIENCE = 1.5  # s a move may take before the member is told to wait; Discord gives 3


async def in_time(work: Coroutine[Any, Any, T], wait: Callable[[], Awaitable[object]]) -> T:
    """The result of a move; when it takes long, the member is told to wait."""
    task = asyncio.create_task(work)
    task.add_done_callback(_taken_note_of)  # whoever waits may be cancelled, as the house closes
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done:
        await wait()
    return await task


def _taken_note_of(task: asyncio.Task[Any]) -> None:
    """So that asyncio need not report a refusal that nobody is left to hear."""
    if not task.cancelled():
        task.exception()


async def tell(interaction: discord.Interaction[Any], sentence: str) -> None:
    """Say something only the member sees."""
    await show(interaction, notice(sentence))


async def ask_to_close(
    interaction: discord.Interaction[Any], table: LiveTable, member: int, words: Words
) -> None:
    """Privately; the answer's button closes. Raises Refused for who may not."""
    refused = table.refusal(Close(member, admin=interaction.permissions.manage_guild))
    if refused is not None:
        raise refused
    await show(interaction, confirm_close(table.view(), words))


def sentence(words: Words, refused: Refused, table: LiveTable | None) -> str:
    """A refusal in words, members called by the names the table knows."""
    why, about = refused.why, dict(refused.about)
    if why == "below_minimum" and table is not None and table.rules.keeps_chips:
        why = "below_minimum_rebuy"
    if isinstance(about.get("member"), int):
        names = table.names if table is not None else {}
        name = names.get(int(about["member"]), "")
        about["member"] = clean(name) if name else words.say("somebody")
    return words.say(why, **about)


async def answer_failure(
    interaction: discord.Interaction[Any],
    failure: BaseException,
    words: Words,
    table: LiveTable | None,
    over: Container[str] = (),
) -> None:
    """The error boundary: whatever was raised becomes one private sentence, and bugs are logged.

    `over`: refusals after which the private panel that was pressed is of no use any more.
    """
    failure = getattr(failure, "original", failure)  # what a command raised, discord.py wraps
    if isinstance(failure, AlreadyPlayed):
        return  # a second delivery of a press that was answered
    why = failure.why if isinstance(failure, Refused) else type(failure).__name__
    metrics.refusals.labels(why).inc()
    if isinstance(failure, Refused):
        text = sentence(words, failure, table)
    elif isinstance(failure, PurseChanged):
        text = words.say("purse_changed")
    elif isinstance(failure, NotSaved | Unknown):
        log.error("table %s: not saved: %s", table and table.id, failure)
        text = words.say("not_saved" if isinstance(failure, NotSaved) else "in_doubt")
    elif isinstance(failure, _UNLIKE_OURS):
        log.info("a command that is not as we registered it: %s", failure)
        text = words.say("command_changed")
    else:
        seq = table.seq if table is not None else "-"
        log.error("table %s, move %s: a bug", table and table.id, seq, exc_info=failure)
        text = words.say("bug")
    if why in over:
        await edit(interaction, notice(text))
    else:
        await tell(interaction, text)
