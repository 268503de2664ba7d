"""What the published basic-strategy chart wins back at each house table, through the engine.

    python -m tests.game.returns --rounds N [--table T …] [--shuffle house|fresh] [--seed S]
                                 [--processes P]

The mean return of one unit bet is set beside the exact one of the same chart, which is computed
for a fresh shoe and without rounding. What could make them differ:

- rounding: none here. Bets are even, so 3:2 and half a bet back come out in whole chips.
- insurance is never taken, as the chart says; even money neither.
- the shuffle: `fresh` shuffles for every round, as the exact number supposes; `house` follows the
  table's own rule (cut card, few cards left). A chart that doesn't count loses a little by a cut
  card: rounds that take many small cards leave fewer rounds of the good kind before it comes.
- chips: seat and bank hold a thousand million, so no move fails and every pay-out is whole.
"""

import argparse
import math
import sys
import time
from collections.abc import Iterator
from multiprocessing import Pool
from typing import Literal, NamedTuple

from msgspec.structs import replace

from bot.game.rules import TABLES, HouseRules

from .sitting import BET, Sitting

Shuffle = Literal["house", "fresh"]

#: Per cent of a bet that come back by the chart: exact, fresh shoe, nothing rounded.
EXACT = {"bank": 99.562, "casino": 99.470, "classic": 99.329, "solo": 100.144, "room": 99.540}
#: And with the table's own cut card, where that was worked out.
WITH_CUT_CARD = {"casino": 99.444}

AT_ONCE = 250_000  # rounds of one sitting; each has a seed of its own


class Tally(NamedTuple):
    """What rounds have won, in chips: how many, the sum, the sum of squares."""

    rounds: int
    won: int
    squares: int

    def __add__(self, other: object) -> "Tally":
        assert isinstance(other, Tally)
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    @property
    def percent(self) -> float:
        """The mean return of a bet."""
        return 100 + 100 * self.won / self.rounds / BET

    @property
    def error(self) -> float:
        """Its standard error, in the same per cent."""
        mean = self.won / self.rounds
        spread = math.sqrt(self.squares / self.rounds - mean * mean)
        return 100 * spread / BET / math.sqrt(self.rounds)


def rules_of(table: str, shuffle: Shuffle) -> HouseRules:
    rules = TABLES[table]
    return rules if shuffle == "house" else replace(rules, shuffle="every_hand", player_cut=False)


def play(job: tuple[str, Shuffle, int, int]) -> Tally:
    """So many rounds of one sitting."""
    table, shuffle, rounds, seed = job
    sitting = Sitting(rules_of(table, shuffle), seed)
    won = squares = 0
    for _ in range(rounds):
        net = sitting.round()
        won += net
        squares += net * net
    return Tally(rounds, won, squares)


def jobs(
    table: str, shuffle: Shuffle, rounds: int, seed: int
) -> Iterator[tuple[str, Shuffle, int, int]]:
    for number, first in enumerate(range(0, rounds, AT_ONCE)):
        yield table, shuffle, min(AT_ONCE, rounds - first), seed * 1_000_003 + number


def line(table: str, shuffle: Shuffle, tally: Tally) -> str:
    """A row of the report."""
    exact, known = EXACT[table], "fresh shoe"
    if shuffle == "house" and table in WITH_CUT_CARD:
        exact, known = WITH_CUT_CARD[table], "cut card"
    off = (tally.percent - exact) / tally.error
    return (
        f"| {table} | {shuffle} | {tally.rounds:,} | {tally.percent:.3f} % | {tally.error:.3f} % "
        f"| {exact:.3f} % ({known}) | {off:+.2f} |"
    )


HEAD = """| table | shuffle | rounds | return | standard error | exact | standard errors apart |
|---|---|---|---|---|---|---|"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.game.returns")
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--table", choices=list(EXACT), nargs="+", default=list(EXACT))
    parser.add_argument("--shuffle", choices=["house", "fresh"], default="house")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    print(HEAD, flush=True)
    with Pool(asked.processes) as pool:
        for table in asked.table:
            began = time.monotonic()
            work = jobs(table, asked.shuffle, asked.rounds, asked.seed)
            tally = sum(pool.imap_unordered(play, work), Tally(0, 0, 0))
            print(line(table, asked.shuffle, tally), flush=True)
            print(f"{table}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
