"""What is wrong with rules as they were written, a sentence each."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.game.written import ROWS, Mistake, Row, Unreadable, read_value, spoken
from bot.words import Words

from .changes import row_name, value_words
from .names import clean


def read_rows(said: Mapping[str, str], words: Words) -> tuple[dict[str, Any], list[str]]:
    """The values of rows as a form gives them, and a sentence for each that is none."""
    values, mistakes = {}, []
    for key, text in said.items():
        row = ROWS[key]
        try:
            values[key] = read_value(row, text)
        except Unreadable:
            mistakes.append(_asked(row, row_name(key, words), words))
    return values, mistakes


def line_mistakes(mistakes: Sequence[Mistake], words: Words) -> list[str]:
    """Of a whole text: by line, and at last all the rows that are missing."""
    missing = [spoken(m.row) for m in mistakes if m.why == "written_missing"]
    told = [_in_line(m, words) for m in mistakes if m.why != "written_missing"]
    if missing:
        told.append(words.say("written_missing", rows=", ".join(missing)))
    return told


def unplayable(wrong: Iterable[str], words: Words) -> list[str]:
    """The sentences of what `validate` found."""
    return [words.say(key) for key in wrong]


def _in_line(mistake: Mistake, words: Words) -> str:
    row = ROWS.get(mistake.row)
    if row is None or mistake.why == "written_twice":
        name = clean(spoken(mistake.row)) if mistake.row else ""
        return words.say(mistake.why, line=mistake.line, row=name)
    place = words.say("written_at", line=mistake.line, row=spoken(mistake.row))
    return _asked(row, place, words, written=True)


def _asked(row: Row, name: str, words: Words, written: bool = False) -> str:
    """What to write; choices as a text has them, or as a menu shows them."""
    choices = [
        choice if written else value_words(row, read_value(row, choice), words)
        for choice in row.choices
    ]
    key = f"written_{row.form.value}"
    return words.say(key, row=name, example=row.example, choices=", ".join(choices))
