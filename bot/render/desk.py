"""The panel of a server's own tables: all of them, the rules of one, and what was written wrong.

Private and without memory: its ids name what they are about, and what a member typed into a form
that was refused stands in the refusal itself (`typed_before`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import discord
from discord import ButtonStyle

from bot.game.rules import HouseRules
from bot.game.written import GROUPS, write
from bot.words import Words

from .changes import changes
from .drawing import lines, shortened
from .header import rules_line, table_name
from .ids import DeskId
from .names import plain
from .rules_text import rules_text

_ACCENT = 0x8E44AD
_FENCE = "```"
_DESCRIPTION = 100  # characters under a choice of a menu, by Discord's rule
_TEXT_ROOM = 1000  # characters for the mistakes in a text

Row = discord.ui.ActionRow[Any]


def list_panel(
    saved: Mapping[str, HouseRules], keys: Mapping[str, str], most: int, words: Words,
    here: str = "",
) -> discord.ui.LayoutView:  # fmt: skip
    """`keys`: name -> what stands for it in an id. `here`: the table in play in this channel."""
    many = words.say("custom_list", n=len(saved), most=most)
    text = lines([
        words.say("custom_list_title"),
        many if saved else words.say("custom_list_none"),
        words.say("custom_list_about"),
    ])  # fmt: skip
    menu = discord.ui.Select[Any](
        custom_id=str(DeskId("pick")),
        placeholder=words.say("custom_pick"),
        options=_tables(saved, keys, words),
    )
    rows = [Row(menu)] if saved else []
    buttons = [
        _button(DeskId("new"), words.say("button_custom_new"), ButtonStyle.success),
        _button(DeskId("import"), words.say("button_custom_import")),
    ]
    if here:
        buttons.append(_button(DeskId("open", here), words.say("button_custom_here")))
    return _panel([text], [*rows, Row(*buttons)])


def _tables(
    saved: Mapping[str, HouseRules], keys: Mapping[str, str], words: Words
) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=plain(name) or "?",
            value=keys[name],
            description=shortened(rules_line(rules, words), _DESCRIPTION),
        )
        for name, rules in saved.items()
    ]


def table_panel(
    rules: HouseRules, target: str, words: Words, to_come: HouseRules | None = None
) -> discord.ui.LayoutView:
    """One table's rules in words, and how to change them.

    `target`: as in DeskId. `to_come`: announced for the next hand of a table in play.
    """
    running = DeskId("open", target).table is not None
    texts = [*rules_text(rules, words)]
    if to_come is not None:
        told = changes(rules, to_come, words)
        texts.append(words.say("custom_changed_later", changes=told))
    texts.append(words.say("custom_running" if running else "custom_about"))
    groups = [
        _button(DeskId("edit", target, group), words.say(f"group_{group}"), ButtonStyle.primary)
        for group in GROUPS
    ]
    buttons = [_button(DeskId("text", target), words.say("button_custom_text"))]
    if not running:
        buttons = [
            _button(DeskId("copy", target), words.say("button_custom_copy")),
            *buttons,
            _button(DeskId("drop", target), words.say("button_custom_drop"), ButtonStyle.danger),
            _button(DeskId("list"), words.say("button_custom_list")),
        ]
    return _panel(texts, [Row(*groups[:4]), Row(*groups[4:]), Row(*buttons)])


def exported(rules: HouseRules, words: Words) -> discord.ui.LayoutView:
    head = words.say("custom_exported", table=table_name(rules, words))
    return _panel([f"{head}\n{_FENCE}\n{write(rules)}\n{_FENCE}"], [])


def confirm_delete(rules: HouseRules, target: str, words: Words) -> discord.ui.LayoutView:
    text = lines([
        words.say("custom_delete_title", table=table_name(rules, words)),
        words.say("custom_delete_about"),
    ])  # fmt: skip
    row = Row(
        _button(DeskId("delete", target), words.say("button_custom_delete"), ButtonStyle.danger),
        _button(DeskId("open", target), words.say("button_custom_keep")),
    )
    return _panel([text], [row])


def refusal_panel(
    sentences: Sequence[str], typed: str, again: DeskId, words: Words
) -> discord.ui.LayoutView:
    """What is wrong, what was typed (`typed_before.keep`), and the button back to the form."""
    told = "\n".join(_first(sentences, words))
    keep = f"-# {words.say('custom_kept')}\n{typed}"
    row = Row(_button(again, words.say("button_custom_again"), ButtonStyle.primary))
    return _panel([told, keep], [row])


def _first(sentences: Sequence[str], words: Words) -> list[str]:
    """As many as there is room for."""
    told: list[str] = []
    for n, sentence in enumerate(sentences):
        if sum(map(len, told)) + len(sentence) > _TEXT_ROOM:
            return [*told, words.say("custom_more_mistakes", n=len(sentences) - n)]
        told.append(sentence)
    return told


def _button(
    pressed: DeskId, label: str, style: ButtonStyle = ButtonStyle.secondary
) -> discord.ui.Button[Any]:
    return discord.ui.Button(style=style, label=label, custom_id=str(pressed))


def _panel(texts: Iterable[str], rows: Iterable[Row]) -> discord.ui.LayoutView:
    layout = discord.ui.LayoutView(timeout=None)
    container = discord.ui.Container[Any](accent_colour=_ACCENT)
    for text in texts:
        container.add_item(discord.ui.TextDisplay(text))
    for row in rows:
        container.add_item(row)
    layout.add_item(container)
    layout.stop()
    return layout
