"""The one listener for every press and form: `bj:` ids -> moves -> the new board.

Views and forms are built, stopped and sent, so discord.py keeps none of them; a press made before
a restart is answered like any other. A press names the decision it answers, the member is the one
who pressed, and the table is the one whose message was pressed.
"""

from collections.abc import Callable
from typing import Any

import discord
from discord.ext import commands

from ..casino import Casino, LiveTable
from ..game.legal import refusal
from ..game.moves import (
    Bet,
    Close,
    Cut,
    Double,
    Hit,
    Join,
    Leave,
    Move,
    NewSession,
    NextHand,
    PassCut,
    Refused,
    SitOut,
    Split,
    Stand,
    Start,
    Surrender,
)
from ..render.cards import cut_form, notice, rules_card
from ..render.ids import PressId, parse
from ..replies import FOLLOW_UP, acknowledge, is_acknowledged, sent, show
from ..screen import Screen, Screens
from .answers import answer_failure, in_time, tell

#: Buttons and forms that are moves: member, press -> the move.
MOVES: dict[str, Callable[[int, PressId], Move]] = {
    "join": lambda member, press: Join(member),
    "leave": lambda member, press: Leave(member),
    "start": lambda member, press: Start(member, press.decision),
    "nocut": lambda member, press: PassCut(member, press.decision),
    "bet": lambda member, press: Bet(member, press.decision, int(press.arg)),
    "sitout": lambda member, press: SitOut(member, press.decision),
    "hit": lambda member, press: Hit(member, press.decision),
    "stand": lambda member, press: Stand(member, press.decision),
    "double": lambda member, press: Double(member, press.decision),
    "split": lambda member, press: Split(member, press.decision),
    "surrender": lambda member, press: Surrender(member, press.decision),
    "next": lambda member, press: NextHand(member, press.decision),
    "new": lambda member, press: NewSession(member, press.decision),
}


class Presses(commands.Cog):
    def __init__(self, casino: Casino, screens: Screens) -> None:
        self._casino = casino
        self._screens = screens

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = data.get("custom_id")
        if not isinstance(custom_id, str) or not custom_id.startswith("bj:"):
            return
        table = None
        try:
            press = parse(custom_id)
            table = self._table_of(interaction, press)
            assert press is not None
            await self._press(interaction, press, table)
        except Exception as failure:
            await answer_failure(interaction, failure, self._screens.words, table)

    def _table_of(self, interaction: discord.Interaction, press: PressId | None) -> LiveTable:
        """The table whose message was pressed; a private panel or form names it itself."""
        table = self._casino.tables.get(press.table) if press is not None else None
        if table is None or (table.guild, table.channel) != (
            interaction.guild_id,
            interaction.channel_id,
        ):
            raise Refused("unknown_table")
        message, screen = interaction.message, self._screens.of(table)
        if interaction.type is discord.InteractionType.modal_submit:
            return table  # the board may have moved while somebody typed
        if message is None:
            raise Refused("unknown_table")
        if not message.flags.ephemeral and not screen.is_on(message):
            raise Refused("board_moved", link=table.link)
        return table

    async def _press(
        self, interaction: discord.Interaction, press: PressId, table: LiveTable
    ) -> None:
        words = self._screens.words
        if press.move == "rules":
            await show(interaction, rules_card(table.state.rules, words))
        elif press.move == "cut":
            await self._ask_for_cut(interaction, press, table)
        elif press.move == "close":
            await self._close(interaction, table)
        elif press.move != "cutform" and press.move not in MOVES:
            raise Refused("not_now")  # a word of our grammar that no button of ours says
        else:
            screen = self._screens.of(table)
            with screen.claim():
                await self._move(interaction, press, table, screen)

    async def _move(
        self, interaction: discord.Interaction, press: PressId, table: LiveTable, screen: Screen
    ) -> None:
        """Make the move and answer with the new board; when it takes long, say so first."""
        await in_time(self._play(interaction, press, table), lambda: acknowledge(interaction))
        if screen.is_on(interaction.message):
            await screen.answer(interaction)
        else:
            await tell(interaction, self._screens.words.say("board_moved", link=table.link))

    async def _play(
        self, interaction: discord.Interaction, press: PressId, table: LiveTable
    ) -> None:
        user = interaction.user
        if press.move == "join":
            member = await self._casino.welcome(table, user.id, user.display_name)
        else:
            member = await self._casino.account(user.id)
        if press.move == "cutform":
            move: Move = Cut(member, press.decision, form_text(interaction))
        else:
            move = MOVES[press.move](member, press)
        await table.play(move, press=interaction.id)

    async def _ask_for_cut(
        self, interaction: discord.Interaction, press: PressId, table: LiveTable
    ) -> None:
        """Open the form, unless its answer would be refused anyway."""
        member = await self._casino.account(interaction.user.id)
        refused = refusal(table.state, Cut(member, press.decision, "cut"))
        if refused is not None:
            raise refused
        form = cut_form(table.view(), self._screens.words)
        await sent(interaction.response.send_modal(form))

    async def _close(self, interaction: discord.Interaction, table: LiveTable) -> None:
        """The confirmation's button: the panel is private, so the board is drawn by the writer."""

        async def close() -> None:
            member = await self._casino.account(interaction.user.id)
            admin = interaction.permissions.manage_guild
            await table.play(Close(member, admin=admin), press=interaction.id)

        await in_time(close(), lambda: acknowledge(interaction))
        done = notice(self._screens.words.say("closed"))
        if is_acknowledged(interaction):
            await sent(interaction.edit_original_response(view=done), FOLLOW_UP)
        else:
            await sent(interaction.response.edit_message(view=done))


def form_text(interaction: discord.Interaction) -> str:
    """What was typed into the form's only field; empty when the form is not as we sent it."""
    data: dict[str, Any] = dict(interaction.data or {})
    for label in data.get("components") or []:
        field = label.get("component") if isinstance(label, dict) else None
        if isinstance(field, dict) and field.get("custom_id") == "text":
            value = field.get("value")
            return value if isinstance(value, str) else ""
    return ""
