"""Many random rounds at tables of random rules: chips conserved, replay equal, no exception.

    python -m tests.game.volume --rules 200 --rounds 20000 [--first 0] [--processes 2]

Every move is applied twice: to the table, and, read back from its log line, to a twin that now and
then is put to sleep as a snapshot and woken again. Events and snapshots must agree, the ledger of
the events must be the table's balances, and views must not depend on what is hidden.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing import Pool

import msgspec

from bot.game.engine import apply, needs_seed, open_table
from bot.game.events import Event, HandFinished, RoundVoided
from bot.game.legal import refusal
from bot.game.moves import (
    Bet,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Join,
    Kick,
    Leave,
    Move,
    NewSession,
    NextHand,
    Open,
    PassCut,
    PassInsurance,
    Rebuy,
    SitOut,
    Split,
    Stand,
    Start,
    Surrender,
    TimeUp,
    move_from_json,
    move_to_json,
)
from bot.game.rules import HouseRules
from bot.game.table import Hand, Phase, Seat, Table, from_snapshot, snapshot

from .anyrules import random_rules
from .promises import check_chips, check_progress, check_question, check_seats, check_secrets
from .walk import book, change_purse

SLEEPS = 200  # moves between two snapshots, checks of views and of everything else
MEMBERS = range(1, 15)
Answers = tuple[Callable[[int, int], Move], ...]


class Volume:
    def __init__(self, number: int) -> None:
        self.dice = random.Random(number)
        self.rules = random_rules(self.dice)
        self.tables = self.played = self.voids = self.moves = 0
        self.purses: dict[int, int] = {}
        self.seen: set[type[Event]] = set()
        self.now = 1_800_000_000_000
        self._open()

    def _open(self) -> None:
        self.tables += 1
        self.ledger: Counter[str] = Counter()
        move = Open(self.tables, 1, 1, self.rules, at=self.now, seed=self.dice.randbytes(32))
        self.table, _ = open_table(move)
        self.twin, _ = open_table(move_from_json(move_to_json(move)))

    def run(self, rounds: int) -> None:
        while self.played < rounds:
            self._make(self._next_move())
            if self.table.phase is Phase.CLOSED:
                self._open()

    def _make(self, move: Move) -> None:
        if refusal(self.table, move) is not None:
            return
        before = (self.table.phase, self.table.turn, self.table.decision)
        events = apply(self.table, move)
        again = apply(self.twin, move_from_json(move_to_json(move)))
        assert events == again, "the replay said something else"
        self.moves += 1
        self._book(events)
        now = (self.table.phase, self.table.turn, self.table.decision)
        assert now[2] > before[2] or now == before, "a new question has a new number"
        if self.moves % SLEEPS == 0:
            self._check()

    def _book(self, events: list[Event]) -> None:
        for event in events:
            self.seen.add(type(event))
            book(self.ledger, event)
            change_purse(self.purses, event)
            if isinstance(event, HandFinished | RoundVoided):
                self.played += 1
                self.voids += isinstance(event, RoundVoided)
        if any(isinstance(event, HandFinished | RoundVoided) for event in events):
            check_chips(self.table, self.ledger)

    def _check(self) -> None:
        data = snapshot(self.table)
        assert data == snapshot(self.twin), "the replay is another table"
        self.twin = from_snapshot(data)
        check_chips(self.table, self.ledger)
        check_seats(self.table)
        check_question(self.table, self.table)
        check_progress(self.table)
        check_secrets(self.table, _revealed(self.table))

    def _next_move(self) -> Move:
        """Mostly an answer to the open question; a few come, go, or let the clock run out."""
        table, roll = self.table, self.dice.random()
        self.now += self.dice.randrange(3000)
        if roll < 0.01:
            move: Move = Leave(self.dice.choice(MEMBERS))
        elif roll < 0.012:
            move = Kick(table.host, self.dice.choice(MEMBERS))
        elif roll < 0.05 or not table.seats:
            move = Join(self.dice.choice(MEMBERS) if table.seats else table.host)
        elif roll < 0.07 and table.deadline is not None:
            move = self._ring()
        else:
            move = self._answer()
        return self._stamped(move)

    def _ring(self) -> Move:
        self.now = max(self.now, self.table.deadline or self.now)
        return TimeUp(self.table.decision)

    def _stamped(self, move: Move) -> Move:
        seed = self.dice.randbytes(32) if needs_seed(self.table) else None
        if isinstance(move, Join | Bet) and self.rules.keeps_chips:
            move = msgspec.structs.replace(move, purse=self.purses.get(move.member))
        return msgspec.structs.replace(move, at=self.now, seed=seed)

    def _answer(self) -> Move:
        table, n = self.table, self.table.decision
        if table.acting is not None:
            return self._play(*table.acting)
        waits = [seat for seat in table.seats if not seat.answered]
        seat = self.dice.choice(waits or table.seats)
        if table.phase is Phase.BETTING:
            return self._bet(seat if waits else None)
        if table.phase is Phase.INSURANCE:
            half = self.dice.choice((seat.bet // 2, 1))
            return self.dice.choice(
                (Insure(seat.member, n, half), self._any((EvenMoney, PassInsurance), seat.member))
            )
        going_on = (NextHand, NewSession, Start, PassCut)
        move = self._any(going_on, seat.member)
        stuck = refusal(table, move) is not None
        return self._otherwise(seat) if stuck else move

    def _otherwise(self, seat: Seat) -> Move:
        """Nobody can go on by playing: new chips, the clock, the host, or somebody else."""
        rebuy = Rebuy(seat.member)
        if refusal(self.table, rebuy) is None:
            return rebuy
        if self.table.deadline is not None and self.dice.random() < 0.5:
            return self._ring()
        if self.dice.random() < 0.3:
            return Leave(seat.member)
        return NextHand(self.table.host, self.table.decision)

    def _any(self, kinds: Answers, member: int) -> Move:
        able = [kind(member, self.table.decision) for kind in kinds]
        legal = [move for move in able if refusal(self.table, move) is None]
        return self.dice.choice(legal or able)

    def _bet(self, seat: Seat | None) -> Move:
        """A seat's bet, or, when all have answered, one without a seat, or the clock."""
        n, roll = self.table.decision, self.dice.random()
        if seat is None:
            if roll < 0.4 and self.rules.seatless:
                return Bet(self.dice.choice(MEMBERS), n, self._amount())
            return self._ring() if self.table.deadline is not None else Leave(1)
        if roll < 0.05:
            return SitOut(seat.member, n)
        rebuy = Rebuy(seat.member)
        if refusal(self.table, rebuy) is None:
            return rebuy
        bet = Bet(seat.member, n, self._amount())
        if refusal(self.table, bet) is None:
            return bet
        least = Bet(seat.member, n, self.rules.min_bet)
        if refusal(self.table, least) is None:
            return least
        if self.rules.seatless:  # a seat out of chips must not keep the others from betting
            return Bet(self.dice.choice(MEMBERS), n, self._amount())
        return self._ring()

    def _amount(self) -> int:
        rules = self.rules
        if rules.ladder:
            return self.dice.choice(rules.ladder)
        most = min(cap for cap in (rules.max_bet, rules.limit, 200) if cap is not None)
        return self.dice.randint(rules.min_bet, max(rules.min_bet, most))

    def _play(self, seat: Seat, hand: Hand) -> Move:
        """Anything legal, but bust hands less often than a coin would."""
        points = hand.total
        kinds = [Stand, Split, Double, Surrender] if points > 15 else [Hit, Hit, Split, Double]
        self.dice.shuffle(kinds)
        for kind in [*kinds[:2], Hit if points < 12 or self.dice.random() < 0.1 else Stand]:
            move = kind(seat.member, self.table.decision)
            if refusal(self.table, move) is None:
                return move
        return Stand(seat.member, self.table.decision)


