"""What was typed into a form that was refused, as it stands in the refusal and is taken back.

Discord lets no form open again by itself and gives what was typed only once. So the refusal shows
it, in a block of code and under the labels of the form, and the button below brings it back into
the form: nothing is kept here.
"""

from collections.abc import Iterable, Mapping, Sequence

from bot.game.rules import TABLES
from bot.game.written import ROWS, read_value
from bot.words import Words

from .changes import row_name, value_words
from .desk_forms import FROM

_FENCE = "```"
_MOST = 2700  # characters: all that a form of ours takes


def keep(said: Mapping[str, str], words: Words) -> str:
    """A line for each field; only the last one may have lines of its own."""
    text = "\n".join(
        f"{_label(field, words)} = {_shown(field, said[field], words)}" for field in said
    )
    return f"{_FENCE}\n{text.replace('`', chr(39))[:_MOST]}\n{_FENCE}"


def taken_back(texts: Iterable[str], fields: Sequence[str], words: Words) -> dict[str, str]:
    """Field -> what was typed, out of the texts of the message; empty for any other message."""
    for text in texts:
        _, fence, rest = text.partition(f"{_FENCE}\n")
        if fence and rest.endswith(f"\n{_FENCE}"):
            return _read(rest.removesuffix(f"\n{_FENCE}"), fields, words)
    return {}


def _read(text: str, fields: Sequence[str], words: Words) -> dict[str, str]:
    said: dict[str, str] = {}
    for line in text.split("\n"):
        field = fields[len(said)] if len(said) < len(fields) else None
        if field is not None and line.startswith(begins := f"{_label(field, words)} = "):
            said[field] = line.removeprefix(begins)
        elif said:
            last = fields[len(said) - 1]
            said[last] = f"{said[last]}\n{line}"
    return {field: _written(field, value, words) for field, value in said.items()}


def _label(field: str, words: Words) -> str:
    return row_name(field, words) if field in ROWS else words.say(f"custom_{field}")


def _shown(field: str, value: str, words: Words) -> str:
    """A choice as its menu shows it; all else as it was typed."""
    return _choices(field, words).get(value, value)


def _written(field: str, shown: str, words: Words) -> str:
    written = {shown: value for value, shown in _choices(field, words).items()}
    return written.get(shown, shown)


def _choices(field: str, words: Words) -> dict[str, str]:
    """The values of a menu -> what it calls them."""
    if field == FROM:
        return {table: words.say(f"table_{table}") for table in TABLES}
    row = ROWS.get(field)
    return {c: value_words(row, read_value(row, c), words) for c in row.choices} if row else {}
