"""A hand told from its events is the hand that was played: cards, choices, pay, chips."""

import random
from typing import Any

import pytest

from bot.game.cards import rank
from bot.game.events import ChipsMoved, Event, HandBegan
from bot.game.history import PlayedRound, is_over, played
from bot.game.legal import legal
from bot.game.moves import (
    Bet,
    Close,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Join,
    Kick,
    Leave,
    Move,
    PassInsurance,
    Rebuy,
    Split,
    Stand,
    Start,
    Surrender,
)
from bot.game.rules import BANK, CASINO, CLASSIC, ROOM, SOLO, TABLES, HouseRules
from bot.game.table import Phase, Result, Table

from .tables import Game, pass_the_cut, place


class Recorded(Game):
    """A game that keeps what the store keeps: each move's events, and the table after it."""

    def __init__(self, rules: HouseRules, luck: int = 0) -> None:
        super().__init__(rules, luck=luck)
        self.log: list[tuple[list[Event], Table]] = []

    def do(self, kind: type[Move], *values: Any, **more: Any) -> list[Event]:
        events = super().do(kind, *values, **more)
        self.log.append((events, self.table.copy()))
        return events

    def told(self, member: int) -> PlayedRound:
        """The last hand, as the store would have it told."""
        start = max(n for n, (events, _) in enumerate(self.log) if _began(events))
        end = next(n for n in range(start, len(self.log)) if any(map(is_over, self.log[n][0])))
        log = [events for events, _ in self.log[start : end + 1]]
        return played(self.log[start][1], log, member, self.now)


def _began(events: list[Event]) -> list[HandBegan]:
    return [event for event in events if isinstance(event, HandBegan)]


def dealt(
    rules: HouseRules, cards: str, bets: list[int], chips: int = 0, bank: int | None = None
) -> Recorded:
    game = Recorded(rules)
    for member in range(1, len(bets) + 1):
        game.do(Join, member)
    game.do(Start, 1)
    pass_the_cut(game)
    for seat in game.table.seats:
        seat.chips = chips or seat.chips
    if bank is not None:
        game.table.bank = bank
    game.rig(cards)
    place(game, bets)
    return game


def line(told: PlayedRound) -> str:
    """`dealer 9 7 K | 8 K: stand, 50 win +50 | insurance 25 +50 | 500 → 550`"""

    def cards(shown: tuple[int | None, ...]) -> str:
        return " ".join("?" if card is None else rank(card) for card in shown)

    hands = [
        f"{cards(hand.cards)}: {', '.join((*hand.choices, str(hand.stake)))}"
        f" {hand.result.value if hand.result else 'void'} {hand.net:+d}"
        for hand in told.hands
    ]
    if told.insurance is not None:
        hands.append(f"insurance {told.insurance} {told.insurance_net:+d}")
    return " | ".join([f"dealer {cards(told.dealer)}", *hands, f"{told.before} → {told.after}"])


def test_a_hit_a_stand_and_a_bust() -> None:
    game = dealt(BANK, "2 T 9 8 6 7 9 T 5", [100, 50])
    game.do(Hit, 1)
    game.do(Stand, 1)
    game.do(Hit, 2)
    assert line(game.told(1)) == "dealer 9 7 5 | 2 8 9: hit, stand, 100 lose -100 | 500 → 400"
    assert line(game.told(2)) == "dealer 9 7 5 | T 6 T: hit, 50 bust -50 | 500 → 450"
    assert game.told(1).hand == 1
    assert game.told(1).rules == BANK


def test_a_natural_that_ends_the_hand_with_the_deal() -> None:
    game = dealt(BANK, "A 9 K 7", [100])
    assert line(game.told(1)) == "dealer 9 7 | A K: 100 blackjack +150 | 500 → 650"


def test_four_hands_of_a_split() -> None:
    game = dealt(CASINO, "8 6 8 T 8 3 8 2 T 9 T T", [100])
    for kind in (Split, Split, Split, Stand, Hit):
        game.do(kind, 1)
    while game.turn:
        game.do(Stand, 1)
    assert line(game.told(1)) == (
        "dealer 6 T T | 8 T: split, split, split, stand, 100 win +100"
        " | 8 9 T: split, split, split, hit, 100 bust -100"
        " | 8 2: split, split, stand, 100 win +100 | 8 3: split, stand, 100 win +100"
        " | 1000 → 1200"
    )


def test_choices_belong_to_the_hand_they_were_made_on() -> None:
    game = dealt(CASINO, "8 6 8 T 3 2 9 K T", [100])
    game.do(Split, 1)
    game.do(Double, 1)
    game.do(Hit, 1)
    game.do(Stand, 1) if game.turn else None
    assert line(game.told(1)) == (
        "dealer 6 T T | 8 3 9: split, double, 200 win +200 | 8 2 K: split, hit, stand, 100 win +100"
        " | 1000 → 1300"
    )


def test_insurance_won_declined_and_even_money() -> None:
    game = dealt(CASINO, "9 T A A 9 8 K K", [100, 50, 40])
    game.do(Insure, 1, 50)
    game.do(PassInsurance, 2)
    game.do(EvenMoney, 3)
    assert line(game.told(1)) == (
        "dealer A K | 9 9: 100 lose -100 | insurance 50 +100 | 1000 → 1000"
    )
    assert line(game.told(2)) == "dealer A K | T 8: 50 lose -50 | insurance 0 +0 | 1000 → 950"
    assert line(game.told(3)) == "dealer A K | A K: even_money, 40 even_money +40 | 1000 → 1040"


