"""Rules as text: what a host types into a form, and what a server exports and reads in again.

A row is one value of the rules; a line of the text is `decks = 6`. Reading believes nothing: plain
digits, words there are, every row once. What can be read may still be unplayable: `rules.validate`
says so, this module does not.

    write(rules)        the whole text, a line for each row
    read(text, table)   the rules again, or every mistake with the line it is in
"""

import enum
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from .rules import BANK, Clocks, HouseRules

NONE, YES, NO = "none", "yes", "no"
DIGITS = 13  # of a number; more is no amount of chips
_MANY = 25  # amounts in a line; rules allow fewer
_CLOCK = "_clock"  # the row of Clocks.bet is bet_clock


class Form(enum.Enum):
    """How a row is written; the values name the sentences that ask for it."""

    NUMBER = "number"
    NUMBER_OR_NONE = "number_or_none"
    NUMBERS = "numbers"  # with blanks between; none of them: `none`
    RATIO = "ratio"  # 3:2
    CHOICE = "choice"
    YES_NO = "yes_no"


class Row(NamedTuple):
    key: str
    form: Form
    choices: tuple[str, ...]  # as they are written
    example: str


class Unreadable(Exception):
    """A text that is no value of its row. The row's form says what to write."""


class Mistake(NamedTuple):
    """What is wrong with a text: a key of `bot/words`, and where. `line` counts from 1."""

    why: str
    line: int
    row: str = ""  # the row's key, or what stood in its place


def value_of(rules: HouseRules, key: str) -> Any:
    clock = key.removesuffix(_CLOCK)
    return getattr(rules, key) if clock == key else getattr(rules.clocks, clock)


def with_values(rules: HouseRules, values: Mapping[str, Any]) -> HouseRules:
    """The rules with some rows changed."""
    clocks = {k.removesuffix(_CLOCK): v for k, v in values.items() if k.endswith(_CLOCK)}
    others = {k: v for k, v in values.items() if not k.endswith(_CLOCK)}
    return msgspec.structs.replace(
        rules, **others, clocks=msgspec.structs.replace(rules.clocks, **clocks)
    )


def write_value(row: Row, value: Any) -> str:
    if row.form is Form.YES_NO:
        return YES if value else NO
    if value is None or value == ():
        return NONE
    if row.form is Form.RATIO:
        return ":".join(map(str, value))
    if row.form is Form.NUMBERS:
        return " ".join(map(str, value))
    return str(value).replace("_", " ")


def read_value(row: Row, text: str) -> Any:
    """Raises Unreadable."""
    return _READERS[row.form](row, " ".join(text.split()))


def write(rules: HouseRules) -> str:
    return "\n".join(
        f"{spoken(key)} = {write_value(row, value_of(rules, key))}" for key, row in ROWS.items()
    )


def spoken(key: str) -> str:
    """A row's key as it stands in the text."""
    return key.replace("_", " ")


def read(text: str, table: str) -> tuple[HouseRules | None, list[Mistake]]:
    """The rules of a text written by `write`, for a table of that kind; None with the mistakes.

    Blank lines and lines that begin with # are passed over, and so are the fences of a code block.
    """
    values: dict[str, Any] = {}
    seen: set[str] = set()
    mistakes = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.strip().startswith(("#", "```")):
            continue
        key, equals, value = line.partition("=")
        key = "_".join(key.lower().replace("_", " ").split())
        if not equals:
            mistakes.append(Mistake("written_line", number))
        elif key not in ROWS:
            mistakes.append(Mistake("written_unknown", number, key))
        elif key in seen:
            mistakes.append(Mistake("written_twice", number, key))
        else:
            seen.add(key)
            try:
                values[key] = read_value(ROWS[key], value)
            except Unreadable:
                mistakes.append(Mistake(f"written_{ROWS[key].form.value}", number, key))
    mistakes += [Mistake("written_missing", 0, key) for key in ROWS if key not in seen]
    if mistakes:
        return None, mistakes
    return with_values(HouseRules(table=table), values), []


