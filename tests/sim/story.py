"""A story: one seed, told from the first start of the bot to the last quiet hour.

After each step the promises are asked; the first that is broken ends it. A story that failed is
told again with steps left out, as long as it still fails the same way: the shortest is printed.
"""

import asyncio
import logging
import shutil
import tempfile
import time as system
import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

from bot.game.engine import apply, open_table
from bot.game.moves import Open
from bot.game.table import snapshot
from bot.store.migrate import update

from .house import House
from .loop import VirtualLoop
from .members import BEN, CHANNELS, USERS, Members
from .promises import DEALT, Promises, looks, walk
from .record import LogEar, Record
from .sealed import SystemTime, sealed
from .steps import KINDS, STEPS, TROUBLE

QUIET = 4000  # s after which every clock has run out


@dataclass
class End:
    """How a story went. `broken`: the promise, why; empty when all held."""

    seed: int
    steps: list[int]
    broken: str
    told: list[str]  # a line for each step
    lines: list[str]  # everything that was sent, saved, pressed, logged
    counts: dict[str, int]


class Story:
    def __init__(self, loop: VirtualLoop, path: Path, seed: int, table: str | None) -> None:
        self.seed = seed
        self.house = House(loop, path, seed)
        self.plan = self.house.plan
        self.record = Record(self.house, path, loop.time)
        self.promises = Promises(self.record)
        self.house.watch = self.record
        self.members = Members(self.house.core, self.record)
        self.time: SystemTime
        self.chance = Random(f"{seed}")
        self.kinds = [table] if table else self.chance.sample(KINDS, 2)
        self.told: list[str] = []
        self._loop = loop
        self.house.core.events.watch(self.record.look_at_the_line)

    async def tell(self, steps: Iterable[int]) -> str:
        """What was broken; empty when nothing was."""
        try:
            await self._tell_all(steps)
        except Exception:  # the bot is in a state in which no story goes on
            self.record.breaks("story", traceback.format_exc())
        await self.house.crash()
        return self.record.broken[0] if self.record.broken else ""

    async def _tell_all(self, steps: Iterable[int]) -> None:
        self._draw("the beginning")
        await self._begin()
        for number in steps:
            if self._is_broken():
                break
            self._draw(number)
            step = self.chance.choices([s for s, _ in STEPS], [w for _, w in STEPS])[0]
            self._tell(f"step {number}: {step.__name__}")
            if step in TROUBLE:
                self.record.troubled()
            await step(self)
            if step in TROUBLE:
                self.record.troubled()
            await asyncio.sleep(self.chance.choice((0, 0.1, 0.5, 2)))
            await self._be_up()
            self.record.count("steps")
        if not self._is_broken():
            await self._end()
        self._is_broken()

    def _draw(self, what: object) -> None:
        """From here chance is that of one step, whatever came before."""
        self.chance = Random(f"{self.seed} {what}")
        self.members.chance = self.chance
        self.plan.chance = Random(f"{self.seed} {what} on the way")

    def _tell(self, line: str) -> None:
        self.told.append(f"{self._loop.time():10.3f} {line}")
        self.record.note(line)

    def _is_broken(self) -> bool:
        self.promises.memory_is_the_file()
        self.promises.p16_bounds()
        if self.plan.is_troubled:
            self.record.troubled()
        self.promises.every_press_is_answered()
        for fault in self._loop.faults:
            if not isinstance(fault.get("exception"), ConnectionError):
                self.record.breaks("bug", f"nobody caught {fault}")
        self._loop.faults.clear()
        return bool(self.record.broken)

    async def _begin(self) -> None:
        """Two tables with members at them, the first hand about to begin."""
        self.plan.is_calm = True
        await self._be_up()
        for channel, kind in zip(CHANNELS, self.kinds, strict=False):
            self.members.command(BEN, channel, "host", table=kind)
            await asyncio.sleep(4)
        for played in self.record.open_tables():
            for user in USERS[1 : self.chance.randint(3, 5)]:
                board = self.members.board(played.after)
                if board is not None and user != BEN:
                    self.members.press(user, board, "join")
                    await asyncio.sleep(0.3)
            board = self.members.board(played.after)
            if board is not None:
                self.members.press(BEN, board, "join")
                await asyncio.sleep(0.5)
                self.members.press(BEN, board, "start")
                await asyncio.sleep(0.5)
        self.plan.is_calm = False

    async def _be_up(self) -> None:
        """Start the bot where it is not running, as whoever supervises it would."""
        for _ in range(4):
            if self.house.life is not None and not self.house.is_alive:
                await self.house.bury()
            self.record.look_at_the_line()
            if self.house.life is None:
                self.record.lives += 1
                self._check_file()
                self.house.start()
            for _ in range(60):
                if self.house.is_up or not self.house.is_alive:
                    break
                await asyncio.sleep(0.5)
            if self.house.is_alive:
                return
        self.record.breaks("P5", f"the bot does not start again: {self.house.ended[-1:]}")

    def _check_file(self) -> None:
        """P5: what was committed is in the file, and nothing else."""
        for number, raw in self.record.rows("SELECT id, state FROM saved_table"):
            newest = self.record.newest(number)
            if newest is None or newest.raw != raw:
                self.record.breaks("P5", f"table {number} in the file is not what was committed")

    async def stop(self) -> None:
        took = await self.house.stop()
        self.record.count("stops")
        if took > 10 and not self.plan.slow_disk:
            self.record.breaks("P15", f"it took {took:.1f} s to stop")

    async def _end(self) -> None:
        """Nobody presses any more, nothing goes wrong: all comes to rest, and is right."""
        self._tell("the end")
        self.plan.calm()
        await self._be_up()
        await asyncio.sleep(90)
        await self._be_drawn()
        self._check_boards(was_restarted=False)
        await self._check_answers()
        if self.house.is_alive:
            await self.stop()
        await self._be_up()
        await asyncio.sleep(QUIET)
        await self._be_drawn()
        self.promises.memory_is_the_file()
        for played in self.record.open_tables():
            if played.after.phase in DEALT and played.after.rules.clocks.decision is not None:
                self.record.breaks("P6", f"table {played.table} was never played to its end")
        self._check_boards(was_restarted=True)
        self._check_replays()
        self.record.counts["hands"] = sum(p[-1].after.hand for p in self.record.plays.values())

    async def _be_drawn(self) -> None:
        """A clock may ring at the very moment of the check: its board has a while to come."""
        client = self.house.client
        assert client is not None
        for _ in range(60):
            screens = [client.screens.of(table) for table in client.casino.tables.values()]
            if not any(screen.is_behind or screen.is_drawing for screen in screens):
                return
            await asyncio.sleep(0.5)

    def _check_boards(self, *, was_restarted: bool) -> None:
        """One board a table, and it shows the newest state.

        That somebody deleted a board is noticed only with the next change, or the next start.
        """
        client = self.house.client
        assert client is not None
        for number, table in client.casino.tables.items():
            found = self.house.core.world.channel(str(table.channel))
            wanted = f"bj:{number}:"
            is_there = found is not None and str(table.message) in found[1].messages
            if table.message is not None and not is_there and not was_restarted:
                continue
            boards = [
                message.data["components"]
                for message in (found[1].messages.values() if found else ())
                if message.viewer is None
                and any(
                    str(p.get("custom_id", "")).startswith(wanted)
                    for p in walk(message.data["components"])
                )
            ]
            drawn = looks(client.screens.draw(table).to_components())  # type: ignore[no-untyped-call]
            if [looks(board) for board in boards] != [drawn]:
                self.record.breaks(
                    "screen", f"table {number} has {len(boards)} boards, or an old one"
                )

    async def _check_answers(self) -> None:
        """Whoever presses now is answered."""
        pressed = []
        for played in self.record.open_tables():
            board = self.members.board(played.after)
            if board is not None:
                pressed.append(self.members.press(USERS[7], board, "rules"))
        await asyncio.sleep(3)
        for interaction in pressed:
            if interaction is None or interaction.reply is None:
                self.record.breaks("answer", "a table that nobody can press at")

    def _check_replays(self) -> None:
        """P5: the log of moves gives the table, byte for byte."""
        for plays in self.record.plays.values():
            opening = plays[0].move
            assert isinstance(opening, Open)
            table, _ = open_table(opening)
            for played in plays[1:]:
                apply(table, played.move)
            if snapshot(table).decode() != plays[-1].raw:
                self.record.breaks("P5", f"table {plays[0].table}: its moves give another table")