def test_insurance_lost_and_surrender() -> None:
    game = dealt(CASINO, "9 A 7 8", [100])
    game.do(Insure, 1, 50)
    game.do(Surrender, 1)
    assert line(game.told(1)) == (
        "dealer A 8 | 9 7: surrender, 100 surrender -50 | insurance 50 -50 | 1000 → 900"
    )


def test_a_card_doubled_face_down_is_shown_as_it_was_turned() -> None:
    game = dealt(CLASSIC, "6 9 5 9 K", [100])
    game.do(Double, 1)
    assert line(game.told(1)) == "dealer 9 9 | 6 5 K: double, 200 win +200 | 500 → 700"


def test_a_natural_paid_before_the_others_play() -> None:
    game = dealt(CLASSIC, "A 9 9 K 9 9", [100, 100])
    game.do(Stand, 2)
    assert line(game.told(1)) == "dealer 9 9 | A K: 100 blackjack +150 | 500 → 650"


def test_a_broken_bank_pays_shares() -> None:
    game = dealt(BANK, "T T 9 T T 8", [500, 250], bank=100)
    game.do(Stand, 1)
    game.do(Stand, 2)
    assert line(game.told(1)) == "dealer 9 8 | T T: stand, 500 win +67 | 500 → 567"
    assert line(game.told(2)) == "dealer 9 8 | T T: stand, 250 win +33 | 500 → 533"


def test_the_clock_and_leaving_are_told_apart_from_ones_own_choice() -> None:
    game = dealt(BANK, "T T 9 7 7 9", [50, 50])
    game.do(Leave, 2)
    game.time_up()
    assert game.told(1).hands[0].choices == ("stand_clock",)
    assert line(game.told(2)) == "dealer 9 9 | T 7: stand_left, 50 lose -50 | 500 → 450"


def test_a_void_round_gives_back_and_shows_no_card_that_was_hidden() -> None:
    game = dealt(CLASSIC, "6 5 9 5 6 9 K", [100, 50])
    game.do(Double, 1)
    game.do(Hit, 2)
    told = game.told(1)
    assert told.is_void
    assert line(told) == "dealer 9 ? | 6 5 ?: double, 200 void +0 | 500 → 500"


def test_a_bettor_without_a_seat_at_the_room() -> None:
    game = Recorded(ROOM)
    game.do(Join, 1)
    game.do(Start, 1)
    game.rig("T T 9 9 9 8")
    game.do(Bet, 1, 100)
    game.do(Bet, 9, 200)
    game.time_up()
    for member in (1, 9):
        game.do(Stand, member)
    assert line(game.told(9)) == "dealer 9 8 | T 9: stand, 200 win +200 | 1000 → 1200"


def test_a_solo_run() -> None:
    game = dealt(SOLO, "T 9 9 8", [500])
    game.do(Stand, 1)
    assert line(game.told(1)) == "dealer 9 8 | T 9: stand, 500 win +500 | 500 → 1000"


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("luck", range(4))
def test_whatever_is_played_is_told_as_it_was(rules: HouseRules, luck: int) -> None:
    """Random play at every table: the same cards and pay as on the felt, and chips that add up."""
    game, dice = Recorded(rules, luck=luck * 1000), random.Random(luck)
    hands = 0
    for _ in range(700):
        before = {seat.member: seat.chips + seat.at_risk for seat in game.table.seats}
        events = _any_move(game, dice)
        if began := _began(events):
            at_the_deal, members = before, began[0].members
        if any(map(is_over, events)):
            for member in members:
                hands += _check(game, member, at_the_deal, events)
    assert hands > 20


def _any_move(game: Recorded, dice: random.Random) -> list[Event]:
    """A legal move by whoever, or the clock; nobody closes the table."""
    moves = [move for member in range(1, 10) for move in legal(game.table, member)]
    moves = [move for move in moves if not isinstance(move, Close | Kick | Rebuy)]
    forgotten = game.table.parked or game.table.phase is Phase.LOBBY  # where the clock closes
    if game.table.deadline is not None and not forgotten and (dice.random() < 0.1 or not moves):
        return game.time_up()
    common = [move for move in moves if not isinstance(move, Leave)]
    move = dice.choice(common if common and dice.random() < 0.97 else moves)
    fields = {name: getattr(move, name) for name in move.__struct_fields__}
    return game.do(type(move), **{k: v for k, v in fields.items() if k not in ("at", "seed")})


def _check(game: Recorded, member: int, at_the_deal: dict[int, int], events: list[Event]) -> int:
    told = game.told(member)
    assert told.after - told.before == sum(h.net for h in told.hands) + told.insurance_net
    if member in at_the_deal:
        assert told.before == at_the_deal[member]
    seats = [*game.table.seats, *game.table.gone]
    seat = next((seat for seat in seats if seat.member == member and seat.hands), None)
    if told.is_void or seat is None:
        return 0
    assert [list(hand.cards) for hand in told.hands] == [hand.cards for hand in seat.hands]
    assert [hand.net for hand in told.hands] == [hand.net for hand in seat.hands]
    assert [hand.stake for hand in told.hands] == [hand.stake for hand in seat.hands]
    assert list(told.dealer) == game.table.dealer
    assert all(isinstance(hand.result, Result) for hand in told.hands)
    left = any(isinstance(e, ChipsMoved) and e.why == "cash_out" for e in events)
    assert left or told.after == seat.chips
    return 1
