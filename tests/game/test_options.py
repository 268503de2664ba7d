"""Surrender, splits, doubles, naturals and soft 17, as casino, classic, solo and room play them."""

import pytest
from msgspec.structs import replace

from bot.game.events import (
    HandSettled,
    HandSurrendered,
)
from bot.game.legal import legal
from bot.game.moves import (
    Double,
    Hit,
    Join,
    Leave,
    Move,
    PassInsurance,
    Split,
    Stand,
    Surrender,
)
from bot.game.play import balances
from bot.game.rules import BANK, CASINO, CLASSIC, ROOM, SOLO, TABLES, HouseRules
from bot.game.table import Phase, Result

from .tables import Game, minted, picture, playing


def offered(game: Game, member: int = 1) -> set[type[Move]]:
    return {type(move) for move in legal(game.table, member)} & {
        Hit,
        Stand,
        Double,
        Split,
        Surrender,
    }


# Surrender


@pytest.mark.parametrize(("bet", "back"), [(100, 50), (25, 12), (5, 2)])
def test_surrender_gives_half_back_rounded_down(bet: int, back: int) -> None:
    game = playing("T T 6 7", bets=[bet], rules=CASINO)
    game.do(Surrender, 1)
    assert game.said(HandSurrendered) == [HandSurrendered(1, 0)]
    assert game.seat(1).chips == 1000 - bet + back
    assert len(game.table.dealer) == 2  # nobody is left to draw for


def test_a_bet_of_one_chip_is_not_surrendered() -> None:
    game = playing("T T 6 7", bets=[1], rules=replace(CASINO, min_bet=1))
    assert game.refused(Surrender, 1) == "surrender_one"


def test_surrender_comes_after_the_dealers_check() -> None:
    assert playing("T T 6 A", bets=[100], rules=CASINO).is_in(Phase.RESULT)
    game = playing("T A 6 7", bets=[100], rules=CASINO)
    assert game.refused(Surrender, 1) == "not_now"
    game.do(PassInsurance, 1)
    game.do(Surrender, 1)


def test_surrender_is_for_the_first_two_cards_and_not_after_a_split() -> None:
    game = playing("8 T 8 7 2 3 2 3", bets=[100], rules=CASINO)
    game.do(Split, 1)
    assert game.refused(Surrender, 1) == "surrender_first"
    hit = playing("4 T 8 7 2 3", bets=[100], rules=CASINO)
    hit.do(Hit, 1)
    assert hit.refused(Surrender, 1) == "surrender_first"


def test_the_others_play_on_after_a_surrender() -> None:
    game = playing("T 9 T 6 9 7", bets=[100, 100], rules=CASINO)
    game.do(Surrender, 1)
    assert game.turn == 2
    game.do(Stand, 2)
    assert [game.seat(member).chips for member in (1, 2)] == [950, 1100]


@pytest.mark.parametrize("rules", [BANK, CLASSIC, SOLO, ROOM], ids=lambda rules: rules.table)
def test_elsewhere_and_with_the_option_off_there_is_no_surrender(rules: HouseRules) -> None:
    for table in rules, replace(CASINO, surrender=False):
        game = playing("T T 6 7", bets=[50], rules=table)
        assert game.refused(Surrender, 1) == "no_surrender"


# Splits


@pytest.mark.parametrize("rules", [CASINO, SOLO], ids=lambda rules: rules.table)
def test_pairs_are_split_up_to_four_hands_of_the_seat(rules: HouseRules) -> None:
    game = playing("8 6 8 T 8 2 8 3 8 4", bets=[10], rules=rules)
    for _ in range(3):
        game.do(Split, 1)
    assert len(game.seat(1).hands) == 4
    assert game.refused(Split, 1) == "split_hands"
    assert balances(game.table)["bet:1"] == 40


