"""The gateway: sessions that survive their sockets, compression, shards, and every way to end."""

import asyncio
import json
import logging
import math
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from bot.standin.permissions import EVERYONE
from bot.standin.sample import BOT_ID, QUIET_ID, STAFF_ID
from bot.standin.server import Standin
from bot.standin.snowflakes import shard_of
from bot.standin.wire import Json
from bot.standin.world import Channel, Guild, Member, Role, User
from tests.standin.conftest import (
    ADA,
    BEN,
    GENERAL,
    GUILD,
    INTENTS,
    TOKEN,
    Client,
    running,
)

SECOND_GUILD = str(int(GUILD) + (1 << 22))


def bot_with_hello(client: Client) -> Client:
    @client.tree.command()
    async def hello(interaction: discord.Interaction) -> None:
        """Says hello."""
        await interaction.response.send_message("hello")

    return client


class Socket:
    """A bare gateway client, for what discord.py would never send."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def send(self, op: int, data: Any = None) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def receive(self) -> Json:
        frame: Json = json.loads(await self.socket.receive_str(timeout=5))
        return frame

    async def identify(self, **changes: Any) -> Json:
        """Identifies and returns the READY."""
        await self.send(2, {"token": TOKEN, "intents": 1, "properties": {}, **changes})
        return await self.receive()

    async def until(self, name: str) -> Json:
        while (frame := await self.receive())["t"] != name:
            pass
        return frame

    async def closed(self) -> int | None:
        while (await self.socket.receive(timeout=5)).type not in (
            aiohttp.WSMsgType.CLOSE,
            aiohttp.WSMsgType.CLOSED,
        ):
            pass
        return self.socket.close_code


@asynccontextmanager
async def connected(standin: Standin, query: str = "v=10&encoding=json") -> AsyncIterator[Socket]:
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{standin.gateway_url}?{query}") as socket,
    ):
        gateway = Socket(socket)
        if "compress" not in query:
            assert (await gateway.receive())["op"] == 10
        yield gateway


async def test_what_happened_while_the_socket_was_gone_is_replayed(standin: Standin) -> None:
    client = bot_with_hello(Client())
    async with running(client):
        standin.gateway.drop_sockets()
        await standin.until(lambda: not standin.gateway.online)
        result = await standin.member(ADA).command(GENERAL, "hello")
        assert result.kind == "message"
        await standin.until(lambda: client.times("resumed"))
        assert client.times("ready") == 1
        assert client.times("interaction") == 1


async def test_op_7_reconnects_and_resumes(standin: Standin) -> None:
    client = bot_with_hello(Client())
    async with running(client):
        standin.gateway.ask_to_reconnect()
        await standin.until(lambda: client.times("resumed"))
        assert (await standin.member(ADA).command(GENERAL, "hello")).kind == "message"
        assert client.times("ready") == 1


async def test_an_invalid_session_identifies_anew(standin: Standin) -> None:
    client = bot_with_hello(Client())
    async with running(client):
        standin.gateway.invalidate_sessions()
        await standin.until(lambda: client.times("ready") == 2, timeout=10)
        assert client.times("resumed") == 0
        assert (await standin.member(ADA).command(GENERAL, "hello")).kind == "message"


async def test_a_resumable_invalid_session_resumes(standin: Standin) -> None:
    client = bot_with_hello(Client())
    async with running(client):
        standin.gateway.invalidate_sessions(resumable=True)
        await standin.until(lambda: client.times("resumed"))


async def test_discord_py_gets_one_zlib_stream(standin: Standin) -> None:
    async with running(bot_with_hello(Client())):
        pass
    async with connected(standin, "v=10&encoding=json&compress=zlib-stream") as gateway:
        inflate = zlib.decompressobj()
        ops = []
        for _ in range(2):
            data = await gateway.socket.receive_bytes()
            assert data.endswith(b"\x00\x00\xff\xff")
            ops.append(json.loads(inflate.decompress(data))["op"])
            await gateway.send(1)
    assert ops == [10, 11]


def second_guild() -> Guild:
    guild = Guild(SECOND_GUILD, "Second Server", ADA)
    guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYONE, position=0)
    for user in (User(ADA, "ada", "Ada"), User(BOT_ID, "Bot", bot=True)):
        guild.members[user.id] = Member(user)
    channel = Channel("1200000000000000777", guild.id, "second")
    guild.channels[channel.id] = channel
    return guild


class ShardedClient(discord.AutoShardedClient):
    def __init__(self) -> None:
        super().__init__(intents=INTENTS, shard_count=2, guild_ready_timeout=0.05)
        self.heard: list[int | None] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """No five seconds between shards."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        assert interaction.guild is not None
        self.heard.append(interaction.guild.shard_id)
        await interaction.response.send_message(f"shard {interaction.guild.shard_id}")


