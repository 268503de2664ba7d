"""Pay-outs, rounding, and the house's finite bank."""

import itertools

import pytest
from msgspec.structs import replace

from bot.game.events import ChipsMoved, HandSettled
from bot.game.moves import Double, Hit, Split, Stand
from bot.game.play import Play
from bot.game.rules import BANK, CASINO
from bot.game.settle import settle, shares
from bot.game.table import Hand, Outcome, Phase, Result, Seat, Table

from .tables import picture, playing


def test_wins_pay_even_pushes_return_and_losses_are_kept() -> None:
    game = playing("T T T 7 9 7 6 T", bets=[50, 50, 50])
    for member in 1, 2, 3:
        game.do(Stand, member)
    assert picture(game) == (
        "dealer 7 T = 17 | 1: T 9 win +50 (550) | 2: T 7 push +0 (500) "
        "| 3: T 6 lose -50 (450) | bank 3000"
    )


def test_a_natural_beats_a_three_card_21_of_the_dealer() -> None:
    game = playing("A T 7 K 9 4 T", bets=[100, 50])
    game.do(Stand, 2)
    assert picture(game).startswith("dealer 7 4 T = 21 | 1: A K blackjack +150 (650)")


def test_a_three_card_21_loses_to_a_dealer_natural_by_never_being_drawn() -> None:
    game = playing("7 T 7 A 7", bets=[50])
    assert game.table.phase is Phase.RESULT
    assert len(game.hand(1).cards) == 2


def test_a_six_card_21_is_an_ordinary_21() -> None:
    game = playing("2 T 3 Q 2 2 4 8", bets=[100])
    for _ in range(4):
        game.do(Hit, 1)
    assert game.hand(1).net == 100


@pytest.mark.parametrize(("bet", "paid"), [(25, 37), (1, 1), (3, 4), (50, 75), (125, 187)])
def test_three_to_two_is_rounded_down_to_whole_chips(bet: int, paid: int) -> None:
    rules = replace(BANK, min_bet=bet, ladder=(bet,))
    game = playing("A 9 K 7", bets=[bet], rules=rules)
    assert game.hand(1).net == paid
    assert type(game.seat(1).chips) is int


def test_six_to_five_where_the_table_says_so() -> None:
    game = playing("A 9 K 7", bets=[50], rules=replace(BANK, natural=(6, 5)))
    assert game.hand(1).net == 60


def test_losing_bets_are_collected_before_wins_are_paid() -> None:
    game = playing("K Q 7 9 6 T", bets=[100, 100], chips=[1500, 1450], bank=50)
    game.do(Stand, 1)
    game.do(Stand, 2)
    assert picture(game) == (
        "dealer 7 T = 17 | 1: K 9 win +100 (1600) | 2: Q 6 lose -100 (1350) | bank 50"
    )
    assert game.table.phase is Phase.RESULT


def test_losses_of_a_later_seat_pay_wins_of_an_earlier_one() -> None:
    game = playing("A Q 7 K 6 T", bets=[100, 100], bank=50)
    game.do(Stand, 2)
    assert game.hand(1).net == 150
    assert game.table.outcome is Outcome.PLAYERS_WIN  # 50 + 100 − 150: to the last chip


def test_a_bank_that_cannot_pay_all_is_shared_in_proportion() -> None:
    game = playing("K Q 7 9 9 T", bets=[100, 100], chips=[1500, 1450], bank=50)
    game.do(Stand, 1)
    game.do(Stand, 2)
    assert picture(game) == (
        "dealer 7 T = 17 | 1: K 9 win +25 (1525) | 2: Q 9 win +25 (1475) | bank 0"
    )
    assert game.table.outcome is Outcome.PLAYERS_WIN


def test_odd_chips_of_the_bank_go_one_by_one_in_seat_order() -> None:
    game = playing("K Q J 7 9 9 9 T", bets=[100, 100, 100], bank=50)
    for member in 1, 2, 3:
        game.do(Stand, member)
    assert [game.hand(member).net for member in (1, 2, 3)] == [17, 17, 16]


