"""A stand-in on a free port, and real discord.py clients that are pointed at it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.standin.sample import FIRST_CHANNEL, FIRST_MEMBER, GUILD_ID
from bot.standin.server import Standin as Standin  # tests take it from here

TOKEN = "a-token-for-tests"
GENERAL = str(FIRST_CHANNEL)
GUILD = GUILD_ID
ADA, BEN, CHLOE = (str(FIRST_MEMBER + n) for n in range(3))
INTENTS = discord.Intents(guilds=True)


@contextlib.contextmanager
def pointed_at(standin: Standin) -> Iterator[None]:
    """discord.py speaks to the stand-in inside, and to Discord again afterwards."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = standin.api_base
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(standin.gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


class Client(discord.Client):
    """A client that is ready at once and keeps what it hears."""

    def __init__(self, intents: discord.Intents = INTENTS, **options: Any) -> None:
        super().__init__(intents=intents, guild_ready_timeout=0.05, **options)
        self.tree = discord.app_commands.CommandTree(self)
        self.sync_on_start = True
        self.heard: list[tuple[str, Any]] = []

    async def setup_hook(self) -> None:
        if self.sync_on_start:
            await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The real one waits five seconds between identifies."""

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        self.heard.append((event, args))
        super().dispatch(event, *args, **kwargs)

    def times(self, event: str) -> int:
        return sum(name == event for name, _ in self.heard)


@contextlib.asynccontextmanager
async def running(client: discord.Client, token: str = TOKEN) -> AsyncIterator[None]:
    """The client is ready inside; an exception of its run is raised here."""
    run = asyncio.create_task(client.start(token))
    ready = asyncio.create_task(client.wait_until_ready())
    try:
        await asyncio.wait({run, ready}, timeout=10, return_when=asyncio.FIRST_COMPLETED)
        if run.done():
            run.result()
        assert ready.done(), "the client did not become ready"
        yield
    finally:
        ready.cancel()
        await client.close()
        with contextlib.suppress(asyncio.CancelledError, discord.ConnectionClosed):
            await run


@pytest.fixture
async def standin() -> AsyncIterator[Standin]:
    standin = Standin(TOKEN)
    await standin.start()
    with pointed_at(standin):
        yield standin
    await standin.stop()
