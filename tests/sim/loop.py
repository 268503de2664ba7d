"""An event loop whose time is counted, not measured: it jumps to the next timer when all is quiet.

No thread, no socket, no clock of the system: the same coroutines run in the same order every time.
Every task belongs to a life of the bot or to the world outside of it, so that one can be killed.
"""

import asyncio
import contextvars
import math
from collections.abc import Coroutine
from typing import Any

#: The life a task belongs to; None is the world: Discord, its members, whoever tells the story.
LIFE: contextvars.ContextVar[Any] = contextvars.ContextVar("life", default=None)

MICRO = 1_000_000


class Stuck(Exception):
    """Everybody waits, and nothing will ever happen."""


class _Quiet:
    """A selector without anything to select: waiting only moves the time on."""

    def __init__(self, loop: "VirtualLoop") -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise Stuck
        self._loop.micros += math.ceil(timeout * MICRO)  # never a timer before its time
        return []


class VirtualLoop(asyncio.base_events.BaseEventLoop):
    """`micros` is the time in whole microseconds since the loop was made."""

    def __init__(self) -> None:
        super().__init__()
        self.micros = 0
        self._selector = _Quiet(self)
        self.faults: list[dict[str, Any]] = []  # what nobody caught
        self.set_exception_handler(lambda loop, context: self.faults.append(context))
        self.set_task_factory(_kept)  # type: ignore[arg-type]

    def time(self) -> float:
        return self.micros / MICRO

    def end(self) -> None:
        """Let go of whoever still waits, and close."""
        left = asyncio.all_tasks(self)
        for task in left:
            task.cancel()
        if left:
            self.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self.close()

    def _process_events(self, event_list: list[Any]) -> None:
        assert not event_list

    def _write_to_self(self) -> None:
        """Nothing sleeps that would have to be woken."""


def _kept(
    loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **how: Any
) -> "asyncio.Task[Any]":
    context = how.get("context")
    life = context.get(LIFE) if context is not None else LIFE.get()
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **how)
    if life is not None:
        life.tasks.append(task)
    return task
