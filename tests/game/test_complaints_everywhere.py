"""What players complain about elsewhere, on each of our tables: bets, payouts, absent players."""

from collections import Counter

import pytest
from msgspec.structs import replace

from bot.game.events import MemberLeft
from bot.game.legal import legal
from bot.game.moves import Bet, Double, Hit, Insure, Leave, SitOut, Split, Stand
from bot.game.play import balances
from bot.game.rules import CASINO, CLASSIC, ROOM, SOLO, TABLES, HouseRules
from bot.game.table import Phase, Result

from .tables import Game, betting, playing
from .walk import book

SHARED = [rules for rules in TABLES.values() if rules.seats > 1]


@pytest.mark.parametrize("rules", TABLES.values(), ids=lambda rules: rules.table)
def test_on_no_table_are_bets_stacked(rules: HouseRules) -> None:
    game = betting(2, rules) if rules.seats > 1 else parked_solo()
    game.do(Bet, 1, 50)
    if game.is_in(Phase.BETTING):
        assert game.refused(Bet, 1, 50) == "already_bet"
        game.do(Bet, 1, 100)
        assert balances(game.table)["bet:1"] == 100


def parked_solo() -> Game:
    game = betting(1, SOLO)
    game.time_up()
    return game


@pytest.mark.parametrize("rules", TABLES.values(), ids=lambda rules: rules.table)
@pytest.mark.parametrize("chips", [0, -1, -(10**30), 10**30, 10**9])
def test_zero_negative_and_huge_bets_are_refused_on_every_table(
    rules: HouseRules, chips: int
) -> None:
    assert betting(1, rules).refused(Bet, 1, chips)


@pytest.mark.parametrize("rules", TABLES.values(), ids=lambda rules: rules.table)
def test_on_no_table_is_there_a_double_or_split_without_the_chips(rules: HouseRules) -> None:
    game = playing("5 6 5 T", bets=[50], chips=[99], rules=rules)
    assert game.refused(Double, 1) == "too_few_chips"
    assert game.refused(Split, 1) == "too_few_chips"
    assert not {type(move) for move in legal(game.table, 1)} & {Double, Split}


@pytest.mark.parametrize("rules", TABLES.values(), ids=lambda rules: rules.table)
def test_on_no_table_does_a_natural_push_a_three_card_21(rules: HouseRules) -> None:
    game = playing("A 7 K 4 T", bets=[50], rules=rules)
    assert (game.hand(1).result, game.hand(1).net) == (Result.BLACKJACK, 75)


@pytest.mark.parametrize("rules", TABLES.values(), ids=lambda rules: rules.table)
def test_on_no_table_is_a_tie_lost(rules: HouseRules) -> None:
    game = playing("T T 8 8", bets=[50], rules=rules)
    game.do(Stand, 1)
    assert (game.hand(1).result, game.seat(1).chips) == (Result.PUSH, rules.chips)


@pytest.mark.parametrize("rules", TABLES.values(), ids=lambda rules: rules.table)
def test_on_no_table_is_a_split_offered_after_a_hit(rules: HouseRules) -> None:
    game = playing("4 6 4 T 4", bets=[50], rules=rules)
    game.do(Hit, 1)
    assert game.refused(Split, 1) == "split_pairs"


@pytest.mark.parametrize("rules", TABLES.values(), ids=lambda rules: rules.table)
def test_on_no_table_does_the_dealer_hit_a_hard_17(rules: HouseRules) -> None:
    for cards in "T T 9 7", "T 9 9 8", "T T 9 T":
        game = playing(cards, bets=[50], rules=rules)
        game.do(Stand, 1)
        assert len(game.table.dealer) == 2


@pytest.mark.parametrize("rules", [CASINO, CLASSIC, ROOM], ids=lambda rules: rules.table)
@pytest.mark.parametrize("bet", [2, 25, 100, 333])
def test_insurance_is_never_underpaid(rules: HouseRules, bet: int) -> None:
    rules = replace(rules, min_bet=2)
    game = playing("9 A 5 K", bets=[bet], rules=rules)
    game.do(Insure, 1, bet // 2)
    assert game.seat(1).chips == rules.chips - bet + 2 * (bet // 2)


@pytest.mark.parametrize("rules", [CASINO, CLASSIC], ids=lambda rules: rules.table)
def test_on_shared_tables_an_absent_player_loses_the_seat_and_blocks_nobody(
    rules: HouseRules,
) -> None:
    game = playing("T 7 9 T", bets=[0, 50], rules=rules)
    for _ in range(2):
        game.do(Stand, 2)
        game.time_up()  # the result is over by itself
        while game.is_in(Phase.SHUFFLE):
            game.time_up()
        game.rig("T 7 9 T")
        game.do(Bet, 2, 50)
        game.time_up()
    assert game.said(MemberLeft) == [MemberLeft(1, "missed_rounds")]
    assert game.turn == 2


@pytest.mark.parametrize("rules", [CASINO, CLASSIC], ids=lambda rules: rules.table)
def test_on_shared_tables_everybody_may_sit_out_and_after_three_rounds_the_clocks_stop(
    rules: HouseRules,
) -> None:
    game = betting(2, rules)
    for _ in range(3):
        game.do(SitOut, 1)
        game.do(SitOut, 2)
    assert (game.table.parked, game.table.deadline, game.table.hand) == (True, None, 0)
    game.do(Bet, 2, 50)
    assert not game.table.parked
    game.rig("T 7 9 T")
    game.time_up()
    assert game.turn == 2


@pytest.mark.parametrize("rules", SHARED, ids=lambda rules: rules.table)
def test_on_no_table_does_leaving_or_coming_back_make_a_chip(rules: HouseRules) -> None:
    """Natural, split, double, insured: whatever lies on the felt, leaving pays it once."""
    for cards, kind in [
        ("A 9 7 K 9 T", None), ("8 9 6 8 9 T 3 T T", Split), ("6 9 6 5 9 T T T", Double),
        ("9 9 A 5 9 6 T", Insure),
    ]:  # fmt: skip
        game = playing(cards, bets=[50, 50], rules=rules)
        if kind in (Split, Double):
            game.do(kind, 1)
        if kind is Insure and game.is_in(Phase.INSURANCE):
            game.do(Insure, 1, 25)
        game.do(Leave, 1)
        ledger: Counter[str] = Counter()
        for event in game.events:
            book(ledger, event)
        assert min(chips for name, chips in ledger.items() if name[0] in "cb") >= 0
        held = {n: chips for n, chips in ledger.items() if chips and n not in ("mint", "house")}
        assert held == balances(game.table)
