"""One member at a table of their own, playing round after round by the chart, from seeded shoes.

    sitting = Sitting(rules, seed)
    sitting.round()      one whole round through the engine: what the seat won or lost

Nothing is left out on the way: each move goes through `apply`, with its check, its chips and its
events. Shoes are unsealed (shuffled by `random`), so a round costs what the game costs; `sealed`
deals from those of real tables.
"""

import random
from collections.abc import Callable

from msgspec.structs import replace

from bot.game.cards import DECK
from bot.game.engine import apply, open_table
from bot.game.events import Event
from bot.game.moves import Bet, Join, Move, NextHand, Open, PassCut, PassInsurance, Start, TimeUp
from bot.game.rules import MAX_CHIPS, HouseRules
from bot.game.shoe import rigged
from bot.game.table import INSURANCE, RESULT, SHUFFLE, Table

from .chart import Chart

MEMBER = 1
BET = 100  # even, so that 3:2 and half a bet back lose nothing
PROMISE = bytes(32)  # the seed of shoes that are replaced before they open
FRESH = 32  # cards shuffled anew for every hand; a hand that takes more is not known

Engine = Callable[[Table, Move], list[Event]]


class Sitting:
    """`engine` stands in for `apply`, to look at the moves and events that go through it."""

    def __init__(
        self, rules: HouseRules, seed: int, *, sealed: bool = False, engine: Engine = apply
    ) -> None:
        self.rules = replace(rules, chips=MAX_CHIPS, bank=rules.bank and MAX_CHIPS)
        self.move = Chart(rules).move
        self.sealed = sealed
        self.apply = engine
        self.dice = random.Random(seed)
        self.cards = list(range(DECK)) * rules.decks
        self.dice.shuffle(self.cards)
        self.every_hand, self.full_betting = rules.shuffle == "every_hand", rules.full_betting
        self.table, _ = open_table(Open(1, 1, MEMBER, self.rules, seed=self._seed()))
        for move in Join(MEMBER), Start(MEMBER, 1):
            apply(self.table, move)

    def round(self) -> int:
        """From the bet to the last chip; what the seat has won, in chips."""
        table, engine = self.table, self.apply
        if self.full_betting and table.phase is RESULT:
            engine(table, TimeUp(table.decision, at=table.deadline or 0))  # clocks run their time
        elif table.phase is RESULT:
            engine(table, NextHand(MEMBER, table.decision))
        if table.phase is SHUFFLE:
            self._load_shoe()
            engine(table, PassCut(MEMBER, table.decision, seed=self._seed()))
        seat = table.seats[0]
        before = seat.chips
        if self.every_hand:
            self._bet_on_a_fresh_shoe()
        else:
            engine(table, Bet(MEMBER, table.decision, BET))
        if table.phase is INSURANCE:
            engine(table, PassInsurance(MEMBER, table.decision))
        while (turn := table.turn) is not None:
            kind = self.move(seat, seat.hands[turn.hand], table.dealer[0])
            engine(table, kind(MEMBER, table.decision))
        assert table.phase is RESULT, "the round was void"
        return seat.chips - before

    def _bet_on_a_fresh_shoe(self) -> None:
        table = self.table
        self._load_shoe()
        self.apply(table, Bet(MEMBER, table.decision, BET, seed=self._seed()))
        if self.full_betting:
            self.apply(table, TimeUp(table.decision, at=table.deadline or 0, seed=self._seed()))

    def _seed(self) -> bytes:
        return self.dice.randbytes(32) if self.sealed else PROMISE

    def _load_shoe(self) -> None:
        """The shoe that opens next deals in a shuffled order of its own."""
        if self.sealed:
            return
        promised = self.table.next_shoe
        assert promised is not None
        if self.every_hand:
            self._shuffle_front()
        else:
            roll = self.dice.random
            self.cards.sort(key=lambda card: roll())  # a shuffle too, and a quick one
        shoe = rigged(self.cards, self.rules.decks)
        shoe.number = promised.number
        self.table.next_shoe = shoe

    def _shuffle_front(self) -> None:
        """As many cards as a hand can need, each drawn from all that lie behind it."""
        cards, roll, size = self.cards, self.dice.random, len(self.cards)
        for i in range(min(FRESH, size - 1)):
            j = i + int(roll() * (size - i))
            cards[i], cards[j] = cards[j], cards[i]
