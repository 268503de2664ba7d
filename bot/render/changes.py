"""What differs between two sets of rules, in words; and the values of single rows."""

from typing import Any

from bot.game.rules import HouseRules
from bot.game.view import PublicTable
from bot.game.written import ROWS, Form, Row, value_of
from bot.words import Words

from .drawing import DOT, shortened

_SHOWN = 4  # changes told one by one
_LONG = 40  # characters of a value; a ladder can be far longer


def announced(view: PublicTable, words: Words) -> str:
    """The board's line about rules that come with the next hand; empty without any."""
    if view.next_rules is None:
        return ""
    told = changes(view.rules, view.next_rules, words)
    return words.say("change_announced", changes=told)


def changes(before: HouseRules, after: HouseRules, words: Words) -> str:
    """`Decks 6 → 8 · A blackjack pays 3:2 → 6:5`, the first few told one by one."""
    told = [
        words.say(
            "change_row",
            row=row_name(key, words),
            before=_short(row, value_of(before, key), words),
            after=_short(row, value_of(after, key), words),
        )
        for key, row in ROWS.items()
        if value_of(before, key) != value_of(after, key)
    ]
    more = len(told) - _SHOWN
    if more > 0:
        told = [*told[:_SHOWN], words.count("change_more", more)]
    return DOT.join(told)


def row_name(key: str, words: Words) -> str:
    return words.say(f"row_{key}")


def value_words(row: Row, value: Any, words: Words) -> str:
    """A value as a reader of the language sees it."""
    if row.form is Form.YES_NO:
        return words.say("choice_yes" if value else "choice_no")
    if row.form is Form.CHOICE:
        return words.say(f"choice_{row.key}_{value}")
    if value is None or value == ():
        return words.say("choice_none")
    if row.form is Form.RATIO:
        return ":".join(map(str, value))
    if row.form is Form.NUMBERS:
        return " ".join(map(words.number, value))
    return words.number(value)


def _short(row: Row, value: Any, words: Words) -> str:
    return shortened(value_words(row, value, words), _LONG)
