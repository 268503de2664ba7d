"""Every sentence the bot may have to say exists, and has all its blanks filled."""

import ast
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import bot
from bot.game.rules import TABLES
from bot.words import Words, en, words_for
from bot.words.en import board, custom

SOURCES = sorted(Path(bot.__file__).parent.rglob("*.py"))
ENDINGS = ("_one", "_other")
FIRST_OF_THE_BOARD = en.GROUPS.index(board.TABLES)  # before it: refusals and other answers

#: Of forms: what Discord cuts off at 45 and at 100 characters.
LABELS = {
    "bet_title", "bet_label", "cut_title", "cut_label", "insurance_title", "insurance_label",
    "custom_make_title", "custom_copy_title", "custom_import_title", "custom_name", "custom_from",
    "custom_text", *custom.GROUPS, *(key for key in custom.ROWS if not key.endswith("_about")),
}  # fmt: skip
ABOUT = {
    "bet_about", "cut_about", "place_about", "insurance_about", "custom_name_about",
    "custom_text_about", *(key for key in custom.ROWS if key.endswith("_about")), *custom.CHOICES,
}  # fmt: skip


@cache
def _nodes() -> tuple[ast.AST, ...]:
    """Everything that is written in the bot."""
    trees = [ast.parse(path.read_text("utf-8")) for path in SOURCES]
    return tuple(node for tree in trees for node in ast.walk(tree))


def _calls(name: str) -> Iterator[ast.Call]:
    for node in _nodes():
        if isinstance(node, ast.Call) and node.args:
            called = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
            if called == name:
                yield node


def _constants(node: ast.AST) -> set[str]:
    """The texts an argument may be: a text, or one of two."""
    if isinstance(node, ast.IfExp):
        return _constants(node.body) | _constants(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def _blanks(key: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(en.SENTENCES[key]) if name}


@cache
def _refusals() -> dict[str, list[set[str]]]:
    """Key -> what each place that refuses with it tells."""
    found: dict[str, list[set[str]]] = {}
    for call in _calls("Refused"):
        for key in _constants(call.args[0]):
            found.setdefault(key, []).append({word.arg or "" for word in call.keywords})
    return found


def test_the_search_finds_the_refusals_there_are() -> None:
    assert {"not_your_turn", "too_few_chips", "table_closed"} <= set(_refusals())


@pytest.mark.parametrize("key", sorted(_refusals()))
def test_every_refusal_has_its_sentence(key: str) -> None:
    assert key in en.SENTENCES
    for told in _refusals()[key]:
        assert _blanks(key) <= told, f"{key} asks for more than the refusal tells"


def _validation_keys() -> set[str]:
    rules = Path(bot.__file__).parent / "game" / "rules.py"
    tree = ast.parse(rules.read_text("utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {text for text in texts if isinstance(text, str) and text.startswith("rules_")}


def test_every_mistake_in_custom_rules_has_its_sentence() -> None:
    keys = _validation_keys()
    assert "rules_seats" in keys
    assert keys <= set(en.SENTENCES)
    assert not any(_blanks(key) for key in keys), "validation tells nothing to fill in"


def _spoken() -> set[str]:
    """Keys named in full where the bot speaks; a count names both its endings."""
    return {
        key + ending
        for name, endings in (("say", ("",)), ("count", ENDINGS))
        for call in _calls(name)
        for key in _constants(call.args[0])
        for ending in endings
        if (key + ending).isidentifier()  # `count` is also a method of texts and lists
    }


def test_every_key_the_bot_speaks_by_exists() -> None:
    assert "ask_lobby" in _spoken()
    assert sorted(_spoken() - set(en.SENTENCES)) == []


def test_every_sentence_on_the_board_is_used() -> None:
    words = Path(bot.__file__).parent / "words"
    sources = [path for path in SOURCES if words not in path.parents]
    trees = [ast.parse(path.read_text("utf-8")) for path in sources]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    texts = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    starts = tuple(text for text in texts if text.endswith("_") and len(text) > 3)
    unused = [
        key
        for group in en.GROUPS[FIRST_OF_THE_BOARD:]
        for key in group
        if key not in texts
        and not key.startswith(starts)
        and key.removesuffix("_one").removesuffix("_other") not in texts
    ]
    assert unused == []


def test_no_sentence_is_written_twice() -> None:
    assert sum(map(len, en.GROUPS)) == len(en.SENTENCES)


@pytest.mark.parametrize("table", TABLES)
def test_every_house_table_has_a_name_and_a_line_for_a_picker(table: str) -> None:
    assert 1 <= len(en.SENTENCES[f"table_{table}"]) <= 45
    assert 1 <= len(en.SENTENCES[f"table_{table}_about"]) <= 100


HUGE: dict[str, int | str] = {
    "chips": 10**9, "least": 10**9, "most": 10**9, "held": "1,000,000,000 chips", "table": "",
}  # fmt: skip


@pytest.mark.parametrize("key", en.SENTENCES)
def test_labels_fit_what_discord_allows(key: str) -> None:
    most = 80 if key.startswith("button_") else 45 if key in LABELS else 100 if key in ABOUT else 0
    if most:
        assert len(words_for("en-US").say(key, **HUGE)) <= most


def test_an_unknown_language_speaks_english() -> None:
    for locale in ("en-US", "en-GB", "xx", "", "../en", "__init__"):
        assert words_for(locale).say("closed") == "The table is closed. Thanks for playing!"


def test_numbers_are_grouped_and_signs_are_written() -> None:
    words: Words = words_for("en-US")
    assert words.say("bet_too_big", most=1_000_000) == "The biggest bet here is 1,000,000 chips."
    assert [words.signed(n) for n in (1500, 0, -1500)] == ["+1,500", "±0", "−1,500"]
    assert [words.count("chips", n) for n in (0, 1, 1200)] == ["0 chips", "1 chip", "1,200 chips"]


def test_a_key_nobody_wrote_is_an_error() -> None:
    with pytest.raises(KeyError):
        words_for("en-US").say("no_such_key")
    with pytest.raises(KeyError):
        words_for("en-US").say("not_your_turn")
