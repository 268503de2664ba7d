"""Rules of an open table: who may change them, what may change, and when it is in force."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.game.engine import apply, needs_seed
from bot.game.events import (
    ChangeAnnounced,
    RulesChanged,
    ShoeOpened,
    ShoeRevealed,
    ShuffleBegan,
    TableParked,
)
from bot.game.moves import Bet, ChangeRules, Join, Leave, NextHand, PassCut, Stand, Start
from bot.game.rules import BANK, CASINO, CLASSIC, CUSTOM, ROOM, SOLO, Clocks, HouseRules
from bot.game.table import Phase, from_snapshot, snapshot
from bot.game.view import public

from .tables import Game, betting, lobby, playing

OURS = replace(CASINO, table=f"{CUSTOM}ours")
TABLES_THAT_CHANGE = pytest.mark.parametrize(
    "rules", [CASINO, CLASSIC, ROOM, OURS], ids=lambda rules: rules.table
)


def change(game: Game, **rows: Any) -> HouseRules:
    rules = replace(game.table.next_rules or game.table.rules, **rows)
    game.do(ChangeRules, game.table.host, rules)
    return rules


def refused(game: Game, member: int = 1, admin: bool = False, **rows: Any) -> str:
    rules = replace(game.table.next_rules or game.table.rules, **rows)
    return game.refused(ChangeRules, member, rules, admin)


def next_round(game: Game) -> None:
    """Whatever it takes until bets or a shuffle are open again."""
    hand = game.table.hand
    while game.table.phase is not Phase.RESULT:
        if game.is_in(Phase.PLAYING):
            game.do(Stand, game.turn)
        else:
            game.time_up()
    assert game.table.hand >= hand
    game.time_up() if game.table.deadline is not None else game.do(NextHand, 1)


@TABLES_THAT_CHANGE
def test_a_change_waits_for_the_next_round(rules: HouseRules) -> None:
    game = betting(2, rules)
    game.do(Bet, 1, 50)
    rules = change(game, natural=(6, 5), min_bet=10)
    assert game.table.rules != rules
    assert public(game.table).next_rules == rules
    assert game.said(ChangeAnnounced)[-1].rules == rules
    game.do(Bet, 2, 5)  # by the rules that are still in force
    if game.is_in(Phase.BETTING):
        game.time_up()
    next_round(game)
    assert game.table.rules == rules
    assert public(game.table).next_rules is None
    assert game.said(RulesChanged)[-1].rules == rules
    assert game.refused(Bet, 1, 9) == "bet_too_small"


def test_nothing_of_a_hand_in_play_changes() -> None:
    game = playing("5 9 6 7 T T T", bets=[100], rules=CASINO)
    change(game, double="10-11", surrender=False, hits_soft_17=False, max_bet=10)
    moves = public(game.table, 1).moves
    assert {"Double", "Surrender"} <= {move.__name__ for move in moves}


def test_a_second_change_replaces_the_first_and_the_old_rules_take_it_back() -> None:
    game = betting(1, CASINO)
    change(game, min_bet=10)
    both = change(game, max_bet=500)
    assert (both.min_bet, both.max_bet) == (10, 500)
    game.do(ChangeRules, 1, CASINO)
    assert game.table.next_rules is None
    assert refused(game) == "change_nothing"


@pytest.mark.parametrize("rules", [BANK, SOLO], ids=lambda rules: rules.table)
def test_where_chips_are_a_sessions_rules_are_fixed_at_start(rules: HouseRules) -> None:
    game = lobby(1, rules)
    change(game, natural=(6, 5), decks=2)
    assert game.table.rules.natural == (6, 5), "in the lobby a change is in force at once"
    game.do(Start, 1)
    while game.is_in(Phase.SHUFFLE):
        game.do(PassCut, 1)
    assert refused(game, natural=(3, 2)) == "rules_fixed"
    assert refused(game, admin=True, natural=(3, 2)) == "rules_fixed"


def test_a_custom_table_with_a_bank_is_fixed_at_start_too() -> None:
    game = betting(1, replace(BANK, table=f"{CUSTOM}ours"))
    assert refused(game, decks=6) == "rules_fixed"


def test_who_was_ready_in_the_lobby_looks_at_the_new_rules_first() -> None:
    game = lobby(2, BANK, host=9)
    decision = game.table.decision
    game.do(Start, 1)
    change(game, chips=800)
    assert not any(seat.answered for seat in game.table.seats)
    assert game.refused(Start, 1, decision=decision) == "decision_closed"
    game.do(Start, 1)
    game.do(Start, 2)
    assert [seat.chips for seat in game.table.seats] == [800, 800]


def test_only_the_host_and_admins_change_rules() -> None:
    game = betting(2, CASINO)
    assert refused(game, member=2, min_bet=10) == "only_host"
    assert refused(game, member=99, min_bet=10) == "only_host"
    game.do(ChangeRules, 99, replace(CASINO, min_bet=10), True)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ({"table": "classic"}, "change_kind"),
        ({"ends": "bank", "bank": 1000}, "change_kind"),
        ({"ends": "broke", "seats": 1}, "change_kind"),
        ({"chips": 2000}, "change_stake"),
        ({"seats": 1}, "change_seats"),
        ({"decks": 9}, "rules_decks"),
        ({"min_bet": 0}, "rules_min_bet"),
        ({}, "change_nothing"),
    ],
)
def test_what_may_not_change(rows: dict[str, Any], why: str) -> None:
    assert refused(betting(2, CASINO), **rows) == why


def test_what_a_table_of_its_own_kind_gives_newcomers_may_change() -> None:
    game = betting(1, OURS)
    change(game, chips=2000)
    game.do(Bet, 1, 50)
    next_round(game)
    game.do(Join, 2)
    assert game.seat(2).chips == 2000


def test_a_table_never_becomes_smaller_than_who_sits_there() -> None:
    game = betting(4, CASINO)
    game.do(Leave, 1)
    game.do(Leave, 2)
    change(game, seats=2)
    assert game.refused(Join, 5) == "table_full", "an announced change leaves no room"
    game.do(Bet, 3, 50)
    game.do(Bet, 4, 50)
    next_round(game)
    assert [(seat.member, seat.place) for seat in game.table.seats] == [(3, 0), (4, 1)]
    assert game.table.seatless == []


def test_the_cards_are_shuffled_before_other_decks_are_dealt_from() -> None:
    game = betting(1, CASINO)
    old = game.table.next_shoe
    change(game, decks=8)
    game.do(Bet, 1, 50)
    next_round(game)
    assert game.is_in(Phase.SHUFFLE)
    promised = game.table.next_shoe
    assert promised is not None
    assert old is not None
    assert (promised.number, promised.decks) == (old.number, 8)
    assert promised.commit != old.commit
    assert game.said(ShuffleBegan)[-1].commit == promised.commit
    game.do(PassCut, 1)
    assert game.table.shoe is not None
    assert len(game.table.shoe.order) == 8 * 52
    assert game.said(ShoeOpened)[-1].shoe == promised.number


@pytest.mark.parametrize("rows", [{"penetration": 50}, {"player_cut": True}, {"shuffle": "low"}])
def test_whatever_is_about_the_shoe_begins_with_a_fresh_one(rows: dict[str, Any]) -> None:
    game = betting(1, CASINO)
    change(game, **rows)
    game.do(Bet, 1, 50)
    next_round(game)
    assert game.is_in(Phase.SHUFFLE)


def test_a_shoe_whose_seed_was_shown_is_never_dealt_from_again() -> None:
    """From a shuffle every hand to one now and then: the hand's shoe is known to all by then."""
    game = betting(1, replace(ROOM, seatless=0, full_betting=False))
    change(game, shuffle="low")
    game.do(Bet, 1, 50)
    next_round(game)
    shown = {event.shoe for event in game.said(ShoeRevealed)}
    assert game.table.shoe is not None
    assert game.table.shoe.number in shown
    assert game.is_in(Phase.SHUFFLE)
    game.do(PassCut, 1)
    assert game.table.shoe.number not in shown


