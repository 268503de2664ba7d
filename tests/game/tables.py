"""Tables to test with: sealed ones as the bot plays them, and rigged ones that deal written cards.

    game = playing("A 9 K 7", bets=[100])     one seat, dealt A K against 9 7
    game.do(Hit, 1)                           member 1 hits the question now open
    assert picture(game) == "dealer 9 7 = 16 | 1: A K blackjack +150 (650) | bank 850"

Members are numbered in seat order from 1. A game keeps the moves it made and every event, so that
a test can replay it or look at what was said. Cards are ranks; suits follow their position.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from bot.game.cards import RANKS, rank
from bot.game.engine import apply, needs_seed, open_table
from bot.game.events import ChipsMoved, Event
from bot.game.moves import (
    Bet,
    Join,
    Move,
    NextHand,
    Open,
    PassCut,
    Refused,
    SitOut,
    Stand,
    Start,
    TimeUp,
)
from bot.game.rules import BANK, HouseRules
from bot.game.shoe import rigged
from bot.game.table import Hand, Phase, Seat, Table, snapshot

NOON = 1_800_000_000_000  # the time of the first move, ms since 1970
SECOND = 1000

_E = TypeVar("_E", bound=Event)


class Game:
    """A table, the moves made at it so far and what happened."""

    def __init__(self, rules: HouseRules = BANK, host: int = 1, luck: int = 0) -> None:
        self.now = NOON
        self._luck = luck
        self.moves: list[Move] = [
            Open(table=7, channel=42, host=host, rules=rules, at=self.now, seed=self._seed())
        ]
        opening = self.moves[0]
        assert isinstance(opening, Open)
        self.table, events = open_table(opening)
        self.events: list[Event] = list(events)

    def do(self, kind: type[Move], *values: Any, **more: Any) -> list[Event]:
        """Make a move. The decision is the open one unless told; `values` are its other fields."""
        move = self.move(kind, *values, **more)
        events = apply(self.table, move)
        self.moves.append(move)
        self.events += events
        return events

    def refused(self, kind: type[Move], *values: Any, **more: Any) -> str:
        """Why the move is refused, after making sure that it is and that nothing changed."""
        before = snapshot(self.table)
        with pytest.raises(Refused) as caught:
            apply(self.table, self.move(kind, *values, **more))
        assert snapshot(self.table) == before, "a refused move changed the table"
        return caught.value.why

    def move(self, kind: type[Move], *values: Any, **more: Any) -> Move:
        asks = [name for name in kind.__struct_fields__ if name not in ("at", "seed", "decision")]
        fields = {"at": self.now, **dict(zip(asks, values, strict=False)), **more}
        if "decision" in kind.__struct_fields__:
            fields.setdefault("decision", self.table.decision)
        if needs_seed(self.table, kind(**fields)):
            fields.setdefault("seed", self._seed())
        return kind(**fields)

    def _seed(self) -> bytes:
        self._luck += 1
        return self._luck.to_bytes(32, "big")

    def wait(self, seconds: int) -> None:
        self.now += seconds * SECOND

    def time_up(self) -> list[Event]:
        """The alarm of the open question rings, exactly on time."""
        assert self.table.deadline is not None, "no clock is running"
        self.now = max(self.now, self.table.deadline)
        return self.do(TimeUp)

    def rig(self, cards: str) -> None:
        """From now on the shoe deals exactly these ranks; a shoe of one hand is the coming one."""
        table, shoe = self.table, rigged(faces(cards), self.table.rules.decks)
        if table.rules.shuffle == "every_hand":
            assert table.next_shoe is not None
            shoe.number, table.next_shoe = table.next_shoe.number, shoe
        else:
            table.shoe = shoe

    def seat(self, member: int) -> Seat:
        seat = self.table.seat_of(member)
        assert seat is not None, f"member {member} has no seat"
        return seat

    def hand(self, member: int, index: int = 0) -> Hand:
        return self.seat(member).hands[index]

    def is_in(self, phase: Phase) -> bool:
        return self.table.phase is phase

    @property
    def members(self) -> list[int]:
        return [seat.member for seat in self.table.seats]

    @property
    def turn(self) -> int | None:
        return self.table.turn.member if self.table.turn else None

    def said(self, kind: type[_E]) -> list[_E]:
        """All events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]


