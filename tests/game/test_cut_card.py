"""The cut card of casino and classic, the player's cut, and a shoe that runs out."""

import pytest
from msgspec.structs import replace

from bot.game import shoe
from bot.game.events import (
    CutCardPlaced,
    RoundVoided,
    ShoeOpened,
    ShoeRevealed,
    ShuffleBegan,
)
from bot.game.moves import (
    Bet,
    Close,
    Cut,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Join,
    Leave,
    NextHand,
    PassCut,
    PassInsurance,
    SitOut,
    Split,
    Stand,
    Start,
)
from bot.game.play import balances
from bot.game.rules import BANK, CASINO, CLASSIC, ROOM, SOLO, TABLES, HouseRules, worst_case
from bot.game.table import Outcome, Phase
from bot.game.view import public

from .tables import Game, betting, lobby, minted, pass_the_cut, playing

CARDS = 52 * 6


def used(game: Game, cards: int) -> Game:
    """At a result, with so many cards of the shoe dealt."""
    game.rig("T 7 9 T")
    game.do(Bet, 1, 50)
    game.do(Stand, 1)
    size, cut_at = 52 * game.table.rules.decks, opened(game)
    game.table.shoe = shoe.rigged([0] * size, game.table.rules.decks)
    game.table.shoe.dealt, game.table.shoe.cut_at = cards, cut_at
    return game


def opened(game: Game) -> int:
    return game.said(CutCardPlaced)[-1].p


# Where the cut card lies


def test_the_casinos_cut_card_lies_at_three_quarters_and_everybody_sees_where() -> None:
    game = betting(1, CASINO)
    assert game.said(CutCardPlaced) == [CutCardPlaced(1, 234)]
    seen = public(game.table).shoe
    assert seen
    assert (seen.cut_at, seen.size) == (234, CARDS)


def test_three_quarters_used_is_shuffled_before_the_next_betting_and_a_card_less_is_not() -> None:
    game = used(betting(1, CASINO), 233)
    game.do(NextHand, 1)
    assert game.is_in(Phase.BETTING)
    game = used(betting(1, CASINO), 234)
    game.do(NextHand, 1)
    assert game.is_in(Phase.SHUFFLE)
    pass_the_cut(game)
    assert game.is_in(Phase.BETTING)


@pytest.mark.parametrize(("percent", "cards"), [(50, 156), (53, 166), (75, 234), (90, 281)])
def test_the_penetration_is_that_much_of_the_shoe_or_a_card_more(percent: int, cards: int) -> None:
    game = betting(1, replace(CASINO, penetration=percent))
    assert opened(game) == cards
    assert (cards - 1) * 100 < percent * CARDS <= cards * 100


def test_the_hand_in_which_the_cut_card_comes_is_played_to_its_end() -> None:
    game = betting(1, CASINO)
    game.rig("T 6 5 T 2 T")
    assert game.table.shoe
    game.table.shoe.cut_at = 2
    game.do(Bet, 1, 50)
    game.do(Hit, 1)
    game.do(Stand, 1)
    assert game.is_in(Phase.RESULT)
    assert len(game.said(ShuffleBegan)) == 1
    game.time_up()
    assert game.is_in(Phase.SHUFFLE)


def test_an_unused_shoe_is_not_shuffled_again() -> None:
    game = betting(1, replace(CLASSIC, decks=1, seats=1))
    assert opened(game) == 0  # one deck has no 60 cards: it is used once
    game.do(SitOut, 1)
    assert game.is_in(Phase.BETTING)
    game.rig("T 7 9 T")
    assert game.table.shoe
    game.table.shoe.cut_at = 0
    game.do(Bet, 1, 50)
    game.do(Stand, 1)
    game.do(NextHand, 1)
    assert game.is_in(Phase.SHUFFLE)


# The player's cut


@pytest.mark.parametrize("place", [60, 61, 75])
def test_the_cutter_of_the_classic_table_places_the_cut_card(place: int) -> None:
    game = lobby(2, CLASSIC)
    game.do(Start, 1)
    assert public(game.table).cutter == 1
    for wrong in 59, 76, 0, -1, 10**9:
        assert game.refused(Cut, 1, "mine", wrong) == "cut_place"
    assert game.refused(Cut, 2, "not mine", place) == "not_the_cutter"
    game.do(Cut, 2, "words go in, too")
    game.do(Cut, 1, "mine", place)
    assert game.said(CutCardPlaced) == [CutCardPlaced(1, CARDS - place)]


