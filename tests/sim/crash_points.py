"""A session that is stopped before and after every single call to store and Discord.

Two members follow a fixed strategy, so what they do next depends on nothing but the table. With
the same shoes an interrupted session must come to the same log of moves as one that was never
interrupted, but for `Resume` and the times.
"""

import asyncio
import hashlib
import json
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.game.legal import legal
from bot.game.moves import Double, Resume, Split, move_to_json
from bot.game.table import Phase, Table

from .house import House
from .loop import VirtualLoop
from .members import BEN, CHANNELS, USERS, Members
from .promises import Promises, looks, walk
from .record import Record
from .sealed import sealed
from .story import new_file

CHLOE = USERS[2]
#: Seed, kind and hands of short sessions in which much happens.
SESSIONS = [(29, "bank", 1), (42, "casino", 2)]


@dataclass
class Session:
    """What came out of it. `log`: the moves, members by their user ids, without times."""

    log: list[str]
    chips: dict[str, int]
    boards: int
    is_right: bool  # the board shows the newest state
    steps: list[str]
    broken: list[str]


class Play:
    def __init__(self, loop: VirtualLoop, path: Path, seed: int, kind: str, hands: int) -> None:
        self.house = House(loop, path, seed)
        self.record = Record(self.house, path, loop.time)
        Promises(self.record)
        self.house.watch = self.record
        self.house.core.events.watch(self.record.look_at_the_line)
        self.house.plan.is_calm = True
        self.house.plan.names = []
        self.house._entropy = self._entropy  # type: ignore[method-assign]
        self.members = Members(self.house.core, self.record)
        self._seed, self._kind, self._hands = seed, kind, hands

    def _entropy(self, size: int) -> bytes:
        """The same seed for the same move, however often it is tried."""
        made = hashlib.sha256(f"{self._seed} {len(self.moves())}".encode()).digest()[:size]
        self.house.seeds.append(made)
        return made

    def moves(self) -> list[Any]:
        return [p for p in self.record.plays.get(1, []) if not isinstance(p.move, Resume)]

    async def session(self) -> Session:
        for _ in range(400):
            await self._be_up()
            if self._is_done():
                break
            before = len(self.moves())
            self._next()
            await self._until(lambda: len(self.moves()) > before, 4)  # noqa: B023
        log, chips = self._log(), self._chips()
        await self._be_up()
        await self._until(lambda: self._boards() == [self._drawn()], 6)
        boards, is_right = len(self._boards()), self._boards() == [self._drawn()]
        names = self.house.plan.names or []
        await self.house.crash()
        return Session(log, chips, boards, is_right, names, self.record.broken)

    async def _until(self, fact: Any, seconds: float) -> None:
        """A member waits for what should come, and not for a bot that is gone."""
        for _ in range(int(seconds * 10)):
            if fact() or not self.house.is_alive:
                return
            await asyncio.sleep(0.1)

    async def _be_up(self) -> None:
        if self.house.life is not None and not self.house.is_alive:
            await self.house.bury()
        if self.house.life is None:
            self.house.start()
        for _ in range(100):
            if self.house.is_up:
                return
            if not self.house.is_alive:
                await self.house.bury()
                self.house.start()
            await asyncio.sleep(0.1)

    @property
    def _table(self) -> Table | None:
        moves = self.record.plays.get(1)
        return moves[-1].after if moves else None

    def _account(self, user: str) -> int:
        return self.record.accounts.get(int(user), 0)

    def _user(self, account: int) -> str:
        return next(str(user) for user, number in self.record.accounts.items() if number == account)

    def _is_done(self) -> bool:
        table = self._table
        if table is None or table.hand < self._hands or table.phase is not Phase.RESULT:
            return False
        return table.seat_of(self._account(CHLOE)) is None

    def _next(self) -> None:
        """What is to be done now is said by the table alone."""
        table = self._table
        if table is None:
            self.members.command(BEN, CHANNELS[0], "host", table=self._kind)
            return
        board = self.members.board(table)
        user, word = self._wanted(table)
        if board is not None and word:
            if word == "bet" and not table.rules.ladder:
                self._bet_on_panel(table, user, board)
            else:
                self._press(user, board, word)

    def _wanted(self, table: Table) -> tuple[str, str]:
        silent = [self._user(seat.member) for seat in table.seats if not seat.answered]
        if table.phase is Phase.LOBBY:
            for user in (BEN, CHLOE):
                if table.seat_of(self._account(user)) is None:
                    return user, "join"
            return BEN, "start"
        if not silent and table.phase in (Phase.SHUFFLE, Phase.BETTING, Phase.INSURANCE):
            return BEN, ""  # the clock goes on
        if table.phase is Phase.SHUFFLE:
            cuts = table.next_shoe.cuts if table.next_shoe else {}
            uncut = [u for u in silent if self._account(u) not in cuts]
            return (uncut or silent)[0], "nocut"
        if table.phase is Phase.BETTING:
            return silent[0], "bet"
        if table.phase is Phase.INSURANCE:
            return silent[0], "insure"
        if table.phase is Phase.PLAYING:
            return self._strategy(table)
        if table.phase is Phase.RESULT and table.hand >= self._hands:
            return CHLOE, "leave"
        return BEN, "next" if table.rules.clocks.result is None else ""  # else the clock goes on

    def _strategy(self, table: Table) -> tuple[str, str]:
        assert table.acting is not None
        seat, hand = table.acting
        kinds = {type(move) for move in legal(table, seat.member)}
        if Split in kinds:
            word = "split"
        elif Double in kinds and 9 <= hand.total <= 11:
            word = "double"
        else:
            word = "stand" if hand.total >= 15 else "hit"
        return self._user(seat.member), word

    def _press(self, user: str, message: Any, word: str) -> None:
        ids = [made for made in self.members.buttons(message) if made.split(":")[2] == word]
        if ids:
            self.members.press_id(user, message, ids[0])

    def _bet_on_panel(self, table: Table, user: str, board: Any) -> None:
        """Open the panel, put a chip on it, press Bet: only the last of these is a move."""
        decision = str(table.decision)
        for panel in reversed(self.members.panels(table, user)):
            ids = [made for made in self.members.buttons(panel) if made.split(":")[3] == decision]
            for word in ("bet", "chips"):
                if found := [made for made in ids if made.split(":")[2] == word]:
                    self.members.press_id(user, panel, found[-1])
                    return
        self._press(user, board, "betpanel")

    def _boards(self) -> list[list[str]]:
        found = self.house.core.world.channel(CHANNELS[0])
        assert found is not None
        messages = [m for m in found[1].messages.values() if m.viewer is None]
        return [
            looks(m.data["components"])
            for m in messages
            if any("custom_id" in part for part in walk(m.data["components"]))
        ]

    def _drawn(self) -> list[str]:
        client = self.house.client
        table = client.casino.tables.get(1) if client is not None else None
        if client is None or table is None:
            return []
        return looks(client.screens.draw(table).to_components())  # type: ignore[no-untyped-call]

    def _log(self) -> list[str]:
        users = {account: f"user {user}" for user, account in self.record.accounts.items()}
        return [_without_time(move_to_json(p.move).decode(), users) for p in self.moves()]

    def _chips(self) -> dict[str, int]:
        rows = self.record.rows("SELECT account, chips FROM balance WHERE chips <> 0")
        users = {str(account): str(user) for user, account in self.record.accounts.items()}
        return {re.sub(r"\d+", lambda m: users.get(m[0], m[0]), a): chips for a, chips in rows}


