"""Work that goes on beside whoever started it.

The loop itself holds tasks weakly, so somebody must keep them until they end.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Tasks(set[asyncio.Task[Any]]):
    """The tasks under way; those that have ended are gone."""

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self.add(task)
        task.add_done_callback(self.discard)
        return task
