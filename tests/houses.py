"""A casino on a real database, with a clock moved by hand and shoes that a seed makes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from bot.casino import Casino
from bot.game.moves import Bet, Join, NextHand, PassCut, Start
from bot.game.rules import BANK, HouseRules
from bot.game.table import Phase
from bot.livetable import LiveTable
from bot.store import Store, open_store

from .clocks import HandClock

GUILD, CHANNEL = 77, 7700


class House:
    """What a test needs of a running casino."""

    def __init__(self, store: Store, clock: HandClock, seed: int = 1) -> None:
        self.store = store
        self.clock = clock
        self.changes: list[tuple[int, int]] = []
        self.casino = Casino(store, clock, self._changed, Random(seed).randbytes)

    def _changed(self, table: LiveTable) -> None:
        self.changes.append((table.id, table.seq))

    async def table(self, members: int = 1, rules: HouseRules = BANK) -> LiveTable:
        """A table in its lobby, members 1 … n seated as accounts of their own; see `accounts`."""
        host = await self.casino.cashier.account(1)
        table = await self.casino.open_table(GUILD, CHANNEL, host, rules)
        self.accounts = [
            await self.casino.cashier.welcome(table, user, f"Member {user}")
            for user in range(1, members + 1)
        ]
        for account in self.accounts:
            await table.play(Join(account))
        return table

    async def betting(self, members: int = 1, rules: HouseRules = BANK) -> LiveTable:
        """A table whose betting is open."""
        table = await self.table(members, rules)
        await table.play(Start(self.accounts[0], table.state.decision))
        for account in self.accounts:
            await table.play(PassCut(account, table.state.decision))
        assert table.state.phase is Phase.BETTING
        return table

    async def turn(self, members: int = 1, rules: HouseRules = BANK) -> LiveTable:
        """A table where a seat is asked for its decision."""
        table = await self.betting(members, rules)
        while table.state.phase is not Phase.PLAYING:  # a natural may end a hand at once
            for account in self.accounts:
                await table.play(Bet(account, table.state.decision, 50))
            if table.state.phase is Phase.RESULT:
                await table.play(NextHand(self.accounts[0], table.state.decision))
        return table


@asynccontextmanager
async def house(path: Path, clock: HandClock | None = None, seed: int = 1) -> AsyncIterator[House]:
    """Open the casino over the database at `path`; its clocks run."""
    store = open_store(f"sqlite:///{path}")
    await store.open()
    home = House(store, clock or HandClock(), seed)
    await home.casino.open()
    await home.casino.resume()
    try:
        yield home
    finally:
        await home.casino.close()
        await store.close()


async def until(fact: Callable[[], object], seconds: float = 5.0) -> None:
    """Wait for a fact, giving everything else its turns."""
    async with asyncio.timeout(seconds):
        while not fact():  # noqa: ASYNC110 — facts of many kinds, none of them an event
            await asyncio.sleep(0.005)
