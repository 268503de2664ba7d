"""Presses on a schedule: the load, and what became of each press.

Open loop: presses are sent when they are due, whether or not those before are answered, so a bot
that falls behind is seen to. A press is late from the moment it was due, not from when it was sent.
"""

import asyncio
import gc
import math
import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle

from bot.standin.events import Event
from bot.standin.interactions import Interaction, Kind, Reply
from bot.standin.server import Standin

from .city import Spot

LEAD = 0.1  # s between the call and the first press
QUIET = 1.5  # s without an edit: what was owed is drawn


class Load:
    """Presses sent, by whom they were answered, and how late."""

    def __init__(self, standin: Standin) -> None:
        self.sent = 0
        self.late: list[float] = []  # s, of every press that was answered
        self.replies: Counter[Reply] = Counter()
        self.failed = 0  # no answer in the 3 seconds Discord gives
        self.edits = 0  # of boards, whichever way
        self.seconds = 0.0  # from the first press to the last answer
        self.share = 0.0  # of one core that this process took meanwhile
        self.cpu = 0.0  # s of processor that the bot took, drawing what was owed included
        self._standin = standin
        self._edited = -math.inf

    @property
    def answered(self) -> int:
        return self.replies.total()

    @property
    def refused(self) -> int:
        """Answered with a private sentence."""
        return self.replies[Reply.MESSAGE]

    def percentile(self, share: float) -> float:
        """Seconds; infinite when there are presses without an answer that high up."""
        late = sorted(self.late) + [math.inf] * self.failed
        return late[min(len(late) - 1, int(share * len(late)))] if late else math.nan

    async def run(self, spots: Sequence[Spot], rate: float, seconds: float) -> "Load":
        """`rate` presses a second over all spots in turn."""
        loop = asyncio.get_running_loop()
        stop = self._standin.core.events.listen(self._saw)
        turns = cycle(spots)
        gc.collect()
        gc.disable()  # what was sent is kept here, and looking through it would stop the clock
        start, cpu = loop.time() + LEAD, time.process_time()
        try:
            for number in range(int(rate * seconds)):
                due = start + number / rate
                await asyncio.sleep(due - loop.time())
                spot = next(turns)
                self._press(spot, *next(spot.bets), due)
            await self._standin.until(lambda: self.answered + self.failed == self.sent, 30)
            self.seconds = loop.time() - start
            self.share = (time.process_time() - cpu) / (loop.time() - start)
            await self._standin.until(lambda: loop.time() - self._edited > QUIET, 60)
        finally:
            gc.enable()
            stop()
        return self

    def _press(self, spot: Spot, member: object, button: str, due: float) -> None:
        loop = asyncio.get_running_loop()

        def watch(interaction: Interaction) -> None:
            if interaction.state == "failed":
                self.failed += 1
            elif interaction.reply is not None:
                self.replies[interaction.reply] += 1
                self.late.append(loop.time() - due)
            else:
                return
            interaction.watchers.clear()

        self.sent += 1
        data = {"id": 1, "custom_id": button, "component_type": 2}
        self._standin.core.interactions.open(
            Kind.COMPONENT,
            spot.guild,
            spot.channel,
            member,  # type: ignore[arg-type]
            data,
            message=spot.message,
            watcher=watch,
        )

    def _saw(self, event: Event) -> None:
        if event.name == "MESSAGE_UPDATE":
            self.edits += 1
            self._edited = asyncio.get_running_loop().time()
