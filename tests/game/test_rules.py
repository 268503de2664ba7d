"""The numbers of the house tables, and which custom rules are refused."""

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.game.engine import open_table
from bot.game.moves import Open, Refused
from bot.game.rules import (
    BANK,
    CASINO,
    CLASSIC,
    ROOM,
    SOLO,
    TABLES,
    Clocks,
    HouseRules,
    _checks,
    validate,
    worst_case,
)
from bot.game.table import from_snapshot, snapshot

from .anyrules import random_rules


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


def test_the_casino_is_what_its_document_says() -> None:
    assert (CASINO.seats, CASINO.chips, CASINO.bank, CASINO.decks) == (6, 1000, None, 6)
    assert (CASINO.min_bet, CASINO.max_bet, CASINO.ladder) == (5, 200 * 5, ())
    assert (CASINO.shuffle, CASINO.penetration, CASINO.player_cut) == ("cut_card", 75, False)
    assert (CASINO.natural, CASINO.hits_soft_17, CASINO.naturals_at_once) == ((3, 2), True, False)
    assert (CASINO.insurance, CASINO.even_money, CASINO.surrender) == ("half", True, True)
    assert (CASINO.double, CASINO.double_after_split, CASINO.double_face_down) == (
        "any", True, False,
    )  # fmt: skip
    assert (CASINO.split_by, CASINO.max_hands, CASINO.resplit_aces) == ("value", 4, False)
    assert (CASINO.ends, CASINO.missed_rounds, CASINO.limit) == ("host", 3, None)
    clocks = CASINO.clocks
    assert (clocks.bet, clocks.decision, clocks.insurance, clocks.result) == (30, 30, 15, 8)


def test_the_classic_table_is_what_its_document_says() -> None:
    assert (CLASSIC.seats, CLASSIC.chips, CLASSIC.bank, CLASSIC.decks) == (6, 500, None, 6)
    assert (CLASSIC.min_bet, CLASSIC.max_bet, CLASSIC.ladder) == (2, 500, ())
    assert (CLASSIC.shuffle, CLASSIC.player_cut) == ("cut_card", True)
    assert (CLASSIC.natural, CLASSIC.hits_soft_17, CLASSIC.naturals_at_once) == (
        (3, 2),
        False,
        True,
    )
    assert (CLASSIC.insurance, CLASSIC.even_money, CLASSIC.surrender) == (
        "up_to_half",
        False,
        False,
    )
    assert (CLASSIC.double, CLASSIC.double_after_split, CLASSIC.double_face_down) == (
        "9-11", False, True,
    )  # fmt: skip
    assert (CLASSIC.split_by, CLASSIC.max_hands, CLASSIC.ends) == ("rank", 2, "host")
    assert CLASSIC.clocks == CASINO.clocks


def test_the_solo_table_is_what_its_document_says() -> None:
    assert (SOLO.seats, SOLO.chips, SOLO.bank, SOLO.decks) == (1, 500, None, 1)
    assert (SOLO.min_bet, SOLO.max_bet, SOLO.chip_values) == (5, None, (5, 10, 25, 50))
    assert (SOLO.shuffle, SOLO.hits_soft_17, SOLO.natural) == ("every_hand", False, (3, 2))
    assert (SOLO.insurance, SOLO.even_money, SOLO.surrender) == ("none", False, False)
    assert (SOLO.double, SOLO.double_after_split, SOLO.double_face_down) == ("any", True, False)
    assert (SOLO.split_by, SOLO.max_hands, SOLO.resplit_aces) == ("value", 4, False)
    assert (SOLO.ends, SOLO.clocks.idle) == ("broke", 600)
    clocks = SOLO.clocks
    assert {clocks.bet, clocks.decision, clocks.insurance, clocks.result} == {None}


