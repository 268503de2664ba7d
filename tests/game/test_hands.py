"""Hit, stand, double and split, as the bank table plays them."""

from msgspec.structs import replace

from bot.game.events import CardDealt, ChipsMoved, HandDoubled, HandSplit, HandStood
from bot.game.moves import Double, Hit, Split, Stand, Surrender
from bot.game.rules import BANK
from bot.game.table import Phase, Result

from .tables import picture, playing


def test_a_hand_that_goes_over_21_is_bust_at_once_and_the_dealer_keeps_the_bet() -> None:
    game = playing("T 6 6 T T", bets=[50])
    game.do(Hit, 1)
    assert picture(game) == "dealer 6 T = 16 | 1: T 6 T bust -50 (450) | bank 1050"


def test_a_bust_loses_even_when_the_dealer_would_bust_too() -> None:
    game = playing("T T 6 6 6 T T T", bets=[50, 50])
    game.do(Hit, 1)
    game.do(Stand, 2)
    assert game.hand(1).result is Result.BUST
    assert game.hand(2).result is Result.WIN
    assert game.table.dealer
    assert picture(game).startswith("dealer 6 T T = 26")


def test_21_stands_by_itself() -> None:
    game = playing("5 9 6 8 T", bets=[50])
    game.do(Hit, 1)
    assert game.table.phase is Phase.RESULT
    assert not game.said(HandStood)


def test_a_soft_21_stands_by_itself_too() -> None:
    game = playing("A 9 5 8 5", bets=[50])
    game.do(Hit, 1)
    assert game.hand(1).total == 21
    assert game.table.phase is Phase.RESULT


def test_any_two_cards_may_be_doubled_even_a_soft_or_a_stiff_hand() -> None:
    for cards in "A 9 7 8 2", "T 9 6 8 2", "2 9 2 8 T", "9 9 T 8 A":
        game = playing(cards, bets=[50])
        game.do(Double, 1)
        assert game.hand(1).stake == 100
        assert len(game.hand(1).cards) == 3


def test_a_double_takes_the_whole_bet_again_one_card_and_stands() -> None:
    game = playing("6 6 5 T 2 T", bets=[100])
    game.do(Double, 1)
    assert [event.hand for event in game.said(HandDoubled)] == [0]
    assert picture(game) == "dealer 6 T T = 26 | 1: 6 5 2 win +200 (700) | bank 800"


def test_a_bust_double_loses_both_bets() -> None:
    game = playing("T 6 6 T T", bets=[100])
    game.do(Double, 1)
    assert picture(game) == "dealer 6 T = 16 | 1: T 6 T bust -200 (300) | bank 1200"


def test_a_double_needs_exactly_the_whole_bet_in_chips() -> None:
    game = playing("6 6 5 T 9 2", bets=[100], chips=[200])
    assert game.seat(1).chips == 100
    game.do(Double, 1)
    assert game.seat(1).chips == 400
    short = playing("6 6 5 T 9 2", bets=[100], chips=[199])
    assert short.refused(Double, 1) == "too_few_chips"


def test_no_double_after_a_hit() -> None:
    game = playing("2 6 2 T 2", bets=[50])
    game.do(Hit, 1)
    assert game.refused(Double, 1) == "double_two_cards"


def test_a_split_bets_again_and_gives_each_hand_its_card_at_once() -> None:
    game = playing("8 6 8 T 3 K", bets=[100])
    events = game.do(Split, 1)
    dealt = [(event.hand, event.p) for event in events if isinstance(event, CardDealt)]
    assert dealt == [(0, 4), (1, 5)]
    assert [event.hand for event in game.said(HandSplit)] == [0]
    assert picture(game) == "dealer 6 ? | 1: > 8 3 [100] / 8 K [100] (300) | bank 1000"