async def test_two_shards_hear_their_own_servers(standin: Standin) -> None:
    standin.editing.add_guild(second_guild())
    async with running(bot_with_hello(Client())):
        pass
    client = ShardedClient()
    async with running(client):
        assert len(client.guilds) == 2
        first = await standin.member(ADA).command(GENERAL, "hello")
        second = await standin.member(ADA).command("1200000000000000777", "hello")
    assert first.message is not None
    assert second.message is not None
    assert first.message["content"] == f"shard {shard_of(GUILD, 2)}"
    assert second.message["content"] == f"shard {shard_of(SECOND_GUILD, 2)}"
    assert first.message["content"] != second.message["content"]


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (99, None, 4001),
        (3, {}, 4003),
        (2, {"token": "wrong", "intents": 1}, 4004),
        (2, {"token": TOKEN, "intents": 1, "shard": [2, 2]}, 4010),
        (2, {"token": TOKEN, "intents": 1 << 40}, 4013),
        (2, "nonsense", 4002),
    ],
)
async def test_a_wrong_frame_ends_the_connection(
    standin: Standin, op: int, data: Any, code: int
) -> None:
    async with connected(standin) as gateway:
        await gateway.send(op, data)
        assert await gateway.closed() == code


async def test_other_wrong_ways_end_it_too(standin: Standin) -> None:
    async with connected(standin) as gateway:
        await gateway.socket.send_str("not json")
        assert await gateway.closed() == 4002
    async with connected(standin) as gateway:
        await gateway.identify()
        await gateway.send(2, {"token": TOKEN, "intents": 1})
        assert await gateway.closed() == 4005
    async with connected(standin, "v=6") as gateway:
        assert await gateway.closed() == 4012
    standin.gateway.privileged_members = False
    async with connected(standin) as gateway:
        await gateway.send(2, {"token": TOKEN, "intents": 1 << 1})
        assert await gateway.closed() == 4014
    async with connected(standin) as gateway:
        for _ in range(121):
            await gateway.send(1)
        assert await gateway.closed() == 4008


async def test_resuming_what_never_was_is_an_invalid_session(standin: Standin) -> None:
    async with connected(standin) as gateway:
        await gateway.send(6, {"token": TOKEN, "session_id": "none", "seq": 1})
        frame = await gateway.receive()
        assert (frame["op"], frame["d"]) == (9, False)
    async with connected(standin) as gateway:
        ready = await gateway.identify()
    async with connected(standin) as gateway:
        session = ready["d"]["session_id"]
        await gateway.send(6, {"token": TOKEN, "session_id": session, "seq": 10_000})
        assert await gateway.closed() == 4007


async def test_a_silent_connection_is_closed(standin: Standin) -> None:
    standin.gateway.heartbeat_interval = 0.05
    async with connected(standin) as gateway:
        await gateway.identify()
        assert await gateway.closed() == 4009


async def test_an_idle_client_does_not_think_that_it_is_late(
    standin: Standin, caplog: pytest.LogCaptureFixture
) -> None:
    """Answered too early, a heartbeat looks late by a whole interval: "Can't keep up"."""
    standin.gateway.heartbeat_interval = interval = 0.5
    client, latencies = Client(), list[float]()

    def heard(count: int) -> bool:
        if math.isfinite(client.latency) and client.latency not in latencies:
            latencies.append(client.latency)
        return len(latencies) == count

    with caplog.at_level(logging.WARNING):
        async with running(client):
            caplog.clear()
            await standin.until(lambda: heard(5))
    assert max(latencies) < interval
    assert caplog.records == []


