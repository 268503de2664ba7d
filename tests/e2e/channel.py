"""A channel of the local Discord with the real bot in it, as the members there use it."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord.gateway
import discord.http

from bot.client import Client
from bot.clock import Clock, SystemClock
from bot.livetable import LiveTable
from bot.run import build, serve
from bot.settings import Settings
from bot.standin.members import Result
from bot.standin.ratelimits import RateLimits
from bot.standin.sample import sample_world
from bot.standin.server import Standin
from bot.store import open_store

from .taint import STANDINS

TOKEN = "a-token-of-the-tests"
HOST_ROLE = "Dealer's friend"
GUILD = 1100000000000000001
CHANNEL, LOUNGE, QUIET = 1200000000000000001, 1200000000000000002, 1200000000000000101
ADA, BEN, CHLOE, DMITRI, EMEKA, FARAH, GUS, HANA = (
    1300000000000000001 + number for number in range(8)
)  # Ada may manage the server, Ben has the host role

Json = dict[str, Any]

#: Where bots in this process take their randomness from; a fresh one for each test, see conftest.
CHANCE = random.Random()

#: How a press on a board is answered when it counts: by the new board, or, while an edit is under
#: way (a clock's, say), by an acknowledgement that the board follows.
ANSWERED = ("update", "deferred_update")


#: Requests about messages: what a storm would be made of.
SPOKEN = ("POST /interactions", "POST /channels", "PATCH", "DELETE /channels", "POST /webhooks")


def local_discord(rate_limits: RateLimits | None = None) -> Standin:
    world = sample_world(bot_name="Blackjack", channels=("table", "lounge"), host_role=HOST_ROLE)
    standin = Standin(token=TOKEN, world=world, rate_limits=rate_limits)
    STANDINS.append(standin)
    return standin


def parts(components: list[Json]) -> Iterator[Json]:
    """Every component of a message, outer ones first."""
    for component in components:
        yield component
        yield from parts(component.get("components", []))
        if "accessory" in component:
            yield from parts([component["accessory"]])


def text_of(message: Json) -> str:
    return "\n".join(part["content"] for part in parts(message["components"]) if "content" in part)


def looks(components: list[Json]) -> list[str]:
    """What members see and can press, but for the seconds that run by themselves."""
    found = []
    for part in parts(components):
        if "custom_id" in part:
            found.append(f"{part['custom_id']} {bool(part.get('disabled'))}")
        found.append(re.sub(r"\*\*\d+ s\*\*", "", str(part.get("content", ""))))
    return found


class Channel:
    def __init__(
        self, standin: Standin, channel: int = CHANNEL, client: Client | None = None
    ) -> None:
        self.standin = standin
        self.id = channel
        self._client = client

    @property
    def client(self) -> Client:
        """The bot, when it runs in this process."""
        assert self._client is not None
        return self._client

    @property
    def table(self) -> LiveTable:
        table = self.client.casino.in_channel(self.id)
        assert table is not None, "there is no table in the channel"
        return table

    def is_right(self) -> bool:
        """Whether there is one board, it shows the table as it is now, and nothing is under way."""
        screen, boards = self.client.screens.of(self.table), self.boards()
        if screen.is_behind or screen.is_drawing:
            return False
        drawn: list[Json] = self.client.screens.draw(self.table).to_components()  # type: ignore[no-untyped-call]
        return len(boards) == 1 and looks(boards[0]["components"]) == looks(drawn)

    async def until_right(self, seconds: float = 20) -> None:
        await self.standin.until(self.is_right, seconds)

    async def until_clocks_run(self) -> None:
        """Half a second after the start; a bot of another process says nothing of it."""
        if self._client is None:
            return
        await self.standin.until(lambda: self.client._met)

    def spoken(self) -> int:
        """How many requests about messages the bot has sent so far."""
        return sum(len(self.standin.recorder.requests(route)) for route in SPOKEN)

    def boards(self) -> list[Json]:
        """The bot's messages that everybody sees."""
        return [m for m in self.standin.messages(self.id) if m["author"].get("bot")]

    @property
    def board(self) -> Json:
        return self.boards()[-1]

    @property
    def text(self) -> str:
        return text_of(self.board)

    def button(self, word: str, message: Json | None = None) -> Json:
        """A button by its move and argument: `hit`, `bet:100`. The board's unless told."""
        move, _, argument = word.partition(":")
        for part in parts((message or self.board)["components"]):
            pieces = str(part.get("custom_id", "")).split(":")
            if pieces[0] == "bj" and pieces[2] == move and argument in ("", pieces[-1]):
                return part
        raise AssertionError(f"there is no {word} button on\n{self.text}")

    def has(self, word: str) -> bool:
        """Whether the board has such a button and it can be pressed."""
        try:
            return not self.button(word).get("disabled")
        except AssertionError:
            return False

    async def press(self, member: int, word: str, message: Json | None = None) -> Result:
        message = message or self.board
        custom_id = self.button(word, message)["custom_id"]
        before = [looks(board["components"]) for board in self.boards()]
        result = await self.standin.member(member).press(message["id"], custom_id)
        if result.kind == "deferred_update":  # another edit was in flight; one more follows
            await self.standin.until(
                lambda: before != [looks(board["components"]) for board in self.boards()]
            )
        return result

    async def command(self, member: int, name: str, /, **options: Any) -> Result:
        result = await self.standin.member(member).command(self.id, "blackjack", name, **options)
        return await result.settled()

    async def until(self, words: str) -> None:
        """Wait until the board says so."""
        await self.standin.until(lambda: self.boards() and words in self.text, 10)

    async def host(self, *members: int) -> None:
        """Ben opens a table and the members take seats."""
        result = await self.command(BEN, "host")
        assert "open" in text_of(result.message or {"components": []}), result
        for member in members:
            assert (await self.press(member, "join")).kind in ANSWERED

    async def start(self, *members: int) -> None:
        """Ben hosts, everybody joins and lets the cards be shuffled; betting is open."""
        await self.host(*members)
        await self.press(BEN, "start")
        for member in members:
            await self.press(member, "nocut")

    async def bet(self, *members: int, chips: int = 50) -> None:
        for member in members:
            await self.press(member, f"bet:{chips}")

    async def play_out(self, *members: int) -> None:
        """Nobody insures and everybody stands, whatever is dealt, until the hand is settled."""
        answers, ends = ("stand", "noinsure"), ("next", "new")
        while not any(map(self.has, ends)):
            await self.standin.until(lambda: any(map(self.has, answers + ends)))
            for member in members:
                word = next(filter(self.has, answers), None)
                if word is not None:
                    await self.press(member, word)


