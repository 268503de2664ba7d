"""The room: fixed windows, a table limit, a table that plays on by itself and comes to an end."""

import pytest
from msgspec.structs import replace

from bot.game.events import (
    BettingOpened,
    HandBegan,
    MemberLeft,
    RoundEmpty,
    TableClosed,
    TableParked,
)
from bot.game.legal import legal
from bot.game.moves import (
    Bet,
    Double,
    Hit,
    Join,
    Leave,
    NextHand,
    Resume,
    SitOut,
    Split,
    Stand,
    TimeUp,
)
from bot.game.play import balances
from bot.game.rules import BANK, CASINO, CLASSIC, ROOM, SOLO, HouseRules
from bot.game.table import Phase
from bot.game.view import public

from .tables import NOON, SECOND, Game, betting, minted, playing

OTHERS = (BANK, CASINO, CLASSIC, SOLO)


def to_the_result(game: Game) -> None:
    """The betting clock runs out and everybody stands."""
    game.rig("T " * 12 + "7 " + "9 " * 12 + "T")
    game.time_up()
    while game.turn:
        game.do(Stand, game.turn)
    assert game.is_in(Phase.RESULT)


# Windows


def test_the_whole_betting_window_runs_whoever_has_answered() -> None:
    game = betting(2, ROOM)
    game.do(Bet, 1, 10)
    game.do(Bet, 2, 20)
    game.wait(14)
    assert game.refused(TimeUp) == "too_early"
    assert game.is_in(Phase.BETTING)
    game.do(Bet, 1, 30)  # may still be changed
    game.wait(1)
    game.rig("T T 7 9 9 T")
    game.do(TimeUp)
    assert game.turn == 1
    assert game.hand(1).stake == 30


def test_sitting_out_and_leaving_do_not_shorten_the_window() -> None:
    game = betting(3, ROOM)
    game.do(SitOut, 1)
    game.do(Leave, 2)
    game.do(Leave, 3)
    assert game.is_in(Phase.BETTING)
    game.do(Leave, 1)
    assert (game.is_in(Phase.BETTING), game.members) == (True, [])
    assert game.table.deadline == NOON + 15 * SECOND


def test_one_bettor_suffices_and_the_silent_sit_out() -> None:
    game = betting(3, ROOM)
    game.do(Bet, 2, 10)
    game.rig("T 7 9 T")
    game.time_up()
    assert game.said(HandBegan) == [HandBegan(1, (2,))]


def test_each_decision_has_its_twenty_seconds_and_the_clock_stands_all_hands() -> None:
    game = playing("8 6 8 T 2 3 T", bets=[10], rules=ROOM)
    assert game.table.deadline == game.now + 20 * SECOND
    game.do(Split, 1)
    game.time_up()
    assert game.is_in(Phase.RESULT)


def test_the_result_stays_six_seconds_and_nobody_cuts_it_short() -> None:
    game = playing("A 9 K 7", bets=[10], rules=ROOM)
    assert game.table.deadline == game.now + 6 * SECOND
    assert game.refused(NextHand, 1) == "not_now"
    assert NextHand not in public(game.table).moves
    game.time_up()
    assert game.is_in(Phase.BETTING)
    assert game.said(BettingOpened) == [BettingOpened(1), BettingOpened(2)]


def test_a_result_without_a_clock_waits_for_next_hand_in_a_room_too() -> None:
    rules = replace(ROOM, clocks=replace(ROOM.clocks, result=None))
    game = playing("A 9 K 7", bets=[10], rules=rules)
    game.do(NextHand, 1)
    assert game.is_in(Phase.BETTING)


def test_the_table_limit_covers_all_that_the_round_puts_at_risk() -> None:
    game = betting(1, ROOM)
    assert game.refused(Bet, 1, 1001) == "bet_too_big"
    assert game.refused(Bet, 1, 0) == "bet_too_small"
    limit = replace(ROOM, limit=350, chips=5000)
    game = playing("8 6 8 T 3 2 5", bets=[100], rules=limit)
    game.do(Split, 1)
    game.do(Double, 1)
    assert balances(game.table)["bet:1"] == 300
    assert game.refused(Double, 1) == "table_limit"
    offered = {type(move) for move in legal(game.table, 1)}
    assert offered & {Double, Split, Hit, Stand} == {Hit, Stand}


