"""The one door: every change of a table is a move that goes through `LiveTable.play`.

    apply on a copy  ->  commit  ->  swap  ->  alarm, on_change

A refused move changes nothing. Nothing is announced before the commit that made it true. The lock
of a table is held for apply and commit only, never for Discord.

Clocks stand still while a table can't be played: at start, while Discord can't be reached, and
while its board can't be shown. Then they run on, after a grace for whoever is asked. Nobody is
stood for an outage.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import msgspec

from . import limits, metrics
from .clock import Alarm, Clock
from .game.engine import apply, needs_seed, open_table
from .game.events import Event
from .game.history import PlayedRound
from .game.legal import refusal
from .game.moves import Close, Move, Open, Refused, Resume, TimeUp
from .game.rules import HouseRules
from .game.table import Phase, Table
from .game.view import PublicTable, public
from .rulebook import RuleBook
from .store import Commit, NotSaved, Person, Run, SavedTable, Store, Unknown
from .tasks import Tasks

T = TypeVar("T")

log = logging.getLogger(__name__)

GRACE = 30_000  # ms left at least to whoever is asked, after an absence of ours
QUEUE = 50  # presses that may wait at one table; more is spam and is refused at once
KNOWN = 10_000  # accounts kept in memory; the store knows all
RETRY = 5_000  # ms until an alarm, or a grace, that could not be saved is tried again


class LiveTable:
    """A table in play: its newest committed state and the door through which it changes."""

    def __init__(self, casino: "Casino", saved: SavedTable, names: dict[int, str]) -> None:
        self.state: Table = saved.table
        self.guild = saved.guild
        self.seq = saved.seq  # rises by one with every move; what screens compare
        self.message = saved.message  # the board in the channel, None until posted
        self.best: list[Run] = []  # the server's best solo runs, once this one has ended
        self.names = names  # account -> name, of the members who are or were at this table
        self.is_suspended = False  # its board can't be shown
        self._casino = casino
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._alarm: Alarm | None = None
        self._is_stopped = True  # the clock stands still; a grace comes before it runs on

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

    def seats(self, member: int) -> bool:
        """Whether the member has a seat or a seatless place."""
        return self.state.seat_of(member) is not None

    def refusal(self, move: Move) -> Refused | None:
        """Why the table would not take the move now."""
        return refusal(self.state, move)

    async def play(self, move: Move, press: int | None = None) -> list[Event]:
        """Make a move; its events once they are safe on disk.

        `press` is the Discord interaction behind it, applied at most once. Raises Refused,
        AlreadyPlayed, or NotSaved: in each of these nothing has changed. The move is a task of its
        own, so a caller that is cancelled never splits it.
        """
        self._casino.must_be_open()
        if self._waiting >= QUEUE and press is not None:  # clocks are never refused for spam
            raise Refused("too_many_presses")
        self._waiting += 1
        try:
            with metrics.move_queue.track_inprogress():
                return await asyncio.shield(self._casino.start(self._play(move, press)))
        finally:
            self._waiting -= 1

    async def _play(self, move: Move, press: int | None) -> list[Event]:
        async with self._lock:
            move = self._casino.stamp(move, self.state)
            after = self.state.copy()
            events = apply(after, move)
            await self._casino.save(Commit(after, self.guild, self.seq + 1, press, move, events))
            self.state = after
            self.seq += 1
            await self.look_up_best()
            self.set_alarm()
            self._casino.changed(self)
            metrics.moves.labels(type(move).__name__).inc()
            return events

    async def look_up_best(self) -> None:
        """For the end of a run. What was saved is saved: failing here fails no move."""
        if self.state.rules.is_solo and self.state.outcome is not None:
            with contextlib.suppress(NotSaved, Unknown):
                self.best = await self._casino.best_runs(self.guild)

    def set_alarm(self) -> None:
        """Ring at the newest deadline, and at no older one."""
        self._cancel_alarm()
        if self.state.deadline is not None and not self._is_stopped:
            self._ring_at(self.state.deadline)

    def stop_clock(self) -> None:
        self._cancel_alarm()
        self._is_stopped = True

    async def run_clock(self, *, grace: bool = True) -> None:
        """Run on, after a grace, unless something else keeps the table from being played."""
        if not self._is_stopped or not self._casino.is_playable(self):
            return
        self._is_stopped = False
        try:
            if self.state.deadline is not None and grace:
                await self.play(Resume(GRACE))
            else:
                self.set_alarm()
        except NotSaved:
            self._is_stopped = True  # no deadline may pass without its grace
            again = self._casino.clock.now() + RETRY
            self._casino.clock.call_at(again, self._run_clock_again)
        except (Refused, Unknown):
            pass  # the house is closing

    def _run_clock_again(self) -> None:
        self._casino.start(self.run_clock())

    def _cancel_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _ring_at(self, when: int) -> None:
        decision = self.state.decision

        def ring() -> None:
            self._casino.start(self._time_up(decision))

        self._alarm = self._casino.clock.call_at(when, ring)

    async def _time_up(self, decision: int) -> None:
        if not self._casino.is_playable(self):
            self.stop_clock()  # the connection broke just now, before anybody said so
            return
        try:
            await self.play(TimeUp(decision))
        except (Refused, Unknown):
            pass  # answered or moved while the alarm was ringing, or the house must stop
        except NotSaved:
            self._ring_at(self._casino.clock.now() + RETRY)
        except Exception:
            log.exception("table %s, move %s: the clock ran out", self.id, self.seq + 1)


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
        self._store = store
        self._on_change = on_change
        self._entropy = entropy
        self._most = tables_per_server
        self._accounts: dict[int, int] = {}  # Discord user -> account; numbers never change
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

    async def close(self) -> None:
        """Let what is under way finish; accept nothing new. The store stays open."""
        self._closed = True
        for table in self.tables.values():
            table.stop_clock()
        while self._tasks:
            await asyncio.wait(self._tasks)

    def pause(self, away: Callable[[int], bool]) -> None:
        """Stop the clocks of the guilds that `away` names: Discord can't be reached there."""
        self._away = away
        for table in self.tables.values():
            if away(table.guild):
                table.stop_clock()

    async def resume(self, away: Callable[[int], bool] = lambda guild: False) -> None:
        """Discord is back (but for the guilds `away` names): clocks that stood still run on."""
        self._away = away
        # Together: one commit saves many.
        await asyncio.gather(*(table.run_clock() for table in self.tables.values()))

    def suspend(self, table: LiveTable) -> None:
        """The table's board can't be shown: nobody can play, so its clock stands still."""
        table.is_suspended = True
        table.stop_clock()

    def restore(self, table: LiveTable) -> None:
        """The table's board is there again."""
        table.is_suspended = False
        self.start(table.run_clock())

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
        await table.run_clock(grace=False)  # it was asked just now
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
        runs = [t for t in self.tables.values() if t.channel == channel and t.state.rules.is_solo]
        others = [run for run in runs if run.state.host != member]
        if len(others) >= limits.RUNS:
            raise Refused("too_many_runs", runs=limits.RUNS)

    async def _make_room(self, guild: int, host: int, rules: HouseRules) -> None:
        """A server has so many tables, and as many solo runs; one that has ended makes room."""
        here = (t for t in self.tables.values() if t.guild == guild)
        same = [t for t in here if t.state.rules.is_solo == rules.is_solo]
        if len(same) < self._most:
            return
        over = next((t for t in same if t.state.phase is Phase.ENDED), None)
        if over is None:
            raise Refused("too_many_tables", most=self._most)
        await over.play(Close(host, admin=True))

    async def account(self, user: int) -> int:
        """The account number of a Discord user; history knows people by it alone."""
        account = self._accounts.get(user)
        if account is None:
            account = self._know(await self._asked(self._store.account(user, "")))
        return account

    async def welcome(self, table: LiveTable, user: int, name: str) -> int:
        """A member comes to a table and is known there by name. Their account number."""
        account = self._accounts.get(user)
        if account is not None and table.names.get(account) == name:
            return account  # names of open tables are kept, so the store knows this one as well
        person = await self._asked(self._store.account(user, name))
        table.names[person.account] = person.name
        return self._know(person)

    def _know(self, person: Person) -> int:
        if len(self._accounts) >= KNOWN:
            self._accounts.clear()
        self._accounts[person.user] = person.account
        return person.account

    async def purse(self, table: LiveTable, account: int) -> int | None:
        """Chips the member owns and could bring to the table; None for a first stake."""
        rules = table.state.rules
        if not rules.keeps_chips:
            return None
        purse = await self._asked(self._store.purse(table.guild, rules.table, account))
        return None if purse is None else purse.chips

    async def may_rebuy(self, table: LiveTable, account: int) -> None:
        """Raises Refused while the member has chips elsewhere, or was given some within a day."""
        rules = table.state.rules
        purse = await self._asked(self._store.purse(table.guild, rules.table, account))
        if purse is None:
            return
        elsewhere = sum(
            seat.chips + seat.at_risk
            for other in self.tables.values()
            if (other.guild, other.state.rules.table) == (table.guild, rules.table)
            for seat in other.state.seats
            if seat.member == account
        )
        chips = purse.chips + elsewhere
        limits.may_rebuy(chips, rules.min_bet, purse.rebought_at, self.clock.now())

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
            table.stop_clock()
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
    seats |= set(table.freed)
    return seats | {table.host} | {line.member for line in table.standings}
