"""Discord's ids: 42 bits of milliseconds since 2015, 10 bits of origin, 12 bits of counter.

Ids made by one maker only rise. The origin bits hold the process id, so two runs that start
within the same millisecond still differ.
"""

import os

from bot.standin.clock import Clock

EPOCH = 1_420_070_400_000  # the first second of 2015
COUNTER_BITS = 12
TIME_SHIFT = 22


class Snowflakes:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._origin = (os.getpid() & 0x3FF) << COUNTER_BITS
        self._ms = 0
        self._counter = 0

    def next(self) -> str:
        # A full counter or a clock that stands still borrows from the next millisecond.
        now = max(self._clock.now() - EPOCH, self._ms)
        self._counter = self._counter + 1 if now == self._ms else 0
        if self._counter >> COUNTER_BITS:
            now, self._counter = now + 1, 0
        self._ms = now
        return str((now << TIME_SHIFT) | self._origin | self._counter)


def shard_of(guild_id: str, shard_count: int) -> int:
    return (int(guild_id) >> TIME_SHIFT) % shard_count
