"""Written cases of all five tables, played through the engine, and malformed ones."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.game.rules import TABLES
from bot.game.script import play_file

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))[
    "cases"
]


def play(*cases: Any) -> tuple[list[dict[str, Any]], list[str]]:
    return play_file(json.dumps({"cases": cases}).encode())


def case(**change: Any) -> dict[str, Any]:
    """A natural, paid 3:2, with something changed."""
    return {
        "id": "x",
        "table": "bank",
        "cards": ["T", "7", "9", "T"],
        "seats": [{"chips": 500, "bet": 100}],
        "bank": 1000,
        "actions": {"0": ["stand"]},
        **change,
    }


@pytest.mark.parametrize(
    "written", CASES, ids=lambda written: f"{written['id']} {written['title']}"
)
def test_a_written_case_ends_as_it_says(written: dict[str, Any]) -> None:
    results, complaints = play(written)
    assert complaints == []
    (played,) = results
    assert played["id"] == written["id"]
    if written["expect_illegal"]:
        assert played["result"] == {"refused": written["expect_illegal"]}
    else:
        assert played["result"] == {**written["expected"], "session": written["session"]}


def test_the_cases_of_all_tables_are_here() -> None:
    assert len(CASES) == 64
    assert {written["table"] for written in CASES} == set(TABLES)


def test_few_decks_do_for_the_few_seats_of_a_case() -> None:
    """One deck is too small for six seats with four hands each; a case says how many there are."""
    few = case(table="casino", bank=None, rules={"decks": 1})
    assert play(few)[1] == []
    many = case(**{**few, "seats": [{"chips": 500, "bet": 100}] * 3})
    assert "rules_shoe_too_small" in play(many)[1][0]


@pytest.mark.parametrize("insurance", [0, 50])
def test_cards_that_run_out_after_insurance_make_the_round_void_too(insurance: int) -> None:
    seat = {"chips": 500, "bet": 100, "insurance": insurance}
    short = case(table="casino", bank=None, cards=["T", "A", "5", "6"], seats=[seat])
    assert play({**short, "actions": {"0": ["hit"]}})[0][0]["result"] == {"void": True}


def test_an_offer_the_table_does_not_make_is_refused() -> None:
    ace_up: dict[str, Any] = {"cards": ["A", "A", "K", "9"], "bank": None, "actions": {}}
    seat = {"chips": 500, "bet": 100}
    for table, insurance, even_money in [
        ("casino", False, False), ("classic", False, True), ("room", False, True),
        ("solo", True, True), ("bank", True, True),
    ]:  # fmt: skip
        for key, value, is_refused in [
            ("insurance", 50, insurance), ("even_money", True, even_money),
        ]:  # fmt: skip
            asked = case(**ace_up, table=table, seats=[{**seat, key: value}])
            assert (play(asked)[0][0]["result"] == {"refused": key}) is is_refused, (table, key)


def test_a_file_may_hold_one_case_or_a_list() -> None:
    one, _ = play_file(json.dumps(case()).encode())
    many, _ = play(case(id="x"), case(id="y"))
    assert [played["id"] for played in one] == ["x"]
    assert [played["id"] for played in many] == ["x", "y"]
    assert one[0]["result"] == many[1]["result"]


def test_cases_are_independent_of_each_other() -> None:
    lost = case(cards=["T", "9", "6", "T"])
    (alone,), _ = play(lost)
    after = play(case(), lost)[0][1]
    assert alone == after


def test_cards_that_run_out_make_the_round_void() -> None:
    for cards in [], ["T"], ["T", "7", "9"], ["T", "2", "9", "T"]:
        results, complaints = play(case(cards=cards))
        assert complaints == []
        assert results[0]["result"] == {"void": True}


def test_more_cards_than_needed_may_be_written() -> None:
    results, _ = play(case(cards=["T", "7", "9", "T", "5", "5", "5"]))
    assert results[0]["result"]["cards_used"] == 4


def test_a_move_marked_as_refused_must_be_refused() -> None:
    played, complaints = play(case(actions={"0": ["!split", "stand"]}))
    assert played[0]["result"]["seats"][0]["chips_after"] == 600
    assert complaints == []
    played, complaints = play(case(cards=["T", "7", "9", "T", "2"], actions={"0": ["!hit"]}))
    assert played == []
    assert "hit" in complaints[0]


def test_an_illegal_bet_is_the_result() -> None:
    for bet in 75, 501, 49, -50:
        results, _ = play(case(seats=[{"chips": 5000, "bet": bet}]))
        assert results[0]["result"] == {"refused": "bet"}


def test_the_bank_table_refuses_insurance_and_even_money() -> None:
    seat = {"chips": 500, "bet": 100}
    assert play(case(seats=[{**seat, "insurance": 50}]))[0][0]["result"] == {"refused": "insurance"}
    assert play(case(seats=[{**seat, "even_money": True}]))[0][0]["result"] == {
        "refused": "even_money"
    }


def test_without_a_bank_in_the_case_the_house_pays_all_and_nothing_ends() -> None:
    results, _ = play(case(bank=None))
    assert results[0]["result"]["bank_after"] is None
    assert results[0]["result"]["session"] is None


@pytest.mark.parametrize(
    "change",
    [
        {"actions": {}},
        {"actions": {"0": ["stand", "stand"]}},
        {"actions": {"0": ["stand"], "1": ["hit"]}},
        {"actions": {"0": ["fold"]}},
        {"actions": {"0": ["split"]}},
        {"actions": {"x": ["stand"]}},
        {"actions": {"0": "stand"}},
        {"cards": ["T", "7", "9", "1"]},
        {"cards": ["T", "7", "9", "10"]},
        {"cards": "T79T"},
        {"cards": ["t", "7", "9", "T"]},
        {"table": "poker"},
        {"table": 5},
        {"seats": []},
        {"seats": [{"chips": 500, "bet": 0}]},
        {"seats": [{"chips": -1, "bet": 50}]},
        {"seats": [{"chips": 500, "bet": 50.5}]},
        {"seats": [{"chips": 500, "bet": "50"}]},
        {"seats": [{"chips": 500}]},
        {"seats": [{"chips": 500, "bet": 50, "side_bet": 5}]},
        {"seats": [{"chips": 500, "bet": 50}] * 7},
        {"bank": -1},
        {"bank": 10**30},
        {"bank": "1000"},
        {"rules": {"decks": 0}},
        {"rules": {"max_hands": 9}},
        {"rules": {"bj": [3]}},
        {"rules": {"double": "always"}},
        {"rules": {"jokers": 2}},
        {"rules": {"h17": 1}},
        {"rules": {"bj": [5, 2]}},
        {"rules": {"bj": [3, 0]}},
        {"rules": {"double": "9-10"}},
        {"rules": {"das": "no"}},
        {"rules": {"resplit_aces": None, "surrender": "late"}},
        {"rules": {"even_money": 1}},
        {"rules": {"insurance": True}},
        {"rules": {"insurance": "all"}},
        {"rules": {"split_by": "colour"}},
        {"rules": {"table_limit": 49}},
        {"rules": {"table_limit": 10**10}},
        {"rules": {"decks": 9}},
        {"seats": [{"chips": 500, "bet": 50, "insurance": "25"}]},
        {"seats": [{"chips": 500, "bet": 50, "insurance": 2.5}]},
        {"seats": [{"chips": 500, "bet": 50, "even_money": 1}]},
        {"actions": {"0": ["insure"]}},
        {"table": "room", "seats": [{"chips": 500, "bet": 50}] * 13},
        {"expect_illegal": True},
        {"rules": None},
        {"expect_illegal": "hit"},
    ],
    ids=lambda change: json.dumps(change)[:40],
)
def test_a_malformed_case_is_named_in_a_sentence(change: dict[str, Any]) -> None:
    played, complaints = play(case(id="odd", **change), case(id="good"))
    assert [result["id"] for result in played] == ["good"]
    assert len(complaints) == 1
    assert complaints[0].startswith("Case odd is malformed: ")
    assert complaints[0].endswith(".")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[" * 10_000,
        b"{",
        b"\xff\xfe",
        b"[]",
        b"null",
        b"5",
        b'"x"',
        b'{"cases": []}',
        b'{"cases": {}}',
    ],
    ids=lambda data: repr(data[:9]),
)
def test_a_file_that_holds_no_case_is_refused_in_a_sentence(data: bytes) -> None:
    played, complaints = play_file(data)
    assert played == []
    assert len(complaints) == 1
    assert complaints[0].endswith(".")


def test_a_case_without_a_name_is_called_by_its_number() -> None:
    unnamed = case()
    del unnamed["id"]
    _, complaints = play(case(), unnamed)
    assert complaints[0].startswith("Case number 2 is malformed")
