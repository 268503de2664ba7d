"""Leaving, being kicked, who hosts on, and closing the table."""

from bot.game.events import ChipsMoved, HandStood, HostChanged, MemberLeft, MemberSeated
from bot.game.moves import Bet, Close, Join, Kick, Leave, NextHand, PassCut, Split, Stand, Start
from bot.game.play import balances
from bot.game.table import Outcome, Phase, Result

from .tables import betting, lobby, minted, next_hand, picture, playing, result

ONE = "T 7 9 T"  # one seat, wins standing
TWO = "T T 7 9 9 T"


# Leave


def test_leaving_during_play_stands_and_settles_and_the_chips_wait_outside() -> None:
    game = playing(TWO, bets=[50, 50])
    game.do(Leave, 1)
    assert game.said(HandStood) == [HandStood(1, 0, "left")]
    assert game.turn == 2
    game.do(Stand, 2)
    assert game.members == [2]
    assert game.table.away[0].chips == 550
    assert balances(game.table)["chips:1"] == 550


def test_leaving_out_of_turn_does_not_disturb_the_open_question() -> None:
    game = playing(TWO, bets=[50, 50])
    asked = game.table.decision
    game.do(Leave, 2)
    assert (game.turn, game.table.decision) == (1, asked)
    game.do(Stand, 1)
    assert game.table.phase is Phase.RESULT  # seat 2 was not asked


def test_all_hands_of_a_leaving_seat_stand() -> None:
    game = playing("8 6 8 T 2 3 T", bets=[50])
    game.do(Split, 1)
    game.do(Leave, 1)
    assert game.said(HandStood) == [HandStood(1, 0, "left"), HandStood(1, 1, "left")]
    assert game.table.away[0].chips == 600


def test_a_natural_of_a_member_who_left_is_paid() -> None:
    game = playing("A T 7 K 9 T", bets=[100, 50])
    game.do(Leave, 1)
    game.do(Stand, 2)
    assert game.table.away[0].chips == 650


def test_leaving_twice_is_refused() -> None:
    game = playing(TWO, bets=[50, 50])
    game.do(Leave, 2)
    assert game.refused(Leave, 2) == "already_leaving"


def test_a_leaver_can_make_no_move() -> None:
    game = playing(TWO, bets=[50, 50])
    game.do(Leave, 1)
    assert game.refused(Stand, 1) == "not_your_turn"


def test_a_leaver_is_not_dealt_back_in() -> None:
    game = playing(TWO, bets=[50, 50])
    game.do(Leave, 2)
    game.do(Stand, 1)
    next_hand(game, ONE, bets=[50])
    assert game.members == [1]
    assert len(game.hand(1).cards) == 2


def test_a_leaver_may_think_better_of_it_but_the_hand_stays_stood() -> None:
    game = playing(TWO, bets=[50, 50])
    game.do(Leave, 1)
    game.do(Join, 1)
    assert game.said(MemberSeated)[-1] == MemberSeated(1, 0)
    assert game.turn == 2
    game.do(Stand, 2)
    assert game.members == [1, 2]
    assert game.seat(1).chips == 550


def test_leaving_at_the_result_frees_the_seat_at_once() -> None:
    game = result()
    game.do(Leave, 2)
    assert game.members == [1]


def test_nobody_leaves_who_is_not_there() -> None:
    assert result().refused(Leave, 99) == "not_seated"


def test_when_all_leave_mid_hand_it_settles_and_the_table_waits() -> None:
    game = playing(TWO, bets=[50, 50])
    game.do(Leave, 1)
    game.do(Leave, 2)
    assert game.table.phase is Phase.RESULT
    assert game.table.outcome is None  # nobody seated is no win for the house
    assert [(seat.member, seat.chips) for seat in game.table.away] == [(1, 550), (2, 550)]
    game.do(Join, 2)
    next_hand(game, ONE, bets=[50])
    assert game.seat(2).chips == 500


def test_when_all_leave_between_hands_the_table_parks_and_a_returning_member_resumes_it() -> None:
    for game in result(), betting(2):
        game.do(Leave, 1)
        game.do(Leave, 2)
        assert game.table.phase is Phase.RESULT
        assert game.table.parked
        assert game.table.deadline is None
        game.do(Join, 1)
        game.do(NextHand, 1)
        assert not game.table.parked


def test_when_all_leave_during_the_shuffle_the_table_parks() -> None:
    game = lobby(2)
    game.do(Start, 1)
    game.do(Leave, 1)
    game.do(Leave, 2)
    assert (game.table.phase, game.table.parked) == (Phase.RESULT, True)


def test_the_one_ready_member_starts_when_the_other_leaves_the_lobby() -> None:
    game = lobby(2, host=99)
    game.do(Start, 1)
    game.do(Leave, 2)
    assert game.table.phase is Phase.SHUFFLE


# Kick


def test_only_the_host_or_an_admin_kicks() -> None:
    game = betting(3)
    assert game.refused(Kick, 2, 3) == "only_host"
    assert game.refused(Kick, 99, 3) == "only_host"
    game.do(Kick, 1, 3)
    game.do(Kick, 99, 2, admin=True)
    assert game.members == [1]


