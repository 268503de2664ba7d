"""The forms of a server's own tables: a group of rules, a new table's name, a text to read in."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.game.rules import TABLES, HouseRules
from bot.game.written import GROUPS, ROWS, Form, Row, read_value, value_of, write_value
from bot.words import Words

from .changes import value_words
from .forms import form
from .ids import DeskId

NAME, FROM, TEXT = "name", "from", "text"  # fields of the forms that make a table
MAKING, READING = (NAME, FROM), (NAME, TEXT)
NAME_LIMIT = 32
TEXT_LIMIT = 2400  # an export has 600 characters; a refusal must hold all that was typed
_VALUE_LIMIT, _LINE_LIMIT = 40, 200  # characters of a value; a ladder has up to 14 amounts


def group_form(
    rules: HouseRules, target: str, group: str, words: Words, typed: Mapping[str, str]
) -> discord.ui.Modal:
    """The rows of a group with their values in force, or as `typed` before."""
    fields = []
    for key in GROUPS[group]:
        row = ROWS[key]
        now = typed.get(key, write_value(row, value_of(rules, key)))
        most = _LINE_LIMIT if row.form is Form.NUMBERS else _VALUE_LIMIT
        chosen = _menu(row, now, words) if row.choices else _line(key, now, most)
        fields.append(_label(words, f"row_{key}", chosen))
    return form(words.say(f"group_{group}"), str(DeskId("save", target, group)), *fields)


def make_form(words: Words, typed: Mapping[str, str]) -> discord.ui.Modal:
    """A name, and the house table whose rules are the beginning."""
    options = [
        discord.SelectOption(
            label=words.say(f"table_{table}"),
            value=table,
            description=words.say(f"table_{table}_about"),
            default=table == typed.get(FROM, "casino"),
        )
        for table in TABLES
    ]
    menu = discord.ui.Select[Any](custom_id=FROM, options=options)
    beginning = discord.ui.Label[Any](text=words.say("custom_from"), component=menu)
    return form(words.say("custom_make_title"), str(DeskId("make")), _name(words, typed), beginning)


def copy_form(target: str, words: Words, typed: Mapping[str, str]) -> discord.ui.Modal:
    return form(words.say("custom_copy_title"), str(DeskId("twin", target)), _name(words, typed))


def import_form(words: Words, typed: Mapping[str, str]) -> discord.ui.Modal:
    text = discord.ui.TextInput[Any](
        custom_id=TEXT,
        style=discord.TextStyle.paragraph,
        max_length=TEXT_LIMIT,
        default=typed.get(TEXT) or None,
    )
    return form(
        words.say("custom_import_title"),
        str(DeskId("read")),
        _name(words, typed),
        discord.ui.Label(
            text=words.say("custom_text"),
            description=words.say("custom_text_about"),
            component=text,
        ),
    )


def _name(words: Words, typed: Mapping[str, str]) -> "discord.ui.Label[Any]":
    about = words.say("custom_name_about", most=NAME_LIMIT)
    line = _line(NAME, typed.get(NAME, ""), NAME_LIMIT, words.say("custom_name_example"))
    return discord.ui.Label(text=words.say("custom_name"), description=about, component=line)


def _label(words: Words, key: str, component: Any) -> "discord.ui.Label[Any]":
    about = words.say(f"{key}_about")
    return discord.ui.Label(text=words.say(key), description=about, component=component)


def _line(key: str, now: str, most: int, example: str = "") -> "discord.ui.TextInput[Any]":
    return discord.ui.TextInput(
        custom_id=key, default=now[:most] or None, max_length=most, placeholder=example or None
    )


def _menu(row: Row, now: str, words: Words) -> "discord.ui.Select[Any]":
    """Of a row with choices. A value that is none of them leaves the choice to the member."""
    options = [
        discord.SelectOption(
            label=value_words(row, read_value(row, written), words),
            value=written,
            default=written == now,
        )
        for written in row.choices
    ]
    return discord.ui.Select(custom_id=row.key, options=options)
