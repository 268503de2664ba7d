"""Time as the stand-in sees it: the wall clock, or one that a test moves by hand.

Deadlines of the protocol (3 s to acknowledge, 15 min for a token, 1 h for old edits, rate-limit
windows) follow this clock. Heartbeats do not: they guard a real socket, so they follow real time.
"""

import asyncio
import heapq
import itertools
import time
from typing import Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970."""

    async def sleep(self, seconds: float) -> None: ...


class WallClock:
    def now(self) -> int:
        return int(time.time() * 1000)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class HandClock:
    """Stands still until `advance` is called; sleepers wake in the order of their hours."""

    def __init__(self, start: int | None = None) -> None:
        self._now = int(time.time() * 1000) if start is None else start
        self._order = itertools.count()
        self._sleepers: list[tuple[int, int, asyncio.Future[None]]] = []

    def now(self) -> int:
        return self._now

    async def sleep(self, seconds: float) -> None:
        wake: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        hour = self._now + int(seconds * 1000)
        heapq.heappush(self._sleepers, (hour, next(self._order), wake))
        await wake

    @property
    def sleeping(self) -> int:
        """How many wait for this clock."""
        return len(self._sleepers)

    async def advance(self, seconds: float) -> None:
        """Moves on; whoever was due runs before this returns to its caller."""
        end = self._now + int(seconds * 1000)
        while self._sleepers and self._sleepers[0][0] <= end:
            hour, _, wake = heapq.heappop(self._sleepers)
            self._now = max(self._now, hour)
            if not wake.done():
                wake.set_result(None)
                await asyncio.sleep(0)
        self._now = end
        await asyncio.sleep(0)
