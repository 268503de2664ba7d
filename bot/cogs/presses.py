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
from ..game.moves import Bet, Close, Cut, Insure, Move, Refused
from ..render.cards import cut_form, notice, rules_card
from ..render.ids import PressId, parse
from ..render.panel import bet_form, bet_panel, insurance_form, most_insurance
from ..replies import FOLLOW_UP, acknowledge, is_acknowledged, sent, show
from ..screen import Screens
from .answers import answer_failure, in_time, tell
from .wishes import Wish

#: Buttons that only change the draft on a member's private panel.
DRAFTS = ("chips", "allin", "clear")


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
        elif press.move == "close":
            await self._close(interaction, table)
        elif press.move in ("cut", "custom", "insureother"):
            await self._open_form(interaction, press, table)
        elif press.move == "betpanel" or press.move in DRAFTS:
            await self._draft(interaction, press, table)
        else:
            with self._screens.of(table).claim():
                await self._move(interaction, press, table)

    async def _move(
        self, interaction: discord.Interaction, press: PressId, table: LiveTable
    ) -> None:
        """Make the move and answer with the new board; when it takes long, say so first."""
        screen, message = self._screens.of(table), interaction.message
        move = await in_time(
            self._play(interaction, press, table), lambda: acknowledge(interaction)
        )
        if screen.is_on(message):
            await screen.answer(interaction)
        elif isinstance(move, Bet) and not table.state.rules.ladder:  # made on the chip panel
            await self._edit(interaction, await self._panel(move.member, table, move.chips))
        else:
            await tell(interaction, self._screens.words.say("board_moved", link=table.link))

    async def _play(
        self, interaction: discord.Interaction, press: PressId, table: LiveTable
    ) -> Move:
        user = interaction.user
        if press.move in ("join", "bet", "betform"):  # who comes to the table, with or without seat
            member = await self._casino.welcome(table, user.id, user.display_name)
        else:
            member = await self._casino.account(user.id)
        purse = await self._casino.purse(table, member)
        move = Wish(press, member, table.view(member), typed(interaction), purse).move()
        await table.play(move, press=interaction.id)
        return move

    async def _open_form(
        self, interaction: discord.Interaction, press: PressId, table: LiveTable
    ) -> None:
        """Open the form, unless its answer would be refused anyway."""
        member = await self._casino.account(interaction.user.id)
        view, words, n = table.view(member), self._screens.words, press.decision
        purse = await self._casino.purse(table, member)
        asked: dict[str, tuple[Move, Callable[[], discord.ui.Modal]]] = {
            "cut": (Cut(member, n, "cut"), lambda: cut_form(view, words, member)),
            "custom": (
                Bet(member, n, view.rules.min_bet, purse),
                lambda: bet_form(view, member, words, purse),
            ),
            "insureother": (
                Insure(member, n, most_insurance(view, member)),
                lambda: insurance_form(view, member, words),
            ),
        }
        move, form = asked[press.move]
        refused = refusal(table.state, move)
        if refused is not None and refused.why != "already_bet":
            raise refused
        await sent(interaction.response.send_modal(form()))

    async def _draft(
        self, interaction: discord.Interaction, press: PressId, table: LiveTable
    ) -> None:
        """The private panel on which chips become a bet; nothing of it is a move."""
        member = await self._casino.account(interaction.user.id)
        purse = await self._casino.purse(table, member)
        least = Bet(member, press.decision, table.state.rules.min_bet, purse)
        refused = refusal(table.state, least)
        if refused is not None and refused.why != "already_bet":
            raise refused
        if press.move == "betpanel":
            seat = table.state.seat_of(member)
            await show(interaction, await self._panel(member, table, seat.bet if seat else 0))
        else:
            await self._edit(interaction, await self._panel(member, table, int(press.arg or 0)))

    async def _panel(self, member: int, table: LiveTable, draft: int) -> discord.ui.LayoutView:
        purse = await self._casino.purse(table, member)
        return bet_panel(table.view(member), member, draft, self._screens.words, purse)

    async def _edit(self, interaction: discord.Interaction, layout: discord.ui.LayoutView) -> None:
        """Change the private panel that was pressed; a forged press of the board gets one."""
        if interaction.message is None or not interaction.message.flags.ephemeral:
            await show(interaction, layout)
        elif is_acknowledged(interaction):
            await sent(interaction.edit_original_response(view=layout), FOLLOW_UP)
        else:
            await sent(interaction.response.edit_message(view=layout))

    async def _close(self, interaction: discord.Interaction, table: LiveTable) -> None:
        """The confirmation's button: the panel is private, so the board is drawn by the writer."""

        async def close() -> None:
            member = await self._casino.account(interaction.user.id)
            admin = interaction.permissions.manage_guild
            await table.play(Close(member, admin=admin), press=interaction.id)

        await in_time(close(), lambda: acknowledge(interaction))
        await self._edit(interaction, notice(self._screens.words.say("closed")))


def typed(interaction: discord.Interaction) -> dict[str, str]:
    """Field -> what was typed into it; fields that are not as we sent them are left out."""
    data: dict[str, Any] = dict(interaction.data or {})
    if interaction.type is not discord.InteractionType.modal_submit:
        return {}
    fields = [
        label.get("component") for label in data.get("components") or [] if isinstance(label, dict)
    ]
    return {
        field["custom_id"]: field["value"]
        for field in fields
        if isinstance(field, dict)
        and isinstance(field.get("custom_id"), str)
        and isinstance(field.get("value"), str)
    }
