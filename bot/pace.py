"""When requests through channels may go: at the pace Discord takes them, everybody in turn."""

import asyncio
import math

PACE = 1.3  # s between two requests through the channel: Discord takes 5 in 5 s
KEPT = 1000  # channels whose turns are remembered before those long past are forgotten
TOGETHER = 25  # requests a second of all tables through channels: Discord takes 50 of everything


class Turns:
    def __init__(self) -> None:
        self.of: dict[int, float] = {}  # channel -> loop time of its newest turn
        self._next = -math.inf  # and of all channels

    async def wait(self, channel: int) -> None:
        """Wait for one's turn: tables share a channel, and after a start all tables want one."""
        now = asyncio.get_running_loop().time()
        if len(self.of) > KEPT:
            self.of = {key: last for key, last in self.of.items() if last + PACE > now}
        turn = max(now, self.of.get(channel, -math.inf) + PACE)
        self.of[channel] = turn
        await asyncio.sleep(turn - now)
        now = asyncio.get_running_loop().time()
        self._next = max(now, self._next + 1 / TOGETHER)
        await asyncio.sleep(self._next - now)