def _without_time(move: str, users: dict[int, str]) -> str:
    fields = json.loads(move)
    fields.pop("at", None)
    return json.dumps({k: users.get(v, v) if isinstance(v, int) else v for k, v in fields.items()})


def session(seed: int, kind: str, hands: int, crash_at: int | None = None) -> Session:
    """Play it, killed once just before it makes that many steps."""
    loop = VirtualLoop()
    folder = Path(tempfile.mkdtemp(prefix="sim"))
    try:
        path = folder / "session.db"
        path.write_bytes(new_file())
        with sealed(loop, seed):
            asyncio.set_event_loop(loop)
            play = Play(loop, path, seed, kind, hands)
            play.house.plan.crash_at = crash_at
            try:
                with play.house.patched():
                    return loop.run_until_complete(play.session())
            finally:
                play.record.close()
                loop.end()
                asyncio.set_event_loop(None)
    finally:
        shutil.rmtree(folder)


def compare(whole: Session, killed: Session) -> str:
    """How an interrupted session differs from one that never was; empty when it does not."""
    if killed.broken:
        return killed.broken[0]
    if killed.log != whole.log:
        pairs = zip(killed.log, whole.log, strict=False)
        first = next(((one, other) for one, other in pairs if one != other), None)
        return f"{len(killed.log)} moves instead of {len(whole.log)}, first {first}"
    if killed.chips != whole.chips:
        return f"chips {killed.chips} instead of {whole.chips}"
    if killed.boards != 1 or not killed.is_right:
        return f"{killed.boards} boards, or one that is not the newest"
    return ""
