"""A stand-in whose clock stands still, and a bot's bare requests to it, no library in between."""

import contextlib
import io
import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import aiohttp

from bot.standin.clock import HandClock
from bot.standin.interactions import Interaction, Kind
from bot.standin.ratelimits import RateLimits
from bot.standin.sample import BOT_ID
from bot.standin.server import Standin
from bot.standin.wire import Json
from bot.standin.world import Picture
from tests.standin.conftest import ADA, GENERAL, GUILD, TOKEN

MESSAGES = f"/channels/{GENERAL}/messages"
COMMANDS = f"/applications/{BOT_ID}/commands"
EMOJIS = f"/applications/{BOT_ID}/emojis"


class Reply(NamedTuple):
    status: int
    body: Any
    headers: Any = None

    @property
    def code(self) -> int | None:
        """Discord's code of a refusal, None where nothing was refused."""
        return None if self.status < 400 else int(self.body["code"])


class Scene:
    def __init__(self, standin: Standin, clock: HandClock, http: aiohttp.ClientSession) -> None:
        self.standin = standin
        self.clock = clock
        self._http = http

    async def ask(
        self, method: str, path: str, body: Any = None, *, data: Any = None, token: str = TOKEN
    ) -> Reply:
        headers = {"Authorization": f"Bot {token}"}
        url = self.standin.api_base + path
        async with self._http.request(
            method, url, json=body, data=data, headers=headers
        ) as response:
            text = await response.text()
            return Reply(response.status, json.loads(text or "null"), response.headers)

    async def post(self, body: Json) -> Reply:
        """A message; what stands under "files" is uploaded with it."""
        files: list[Picture] = body.pop("files", [])
        if not files:
            return await self.ask("POST", MESSAGES, body)
        form = aiohttp.FormData()
        form.add_field("payload_json", json.dumps(body))
        for index, file in enumerate(files):
            # Wrapped, since aiohttp warns of large bytes.
            form.add_field(f"files[{index}]", io.BytesIO(file.data), filename=file.name)
        return await self.ask("POST", MESSAGES, data=form)

    async def posted(self, **fields: Any) -> str:
        """The id of a new message."""
        reply = await self.post({"content": "x", **fields})
        assert reply.status == 200, reply
        return str(reply.body["id"])

    async def edit(self, message_id: str) -> Reply:
        return await self.ask("PATCH", f"{MESSAGES}/{message_id}", {"content": "y"})

    def interaction(self, kind: Kind = Kind.COMMAND, **about: Any) -> Interaction:
        """What Ada did. Nobody is connected, but it may be answered like any other."""
        guild = self.standin.world.guilds[GUILD]
        channel, ada = guild.channels[GENERAL], guild.members[ADA]
        return self.standin.core.interactions.open(kind, guild, channel, ada, {}, **about)

    async def answer(self, interaction: Interaction, kind: int, data: Json | None = None) -> Reply:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        return await self.ask("POST", path, {"type": kind, "data": data or {}})

    async def open_form(self, body: Json) -> Reply:
        return await self.answer(self.interaction(), 9, body)

    async def complete(self, body: Json) -> Reply:
        return await self.answer(self.interaction(Kind.AUTOCOMPLETE), 8, body)

    async def follow_up(self, interaction: Interaction) -> Reply:
        path = f"/webhooks/{BOT_ID}/{interaction.token}"
        return await self.ask("POST", path, {"content": "more"})

    async def register(self, body: Json) -> Reply:
        return await self.ask("POST", COMMANDS, body)

    async def register_all(self, body: Json) -> Reply:
        return await self.ask("PUT", COMMANDS, body["all"])


@contextlib.asynccontextmanager
async def scene(*, limits: bool = False) -> AsyncIterator[Scene]:
    clock = HandClock()
    rates = RateLimits.observed() if limits else RateLimits()
    standin = Standin(TOKEN, clock=clock, rate_limits=rates)
    await standin.start()
    try:
        async with aiohttp.ClientSession() as http:
            yield Scene(standin, clock, http)
    finally:
        await standin.stop()