@lru_cache(maxsize=1)
def new_file() -> bytes:
    """A database with nothing in it; making one takes longer than a story."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "new.db"
        update(path)
        return path.read_bytes()


def tell(seed: int, steps: Iterable[int], table: str | None = None) -> End:
    """Tell a story in a world of its own."""
    loop = VirtualLoop()
    steps = list(steps)
    root, discord_log = logging.getLogger(), logging.getLogger("discord")
    levels = root.level, discord_log.level
    folder = Path(tempfile.mkdtemp(prefix="sim"))
    try:
        path = folder / "story.db"
        path.write_bytes(new_file())
        with sealed(loop, seed) as time:
            asyncio.set_event_loop(loop)
            story = Story(loop, path, seed, table)
            story.time = time
            ear = LogEar(story.record)
            root.addHandler(ear)
            root.setLevel(logging.INFO)
            try:
                with story.house.patched():
                    broken = loop.run_until_complete(story.tell(steps))
            finally:
                root.removeHandler(ear)
                root.setLevel(levels[0])
                story.record.close()
                loop.end()
                asyncio.set_event_loop(None)
        return End(seed, steps, broken, story.told, story.record.lines, story.record.counts)
    finally:
        shutil.rmtree(folder)


def shortest(end: End, table: str | None = None, seconds: float = 60) -> End:
    """The same failure with as few steps as can be found in the time."""
    until = system.monotonic() + seconds
    promise = end.broken.partition(":")[0]
    size = max(1, len(end.steps) // 2)
    while system.monotonic() < until:
        for at in range(0, len(end.steps), size):
            left = end.steps[:at] + end.steps[at + size :]
            tried = tell(end.seed, left, table)
            if tried.broken.partition(":")[0] == promise:
                end = tried
                break
            if system.monotonic() > until:
                break
        else:
            if size == 1:
                break
            size //= 2
    return end
