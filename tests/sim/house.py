"""The house of a story: the simulated Discord for as long as it lasts, and the lives of the bot.

A life is the real `bot.run`: supervisor, client, casino, screens, store. It begins with the file
as the last one left it and ends on request or, at any moment, by a crash.
"""

import asyncio
import contextlib
import contextvars
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, cast
from unittest.mock import patch

import aiohttp

import bot.run
from bot.casino import Casino
from bot.client import Client
from bot.clock import Clock
from bot.health import Health
from bot.livetable import LiveTable
from bot.settings import Settings
from bot.standin.core import Core, build_core
from bot.standin.ratelimits import RateLimits
from bot.standin.recorder import Recorder
from bot.standin.sample import sample_world
from bot.standin.server import DEFAULT_TOKEN
from bot.standin.world import Channel, Guild, Member
from bot.store import Store
from bot.store.sqlite import Reader, SqliteStore

from .disk import Disk, Looking, Waiting
from .life import Life, Plan, Watch
from .line import Line
from .loop import LIFE, VirtualLoop
from .sealed import DiscordTime

HOST_ROLE = "Blackjack Host"
ELSEWHERE, ELSEWHERE_CHANNEL = "1100000000000000777", "1200000000000000777"
SETTINGS = Settings(DEFAULT_TOKEN, "", "", "", "INFO", HOST_ROLE)
#: What a server's members may call themselves; the others keep their names.
HOSTILE_NAMES = ("@everyone **x**", "`a` <:x:1> ‮gnp", "h\u0301" * 40)


def local_discord(loop: VirtualLoop) -> Core:
    """The sample server, and another one for those who press from elsewhere."""
    world = sample_world(
        bot_name="Blackjack", channels=("table", "lounge", "den"), host_role=HOST_ROLE
    )
    guild = next(iter(world.guilds.values()))
    other = Guild(ELSEWHERE, "Elsewhere", guild.owner_id, roles=dict(guild.roles))
    other.roles[ELSEWHERE] = guild.roles[guild.id]
    other.members = {key: Member(m.user, list(m.roles)) for key, m in guild.members.items()}
    other.channels[ELSEWHERE_CHANNEL] = Channel(ELSEWHERE_CHANNEL, ELSEWHERE, "far")
    world.guilds[other.id] = other
    for member, name in zip(list(guild.members.values())[4:], HOSTILE_NAMES, strict=False):
        member.user.global_name = name
    clock = DiscordTime(loop)
    core = build_core(
        DEFAULT_TOKEN,
        world,
        clock,
        Recorder(clock, ""),
        RateLimits.observed(),
        lambda: "https://discord.sim",
    )
    core.ids._origin = 0  # the process id otherwise
    core.gateway.heartbeat_interval = 10**7  # nobody's heart beats here
    return core


async def _untidy() -> None:
    """The memory of the whole test run is not the house's to tidy, least of all at every start."""


class House:
    def __init__(self, loop: VirtualLoop, path: Path, seed: int) -> None:
        self.path = path
        self.core = local_discord(loop)
        self.plan = Plan()
        self.watch: Watch
        self.life: Life | None = None
        self.client: Client | None = None
        self.ended: list[BaseException | None] = []  # how lives ended that were not killed
        self.seeds: list[bytes] = []  # all that the house ever gave out for shoes
        self._loop = loop
        self._chance = Random(f"shoes {seed}")
        self._stop = asyncio.Event()
        self._living: asyncio.Task[int] | None = None

    @contextlib.contextmanager
    def patched(self) -> Iterator[None]:
        """`bot.run` puts its parts together as ever, with our line, and seeds from the story's."""

        def casino(
            store: Store,
            clock: Clock,
            on_change: Callable[[LiveTable], None],
            entropy: object,
            **limits: int,
        ) -> Casino:
            return Casino(store, clock, on_change, self._entropy, **limits)

        with (
            patch.object(bot.run, "Casino", casino),
            patch.object(bot.run, "settle", _untidy),
            patch.object(bot.run, "Client", self._connected),
            patch.object(aiohttp, "ClientSession", lambda **how: LIFE.get().line),
        ):
            yield

    def _entropy(self, size: int) -> bytes:
        self.seeds.append(self._chance.randbytes(size))
        return self.seeds[-1]

    def _connected(self, *parts: Any) -> Client:
        client = self.client = Client(*parts)
        client.http.connector = object()  # type: ignore[assignment]  # no socket is ever opened
        self.watch.opened()
        return client

    def start(self) -> None:
        life = self.life = Life(self.plan, self.watch)
        life.line = Line(self.core, life)
        self.client = None
        self._stop = asyncio.Event()
        context = contextvars.copy_context()
        context.run(LIFE.set, life)
        self._living = self._loop.create_task(self._live(life), context=context)

    async def _live(self, life: Life) -> int:
        def connect(path: Path) -> sqlite3.Connection:
            return cast(sqlite3.Connection, Disk(path, life))

        async def reading(path: Path) -> Reader:
            return Looking(path, life)

        store = SqliteStore(self.path, connect, Waiting(life), reading)
        await store.open()
        try:
            return await bot.run._supervise(SETTINGS, store, self._stop, Health(store))
        finally:
            await store.close()

    @property
    def is_up(self) -> bool:
        """Connected, with a shard that was made ready."""
        client = self.client
        return self.is_alive and client is not None and bool(client._met & client._up)

    @property
    def is_alive(self) -> bool:
        life = self.life
        return life is not None and not life.is_dead and not self.has_ended

    @property
    def has_ended(self) -> bool:
        return self._living is None or self._living.done()

    async def crash(self) -> None:
        if self.life is not None:
            self.life.kill()
            await self.bury()

    async def bury(self) -> None:
        """After a kill or an end: let go of what is left, as the system does with a process."""
        life, living = self.life, self._living
        assert life is not None
        assert living is not None
        if living.done() and not living.cancelled() and not life.is_dead:
            self.ended.append(living.exception())
        life.kill()
        await life.bury()
        if living.done() and not living.cancelled():
            living.exception()
        self.life = self._living = self.client = None
        for session in list(self.core.gateway.sessions.values()):
            session.connection = None

    async def stop(self) -> float:
        """SIGTERM. The seconds it took."""
        assert self._living is not None
        began = self._loop.time()
        self._stop.set()
        await asyncio.wait([self._living], timeout=60)
        took = self._loop.time() - began
        await self.bury()
        return took
