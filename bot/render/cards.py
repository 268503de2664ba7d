"""The private answers: a notice, the rules card, help, a question before closing, the cut form."""

from collections.abc import Iterable
from typing import Any

import discord

from bot.game.rules import HouseRules
from bot.game.shoe import CUT_LIMIT
from bot.game.table import Phase
from bot.game.view import PublicTable
from bot.words import Words

from .drawing import lines
from .ids import custom_id
from .rules_text import rules_text

_ACCENT = 0x5865F2
_COMMANDS = (
    "help_host", "help_join", "help_leave", "help_show", "help_rules", "help_kick", "help_close",
    "help_help",
)  # fmt: skip


def notice(text: str) -> discord.ui.LayoutView:
    """One sentence for one reader."""
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay(text))
    layout.stop()
    return layout


def rules_card(rules: HouseRules, words: Words) -> discord.ui.LayoutView:
    """The rules in force, written out from their values."""
    return _card(rules_text(rules, words))


def help_card(words: Words) -> discord.ui.LayoutView:
    return _card([
        lines([words.say("help_title"), words.say("help_play")]),
        lines([words.say("help_commands_head"), *(f"- {words.say(key)}" for key in _COMMANDS)]),
        lines([words.say("help_fair_head"), words.say("help_fair")]),
        lines([words.say("help_money_head"), words.say("help_money")]),
    ])  # fmt: skip


def confirm_close(view: PublicTable, words: Words) -> discord.ui.LayoutView:
    """Asks whoever pressed Close; not answering it is the way back."""
    what = {Phase.PLAYING: "close_playing", Phase.BETTING: "close_betting"}
    early = view.phase not in (Phase.LOBBY, Phase.ENDED, Phase.CLOSED)
    text = lines([
        words.say("close_title"),
        words.say(what.get(view.phase, "close_table")),
        words.say("close_early") if early else "",
        f"-# {words.say('close_dismiss')}",
    ])  # fmt: skip
    button = discord.ui.Button[Any](
        style=discord.ButtonStyle.danger,
        label=words.say("button_close"),
        custom_id=custom_id(view.id, "close", view.decision),
    )
    return _card([text], discord.ui.ActionRow(button))


def cut_form(view: PublicTable, words: Words) -> discord.ui.Modal:
    """The form behind Cut the cards. It answers as `cutform`, its text under `text`."""
    form = discord.ui.Modal(
        title=words.say("cut_title"), custom_id=custom_id(view.id, "cutform", view.decision)
    )
    form.add_item(
        discord.ui.Label(
            text=words.say("cut_label"),
            description=words.say("cut_about", most=CUT_LIMIT),
            component=discord.ui.TextInput(
                custom_id="text",
                min_length=1,
                max_length=CUT_LIMIT,
                placeholder=words.say("cut_example"),
            ),
        )
    )
    form.stop()
    return form


def _card(
    texts: Iterable[str], row: "discord.ui.ActionRow[Any] | None" = None
) -> discord.ui.LayoutView:
    layout = discord.ui.LayoutView(timeout=None)
    container = discord.ui.Container[Any](accent_colour=_ACCENT)
    for text in texts:
        container.add_item(discord.ui.TextDisplay(text))
    if row is not None:
        container.add_item(row)
    layout.add_item(container)
    layout.stop()
    return layout