def faces(cards: str) -> list[int]:
    return [RANKS.index(card) + 13 * (n % 4) for n, card in enumerate(cards.split())]


def lobby(seats: int = 1, rules: HouseRules = BANK, host: int = 1) -> Game:
    game = Game(rules, host)
    for member in range(1, seats + 1):
        game.do(Join, member)
    return game


def betting(seats: int = 1, rules: HouseRules = BANK) -> Game:
    """A session is on, nobody has bet yet; the shoe is a sealed one."""
    game = lobby(seats, rules)
    game.do(Start, 1)
    pass_the_cut(game)
    assert game.table.phase is Phase.BETTING
    return game


def pass_the_cut(game: Game) -> None:
    for member in game.members:
        if game.table.phase is Phase.SHUFFLE and not game.seat(member).answered:
            game.do(PassCut, member)


def playing(
    cards: str,
    bets: Sequence[int],
    chips: Sequence[int] = (),
    bank: int | None = None,
    rules: HouseRules = BANK,
) -> Game:
    """Betting closed and the cards dealt. A bet of 0 sits out; `chips` are those before the bet.

    Chips and bank that a test writes down are put there as they are, outside the ledger.
    """
    game = betting(len(bets), rules)
    for member, held in enumerate(chips, 1):
        game.seat(member).chips = held
    if bank is not None:
        game.table.bank = bank
    game.rig(cards)
    place(game, bets)
    return game


def place(game: Game, bets: Sequence[int]) -> None:
    """Everybody answers the open betting, seat by seat; those who sit out first."""
    members = game.members
    for member, bet in zip(members, bets, strict=True):
        if not bet and game.seat(member).chips >= game.table.rules.min_bet:
            game.do(SitOut, member)
    for member, bet in zip(members, bets, strict=True):
        if bet:
            game.do(Bet, member, bet)
    if game.table.rules.full_betting and any(bets):
        game.time_up()


def next_hand(game: Game, cards: str, bets: Sequence[int]) -> None:
    """From a result to the next deal, through a shuffle when one is due."""
    if game.table.rules.full_betting:
        game.time_up()
    else:
        game.do(NextHand, game.members[0])
    pass_the_cut(game)
    game.rig(cards)
    place(game, bets)


def result(seats: int = 2) -> Game:
    """After a hand that everybody pushed."""
    game = playing(f"{'T ' * seats}7 {'7 ' * seats}T", bets=[50] * seats)
    for member in range(1, seats + 1):
        game.do(Stand, member)
    assert game.table.phase is Phase.RESULT
    return game


def minted(game: Game) -> int:
    """Chips that came from the mint and did not go back."""
    moved = game.said(ChipsMoved)
    came = sum(event.chips for event in moved if event.source == "mint")
    return came - sum(event.chips for event in moved if event.target == "mint")


def picture(game: Game) -> str:
    """The table in one line. `>` marks the hand that is asked, `?` the card face down."""
    table = game.table
    parts = [_dealer(table)]
    for seat in table.seats:
        hands = [_hand(table, seat, index) for index in range(len(seat.hands))] or ["—"]
        parts.append(f"{seat.member}: {' / '.join(hands)} ({seat.chips})")
    return " | ".join([*parts, f"bank {table.bank}"])


def _dealer(table: Table) -> str:
    if not table.hole_shown:
        return "dealer " + " ".join([*map(rank, table.dealer[:1]), "?"])
    points = Hand(table.dealer, 0).total
    return f"dealer {' '.join(map(rank, table.dealer))} = {points}"


def _hand(table: Table, seat: Seat, index: int) -> str:
    hand = seat.hands[index]
    asked = table.acting is not None and table.acting[1] is hand
    words = [">"] * asked + [*map(rank, hand.cards)]
    if hand.settled:
        assert hand.result is not None
        words += [hand.result.value, f"{hand.net:+d}"]
    else:
        words.append(f"[{hand.stake}]")
    return " ".join(words)
