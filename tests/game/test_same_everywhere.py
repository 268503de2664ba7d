"""The same seeds, cuts and moves give the same events, to the byte, on every Python.

The digests in `same_everywhere.json` were made once and hold for all of them. `REDRAW=1` writes
them anew, which only a change of rules or events excuses.
"""

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from bot.game.engine import apply, open_table
from bot.game.events import Event
from bot.game.legal import legal
from bot.game.moves import Close, Cut, Kick, Leave, Move, Open, TimeUp
from bot.game.rules import TABLES, HouseRules
from bot.game.table import Phase, Table

DIGESTS = Path(__file__).with_name("same_everywhere.json")
ROOT = Path(__file__).parents[2]
MEMBERS = (11, 7, 3)
MOVES = 1500


class Session:
    """Members who do anything they may, as dice say that give the same numbers everywhere."""

    def __init__(self, rules: HouseRules) -> None:
        self._dice = random.Random(0)
        self._at = 1_800_000_000_000
        move = Open(1, 2, MEMBERS[0], rules, at=self._at, seed=self._dice.randbytes(32))
        self.table, events = open_table(move)
        self._log = hashlib.sha256(msgspec.json.encode(events))

    def digest(self) -> str:
        for _ in range(MOVES):
            for event in self._events():
                self._log.update(msgspec.json.encode(event))
        return self._log.hexdigest()

    def _events(self) -> list[Event]:
        self._at += 1000
        move = self._move(self.table)
        seed = self._dice.randbytes(32)
        return apply(self.table, msgspec.structs.replace(move, at=self._at, seed=seed))

    def _move(self, table: Table) -> Move:
        """Leaving is rare, so that hands are played; now and then the clock is first."""
        moves = [
            Cut(m.member, m.decision, f"çut {m.member}") if isinstance(m, Cut) else m
            for member in MEMBERS
            for m in legal(table, member)
            if not isinstance(m, Close | Kick) and (not isinstance(m, Leave) or self._roll(40) == 0)
        ]
        is_timed = table.deadline is not None and self._roll(8) == 0
        if moves and not is_timed:
            return moves[self._roll(len(moves))]
        assert table.phase is not Phase.CLOSED
        self._at = max(self._at, table.deadline or 0)
        return TimeUp(table.decision)

    def _roll(self, sides: int) -> int:
        return int.from_bytes(self._dice.randbytes(4), "big") % sides


@pytest.mark.parametrize("kind", TABLES)
def test_a_session_gives_the_events_it_gave_on_every_other_python(kind: str) -> None:
    found = Session(TABLES[kind]).digest()
    if os.environ.get("REDRAW"):
        known = json.loads(DIGESTS.read_text()) if DIGESTS.exists() else {}
        DIGESTS.write_text(json.dumps({**known, kind: found}, indent=1) + "\n")
    assert json.loads(DIGESTS.read_text())[kind] == found


def test_what_python_hashes_at_random_plays_no_part() -> None:
    """Two processes whose strings hash differently."""
    program = (
        "from tests.game.test_same_everywhere import *; print(Session(TABLES['casino']).digest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
