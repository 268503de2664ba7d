"""The bank table's numbers, and which custom rules are refused."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.game.engine import open_table
from bot.game.moves import Open, Refused
from bot.game.rules import BANK, TABLES, Clocks, HouseRules, validate, worst_case


def test_the_house_tables_are_playable() -> None:
    assert {name: validate(rules) for name, rules in TABLES.items()} == {
        name: [] for name in TABLES
    }


def test_the_bank_table_is_what_its_document_says() -> None:
    assert (BANK.seats, BANK.chips, BANK.bank, BANK.decks) == (6, 500, 1000, 5)
    assert BANK.ladder == (50, 100, 250, 500)
    assert (BANK.natural, BANK.hits_soft_17, BANK.max_hands) == ((3, 2), False, 2)
    assert (BANK.double, BANK.double_after_split, BANK.split_by) == ("any", True, "value")
    assert (BANK.surrender, BANK.insurance, BANK.even_money) == (False, "none", False)
    assert (BANK.low, BANK.missed_rounds) == (65, 3)
    assert BANK.clocks == Clocks(bet=60, decision=30, result=None, shuffle=15, idle=1800)


@pytest.mark.parametrize(
    ("wrong", "change"),
    [
        ("rules_seats", {"seats": 0}),
        ("rules_seats", {"seats": 7}),
        ("rules_chips_below_min", {"chips": 49}),
        ("rules_max_below_min", {"max_bet": 49, "ladder": ()}),
        ("rules_limit_below_min", {"limit": 49}),
        ("rules_chips_too_many", {"chips": 10**9 + 1}),
        ("rules_chips_too_many", {"bank": 10**9 + 1}),
        ("rules_bank", {"bank": 0}),
        ("rules_ladder_order", {"ladder": (50, 250, 100)}),
        ("rules_ladder_order", {"ladder": (50, 50, 100)}),
        ("rules_ladder_start", {"ladder": (100, 250)}),
        ("rules_ladder_end", {"ladder": (50, 501)}),
        ("rules_decks", {"decks": 0}),
        ("rules_decks", {"decks": 9}),
        ("rules_hands", {"max_hands": 0}),
        ("rules_hands", {"max_hands": 5}),
        ("rules_natural", {"natural": (5, 2)}),
        ("rules_natural", {"natural": (4, 5)}),
        ("rules_natural", {"natural": (3, 0)}),
        ("rules_penetration", {"penetration": 49}),
        ("rules_penetration", {"penetration": 91}),
        ("rules_clocks", {"clocks": Clocks(bet=4)}),
        ("rules_clocks", {"clocks": Clocks(decision=601)}),
        ("rules_clocks", {"clocks": Clocks(shuffle=0)}),
        ("rules_shoe_too_small", {"decks": 1}),
        ("rules_not_yet", {"insurance": "half"}),
        ("rules_not_yet", {"bank": None}),
    ],
)
def test_unplayable_rules_are_refused_by_name(wrong: str, change: dict[str, Any]) -> None:
    rules = replace(BANK, **change)
    assert wrong in validate(rules)
    with pytest.raises(Refused):
        open_table(Open(1, 1, 1, rules, seed=bytes(32)))


def test_a_minimum_below_one_chip_is_refused() -> None:
    for least in 0, -1:
        assert "rules_min_bet" in validate(replace(BANK, min_bet=least, ladder=(least,)))


@pytest.mark.parametrize(("decks", "hands", "seats"), [(1, 4, 2), (2, 4, 5), (1, 2, 5)])
def test_a_small_shoe_limits_the_seats(decks: int, hands: int, seats: int) -> None:
    rules = replace(BANK, decks=decks, max_hands=hands)
    assert validate(replace(rules, seats=seats)) == []
    assert validate(replace(rules, seats=seats + 1)) == ["rules_shoe_too_small"]


def test_the_worst_case_rises_with_seats_and_hands() -> None:
    cases = [worst_case(BANK, seats) for seats in range(1, 7)]
    assert cases == sorted(cases)
    assert worst_case(replace(BANK, max_hands=4), 6) > worst_case(BANK, 6)


def test_no_order_of_play_needs_more_cards_than_the_worst_case() -> None:
    """One seat, the cheapest cards first: the longest hands there are."""
    cheap = sorted(min(face % 13 + 1, 10) for face in range(52 * 5))
    used, points = 0, 0
    for value in cheap:
        if points + value > 3 * 20:
            break
        points += value
        used += 1
    assert used + 3 == worst_case(BANK, 1)


def test_house_rules_travel_as_json_without_loss_and_strangers_fields_are_refused() -> None:
    data = msgspec.json.encode(BANK)
    assert msgspec.json.decode(data, type=HouseRules) == BANK
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"table":"bank","jokers":2}', type=HouseRules)


def test_the_rules_in_force_are_the_tables_own() -> None:
    rules = replace(BANK, chips=700)
    table, _ = open_table(Open(1, 1, 1, rules, seed=bytes(32)))
    assert table.rules.chips == 700
