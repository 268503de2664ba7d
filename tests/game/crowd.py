"""People with dice: what they do next at a table of any rules.

    crowd = Crowd(table, dice, purses)
    for move in crowd.wishes(): …      the first that the table takes is the one they make

Mostly that is an answer to the open question. Now and then somebody comes, goes, is kicked, lets
the clock run out or changes the rules; and a host whose table has seen its day closes it.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from bot.game.cards import VALUES
from bot.game.engine import needs_seed
from bot.game.legal import can_bet
from bot.game.moves import (
    Bet,
    ChangeRules,
    Close,
    Cut,
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
    PassCut,
    PassInsurance,
    Rebuy,
    Resume,
    SitOut,
    Split,
    Stand,
    Start,
    Surrender,
    TimeUp,
)
from bot.game.shoe import FROM_END
from bot.game.table import BETTING, ENDED, INSURANCE, LOBBY, RESULT, SHUFFLE, Seat, Table

from .anyrules import other_rules

NOON = 1_800_000_000_000  # ms since 1970
WHIMS = 0.05  # of all moves, those that answer no question
MOST = 14  # people who may come to a table
HANDS = (1, 10, 50, 200, 1000)  # after one of these a table is closed


class Crowd:
    """`purses`: what members own beside the table, kept by the caller. `sealed`: whether the table
    deals from sealed shoes; the seed of an unsealed one is empty."""

    def __init__(
        self, table: Table, dice: random.Random, purses: Mapping[int, int], *, sealed: bool = True
    ) -> None:
        self.table, self.dice, self.purses, self.sealed = table, dice, purses, sealed
        self.now = NOON
        self.members = range(1, 1 + dice.randint(1, MOST))
        self.hands = dice.choice(HANDS)

    def wishes(self) -> Iterator[Move]:
        """What they would like to do, dearest first; a next one is for when one is refused."""
        roll = self.dice.random()
        self.now += int(roll * 3000)
        if roll < WHIMS:
            yield from self._whim()
        yield from self._answers()
        yield from self._otherwise()

    def _move(self, kind: type[Move], *values: Any) -> Move:
        seed = None
        if kind is ChangeRules or needs_seed(self.table):
            seed = self.dice.randbytes(32) if self.sealed else b""
        return kind(*values, at=self.now, seed=seed)

    def _ring(self) -> Iterator[Move]:
        if self.table.deadline is not None:
            self.now = max(self.now, self.table.deadline)
            yield self._move(TimeUp, self.table.decision)

    def _join(self, member: int) -> Move:
        return self._move(Join, member, self._purse(member))

    def _purse(self, member: int) -> int | None:
        return self.purses.get(member) if self.table.rules.keeps_chips else None

    def _whim(self) -> Iterator[Move]:
        table, dice = self.table, self.dice
        member, roll = dice.choice(self.members), dice.random()
        if table.hand >= self.hands and roll < 0.2:
            yield self._move(Close, table.host)
        elif roll < 0.5:
            yield self._join(member)
        elif roll < 0.65:
            yield self._move(Leave, member)
        elif roll < 0.7:
            yield self._move(Kick, table.host, member)
        elif roll < 0.75:
            rules = other_rules(table.next_rules or table.rules, dice)
            yield self._move(ChangeRules, table.host, rules)
        elif roll < 0.8:
            yield self._move(Resume, 10_000)
        elif roll < 0.9 and table.phase is BETTING:
            yield self._bet(member, table.seat_of(member))  # another one, where there was one
            yield self._cut(member)
        else:
            yield from self._ring()

    def _answers(self) -> Iterator[Move]:
        """To the question now open."""
        table = self.table
        if not table.seats:
            yield self._join(self.dice.choice((table.host, *self.members)))
        elif table.acting is not None:
            yield from self._plays()
        elif table.phase is BETTING:
            yield from self._bets()
        elif table.phase is INSURANCE:
            yield from self._insures()
        elif table.phase is SHUFFLE:
            yield from self._cuts()
        else:
            yield from self._goes_on()

    def _goes_on(self) -> Iterator[Move]:
        """From the lobby, from a result, from a session that has ended."""
        table, n = self.table, self.table.decision
        seat = self.dice.choice(table.seats)
        if self.dice.random() < 0.5:
            yield from self._rebuys()
        kind = {LOBBY: Start, RESULT: NextHand, ENDED: NewSession}[table.phase]
        runs = table.rules.full_betting and table.rules.clocks.result is not None
        if table.phase is RESULT and runs and not table.parked:
            yield from self._ring()  # nobody cuts the result's time short
        yield self._move(kind, seat.member, n)
        yield self._move(kind, table.host, n)
        yield from self._rebuys()

    def _cuts(self) -> Iterator[Move]:
        n, seat = self.table.decision, self._asked()
        if seat is not None and self.dice.random() < 0.2:
            yield self._cut(seat.member)
        if seat is not None:
            yield self._move(PassCut, seat.member, n)

    def _cut(self, member: int) -> Move:
        place = self.dice.randint(*FROM_END) if member == self.table.cutter else None
        return self._move(Cut, member, self.table.decision, f"cut by {member}", place)

    def _insures(self) -> Iterator[Move]:
        n, seat = self.table.decision, self._asked()
        assert seat is not None, "somebody is asked as long as the window is open"
        roll = self.dice.random()
        if roll < 0.5:
            if seat.hands[0].is_natural:
                yield self._move(EvenMoney, seat.member, n)
            yield self._move(Insure, seat.member, n, 1 if roll < 0.1 else seat.bet // 2)
        yield self._move(PassInsurance, seat.member, n)

    def _bets(self) -> Iterator[Move]:
        """A seat's bet; when all have answered, one without a seat, or the clock."""
        table, n, roll = self.table, self.table.decision, self.dice.random()
        seat = self._asked()
        if seat is None:
            if roll < 0.6 and table.rules.seatless:
                yield self._bet(self.dice.choice(self.members))
            yield from self._rebuys()
            yield from self._ring()
        elif roll < 0.05:
            yield self._move(SitOut, seat.member, n)
        else:
            yield self._bet(seat.member, seat)
            yield self._move(Bet, seat.member, n, table.rules.min_bet)

    def _rebuys(self) -> Iterator[Move]:
        rules = self.table.rules
        broke = [seat for seat in self.table.seats if not can_bet(rules, seat)]
        if broke and rules.keeps_chips:
            yield self._move(Rebuy, self.dice.choice(broke).member)

    def _bet(self, member: int, seat: Seat | None = None) -> Move:
        """Of what the member holds; mostly a small part of it."""
        rules, purse = self.table.rules, self._purse(member)
        if rules.ladder:
            chips = self.dice.choice(rules.ladder)
        else:
            held = seat.chips + seat.bet if seat else rules.chips if purse is None else purse
            most = min(held, rules.max_bet or held, rules.limit or held)
            if self.dice.random() < 0.95:
                most = min(most, 10 * rules.min_bet)
            chips = self.dice.randint(rules.min_bet, max(rules.min_bet, most))
        return self._move(Bet, member, self.table.decision, chips, purse)

    def _asked(self) -> Seat | None:
        """One of the seats whose answer is waited for."""
        rules = self.table.rules
        waits = [seat for seat in self.table.seats if not (seat.answered or seat.waiting)]
        asked = [seat for seat in waits if can_bet(rules, seat)]
        return self.dice.choice(asked) if asked else None

    def _plays(self) -> Iterator[Move]:
        """Anything legal, but bust hands less often than a coin would."""
        assert self.table.acting is not None
        (seat, hand), n, roll = self.table.acting, self.table.decision, self.dice.random()
        points = hand.total
        if len(hand.cards) == 2 and roll < 0.6:
            if VALUES[hand.cards[0]] == VALUES[hand.cards[1]]:
                yield self._move(Split, seat.member, n)
            yield self._move(Double if roll < 0.5 else Surrender, seat.member, n)
        if points < 12 or (points < 17 and roll > 0.5) or roll > 0.98:
            yield self._move(Hit, seat.member, n)
        yield self._move(Stand, seat.member, n)

    def _otherwise(self) -> Iterator[Move]:
        """Nobody who is asked can go on: somebody else, the clock, or the table makes room."""
        if self._is_deserted():
            yield self._move(Close, self.table.host)
        yield self._join(self.dice.choice(self.members))
        yield from self._ring()
        if self.table.seats:
            yield self._move(Leave, self.dice.choice(self.table.seats).member)

    def _is_deserted(self) -> bool:
        """Whether all who may still sit here are out of chips. A session gives each one stake, and
        it ends by a settlement only: where the last with chips was kicked, the table rests."""
        table = self.table
        if table.rules.keeps_chips or table.phase not in (BETTING, RESULT):
            return False
        able = {seat.member: can_bet(table.rules, seat) for seat in [*table.seats, *table.away]}
        return not any(able.get(who, True) for who in self.members if who not in table.kicked)
