"""Who has no seat in the room bets all the same: order, limits, chips, and a seat afterwards."""

from msgspec.structs import replace

from bot.game.events import HandBegan, HostChanged
from bot.game.moves import Bet, Close, Join, Kick, Leave, SitOut, Stand
from bot.game.play import balances
from bot.game.rules import BANK, ROOM
from bot.game.table import Phase
from bot.game.view import public

from .tables import Game, betting, minted

SMALL = replace(ROOM, seats=2, seatless=3)


def places(game: Game) -> list[tuple[int, int]]:
    return [(seat.member, seat.place) for seat in game.table.seats]


def to_the_result(game: Game) -> None:
    """The betting clock runs out and everybody stands."""
    game.rig("T " * 12 + "7 " + "9 " * 12 + "T")
    game.time_up()
    while game.turn:
        game.do(Stand, game.turn)
    assert game.is_in(Phase.RESULT)


def test_who_has_no_seat_bets_all_the_same_and_is_dealt_after_the_seats() -> None:
    game = betting(2, SMALL)
    game.do(Bet, 9, 10)
    game.do(Bet, 8, 20)
    game.do(Bet, 2, 30)
    game.do(Bet, 1, 40)
    game.rig("2 3 4 5 7 T T T T T")
    game.time_up()
    assert game.said(HandBegan) == [HandBegan(1, (1, 2, 9, 8))]
    assert game.turn == 1
    assert [seat.seatless for seat in public(game.table).seats] == [False, False, True, True]


def test_changing_a_bet_does_not_change_the_order_of_the_first_bets() -> None:
    game = betting(2, SMALL)
    game.do(Bet, 9, 10)
    game.do(Bet, 8, 20)
    game.do(Bet, 9, 50)
    assert places(game) == [(1, 0), (2, 1), (9, 2), (8, 3)]
    assert balances(game.table)["bet:9"] == 50


def test_who_takes_a_bet_back_stands_behind_the_others_when_betting_again() -> None:
    for kind in SitOut, Leave:
        game = betting(2, SMALL)
        for member in 9, 8, 7:
            game.do(Bet, member, 10)
        game.do(kind, 9)
        assert places(game) == [(1, 0), (2, 1), (8, 2), (7, 3)]
        assert "chips:9" not in balances(game.table)
        game.do(Bet, 9, 10)
        assert places(game)[2:] == [(8, 2), (7, 3), (9, 4)]


def test_there_are_only_so_many_places_without_a_seat() -> None:
    game = betting(2, SMALL)
    for member in 7, 8, 9:
        game.do(Bet, member, 10)
    assert game.refused(Bet, 10, 10) == "seatless_full"
    game.do(SitOut, 8)
    game.do(Bet, 10, 10)


def test_the_room_takes_six_without_a_seat() -> None:
    game = betting(6, ROOM)
    for member in range(7, 13):
        game.do(Bet, member, 10)
    assert game.refused(Bet, 13, 10) == "seatless_full"
    to_the_result(game)
    assert len(game.said(HandBegan)[0].members) == 6  # the seats did not bet


def test_elsewhere_only_seats_bet() -> None:
    assert betting(1, BANK).refused(Bet, 9, 50) == "not_seated"


def test_after_the_settlement_who_bet_without_a_seat_takes_a_free_one_first_bet_first() -> None:
    game = betting(2, SMALL)
    game.do(Bet, 1, 10)
    for member in 9, 8:
        game.do(Bet, member, 10)
    game.rig("T T T 7 9 9 9 T")
    game.time_up()
    game.do(Leave, 2)
    for member in 1, 9, 8:
        game.do(Stand, member)
    assert places(game) == [(1, 0), (9, 1), (8, 2)]
    assert game.refused(Join, 5) == "table_full"  # 9 was here first
    game.time_up()
    assert places(game) == [(1, 0), (9, 1)]
    assert "chips:8" not in balances(game.table)


def test_a_seat_that_gets_free_at_the_result_goes_to_who_played_without_one() -> None:
    game = betting(2, SMALL)
    for member in 1, 2, 9:
        game.do(Bet, member, 10)
    to_the_result(game)
    game.do(Leave, 2)
    game.time_up()
    assert places(game) == [(1, 0), (9, 1)]


def test_the_chips_of_a_bettor_without_a_seat_come_with_the_bet_and_go_with_the_round() -> None:
    game = betting(2, SMALL)
    before = minted(game)
    game.do(Bet, 9, 10, purse=700)
    assert balances(game.table) == {
        "chips:1": 1000, "chips:2": 1000, "chips:9": 690, "bet:9": 10,
    }  # fmt: skip
    game.do(Bet, 1, 10)
    to_the_result(game)
    game.time_up()
    assert game.members == [1, 2]
    assert minted(game) == before  # a push: the 700 went home again
    assert game.refused(Bet, 9, 10, purse=0) == "below_minimum"
    assert game.refused(Bet, 9, 800, purse=700) == "too_few_chips"
    game.do(Bet, 9, 700, purse=700)


def test_joining_while_betting_without_a_seat_is_refused_and_one_bet_a_hand_it_is() -> None:
    game = betting(1, SMALL)
    game.do(Bet, 9, 10)
    assert game.refused(Join, 9) == "already_seated"
    game.do(Join, 8)
    assert game.refused(Bet, 8, 10) == "from_next_hand"
    assert [seat.member for seat in game.table.seats].count(9) == 1


def test_a_kicked_member_does_not_come_back_without_a_seat() -> None:
    game = betting(2, SMALL)
    game.do(Kick, 1, 2)
    assert game.refused(Bet, 2, 10) == "was_kicked"
    game.do(Bet, 9, 10)
    game.do(Kick, 1, 9)
    assert "bet:9" not in balances(game.table)
    assert game.refused(Bet, 9, 10) == "was_kicked"


def test_a_kick_in_the_hand_settles_the_bettor_without_a_seat_first() -> None:
    game = betting(2, SMALL)
    game.do(Bet, 1, 10)
    game.do(Bet, 9, 10)
    game.rig("T T 7 9 9 T")
    game.time_up()
    game.do(Kick, 1, 9)
    game.do(Stand, 1)
    assert game.members == [1, 2]


def test_a_seat_hosts_on_before_somebody_without_one() -> None:
    game = betting(1, SMALL)
    game.do(Bet, 9, 10)
    game.do(Join, 2)
    game.do(Leave, 1)
    assert game.said(HostChanged) == [HostChanged(2)]


def test_closing_returns_the_bets_of_everybody() -> None:
    game = betting(2, SMALL)
    game.do(Bet, 9, 10)
    game.do(Bet, 1, 10)
    game.do(Close, 1)
    assert minted(game) == 0
