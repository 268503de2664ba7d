"""Power cuts and failing disks under a store that plays: what was acknowledged is there.

Many more: python -m tests.store.power 1000
"""

import random
from pathlib import Path

import pytest

from bot.game.events import HandFinished
from bot.store import sqlite

from .power import PLAYS, Disk, changes_of_a_day, cuts, empty_database, lost
from .tables import Game


async def test_no_acknowledged_move_is_lost_in_a_power_cut(tmp_path: Path) -> None:
    assert await cuts(tmp_path, range(50)) == {}


async def test_with_less_syncing_moves_would_be_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the test above is known to be able to fail."""
    less = tuple(pragma.replace("FULL", "NORMAL") for pragma in sqlite.PRAGMAS)
    monkeypatch.setattr(sqlite, "PRAGMAS", less)
    wrong = await cuts(tmp_path, range(20))
    assert len(wrong) > 5
    assert all("was acknowledged" in problem for found in wrong.values() for problem in found)


async def test_a_disk_that_fails_once_loses_nothing(tmp_path: Path) -> None:
    """At any write or sync: what was answered is there, the rest was refused or is unknown."""
    template = await empty_database(tmp_path)
    last = await changes_of_a_day(tmp_path, template)
    dice = random.Random("faults")
    for seed in range(30):
        disk = Disk(fault=dice.randint(1, last))
        assert await lost(tmp_path, template, seed, disk) == [], f"fault {seed}"


async def test_a_hand_settles_whole_or_not_at_all(tmp_path: Path) -> None:
    """The power goes at every single change of the disk while a settlement is saved."""
    template = await empty_database(tmp_path)
    settlement = next(
        commit.seq
        for commit in Game(1).play(PLAYS)
        if any(isinstance(event, HandFinished) for event in commit.events)
    )
    first = await changes_of_a_day(tmp_path, template, settlement - 1)
    last = await changes_of_a_day(tmp_path, template, settlement)
    assert last - first > 10
    for cut in range(first + 1, last + 1):
        assert await lost(tmp_path, template, 0, Disk(cut=cut)) == [], f"cut {cut}"
