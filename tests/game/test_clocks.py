"""Clocks: what a deadline does, and that nothing but time makes it ring."""

import pytest
from msgspec.structs import replace

from bot.game.events import ClockExtended, HandStood, TableParked
from bot.game.moves import (
    Bet,
    Close,
    Hit,
    Join,
    Leave,
    NextHand,
    PassCut,
    Resume,
    Split,
    Stand,
    Start,
    TimeUp,
)
from bot.game.rules import BANK, Clocks, validate
from bot.game.table import Phase

from .tables import NOON, SECOND, betting, lobby, pass_the_cut, playing

TWO = "T T 7 9 9 T"


def test_each_question_has_the_clock_of_the_table() -> None:
    game = lobby(2)
    assert game.table.deadline is None
    game.do(Start, 1)
    assert game.table.deadline == NOON + 15 * SECOND  # the cut
    pass_the_cut(game)
    assert game.table.deadline == NOON + 60 * SECOND  # bets
    game.rig(TWO)
    game.do(Bet, 1, 50)
    game.do(Bet, 2, 50)
    assert game.table.deadline == NOON + 30 * SECOND  # a decision
    game.wait(7)
    game.do(Stand, 1)
    assert game.table.deadline == NOON + 37 * SECOND
    game.do(Stand, 2)
    assert game.table.deadline == NOON + (7 + 1800) * SECOND  # the table is parked


def test_clocks_of_the_rules_in_force_are_used() -> None:
    game = betting(rules=replace(BANK, clocks=Clocks(bet=5, decision=6)))
    assert game.table.deadline == NOON + 5 * SECOND


def test_a_seat_that_does_not_answer_stands_all_its_remaining_hands() -> None:
    game = playing("8 T 7 8 9 T 2 3", bets=[50, 50])
    game.do(Split, 1)
    game.time_up()
    assert game.said(HandStood) == [HandStood(1, 0, "clock"), HandStood(1, 1, "clock")]
    assert game.turn == 2


def test_a_hand_already_played_is_not_stood_again() -> None:
    game = playing("8 7 8 T 2 3", bets=[50])
    game.do(Split, 1)
    game.do(Stand, 1)
    game.time_up()
    assert game.said(HandStood) == [HandStood(1, 0, "member"), HandStood(1, 1, "clock")]


def test_every_move_of_a_seat_gets_the_whole_clock() -> None:
    game = playing("2 7 3 T 4", bets=[50])
    game.wait(29)
    game.do(Hit, 1)
    assert game.table.deadline == game.now + 30 * SECOND


def test_no_alarm_rings_before_its_time() -> None:
    game = playing(TWO, bets=[50, 50])
    game.wait(29)
    assert game.refused(TimeUp) == "too_early"
    game.wait(1)
    game.do(TimeUp)


def test_an_alarm_of_an_answered_question_is_refused() -> None:
    game = playing(TWO, bets=[50, 50])
    asked = game.table.decision
    game.wait(30)
    game.do(Stand, 1)
    assert game.refused(TimeUp, decision=asked) == "decision_closed"


def test_where_no_clock_runs_there_is_no_alarm() -> None:
    game = lobby(1)
    game.wait(10**6)
    assert game.refused(TimeUp) == "too_early"
    game.do(Close, 1)
    assert game.refused(TimeUp) == "table_closed"


def test_the_cut_window_closes_by_the_clock() -> None:
    game = lobby(2)
    game.do(Start, 1)
    game.time_up()
    assert game.table.phase is Phase.BETTING


def test_nobody_presses_next_hand_for_thirty_minutes_parks_the_session() -> None:
    game = playing("A 9 K 7", bets=[50])
    game.time_up()
    assert (game.table.parked, game.table.deadline) == (True, None)
    assert len(game.said(TableParked)) == 1
    assert game.refused(TimeUp) == "too_early"
    game.do(NextHand, 1)
    assert not game.table.parked


def test_next_hand_waits_for_anyone_seated_or_the_host_and_no_clock_deals() -> None:
    game = playing(TWO, bets=[50, 50])
    game.do(Stand, 1)
    game.do(Stand, 2)
    assert game.table.phase is Phase.RESULT
    assert game.refused(NextHand, 99) == "not_seated"
    game.do(NextHand, 2)


def test_a_host_without_a_seat_can_go_on_too() -> None:
    game = lobby(1, host=99)
    game.do(Start, 99)
    pass_the_cut(game)
    game.rig("A 9 K 7")
    game.do(Bet, 1, 50)
    game.do(NextHand, 99)
    assert game.table.phase is Phase.SHUFFLE


def test_after_our_downtime_whoever_is_asked_keeps_the_grace() -> None:
    game = playing(TWO, bets=[50, 50])
    asked = game.table.decision
    game.wait(3600)
    game.do(Resume, 20 * SECOND)
    assert game.said(ClockExtended) == [ClockExtended(game.now + 20 * SECOND)]
    assert game.table.decision == asked
    assert game.refused(TimeUp) == "too_early"
    game.do(Stand, 1)


def test_a_resume_never_shortens_a_clock() -> None:
    game = betting(2)
    deadline = game.table.deadline
    game.do(Resume, SECOND)
    assert game.table.deadline == deadline


@pytest.mark.parametrize("waits", ["lobby", "parked", "closed"])
def test_a_resume_starts_no_clock_where_none_ran(waits: str) -> None:
    game = lobby(1) if waits == "lobby" else playing("A 9 K 7", bets=[50])
    if waits == "parked":
        game.time_up()
    if waits == "closed":
        game.do(Close, 1)
    assert game.do(Resume, 60 * SECOND) == []
    assert game.table.deadline is None


def test_a_resume_changes_nothing_but_the_deadline() -> None:
    one, other = playing(TWO, bets=[50, 50]), playing(TWO, bets=[50, 50])
    one.wait(100)
    one.do(Resume, 5 * SECOND)
    one.table.deadline = other.table.deadline
    assert one.table == other.table


def test_an_absent_player_holds_up_the_others_for_their_own_clock_only() -> None:
    game = playing("T T T 7 9 9 9 T", bets=[50, 50, 50])
    start = game.now
    while game.table.phase is Phase.PLAYING:
        game.time_up()
    assert game.now == start + 3 * 30 * SECOND


def test_a_shared_table_without_a_clock_is_refused_and_a_table_for_one_is_not() -> None:
    for clocks in Clocks(bet=None), Clocks(decision=None):
        assert validate(replace(BANK, clocks=clocks)) == ["rules_clocks"]
        assert validate(replace(BANK, clocks=clocks, seats=1)) == []


def test_leaving_and_coming_back_buys_no_time_to_decide() -> None:
    game = playing(TWO, bets=[50, 50])
    game.wait(20)
    game.do(Leave, 1)
    game.do(Join, 1)
    assert game.turn == 2


def test_leaving_and_coming_back_does_not_reopen_a_cut() -> None:
    game = lobby(2)
    game.do(Start, 1)
    deadline = game.table.deadline
    game.do(PassCut, 1)
    game.wait(5)
    game.do(Leave, 1)
    game.do(Join, 1)
    assert game.table.deadline == deadline
