"""P16: a storm of presses at one table waits in no endless queue, and slows no other table."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.livetable import QUEUE
from bot.standin.interactions import Interaction

from .house import House
from .loop import VirtualLoop
from .members import BEN, CHANNELS, USERS, Members
from .promises import Promises
from .record import Record
from .sealed import sealed
from .story import new_file

PRESSES = 150


class Watched(Record):
    """Notes the longest queue there ever was at a table."""

    longest = 0

    def sends(self, method: str, path: str, body: object) -> None:
        super().sends(method, path, body)
        self._look()

    def committed(self) -> None:
        super().committed()
        self._look()

    def _look(self) -> None:
        client = self.house.client
        for table in client.casino.tables.values() if client is not None else ():
            self.longest = max(self.longest, table._waiting)


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Watched]:
    """A house with two tables, the first of them about to be spammed."""
    loop = VirtualLoop()
    path = tmp_path / "spam.db"
    path.write_bytes(new_file())
    with sealed(loop, 1):
        asyncio.set_event_loop(loop)
        house = House(loop, path, 1)
        record = Watched(house, path, loop.time)
        house.watch = record
        Promises(record)
        with house.patched():
            yield record
        record.close()
        loop.end()
        asyncio.set_event_loop(None)


def test_a_storm_at_one_table_is_bounded_and_slows_no_other(record: Watched) -> None:
    loop = asyncio.get_event_loop_policy().get_event_loop()
    quick = loop.run_until_complete(_storm(record))
    assert record.longest <= QUEUE
    assert record.longest > QUEUE // 2, "the storm was none"
    assert quick is not None
    assert quick.state == "done"
    assert not record.broken


async def _storm(record: Watched) -> Interaction | None:
    """The press at the other table, a second after 150 came to the first at once."""
    house, members = record.house, Members(record.house.core, record)
    house.plan.is_calm = True
    house.start()
    await asyncio.sleep(5)
    assert house.is_up
    for channel in CHANNELS[:2]:
        members.command(BEN, channel, "host", table="bank")
        await asyncio.sleep(4)
    spammed, other = (played.after for played in record.open_tables())
    first, second = members.board(spammed), members.board(other)
    assert first is not None
    assert second is not None
    house.plan.slow_disk = [1.0]  # the disk is slow as the storm begins
    for number in range(PRESSES):
        members.press(USERS[number % len(USERS)], first, "join")
    await asyncio.sleep(0.1)
    pressed = members.press(USERS[3], second, "join")
    await asyncio.sleep(3)
    await house.crash()
    return pressed
