"""Who is not there: seats freed for missed hands, hosts who have left, lobbies nobody starts."""

import pytest

from bot.game.events import HostChanged, TableClosed
from bot.game.moves import (
    Bet,
    Close,
    Hit,
    Join,
    Kick,
    Leave,
    NewSession,
    NextHand,
    SitOut,
    Stand,
    Start,
    TimeUp,
)
from bot.game.rules import BANK, CASINO, CLASSIC, ROOM, SOLO, HouseRules
from bot.game.table import Phase
from bot.game.view import public

from .tables import Game, betting, lobby, minted, pass_the_cut, playing, result

SHARED = [BANK, CASINO, CLASSIC, ROOM]


def bets_open(game: Game) -> None:
    """The next hand, through a shuffle when one is due."""
    game.do(NextHand, 1)
    pass_the_cut(game)


def hand(game: Game) -> None:
    """A hand that only the first member bets on."""
    if game.table.phase is Phase.RESULT:
        bets_open(game)
    game.rig("T T 9 9 T T 9 9")
    game.do(Bet, 1, 50)
    if game.table.phase is Phase.BETTING:
        game.time_up()
    while game.turn:
        game.do(Stand, game.turn)


def freed(seats: int = 2) -> Game:
    """Everybody but the first has missed three hands running."""
    game = betting(seats)
    for _ in range(3):
        hand(game)
    assert game.members == [1]
    return game


# Freed seats


def test_a_freed_seat_is_told_to_everybody_until_the_next_hand_is_dealt() -> None:
    game = freed(3)
    assert public(game.table).freed == (2, 3)
    bets_open(game)
    assert public(game.table).freed == (2, 3)
    hand(game)
    assert public(game.table).freed == ()


def test_who_lost_the_seat_is_told_so_when_they_press_until_they_sit_again() -> None:
    game = freed()
    for kind in (SitOut, Hit, Leave, NextHand):
        assert game.refused(kind, 2) == "seat_freed"
    hand(game)
    bets_open(game)
    assert game.refused(Bet, 2, 50) == "seat_freed"
    assert game.refused(Bet, 3, 50) == "not_seated", "a stranger has lost nothing"
    game.do(Join, 2)
    assert game.refused(Hit, 2) == "not_now"
    game.do(Leave, 2)
    assert game.refused(Hit, 2) == "not_seated"


def test_a_new_session_forgets_freed_seats() -> None:
    game = freed()
    game.table.bank = 1
    bets_open(game)
    game.rig("T 9 T 9")
    game.do(Bet, 1, 50)
    game.do(Stand, 1)
    assert game.table.phase is Phase.ENDED
    game.do(NewSession, 1)
    assert game.refused(Leave, 2) == "not_seated"


# Absent hosts


@pytest.mark.parametrize("rules", SHARED, ids=lambda rules: rules.table)
def test_who_sits_down_at_a_table_its_host_has_emptied_hosts_on(rules: HouseRules) -> None:
    game = betting(2, rules)
    game.do(Leave, 2)
    game.do(Leave, 1)
    assert game.table.host == 1, "until somebody is there"
    game.do(Join, 2)
    assert game.table.host == 2
    assert game.said(HostChanged) == [HostChanged(2)]
    game.do(Join, 1)
    assert game.table.host == 2
    game.do(Close, 2)


def test_a_host_who_comes_back_first_is_still_host() -> None:
    game = betting(2)
    game.do(Leave, 2)
    game.do(Leave, 1)
    game.do(Join, 1)
    game.do(Join, 2)
    assert game.table.host == 1
    assert game.said(HostChanged) == []


def test_all_leave_mid_hand_and_the_first_to_return_hosts() -> None:
    game = playing("T T 9 7 7 T", bets=[50, 50])
    game.do(Leave, 1)
    assert game.table.host == 2
    game.do(Leave, 2)
    assert game.table.phase is Phase.RESULT
    assert game.table.parked
    game.do(Join, 1)
    assert game.table.host == 1
    game.do(NextHand, 1)


def test_who_stays_after_all_hosts_on_when_the_host_still_means_to_leave() -> None:
    game = playing("T T T 9 7 7 7 T", bets=[50, 50, 50])
    game.do(Leave, 3)
    game.do(Leave, 2)
    game.do(Kick, 99, 1, admin=True)
    assert game.table.phase is Phase.RESULT
    game.do(Join, 3)
    assert game.table.host == 3


def test_a_host_who_runs_the_table_from_beside_it_stays_host() -> None:
    game = lobby(1, host=99)
    game.do(Leave, 1)
    game.do(Join, 2)
    assert game.table.host == 99
    assert game.said(HostChanged) == []


def test_a_solo_run_stays_its_members_own() -> None:
    game = betting(1, SOLO)
    game.do(Leave, 1)
    assert game.refused(Join, 2) == "not_your_run"
    game.do(Join, 1)
    assert game.table.host == 1


def test_a_table_left_alone_keeps_its_host_through_a_result() -> None:
    game = result(2)
    game.do(Leave, 2)
    game.do(Leave, 1)
    game.do(Join, 3)
    assert game.table.host == 3


# Forgotten lobbies


def test_a_room_nobody_starts_is_closed_by_the_clock() -> None:
    game = lobby(2, ROOM)
    assert game.refused(TimeUp) == "too_early"
    game.time_up()
    assert game.table.phase is Phase.CLOSED
    assert game.said(TableClosed)
    assert minted(game) == 0


def test_whoever_comes_gives_the_lobby_its_ten_minutes_again() -> None:
    game = lobby(1, ROOM)
    game.wait(500)
    game.do(Join, 2)
    game.wait(500)
    assert game.refused(TimeUp) == "too_early"
    game.do(Start, 1)
    assert game.table.phase is Phase.BETTING


@pytest.mark.parametrize("rules", [BANK, CASINO, CLASSIC, SOLO], ids=lambda rules: rules.table)
def test_other_lobbies_wait_without_a_clock(rules: HouseRules) -> None:
    game = lobby(1, rules)
    assert game.table.deadline is None