def test_the_new_hand_of_a_resplit_stands_directly_to_its_right() -> None:
    game = playing("8 6 8 T 8 2 3 4 T T T", bets=[10], rules=CASINO)
    game.do(Split, 1)  # 8 8 / 8 2
    game.do(Split, 1)  # 8 3 / 8 4 / 8 2
    assert picture(game).startswith("dealer 6 ? | 1: > 8 3 [10] / 8 4 [10] / 8 2 [10]")


def test_hands_are_played_left_to_right_also_after_a_resplit() -> None:
    game = playing("8 6 8 T 2 8 5 6 T", bets=[10], rules=CASINO)
    game.do(Split, 1)  # 8 2 / 8 8
    game.do(Stand, 1)
    game.do(Split, 1)  # 8 2 / 8 5 / 8 6
    assert picture(game).startswith("dealer 6 ? | 1: 8 2 [10] / > 8 5 [10] / 8 6 [10]")


@pytest.mark.parametrize("rules", [BANK, CLASSIC, ROOM], ids=lambda rules: rules.table)
def test_where_one_split_is_allowed_the_third_of_a_kind_stays(rules: HouseRules) -> None:
    game = playing("8 6 8 T 8 2", bets=[50], rules=rules)
    game.do(Split, 1)
    assert game.refused(Split, 1) == "split_hands"


@pytest.mark.parametrize("rules", TABLES.values(), ids=lambda rules: rules.table)
def test_split_aces_get_one_card_each_and_stand(rules: HouseRules) -> None:
    game = playing("A 6 A T 5 A T", bets=[50], rules=rules)
    game.do(Split, 1)
    assert game.is_in(Phase.RESULT)
    assert [len(hand.cards) for hand in game.seat(1).hands] == [2, 2]


@pytest.mark.parametrize("rules", [CASINO, SOLO], ids=lambda rules: rules.table)
def test_split_aces_are_not_resplit_though_other_pairs_are(rules: HouseRules) -> None:
    game = playing("A 6 A T A A T", bets=[50], rules=rules)
    game.do(Split, 1)
    assert game.is_in(Phase.RESULT)


def test_where_the_option_is_on_aces_are_resplit_and_can_only_split_or_stand() -> None:
    game = playing("A 6 A T A 5 A 7 2 T T", bets=[50], rules=replace(CASINO, resplit_aces=True))
    game.do(Split, 1)  # A A / A 5
    assert offered(game) == {Split, Stand}
    assert game.refused(Hit, 1) == "split_ace"
    assert game.refused(Double, 1) == "split_ace"
    game.do(Split, 1)  # A A / A 7 / A 5
    game.do(Split, 1)  # the last of four hands
    assert [len(hand.cards) for hand in game.seat(1).hands] == [2, 2, 2, 2]
    assert game.is_in(Phase.RESULT)


def test_a_pair_of_split_aces_stands_when_the_chips_for_another_split_are_gone() -> None:
    rules = replace(CASINO, resplit_aces=True)
    game = playing("A 6 A T A A T", bets=[50], chips=[100], rules=rules)
    game.do(Split, 1)
    assert game.is_in(Phase.RESULT)


def test_a_resplit_that_takes_the_last_chips_lets_the_other_pair_of_aces_stand() -> None:
    rules = replace(CASINO, resplit_aces=True)
    game = playing("A 6 A T A A 5 6 T", bets=[50], chips=[150], rules=rules)
    game.do(Split, 1)  # A A / A A
    game.do(Split, 1)  # A 5 / A 6 / A A
    assert game.is_in(Phase.RESULT)
    assert len(game.seat(1).hands) == 3


@pytest.mark.parametrize("rules", TABLES.values(), ids=lambda rules: rules.table)
def test_by_value_king_and_queen_are_a_pair_and_by_rank_they_are_not(rules: HouseRules) -> None:
    game = playing("K 6 Q T 5 6", bets=[50], rules=rules)
    if rules.split_by == "rank":
        assert rules.table == "classic"
        assert game.refused(Split, 1) == "split_pairs"
        game = playing("K 6 K T 5 6", bets=[50], rules=rules)
    game.do(Split, 1)
    assert len(game.seat(1).hands) == 2