async def test_a_heartbeat_is_not_answered_at_once(standin: Standin) -> None:
    async with connected(standin) as gateway:
        await gateway.identify()
        await gateway.send(1)
        await gateway.send(8, {"guild_id": GUILD, "query": "", "limit": 0})
        frames = [await gateway.receive() for _ in range(3)]
        assert [frame["t"] for frame in frames] == ["GUILD_CREATE", "GUILD_MEMBERS_CHUNK", None]
        assert frames[-1]["op"] == 11


async def test_closing_codes_reach_the_client(standin: Standin) -> None:
    client = bot_with_hello(Client())
    run = asyncio.create_task(client.start(TOKEN))
    await standin.until(client.is_ready)
    standin.gateway.close_sockets(4004, "Authentication failed.")
    with pytest.raises(discord.ConnectionClosed) as closed:
        await asyncio.wait_for(run, 5)
    assert closed.value.code == 4004
    await client.close()


async def test_messages_go_to_those_who_ask(standin: Standin) -> None:
    async with connected(standin) as few, connected(standin) as many:
        await few.identify(intents=1)
        await many.identify(intents=(1 << 0) | (1 << 9), shard=[0, 1])
        standin.member(ADA).say(STAFF_ID, "not for the bot")
        standin.member(BEN).say(GENERAL, "hello everybody")
        standin.member(BEN).say(GENERAL, f"hello <@{BOT_ID}>")
        texts = [(await many.until("MESSAGE_CREATE"))["d"] for _ in range(2)]
        # Without MESSAGE_CONTENT only a message that names the bot can be read.
        assert [text["content"] for text in texts] == ["", f"hello <@{BOT_ID}>"]
        assert texts[0]["member"]["roles"]
        standin.editing.add_channel(GUILD, "new")
        assert (await few.until("CHANNEL_CREATE"))["d"]["name"] == "new"
        names = [entry["frame"].get("t") for entry in standin.recorder.frames("out")]
        assert names.count("MESSAGE_CREATE") == 2


async def test_members_are_sent_on_request(standin: Standin) -> None:
    client = Client(intents=discord.Intents(guilds=True, members=True))
    async with running(client):
        guild = client.get_guild(int(GUILD))
        assert guild is not None
        assert {member.name for member in guild.members} >= {"ada", "hana", "Bot"}
        standin.editing.add_member(GUILD, "Ivan")
        await standin.until(lambda: client.times("member_join"))


async def test_the_world_changes_under_a_running_bot(standin: Standin) -> None:
    client = Client()
    async with running(client):
        guild = client.get_guild(int(GUILD))
        assert guild is not None
        role = standin.editing.add_role(GUILD, "Dealer")
        await standin.until(lambda: guild.get_role(int(role.id)))
        standin.editing.set_member(GUILD, BOT_ID, roles=[role.id])
        await standin.until(lambda: guild.me.get_role(int(role.id)))
        standin.editing.set_role(GUILD, role.id, 8)
        await standin.until(lambda: guild.me.guild_permissions.administrator)
        standin.editing.delete_role(GUILD, role.id)
        await standin.until(lambda: not guild.get_role(int(role.id)))
        standin.editing.rename_guild(GUILD, "Renamed")
        await standin.until(lambda: guild.name == "Renamed")
        standin.editing.set_unavailable(GUILD)
        await standin.until(lambda: client.times("guild_unavailable"))
        standin.editing.set_unavailable(GUILD, False)
        await standin.until(lambda: client.times("guild_available"))
        standin.editing.remove_bot(GUILD)
        await standin.until(lambda: client.times("guild_remove"))
        standin.editing.invite_bot(GUILD)
        await standin.until(lambda: client.times("guild_join"))
        assert client.get_channel(int(QUIET_ID))
