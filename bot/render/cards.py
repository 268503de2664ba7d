"""Private answers: a notice, rules, help, the best runs, a question before closing, the cut."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord

from bot.game.rules import TABLES, HouseRules
from bot.game.shoe import CUT_LIMIT, FROM_END
from bot.game.table import Phase
from bot.game.view import PublicTable
from bot.words import Words

from .best import Best, best_lines
from .changes import changes
from .drawing import CHARACTERS, lines
from .forms import PLACE, field, form
from .ids import custom_id
from .rules_text import codes_text, rules_text

_ACCENT = 0x5865F2
_COMMANDS = (
    "help_host", "help_join", "help_leave", "help_show", "help_rebuy", "help_history", "help_best",
    "help_rules", "help_kick", "help_close", "help_tables", "help_help",
)  # fmt: skip


def notice(text: str) -> discord.ui.LayoutView:
    """One sentence for one reader."""
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay(text))
    layout.stop()
    return layout


def rules_card(
    rules: HouseRules, words: Words, to_come: HouseRules | None = None, change: str = ""
) -> discord.ui.LayoutView:
    """The rules in force, written out from their values, and those announced for the next hand.

    `change`: the custom id of a button for whoever may change them. What the board's codes mean
    is left out where there is no room: it is no rule, and much the same at all tables.
    """
    texts, codes = rules_text(rules, words), codes_text(rules, words)
    if to_come is not None:
        texts.append(words.say("change_announced", changes=changes(rules, to_come, words)))
    if len("".join([*texts, codes])) <= CHARACTERS:
        texts.append(codes)
    button = discord.ui.Button[Any](label=words.say("button_custom_open"), custom_id=change)
    return _card(texts, discord.ui.ActionRow(button) if change else None)


def help_card(words: Words) -> discord.ui.LayoutView:
    return _card([
        lines([words.say("help_title"), words.say("help_play")]),
        lines([words.say("help_tables_head"), *_house_tables(words), words.say("help_who")]),
        lines([words.say("help_commands_head"), *(f"- {words.say(key)}" for key in _COMMANDS)]),
        lines([words.say("help_fair_head"), words.say("help_fair")]),
        lines([words.say("help_money_head"), words.say("help_money")]),
    ])  # fmt: skip


def _house_tables(words: Words) -> list[str]:
    return [
        "- "
        + words.say(
            "help_table", table=words.say(f"table_{table}"), about=words.say(f"table_{table}_about")
        )
        for table in TABLES
    ]


def confirm_close(view: PublicTable, words: Words) -> discord.ui.LayoutView:
    """Asks whoever pressed Close; not answering it is the way back."""
    if view.rules.is_solo:
        return _confirm_end(view, words)
    what = {
        Phase.BETTING: "close_betting",
        Phase.INSURANCE: "close_playing",
        Phase.PLAYING: "close_playing",
    }
    text = lines([
        words.say("close_title"),
        words.say(what.get(view.phase, "close_table")),
        _what_of_the_game(view, words),
        f"-# {words.say('close_dismiss')}",
    ])  # fmt: skip
    return _card([text], _close_button(view, words.say("button_close")))


def _confirm_end(view: PublicTable, words: Words) -> discord.ui.LayoutView:
    """The same for a solo run: closing it takes its score."""
    text = lines([
        words.say("end_run_title"),
        words.say("end_run_playing") if view.phase in (Phase.INSURANCE, Phase.PLAYING) else "",
        words.say("end_run_score"),
        f"-# {words.say('close_dismiss')}",
    ])  # fmt: skip
    return _card([text], _close_button(view, words.say("button_end_run")))


def _close_button(view: PublicTable, label: str) -> discord.ui.ActionRow[Any]:
    button = discord.ui.Button[Any](
        style=discord.ButtonStyle.danger,
        label=label,
        custom_id=custom_id(view.id, "close", view.decision),
    )
    return discord.ui.ActionRow(button)


def _what_of_the_game(view: PublicTable, words: Words) -> str:
    if view.rules.keeps_chips:
        return words.say("close_keeps")
    if view.phase in (Phase.LOBBY, Phase.ENDED, Phase.CLOSED):
        return ""
    return words.say("close_early")


def best_card(best: Sequence[Best], words: Words) -> discord.ui.LayoutView:
    """The best solo runs of a server."""
    told = best_lines(best, words) or [words.say("best_none")]
    return _card([lines([words.say("best_title"), *told, words.say("best_about")])])


def cut_form(view: PublicTable, words: Words, member: int | None = None) -> discord.ui.Modal:
    """The form behind Cut the cards. It answers as `cutform`, its text under `text`.

    Where players cut and it is `member`'s turn it also asks, under `place`, for the place of the
    cut card, in cards from the end; that may stay empty.
    """
    fields = [
        field(
            words.say("cut_label"),
            words.say("cut_about", most=CUT_LIMIT),
            words.say("cut_example"),
            CUT_LIMIT,
        )
    ]
    if view.rules.player_cut and member is not None and member == view.cutter:
        least, most = FROM_END
        fields.append(
            field(
                words.say("place_label", least=least, most=most),
                words.say("place_about"),
                words.number(least),
                len(str(most)),
                custom_id=PLACE,
                required=False,
            )
        )
    return form(words.say("cut_title"), custom_id(view.id, "cutform", view.decision), *fields)


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
