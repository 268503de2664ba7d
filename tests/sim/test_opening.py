"""A table whose opening goes wrong half way is still a table that everybody sees."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.game.moves import Open

from .house import House
from .loop import VirtualLoop
from .members import BEN, CHANNELS, Members
from .promises import Promises
from .record import Played, Record
from .sealed import sealed
from .story import new_file


class Refusing(Promises):
    """Lets so many statements fail as soon as the table's opening is saved."""

    faults = 0

    def on_play(self, played: Played) -> None:
        super().on_play(played)
        if isinstance(played.move, Open):
            self.record.house.plan.store_faults = self.faults


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    loop = VirtualLoop()
    path = tmp_path / "opening.db"
    path.write_bytes(new_file())
    with sealed(loop, 1):
        asyncio.set_event_loop(loop)
        house = House(loop, path, 1)
        record = Record(house, path, loop.time)
        house.watch = record
        with house.patched():
            yield record
        record.close()
        loop.end()
        asyncio.set_event_loop(None)


@pytest.mark.parametrize("kind", ["bank", "solo"])
@pytest.mark.parametrize("faults", range(1, 7))
def test_it_is_shown_though_the_disk_refused_what_came_next(
    record: Record, kind: str, faults: int
) -> None:
    promises = Refusing(record)
    promises.faults = faults
    loop = asyncio.get_event_loop_policy().get_event_loop()
    boards = loop.run_until_complete(_open(record, kind))
    assert boards == 1
    assert not record.broken


async def _open(record: Record, kind: str) -> int:
    """How many boards there are a while after the command."""
    house, members = record.house, Members(record.house.core, record)
    house.plan.is_calm = True
    house.start()
    await asyncio.sleep(5)
    members.command(BEN, CHANNELS[0], "host", table=kind)
    await asyncio.sleep(20)
    found = house.core.world.channel(CHANNELS[0])
    assert found is not None
    boards = [message for message in found[1].messages.values() if message.viewer is None]
    await house.crash()
    return len(boards)
