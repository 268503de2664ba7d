"""`python -m tests.e2e.kills [--times N] [--table NAME] [--seed S]`: kill -9 while members play on.

The real process, a real file, the local Discord. Members press whatever is lit; at a random moment
(sometimes while the process is still starting) it is killed, and another one goes on. After every
kill the file must tell one story (log, snapshot and ledger), know every press whose answer members
saw, and hold the chips it held; the next process must go on with that table, on the same message.
"""

import argparse
import asyncio
import random
import signal
import sqlite3
import sys
from asyncio.subprocess import Process
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from bot.game.engine import apply, open_table
from bot.game.moves import Open, Resume
from bot.game.play import balances
from bot.game.rules import TABLES
from bot.game.table import Table, snapshot
from bot.render.ids import parse
from bot.standin.invocations import Impossible
from bot.standin.members import Result
from bot.standin.server import Standin
from bot.store import SavedTable, open_store

from .channel import BEN, CHLOE, Channel, parts
from .desk import make
from .process import discord_here, running

#: What members press, when it is lit. Leaving and closing would end the play.
WORDS = (
    "start", "nocut", "bet", "betpanel", "same", "sitout", "insure", "noinsure", "even",
    "hit", "stand", "double", "split", "surrender", "next", "new",
)  # fmt: skip
SOLO, ROOM = "solo", "room"
#: Only clocks end the questions of a room. So members play one of their server's own, with the
#: shortest clocks there may be, in processes that live longer and give less grace.
SHORT = {"bet_clock": "5", "insurance_clock": "5", "decision_clock": "5", "result_clock": "5"}
SHORT_ROOM = "Short room"


@dataclass
class Tally:
    kills: int = 0
    starting: int = 0  # kills before the process was there
    phases: Counter[str] = field(default_factory=Counter)
    hands: int = 0
    moves: int = 0
    answered: int = 0  # presses whose new board a member saw
    before: int = 0  # chips at the table when it was killed, all kills together
    after: int = 0  # and when the next process had taken over


class Player:
    """Two members who press whatever is lit, for ever, and remember what was answered."""

    def __init__(self, here: Channel, members: tuple[int, ...], seed: int, thinks: float) -> None:
        self.answered: list[int] = []  # interactions answered with the new board
        self._here = here
        self._members = members
        self._chance = random.Random(seed)
        self._thinks = thinks  # s before each press

    async def play(self) -> None:
        while True:
            await asyncio.sleep(self._thinks)  # without a bot a press fails at once
            lit = [button for button in self._lit() if not button.get("disabled")]
            if lit:
                await self._press(self._chance.choice(lit)["custom_id"])

    def _lit(self) -> list[dict[str, object]]:
        found = []
        for board in self._here.boards():
            for part in parts(board["components"]):
                press = parse(str(part.get("custom_id", "")))
                if press is not None and press.move in WORDS:
                    found.append(part)
        return found

    async def _press(self, custom_id: object) -> None:
        member = self._here.standin.member(self._chance.choice(self._members))
        board = self._here.board["id"]
        try:
            result = await member.press(board, str(custom_id))
            if "betpanel" in str(custom_id):
                await self._type_a_bet(result)
            elif result.kind == "update":
                self.answered.append(int(result.interaction.id))
        except Impossible:
            pass  # the bot is gone, or the button by now

    async def _type_a_bet(self, panel: Result) -> None:
        if panel.message is None:
            return
        typing = next(
            part["custom_id"]
            for part in parts(panel.message["components"])
            if ":custom:" in str(part.get("custom_id"))
        )
        member = self._here.standin.member(panel.interaction.member.user.id)
        form = await member.press(panel.message["id"], typing)
        if form.kind == "modal":
            await member.submit(form, {"text": str(self._chance.randint(5, 60))})


async def saved_in(database: Path, answered: list[int]) -> SavedTable:
    """The only table of the file, after everything in the file was held against the rest."""
    store = open_store(f"sqlite:///{database}")
    await store.open()
    try:
        (saved,) = await store.tables()
        ledger = await store.ledger(saved.table.id)
        opening, *moves = await store.moves(saved.table.id)
    finally:
        await store.close()
    assert sum(ledger.values()) == 0
    held = {name: chips for name, chips in ledger.items() if chips}
    assert {k: v for k, v in held.items() if k not in ("mint", "house")} == balances(saved.table)
    assert isinstance(opening, Open)
    table, _ = open_table(opening)
    for move in moves:
        apply(table, move)
    assert snapshot(table) == snapshot(saved.table)
    assert saved.seq == 1 + len(moves)
    connection = sqlite3.connect(database)
    known = {press for (press,) in connection.execute("SELECT press FROM move")}
    connection.close()
    assert known.issuperset(answered), "a press was answered and is not in the log"
    return saved


