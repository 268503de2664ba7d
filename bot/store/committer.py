"""One writer, one queue: whatever waits is written in one transaction and one fsync.

1. Nobody else touches the connection. Callers hand over data, at once and without waiting, and
   then await an answer; cancelling them takes back neither.
2. No answer is given before COMMIT has returned.
3. Once nobody knows what was saved, nothing is served.
4. The queue is bounded: what does not fit is refused at once.

The writer is a thread of its own, which takes the next group as soon as the last one is on disk,
however busy the event loop is. It is an executor of the standard library: aiosqlite, which reads
(see `sqlite`), makes a trip through the loop for each statement, and a group has seven.
"""

import asyncio
import contextlib
import logging
import sqlite3
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from bot import metrics

from . import NotSaved, Unknown
from .file import reason
from .transaction import Row, Write, Writes, perform

log = logging.getLogger(__name__)

QUEUE = 4096  # waiting jobs
GROUP = 256  # jobs in one transaction
ANSWERS = 4  # answers in one turn of the loop: each has a board drawn, and clocks run meanwhile


class Committer:
    """Owns an open connection, and `thread`, an executor of one thread, until `close`."""

    def __init__(self, connection: sqlite3.Connection, thread: Executor, path: Path) -> None:
        self._connection = connection
        self._thread = thread
        self._folder = path.parent
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Write] = deque()
        self._is_called = False  # the thread is going to look at what waits
        self._settled: deque[Write] = deque()
        self._stopped = False
        self._broken = ""  # why nobody knows what is saved
        metrics.store_queue.set_function(self._waiting.__len__)

    async def write(self, writes: Writes, made: tuple[str, Row] | None = None) -> None:
        """Returns when the rows are safe. Raises NotSaved, AlreadyPlayed or Unknown."""
        with metrics.commit_seconds.time():
            await self._submit(Write(writes, made))

    def must_serve(self) -> None:
        """Raises Unknown, or NotSaved once it is closed."""
        if self._broken:
            raise Unknown(self._broken)
        if self._stopped:
            raise NotSaved("the store is closed")

    def _submit(self, job: Write) -> asyncio.Future[None]:
        self.must_serve()
        if len(self._waiting) >= QUEUE:
            raise NotSaved("too much is waiting to be saved")
        self._waiting.append(job)
        if not self._is_called:
            self._is_called = True
            self._thread.submit(self._work)
        return job.done

    async def close(self) -> None:
        """Take no more, answer all that was taken, and let go of the file and the thread.

        An unclosed connection would leave the file locked for as long as anything remembers it.
        """
        self._stopped = True
        try:
            await self._loop.run_in_executor(self._thread, self._let_go)
        finally:
            self._thread.shutdown(wait=False)
            while self._settled:
                self._answer_some()

    def _work(self) -> None:
        """On the thread: group after group until nothing waits."""
        self._is_called = False  # before looking: what comes from here on calls again
        while self._waiting:
            group = [self._waiting.popleft() for _ in range(min(GROUP, len(self._waiting)))]
            self._perform(group)
            with contextlib.suppress(RuntimeError):  # the loop has ended, and so has who asked
                self._loop.call_soon_threadsafe(self._answer, group)

    def _perform(self, group: Sequence[Write]) -> None:
        try:
            if not self._broken:
                perform(self._connection, self._folder, group)
        except Unknown as error:
            self._break(str(error))
        except Exception as error:
            log.exception("A bug in the store")
            self._break(f"a bug in the store: {error!r}")
        for job in group:
            job.settle(Unknown(self._broken))  # but for those that are settled

    def _break(self, why: str) -> None:
        self._broken = why
        log.critical("The store answers no more until a restart reads it again: %s", why)

    def _let_go(self) -> None:
        """On the thread, behind all work."""
        for step in (self._connection.rollback, self._connection.close):
            try:
                step()
            except sqlite3.Error as error:
                log.warning("The database was not closed cleanly: %s", reason(error))

    def _answer(self, group: Sequence[Write]) -> None:
        is_under_way = bool(self._settled)
        self._settled.extend(group)
        if not is_under_way:
            self._answer_some()

    def _answer_some(self) -> None:
        for _ in range(min(ANSWERS, len(self._settled))):
            self._settled.popleft().answer()
        if self._settled:
            self._loop.call_soon(self._answer_some)
