"""Bets, sitting out, empty rounds and missed rounds."""

import msgspec
import pytest
from msgspec.structs import replace

from bot.game.events import (
    BettingOpened,
    ChipsMoved,
    HandBegan,
    MemberLeft,
    RoundEmpty,
    SatOut,
    TableParked,
)
from bot.game.legal import legal
from bot.game.moves import Bet, Join, Kick, Leave, NextHand, SitOut, Stand, TimeUp, move_from_json
from bot.game.play import balances
from bot.game.rules import BANK
from bot.game.table import Phase
from bot.game.view import public

from .tables import betting, next_hand, place, playing

AGAIN = "T 7 9 T"  # one seat that wins by standing


def test_bets_come_from_the_chip_ladder() -> None:
    for chips in 50, 100, 250, 500:
        assert Bet(1, betting().table.decision, chips) in legal(betting().table, 1)
    for chips in 51, 75, 99, 200, 499:
        assert betting().refused(Bet, 1, chips) == "not_on_ladder"


@pytest.mark.parametrize("chips", [0, -1, -50, 1, 49, -(10**30)])
def test_a_bet_below_the_minimum_is_refused(chips: int) -> None:
    assert betting().refused(Bet, 1, chips) == "bet_too_small"


@pytest.mark.parametrize("chips", [501, 1000, 10**9, 10**30])
def test_a_bet_above_the_maximum_is_refused(chips: int) -> None:
    assert betting().refused(Bet, 1, chips) == "bet_too_big"


