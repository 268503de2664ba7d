"""Names are written by strangers; on the board they are only names."""

import unicodedata

import pytest
import regex  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from bot.render.names import clean, plain, whole

ISOLATES = "\u2068\u2069"  # ours, around right-to-left names
OURS = ISOLATES + "\u200b"  # the break behind an @


@pytest.mark.parametrize("name", ["Ana", "Zoë", "李小龍", "Ben the 2nd", "👩‍👩‍👧 fam", "❤️", "1️⃣"])
def test_an_ordinary_name_stays_as_it_is(name: str) -> None:
    assert clean(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\u200b\u200d",
        "\u3164\u3164",
        "\u2800",
        "\u202e",
        "\u0301\u0301",
        "\x00\n\t",
        "\ufe0f",
    ],
)
def test_a_name_nobody_can_see_becomes_someone(name: str) -> None:
    assert clean(name) == "Someone"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("**bold**", r"\*\*bold\*\*"),
        ("a_b_c", r"a\_b\_c"),
        ("`code`", r"\`code\`"),
        ("||spoiler||", r"\|\|spoiler\|\|"),
        ("# head", r"\# head"),
        ("-# small", r"\-\# small"),
        ("> quote", r"\> quote"),
        ("1. one", r"1\. one"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("@everyone", "@\u200beveryone"),
        ("<:ace:1>", r"\<\:ace\:1\>"),
        (":smile:", r"\:smile\:"),
        ("<t:0:R>", r"\<t\:0\:R\>"),
        ("https://x.y", r"https\://x.y"),
        ("[a](b)", r"\[a\]\(b\)"),
        ("end\\", "end\\\\"),
    ],
)
def test_markup_in_a_name_is_shown_as_typed(name: str, shown: str) -> None:
    assert clean(name) == shown


def test_stacked_marks_are_thinned_to_two() -> None:
    marks = "".join(chr(0x0300 + n) for n in range(40))
    shown = clean("z" + marks + "o" + marks)
    assert len(regex.findall(r"\p{M}", shown)) <= 4
    assert [c for c in unicodedata.normalize("NFD", shown) if c in "zo"] == ["z", "o"]


def test_direction_overrides_are_taken_out() -> None:
    assert clean("\u202eevil\u2066 \u061cname\u200f") == "evil name"


def test_a_right_to_left_name_cannot_reorder_the_chips_beside_it() -> None:
    assert clean("שלום") == "\u2068שלום\u2069"


def test_a_long_name_is_cut_to_24_characters_and_shows_it() -> None:
    assert clean("x" * 24) == "x" * 24
    assert clean("x" * 25) == "x" * 23 + "…"


def test_a_chain_of_joined_emoji_is_not_one_endless_character() -> None:
    assert len(clean("\u200d".join("👩" * 200))) <= 32


def test_a_table_is_called_by_its_whole_name() -> None:
    """Two that a server keeps apart by their last letter look different."""
    assert whole("x" * 31 + "1") == "x" * 31 + "1"
    assert whole("*" * 32) == r"\*" * 32
    assert whole("") == "Someone"


def test_what_is_too_long_even_for_a_menu_shows_that_it_was_cut() -> None:
    assert plain("x" * 33) == "x" * 31 + "…"
    assert plain("e\u0323\u0302" * 30) == unicodedata.normalize("NFC", "e\u0323\u0302") * 30
    assert plain("👍🏽" * 20) == "👍🏽" * 15 + "…"


@given(st.text(max_size=200))
def test_no_name_breaks_the_board(name: str) -> None:
    shown = clean(name)
    assert shown.strip(OURS + " ")
    assert len(regex.findall(r"\X", regex.sub(rf"[{OURS}]|\\(?=[^\w\s]|_)", "", shown))) <= 24
    assert len(shown) <= 2 * 32 + len(ISOLATES)
    for c in shown:
        assert c in OURS or not regex.match(r"[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]", c)


@given(st.text(alphabet="\\*_~`|<>#[]():+-@ab ", max_size=60))
def test_every_mark_is_escaped_exactly_once(name: str) -> None:
    shown = clean(name)
    bare = regex.sub(r"\\[\\*_~`|<>#\[\]():+\-]", "", shown)
    assert not set(bare) & set("\\*_~`|<>#[]():+-")
