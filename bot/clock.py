"""The clock that tables run on: milliseconds since 1970, and calls at a time to come.

Read once from the system and then from the monotonic clock, so that a jump of the system's time
while the bot runs never makes a deadline fire early or late.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970."""
        ...

    def call_at(self, when: int, ring: Callable[[], None]) -> Alarm:
        """Call `ring` once, at `when` or as soon after it as possible, unless cancelled."""
        ...


class SystemClock:
    def __init__(self) -> None:
        self._start = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        return self._start + time.monotonic_ns() // 1_000_000

    def call_at(self, when: int, ring: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0, when - self.now()) / 1000, ring)
