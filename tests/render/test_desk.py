"""The panel of a server's own tables: every one fits a message, every form fits a form."""

import random
from typing import Any

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.game.rules import BANK, CASINO, CUSTOM, MAX_CHIPS, SOLO, Clocks, HouseRules, validate
from bot.game.written import GROUPS, ROWS, read, value_of, write, write_value
from bot.render.cards import rules_card
from bot.render.changes import changes
from bot.render.desk import (
    confirm_delete,
    exported,
    list_panel,
    refusal_panel,
    table_panel,
)
from bot.render.desk_forms import (
    FROM,
    NAME,
    TEXT,
    TEXT_LIMIT,
    copy_form,
    group_form,
    import_form,
    make_form,
)
from bot.render.drawing import shortened
from bot.render.header import rules_line
from bot.render.ids import DeskId
from bot.render.mistakes import line_mistakes, read_rows, unplayable
from bot.render.rules_text import rules_text
from bot.render.typed_before import keep, taken_back
from bot.standin.components import ComponentCheck
from bot.standin.errors import Findings
from bot.standin.forms import check_modal
from bot.standin.parts import walk
from tests.game.anyrules import random_rules
from tests.screens import text_of

from .felt import ENGLISH

KEY = "0123456789ab"
RUNNING = f"t{2**63 - 1}"
LONGEST = "*" * 32
WIDE = replace(
    CASINO,
    table=f"{CUSTOM}{LONGEST}",
    min_bet=MAX_CHIPS - 13,
    chips=MAX_CHIPS,
    max_bet=MAX_CHIPS,
    ladder=tuple(range(MAX_CHIPS - 13, MAX_CHIPS + 1)),
    limit=MAX_CHIPS,
)
ANY_RULES = st.integers(0, 2**32).map(lambda seed: random_rules(random.Random(seed)))


def check(layout: discord.ui.LayoutView) -> None:
    """As Discord would: 40 parts, 4,000 characters, and all that a part must be."""
    parts: list[dict[str, Any]] = layout.to_components()  # type: ignore[no-untyped-call]
    findings = Findings()
    ComponentCheck(findings).message(parts, v2=True)
    findings.refuse_if_any()
    assert len(list(walk(parts))) <= 40
    assert layout.content_length() <= 4000
    assert layout.is_finished(), "discord.py would keep it"


def check_form(form: discord.ui.Modal) -> None:
    check_modal({**form.to_dict()})
    assert form.is_finished()


def test_the_widest_rules_are_ones_that_can_be_played() -> None:
    assert validate(WIDE) == []


@settings(deadline=None)
@given(ANY_RULES | st.just(WIDE), ANY_RULES | st.just(WIDE))
async def test_any_panel_of_any_rules_fits(rules: HouseRules, others: HouseRules) -> None:
    rules = replace(rules, table=f"{CUSTOM}{LONGEST}")
    for target in (KEY, RUNNING):
        check(table_panel(rules, target, ENGLISH, others))
    check(table_panel(rules, KEY, ENGLISH))
    check(exported(rules, ENGLISH))
    check(confirm_delete(rules, KEY, ENGLISH))
    check(rules_card(rules, ENGLISH, others, str(DeskId("open", RUNNING))))


@settings(deadline=None)
@given(ANY_RULES | st.just(WIDE))
async def test_any_form_of_any_rules_fits(rules: HouseRules) -> None:
    for group, rows in GROUPS.items():
        check_form(group_form(rules, RUNNING, group, ENGLISH, {}))
        check_form(group_form(rules, KEY, group, ENGLISH, dict.fromkeys(rows, "x" * 5000)))
    for typed in ({}, {NAME: "n" * 99, FROM: "there is none", TEXT: "t" * TEXT_LIMIT}):
        check_form(make_form(ENGLISH, typed))
        check_form(copy_form(KEY, ENGLISH, typed))
        check_form(import_form(ENGLISH, typed))


