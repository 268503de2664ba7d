"""A table in play: its newest committed state, the one door through which it changes, its clock.

    apply on a copy  ->  commit  ->  swap  ->  alarm, changed

A refused move changes nothing. Nothing is announced before the commit that made it true. The lock
of a table is held for apply and commit only, never for Discord.
"""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from . import metrics
from .clock import Alarm, Clock
from .game.engine import apply
from .game.events import Event
from .game.legal import refusal
from .game.moves import Move, Refused, Resume, TimeUp
from .game.rules import HouseRules
from .game.table import Phase, Table
from .game.view import PublicTable, public
from .store import Commit, NotSaved, Run, SavedTable, Unknown

T = TypeVar("T")

log = logging.getLogger(__name__)

GRACE = 30_000  # ms left at least to whoever is asked, after an absence of ours
QUEUE = 50  # presses that may wait at one table; more is spam and is refused at once
RETRY = 5_000  # ms until an alarm, or a grace, that could not be saved is tried again


class House(Protocol):
    """What all tables share: the `Casino`."""

    clock: Clock

    def must_be_open(self) -> None: ...
    def is_playable(self, table: "LiveTable", /) -> bool: ...
    def stamp(self, move: Move, state: Table, /) -> Move: ...
    async def save(self, commit: Commit, /) -> None: ...
    def changed(self, table: "LiveTable", /) -> None: ...
    async def best_runs(self, guild: int, /) -> list[Run]: ...
    def start(self, work: Coroutine[Any, Any, T], /) -> asyncio.Task[T]: ...


class LiveTable:
    def __init__(self, house: House, saved: SavedTable, names: dict[int, str]) -> None:
        self.state: Table = saved.table
        self.guild = saved.guild
        self.seq = saved.seq  # rises by one with every move; what screens compare
        self.message = saved.message  # the board in the channel, None until posted
        self.best: list[Run] = []  # the server's best solo runs, once this one has ended
        self.names = names  # account -> name, of the members who are or were at this table
        self.is_suspended = False  # its board can't be shown
        self.clock = TableClock(self, house)
        self._house = house
        self._lock = asyncio.Lock()
        self._waiting = 0

    @property
    def id(self) -> int:
        return self.state.id

    @property
    def channel(self) -> int:
        return self.state.channel

    @property
    def is_closed(self) -> bool:
        return self.phase is Phase.CLOSED

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def rules(self) -> HouseRules:
        return self.state.rules

    @property
    def kind(self) -> str:
        """The key of the table's kind: purses are kept by it."""
        return self.rules.table

    @property
    def next_rules(self) -> HouseRules | None:
        """The rules to come with the next round, when a change was announced."""
        return self.state.next_rules

    @property
    def newest_rules(self) -> HouseRules:
        return self.state.next_rules or self.state.rules

    @property
    def host(self) -> int:
        return self.state.host

    @property
    def decision(self) -> int:
        """The number of the question now open."""
        return self.state.decision

    @property
    def link(self) -> str:
        """Where the board is, as Discord writes it."""
        return f"https://discord.com/channels/{self.guild}/{self.channel}/{self.message or ''}"

    def view(self, viewer: int | None = None) -> PublicTable:
        return public(self.state, viewer)

    def is_seated(self, member: int) -> bool:
        """Whether the member has a seat or a seatless place."""
        return self.state.seat_of(member) is not None

    def chips_of(self, member: int) -> int:
        """What the member has here, before them and at risk."""
        seats = (seat for seat in self.state.seats if seat.member == member)
        return sum(seat.chips + seat.at_risk for seat in seats)

    def refusal(self, move: Move) -> Refused | None:
        """Why the table would not take the move now."""
        return refusal(self.state, move)

    async def play(self, move: Move, press: int | None = None) -> list[Event]:
        """Make a move; its events once they are safe on disk.

        `press` is the Discord interaction behind it, applied at most once. Raises Refused,
        AlreadyPlayed, or NotSaved: in each of these nothing has changed. The move is a task of its
        own, so a caller that is cancelled never splits it.
        """
        self._house.must_be_open()
        if self._waiting >= QUEUE and press is not None:  # clocks are never refused for spam
            raise Refused("too_many_presses")
        self._waiting += 1
        try:
            with metrics.move_queue.track_inprogress():
                return await asyncio.shield(self._house.start(self._play(move, press)))
        finally:
            self._waiting -= 1

    async def _play(self, move: Move, press: int | None) -> list[Event]:
        async with self._lock:
            move = self._house.stamp(move, self.state)
            after = self.state.copy()
            events = apply(after, move)
            await self._house.save(Commit(after, self.guild, self.seq + 1, press, move, events))
            self.state = after
            self.seq += 1
            self.clock.set()
        await self.look_up_best()
        self._house.changed(self)
        metrics.moves.labels(type(move).__name__).inc()
        return events

    async def look_up_best(self) -> None:
        """For the end of a run. What was saved is saved: failing here fails no move."""
        if self.state.rules.is_solo and self.state.outcome is not None:
            with contextlib.suppress(NotSaved, Unknown):
                self.best = await self._house.best_runs(self.guild)


class TableClock:
    """Rings at the deadline of the question now open, and makes it a `TimeUp` move.

    It stands still while the table can't be played: at start, while Discord can't be reached, and
    while the board can't be shown. Then it runs on, after a grace for whoever is asked. Nobody is
    stood for an outage.
    """

    def __init__(self, table: LiveTable, house: House) -> None:
        self._table = table
        self._house = house
        self._alarm: Alarm | None = None
        self._is_stopped = True

    def set(self) -> None:
        """Ring at the newest deadline, and at no older one."""
        self._cancel()
        deadline = self._table.state.deadline
        if deadline is not None and not self._is_stopped:
            self._ring_at(deadline)

    def stop(self) -> None:
        self._cancel()
        self._is_stopped = True

    async def run(self, *, grace: bool = True) -> None:
        """Run on, after a grace, unless something else keeps the table from being played."""
        if not self._is_stopped or not self._house.is_playable(self._table):
            return
        self._is_stopped = False
        try:
            if self._table.state.deadline is not None and grace:
                await self._table.play(Resume(GRACE))
            else:
                self.set()
        except NotSaved:
            self._is_stopped = True  # no deadline may pass without its grace
            again = self._house.clock.now() + RETRY
            self._house.clock.call_at(again, self._run_again)
        except (Refused, Unknown):
            pass  # the house is closing

    def _run_again(self) -> None:
        self._house.start(self.run())

    def _cancel(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _ring_at(self, when: int) -> None:
        decision = self._table.decision

        def ring() -> None:
            self._house.start(self._time_up(decision))

        self._alarm = self._house.clock.call_at(when, ring)

    async def _time_up(self, decision: int) -> None:
        table = self._table
        if not self._house.is_playable(table):
            self.stop()  # the connection broke just now, before anybody said so
            return
        try:
            await table.play(TimeUp(decision))
        except (Refused, Unknown):
            pass  # answered or moved while the alarm was ringing, or the house must stop
        except NotSaved:
            self._ring_at(self._house.clock.now() + RETRY)
        except Exception:
            log.exception("table %s, move %s: the clock ran out", table.id, table.seq + 1)
