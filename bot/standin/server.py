"""The local Discord as one object: start it, point a bot at it, act as members, look at messages.

    standin = Standin()
    await standin.start()
    ... a discord.py client at standin.api_base and standin.gateway_url ...
    result = await standin.member("1300000000000000001").command(channel_id, "hello")

It binds 127.0.0.1 only, knows nothing about any bot, and imports nothing of one.
"""

import contextlib
from collections.abc import Callable, Sequence
from typing import TypeVar

from aiohttp import web

from bot.standin.clock import Clock, WallClock
from bot.standin.core import build_core
from bot.standin.limits import LIMITS
from bot.standin.members import MemberDriver
from bot.standin.page_routes import PageRoutes
from bot.standin.page_socket import Control
from bot.standin.ratelimits import RateLimits
from bot.standin.recorder import Recorder
from bot.standin.rest.door import Door
from bot.standin.sample import sample_world
from bot.standin.wire import Json
from bot.standin.world import World

# Discord's tokens begin with the bot's id in base64, and some libraries read it from there.
DEFAULT_TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAwMQ.local.token"
T = TypeVar("T")


class Standin:
    def __init__(
        self,
        token: str = DEFAULT_TOKEN,
        *,
        world: World | None = None,
        clock: Clock | None = None,
        recorder: Recorder | None = None,
        rate_limits: RateLimits | None = None,
        controls: Sequence[Control] = (),
    ) -> None:
        """`controls` are extras that the page offers and the host program carries out."""
        clock = clock or WallClock()
        self._address: tuple[str, int] | None = None
        self._runner: web.AppRunner | None = None
        self.core = build_core(
            token,
            world or sample_world(),
            clock,
            recorder or Recorder(clock, token),
            rate_limits or RateLimits(),
            lambda: self.base_url,
        )
        self.token = token
        self.controls = list(controls)
        self._page = PageRoutes(self.core, self.controls)
        self.world = self.core.world
        self.clock = clock
        self.recorder = self.core.recorder
        self.faults = self.core.faults
        self.gateway = self.core.gateway
        self.editing = self.core.editing

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
        """Listens on `port`, or on a free one when it is 0."""
        app = web.Application(client_max_size=LIMITS["message.request_bytes"].high)
        Door(self.core).add_routes(app)
        self._page.add_routes(app)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        await site.start()
        bound = self._runner.addresses[0]
        self._address = (bound[0], bound[1])

    async def stop(self) -> None:
        self.core.interactions.close()
        self.gateway.close_sockets(1001, "The local Discord is closing.")
        await self._page.close()
        if self._runner is not None:
            with contextlib.suppress(RuntimeError):
                await self._runner.cleanup()
        self._runner = None
        self.recorder.close()

    @property
    def base_url(self) -> str:
        if self._address is None:
            raise RuntimeError("the local Discord has not been started")
        return f"http://{self._address[0]}:{self._address[1]}"

    @property
    def api_base(self) -> str:
        return f"{self.base_url}/api/v10"

    @property
    def gateway_url(self) -> str:
        return self.gateway.url()

    @property
    def page_url(self) -> str:
        return f"{self.base_url}/"

    def member(self, user_id: str | int) -> MemberDriver:
        return MemberDriver(self.core, str(user_id))

    def messages(self, channel_id: str | int, viewer: str | int | None = None) -> list[Json]:
        """Oldest first: the shared messages, and the ephemeral ones of `viewer`."""
        found = self.world.channel(str(channel_id))
        if found is None:
            return []
        messages = sorted(found[1].messages.values(), key=lambda message: int(message.id))
        wanted = str(viewer) if viewer is not None else ""
        return [message.data for message in messages if message.seen_by(wanted)]

    async def until(self, predicate: Callable[[], T], timeout: float = 20.0) -> T:  # noqa: ASYNC109
        """Waits for a fact: the predicate's first true value, or TimeoutError."""
        return await self.core.waiting.until(predicate, timeout)

    def on_change(self, watcher: Callable[[], None]) -> None:
        """Calls `watcher` after every change of the world, an interaction or a connection."""
        self.core.events.watch(watcher)
