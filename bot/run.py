"""`bot run`: the bot against a server that speaks Discord's protocol, until it is told to stop.

A lost connection never loses a table. Whatever ends the client, the house is closed and built
again from the store, which is the same way back as after a crash.
"""

import asyncio
import contextlib
import gc
import logging
import os
import secrets
import signal
import sys
import threading
from collections.abc import Callable

import aiohttp
import discord

from .casino import Casino
from .client import Client, point_at
from .clock import Clock, SystemClock
from .health import Health
from .logs import set_up
from .screens import Screens
from .settings import Settings
from .store import NotSaved, SchemaMismatch, Store, Unknown, open_store
from .watchdog import Watchdog
from .words import words_for

log = logging.getLogger(__name__)

PAUSES = (1, 2, 5, 10, 30, 60)  # s between attempts to connect
STABLE = 300  # s after which a connection counts as good and the pauses start anew
DAY = 86_400  # s
DRAWN = 45  # s after which the boards of a thousand tables are drawn anew, 25 a second
FAREWELL = 4  # s for the boards to say that the bot is being restarted
TURN = 0.0005  # s until busy Python code lets another thread run, such as the one that saves moves
GOODBYE = 2  # s that Discord gets to close the connection; all of a stop takes less than 10


async def run(settings: Settings, *, until_eof: bool = False) -> int:
    """The exit status: 0 when told to stop, 1 when the token is refused or the disk is in doubt.

    `until_eof`: the end of standard input, which is the end of whoever started us, tells it too.
    """
    set_up(settings.log_level, settings.log_format)
    sys.setswitchinterval(TURN)  # Python's own 5 ms, a few times a commit, are worse than a fsync
    for stranger in settings.strangers:
        log.warning("%s", stranger)
    stop = stop_signal()
    if until_eof:
        _stop_at_eof(stop)
    store = open_store(settings.database_url)
    await store.open()
    pruning = asyncio.create_task(_prune_daily(store, settings.history_days))
    health = Health(store)
    try:
        async with Watchdog(), health.served(settings.metrics_port):
            return await _supervise(settings, store, stop, health)
    finally:
        pruning.cancel()
        await store.close()


async def _prune_daily(store: Store, days: int | None) -> None:
    """Old history goes at every start and once a day, while play goes on."""
    clock = SystemClock()
    while days is not None:
        try:
            if pruned := await store.prune(clock.now() - days * DAY * 1000):
                log.info("history: %s moves older than %s days were deleted", pruned, days)
        except NotSaved as error:
            log.warning("old history was not deleted, the next try is tomorrow: %s", error)
        except Unknown:
            return  # the house stops by itself
        await asyncio.sleep(DAY)


async def _supervise(settings: Settings, store: Store, stop: asyncio.Event, health: Health) -> int:
    loop = asyncio.get_running_loop()
    failures = 0
    while True:
        started = loop.time()
        try:
            client = health.client = await build(settings, store, SystemClock())
            client.add_listener(settle, "on_ready")
            await serve(client, settings.token, stop)
        except discord.LoginFailure:
            log.error("Discord refuses the token: put a valid DISCORD_TOKEN in .env.")
            return 1
        except Unknown:
            log.critical("stopped: the disk did not say whether a move was saved; start again")
            return 1
        except SchemaMismatch:
            raise
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("%s", lost(error))
        except NotSaved as error:
            log.error("the tables can't be read: %s", error)
        except Exception:
            log.exception("a bug ended the connection")  # the tables are safe, so we go on
        if stop.is_set():
            return 0
        pause = next_pause(failures := 1 if loop.time() - started > STABLE else failures + 1)
        log.warning("connecting again in %d s", pause)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await stop.wait()
        if stop.is_set():
            return 0


def lost(error: Exception) -> str:
    """Why there is no connection, in words and with the host that was asked."""
    if isinstance(error, aiohttp.ClientConnectorError):
        return f"Discord can't be reached at {error.host} ({_why(error)})"
    if isinstance(error, aiohttp.ClientError | OSError):
        return f"Discord can't be reached ({_why(error)})"
    return f"disconnected ({str(error) or type(error).__name__})"


def _why(error: Exception) -> str:
    cause = error.os_error if isinstance(error, aiohttp.ClientConnectorError) else error
    if isinstance(cause, ConnectionRefusedError):  # asyncio's own words are an address
        return "the connection was refused"
    if isinstance(cause, TimeoutError):
        return "there was no answer in time"
    return str(getattr(cause, "strerror", None) or str(error) or type(error).__name__)


async def settle() -> None:
    """What is here once Discord is there, and once the boards are drawn, will stay.

    The garbage collector would go through modules, servers and a thousand tables again and again,
    and every press waited for a third of a second meanwhile. What an earlier life of the house has
    left behind is collected first.
    """
    for pause in (0, DRAWN):
        await asyncio.sleep(pause)
        gc.unfreeze()
        gc.collect()
        gc.freeze()


def next_pause(failures: int) -> int:
    """Seconds to wait after so many failures in a row."""
    return PAUSES[min(failures, len(PAUSES)) - 1]


async def build(
    settings: Settings,
    store: Store,
    clock: Clock,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
) -> Client:
    """The house as the store remembers it, ready to be connected. `entropy`: where seeds of shoes
    come from."""
    point_at(settings)
    screens = Screens(words_for("en"))
    casino = screens.casino = Casino(
        store, clock, screens.changed, entropy, tables_per_server=settings.tables_per_server
    )
    await casino.open()
    return Client(settings, casino, screens)


async def serve(client: Client, token: str, stop: asyncio.Event) -> None:
    """One life of the house, until stopped or disconnected for good."""
    casino = client.casino
    connection = asyncio.create_task(client.start(token))
    stopping = asyncio.create_task(stop.wait())
    ends: set[asyncio.Future[object]] = {connection, stopping, casino.failed}  # type: ignore[arg-type]
    try:
        done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in done:
            end.result()
    finally:
        stopping.cancel()
        await casino.close()
        if stop.is_set() and client.is_connected:
            await client.screens.pause(FAREWELL)
        await client.screens.close()
        await _hang_up(client, connection)
        if casino.failed.done():
            casino.failed.result()


async def _hang_up(client: Client, connection: asyncio.Task[None]) -> None:
    """Take leave of Discord, which may be hanging; after a moment we go."""
    was_lost = connection.done()  # whoever waited for it has been told why
    closing = asyncio.create_task(client.close())
    await asyncio.wait({closing}, timeout=GOODBYE)
    connection.cancel()
    closing.cancel()
    await asyncio.wait({connection, closing}, timeout=GOODBYE)
    for task in (connection, closing):
        error = task.exception() if task.done() and not task.cancelled() else None
        if isinstance(error, Exception) and not (task is connection and was_lost):
            log.info("Discord did not say goodbye: %s", lost(error))


def stop_signal() -> asyncio.Event:
    """Set by SIGTERM and Ctrl-C. Where a system has no such signals, Ctrl-C ends the program."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


def _stop_at_eof(stop: asyncio.Event) -> None:
    """Set `stop` when standard input ends. A thread, because Windows can't wait for a pipe."""
    loop = asyncio.get_running_loop()

    def watch() -> None:
        with contextlib.suppress(OSError):
            while os.read(sys.stdin.fileno(), 1024):
                pass
        with contextlib.suppress(RuntimeError):  # the loop has ended by itself
            loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=watch, daemon=True).start()
