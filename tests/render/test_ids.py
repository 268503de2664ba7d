"""Custom ids come back from outside: parse takes what custom_id writes and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.render.ids import DESK, MOST, MOVES, DeskId, PressId, custom_id, parse, parse_desk

NUMBERS = st.integers(1, MOST)


@given(NUMBERS, st.sampled_from(sorted(MOVES)), NUMBERS, NUMBERS)
def test_every_id_we_write_is_read_back(table: int, move: str, decision: int, arg: int) -> None:
    text = str(arg) if MOVES[move] else ""
    made = custom_id(table, move, decision, text)
    assert parse(made) == PressId(table, move, decision, text)
    assert len(made) <= 100


def test_an_id_reads_as_documented() -> None:
    assert custom_id(12, "hit", 345) == "bj:12:hit:345"
    assert custom_id(12, "bet", 345, "100") == "bj:12:bet:345:100"
    assert custom_id(12, "chips", 345, "175") == "bj:12:chips:345:175"
    assert custom_id(12, "insure", 345) == "bj:12:insure:345"


def test_the_words_that_take_an_argument_are_known() -> None:
    assert {word for word, takes in MOVES.items() if takes} == {"bet", "chips", "allin", "kick"}


@given(st.text(max_size=120))
def test_any_other_text_is_no_id(text: str) -> None:
    found = parse(text)
    assert found is None or custom_id(found.table, found.move, found.decision, found.arg) == text


@given(st.from_regex(r"bj:[0-9+\-_ .]{1,22}:[a-zA-Z]{1,10}:[0-9]{1,22}(:[^:]{0,22})?"))
def test_what_looks_like_an_id_is_taken_to_the_letter_or_not_at_all(text: str) -> None:
    found = parse(text)
    assert found is None or custom_id(found.table, found.move, found.decision, found.arg) == text


@pytest.mark.parametrize(
    "hostile",
    [
        "",
        "bj",
        "bj:1:hit",
        "bj:1:hit:",
        "bj:0:hit:1",
        "bj:01:hit:1",
        "bj:1:hit:01",
        "bj:-1:hit:1",
        "bj:+1:hit:1",
        "bj:1.0:hit:1",
        "bj:1_0:hit:1",
        "bj: 1:hit:1",
        "bj:1:hit:1\n",
        "bj:１:hit:1",  # full-width digit
        "bj:١:hit:1",  # Arabic digit
        "bj:1:HIT:1",
        "bj:1:fold:1",
        "bj:1:__class__:1",
        "bj:1:hit:1:50",  # takes no argument
        "bj:1:hit:1:",
        "bj:1:insure:1:12",
        "bj:1:even:1:1",
        "bj:1:clear:1:0",
        "bj:1:bet:1",  # takes one
        "bj:1:chips:1",
        "bj:1:chips:1:0",
        "bj:1:chips:1:-5",
        "bj:1:allin:1:5.0",
        "bj:1:bet:1:-50",
        "bj:1:bet:1:1e3",
        "bj:1:bet:1:0",
        "bj:1:bet:1:050",
        "bj:1:bet:1:50:50",
        f"bj:1:bet:1:{MOST + 1}",
        f"bj:{MOST + 1}:hit:1",
        f"bj:1:hit:{MOST + 1}",
        "bj:1:hit:" + "9" * 90,
        "xbj:1:hit:1",
        "bj:1:hit:1x",
    ],
)
def test_a_forged_id_is_not_taken(hostile: str) -> None:
    assert parse(hostile) is None


@pytest.mark.parametrize(
    ("table", "move", "decision", "arg"),
    [
        (0, "hit", 1, ""),
        (1, "fold", 1, ""),
        (1, "hit", 1, "5"),
        (1, "bet", 1, ""),
        (-1, "hit", 1, ""),
    ],
)
def test_an_id_that_would_not_be_taken_back_is_not_made(
    table: int, move: str, decision: int, arg: str
) -> None:
    with pytest.raises(ValueError, match="not a custom id"):
        custom_id(table, move, decision, arg)


KEYS = st.from_regex("[0-9a-f]{12}", fullmatch=True) | NUMBERS.map(lambda n: f"t{n}")
WORDS = st.from_regex("[a-z]{1,16}", fullmatch=True)


@given(st.sampled_from(sorted(DESK)), KEYS, WORDS)
def test_every_id_of_the_panel_of_rules_is_read_back(word: str, target: str, group: str) -> None:
    takes = DESK[word]
    pressed = DeskId(word, target if takes else "", group if takes == 2 else "")
    assert parse_desk(str(pressed)) == pressed
    assert len(str(pressed)) <= 100
    assert parse(str(pressed)) is None, "the two grammars have nothing in common"


def test_an_id_of_the_panel_reads_as_documented() -> None:
    assert str(DeskId("list")) == "bj:set:list"
    assert str(DeskId("open", "t12")) == "bj:set:open:t12"
    assert str(DeskId("save", "0123456789ab", "bets")) == "bj:set:save:0123456789ab:bets"
    assert (DeskId("open", "t12").table, DeskId("open", "0123456789ab").table) == (12, None)


@given(st.text(max_size=120) | st.from_regex(r"bj:set:[a-z]{1,8}(:[^:]{0,22}){0,3}"))
def test_any_other_text_is_no_id_of_the_panel(text: str) -> None:
    found = parse_desk(text)
    assert found is None or str(found) == text


@pytest.mark.parametrize(
    "hostile",
    [
        "bj:set", "bj:set:", "bj:set:list:", "bj:set:list:t1", "bj:set:fold", "bj:set:open",
        "bj:set:open:t0", "bj:set:open:t01", "bj:set:open:t-1", "bj:set:open:t١",
        "bj:set:open:0123456789AB", "bj:set:open:0123456789abc", "bj:set:open:0123456789ab:bets",
        "bj:set:edit:bets", "bj:set:edit:t1", "bj:set:edit:t1:", "bj:set:edit:t1:BETS",
        "bj:set:edit:t1:bets:x", "bj:set:edit::bets", f"bj:set:open:t{MOST + 1}",
        "bj:set:list\n", "bj:1:list:1", "xbj:set:list",
    ],
)  # fmt: skip
def test_a_forged_id_of_the_panel_is_not_taken(hostile: str) -> None:
    assert parse_desk(hostile) is None


@pytest.mark.parametrize(
    "wrong", [DeskId("list", "t1"), DeskId("open"), DeskId("edit", "t1"), DeskId("open", "ours")]
)
def test_an_id_of_the_panel_that_would_not_be_taken_back_is_not_made(wrong: DeskId) -> None:
    with pytest.raises(ValueError, match="not a custom id"):
        str(wrong)