def test_a_shuffle_that_is_due_is_not_forgotten_while_the_table_rests() -> None:
    game = betting(1, CASINO)
    change(game, shuffle="low")
    game.do(Bet, 1, 50)
    while not game.is_in(Phase.RESULT):
        game.do(Stand, 1) if game.is_in(Phase.PLAYING) else game.time_up()
    game.do(Leave, 1)
    assert game.said(TableParked)
    game.do(Join, 2)
    game.do(NextHand, 2)
    assert game.is_in(Phase.SHUFFLE)


def test_from_now_and_then_to_every_hand_the_old_shoe_is_shown_and_done_with() -> None:
    game = betting(1, CASINO)
    change(game, shuffle="every_hand")
    game.do(Bet, 1, 50)
    next_round(game)
    assert game.is_in(Phase.BETTING)
    assert game.said(ShoeRevealed)
    number = game.table.shoe and game.table.shoe.number
    game.do(Bet, 1, 50)
    assert (game.table.shoe and game.table.shoe.number) != number


def test_a_pending_change_is_part_of_the_snapshot_and_asks_every_move_for_a_seed() -> None:
    game = betting(1, CASINO)
    change(game, decks=8, clocks=Clocks(bet=60, decision=60, insurance=60, result=60))
    woken = from_snapshot(snapshot(game.table))
    assert woken == game.table
    assert woken.next_rules is not None
    assert needs_seed(woken)
    with pytest.raises(ValueError, match="seed"):
        apply(woken, Bet(1, woken.decision, 50, at=game.now))
