"""Watches the event loop: while it stands still, nobody's press is answered.

A heart beats on the loop and notes how late each beat is. A thread listens: when a beat is long
overdue, it says what the loop is busy with, at once, because a loop that hangs says nothing.
"""

import asyncio
import contextlib
import logging
import sys
import threading
import time
import traceback

from . import metrics

log = logging.getLogger(__name__)

BEAT = 0.02  # s
COUNTED = 0.05  # s that a single call may take; longer ones are counted
WARNED = 1.0  # s; longer ones are told
FRAMES = 8  # of the stack, innermost


class Watchdog:
    """`async with Watchdog():` around what is to be watched, on the loop's own thread."""

    def __init__(self, warned: float = WARNED) -> None:
        self._warned = warned
        self._thread = threading.get_ident()
        self._due = time.monotonic() + BEAT
        self._told = False  # of the stall under way
        self._longest = 0.0
        self._end = threading.Event()

    async def __aenter__(self) -> None:
        self._listener = threading.Thread(target=self._listen, name="watchdog", daemon=True)
        self._listener.start()
        self._heart = asyncio.create_task(self._beat())

    async def __aexit__(self, *_: object) -> None:
        self._end.set()
        self._heart.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._heart
        await asyncio.to_thread(self._listener.join)

    async def _beat(self) -> None:
        while True:
            self._due = time.monotonic() + BEAT
            await asyncio.sleep(BEAT)
            self._note(time.monotonic() - self._due)

    def _note(self, late: float) -> None:
        metrics.loop_lag_seconds.set(late)
        if late > COUNTED:
            metrics.stalls.inc()
            self._longest = max(self._longest, late)
            metrics.longest_stall_seconds.set(self._longest)
        if late > self._warned:
            log.warning("the event loop stood still for %.1f s", late)
        self._told = False

    def _listen(self) -> None:
        while not self._end.wait(self._warned / 4):
            late = time.monotonic() - self._due
            if late > self._warned and not self._told:
                self._told = True
                log.warning("the event loop has stood still for %.1f s, at\n%s", late, self._at())

    def _at(self) -> str:
        """Where the loop's thread is: names of files and functions, never a value."""
        frame = sys._current_frames().get(self._thread)
        return "".join(traceback.format_stack(frame)[-FRAMES:]) if frame else "an unknown place"