def test_a_bust_hand_still_counts_for_the_limit() -> None:
    limit = replace(ROOM, limit=299, chips=5000)
    game = playing("8 6 8 T 6 3 T", bets=[100], rules=limit)
    game.do(Split, 1)
    game.do(Hit, 1)  # 24
    assert game.refused(Double, 1) == "table_limit"


# Missed rounds, empty rounds and the end


def test_three_missed_rounds_free_a_seat_of_the_room() -> None:
    game = betting(2, ROOM)
    for _ in range(3):
        assert 2 in game.members
        game.do(Bet, 1, 10)
        to_the_result(game)
        game.time_up()
    assert game.said(MemberLeft) == [MemberLeft(2, "missed_rounds")]
    assert game.members == [1]


def test_three_empty_rounds_stop_the_clocks() -> None:
    game = betting(1, ROOM)
    for _ in range(3):
        assert not game.table.parked
        game.time_up()
    assert len(game.said(RoundEmpty)) == 3
    assert len(game.said(TableParked)) == 1
    assert (game.is_in(Phase.BETTING), game.table.parked) == (True, True)


def test_the_loop_goes_on_by_itself_when_all_seats_are_gone_and_stops_after_three_rounds() -> None:
    game = playing("T 7 9 T", bets=[10], rules=ROOM)
    game.do(Leave, 1)
    assert (game.is_in(Phase.RESULT), game.table.parked) == (True, False)
    for _ in range(4):
        game.time_up()
    assert (game.is_in(Phase.BETTING), game.table.parked) == (True, True)
    game.do(Bet, 9, 10)  # somebody walks by
    assert game.table.deadline == game.now + 15 * SECOND
    game.rig("T 7 9 T")
    game.time_up()
    assert game.turn == 9


def test_a_bet_wakes_a_resting_room_for_a_whole_window() -> None:
    game = parked()
    game.wait(100)
    game.do(Bet, 1, 10)
    assert (game.table.parked, game.table.deadline) == (False, game.now + 15 * SECOND)
    game.do(SitOut, 1)
    game.time_up()
    assert game.table.parked


def parked() -> Game:
    game = betting(1, ROOM)
    for _ in range(3):
        game.time_up()
    return game


def test_nobody_bets_for_ten_minutes_ends_the_room() -> None:
    game = parked()
    assert game.table.deadline == game.now + 600 * SECOND
    game.wait(599)
    assert game.refused(TimeUp) == "too_early"
    game.wait(1)
    game.do(TimeUp)
    assert game.is_in(Phase.CLOSED)
    assert game.said(TableClosed)
    assert minted(game) == 0


def test_a_room_that_waits_for_next_hand_ends_when_nobody_presses_it_for_the_idle_time() -> None:
    rules = replace(ROOM, clocks=replace(ROOM.clocks, result=None))
    game = playing("A 9 K 7", bets=[10], rules=rules)
    assert game.table.deadline == game.now + 600 * SECOND
    game.time_up()
    assert game.is_in(Phase.CLOSED)


def test_our_downtime_does_not_end_a_room() -> None:
    game = parked()
    game.wait(10_000)
    game.do(Resume, 30 * SECOND)
    assert game.refused(TimeUp) == "too_early"
    game.do(Bet, 1, 10)


def test_a_newcomer_reopens_the_betting_of_a_resting_room() -> None:
    game = parked()
    game.do(Join, 2)
    assert (game.table.parked, game.table.deadline) == (False, game.now + 15 * SECOND)
    game.do(Bet, 2, 10)


def test_an_alarm_of_the_time_before_a_bet_does_not_close_the_room() -> None:
    game = parked()
    asked = game.table.decision
    game.do(Bet, 1, 10)
    game.wait(10)
    assert game.refused(TimeUp, decision=asked) == "too_early"


@pytest.mark.parametrize("table", ["bank", "casino", "classic", "solo"])
def test_the_other_tables_rest_for_as_long_as_it_takes(table: str) -> None:
    rules: HouseRules = {rules.table: rules for rules in OTHERS}[table]
    game = betting(1, rules)
    for _ in range(3):
        if game.table.deadline is not None:
            game.time_up()
    assert (game.table.parked, game.table.deadline) == (True, None)