def _revealed(table: Table) -> set[bytes]:
    return {table.shoe.seed} if table.shoe is not None and table.shoe.is_revealed else set()


def play(job: tuple[int, int]) -> tuple[int, HouseRules, int, int, int, str]:
    """Rounds, voids and moves of one rule set, and what went wrong if anything did."""
    number, rounds = job
    volume = Volume(number)
    wrong = ""
    try:
        volume.run(rounds)
    except Exception as error:
        wrong = f"{type(error).__name__}: {error} (table {volume.tables}, move {volume.moves})"
    return number, volume.rules, volume.played, volume.voids, volume.moves, wrong


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rules", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    began, rounds, voids, moves, bad = time.monotonic(), 0, 0, 0, 0
    jobs = [(asked.first + n, asked.rounds) for n in range(asked.rules)]
    with Pool(asked.processes) as pool:
        for done, answer in enumerate(pool.imap_unordered(play, jobs), 1):
            number, rules, played, void, made, wrong = answer
            rounds, voids, moves, bad = (
                rounds + played,
                voids + void,
                moves + made,
                bad + bool(wrong),
            )
            seconds = time.monotonic() - began
            print(
                f"{done}/{asked.rules} rules {number}: {played} rounds, {seconds:.0f} s", flush=True
            )
            if wrong:
                print(f"  {wrong}\n  {rules}", flush=True)
    print(
        f"{asked.rules} rule sets, {rounds:,} rounds ({voids:,} void), {moves:,} moves, "
        f"{bad} with a broken promise, {time.monotonic() - began:.0f} s"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