def test_a_kick_needs_somebody_else_who_sits_here() -> None:
    game = betting(2)
    assert game.refused(Kick, 1, 1) == "kick_yourself"
    assert game.refused(Kick, 1, 99) == "target_not_seated"


def test_a_kicked_members_hand_stands_settles_and_the_chips_are_kept() -> None:
    game = playing(TWO, bets=[50, 50])
    game.do(Kick, 1, 2)
    assert game.said(MemberLeft)[-1] == MemberLeft(2, "kicked")
    assert game.refused(Kick, 1, 2) == "target_not_seated"
    game.do(Stand, 1)
    assert game.members == [1]
    assert balances(game.table)["chips:2"] == 550


def test_a_kicked_member_does_not_sit_down_again_this_session() -> None:
    game = playing(TWO, bets=[50, 50])
    game.do(Kick, 1, 2)
    assert game.refused(Join, 2) == "was_kicked"
    game.do(Stand, 1)
    assert game.refused(Join, 2) == "was_kicked"


def test_a_member_on_the_way_out_can_be_kicked_and_does_not_come_back() -> None:
    game = playing(TWO, bets=[50, 50])
    game.do(Leave, 2)
    game.do(Kick, 1, 2)
    assert game.refused(Join, 2) == "was_kicked"
    game.do(Stand, 1)
    assert game.members == [1]


def test_the_one_who_is_asked_can_be_kicked_and_play_goes_on() -> None:
    game = playing("T T 7 6 9 T", bets=[50, 50])
    game.do(Stand, 1)
    game.do(Kick, 1, 2)
    assert game.table.phase is Phase.RESULT


# Host


def test_when_the_host_leaves_who_sat_longest_hosts_on() -> None:
    game = lobby(3)
    game.do(Leave, 2)
    game.do(Join, 2)  # sits left of 3, but for a shorter time
    game.do(Leave, 1)
    assert game.said(HostChanged)[-1] == HostChanged(3)
    assert game.table.host == 3


def test_a_host_who_leaves_mid_hand_hands_over_at_once() -> None:
    game = playing(TWO, bets=[50, 50])
    game.do(Leave, 1)
    assert game.table.host == 2
    assert game.refused(Close, 1) == "only_host"


def test_a_member_on_the_way_out_does_not_become_host() -> None:
    game = playing("T T T 7 9 9 9 T", bets=[50, 50, 50])
    game.do(Leave, 2)
    game.do(Leave, 1)
    assert game.table.host == 3


def test_a_host_kicked_by_an_admin_hands_over() -> None:
    game = betting(2)
    game.do(Kick, 99, 1, admin=True)
    assert game.table.host == 2


def test_a_host_who_never_sat_stays_host_while_members_come_and_go() -> None:
    game = lobby(2, host=99)
    game.do(Leave, 1)
    assert game.table.host == 99
    game.do(Start, 99)
    assert game.table.phase is Phase.SHUFFLE


def test_a_host_freed_for_missing_rounds_hands_over() -> None:
    game = playing(ONE, bets=[0, 50])
    for _ in range(2):
        game.do(Stand, 2)
        next_hand(game, ONE, bets=[0, 50])
    assert game.table.host == 2


# Close


def test_only_the_host_or_an_admin_closes() -> None:
    game = betting(2)
    assert game.refused(Close, 2) == "only_host"
    game.do(Close, 99, admin=True)
    assert game.table.phase is Phase.CLOSED


def test_closing_returns_undealt_bets() -> None:
    game = betting(2)
    game.do(Bet, 1, 100)
    game.do(Close, 1)
    assert ChipsMoved("bet:1", "chips:1", 100, "bet_returned") in game.events
    assert {(line.member, line.chips) for line in game.table.standings} == set()
    assert balances(game.table) == {}
    assert minted(game) == 0


def test_closing_mid_hand_stands_and_settles_first() -> None:
    game = playing("T T 7 9 9 T", bets=[50, 50])
    game.do(Close, 1)
    assert [(line.member, line.chips) for line in game.table.standings] == [(1, 550), (2, 550)]
    assert game.table.outcome is Outcome.CLOSED_EARLY
    assert minted(game) == 0


def test_closing_with_the_hand_that_breaks_the_bank_is_a_win_not_an_early_end() -> None:
    game = playing(ONE, bets=[500], bank=500)
    game.do(Close, 1)
    assert game.table.outcome is Outcome.PLAYERS_WIN
    assert [line.won for line in game.table.standings] == [True]


def test_a_closed_table_takes_no_move() -> None:
    game = betting(2)
    game.do(Close, 1)
    for kind in Join, Leave, Close, Start, NextHand, PassCut:
        assert game.refused(kind, 1) == "table_closed"


def test_leaving_is_no_way_around_a_lost_bet() -> None:
    game = playing("T T 7 6 9 T", bets=[500, 50])
    game.do(Leave, 1)
    game.do(Stand, 2)
    game.do(Join, 1)
    assert picture(game).startswith("dealer 7 T = 17 | 1: — (0)")
    assert Result.LOSE.value in {event.why for event in game.said(ChipsMoved)}