@pytest.mark.parametrize("rules", TABLES.values(), ids=lambda rules: rules.table)
def test_a_two_card_21_after_a_split_pays_one_to_one_on_every_table(rules: HouseRules) -> None:
    game = playing("A 6 A T K 9 T", bets=[50], rules=rules)
    game.do(Split, 1)
    assert game.hand(1).total == 21
    assert (game.hand(1).result, game.hand(1).net) == (Result.WIN, 50)


def test_a_two_card_21_after_a_split_is_not_paid_at_once_as_a_natural() -> None:
    game = playing("K 9 6 K 9 T A 5 T", bets=[50, 50], rules=CLASSIC)
    game.do(Split, 1)  # K A stands / K 5
    assert not game.hand(1).settled
    assert game.said(HandSettled) == []


# Doubles


@pytest.mark.parametrize("rules", [BANK, CASINO, SOLO, ROOM], ids=lambda rules: rules.table)
def test_any_two_cards_are_doubled_but_at_the_classic_table(rules: HouseRules) -> None:
    for one, two in ("T", "9"), ("A", "7"), ("2", "2"):
        assert Double in offered(playing(f"{one} 6 {two} T", bets=[50], rules=rules))


@pytest.mark.parametrize(
    ("cards", "nine", "ten"),
    [
        ("5 3", False, False), ("5 4", True, False), ("7 3", True, True), ("8 3", True, True),
        ("5 5", True, True), ("8 4", False, False), ("A 8", False, False), ("A 9", False, False),
    ],
)  # fmt: skip
def test_restricted_doubles_mean_hard_totals(cards: str, nine: bool, ten: bool) -> None:
    one, two = cards.split()
    for double, allowed in ("9-11", nine), ("10-11", ten):
        for rules in replace(CLASSIC, double=double), replace(CASINO, double=double):
            game = playing(f"{one} 6 {two} T", bets=[50], rules=rules)
            assert (Double in offered(game)) is allowed, (rules.table, double)
            if not allowed:
                assert game.refused(Double, 1) == "double_totals"


def test_after_a_split_the_classic_table_doubles_nothing_and_the_others_do() -> None:
    for rules in TABLES.values():
        game = playing("5 6 5 T 6 6", bets=[50], rules=rules)
        game.do(Split, 1)
        if rules is CLASSIC:
            assert game.refused(Double, 1) == "double_after_split"
        else:
            assert Double in offered(game)


def test_the_option_of_no_double_after_a_split() -> None:
    game = playing("5 6 5 T 6 6", bets=[50], rules=replace(CASINO, double_after_split=False))
    game.do(Split, 1)
    assert game.refused(Double, 1) == "double_after_split"


# Naturals


def test_at_the_classic_table_a_natural_is_paid_before_anyone_acts() -> None:
    game = playing("A 9 7 K 9 T", bets=[100, 50], rules=CLASSIC)
    assert game.said(HandSettled) == [HandSettled(1, 0, "blackjack", 100, net=150)]
    assert balances(game.table) == {"chips:1": 650, "chips:2": 450, "bet:2": 50}
    assert game.turn == 2
    game.do(Stand, 2)
    assert len(game.said(HandSettled)) == 2  # it is not paid again
    assert game.seat(1).chips == 650


def test_who_leaves_with_a_natural_that_is_paid_takes_no_chip_more() -> None:
    game = playing("A 9 7 K 9 T", bets=[100, 50], rules=CLASSIC)
    game.do(Leave, 1)
    assert balances(game.table) == {"chips:1": 650, "chips:2": 450, "bet:2": 50}
    game.do(Stand, 2)
    assert minted(game) == 500 + 500 - 650
    assert game.members == [2]


def test_a_paid_natural_can_think_better_of_leaving() -> None:
    game = playing("A 9 7 K 9 T", bets=[100, 50], rules=CLASSIC)
    game.do(Leave, 1)
    game.do(Join, 1)
    game.do(Stand, 2)
    assert game.seat(1).chips == 650


