"""The deal, naturals, the dealer's check and the dealer's own hand."""

from msgspec.structs import replace

from bot.game.events import CardDealt, DealerCardDealt, DealerChecked, HoleCardDealt, HoleCardShown
from bot.game.moves import Hit, NextHand, Stand
from bot.game.rules import BANK
from bot.game.table import Phase, Result

from .tables import betting, pass_the_cut, picture, place, playing


def test_a_natural_is_paid_three_to_two() -> None:
    game = playing("A 9 K 7", bets=[100])
    assert picture(game) == "dealer 9 7 = 16 | 1: A K blackjack +150 (650) | bank 850"


def test_cards_go_round_in_seat_order_with_the_upcard_before_the_second_card() -> None:
    game = playing("2 3 9 4 5 7", bets=[50, 50])
    dealt = [
        event
        for event in game.events
        if isinstance(event, CardDealt | DealerCardDealt | HoleCardDealt)
    ]
    to = [event.member if isinstance(event, CardDealt) else "dealer" for event in dealt]
    assert to == [1, 2, "dealer", 1, 2, "dealer"]
    assert [event.p for event in dealt] == [0, 1, 2, 3, 4, 5]
    assert picture(game) == "dealer 9 ? | 1: > 2 4 [50] (450) | 2: 3 5 [50] (450) | bank 2000"


def test_the_first_card_of_the_dealer_is_the_upcard() -> None:
    game = playing("T 6 9 T T", bets=[50])
    assert [event.p for event in game.said(HoleCardDealt)] == [3]
    assert not game.said(HoleCardShown)
    game.do(Stand, 1)
    assert picture(game) == "dealer 6 T T = 26 | 1: T 9 win +50 (550) | bank 950"


def test_a_seat_that_sits_out_gets_no_card() -> None:
    game = playing("T 7 9 T", bets=[0, 50])
    assert picture(game) == "dealer 7 ? | 1: — (500) | 2: > T 9 [50] (450) | bank 2000"


def test_a_natural_needs_no_move_and_the_next_seat_is_asked() -> None:
    game = playing("A 9 7 K 8 T", bets=[50, 50])
    assert game.turn == 2
    game.do(Stand, 2)
    assert game.hand(1).result is Result.BLACKJACK


def test_a_dealer_natural_ends_the_hand_before_anyone_acts_and_naturals_push() -> None:
    for upcard, hole in ("T", "A"), ("A", "K"):
        game = playing(f"K A {upcard} 9 Q {hole}", bets=[100, 100])
        assert game.table.phase is Phase.RESULT
        assert [event.natural for event in game.said(DealerChecked)] == [True]
        assert game.hand(1).result is Result.LOSE
        assert game.hand(2).result is Result.PUSH
        assert game.table.bank == 2100


def test_a_dealer_natural_takes_only_the_bet_for_nobody_could_double_into_it() -> None:
    game = playing("6 T 5 A", bets=[100])
    assert picture(game) == "dealer T A = 21 | 1: 6 5 lose -100 (400) | bank 1100"


def test_the_dealer_checks_tens_and_aces_and_says_so() -> None:
    for upcard, checks in ("A", 1), ("T", 1), ("J", 1), ("Q", 1), ("K", 1), ("9", 0), ("2", 0):
        game = playing(f"T {upcard} 9 8", bets=[50])
        assert len(game.said(DealerChecked)) == checks, upcard
        assert game.table.phase is Phase.PLAYING


def test_the_dealer_stands_on_soft_17() -> None:
    game = playing("T A 7 6", bets=[100])
    game.do(Stand, 1)
    assert picture(game) == "dealer A 6 = 17 | 1: T 7 push +0 (500) | bank 1000"


def test_the_dealer_stands_on_a_soft_17_of_three_cards() -> None:
    game = playing("T 3 8 3 A", bets=[100])
    game.do(Stand, 1)
    assert picture(game) == "dealer 3 3 A = 17 | 1: T 8 win +100 (600) | bank 900"


def test_the_dealer_hits_16_and_a_soft_total_that_became_hard() -> None:
    game = playing("T A 9 5 T A", bets=[50])  # A 5 soft 16, T hard 16, A 17
    game.do(Stand, 1)
    assert picture(game) == "dealer A 5 T A = 17 | 1: T 9 win +50 (550) | bank 950"


def test_a_dealer_told_to_hit_soft_17_does() -> None:
    game = playing("T A 8 6 3", bets=[50], rules=replace(BANK, hits_soft_17=True))
    game.do(Stand, 1)
    assert picture(game) == "dealer A 6 3 = 20 | 1: T 8 lose -50 (450) | bank 1050"


def test_the_dealer_draws_nothing_when_every_hand_is_bust_or_a_natural() -> None:
    game = playing("A T 6 K 6 T Q 5", bets=[50, 50])
    game.do(Hit, 2)
    assert picture(game) == (
        "dealer 6 T = 16 | 1: A K blackjack +75 (575) | 2: T 6 Q bust -50 (450) | bank 1975"
    )


def test_the_dealer_draws_while_one_hand_is_left_to_beat() -> None:
    game = playing("T T 6 2 6 T T 5", bets=[50, 50])
    game.do(Stand, 1)
    game.do(Hit, 2)
    assert picture(game).startswith("dealer 6 T 5 = 21")


def test_the_hole_card_is_shown_exactly_once_a_hand() -> None:
    game = playing("A 9 K 7", bets=[50])
    assert len(game.said(HoleCardShown)) == 1


def test_hands_are_numbered_without_gaps() -> None:
    game = betting()
    for number in (1, 2, 3):
        game.rig("A 9 K 7")
        place(game, [50])
        assert game.table.hand == number
        game.do(NextHand, 1)
        pass_the_cut(game)
