"""The solo table: one member, no clocks, a run that is parked and comes to an end with a score."""

import pytest
from msgspec.structs import replace

from bot.game.events import HandStood, RoundEmpty, SessionEnded, TableParked
from bot.game.moves import (
    Bet,
    Close,
    Double,
    Hit,
    Join,
    Kick,
    Leave,
    NewSession,
    NextHand,
    Rebuy,
    SitOut,
    Split,
    Stand,
    Start,
)
from bot.game.play import balances
from bot.game.rules import CASINO, SOLO
from bot.game.table import Outcome, Phase, Result
from bot.game.view import public

from .tables import Game, betting, lobby, minted, next_hand, playing

WIN, LOSE, PUSH = "T 7 9 T", "T 9 6 T", "T 7 7 T"


def game_over(chips: int = 7, bet: int = 5) -> Game:
    game = playing(LOSE, bets=[bet], chips=[chips], rules=SOLO)
    game.do(Stand, 1)
    return game


# Bets


@pytest.mark.parametrize("chips", [5, 6, 37, 499, 500])
def test_any_whole_amount_from_five_to_all_chips_is_a_bet(chips: int) -> None:
    betting(1, SOLO).do(Bet, 1, chips)


def test_below_five_and_above_all_chips_is_no_bet() -> None:
    game = betting(1, SOLO)
    for chips in 4, 0, -5:
        assert game.refused(Bet, 1, chips) == "bet_too_small"
    assert game.refused(Bet, 1, 501) == "too_few_chips"
    assert public(game.table, 1).bets == (5, 500)


def test_the_last_bet_is_remembered_and_cut_to_what_is_left() -> None:
    game = playing(LOSE, bets=[300], rules=SOLO)
    game.do(Stand, 1)
    game.do(NextHand, 1)
    assert public(game.table).seats[0].same_bet == 200


def test_a_bet_deals_at_once() -> None:
    game = playing(WIN, bets=[10], rules=SOLO)
    assert game.turn == 1


# Clocks: none, but a forgotten run rests


def test_no_clock_but_the_idle_one_runs() -> None:
    game = betting(1, SOLO)
    assert game.table.deadline == game.now + 600_000
    game.rig(WIN)
    game.do(Bet, 1, 10)
    assert game.table.deadline == game.now + 600_000
    game.do(Stand, 1)
    assert game.table.deadline == game.now + 600_000


def test_ten_idle_minutes_stand_the_hand_and_park_the_run() -> None:
    game = playing(WIN, bets=[10], rules=SOLO)
    game.time_up()
    assert game.said(HandStood) == [HandStood(1, 0, "clock")]
    assert (game.is_in(Phase.RESULT), game.table.parked) == (True, True)
    assert game.table.deadline is None
    assert game.seat(1).chips == 510
    game.do(NextHand, 1)
    assert not game.table.parked


@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.RESULT])
def test_ten_idle_minutes_between_hands_park_the_run(phase: Phase) -> None:
    game = betting(1, SOLO) if phase is Phase.BETTING else playing("A 9 K 7", [10], rules=SOLO)
    game.time_up()
    assert (game.table.phase, game.table.parked, game.table.deadline) == (phase, True, None)
    assert len(game.said(TableParked)) == 1
    if phase is Phase.RESULT:
        game.do(NextHand, 1)
    game.do(Bet, 1, 10)


def test_a_hand_idled_away_that_ends_the_run_ends_it() -> None:
    game = playing(LOSE, bets=[500], rules=SOLO)
    game.time_up()
    assert game.table.outcome is Outcome.GAME_OVER
    assert not game.table.parked


def test_sitting_out_alone_is_an_empty_round_and_three_of_them_rest() -> None:
    game = betting(1, SOLO)
    for _ in range(3):
        game.do(SitOut, 1)
    assert len(game.said(RoundEmpty)) == 3
    assert game.table.parked


# Leaving


def test_leaving_in_the_hand_stands_settles_and_parks_the_run() -> None:
    game = playing("8 6 8 T 2 3 T", bets=[10], rules=SOLO)
    game.do(Split, 1)
    game.do(Leave, 1)
    assert [event.by for event in game.said(HandStood)] == ["left", "left"]
    assert (game.is_in(Phase.RESULT), game.table.parked) == (True, True)
    game.do(Join, 1)
    assert game.seat(1).chips == 520
    game.do(NextHand, 1)
    game.do(Bet, 1, 520)


