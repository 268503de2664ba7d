"""Many random rounds at tables of random rules: chips conserved, replay equal, no exception.

    python -m tests.game.volume --rules 200 --rounds 20000 [--first 0] [--processes 2]

Every move is applied twice: to the table, and, read back from its line of the log, to a twin that
follows some hundred moves behind and is then put to sleep as a snapshot and woken again. All
events and the snapshots must agree. After each round the ledger of the events must be the table's
balances; now and then it is checked that views keep what is hidden and that people can go on.

Every eighth table deals from sealed shoes, as the bot's tables do. To seal a shoe takes longer than
to play a round, so the others deal from unsealed ones: the table's own shuffled cards, cut anew.
"""

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from multiprocessing import Pool
from typing import NamedTuple

from bot.game.cards import DECK
from bot.game.engine import apply, open_table
from bot.game.events import (
    ChipsBrought,
    ChipsMoved,
    ChipsTaken,
    Event,
    HandFinished,
    RoundVoided,
    SessionEnded,
)
from bot.game.moves import Move, Open, Refused, move_from_json, move_to_json
from bot.game.rules import HouseRules
from bot.game.shoe import Shoe
from bot.game.table import CLOSED, Table, from_snapshot, snapshot

from .anyrules import random_rules
from .crowd import NOON, Crowd
from .promises import check_chips, check_progress, check_question, check_seats, check_secrets
from .walk import book, change_purse

SLEEPS = 200  # moves between two snapshots, checks of views and of everything else
SEALED = 8  # one table in so many deals from sealed shoes
STRIDE = 61  # cards between the cuts of two shoes: a prime, so that each place comes
LONGEST = 500  # tries without a round finished: the table is stuck


class Volume:
    """One rule set, and one table after another that is played by it. `seen`: what happened."""

    def __init__(self, number: int, one_sealed_in: int = SEALED) -> None:
        self.one_sealed_in = one_sealed_in
        self.dice = random.Random(number)
        self.rules = random_rules(self.dice)
        self.tables = self.played = self.voids = self.moves = 0
        self.tries = 0  # since a round was finished
        self.purses: dict[int, int] = {}
        self.seen: set[type[Event] | str] = set()
        self._open()

    def _open(self) -> None:
        self.tables += 1
        self.ledger: Counter[str] = Counter()
        self.log: list[Move] = []  # not yet replayed
        self.said: list[list[Event]] = []  # what the table said to each of them
        self.sealed = self.tables % self.one_sealed_in == 0
        self.shuffles: dict[int, bytes] = {}  # decks -> cards
        seed = self.dice.randbytes(32) if self.sealed else b""
        move = Open(self.tables, 1, 1, self.rules, at=NOON, seed=seed)
        self.table, events = open_table(move)
        self.twin, again = open_table(move_from_json(move_to_json(move)))
        assert events == again
        self._load(self.table)
        self._load(self.twin)
        self.seen.update(map(type, events))
        self.crowd = Crowd(self.table, self.dice, self.purses, sealed=self.sealed)

    def run(self, rounds: int) -> None:
        while self.played < rounds:
            self._step()
        self._check()

    def _step(self) -> None:
        self.tries += 1
        assert self.tries < LONGEST, "nobody can go on"
        if any(self._make(move) for move in self.crowd.wishes()):
            if self.table.phase is CLOSED:
                self._check()
                self._open()
            elif len(self.log) >= SLEEPS:
                self._check()

    def _make(self, move: Move) -> bool:
        """Whether the table took the move."""
        table = self.table
        before = (table.phase, table.turn, table.decision)
        try:
            events = apply(table, move)
        except Refused:
            return False  # and if it changed anything, the twin, which never hears of it, tells
        if move.seed is not None:
            self._load(table)
        now = (table.phase, table.turn, table.decision)
        assert now[2] > before[2] or now == before, "a new question has a new number"
        self.moves += 1
        self.log.append(move)
        self.said.append(events)
        self._book(events)
        return True

    def _book(self, events: list[Event]) -> None:
        is_over = False
        for event in events:
            kind = type(event)
            if kind is ChipsMoved:
                book(self.ledger, event)
            elif kind in (ChipsBrought, ChipsTaken):
                change_purse(self.purses, event)
            elif kind is SessionEnded:
                assert isinstance(event, SessionEnded)
                self.seen.add(event.outcome)
            elif kind is HandFinished or kind is RoundVoided:
                is_over = True
                self.played += 1
                self.voids += kind is RoundVoided
                self.tries = 0
        self.seen.update(map(type, events))
        if is_over:
            check_chips(self.table, self.ledger)

    def _check(self) -> None:
        self._replay()
        check_chips(self.table, self.ledger)
        check_seats(self.table)
        check_question(self.table, self.table)
        check_progress(self.table)
        check_secrets(self.table, _shown(self.table))

    def _replay(self) -> None:
        """The twin makes the moves of the log: the same events, and in the end the same table."""
        for line, said in zip(map(move_to_json, self.log), self.said, strict=True):
            move = move_from_json(line)
            again = apply(self.twin, move)
            if move.seed is not None:
                self._load(self.twin)
            assert again == said, f"the replay of {line!r} said something else"
        self.log, self.said = [], []
        data = snapshot(self.table)
        assert data == snapshot(self.twin), "the replay is another table"
        self.twin = from_snapshot(data)

    def _load(self, table: Table) -> None:
        """A promised shoe that is unsealed gets its cards: nobody else would shuffle it."""
        shoe = table.next_shoe
        if shoe is not None and not (shoe.seed or shoe.order):
            shoe.order = self.order(shoe)

    def order(self, shoe: Shoe) -> bytes:
        """The table's own shuffle of so many decks, cut at another place for each shoe."""
        size = DECK * shoe.decks
        if shoe.decks not in self.shuffles:
            cards = self.dice.sample(range(size), size)
            self.shuffles[shoe.decks] = bytes(card % DECK for card in cards)
        at = shoe.number * STRIDE % size
        return self.shuffles[shoe.decks][at:] + self.shuffles[shoe.decks][:at]