def test_with_an_ace_up_a_natural_is_paid_after_the_dealers_check() -> None:
    game = playing("A 9 A K 9 6", bets=[100, 50], rules=CLASSIC)
    assert game.said(HandSettled) == []
    game.do(PassInsurance, 1)
    assert game.said(HandSettled) == []
    game.do(PassInsurance, 2)
    assert game.said(HandSettled) == [HandSettled(1, 0, "blackjack", 100, net=150)]


def test_elsewhere_naturals_are_paid_with_all_other_hands() -> None:
    for rules in BANK, CASINO, ROOM:
        game = playing("A 9 7 K 9 T", bets=[100, 50], rules=rules)
        assert game.said(HandSettled) == []
        assert not game.hand(1).settled


def test_a_finite_bank_pays_naturals_with_all_it_owes_even_where_they_are_paid_at_once() -> None:
    rules = replace(BANK, naturals_at_once=True)
    game = playing("A 9 7 K 9 T", bets=[100, 50], rules=rules, bank=20)
    assert game.said(HandSettled) == []
    game.do(Stand, 2)
    assert [game.hand(member).net for member in (1, 2)] == [15, 5]  # of 150 and 50
    assert game.table.bank == 0


def test_a_solo_natural_ends_the_round() -> None:
    game = playing("A 9 K 7", bets=[10], rules=SOLO)
    assert game.is_in(Phase.RESULT)
    assert game.seat(1).chips == 515


@pytest.mark.parametrize(("bet", "paid"), [(5, 6), (7, 8), (10, 12), (100, 120)])
def test_six_to_five_is_rounded_down(bet: int, paid: int) -> None:
    game = playing("A 9 K 7", bets=[bet], rules=replace(CASINO, natural=(6, 5)))
    assert game.hand(1).net == paid


@pytest.mark.parametrize("bet", [1, 3, 5, 25])
def test_odd_bets_give_up_the_half_chip_of_a_natural(bet: int) -> None:
    game = playing("A 9 K 7", bets=[bet], rules=ROOM)
    assert game.hand(1).net == bet * 3 // 2


# The dealer


@pytest.mark.parametrize("rules", TABLES.values(), ids=lambda rules: rules.table)
def test_only_the_casino_draws_to_a_soft_17_and_only_by_default(rules: HouseRules) -> None:
    for table in rules, replace(rules, hits_soft_17=not rules.hits_soft_17):
        game = playing("T 6 9 A T", bets=[50], rules=table)
        game.do(Stand, 1)
        assert len(game.table.dealer) == (3 if table.hits_soft_17 else 2)
    assert rules.hits_soft_17 == (rules is CASINO)


def test_the_casino_stands_on_hard_17_and_soft_18() -> None:
    for cards in "T T 9 7", "T 7 9 A":
        game = playing(cards, bets=[50], rules=CASINO)
        game.do(Stand, 1)
        assert len(game.table.dealer) == 2


@pytest.mark.parametrize("rules", TABLES.values(), ids=lambda rules: rules.table)
def test_the_dealer_draws_for_nobody_who_is_bust_natural_or_gone(rules: HouseRules) -> None:
    bust = playing("T 6 6 T T", bets=[50], rules=rules)
    bust.do(Hit, 1)
    natural = playing("A 6 K T", bets=[50], rules=rules)
    for game in bust, natural:
        assert game.is_in(Phase.RESULT)
        assert len(game.table.dealer) == 2
        assert game.table.hole_shown


@pytest.mark.parametrize("rules", TABLES.values(), ids=lambda rules: rules.table)
def test_21_stands_by_itself_on_every_table(rules: HouseRules) -> None:
    game = playing("5 9 6 8 T", bets=[50], rules=rules)
    game.do(Hit, 1)
    assert game.is_in(Phase.RESULT)
