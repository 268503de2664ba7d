"""Chips of a member's own, at casino, classic and room: brought, taken home, bought anew."""

import pytest
from msgspec.structs import replace

from bot.game.events import ChipsBrought, ChipsRebought, ChipsTaken, Event
from bot.game.moves import Bet, Close, Join, Kick, Leave, NextHand, Rebuy, SitOut, Stand, Start
from bot.game.play import balances
from bot.game.rules import BANK, CASINO, CLASSIC, ROOM, SOLO, TABLES, HouseRules
from bot.game.table import Phase

from .tables import Game, betting, lobby, minted, pass_the_cut, playing

KEEPS = pytest.mark.parametrize("rules", [CASINO, CLASSIC, ROOM], ids=lambda rules: rules.table)
LOSE = "T 9 6 T"


def purse_events(game: Game) -> list[Event]:
    return [e for e in game.events if isinstance(e, ChipsBrought | ChipsTaken | ChipsRebought)]


def test_chips_are_kept_where_no_session_is_won_or_lost() -> None:
    assert [name for name, rules in TABLES.items() if rules.keeps_chips] == [
        "casino", "classic", "room",
    ]  # fmt: skip


@KEEPS
def test_a_first_stake_comes_from_the_house_and_a_purse_from_the_member(rules: HouseRules) -> None:
    game = Game(rules)
    game.do(Join, 1)
    game.do(Join, 2, purse=70)
    assert purse_events(game) == [
        ChipsBrought(1, rules.chips, fresh=True), ChipsBrought(2, 70),
    ]  # fmt: skip
    assert balances(game.table) == {"chips:1": rules.chips, "chips:2": 70}
    game.do(Start, 1)
    assert len(purse_events(game)) == 2, "they are brought once"


@KEEPS
@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.BETTING, Phase.PLAYING, Phase.RESULT])
def test_a_purse_comes_with_the_move_that_names_it_and_with_no_other(
    rules: HouseRules, phase: Phase
) -> None:
    """Spent elsewhere in the meantime it would make somebody else's move fail."""
    game = {
        Phase.LOBBY: lambda: lobby(1, rules),
        Phase.BETTING: lambda: betting(1, rules),
        Phase.PLAYING: lambda: playing("T 7 9 T 5", bets=[10], rules=rules),
        Phase.RESULT: lambda: playing("A 9 K 7", bets=[10], rules=rules),
    }[phase]()
    assert game.is_in(phase)
    assert ChipsBrought(2, 300) in game.do(Join, 2, purse=300)
    assert balances(game.table)["chips:2"] == 300
    said = len(purse_events(game))
    if phase is Phase.PLAYING:
        game.do(Stand, 1)
    assert len(purse_events(game)) == said


@KEEPS
def test_who_leaves_takes_the_chips_home_and_brings_them_again(rules: HouseRules) -> None:
    game = playing("T T 9 6 9 T", bets=[100, 100], rules=rules)
    game.do(Leave, 1)
    assert purse_events(game)[2:] == []
    game.do(Stand, 2)
    assert purse_events(game)[2:] == [ChipsTaken(1, rules.chips - 100)]
    assert game.table.away == []
    game.do(Join, 1, purse=rules.chips - 100)
    assert game.seat(1).chips == rules.chips - 100
    assert minted(game) == 2 * rules.chips  # the 100 are with the house


@KEEPS
def test_kicked_missing_or_closed_the_chips_go_home_too(rules: HouseRules) -> None:
    game = betting(3, rules)
    game.do(Kick, 1, 2)
    game.do(Close, 1)
    taken = [event for event in purse_events(game) if isinstance(event, ChipsTaken)]
    assert [(event.member, event.chips) for event in taken] == [
        (2, rules.chips), (1, rules.chips), (3, rules.chips),
    ]  # fmt: skip
    assert minted(game) == 0


def test_an_empty_purse_sits_but_does_not_bet_before_a_rebuy() -> None:
    game = betting(1, CASINO)
    game.do(Join, 2, purse=0)
    game.do(SitOut, 1)
    assert game.refused(Bet, 2, 5) == "below_minimum"
    game.do(Rebuy, 2)
    assert game.seat(2).chips == 1000
    game.do(Bet, 2, 5)


@KEEPS
def test_a_rebuy_is_for_who_cannot_afford_the_smallest_bet(rules: HouseRules) -> None:
    game = playing(LOSE, bets=[rules.max_bet or 1000], chips=[rules.max_bet or 1000], rules=rules)
    assert game.refused(Rebuy, 1) == "rebuy_not_needed"  # the hand is not lost yet
    game.do(Stand, 1)
    assert game.refused(Rebuy, 2) == "not_seated"
    game.do(Rebuy, 1)
    assert game.said(ChipsRebought) == [ChipsRebought(1, rules.chips)]
    assert game.seat(1).chips == rules.chips
    assert game.refused(Rebuy, 1) == "rebuy_not_needed"


def test_a_rebuy_is_added_to_the_few_chips_that_are_left() -> None:
    game = playing(LOSE, bets=[50], chips=[54], rules=CASINO)
    game.do(Stand, 1)
    game.do(Rebuy, 1)
    assert game.seat(1).chips == 1004


@pytest.mark.parametrize("rules", [BANK, SOLO], ids=lambda rules: rules.table)
def test_bank_and_solo_give_no_second_stake(rules: HouseRules) -> None:
    game = betting(1, rules)
    game.seat(1).chips = 0
    assert game.refused(Rebuy, 1) == "no_rebuy"
    assert purse_events(game) == []


def test_a_rebuy_while_bets_are_open_makes_the_table_wait_for_the_seat() -> None:
    game = betting(2, CASINO)
    game.seat(2).chips = 1
    game.do(Rebuy, 2)
    game.do(Bet, 1, 10)
    assert game.is_in(Phase.BETTING)
    game.rig("T T 7 9 9 T")
    game.do(Bet, 2, 10)
    assert game.turn == 1


def test_a_rebuy_brings_a_resting_table_back_to_life() -> None:
    game = playing(LOSE, bets=[1000], rules=CASINO)
    game.do(Stand, 1)
    assert game.refused(NextHand, 1) == "nobody_can_bet"
    game.time_up()
    assert (game.is_in(Phase.RESULT), game.table.parked) == (True, True)
    game.do(Rebuy, 1)
    game.do(NextHand, 1)
    pass_the_cut(game)
    game.do(Bet, 1, 5)


def test_the_net_result_takes_off_what_was_brought_and_bought() -> None:
    game = Game(CASINO)
    game.do(Join, 1, purse=300)
    game.do(Join, 2)
    game.do(Start, 1)
    pass_the_cut(game)
    game.rig("T T 9 6 9 T")
    game.do(Bet, 1, 300)
    game.do(Bet, 2, 100)
    game.do(Stand, 1)
    game.do(Stand, 2)
    game.do(Rebuy, 1)
    game.do(Close, 1)
    assert {line.member: (line.chips, line.net) for line in game.table.standings} == {
        1: (1000, -300), 2: (1000, 0),
    }  # fmt: skip


def test_at_a_table_of_sessions_a_purse_means_nothing() -> None:
    game = Game(replace(BANK, seats=2))
    game.do(Join, 1, purse=10**6)
    game.do(Start, 1)
    assert game.seat(1).chips == 500
