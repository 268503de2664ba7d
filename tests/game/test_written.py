"""Rules as text: what is written is read again, and nothing else is taken for a value."""

import random
from typing import get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.rules import BANK, CASINO, TABLES, Clocks, HouseRules
from bot.game.written import (
    GROUPS,
    ROWS,
    Unreadable,
    read,
    read_value,
    value_of,
    with_values,
    write,
    write_value,
)

from .anyrules import random_rules

ANY_RULES = st.integers(0, 2**32).map(lambda seed: random_rules(random.Random(seed)))


@settings(deadline=None)
@given(ANY_RULES)
def test_what_is_written_is_read_again(rules: HouseRules) -> None:
    assert read(write(rules), rules.table) == (rules, [])


@settings(deadline=None)
@given(ANY_RULES, st.randoms(use_true_random=False))
def test_order_blanks_and_comments_do_not_matter(rules: HouseRules, dice: random.Random) -> None:
    lines = write(rules).upper().replace(" = ", "=").splitlines()
    dice.shuffle(lines)
    text = "```\n# ours\n\n" + "\n  ".join(lines) + "\n```"
    assert read(text, rules.table) == (rules, [])


@settings(deadline=None)
@given(ANY_RULES, ANY_RULES)
def test_rows_make_up_all_of_the_rules(rules: HouseRules, others: HouseRules) -> None:
    values = {key: value_of(others, key) for key in ROWS}
    assert with_values(rules, {**values, "table": others.table}) == others


def test_every_value_has_its_row_and_every_row_is_asked_once() -> None:
    fields = set(get_type_hints(HouseRules)) - {"table", "clocks"}
    clocks = {f"{clock}_clock" for clock in get_type_hints(Clocks)}
    assert set(ROWS) == fields | clocks
    asked = [key for rows in GROUPS.values() for key in rows]
    assert sorted(asked) == sorted(ROWS)
    assert max(map(len, GROUPS.values())) <= 5, "a form has five fields"


@pytest.mark.parametrize("key", ROWS)
@pytest.mark.parametrize(
    "text",
    ["", " ", "maybe", "1e9", "-5", "+5", "٣", "５", "0x10", "1_000", "5.5", "1,00", "5 5 x",
     "nan", str(10**30), "3:2:1", "yesno", "None5", "\x00"],
)  # fmt: skip
def test_nothing_that_only_looks_like_a_value_is_read(key: str, text: str) -> None:
    with pytest.raises(Unreadable):
        read_value(ROWS[key], text)


@settings(deadline=None)
@given(st.sampled_from(list(ROWS)), st.text(max_size=40))
def test_whatever_is_read_is_written_and_read_again(key: str, text: str) -> None:
    row = ROWS[key]
    try:
        value = read_value(row, text)
    except Unreadable:
        return
    assert read_value(row, write_value(row, value)) == value


READ = [
    ("chips", "1000", 1000), ("chips", " 1,000 ", 1000), ("chips", "1 000 000", 10**6),
    ("chips", "1.000", 1000), ("chips", "1’000", 1000), ("max_bet", "NONE", None),
    ("max_bet", "500", 500), ("ladder", "50, 100,250", (50, 100, 250)), ("ladder", "none", ()),
    ("ladder", "50", (50,)), ("natural", "3 : 2", (3, 2)), ("shuffle", "Cut card", "cut_card"),
    ("shuffle", "cut_card", "cut_card"), ("double", "9-11", "9-11"), ("surrender", "Yes", True),
    ("result_clock", "none", None), ("result_clock", "8", 8),
]  # fmt: skip


@pytest.mark.parametrize(("key", "text", "value"), READ)
def test_people_write_in_their_ways(key: str, text: str, value: object) -> None:
    assert read_value(ROWS[key], text) == value


def test_a_grouped_number_in_a_ladder_is_asked_about_not_guessed() -> None:
    with pytest.raises(Unreadable):
        read_value(ROWS["ladder"], "500 1,000")


def test_every_mistake_is_told_with_its_line() -> None:
    lines = [line for line in write(CASINO).splitlines() if not line.startswith(("low", "ends"))]
    lines[0] = "seats = six"
    lines += ["decks = 6", "jokers = 2", "decks 6"]
    rules, mistakes = read("\n".join(lines), "ours")
    assert rules is None
    last = len(lines)
    assert [(m.why, m.line, m.row) for m in mistakes] == [
        ("written_number", 1, "seats"),
        ("written_twice", last - 2, "decks"),
        ("written_unknown", last - 1, "jokers"),
        ("written_line", last, ""),
        ("written_missing", 0, "low"),
        ("written_missing", 0, "ends"),
    ]


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_a_text_is_short_enough_for_a_message(rules: HouseRules) -> None:
    assert len(write(rules)) < 1000


def test_the_text_of_the_bank_table_as_members_see_it() -> None:
    assert write(BANK).splitlines()[:8] == [
        "seats = 6",
        "seatless = 0",
        "chips = 500",
        "bank = 1000",
        "min bet = 50",
        "max bet = 500",
        "ladder = 50 100 250 500",
        "chip values = 5 10 25 50",
    ]