@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.RESULT])
def test_leaving_between_hands_parks_the_run_and_keeps_chips_peak_and_rounds(phase: Phase) -> None:
    game = playing(WIN, bets=[100], rules=SOLO)
    game.do(Stand, 1)
    if phase is Phase.BETTING:
        game.do(NextHand, 1)
    game.do(Leave, 1)
    assert game.table.parked
    game.do(Join, 1)
    seat = game.seat(1)
    assert (seat.chips, seat.peak, seat.rounds) == (600, 600, 1)
    game.do(NextHand, 1)


def test_leaving_with_the_last_chips_on_a_losing_hand_is_the_end_of_the_run() -> None:
    game = playing(LOSE, bets=[500], rules=SOLO)
    game.do(Leave, 1)
    assert game.table.outcome is Outcome.GAME_OVER
    assert [(line.member, line.peak) for line in game.table.standings] == [(1, 500)]


def test_nobody_else_takes_over_a_run() -> None:
    game = betting(1, SOLO)
    assert game.refused(Join, 2) == "not_your_run"
    assert Join not in public(game.table).moves
    game.do(Leave, 1)
    assert game.refused(Join, 2) == "not_your_run"
    assert Join in public(game.table).moves  # it is there for who began the run
    game.do(Join, 1)


# The end


def test_below_five_chips_the_run_is_over() -> None:
    game = game_over()
    assert (game.table.outcome, game.table.phase) == (Outcome.GAME_OVER, Phase.ENDED)
    assert game.said(SessionEnded) == [SessionEnded("game_over", ())]
    assert game.refused(NextHand, 1) == "not_now"
    assert game.refused(Rebuy, 1) == "not_now"


def test_exactly_five_chips_play_on() -> None:
    game = game_over(chips=10)
    assert game.table.outcome is None
    game.do(NextHand, 1)
    game.do(Bet, 1, 5)


def test_the_score_is_the_most_held_after_a_settlement() -> None:
    game = playing(WIN, bets=[300], rules=SOLO)
    game.do(Stand, 1)
    next_hand(game, LOSE, [400])
    game.do(Stand, 1)
    next_hand(game, LOSE, [400])
    game.do(Stand, 1)
    line = game.table.standings[0]
    assert (line.peak, line.chips, line.rounds, line.net) == (800, 0, 3, -500)


def test_a_run_that_only_lost_scores_its_start() -> None:
    game = playing(LOSE, bets=[500], rules=SOLO)
    game.do(Stand, 1)
    assert game.table.standings[0].peak == 500


def test_ending_the_run_early_scores_too() -> None:
    game = playing(WIN, bets=[100], rules=SOLO)
    game.do(Stand, 1)
    game.do(Close, 1)
    assert game.table.outcome is Outcome.CLOSED_EARLY
    assert game.table.standings[0].peak == 600
    assert minted(game) == -100  # won from the house


def test_closing_in_the_hand_scores_what_it_won() -> None:
    game = playing(WIN, bets=[500], rules=SOLO)
    game.do(Close, 1)
    assert game.table.standings[0].peak == 1000


def test_starting_again_gives_fresh_chips_and_a_fresh_peak() -> None:
    game = playing(WIN, bets=[500], rules=SOLO)
    game.do(Stand, 1)
    next_hand(game, LOSE, [1000])
    game.do(Stand, 1)
    game.do(NewSession, 1)
    game.do(Start, 1)
    assert balances(game.table) == {"chips:1": 500}
    assert (game.seat(1).peak, game.seat(1).rounds) == (500, 0)


def test_a_double_may_leave_less_than_five_and_still_win_the_run_back() -> None:
    game = playing("6 6 5 T 9 9", bets=[250], rules=SOLO)
    game.do(Double, 1)
    assert game.hand(1).result is Result.WIN
    assert game.seat(1).chips == 1000


def test_an_admin_may_end_a_run_and_the_member_kicked_from_one_stays_away() -> None:
    game = betting(1, SOLO)
    game.do(Kick, 99, 1, admin=True)
    assert game.refused(Join, 1) == "was_kicked"
    game.do(Close, 99, admin=True)
    assert minted(game) == 0


def test_a_run_has_one_seat() -> None:
    assert lobby(1, SOLO).refused(Join, 2) == "not_your_run"
    assert lobby(1, replace(CASINO, seats=1)).refused(Join, 2) == "table_full"


def test_four_hands_bust_and_the_dealer_takes_no_card() -> None:
    game = playing("8 6 8 T 8 T 8 T T T T T T T", bets=[10], rules=SOLO)
    game.do(Split, 1)
    game.do(Split, 1)
    game.do(Split, 1)
    while game.is_in(Phase.PLAYING):
        game.do(Hit, 1)
    assert len(game.table.dealer) == 2
    assert game.seat(1).chips == 460