def test_split_hands_are_played_left_to_right() -> None:
    game = playing("8 6 8 T 3 K 2 T", bets=[100])
    game.do(Split, 1)
    game.do(Hit, 1)
    assert picture(game) == "dealer 6 ? | 1: > 8 3 2 [100] / 8 K [100] (300) | bank 1000"
    game.do(Stand, 1)
    assert picture(game) == "dealer 6 ? | 1: 8 3 2 [100] / > 8 K [100] (300) | bank 1000"
    game.do(Stand, 1)
    assert picture(game) == (
        "dealer 6 T T = 26 | 1: 8 3 2 win +100 / 8 K win +100 (700) | bank 800"
    )


def test_a_bust_first_hand_does_not_touch_the_second() -> None:
    game = playing("8 6 8 T 5 K T T", bets=[100])
    game.do(Split, 1)
    game.do(Hit, 1)
    assert game.turn == 1
    game.do(Stand, 1)
    assert picture(game) == (
        "dealer 6 T T = 26 | 1: 8 5 T bust -100 / 8 K win +100 (500) | bank 1000"
    )


def test_a_hand_is_split_only_once() -> None:
    game = playing("8 6 8 T 8 8", bets=[100])
    game.do(Split, 1)
    assert game.refused(Split, 1) == "split_hands"
    game.do(Stand, 1)
    assert game.refused(Split, 1) == "split_hands"


def test_cards_of_the_same_value_are_a_pair() -> None:
    for one, other in ("K", "Q"), ("T", "J"), ("8", "8"), ("A", "A"):
        game = playing(f"{one} 6 {other} T 2 3 T", bets=[50])
        game.do(Split, 1)
        assert len(game.seat(1).hands) == 2


def test_two_different_values_are_no_pair() -> None:
    for one, other in ("9", "T"), ("A", "2"), ("7", "8"):
        game = playing(f"{one} 6 {other} T", bets=[50])
        assert game.refused(Split, 1) == "split_pairs"


def test_where_ranks_must_match_king_and_queen_are_no_pair() -> None:
    game = playing("K 6 Q T", bets=[50], rules=replace(BANK, split_by="rank"))
    assert game.refused(Split, 1) == "split_pairs"


def test_no_split_after_a_hit() -> None:
    game = playing("2 6 2 T 2", bets=[50])
    game.do(Hit, 1)
    assert game.refused(Split, 1) == "split_pairs"


def test_a_split_needs_the_whole_bet_in_chips() -> None:
    game = playing("8 6 8 T T", bets=[500])
    assert game.refused(Split, 1) == "too_few_chips"
    assert game.refused(Double, 1) == "too_few_chips"


def test_a_split_ace_gets_one_card() -> None:
    game = playing("A 7 A T A 5", bets=[100])
    game.do(Split, 1)
    assert game.table.phase is Phase.RESULT
    assert picture(game) == ("dealer 7 T = 17 | 1: A A lose -100 / A 5 lose -100 (300) | bank 1200")


def test_split_aces_are_never_asked_for_a_move() -> None:
    game = playing("A 7 7 A 7 T A 5", bets=[100, 50])
    game.do(Split, 1)
    assert game.turn == 2


def test_21_after_a_split_is_an_ordinary_21_and_pays_even() -> None:
    game = playing("A 7 A T K 5", bets=[100])
    game.do(Split, 1)
    assert picture(game) == ("dealer 7 T = 17 | 1: A K win +100 / A 5 lose -100 (500) | bank 1000")


def test_a_ten_split_that_catches_an_ace_stands_at_21_and_pays_even() -> None:
    game = playing("K 6 Q T A 9 8", bets=[100])
    game.do(Split, 1)
    assert game.table.turn
    assert game.table.turn.hand == 1
    game.do(Stand, 1)
    assert game.hand(1).result is Result.WIN
    assert game.hand(1).net == 100


def test_a_split_21_only_pushes_a_dealer_21() -> None:
    game = playing("A 7 A 4 K 5 T", bets=[100])
    game.do(Split, 1)
    assert picture(game).startswith("dealer 7 4 T = 21 | 1: A K push +0 / A 5 lose -100")


