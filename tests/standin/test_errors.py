"""Discord's refusals, each met by discord.py the way a bot would meet it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest

from bot.standin.clock import HandClock
from bot.standin.permissions import Permission
from bot.standin.ratelimits import RateLimits
from bot.standin.sample import BOT_ID, QUIET_ID, STAFF_ID
from bot.standin.server import Standin
from tests.standin.conftest import (
    ADA,
    GENERAL,
    GUILD,
    TOKEN,
    Client,
    pointed_at,
    running,
)

MINUTE = 60.0


@pytest.fixture
async def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def standin(clock: HandClock) -> AsyncIterator[Standin]:
    standin = Standin(TOKEN, clock=clock)
    await standin.start()
    with pointed_at(standin):
        yield standin
    await standin.stop()


def bot_that(answer: Callable[[discord.Interaction], Awaitable[Any]]) -> Client:
    client = Client()

    @client.tree.command()
    async def go(interaction: discord.Interaction) -> None:
        """Does what the test says."""
        await answer(interaction)

    return client


async def refused(awaitable: Awaitable[Any]) -> tuple[int, int]:
    """Status and code of the refusal."""
    with pytest.raises(discord.HTTPException) as error:
        await awaitable
    return error.value.status, error.value.code


def channel_of(client: Client, channel_id: str) -> discord.TextChannel:
    channel = client.get_channel(int(channel_id))
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_a_wrong_token_cannot_log_in(standin: Standin) -> None:
    with pytest.raises(discord.LoginFailure):
        async with running(Client(), token="not-the-token"):
            pass


async def test_an_answer_after_three_seconds_is_unknown(standin: Standin, clock: HandClock) -> None:
    codes = []

    async def answer(interaction: discord.Interaction) -> None:
        await clock.advance(3.1)
        codes.append(await refused(interaction.response.send_message("late")))

    async with running(bot_that(answer)):
        result = await standin.member(ADA).command(GENERAL, "go")
        assert (result.kind, result.error) == ("failed", "The application did not respond")
        await standin.until(lambda: codes)
    assert codes == [(404, 10062)]
    assert standin.messages(GENERAL) == []


async def test_a_second_answer_is_refused(standin: Standin) -> None:
    codes = []

    async def answer(interaction: discord.Interaction) -> None:
        again = discord.Interaction(data=_copy(interaction), state=interaction._state)
        await interaction.response.send_message("first")
        codes.append(await refused(again.response.send_message("second")))

    async with running(bot_that(answer)):
        await standin.member(ADA).command(GENERAL, "go")
        await standin.until(lambda: codes)
    assert codes == [(400, 40060)]
    assert [m["content"] for m in standin.messages(GENERAL)] == ["first"]


def _copy(interaction: discord.Interaction) -> Any:
    """The same interaction once more, as if a RESUME had replayed it."""
    keys = ("id", "type", "token", "version", "application_id", "guild_id")
    head = {key: getattr(interaction, key) for key in keys}
    return {**head, "type": 2, "data": interaction.data, "attachment_size_limit": 1}


async def test_follow_ups_and_edits_before_an_answer_are_refused(standin: Standin) -> None:
    codes = []

    async def answer(interaction: discord.Interaction) -> None:
        codes.append(await refused(interaction.followup.send("too early")))
        codes.append(await refused(interaction.edit_original_response(content="too early")))
        await interaction.response.send_message("now")

    async with running(bot_that(answer)):
        await standin.member(ADA).command(GENERAL, "go")
    assert codes == [(404, 10015), (404, 10015)]


async def test_a_token_lasts_fifteen_minutes_and_the_message_longer(
    standin: Standin, clock: HandClock
) -> None:
    kept: list[discord.Interaction] = []

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("board")
        kept.append(interaction)

    client = bot_that(answer)
    async with running(client):
        result = await standin.member(ADA).command(GENERAL, "go")
        assert result.message is not None
        await clock.advance(14 * MINUTE)
        await kept[0].edit_original_response(content="still mine")
        await clock.advance(1.1 * MINUTE)
        late = kept[0].edit_original_response(content="expired")
        assert await refused(late) == (401, 50027)
        board = channel_of(client, GENERAL).get_partial_message(int(result.message["id"]))
        await board.edit(content="by channel and id")
    assert [m["content"] for m in standin.messages(GENERAL)] == ["by channel and id"]


async def test_deleted_and_ephemeral_messages_are_unknown_to_channels(standin: Standin) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("psst", ephemeral=True)

    client = bot_that(answer)
    async with running(client):
        result = await standin.member(ADA).command(GENERAL, "go")
        assert result.message is not None
        channel = channel_of(client, GENERAL)
        hidden = channel.get_partial_message(int(result.message["id"]))
        assert await refused(hidden.edit(content="x")) == (404, 10008)
        assert await refused(hidden.fetch()) == (404, 10008)
        message = await channel.send("soon gone")
        standin.editing.delete_message(str(message.id))
        assert await refused(message.edit(content="x")) == (404, 10008)


async def test_hidden_quiet_and_unknown_channels_are_refused(standin: Standin) -> None:
    client = bot_that(_nothing)
    async with running(client):
        assert await refused(channel_of(client, STAFF_ID).send("x")) == (403, 50001)
        assert await refused(channel_of(client, QUIET_ID).send("x")) == (403, 50013)
        lounge = channel_of(client, str(int(GENERAL) + 1))
        standin.editing.delete_channel(str(lounge.id))
        assert await refused(lounge.send("x")) == (404, 10003)
        assert await refused(client.fetch_guild(5)) == (404, 10004)
        guild = client.get_guild(int(GUILD))
        assert guild is not None
        assert await refused(guild.fetch_member(99)) == (404, 10013)
        standin.editing.remove_member(GUILD, ADA)
        assert await refused(guild.fetch_member(int(ADA))) == (404, 10007)


async def _nothing(interaction: discord.Interaction) -> None:
    await interaction.response.defer()


async def test_a_message_brings_an_archived_thread_back(standin: Standin) -> None:
    client = bot_that(_nothing)
    async with running(client):
        thread = standin.editing.add_thread(GENERAL, "side table")
        await standin.until(lambda: client.get_channel(int(thread.id)))
        channel = client.get_channel(int(thread.id))
        assert isinstance(channel, discord.Thread)
        message = await channel.send("in the thread")
        standin.editing.archive_thread(thread.id)
        assert await refused(message.edit(content="x")) == (400, 50083)
        await channel.send("back again")
        assert not thread.archived
        await message.edit(content="in the open thread")
        standin.editing.archive_thread(thread.id)
        await message.delete()
        deny = Permission.SEND_MESSAGES_IN_THREADS
        standin.editing.set_overwrite(GENERAL, BOT_ID, deny=deny)
        assert await refused(channel.send("x")) == (403, 50013)


async def test_only_moderators_go_on_in_a_locked_thread(standin: Standin) -> None:
    client = bot_that(_nothing)
    async with running(client):
        thread = standin.editing.add_thread(GENERAL, "side table")
        await standin.until(lambda: client.get_channel(int(thread.id)))
        channel = client.get_channel(int(thread.id))
        assert isinstance(channel, discord.Thread)
        message = await channel.send("in the thread")
        standin.editing.archive_thread(thread.id, archived=False, locked=True)
        assert await refused(channel.send("x")) == (403, 160005)
        assert await refused(message.edit(content="x")) == (403, 160005)
        standin.editing.archive_thread(thread.id, locked=True)
        assert await refused(message.delete()) == (403, 160005)
        standin.editing.set_overwrite(GENERAL, BOT_ID, allow=Permission.MANAGE_THREADS)
        await channel.send("by a moderator")
        assert (thread.archived, thread.locked) == (False, True)


async def test_old_messages_can_no_longer_be_edited(clock: HandClock) -> None:
    standin = Standin(TOKEN, clock=clock, rate_limits=RateLimits.observed())
    await standin.start()
    client = bot_that(_nothing)
    with pointed_at(standin):
        async with running(client):
            message = await channel_of(client, GENERAL).send("young")
            await message.edit(content="still young")
            await clock.advance(61 * MINUTE)
            # discord.py waits and tries five times; the bare answer is asked for instead.
            status, body, headers = await raw(
                standin, "PATCH", f"/channels/{GENERAL}/messages/{message.id}", {"content": "x"}
            )
    await standin.stop()
    assert (status, body["code"]) == (429, 30046)
    assert body["retry_after"] > 0
    assert headers["Via"]


async def test_another_bot_s_message_cannot_be_edited(standin: Standin) -> None:
    client = bot_that(_nothing)
    async with running(client):
        message = standin.member(ADA).say(GENERAL, "mine")
        foreign = channel_of(client, GENERAL).get_partial_message(int(message["id"]))
        assert await refused(foreign.edit(content="x")) == (403, 50005)
        assert await refused(foreign.delete()) == (403, 50013)
        standin.editing.set_overwrite(GENERAL, BOT_ID, allow=Permission.MANAGE_MESSAGES)
        await foreign.delete()
    assert standin.messages(GENERAL) == []


async def raw(
    standin: Standin, method: str, path: str, body: Any = None, token: str = TOKEN
) -> tuple[int, Any, dict[str, str]]:
    """A request without a library in between."""
    headers = {"Authorization": f"Bot {token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as http,
        http.request(method, standin.api_base + path, json=body) as response,
    ):
        # The exact value matters: discord.py reads only this one as JSON.
        assert response.headers["Content-Type"] == "application/json"
        return response.status, await response.json(), dict(response.headers)


async def test_an_unknown_route_is_a_loud_404(
    standin: Standin, caplog: pytest.LogCaptureFixture
) -> None:
    status, body, _ = await raw(standin, "GET", "/no/such/route")
    assert (status, body["message"]) == (404, "404: Not Found")
    assert standin.recorder.unknown_routes() == ["GET /no/such/route"]
    assert "no route GET /no/such/route" in caplog.text


async def test_requests_need_the_token_and_json(standin: Standin) -> None:
    assert (await raw(standin, "GET", "/users/@me", token="wrong"))[0] == 401
    # Half of a surrogate pair is JSON, but nobody could be sent such a message.
    wrongs: list[Any] = [[], {"content": "\ud800"}, {"content": "x", "nonce": float("nan")}]
    for wrong in wrongs:
        status, body, _ = await raw(standin, "POST", f"/channels/{GENERAL}/messages", wrong)
        assert (status, body["code"]) == (400, 50109)


async def test_a_wrong_kind_of_answer_is_a_bad_body(standin: Standin) -> None:
    codes = []

    async def answer(interaction: discord.Interaction) -> None:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        status, body, _ = await raw(standin, "POST", path, {"type": 7, "data": {}})
        codes.append((status, body["code"], list(body["errors"])))
        await interaction.response.defer()

    async with running(bot_that(answer)):
        await standin.member(ADA).command(GENERAL, "go")
    assert codes == [(400, 50035, ["type"])]


async def test_a_refused_answer_leaves_the_interaction_open(standin: Standin) -> None:
    errors = []

    async def answer(interaction: discord.Interaction) -> None:
        with pytest.raises(discord.HTTPException) as error:
            await interaction.response.send_message("x" * 2001)
        errors.append((error.value.code, error.value.text))
        await interaction.response.send_message("short enough")

    async with running(bot_that(answer)):
        result = await standin.member(ADA).command(GENERAL, "go")
    assert result.kind == "message"
    assert errors[0][0] == 50035
    assert "data.content: Must be 2000 or fewer in length." in errors[0][1]


async def test_a_repeated_nonce_does_not_post_twice(standin: Standin, clock: HandClock) -> None:
    client = bot_that(_nothing)
    async with running(client):
        channel = channel_of(client, GENERAL)
        first = await channel.send("board", nonce="table-12")
        again = await channel.send("board", nonce="table-12")
        assert first.id == again.id
        await clock.advance(6 * MINUTE)
        later = await channel.send("board", nonce="table-12")
        assert later.id != first.id
    assert len(standin.messages(GENERAL)) == 2