def test_the_room_is_what_its_document_says() -> None:
    assert (ROOM.seats, ROOM.seatless, ROOM.chips, ROOM.bank, ROOM.decks) == (6, 6, 1000, None, 6)
    assert (ROOM.min_bet, ROOM.max_bet, ROOM.limit, ROOM.ladder) == (1, None, 1000, ())
    assert (ROOM.shuffle, ROOM.hits_soft_17, ROOM.natural) == ("every_hand", False, (3, 2))
    assert (ROOM.insurance, ROOM.even_money, ROOM.surrender) == ("half", False, False)
    assert (ROOM.double, ROOM.double_after_split, ROOM.double_face_down) == ("any", True, False)
    assert (ROOM.split_by, ROOM.max_hands, ROOM.full_betting) == ("value", 2, True)
    clocks = ROOM.clocks
    assert (clocks.bet, clocks.decision, clocks.insurance, clocks.result) == (15, 20, 8, 6)
    assert (ROOM.ends, clocks.idle) == ("idle", 600)


#: Changes of the bank table, and what is wrong with each.
WRONG: list[tuple[str, dict[str, Any]]] = [
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
    ("rules_clocks", {"clocks": Clocks(insurance=None), "insurance": "half"}),
    ("rules_clocks", {"clocks": Clocks(insurance=None), "even_money": True}),
    ("rules_clocks", {"clocks": Clocks(insurance=4)}),
    ("rules_clocks", {"clocks": Clocks(result=601)}),
    ("rules_clocks", {"clocks": Clocks(idle=59)}),
    ("rules_clocks", {"clocks": Clocks(bet=None), "seats": 1, "full_betting": True}),
    ("rules_ends", {"bank": None}),
    ("rules_ends", {"ends": "host"}),
    ("rules_ends", {"ends": "broke", "bank": None}),
    ("rules_missed_rounds", {"missed_rounds": 0}),
    ("rules_ladder_long", {"ladder": tuple(range(50, 65))}),
    ("rules_chip_values", {"chip_values": ()}),
    ("rules_chip_values", {"chip_values": (5, 5)}),
    ("rules_chip_values", {"chip_values": (0, 5)}),
    ("rules_chip_values", {"chip_values": (1, 2, 3, 4, 5, 6)}),
    ("rules_chip_values", {"chip_values": (1, 10**30)}),
    ("rules_chips_too_many", {"max_bet": 10**30}),
    ("rules_chips_too_many", {"limit": 10**30}),
    ("rules_natural", {"natural": (3 * 10**30, 2 * 10**30)}),
    ("rules_low", {"low": -1}),
    ("rules_low", {"low": 10**30}),
    ("rules_seatless", {"seatless": 7, "shuffle": "every_hand", "full_betting": True}),
    ("rules_seatless", {"seatless": 1, "shuffle": "every_hand"}),
    ("rules_seatless", {"seatless": 1, "full_betting": True}),
    ("rules_penetration_player", {"player_cut": True}),
    ("rules_min_bet", {"min_bet": 0, "ladder": ()}),
]


@pytest.mark.parametrize(("wrong", "change"), WRONG)
def test_unplayable_rules_are_refused_by_name(wrong: str, change: dict[str, Any]) -> None:
    rules = replace(BANK, **change)
    assert wrong in validate(rules)
    with pytest.raises(Refused):
        open_table(Open(1, 1, 1, rules, seed=bytes(32)))


def test_a_minimum_below_one_chip_is_refused() -> None:
    for least in 0, -1:
        assert "rules_min_bet" in validate(replace(BANK, min_bet=least, ladder=(least,)))


def test_there_is_nothing_validate_could_say_that_is_not_tried_here() -> None:
    assert {wrong for wrong, _ in WRONG} == set(_checks(BANK))


@pytest.mark.parametrize("number", range(40))
def test_rules_that_are_accepted_open_a_table_that_is_played_and_stored(number: int) -> None:
    rules = random_rules(random.Random(number))
    table, _ = open_table(Open(1, 1, 1, rules, seed=bytes(32)))
    assert from_snapshot(snapshot(table)) == table


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
