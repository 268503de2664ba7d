"""What stays to be seen: hands of who left, kicks, a session's hands, a closed table's bank."""

import json
from collections.abc import Callable

import pytest

from bot.game.engine import apply
from bot.game.moves import Close, Join, Kick, Leave, Move, NewSession, NextHand, Split, Stand, Start
from bot.game.play import balances
from bot.game.rules import CASINO
from bot.game.table import Phase, Result, from_snapshot, snapshot
from bot.game.view import public

from .tables import Game, betting, lobby, next_hand, pass_the_cut, place, playing, result


def ended() -> Game:
    """The dealer's blackjack took all the chips of both."""
    game = playing("9 9 A 7 7 T", bets=[500, 50], chips=[500, 50])
    assert game.is_in(Phase.ENDED)
    return game


# Hands of who left


@pytest.mark.parametrize(("kind", "who"), [(Leave, (2,)), (Kick, (1, 2))])
def test_the_hand_of_who_goes_at_the_result_is_shown_until_the_next_one(
    kind: type[Move], who: tuple[int, ...]
) -> None:
    game = result()
    game.do(kind, *who)
    (gone,) = public(game.table).gone
    assert (gone.member, gone.chips, gone.leaving) == (2, 500, True)
    assert gone.hands[0].result is Result.PUSH
    assert balances(game.table)["chips:2"] == 500, "what is shown holds no chips"
    game.do(NextHand, 1)
    assert public(game.table).gone == ()


def test_all_hands_of_a_split_seat_stay() -> None:
    game = playing("8 6 8 T 2 3 T", bets=[50])
    game.do(Split, 1)
    game.do(Stand, 1)
    game.do(Stand, 1)
    game.do(Leave, 1)
    (gone,) = public(game.table).gone
    assert [hand.result for hand in gone.hands] == [Result.WIN] * 2


def test_who_comes_back_and_leaves_again_has_one_hand_to_show() -> None:
    game = result()
    for kind in (Leave, Join, Leave):
        game.do(kind, 2)
    assert len(public(game.table).gone) == 1


def test_who_sat_the_hand_out_leaves_none_behind() -> None:
    game = playing("T T 7 9 9 T", bets=[50, 50, 0])
    game.do(Stand, 1)
    game.do(Stand, 2)
    game.do(Leave, 3)
    assert public(game.table).gone == ()


def test_chips_of_their_own_go_along_and_the_hand_stays() -> None:
    game = playing("T T 7 9 9 T", bets=[50, 50], rules=CASINO)
    game.do(Stand, 1)
    game.do(Stand, 2)
    game.do(Leave, 2)
    (gone,) = public(game.table).gone
    assert gone.chips == 1050
    assert "chips:2" not in balances(game.table)


def test_a_hand_of_an_ended_session_is_shown_until_the_new_one() -> None:
    game = ended()
    game.do(Leave, 2)
    assert [seat.member for seat in public(game.table).gone] == [2]
    game.do(NewSession, 1)
    assert public(game.table).gone == ()


# Kicks


def test_everybody_is_told_of_a_kick_until_the_next_hand_is_dealt() -> None:
    game = betting(3)
    game.do(Kick, 1, 3)
    assert public(game.table).removed == {3: True}
    place(game, [50, 50])
    assert public(game.table).removed == {3: False}


def test_a_kick_of_the_lobby_is_told_up_to_the_first_hand() -> None:
    game = lobby(2)
    game.do(Kick, 1, 2)
    game.do(Start, 1)
    pass_the_cut(game)
    assert public(game.table).removed == {2: True}


def test_a_new_session_forgets_who_was_kicked_and_a_closed_table_does_not() -> None:
    game = ended()
    game.do(Kick, 1, 2)
    closed = game.table.copy()
    apply(closed, Close(1))
    assert set(public(closed).removed) == {2}
    game.do(NewSession, 1)
    assert public(game.table).removed == {}


# A session


def second_session() -> Game:
    """Its first hand is settled; the table has dealt two."""
    game = ended()
    game.do(NewSession, 1)
    game.do(Start, 1)
    pass_the_cut(game)
    game.rig("T T 7 9 9 T")
    place(game, [50, 50])
    game.do(Stand, 1)
    game.do(Stand, 2)
    return game


def test_hands_are_counted_from_the_start_of_their_session() -> None:
    assert public(ended().table).hand == 1
    game = second_session()
    view = public(game.table)
    assert (game.table.hand, view.session, view.hand) == (2, 2, 1)
    next_hand(game, "T T 7 9 9 T", bets=[50, 50])
    assert public(game.table).hand == 2
    assert [seat.rounds for seat in game.table.seats] == [2, 2]


def test_no_hand_has_been_dealt_in_a_lobby() -> None:
    game = ended()
    game.do(NewSession, 1)
    assert public(game.table).hand == 0


@pytest.mark.parametrize("make", [result, ended])
def test_a_closed_table_shows_the_bank_its_session_ended_with(make: Callable[[], Game]) -> None:
    game = make()
    before = public(game.table)
    game.do(Close, 1)
    after = public(game.table)
    assert (after.bank, after.bank_paid_in) == (before.bank, before.bank_paid_in)
    assert after.bank_paid_in == 2000
    assert balances(game.table) == {}


def test_a_table_closed_in_its_lobby_has_no_bank_to_show() -> None:
    game = lobby(2)
    game.do(Close, 1)
    assert public(game.table).bank_paid_in == 0


@pytest.mark.parametrize("make", [second_session, ended])
def test_a_table_saved_before_any_of_this_was_kept_is_read_and_played_on(
    make: Callable[[], Game],
) -> None:
    game = make()
    game.do(Kick, 1, 2)
    saved = json.loads(snapshot(game.table))
    new = {"removed", "earlier"} & saved.keys()
    assert "removed" in new
    table = from_snapshot(json.dumps({k: v for k, v in saved.items() if k not in new}).encode())
    assert public(table).hand == game.table.hand, "counted as it was then"
    assert public(table).removed == {}
    apply(table, Close(1))
    assert public(table).bank_paid_in == 2000
