"""A clock that a test moves by hand."""

import heapq
from collections.abc import Callable
from itertools import count


class HandAlarm:
    def __init__(self, ring: Callable[[], None]) -> None:
        self.ring: Callable[[], None] | None = ring

    def cancel(self) -> None:
        self.ring = None


class HandClock:
    """Alarms ring inside `advance`, in the order of their times."""

    def __init__(self, now: int = 1_750_000_000_000) -> None:
        self._now = now
        self._order = count()
        self._alarms: list[tuple[int, int, HandAlarm]] = []

    def now(self) -> int:
        return self._now

    def call_at(self, when: int, ring: Callable[[], None]) -> HandAlarm:
        alarm = HandAlarm(ring)
        heapq.heappush(self._alarms, (when, next(self._order), alarm))
        return alarm

    def advance(self, seconds: float) -> None:
        end = self._now + int(seconds * 1000)
        while self._alarms and self._alarms[0][0] <= end:
            when, _, alarm = heapq.heappop(self._alarms)
            self._now = max(self._now, when)
            if alarm.ring is not None:
                alarm.ring()
        self._now = end

    @property
    def pending(self) -> int:
        """Alarms that would still ring."""
        return sum(alarm.ring is not None for _, _, alarm in self._alarms)