def _number(row: Row, text: str) -> int:
    """Plain digits, or grouped in threes; nothing that only looks like a number."""
    groups = text.replace(".", ",").replace("’", ",").replace("'", ",").replace(" ", ",").split(",")
    grouped = len(groups) > 1 and 1 <= len(groups[0]) <= 3 and {len(g) for g in groups[1:]} == {3}
    digits = "".join(groups) if grouped else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= DIGITS):
        raise Unreadable
    return int(digits)


def _number_or_none(row: Row, text: str) -> int | None:
    return None if text.lower() == NONE else _number(row, text)


def _numbers(row: Row, text: str) -> tuple[int, ...]:
    """Commas separate like blanks, so no number is grouped; a leading zero shows that one was."""
    if text.lower() == NONE:
        return ()
    parts = text.replace(",", " ").split()
    if not 1 <= len(parts) <= _MANY or any(not part.isdigit() for part in parts):
        raise Unreadable
    if any(part.startswith("0") and part != "0" for part in parts):
        raise Unreadable
    return tuple(_number(row, part) for part in parts)


def _ratio(row: Row, text: str) -> tuple[int, int]:
    times, colon, out_of = text.replace(" ", "").partition(":")
    if not colon or max(len(times), len(out_of)) > 3:
        raise Unreadable
    return _number(row, times), _number(row, out_of)


def _choice(row: Row, text: str) -> str:
    said = text.lower().replace("_", " ")
    if said not in row.choices:
        raise Unreadable
    return said.replace(" ", "_")


def _yes_no(row: Row, text: str) -> bool:
    if text.lower() not in (YES, NO):
        raise Unreadable
    return text.lower() == YES


_READERS = {
    Form.NUMBER: _number,
    Form.NUMBER_OR_NONE: _number_or_none,
    Form.NUMBERS: _numbers,
    Form.RATIO: _ratio,
    Form.CHOICE: _choice,
    Form.YES_NO: _yes_no,
}


def _row(key: str, kind: Any) -> Row:
    """What a value's type says of how it is written: a row that is added needs no line here."""
    value = value_of(BANK, key)
    choices: tuple[str, ...] = ()
    if get_origin(kind) is Literal:
        form, choices = Form.CHOICE, tuple(choice.replace("_", " ") for choice in get_args(kind))
    elif kind is bool:
        form, choices = Form.YES_NO, (YES, NO)
    elif kind is int:
        form = Form.NUMBER
    elif kind == tuple[int, int]:
        form = Form.RATIO
    elif kind == tuple[int, ...]:
        form = Form.NUMBERS
    else:
        form = Form.NUMBER_OR_NONE
    row = Row(key, form, choices, "")
    usual = 30 if key.endswith(_CLOCK) else 500
    return row._replace(example=write_value(row, usual if value is None else value))


def _rows() -> dict[str, Row]:
    fields = {k: t for k, t in get_type_hints(HouseRules).items() if k not in ("table", "clocks")}
    clocks = {f"{k}{_CLOCK}": kind for k, kind in get_type_hints(Clocks).items()}
    return {key: _row(key, kind) for key, kind in {**fields, **clocks}.items()}


#: Every value of the rules but for the table's name, in the order of the text.
ROWS = _rows()

#: Rows that are asked together: each group is one form of at most five fields, and what validate()
#: says of two rows at once can nearly always be put right within one of them.
GROUPS: dict[str, tuple[str, ...]] = {
    "seats": ("seats", "seatless", "chips", "missed_rounds"),
    "bets": ("min_bet", "max_bet", "ladder", "chip_values", "limit"),
    "shoe": ("decks", "shuffle", "low", "penetration", "player_cut"),
    "naturals": ("natural", "naturals_at_once", "insurance", "even_money"),
    "dealer": ("hits_soft_17", "surrender"),
    "doubles": ("double", "double_face_down", "double_after_split"),
    "splits": ("max_hands", "split_by", "resplit_aces"),
    "clocks": ("bet_clock", "decision_clock", "insurance_clock", "result_clock", "shuffle_clock"),
    "end": ("ends", "bank", "full_betting", "idle_clock"),
}