async def test_the_list_of_25_tables_fits_and_an_empty_one_says_what_to_do() -> None:
    names = [f"{n:02d}{LONGEST}"[:32] for n in range(25)]
    keys = {name: f"{n:012x}" for n, name in enumerate(names)}
    full = list_panel(dict.fromkeys(names, WIDE), keys, 25, ENGLISH, RUNNING)
    check(full)
    assert "25 of 25" in text_of(full)
    empty = list_panel({}, {}, 25, ENGLISH)
    check(empty)
    assert "There is none yet." in text_of(empty)


async def test_a_refusal_with_everything_wrong_fits_and_loses_nothing() -> None:
    text = "\n".join(["x" * 60 + " = 1e9"] * 35)[:TEXT_LIMIT]
    _, mistakes = read(text, "ours")
    sentences = line_mistakes(mistakes, ENGLISH)
    said = {NAME: "n" * 32, TEXT: text}
    panel = refusal_panel(sentences, keep(said, ENGLISH), DeskId("import"), ENGLISH)
    check(panel)
    assert "and " in text_of(panel)
    assert "Line 1: no rule is called" in text_of(panel)
    parts: list[dict[str, Any]] = panel.to_components()  # type: ignore[no-untyped-call]
    texts = [part["content"] for part in walk(parts) if "content" in part]
    assert taken_back(texts, (NAME, TEXT), ENGLISH) == said


LINES = st.text(st.characters(blacklist_characters="`\n\r"), max_size=40)


@settings(deadline=None)
@given(st.lists(LINES, min_size=5, max_size=5))
def test_what_was_typed_is_taken_back_to_the_letter(values: list[str]) -> None:
    said = dict(zip(GROUPS["bets"], values, strict=True))
    assert (
        taken_back(["Sentence.", f"-# kept\n{keep(said, ENGLISH)}"], GROUPS["bets"], ENGLISH)
        == said
    )


@settings(deadline=None)
@given(st.lists(st.text(max_size=200), max_size=4))
def test_no_other_message_puts_anything_into_a_form(texts: list[str]) -> None:
    found = taken_back(texts, GROUPS["bets"], ENGLISH)
    assert not found or any("```\nSmallest bet = " in text for text in texts)


@pytest.mark.parametrize("group", GROUPS)
def test_what_was_typed_is_shown_under_the_labels_of_its_form(group: str) -> None:
    said = {key: write_value(ROWS[key], value_of(CASINO, key)) for key in GROUPS[group]}
    kept = keep(said, ENGLISH)
    form = group_form(CASINO, KEY, group, ENGLISH, {}).to_dict()
    labels = [part["label"] for part in form["components"]]
    assert [line.split(" = ")[0] for line in kept.splitlines()[1:-1]] == labels
    assert "_" not in kept
    assert taken_back([kept], GROUPS[group], ENGLISH) == said


def test_a_choice_of_a_menu_is_shown_as_the_menu_shows_it() -> None:
    said = {NAME: "ours", FROM: "casino"}
    assert keep(said, ENGLISH).splitlines()[1:-1] == [
        "Its name = ours", "It begins with the rules of = The casino table",
    ]  # fmt: skip
    assert taken_back([keep(said, ENGLISH)], (NAME, FROM), ENGLISH) == said


def test_a_text_of_many_lines_is_taken_back_whole() -> None:
    said = {NAME: "ours", TEXT: f"name = {write(BANK)}\n\ntext = 5"}
    assert taken_back([keep(said, ENGLISH)], (NAME, TEXT), ENGLISH) == said


async def test_a_form_shows_the_values_in_force_and_what_was_typed_before() -> None:
    form = group_form(BANK, KEY, "bets", ENGLISH, {"limit": "lots"})
    fields = {part["custom_id"]: part for part in walk(form.to_dict()["components"])
              if "custom_id" in part}  # fmt: skip
    assert fields["ladder"]["value"] == "50 100 250 500"
    assert fields["limit"]["value"] == "lots"
    menu = group_form(CASINO, KEY, "doubles", ENGLISH, {"double": "most"})
    options = [p for p in walk(menu.to_dict()["components"]) if p.get("custom_id") == "double"]
    assert not any(option.get("default") for option in options[0]["options"])


