"""All tables in play: opened, brought back after a start, found, closed; their clocks, the store.

Every change of a table is a move through `LiveTable.play`, which asks here for what all tables
share: the time, fresh seeds, the store, and whether members can see and press at all.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import msgspec

from . import limits
from .cashier import Cashier
from .clock import Clock
from .game.engine import needs_seed, open_table
from .game.history import PlayedRound
from .game.moves import Close, Move, Open, Refused
from .game.rules import HouseRules
from .game.table import Phase, Table
from .livetable import LiveTable
from .rulebook import RuleBook
from .store import Commit, NotSaved, Run, SavedTable, Store, Unknown
from .tasks import Tasks

T = TypeVar("T")

log = logging.getLogger(__name__)


class Casino:
    """All tables in play. Open it, `resume` it once Discord is there, and close it."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        on_change: Callable[[LiveTable], None],
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        tables_per_server: int = limits.TABLES,
    ) -> None:
        self.clock = clock
        self.tables: dict[int, LiveTable] = {}
        #: Fails when the store no longer knows what is saved: the process must stop and re-read.
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.rulebook = RuleBook(store, self._asked)
        self.cashier = Cashier(store, clock, self._asked, self.tables)
        self._store = store
        self._on_change = on_change
        self._entropy = entropy
        self._most = tables_per_server
        self._last_id = 0
        self._opening = asyncio.Lock()
        self._tasks = Tasks()
        self._away: Callable[[int], bool] = lambda guild: True  # whose clocks are stopped
        self._closed = False

    async def open(self) -> None:
        """Bring back every table that was not closed. Their clocks wait for `resume`."""
        self._last_id = await self._store.last_table_id()
        for saved in await self._store.tables():
            people = await self._store.people(_members(saved.table))
            names = {person.account: person.name for person in people}
            table = self.tables[saved.table.id] = LiveTable(self, saved, names)
            await table.look_up_best()
        with contextlib.suppress(NotSaved):  # the next start tries again
            known = {account for table in self.tables.values() for account in table.names}
            await self._asked(self._store.forget_other_names(known))

    async def close(self) -> None:
        """Let what is under way finish; accept nothing new. The store stays open."""
        self._closed = True
        for table in self.tables.values():
            table.clock.stop()
        while self._tasks:
            await asyncio.wait(self._tasks)

    def pause(self, away: Callable[[int], bool]) -> None:
        """Stop the clocks of the guilds that `away` names: Discord can't be reached there."""
        self._away = away
        for table in self.tables.values():
            if away(table.guild):
                table.clock.stop()

    async def resume(self, away: Callable[[int], bool] = lambda guild: False) -> None:
        """Discord is back (but for the guilds `away` names): clocks that stood still run on."""
        self._away = away
        # Together: one commit saves many.
        await asyncio.gather(*(table.clock.run() for table in self.tables.values()))

    def suspend(self, table: LiveTable) -> None:
        """The table's board can't be shown: nobody can play, so its clock stands still."""
        table.is_suspended = True
        table.clock.stop()

    def restore(self, table: LiveTable) -> None:
        """The table's board is there again."""
        table.is_suspended = False
        self.start(table.clock.run())

    async def open_table(self, guild: int, channel: int, host: int, rules: HouseRules) -> LiveTable:
        """A new table in a channel. Refused while another one there is still in play.

        A table whose session has ended makes room: it is closed for good. Solo runs live beside
        the channel's table, a few of them, one a member.
        """
        async with self._opening:
            self.must_be_open()
            if rules.is_solo:
                self._room_for_a_run(channel, host)
            old = self.run_of(channel, host) if rules.is_solo else self.in_channel(channel)
            if old is not None and old.state.phase is not Phase.ENDED:
                raise Refused("table_exists", link=old.link)
            if old is not None:
                await old.play(Close(host, admin=True))
            await self._make_room(guild, host, rules)
            return await self.start(self._open_table(guild, channel, host, rules))

    async def _open_table(
        self, guild: int, channel: int, host: int, rules: HouseRules
    ) -> LiveTable:
        number = self._last_id + 1
        move = Open(
            number, channel, host, rules, at=self.clock.now(), seed=self._entropy(32)
        )  # fmt: skip
        state, events = open_table(move)
        table = LiveTable(self, SavedTable(state, guild, 1, None), {})
        await self.save(Commit(state, guild, 1, None, move, events))
        self._last_id = number
        self.tables[number] = table
        await table.clock.run(grace=False)  # it was asked just now
        return table

    def in_channel(self, channel: int) -> LiveTable | None:
        """The channel's table, if it has one. Solo runs belong to their members."""
        here = (t for t in self.tables.values() if t.channel == channel)
        return next((table for table in here if not table.state.rules.is_solo), None)

    def run_of(self, channel: int, member: int) -> LiveTable | None:
        """The member's solo run in a channel."""
        here = (t for t in self.tables.values() if t.channel == channel and t.state.rules.is_solo)
        return next((table for table in here if table.state.host == member), None)

    def _room_for_a_run(self, channel: int, member: int) -> None:
        """Those that rest give up their place: their members may be gone for good."""
        runs = [t for t in self.tables.values() if t.channel == channel and t.rules.is_solo]
        others = [run for run in runs if run.host != member and not run.state.parked]
        if len(others) >= limits.RUNS:
            raise Refused("too_many_runs", runs=limits.RUNS)

    async def _make_room(self, guild: int, host: int, rules: HouseRules) -> None:
        """A server has so many tables, and as many solo runs.

        One that has ended makes room, else the run that was begun first of those that rest.
        """
        here = (t for t in self.tables.values() if t.guild == guild)
        same = [t for t in here if t.state.rules.is_solo == rules.is_solo]
        if len(same) < self._most:
            return
        over = [t for t in same if t.phase is Phase.ENDED]
        resting = [t for t in same if t.rules.is_solo and t.state.parked]
        if not over and not resting:
            raise Refused("too_many_tables", most=self._most)
        await (over or resting)[0].play(Close(host, admin=True))

    async def best_runs(self, guild: int) -> list[Run]:
        """The five best solo runs of a server."""
        return await self._asked(self._store.best_runs(guild))

    async def hands_of(
        self, guild: int, account: int, before: tuple[int, int] | None = None
    ) -> list[PlayedRound]:
        """A member's last hands that are over, newest first; `before` as the store takes it."""
        return await self._asked(self._store.hands_of(guild, account, before))

    async def set_message(self, table: LiveTable, message: int | None) -> None:
        """Remember where the table's board is. Raises NotSaved: then it is where it was."""
        old, table.message = table.message, message  # at once: presses on it may come before
        try:
            await self._asked(self._store.set_message(table.id, message))
        except NotSaved:
            table.message = old
            raise

    def stamp(self, move: Move, state: Table) -> Move:
        """The time of the move, and a fresh seed where the table may open a shoe with it."""
        seed = self._entropy(32) if needs_seed(state, move) else None
        return msgspec.structs.replace(move, at=self.clock.now(), seed=seed)

    async def save(self, commit: Commit) -> None:
        """Resolves once the move is safe on disk. Raises AlreadyPlayed, NotSaved or Unknown."""
        await self._asked(self._store.commit(commit))

    async def _asked(self, answer: Awaitable[T]) -> T:
        """The store's answer. When it no longer knows what it holds, the whole house must stop."""
        try:
            return await answer
        except Unknown as error:
            if not self.failed.done():
                log.critical("the store no longer knows what is saved: %s", error)
                self.failed.set_exception(error)
            raise

    def changed(self, table: LiveTable) -> None:
        """A move is safe on disk: let the screens know."""
        if table.is_closed:
            table.clock.stop()
            del self.tables[table.id]
            self.start(self._forget(table))
        self._on_change(table)

    async def _forget(self, table: LiveTable) -> None:
        """Names of members who are at no other table are dropped from the store."""
        elsewhere = {member for other in self.tables.values() for member in other.names}
        try:
            await self._asked(self._store.forget_names(set(table.names) - elsewhere))
        except (NotSaved, Unknown) as error:
            log.warning("table %s: names not forgotten: %s", table.id, error)

    def is_playable(self, table: LiveTable) -> bool:
        """Whether members can see the board and press: then its clock runs."""
        return not self._closed and not table.is_suspended and not self._away(table.guild)

    def must_be_open(self) -> None:
        if self._closed:
            raise Refused("paused")

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run `work` as a task that is kept, and waited for at the end."""
        return self._tasks.start(work)


def _members(table: Table) -> set[int]:
    """Everybody whose name the board may show."""
    seats = {seat.member for seat in [*table.seats, *table.away, *table.gone]}
    seats |= set(table.freed) | set(table.removed)
    return seats | {table.host} | {line.member for line in table.standings}
