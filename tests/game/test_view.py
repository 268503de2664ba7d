"""What the public view shows, and what it never can."""

from typing import Any

import msgspec
import pytest

from bot.game.moves import Bet, Close, Cut, Double, Hit, Join, Kick, Leave, Split, Stand, Start
from bot.game.rules import BANK, CASINO, CLASSIC, HouseRules
from bot.game.table import Phase
from bot.game.view import PublicHand, PublicSeat, PublicShoe, PublicTable, public

from .tables import betting, faces, lobby, playing

VIEWERS: list[int | None] = [None, 1, 2, 99]


def test_the_hole_card_is_none_until_it_is_shown() -> None:
    game = playing("T 6 9 T T", bets=[50])
    assert public(game.table).dealer == (faces("T 6")[1], None)
    assert (public(game.table).dealer_total, public(game.table).dealer_soft) == (6, False)
    game.do(Stand, 1)
    assert None not in public(game.table).dealer
    assert public(game.table).dealer_total == 26


def test_an_ace_up_counts_eleven_until_the_hole_card_shows() -> None:
    seen = public(playing("T A 9 6", bets=[50]).table)
    assert (seen.dealer_total, seen.dealer_soft) == (11, True)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_tables_that_differ_only_in_hidden_cards_look_the_same(viewer: int | None) -> None:
    one = playing("T 9 6 9 7 T 2 3 4", bets=[50, 50])
    other = playing("T 9 6 9 7 3 9 9 9", bets=[50, 50])
    assert public(one.table, viewer) == public(other.table, viewer)
    assert one.table != other.table


def test_the_types_of_the_view_have_no_field_for_a_secret() -> None:
    """The seed of a shoe alone has a field: it is told once the shoe is out of play."""
    for kind in PublicTable, PublicSeat, PublicHand, PublicShoe:
        names = {field.name for field in msgspec.structs.fields(kind)}
        assert not names & {"salt", "order", "cuts", "key", "next_shoe", "face_down"}
        assert "seed" not in names or kind is PublicShoe


def test_the_seed_of_a_shoe_in_play_is_not_told() -> None:
    for rules in BANK, CASINO, CLASSIC:
        game = playing("T 7 9 T", bets=[50], rules=rules)
        assert public(betting(1, rules).table).shoe.seed == ""  # type: ignore[union-attr]
        assert public(game.table).shoe.seed == ""  # type: ignore[union-attr]


def test_the_text_of_a_cut_is_not_in_the_view_but_who_cut_is() -> None:
    game = lobby(2)
    game.do(Start, 1)
    game.do(Cut, 2, "sesame")
    seen = public(game.table)
    assert seen.cutters == (2,)
    assert "sesame" not in repr(seen)


def test_the_moves_of_a_viewer_are_their_own_and_a_board_shows_anyones() -> None:
    game = playing("8 9 7 8 9 T", bets=[50, 50])
    turn = {Hit, Stand, Double, Split}
    assert public(game.table, 1).moves == turn | {Leave, Kick, Close}
    assert public(game.table, 2).moves == {Leave}
    assert public(game.table, 99).moves == {Join}
    assert public(game.table).moves == turn | {Leave, Kick, Close, Join}


def test_the_bets_shown_are_those_somebody_can_afford() -> None:
    game = betting(2)
    game.seat(1).chips = 120
    game.seat(2).chips = 60
    assert public(game.table, 1).bets == (50, 100)
    assert public(game.table, 2).bets == (50,)
    assert public(game.table).bets == (50, 100)
    game.do(Bet, 1, 100)
    assert public(game.table, 1).bets == (50,)  # the other amount it could change to


def test_exactly_the_open_hand_is_active() -> None:
    game = playing("8 6 8 T 3 K 2 T", bets=[100])
    game.do(Split, 1)
    assert [hand.active for hand in public(game.table).seats[0].hands] == [True, False]
    game.do(Stand, 1)
    assert [hand.active for hand in public(game.table).seats[0].hands] == [False, True]
    assert public(game.table).turn == 1
    game.do(Stand, 1)
    assert public(game.table).turn is None


def test_a_view_of_every_phase_can_be_drawn() -> None:
    game = lobby(2)
    seen = {public(game.table).phase}
    game.do(Start, 1)
    seen.add(public(game.table).phase)
    game.time_up()
    seen.add(public(game.table).phase)
    game.do(Bet, 1, 500)
    game.rig("T 9 6 T")
    game.do(Leave, 2)
    seen.add(public(game.table).phase)
    game.do(Stand, 1)
    seen.add(public(game.table).phase)
    game.do(Close, 1)
    seen.add(public(game.table).phase)
    assert seen == set(Phase) - {Phase.RESULT, Phase.INSURANCE}


def test_the_view_cannot_be_changed() -> None:
    seen: Any = public(betting().table)
    with pytest.raises(AttributeError):
        seen.bank = 0
    assert isinstance(seen.rules, HouseRules)


def test_a_broke_seat_is_marked() -> None:
    game = betting(2)
    game.seat(1).chips = 49
    assert [seat.broke for seat in public(game.table).seats] == [True, False]
    game.do(Bet, 2, 500)
    assert public(game.table).seats[1].broke is False  # the chips are only in front of it
