"""`bot run`: the bot against a server that speaks Discord's protocol, until it is told to stop.

A lost connection never loses a table. Whatever ends the client, the house is closed and built
again from the store, which is the same way back as after a crash.
"""

import asyncio
import contextlib
import logging
import signal

import aiohttp
import discord

from .casino import Casino
from .client import Client, point_at
from .clock import SystemClock
from .screen import Screens
from .settings import Settings
from .store import Store, Unknown, open_store
from .words import words_for

log = logging.getLogger(__name__)

PAUSES = (1, 2, 5, 10, 30, 60)  # s between attempts to connect
STABLE = 300  # s after which a connection counts as good and the pauses start anew


async def run(settings: Settings) -> int:
    """The exit status: 0 when told to stop, 1 when the token is refused or the disk is in doubt."""
    discord.utils.setup_logging(level=logging.getLevelName(settings.log_level))
    store = open_store(settings.database_url)
    await store.open()
    try:
        return await _supervise(settings, store, stop_signal())
    finally:
        await store.close()


async def _supervise(settings: Settings, store: Store, stop: asyncio.Event) -> int:
    loop = asyncio.get_running_loop()
    attempt = 0
    while True:
        started = loop.time()
        try:
            await serve(settings, store, stop)
        except discord.LoginFailure:
            log.error("Discord refuses the token: put a valid DISCORD_TOKEN in .env.")
            return 1
        except Unknown:
            log.critical("stopped: the disk did not say whether a move was saved; start again")
            return 1
        except (discord.DiscordException, aiohttp.ClientError, OSError, AttributeError) as error:
            # AttributeError: discord.py's way of saying the gateway can't be reached (2.7.1).
            log.warning("disconnected: %r", error)
        if stop.is_set():
            return 0
        attempt = 0 if loop.time() - started > STABLE else attempt + 1
        pause = PAUSES[min(attempt, len(PAUSES)) - 1]
        log.warning("connecting again in %d s", pause)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await stop.wait()
        if stop.is_set():
            return 0


async def serve(settings: Settings, store: Store, stop: asyncio.Event) -> None:
    """One life of the house: from the store to Discord, until stopped or disconnected."""
    point_at(settings)
    screens = Screens(words_for("en"))
    casino = screens.casino = Casino(store, SystemClock(), screens.changed)
    await casino.open()
    client = Client(settings, casino, screens)
    connection = asyncio.create_task(client.start(settings.token))
    stopping = asyncio.create_task(stop.wait())
    try:
        ends: set[asyncio.Future[object]] = {connection, stopping, casino.failed}  # type: ignore[arg-type]
        done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in done:
            end.result()
    finally:
        stopping.cancel()
        await casino.close()
        await screens.close()
        await client.close()
        await asyncio.gather(connection, stopping, return_exceptions=True)


def stop_signal() -> asyncio.Event:
    """Set by SIGTERM and Ctrl-C. Where a system has no such signals, Ctrl-C ends the program."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop
