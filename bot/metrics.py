"""What is counted and timed while the bot runs, by name. `watch` serves it, on this machine alone.

No label ever holds a member, a server, a table or a text: only words of this program. So the
number of series has a bound, and nobody can be read out of them.

(`prometheus-client`: the format's own library, without dependencies; it keeps histograms right.)
"""

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()

#: Seconds. Commits take a few milliseconds, and after 3 s Discord takes no first answer.
_FINE = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 3, 10)
_WAYS = ("answer", "token", "channel")  # how a board gets to Discord


def _counter(name: str, about: str, *labels: str) -> Counter:
    return Counter(f"blackjack_{name}", about, labels, registry=REGISTRY)


def _gauge(name: str, about: str, *labels: str) -> Gauge:
    return Gauge(f"blackjack_{name}", about, labels, registry=REGISTRY)


def _histogram(name: str, about: str) -> Histogram:
    return Histogram(f"blackjack_{name}", about, registry=REGISTRY, buckets=_FINE)


tables = _gauge("tables", "Tables in play")
moves = _counter("moves", "Moves that were saved, by kind", "move")
presses = _counter("presses", "Presses and forms that came in")
unread = _counter("presses_unread", "Presses of a flood, of which nothing was read")
commands = _counter("commands", "Commands that came in")
refusals = _counter("refusals", "What was not done, by the key of the sentence said", "why")
answer_seconds = _histogram("answer_seconds", "From a press to the end of its answer")
commit_seconds = _histogram("commit_seconds", "From handing rows to the store until they are safe")
move_queue = _gauge("move_queue", "Moves that wait at the doors of all tables")
store_queue = _gauge("store_queue", "Jobs that wait for the store")
boards = _counter("boards", "Boards sent to Discord, by way", "way")
boards_failed = _counter("boards_failed", "Boards Discord did not take, by way", "way")
boards_in_flight = _gauge("boards_in_flight", "Boards on their way to Discord")
loop_lag_seconds = _gauge("loop_lag_seconds", "How late the event loop was, last time measured")
stalls = _counter("loop_stalls", "Times the event loop stood still for longer than 50 ms")
longest_stall_seconds = _gauge("loop_longest_stall_seconds", "The longest of them")
connected = _gauge("shards_connected", "Shards with a connection to Discord")

for _way in _WAYS:  # so that a rate over them begins at nothing, not at the first failure
    boards.labels(_way)
    boards_failed.labels(_way)


@contextmanager
def board_by(way: str) -> Iterator[None]:
    """A board on its way to Discord."""
    boards.labels(way).inc()
    with boards_in_flight.track_inprogress(), boards_failed.labels(way).count_exceptions():
        yield


async def board_answered(sent: Awaitable[bool]) -> bool:
    """The same for one that is the answer to a press; whether Discord took it."""
    with board_by("answer"):
        is_sent = await sent
    if not is_sent:
        boards_failed.labels("answer").inc()
    return is_sent


def watch_board(way: str, task: asyncio.Task[Any]) -> None:
    """The same for one that is left to itself."""
    boards.labels(way).inc()
    boards_in_flight.inc()

    def ended(task: asyncio.Task[Any]) -> None:
        boards_in_flight.dec()
        if not task.cancelled() and task.exception() is not None:
            boards_failed.labels(way).inc()

    task.add_done_callback(ended)