def _shown(table: Table) -> set[bytes]:
    """Seeds that may be known; that of an unsealed shoe is none."""
    shoes = (table.shoe, table.next_shoe)
    return {b""} | {shoe.seed for shoe in shoes if shoe is not None and shoe.is_revealed}


class Played(NamedTuple):
    number: int
    rules: HouseRules
    rounds: int
    voids: int
    moves: int
    tables: int
    seconds: float  # of the processor
    wrong: str  # empty when every promise held


def play(job: tuple[int, int]) -> Played:
    """So many rounds of one rule set, or as many as there were until a promise was broken."""
    number, rounds = job
    volume, began = Volume(number), time.process_time()
    wrong = ""
    try:
        volume.run(rounds)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        wrong = (
            f"{type(error).__name__}: {error} ({where.name}, line {where.lineno}: {where.line}; "
            f"table {volume.tables}, move {volume.moves})"
        )
    return Played(
        number=number,
        rules=volume.rules,
        rounds=volume.played,
        voids=volume.voids,
        moves=volume.moves,
        tables=volume.tables,
        seconds=time.process_time() - began,
        wrong=wrong,
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.game.volume")
    parser.add_argument("--rules", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    began = time.monotonic()
    sets: list[Played] = []
    jobs = [(asked.first + n, asked.rounds) for n in range(asked.rules)]
    with Pool(asked.processes) as pool:
        for played in pool.imap_unordered(play, jobs):
            sets.append(played)
            print(
                f"{len(sets)}/{asked.rules} rules {played.number}: {played.rounds:,} rounds at "
                f"{played.tables} tables, {played.rounds / played.seconds:,.0f} a second",
                flush=True,
            )
            if played.wrong:
                print(f"  {played.wrong}\n  {played.rules}", flush=True)
    print(_sum(sets))
    print(f"{time.monotonic() - began:.0f} s with {asked.processes} processes")
    return 1 if any(played.wrong for played in sets) else 0


def _sum(sets: list[Played]) -> str:
    rounds = sum(played.rounds for played in sets)
    voids = sum(played.voids for played in sets)
    seconds = sum(played.seconds for played in sets)
    return (
        f"{len(sets)} rule sets, {rounds:,} rounds ({voids:,} void), "
        f"{sum(played.moves for played in sets):,} moves, "
        f"{sum(played.tables for played in sets):,} tables, "
        f"{sum(bool(played.wrong) for played in sets)} with a broken promise; "
        f"{seconds:.0f} s of a processor, {rounds / seconds:,.0f} rounds a second"
    )


if __name__ == "__main__":
    sys.exit(main())