def test_the_cutter_rotates_from_shuffle_to_shuffle() -> None:
    game = lobby(3, CLASSIC)
    game.do(Start, 1)
    cutters = [game.table.cutter]
    for _ in range(4):
        pass_the_cut(game)
        assert game.table.shoe
        game.table.shoe.dealt = CARDS - 60
        game.do(SitOut, 1)
        game.do(SitOut, 2)
        game.do(SitOut, 3)
        cutters.append(game.table.cutter)
    assert cutters == [1, 2, 3, 1, 2]


def test_when_the_last_cutter_has_gone_the_first_seat_cuts() -> None:
    game = lobby(3, CLASSIC)
    game.do(Start, 1)
    game.do(Leave, 1)
    pass_the_cut(game)
    assert game.table.shoe
    game.table.shoe.dealt = CARDS - 60
    game.do(SitOut, 2)
    game.do(SitOut, 3)
    assert game.table.cutter == 2


def test_a_member_who_cannot_bet_is_not_the_cutter() -> None:
    game = lobby(2, CLASSIC)
    game.do(Start, 1)
    pass_the_cut(game)
    game.seat(2).chips = 1
    assert game.table.shoe
    game.table.shoe.dealt = CARDS - 60
    game.do(SitOut, 1)
    assert game.table.cutter == 1


@pytest.mark.parametrize("says", [None, "words alone"])
def test_a_silent_cutters_card_lies_60_to_75_from_the_end_by_the_cuts_and_the_promise(
    says: str | None,
) -> None:
    places = set()
    for luck in range(40):
        game = Game(CLASSIC, luck=luck << 8)
        game.do(Join, 1)
        game.do(Start, 1)
        game.time_up() if says is None else game.do(Cut, 1, says)
        opened_shoe = game.table.shoe
        assert opened_shoe
        from_end = CARDS - opened(game)
        assert from_end == 60 + shoe.cut_number(opened_shoe) % 16
        places.add(from_end)
    assert min(places) >= 60
    assert max(places) <= 75
    assert len(places) > 8


def test_where_no_player_cuts_nobody_names_a_place() -> None:
    game = lobby(1, CASINO)
    game.do(Start, 1)
    assert game.refused(Cut, 1, "mine", 60) == "not_the_cutter"
    assert public(game.table).cutter == 0


def test_a_cutter_who_leaves_leaves_the_place_to_chance() -> None:
    game = lobby(2, CLASSIC)
    game.do(Start, 1)
    game.do(Leave, 1)
    assert game.refused(Cut, 2, "mine", 60) == "not_the_cutter"
    game.do(PassCut, 2)
    assert CARDS - 75 <= opened(game) <= CARDS - 60


# Fewer decks than usual


@pytest.mark.parametrize("table", ["casino", "classic", "ours"])
def test_with_fewer_decks_the_worst_case_shuffles_before_the_cut_card_comes(table: str) -> None:
    base = TABLES.get(table, CASINO)
    rules = replace(base, table=table, decks=2, seats=2, max_hands=4, penetration=90)
    rules = replace(rules, player_cut=False)
    worst = worst_case(rules, 1)
    for left, phase in (worst, Phase.BETTING), (worst - 1, Phase.SHUFFLE):
        game = used(betting(1, rules), 104 - left)
        game.table.shoe.cut_at = 104  # type: ignore[union-attr]
        game.do(NextHand, 1)
        assert game.is_in(phase), left


def test_with_six_decks_only_the_cut_card_shuffles() -> None:
    rules = replace(CASINO, penetration=90)
    game = betting(6, rules)
    assert game.table.shoe
    game.table.shoe.dealt = 280
    assert game.table.shoe.left < worst_case(rules, 6)
    for member in range(1, 7):
        game.do(SitOut, member)
    assert game.is_in(Phase.BETTING)


# The shoe runs out


