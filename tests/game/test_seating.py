"""Joining, coming back, and the chips members bring to their seat and to the bank."""

import pytest
from msgspec.structs import replace

from bot.game.events import ChipsMoved
from bot.game.moves import Bet, Join, Leave, NextHand, SitOut, Stand, Start
from bot.game.play import balances
from bot.game.rules import BANK
from bot.game.table import Phase

from .tables import (
    betting,
    lobby,
    minted,
    next_hand,
    pass_the_cut,
    place,
    playing,
    result,
)

ONE = "T 7 9 T"  # one seat, wins standing
TWO = "T T 7 9 9 T"


# Join


def test_seats_fill_from_the_left_and_a_freed_place_is_taken_first() -> None:
    game = lobby(3)
    game.do(Leave, 2)
    game.do(Join, 4)
    assert [(seat.member, seat.place) for seat in game.table.seats] == [(1, 0), (4, 1), (3, 2)]


def test_a_member_has_one_seat() -> None:
    for game in lobby(2), betting(2), playing(TWO, bets=[50, 50]), result():
        assert game.refused(Join, 1) == "already_seated"


def test_the_seventh_member_finds_the_table_full() -> None:
    for game in lobby(6), betting(6):
        assert game.refused(Join, 7) == "table_full"


def test_a_seat_whose_member_leaves_mid_hand_is_not_free_before_the_settlement() -> None:
    rules = replace(BANK, seats=2)
    game = playing(TWO, bets=[50, 50], rules=rules)
    game.do(Leave, 2)
    assert game.refused(Join, 3) == "table_full"
    game.do(Stand, 1)
    game.do(Join, 3)
    assert game.members == [1, 3]


def test_joining_the_lobby_seats_at_once_and_chips_come_at_the_start() -> None:
    game = lobby(2)
    assert balances(game.table) == {}
    game.do(Start, 1)
    assert balances(game.table) == {"chips:1": 500, "chips:2": 500, "bank": 2000}


def test_joining_during_betting_is_for_the_next_hand() -> None:
    game = betting(1)
    game.do(Join, 2)
    assert game.refused(Bet, 2, 50) == "from_next_hand"
    assert game.refused(SitOut, 2) == "from_next_hand"
    game.rig(ONE)
    game.do(Bet, 1, 50)  # is not waited for
    game.do(Stand, 1)
    next_hand(game, TWO, bets=[50, 50])
    assert len(game.hand(2).cards) == 2


def test_joining_during_the_hand_seats_after_the_settlement() -> None:
    game = playing(ONE, bets=[50])
    game.do(Join, 2)
    assert game.seat(2).waiting
    assert game.seat(2).chips == 0
    game.do(Stand, 1)
    assert not game.seat(2).waiting
    assert game.seat(2).chips == 500


def test_joining_at_the_result_or_the_shuffle_is_for_the_coming_bets() -> None:
    game = result(1)
    game.do(Join, 2)
    game.do(NextHand, 2)
    assert game.table.phase is Phase.SHUFFLE  # the rigged shoe is short
    game.do(Join, 3)
    pass_the_cut(game)
    place(game, [0, 50, 0])
    assert game.hand(2).stake == 50


@pytest.mark.parametrize(
    "phase", [Phase.LOBBY, Phase.SHUFFLE, Phase.BETTING, Phase.PLAYING, Phase.RESULT]
)
def test_joining_never_moves_a_running_clock_or_the_question(phase: Phase) -> None:
    games = {
        Phase.LOBBY: lobby(1),
        Phase.SHUFFLE: lobby(1),
        Phase.BETTING: betting(1),
        Phase.PLAYING: playing(ONE, bets=[50]),
        Phase.RESULT: result(1),
    }
    game = games[phase]
    if phase is Phase.SHUFFLE:
        game.do(Start, 1)
    assert game.table.phase is phase
    before = (game.table.deadline, game.table.decision)
    for _ in range(3):
        game.wait(4)
        game.do(Join, 2)
        game.do(Leave, 2)
    assert (game.table.deadline, game.table.decision) == before


# Contributions


def test_a_late_member_adds_to_the_bank_with_the_first_hand_dealt() -> None:
    game = result(1)
    game.do(Join, 2)
    assert game.table.bank == 1000
    next_hand(game, TWO, bets=[50, 0])
    assert game.table.bank == 1000
    game.do(Stand, 1)
    next_hand(game, TWO, bets=[50, 50])
    assert ChipsMoved("mint", "bank", 1000, "bank") in game.events[-16:]
    assert game.seat(2).contributed


def test_a_late_member_who_is_never_dealt_a_hand_leaves_nothing_behind() -> None:
    game = result(1)
    before = balances(game.table)
    game.do(Join, 2)
    game.do(Leave, 2)
    assert balances(game.table) == before
    assert not game.table.away


def test_coming_and_going_brings_nobody_a_chip() -> None:
    game = result(1)
    minted_before = minted(game)
    for _ in range(10):
        game.do(Join, 2)
        game.do(Leave, 2)
        game.do(Leave, 1)
        game.do(Join, 1)
    assert minted(game) == minted_before
    assert game.seat(1).chips == 500


def test_a_returning_member_brings_the_chips_they_left_with_and_adds_nothing() -> None:
    game = playing("T T 7 6 9 T", bets=[100, 50])
    game.do(Stand, 1)
    game.do(Stand, 2)
    game.do(Leave, 1)
    game.do(Join, 1)
    assert game.seat(1).chips == 400
    bank = game.table.bank
    next_hand(game, TWO, bets=[50, 50])
    assert game.table.bank == bank


def test_a_broke_member_is_still_broke_after_leaving_and_coming_back() -> None:
    game = playing("T T 7 6 9 T", bets=[500, 50])
    game.do(Stand, 1)
    game.do(Stand, 2)
    game.do(Leave, 1)
    game.do(Join, 1)
    assert game.seat(1).chips == 0
    game.do(NextHand, 2)
    pass_the_cut(game)
    assert game.refused(Bet, 1, 50) == "below_minimum"


def test_a_member_who_started_and_left_before_any_hand_adds_nothing_on_return() -> None:
    game = betting(2)
    game.do(Leave, 2)
    game.do(Join, 2)
    game.rig(ONE)
    game.do(Bet, 1, 50)
    game.do(Stand, 1)
    next_hand(game, TWO, bets=[50, 50])
    assert game.table.contributions == 2
    assert game.table.bank == 2000 - 50  # no third thousand
    assert minted(game) == 2 * 1500


def test_a_session_has_six_contributions_at_most() -> None:
    game = playing("T " * 6 + "7 " + "7 " * 6 + "T", bets=[50] * 6)
    for member in range(1, 7):
        game.do(Stand, member)
    game.do(Leave, 6)
    game.do(Join, 7)
    next_hand(game, "T " * 6 + "7 " + "7 " * 6 + "T", bets=[50] * 6)
    assert game.seat(7).rounds == 1
    assert game.table.contributions == 6
    assert game.table.bank == 6000