@pytest.mark.parametrize("key", ROWS)
def test_every_row_has_a_sentence_for_what_is_no_value_of_it(key: str) -> None:
    values, (sentence,) = read_rows({key: "1e9"}, ENGLISH)
    assert values == {}
    assert sentence.startswith(ENGLISH.say(f"row_{key}"))
    assert "please write" in sentence
    values, mistakes = read_rows({key: write_value(ROWS[key], value_of(BANK, key))}, ENGLISH)
    assert (values, mistakes) == ({key: value_of(BANK, key)}, [])


def test_unplayable_rules_are_refused_in_words() -> None:
    wrong = validate(replace(BANK, decks=9, seats=0))
    assert unplayable(wrong, ENGLISH) == ["A table has 1 to 6 seats.", "A shoe has 1 to 8 decks."]


def test_changes_are_told_a_few_and_the_rest_counted() -> None:
    after = replace(BANK, decks=6, natural=(6, 5), surrender=True, clocks=Clocks(result=8))
    told = changes(BANK, after, ENGLISH)
    assert told == (
        "Decks 5 → 6 · A blackjack pays 3:2 → 6:5 · Surrender no → yes · "
        "Seconds for the result none → 8"
    )
    assert changes(BANK, replace(after, low=70), ENGLISH).endswith(" · 1 more")


async def test_the_menu_of_tables_cuts_between_words_and_no_amount() -> None:
    """The 1,000 of the casino's bets once ended as 1,00."""
    rules = replace(CASINO, table=f"{CUSTOM}ours", double="9-11", min_bet=5, max_bet=1000)
    line = rules_line(rules, ENGLISH)
    for shorter in range(len(line)):
        kept = shortened(line, shorter + 1)
        assert len(kept) <= shorter + 1
        if kept != line:
            assert kept.endswith("…")
            words = kept.removesuffix("…").split()
            assert words == line.split()[: len(words)]
            assert not kept.endswith("· …")
    panel = list_panel({"ours": WIDE}, {"ours": KEY}, 25, ENGLISH)
    (menu,) = [part for part in walk(panel.to_components()) if "options" in part]  # type: ignore[no-untyped-call]
    told = menu["options"][0]["description"]
    assert told == shortened(rules_line(WIDE, ENGLISH), 100)
    assert told.endswith(" …")


def test_a_change_of_a_long_ladder_cuts_no_amount() -> None:
    told = changes(BANK, replace(BANK, ladder=WIDE.ladder), ENGLISH)
    after = told.split(" → ")[1]
    assert after.endswith(" …")
    assert after.removesuffix(" …").split() == ["999,999,987", "999,999,988", "999,999,989"]


@given(ANY_RULES)
@settings(deadline=None, max_examples=50)
def test_a_form_has_room_for_every_value_in_force(seed: HouseRules) -> None:
    for rules in (seed, WIDE):
        for group, rows in GROUPS.items():
            form = group_form(rules, KEY, group, ENGLISH, {})
            parts = list(walk(form.to_dict()["components"]))
            for key in rows:
                (field,) = [part for part in parts if part.get("custom_id") == key]
                if not ROWS[key].choices:
                    assert field["value"] == write_value(ROWS[key], value_of(rules, key))


def test_a_run_by_rules_of_its_own_does_not_promise_the_five_best() -> None:
    house = "\n".join(rules_text(SOLO, ENGLISH))
    ours = "\n".join(rules_text(replace(SOLO, table=f"{CUSTOM}ours"), ENGLISH))
    assert "The five best are kept" in house
    assert "is not kept among the five best" in ours
    assert "The five best are kept" not in ours


def test_a_small_shoe_with_a_cut_card_says_that_it_may_be_shuffled_earlier() -> None:
    ours = replace(CASINO, table=f"{CUSTOM}ours", seats=3, decks=2)
    assert "may be shuffled earlier" in "\n".join(rules_text(ours, ENGLISH))