def test_a_hand_made_by_a_split_may_be_doubled() -> None:
    game = playing("8 6 8 T 3 3 T 9 5", bets=[100])
    game.do(Split, 1)
    game.do(Double, 1)
    game.do(Double, 1)
    assert picture(game) == (
        "dealer 6 T 5 = 21 | 1: 8 3 T push +0 / 8 3 9 lose -200 (300) | bank 1200"
    )


def test_where_it_is_not_allowed_no_double_after_a_split() -> None:
    game = playing("8 6 8 T 3 3", bets=[100], rules=replace(BANK, double_after_split=False))
    game.do(Split, 1)
    assert game.refused(Double, 1) == "double_after_split"


def test_restricted_doubles_mean_hard_totals() -> None:
    cases = [("9-11", "5 4", True), ("9-11", "A 8", False), ("9-11", "6 2", False),
             ("10-11", "5 4", False), ("10-11", "6 4", True), ("10-11", "A 9", False)]  # fmt: skip
    for double, hand, allowed in cases:
        one, other = hand.split()
        game = playing(f"{one} 6 {other} T T T", bets=[50], rules=replace(BANK, double=double))
        if allowed:
            game.do(Double, 1)
        else:
            assert game.refused(Double, 1) == "double_totals", hand


def test_a_resplit_hand_has_its_new_neighbour_directly_to_its_right() -> None:
    rules = replace(BANK, max_hands=4)
    game = playing("8 6 8 T 8 2 3 4", bets=[50], rules=rules)
    game.do(Split, 1)
    game.do(Split, 1)
    assert picture(game) == ("dealer 6 ? | 1: > 8 3 [50] / 8 4 [50] / 8 2 [50] (350) | bank 1000")


def test_up_to_four_hands_counts_all_hands_of_the_seat() -> None:
    game = playing("8 6 8 T 8 8 8 8 8 8", bets=[50], rules=replace(BANK, max_hands=4))
    for _ in range(3):
        game.do(Split, 1)
    assert len(game.seat(1).hands) == 4
    assert game.refused(Split, 1) == "split_hands"


def test_aces_that_may_be_resplit_ask_only_for_that() -> None:
    rules = replace(BANK, max_hands=4, resplit_aces=True)
    game = playing("A 6 A T A 5", bets=[50], rules=rules)
    game.do(Split, 1)
    assert game.table.phase is Phase.PLAYING
    assert game.refused(Hit, 1) == "split_ace"
    assert game.refused(Double, 1) == "split_ace"
    game.rig("9 9 T")
    game.do(Split, 1)
    assert picture(game).endswith("1: A 9 win +50 / A 9 win +50 / A 5 win +50 (650) | bank 850")


def test_the_bank_table_has_no_surrender() -> None:
    game = playing("T T 6 7", bets=[100])
    assert game.refused(Surrender, 1) == "no_surrender"


def test_where_it_is_allowed_surrender_returns_half_rounded_down_and_only_at_first() -> None:
    rules = replace(BANK, surrender=True, min_bet=25, ladder=(25,))
    game = playing("T T 6 7", bets=[25], rules=rules)
    game.do(Surrender, 1)
    assert picture(game) == "dealer T 7 = 17 | 1: T 6 surrender -13 (487) | bank 1013"
    split = playing("8 T 8 7 2 2", bets=[25], rules=rules)
    split.do(Split, 1)
    assert split.refused(Surrender, 1) == "surrender_first"
    hit = playing("2 T 3 7 2", bets=[25], rules=rules)
    hit.do(Hit, 1)
    assert hit.refused(Surrender, 1) == "surrender_first"


def test_a_surrender_of_one_chip_is_not_offered() -> None:
    rules = replace(BANK, surrender=True, min_bet=1, ladder=(1,))
    assert playing("T T 6 7", bets=[1], rules=rules).refused(Surrender, 1) == "surrender_one"


def test_stakes_are_escrowed_before_the_card_is_dealt() -> None:
    game = playing("6 6 5 T 9 2", bets=[100])
    events = game.do(Double, 1)
    kinds = [type(event) for event in events]
    assert kinds.index(ChipsMoved) < kinds.index(CardDealt)
    assert events[0] == ChipsMoved("chips:1", "bet:1", 100, "double")