@pytest.mark.parametrize("cards", ["T", "T T", "T T 7", "T T 7 9 9"])
def test_a_shoe_that_runs_out_in_the_deal_makes_the_round_void(cards: str) -> None:
    for rules in CASINO, CLASSIC, BANK:
        game = playing(cards, bets=[100, 50], rules=rules)
        assert game.said(RoundVoided) == [RoundVoided(1)]
        chips = rules.chips
        held = {name: n for name, n in balances(game.table).items() if name != "bank"}
        assert held == {"chips:1": chips, "chips:2": chips}
        assert game.is_in(Phase.SHUFFLE)
        assert all(seat.hands == [] for seat in game.table.seats)


def test_every_stake_comes_back_doubles_splits_and_insurance_too() -> None:
    game = playing("8 A 8 6 3 3 9", bets=[100], rules=CASINO)
    game.do(Insure, 1, 50)
    game.do(Split, 1)
    game.do(Double, 1)
    assert balances(game.table) == {"chips:1": 650, "bet:1": 350}
    game.do(Double, 1)
    assert game.said(RoundVoided) == [RoundVoided(1)]
    assert balances(game.table) == {"chips:1": 1000}
    assert minted(game) == 1000


def test_even_money_that_was_taken_comes_back_as_the_stake() -> None:
    game = playing("A 9 A K 3 6 2", bets=[100, 50], rules=CASINO)
    game.do(EvenMoney, 1)
    game.do(PassInsurance, 2)
    game.do(Hit, 2)
    game.do(Hit, 2)
    assert game.said(RoundVoided)
    assert balances(game.table) == {"chips:1": 1000, "chips:2": 1000}


def test_a_natural_paid_at_once_stays_paid_in_a_void_round() -> None:
    game = playing("A 9 7 K 3 T", bets=[100, 50], rules=CLASSIC)
    game.do(Hit, 2)
    assert game.said(RoundVoided)
    assert balances(game.table) == {"chips:1": 650, "chips:2": 500}


def test_the_shoe_of_a_void_round_is_revealed_and_a_new_one_opened() -> None:
    game = betting(1, CASINO)
    old = game.table.shoe
    assert old
    old.dealt = CARDS - 2
    game.do(Bet, 1, 100)
    assert game.said(ShoeRevealed) == [ShoeRevealed(1, old.seed)]
    pass_the_cut(game)
    assert [event.shoe for event in game.said(ShoeOpened)] == [1, 2]
    assert game.is_in(Phase.BETTING)
    game.do(Bet, 1, 100)


def test_who_was_leaving_a_void_round_is_gone_with_all_chips() -> None:
    game = playing("T T 7 9 3 T", bets=[100, 50], rules=CASINO)
    game.do(Leave, 1)
    game.do(Hit, 2)
    assert game.said(RoundVoided)
    assert game.members == [2]
    assert minted(game) == 1000


def test_closing_when_the_dealer_has_no_card_left_closes_with_every_stake_returned() -> None:
    game = playing("T 6 9 T", bets=[100], rules=CASINO)
    game.do(Close, 1)
    assert game.said(RoundVoided)
    assert game.is_in(Phase.CLOSED)
    assert game.table.outcome is Outcome.CLOSED_EARLY
    assert [line.net for line in game.table.standings] == [0]
    assert minted(game) == 0


@pytest.mark.parametrize("rules", [SOLO, ROOM], ids=lambda rules: rules.table)
def test_where_every_hand_is_shuffled_a_void_round_opens_the_next_betting(
    rules: HouseRules,
) -> None:
    game = playing("T 6 9 T", bets=[100], rules=rules)
    game.do(Stand, 1)
    assert game.said(RoundVoided)
    assert game.is_in(Phase.BETTING)
    assert balances(game.table) == {"chips:1": rules.chips}
    game.do(Bet, 1, 100)
    if rules is ROOM:
        game.time_up()
    assert game.table.hand == 2


def test_the_clock_makes_a_round_void_as_a_press_does() -> None:
    game = playing("T 6 9 T", bets=[100], rules=CASINO)
    game.time_up()
    assert game.said(RoundVoided)
    assert balances(game.table) == {"chips:1": 1000}