def test_odd_chips_go_to_a_seats_hands_left_to_right() -> None:
    game = playing("8 7 8 T T T", bets=[50], bank=25)
    game.do(Split, 1)
    game.do(Stand, 1)
    game.do(Stand, 1)
    assert [hand.net for hand in game.seat(1).hands] == [13, 12]
    assert game.seat(1).chips == 525


def test_every_winner_gets_the_own_stake_back_from_a_broken_bank_doubles_too() -> None:
    game = playing("6 Q 7 5 9 T T", bets=[250, 50], bank=11)
    game.do(Double, 1)
    game.do(Stand, 2)
    assert [game.hand(member).net for member in (1, 2)] == [10, 1]  # 500 : 50 of 11
    assert [game.seat(member).chips for member in (1, 2)] == [510, 501]


def test_a_natural_is_capped_at_the_bank() -> None:
    game = playing("A 9 K 8", bets=[100], chips=[1400], bank=100)
    assert game.hand(1).net == 100
    assert game.table.bank == 0
    assert game.table.outcome is Outcome.PLAYERS_WIN


def test_the_last_chip_of_the_bank_can_be_won_exactly() -> None:
    game = playing("K 7 9 T", bets=[100], bank=100)
    game.do(Stand, 1)
    assert game.table.outcome is Outcome.PLAYERS_WIN


def test_one_chip_left_in_the_bank_keeps_the_session_going() -> None:
    game = playing("K 7 9 T", bets=[100], bank=101)
    game.do(Stand, 1)
    assert (game.table.bank, game.table.outcome) == (1, None)


def test_what_is_said_of_a_hand_is_what_was_paid_for_it() -> None:
    game = playing("K Q 7 9 9 T", bets=[100, 100], bank=50)
    game.do(Stand, 1)
    game.do(Stand, 2)
    assert [event.net for event in game.said(HandSettled)] == [25, 25]
    paid = [event.chips for event in game.said(ChipsMoved) if event.source == "bank"]
    assert paid == [25, 25]


def test_a_loss_is_booked_once_from_the_bet_to_the_bank() -> None:
    game = playing("T 7 6 T", bets=[50])
    events = game.do(Stand, 1)
    moved = [event for event in events if isinstance(event, ChipsMoved)]
    assert moved == [ChipsMoved("bet:1", "bank", 50, Result.LOSE.value)]


def test_shares_never_give_more_than_is_owed_nor_leave_a_chip() -> None:
    for bank, *owed in itertools.product(range(13), (1, 2, 5), (1, 3), (4,)):
        parts = shares(owed, bank)
        assert sum(parts) == min(bank, sum(owed))
        assert all(0 <= part <= claim for part, claim in zip(parts, owed, strict=True))


def test_an_unlimited_house_pays_all() -> None:
    assert shares([100, 10**9], None) == [100, 10**9]


def test_claims_of_the_same_size_differ_by_one_chip_at_most() -> None:
    for bank in range(60):
        parts = shares([10] * 6, bank)
        assert max(parts) - min(parts) <= 1
        assert parts == sorted(parts, reverse=True)


def test_two_equal_hands_of_a_split_are_settled_each_under_its_own_number() -> None:
    """Six decks deal the same card twice: hands are told apart by place, not by what they hold."""
    hands = [Hand([7, 9], 10, split=True, done=True) for _ in range(2)]
    table = Table(1, 1, CASINO, 1, seats=[Seat(1, 0, chips=100, bet=10, hands=hands)])
    table.dealer = [9, 22]
    play = Play(table, 0, None, [])
    settle(play, 20)
    settled = [event for event in play.events if isinstance(event, HandSettled)]
    assert [(event.hand, event.net) for event in settled] == [(0, -10), (1, -10)]