@pytest.mark.parametrize("chips", ["50.5", '"50"', "null", "[50]", "1e400", "true"])
def test_a_logged_bet_that_is_no_whole_number_is_no_bet(chips: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        move_from_json(f'{{"type":"Bet","member":1,"decision":3,"chips":{chips}}}'.encode())


def test_a_bet_is_limited_to_what_the_seat_can_afford() -> None:
    game = betting()
    game.seat(1).chips = 249
    assert game.refused(Bet, 1, 250) == "too_few_chips"
    assert public(game.table, 1).bets == (50, 100)


def test_a_bet_leaves_the_stack_at_once() -> None:
    game = betting(2)
    game.do(Bet, 1, 100)
    assert (game.seat(1).chips, game.seat(1).bet) == (400, 100)
    assert balances(game.table)["bet:1"] == 100


def test_a_second_bet_replaces_the_first_and_never_adds_to_it() -> None:
    game = betting(2)
    game.do(Bet, 1, 100)
    game.do(Bet, 1, 250)
    assert (game.seat(1).chips, game.seat(1).bet) == (250, 250)
    game.do(Bet, 1, 500)  # affordable only because the first comes back
    assert (game.seat(1).chips, game.seat(1).bet) == (0, 500)


def test_the_same_bet_twice_is_refused() -> None:
    game = betting(2)
    game.do(Bet, 1, 100)
    assert game.refused(Bet, 1, 100) == "already_bet"


def test_a_bet_can_be_taken_back_by_sitting_out_until_the_deal() -> None:
    game = betting(2)
    game.do(Bet, 1, 100)
    game.do(SitOut, 1)
    assert (game.seat(1).chips, game.seat(1).bet) == (500, 0)
    assert game.refused(SitOut, 1) == "already_sitting_out"
    game.do(Bet, 1, 50)
    assert game.seat(1).bet == 50


def test_changing_a_bet_does_not_restart_the_clock() -> None:
    game = betting(2)
    deadline = game.table.deadline
    game.wait(20)
    game.do(Bet, 1, 100)
    game.do(Bet, 1, 50)
    assert game.table.deadline == deadline


def test_the_cards_come_as_soon_as_every_seat_has_answered() -> None:
    game = betting(3)
    game.do(Bet, 1, 50)
    game.do(SitOut, 2)
    assert game.table.phase is Phase.BETTING
    game.do(Bet, 3, 50)
    assert game.said(HandBegan)[-1].members == (1, 3)


def test_no_bet_and_no_sitting_out_once_the_cards_are_dealt() -> None:
    game = playing("T T 7 6 6 T", bets=[50, 50])
    assert game.refused(Bet, 1, 100) == "not_now"
    assert game.refused(SitOut, 1) == "not_now"


def test_a_seat_below_the_minimum_is_dealt_no_card_and_is_not_waited_for() -> None:
    game = betting(2)
    game.seat(1).chips = 49
    assert game.refused(Bet, 1, 50) == "below_minimum"
    assert game.refused(SitOut, 1) == "below_minimum"
    game.rig(AGAIN)
    game.do(Bet, 2, 50)
    assert game.said(HandBegan)[-1].members == (2,)
    assert game.members == [1, 2]  # keeps chips and place


def test_a_seat_whose_last_chips_are_its_bet_is_still_able_to_bet() -> None:
    game = betting(2)
    game.do(Bet, 1, 500)
    game.do(SitOut, 1)
    assert game.seat(1).chips == 500


def test_who_is_silent_when_the_clock_runs_out_sits_this_hand_out() -> None:
    game = betting(2)
    game.do(Bet, 1, 50)
    game.rig(AGAIN)
    game.time_up()
    assert [event.member for event in game.said(SatOut)] == [2]
    assert game.said(HandBegan)[-1].members == (1,)
    assert game.seat(2).chips == 500


def test_a_confirmed_bet_stands_when_the_clock_runs_out() -> None:
    game = betting(2)
    game.do(Bet, 1, 100)
    game.rig(AGAIN)
    game.time_up()
    assert game.seat(1).bet == 100


def test_a_seat_may_sit_out_two_rounds_running_and_the_third_frees_it() -> None:
    game = playing(AGAIN, bets=[50, 0])
    for missed in 1, 2:
        assert game.seat(2).missed == missed
        game.do(Stand, 1)
        next_hand(game, AGAIN, bets=[50, 0])
    assert game.members == [1]
    assert game.said(MemberLeft)[-1] == MemberLeft(2, "missed_rounds")


def test_the_clock_counts_missed_rounds_like_the_button() -> None:
    game = playing(AGAIN, bets=[50, 0])
    for _ in range(2):
        game.do(Stand, 1)
        game.do(NextHand, 1)
        while game.table.phase is Phase.SHUFFLE:
            game.time_up()
        game.do(Bet, 1, 50)
        game.rig(AGAIN)
        game.time_up()
    assert game.members == [1]


def test_one_bet_between_starts_the_count_anew() -> None:
    game = playing(AGAIN, bets=[50, 0])
    both = "T T 7 9 9 T"
    for cards, bets in (AGAIN, [50, 0]), (both, [50, 50]), (AGAIN, [50, 0]), (AGAIN, [50, 0]):
        for member in 1, 2:
            if game.turn == member:
                game.do(Stand, member)
        next_hand(game, cards, bets)
    assert game.seat(2).missed == 2
    assert game.members == [1, 2]


def test_a_seat_freed_for_missing_rounds_keeps_its_chips_for_a_return() -> None:
    game = playing("T 7 6 T", bets=[0, 50], chips=[430, 500])
    for _ in range(2):
        game.do(Stand, 2)
        next_hand(game, "T 7 7 T", bets=[0, 50])
    game.do(Stand, 2)
    assert game.members == [2]
    game.do(Join, 1)
    assert game.seat(1).chips == 430


def test_who_comes_back_may_sit_out_two_rounds_again() -> None:
    game = playing(AGAIN, bets=[0, 50])
    for _ in range(2):
        game.do(Stand, 2)
        next_hand(game, AGAIN, bets=[0, 50])
    game.do(Stand, 2)
    game.do(Join, 1)
    for missed in 1, 2:
        next_hand(game, AGAIN, bets=[0, 50])
        assert game.seat(1).missed == missed
        game.do(Stand, 2)


def test_a_broke_seat_is_never_freed_for_missing_rounds() -> None:
    game = playing("T 7 7 T", bets=[0, 50], chips=[25, 500])
    for _ in range(4):
        game.do(Stand, 2)
        next_hand(game, "T 7 7 T", bets=[0, 50])
    assert game.members == [1, 2]
    assert game.seat(1).missed == 0


def test_when_everybody_sits_out_no_card_is_dealt_and_betting_opens_again() -> None:
    game = betting(2)
    assert game.table.shoe
    place(game, [0, 0])
    assert [event.hand for event in game.said(RoundEmpty)] == [1]
    assert len(game.said(BettingOpened)) == 2
    assert game.table.shoe.dealt == 0
    assert game.table.hand == 0


def test_an_empty_round_frees_nobody() -> None:
    game = betting(2)
    for _ in range(5):
        place(game, [0, 0])
    assert game.members == [1, 2]


def test_after_three_empty_rounds_the_clock_stops_until_someone_bets() -> None:
    game = betting(2)
    for _ in range(3):
        assert game.table.deadline is not None
        game.time_up()
    assert game.table.parked
    assert game.table.deadline is None
    assert len(game.said(TableParked)) == 1
    game.wait(100_000)
    assert game.refused(TimeUp) == "too_early"
    game.do(Bet, 2, 50)
    assert not game.table.parked
    assert game.table.deadline == game.now + 60_000


def test_a_dealt_hand_starts_the_count_of_empty_rounds_anew() -> None:
    game = betting(1)
    game.time_up()
    game.time_up()
    game.rig("A 9 K 7")
    game.do(Bet, 1, 50)
    assert game.table.empty_rounds == 0


def test_who_joins_during_an_empty_round_plays_the_next_one() -> None:
    game = betting(1)
    game.do(Join, 2)
    assert game.refused(Bet, 2, 50) == "from_next_hand"
    game.do(SitOut, 1)
    game.do(Bet, 2, 50)
    assert game.seat(2).bet == 50


def test_who_joins_a_table_that_stopped_its_clock_can_play_without_the_absent() -> None:
    game = betting(1)
    for _ in range(3):
        game.time_up()
    game.do(Join, 2)
    assert game.table.deadline == game.now + 60_000
    game.do(Bet, 2, 50)
    game.rig(AGAIN)
    game.time_up()
    assert game.said(HandBegan)[-1].members == (2,)


def test_leaving_before_the_deal_returns_the_bet() -> None:
    game = betting(2)
    game.do(Bet, 1, 100)
    game.do(Leave, 1)
    assert ChipsMoved("bet:1", "chips:1", 100, "bet_returned") in game.events
    assert game.members == [2]
    assert balances(game.table) == {"bank": 2000, "chips:1": 500, "chips:2": 500}


def test_the_last_silent_member_leaving_deals_the_cards() -> None:
    game = betting(2)
    game.do(Bet, 1, 100)
    game.rig(AGAIN)
    game.do(Leave, 2)
    assert game.table.phase is Phase.PLAYING


def test_kicking_the_last_silent_member_deals_the_cards() -> None:
    game = betting(2)
    game.do(Bet, 1, 100)
    game.rig(AGAIN)
    game.do(Kick, 1, 2)
    assert game.table.phase is Phase.PLAYING


def test_a_table_without_a_ladder_takes_any_whole_bet_in_its_limits_and_offers_one() -> None:
    game = betting(rules=replace(BANK, ladder=()))
    assert public(game.table).bets
    game.seat(1).chips = 333
    assert game.refused(Bet, 1, 334) == "too_few_chips"
    assert game.refused(Bet, 1, 49) == "bet_too_small"
    game.rig(AGAIN)
    game.do(Bet, 1, 333)
    assert game.seat(1).bet == 333


def test_all_that_was_bet_without_a_ladder_can_still_be_changed() -> None:
    game = betting(2, rules=replace(BANK, ladder=()))
    for chips in 50, 500, 77:
        game.do(Bet, 1, chips)
        assert Bet in public(game.table, 1).moves