def but_for_the_clock(table: Table) -> bytes:
    """What must be the same in the next process: a grace may move the deadline, nothing else."""
    return msgspec.json.encode(msgspec.structs.replace(table, deadline=None))


async def resumed_in(database: Path, before: SavedTable) -> Table:
    """The table as the next process found it: the old one, once its clock ran on."""
    store = open_store(f"sqlite:///{database}")
    await store.open()
    try:
        moves = await store.moves(before.table.id)
    finally:
        await store.close()
    table = before.table.copy()
    if len(moves) > before.seq and isinstance(moves[before.seq], Resume):
        apply(table, moves[before.seq])
    return table


async def _life(
    standin: Standin, database: Path, kind: str, player: Player, chance: random.Random, tally: Tally
) -> None:
    """One process, from its start to its kill."""
    module, most = program_for(kind)
    if chance.random() < 0.15:
        async with running(standin, database, ready=False, module=module) as process:
            await asyncio.sleep(chance.uniform(0.05, 0.9))
            await kill(process)
        tally.starting += 1
        return
    async with running(standin, database, module=module) as process:
        playing = asyncio.create_task(player.play())
        await asyncio.sleep(chance.uniform(0.02, most))
        await kill(process)
        playing.cancel()
        await asyncio.wait({playing}, timeout=20)


def program_for(kind: str) -> tuple[str, float]:
    """What is started, and the seconds it lives at most once it is connected."""
    return ("tests.e2e.hurried_bot", 4.0) if kind == ROOM else ("bot", 0.7)


async def opened(here: Channel, kind: str, members: tuple[int, ...]) -> str:
    """The board's message, once the members are at the table."""
    if kind == ROOM:
        made = await make(here, SHORT_ROOM, ROOM, clocks=SHORT)
        assert made.kind == "update"
    await here.command(BEN, "host", table=SHORT_ROOM if kind == ROOM else kind)
    for member in members if kind != SOLO else ():
        await here.press(member, "join")
    return str(here.board["id"])


async def kill(process: Process) -> None:
    process.send_signal(signal.SIGKILL)
    async with asyncio.timeout(20):
        await process.wait()


async def killed(times: int, kind: str, seed: int, folder: Path) -> Tally:
    """Kill it so many times at one table. AssertionError when anything was lost."""
    tally, chance, database = Tally(), random.Random(seed), folder / "table.db"
    members = (BEN,) if kind == SOLO else (BEN, CHLOE)
    async with discord_here() as standin:
        here = Channel(standin)
        async with running(standin, database):
            message = await opened(here, kind, members)
        player = Player(here, members, seed, thinks=0.3 if kind == ROOM else 0.005)
        before = await saved_in(database, [])
        while tally.kills < times:
            await standin.until(lambda: not standin.gateway.online, 20)
            await _life(standin, database, kind, player, chance, tally)
            resumed = await resumed_in(database, before)
            assert but_for_the_clock(resumed) == but_for_the_clock(before.table)
            tally.before += sum(balances(before.table).values())
            tally.after += sum(balances(resumed).values())
            before = await saved_in(database, player.answered)
            assert [board["id"] for board in here.boards()] == [message]
            tally.kills += 1
            tally.phases[before.table.phase.value] += 1
        tally.hands, tally.moves = before.table.hand, before.seq
        tally.answered = len(player.answered)
    return tally


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.kills", description=__doc__)
    parser.add_argument("--times", type=int, default=20, help="kills at each table")
    parser.add_argument("--table", choices=sorted(TABLES), action="append")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    row = "{:<8} {:>6} {:>9} {:>6} {:>6} {:>9} {:>12} {:>12}  {}"
    print(row.format(
        "table", "kills", "starting", "hands", "moves", "answered", "chips before", "after", "in"
    ))  # fmt: skip
    for kind in given.table or TABLES:
        with TemporaryDirectory() as folder:
            done = await killed(given.times, kind, given.seed, Path(folder))
        phases = ", ".join(f"{phase} {count}" for phase, count in done.phases.most_common())
        print(row.format(
            kind, done.kills, done.starting, done.hands, done.moves, done.answered,
            done.before, done.after, phases,
        ), flush=True)  # fmt: skip


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
