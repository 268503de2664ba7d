"""What happened in the world, told to everybody who listens: gateway, page, waiting tests.

An event is told while the change is made, in order, and listeners only take note: they queue a
frame or wake a waiter, and never change the world themselves.
"""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from bot.standin.wire import Json
from bot.standin.world import Channel, Guild

T = TypeVar("T")


@dataclass
class Event:
    """A gateway event. `viewer` is set for what only one member (and the bot) may see."""

    name: str
    data: Json
    guild: Guild
    channel: Channel | None = None
    viewer: str | None = None


class Events:
    def __init__(self) -> None:
        self._listeners: list[Callable[[Event], None]] = []
        self._watchers: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Calls `listener` with every event; the returned function ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def watch(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Calls `watcher` after any change, also one that is no gateway event."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def tell(self, event: Event) -> None:
        for listener in list(self._listeners):
            listener(event)
        self.changed()

    def changed(self) -> None:
        for watcher in list(self._watchers):
            watcher()


class Waiting:
    """Lets tests wait for a fact instead of sleeping."""

    # The stand-in cannot see a change inside the bot under test, so it also looks on its own.
    LOOK_AGAIN = 0.02

    def __init__(self, events: Events) -> None:
        self._bell = asyncio.Event()
        events.watch(self._bell.set)

    async def until(self, predicate: Callable[[], T], timeout: float = 20.0) -> T:  # noqa: ASYNC109
        """Returns the predicate's first true value, or raises TimeoutError."""
        async with asyncio.timeout(timeout):
            while not (value := predicate()):
                self._bell.clear()
                # Not `wait_for`: before Python 3.12 it loses a cancellation that comes together
                # with the bell, and whoever was cancelled goes on for ever.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self.LOOK_AGAIN):
                        await self._bell.wait()
        return value
