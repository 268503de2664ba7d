"""The probe: a small bot that holds the conversation, and the ear that hears all of it.

A bot can't type commands or press buttons. `Hands` do that for it: a person who is told what to
do, or a driver of the local Discord.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord.http import Route

from .transcript import Entry, Exchange, Frame, Hider, Json

EVENTS = {"READY", "RESUMED"}
HELLO = 10


@dataclass(frozen=True)
class Type:
    """The command, with this word or without one."""

    word: str = ""

    def __str__(self) -> str:
        return "type  /probe" + (f" word:{self.word}" if self.word else "")


@dataclass(frozen=True)
class Press:
    """A button or, with `choice`, a menu of the message."""

    message: int
    custom_id: str
    label: str
    choice: str = ""

    def __str__(self) -> str:
        if self.choice:
            return f"choose  {self.choice.title()}  in the menu of the board"
        return f"press the button  {self.label}"


@dataclass(frozen=True)
class FillIn:
    """The form that was just opened."""

    field: str

    def __str__(self) -> str:
        return "write a word of your own into the form and send it (nothing of it is kept)"


Act = Type | Press | FillIn
Hands = Callable[[Act], Awaitable[None]]


class CannotAct(Exception):
    """The hands can't do what they were asked to."""


class Ear:
    """Everything that is said, hidden at once. `step` is where the conversation is."""

    def __init__(self, token: str, guild: int, channel: int) -> None:
        self.step = "connect"
        self.entries: list[Entry] = []
        self._guild = str(guild)
        self._hider = Hider([token], [guild, channel])
        self._open: dict[str, Json] = {}  # interactions that are not known to be for us

    def _keep(self, entry: Entry) -> None:
        self.entries.append(self._hider.hide(entry))

    def hear(self, text: str) -> None:
        """A frame of the gateway: what begins a session, our server, and acts that are taken."""
        frame: Json = json.loads(text)
        event, data = frame.get("t"), frame.get("d")
        if event == "INTERACTION_CREATE" and isinstance(data, dict):
            self._open[str(data.get("id"))] = frame
        elif event == "GUILD_CREATE" and isinstance(data, dict):
            if data.get("id") == self._guild:
                self._keep(Frame(self.step, frame))
        elif event in EVENTS or frame.get("op") == HELLO:
            self._keep(Frame(self.step, frame))

    def take(self, interaction: int) -> None:
        """This act belongs to the conversation; those of bystanders never do."""
        self._keep(Frame(self.step, self._open.pop(str(interaction))))

    def trace(self) -> aiohttp.TraceConfig:
        """What aiohttp needs to tell us of each request and its answer."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._on_start)
        trace.on_request_chunk_sent.append(self._on_chunk)
        trace.on_request_end.append(self._on_end)
        return trace

    async def _on_start(
        self, _: Any, request: SimpleNamespace, about: aiohttp.TraceRequestStartParams
    ) -> None:
        request.step, request.sent = self.step, b""

    async def _on_chunk(
        self, _: Any, request: SimpleNamespace, about: aiohttp.TraceRequestChunkSentParams
    ) -> None:
        request.sent += about.chunk

    async def _on_end(
        self, _: Any, request: SimpleNamespace, about: aiohttp.TraceRequestEndParams
    ) -> None:
        if not str(about.url).startswith(Route.BASE):
            return  # the gateway's own connection
        path = str(about.url.with_query(None)).removeprefix(Route.BASE)
        response = about.response
        self._keep(
            Exchange(
                request.step,
                f"{about.method} {path}",
                dict(about.url.query),
                _json(request.sent),
                response.status,
                dict(response.headers),
                _json(await response.read()),
            )
        )


def _json(said: bytes) -> Any:
    try:
        return json.loads(said) if said else None
    except ValueError:
        return said.decode("utf-8", "replace")


class Probe(discord.Client):
    def __init__(self, ear: Ear) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            http_trace=ear.trace(),
            enable_debug_events=True,
            guild_ready_timeout=0.5,
        )
        self.acts: asyncio.Queue[discord.Interaction[Any]] = asyncio.Queue()
        self._ear = ear

    async def on_socket_raw_receive(self, frame: str) -> None:
        self._ear.hear(frame)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.acts.put_nowait(interaction)


@contextlib.asynccontextmanager
async def connected(ear: Ear, token: str) -> AsyncIterator[Probe]:
    """A probe that is ready; what ends its connection meanwhile is raised at the end."""
    async with Probe(ear) as probe:
        await probe.login(token)
        running = asyncio.create_task(probe.connect())
        ready = asyncio.create_task(probe.wait_until_ready())
        try:
            await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            yield probe
        finally:
            ready.cancel()
            await probe.close()
            await running


class Talk:
    """One conversation in one channel, with one person.

    `patience` is how many seconds an act may take; a person may take any time.
    """

    def __init__(self, ear: Ear, channel: int, hands: Hands, patience: float | None) -> None:
        self.ear = ear
        self.board = 0  # the message with the buttons
        self.probe: Probe
        self._channel = channel
        self._hands = hands
        self._patience = patience
        self._person = 0
        self._acting: asyncio.Future[None] | None = None

    @property
    def channel(self) -> discord.PartialMessageable:
        return self.probe.get_partial_messageable(self._channel)

    async def ask(self, act: Act) -> discord.Interaction[Any]:
        """Have it done, and return the interaction; whatever else comes in is left alone."""
        if self._acting is not None:
            with contextlib.suppress(CannotAct):
                await self._acting  # a driver also waits for the answer, which a form needs
        self._acting = asyncio.ensure_future(self._hands(act))
        async with asyncio.timeout(self._patience):
            while not self._is_wanted(act, interaction := await self._next()):
                pass
        self._person = interaction.user.id
        self.ear.take(interaction.id)
        return interaction

    async def _next(self) -> discord.Interaction[Any]:
        """Whatever comes in next; or what went wrong with the hands."""
        assert self._acting is not None
        came = asyncio.ensure_future(self.probe.acts.get())
        try:
            either: set[asyncio.Future[Any]] = {came, self._acting}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not came.done():
                await self._acting
            return await came
        finally:
            came.cancel()

    def _is_wanted(self, act: Act, interaction: discord.Interaction[Any]) -> bool:
        if interaction.channel_id != self._channel or self._person not in (0, interaction.user.id):
            return False
        data: Json = dict(interaction.data or {})
        if isinstance(act, Type):
            words = [option.get("value") for option in data.get("options", [])]
            return interaction.type is discord.InteractionType.application_command and (
                words == ([act.word] if act.word else [])
            )
        wanted = act.custom_id if isinstance(act, Press) else "form"
        return bool(data.get("custom_id") == wanted)
