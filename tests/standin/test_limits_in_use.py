"""Limits that no body of a message, form or command shows: sizes, times, whole collections."""

import base64
import io
from collections.abc import Awaitable, Callable

import pytest

from bot.standin.limits import LIMITS
from bot.standin.sample import BOT_ID
from bot.standin.world import Picture
from tests.standin.conftest import GUILD
from tests.standin.scene import EMOJIS, MESSAGES, Reply, Scene, scene

# Asks for exactly `count` of what is limited.
Ask = Callable[[Scene, int], Awaitable[Reply]]


async def upload_files(there: Scene, count: int) -> Reply:
    return await there.post({"content": "x", "files": [Picture("x.png", "", b"x")] * count})


async def upload_bytes(there: Scene, count: int) -> Reply:
    return await there.post({"content": "x", "files": [Picture("x.png", "", bytes(count))]})


async def send_bytes(there: Scene, count: int) -> Reply:
    body = io.BytesIO(b'{"content":"x"}'.ljust(count))
    return await there.ask("POST", MESSAGES, data=body)


async def name_emoji(there: Scene, count: int) -> Reply:
    return await there.ask("POST", EMOJIS, {"name": "e" * count, "image": _image(b"x")})


async def upload_emoji(there: Scene, count: int) -> Reply:
    return await there.ask("POST", EMOJIS, {"name": "ace", "image": _image(bytes(count))})


def _image(data: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


async def own_emojis(there: Scene, count: int) -> Reply:
    """The last one is asked for."""
    emojis = there.standin.world.application.emojis
    emojis.update({str(n): {"id": str(n), "name": f"e{n}"} for n in range(count - 1)})
    return await name_emoji(there, 3)


async def create_commands(there: Scene, count: int) -> Reply:
    """So many in one day, all but the last few deleted again."""
    path = f"/applications/{BOT_ID}/guilds/{GUILD}/commands"
    for first in range(0, count, 100):
        names = [f"c{n}" for n in range(first, min(first + 100, count))]
        commands = [{"name": name, "description": "x"} for name in names]
        reply = await there.ask("PUT", path, commands)
    return reply


async def read_history(there: Scene, count: int) -> Reply:
    return await there.ask("GET", f"{MESSAGES}?limit={count}")


async def list_members(there: Scene, count: int) -> Reply:
    return await there.ask("GET", f"/guilds/{GUILD}/members?limit={count}")


async def answer_after(there: Scene, ms: int) -> Reply:
    interaction = there.interaction()
    await there.clock.advance(ms / 1000)
    return await there.answer(interaction, 4, {"content": "x"})


async def follow_up_after(there: Scene, ms: int) -> Reply:
    interaction = there.interaction()
    await there.answer(interaction, 4, {"content": "x"})
    await there.clock.advance(ms / 1000)
    return await there.follow_up(interaction)


async def edit_after(there: Scene, ms: int) -> Reply:
    message_id = await there.posted()
    await there.clock.advance(ms / 1000)
    return await there.edit(message_id)


# Limit -> (how to reach it, the code that refuses more).
IN_USE: dict[str, tuple[Ask, int]] = {
    "message.files": (upload_files, 30015),
    "message.request_bytes": (send_bytes, 40005),
    "attachment.bytes": (upload_bytes, 40005),
    "emoji.name": (name_emoji, 50035),
    "emoji.bytes": (upload_emoji, 50035),
    "emojis.total": (own_emojis, 30008),
    "commands.daily_creates": (create_commands, 30034),
    "history.limit": (read_history, 50035),
    "members.limit": (list_members, 50035),
    "interaction.ack_ms": (answer_after, 10062),
    "interaction.token_ms": (follow_up_after, 50027),
    "message.old_edit_ms": (edit_after, 30046),
}


@pytest.mark.parametrize("name", IN_USE)
async def test_a_limit_lets_pass_what_it_allows_and_nothing_more(name: str) -> None:
    ask, code = IN_USE[name]
    for count, expected in ((LIMITS[name].high, None), (LIMITS[name].high + 1, code)):
        async with scene(limits=True) as there:
            reply = await ask(there, count)
        assert reply.code == expected, reply


@pytest.mark.parametrize("name", [name for name in IN_USE if LIMITS[name].low > 0])
async def test_what_has_a_least_is_refused_below_it(name: str) -> None:
    ask, code = IN_USE[name]
    async with scene(limits=True) as there:
        assert (await ask(there, LIMITS[name].low - 1)).code == code
        assert (await ask(there, LIMITS[name].low)).code is None


async def test_commands_may_be_created_again_the_next_day() -> None:
    async with scene(limits=True) as there:
        await create_commands(there, 200)
        assert (await create_commands(there, 1)).code == 30034
        await there.clock.advance(24 * 3600 + 1)
        assert (await create_commands(there, 1)).code is None


async def test_a_command_sent_again_is_not_a_new_one() -> None:
    async with scene(limits=True) as there:
        for _ in range(3):
            assert (await create_commands(there, 100)).code is None