def settings(standin: Standin, database: Path) -> Settings:
    return Settings(
        token=TOKEN,
        database_url=f"sqlite:///{database}",
        api_base=standin.api_base,
        gateway=standin.gateway_url,
        log_level="INFO",
        host_role=HOST_ROLE,
        commands_per_minute=3000,  # tests are in a hurry; `test_abuse` has the real bounds
        presses_per_second=50,
    )


def environment(standin: Standin, database: Path) -> dict[str, str]:
    """The same settings for a bot that is a process of its own."""
    given = settings(standin, database)
    return {
        "DISCORD_TOKEN": given.token,
        "DATABASE_URL": given.database_url,
        "DISCORD_API_BASE": given.api_base,
        "DISCORD_GATEWAY": given.gateway,
        "HOST_ROLE": given.host_role,
        "COMMANDS_PER_MINUTE": str(given.commands_per_minute),
        "PRESSES_PER_SECOND": str(given.presses_per_second),
    }


@asynccontextmanager
async def bot_in(
    standin: Standin,
    database: Path,
    clock: Clock | None = None,
    entropy: Callable[[int], bytes] = CHANCE.randbytes,
) -> AsyncIterator[Client]:
    """The bot, in this process, ready; stopped cleanly at the end."""
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    given = settings(standin, database)
    store, stop = open_store(given.database_url), asyncio.Event()
    await store.open()
    client = await build(given, store, clock or SystemClock(), entropy)
    serving = asyncio.create_task(serve(client, given.token, stop))
    try:
        await standin.until(lambda: standin.gateway.online or serving.done(), 10)
        if serving.done():
            serving.result()
        yield client
    finally:
        stop.set()
        await serving
        await store.close()
        discord.http.Route.BASE = base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway


@asynccontextmanager
async def channel(
    path: Path, *, rate_limits: RateLimits | None = None, clock: Clock | None = None
) -> AsyncIterator[Channel]:
    """A local Discord with the bot in it."""
    standin = local_discord(rate_limits)
    await standin.start()
    try:
        async with bot_in(standin, path / "table.db", clock) as client:
            yield Channel(standin, client=client)
    finally:
        await standin.stop()
