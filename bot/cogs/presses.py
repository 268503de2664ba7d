"""The one listener for every press and form: `bj:` ids -> moves -> the new board.

Views and forms are built, stopped and sent, so discord.py keeps none of them; a press made before
a restart is answered like any other. A press names the decision it answers, the member is the one
who pressed, and the table is the one whose message was pressed.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
from discord.ext import commands

from .. import metrics
from ..casino import Casino
from ..game.moves import Bet, Close, Cut, Insure, Move, Refused
from ..game.table import Phase
from ..limits import Allowance, presses
from ..livetable import LiveTable
from ..render.cards import cut_form, notice
from ..render.ids import PressId, parse, parse_desk
from ..render.panel import bet_form, bet_panel, insurance_form, most_insurance
from ..replies import acknowledge, edit, sent, show
from ..screens import Screens
from . import late
from .answers import answer_failure, ask_to_close, in_time, tell
from .desk import Desk
from .history import PAGES, page
from .typed import typed
from .wishes import Wish

#: Buttons that only change the draft on a member's private panel.
DRAFTS = ("chips", "allin", "clear")


class Presses(commands.Cog):
    def __init__(
        self, casino: Casino, screens: Screens, desk: Desk, presses_per_second: int
    ) -> None:
        self._casino = casino
        self._screens = screens
        self._desk = desk
        self._allowance = Allowance(presses(presses_per_second))

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = data.get("custom_id")
        if not isinstance(custom_id, str) or not custom_id.startswith("bj:"):
            return
        metrics.presses.inc()
        now = asyncio.get_running_loop().time()
        if self._allowance.take(interaction.user.id, now):  # a storm: nothing to read or to draw
            metrics.refusals.labels("too_many_presses").inc()
            await acknowledge(interaction)
            return
        with metrics.answer_seconds.time():
            await self._answer(interaction, custom_id)

    async def _answer(self, interaction: discord.Interaction, custom_id: str) -> None:
        table = press = None
        try:
            on_desk = parse_desk(custom_id)
            if on_desk is not None:
                await self._desk.press(interaction, on_desk)
                return
            press = parse(custom_id)
            if press is not None and press.move in PAGES:
                await self._turn(interaction, press)
                return
            table = self._table_of(interaction, press)
            assert press is not None
            try:
                await self._press(interaction, press, table)
            except Refused as refused:
                member = await self._casino.cashier.account(interaction.user.id)
                raise late.in_its_words(refused, press, table, member) from refused
        except Exception as failure:
            over = late.OVER if press is not None else ()
            await answer_failure(interaction, failure, self._screens.words, table, over)

    async def _turn(self, interaction: discord.Interaction, press: PressId) -> None:
        """Another page of the member's hands, in the place of the one that was pressed."""
        message = interaction.message
        if message is None or not message.flags.ephemeral:
            raise Refused("unknown_table")  # no button of ours: the list is private
        await edit(interaction, await page(interaction, self._casino, self._screens, press))

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
            screen.clear_away(message)
            raise Refused("board_moved", link=table.link)
        return table

    async def _press(
        self, interaction: discord.Interaction, press: PressId, table: LiveTable
    ) -> None:
        if press.move == "rules":
            await self._desk.explain(interaction, table)
        elif press.move == "endrun":
            await self._ask_to_close(interaction, table)
        elif press.move == "close":
            await self._close(interaction, table)
        elif press.move in ("cut", "custom", "insureother"):
            await self._open_form(interaction, press, table)
        elif press.move == "betpanel" or press.move in DRAFTS:
            await self._draft(interaction, press, table)
        elif press.move == "change":
            await self._change(interaction, press, table)
        else:
            await self._claimed(interaction, press, table)

    async def _change(
        self, interaction: discord.Interaction, press: PressId, table: LiveTable
    ) -> None:
        """On to the next hand, and there the panel; the panel alone if another was quicker."""
        betting = replace(press, move="betpanel", decision=press.decision + 1)
        if not (table.phase is Phase.BETTING and table.decision == betting.decision):
            await self._claimed(interaction, press, table)
        if table.phase is Phase.BETTING:  # and not a shuffle first
            await self._draft(interaction, betting, table)

    async def _claimed(
        self, interaction: discord.Interaction, press: PressId, table: LiveTable
    ) -> None:
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
        elif isinstance(move, Bet) and not table.rules.ladder:  # made on the chip panel
            await edit(interaction, await self._placed(move, table))
        else:
            await tell(interaction, self._screens.words.say("board_moved", link=table.link))

    async def _play(
        self, interaction: discord.Interaction, press: PressId, table: LiveTable
    ) -> Move:
        user = interaction.user
        if press.move in ("join", "bet", "betform"):  # who comes to the table, with or without seat
            member = await self._casino.cashier.welcome(table, user.id, user.display_name)
        else:
            member = await self._casino.cashier.account(user.id)
        purse = None
        if not table.is_seated(member):  # chips are brought by who has none here yet
            purse = await self._casino.cashier.purse(table, member)
        wish = Wish(press, member, lambda: table.view(member), typed(interaction), purse)
        moves = wish.moves()
        await table.play(moves[0], press=interaction.id)
        for move in moves[1:]:
            if table.phase is Phase.SHUFFLE:
                raise Refused("bets_open_later")
            await table.play(move)
        return moves[-1]

    async def _open_form(
        self, interaction: discord.Interaction, press: PressId, table: LiveTable
    ) -> None:
        """Open the form, unless its answer would be refused anyway."""
        member = await self._casino.cashier.account(interaction.user.id)
        view, words, n = table.view(member), self._screens.words, press.decision
        purse = await self._casino.cashier.purse(table, member)
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
        refused = table.refusal(move)
        if refused is not None and refused.why != "already_bet":
            raise refused
        await sent(interaction.response.send_modal(form()))

    async def _draft(
        self, interaction: discord.Interaction, press: PressId, table: LiveTable
    ) -> None:
        """The private panel on which chips become a bet; nothing of it is a move."""
        member = await self._casino.cashier.account(interaction.user.id)
        purse = await self._casino.cashier.purse(table, member)
        least = Bet(member, press.decision, table.rules.min_bet, purse)
        refused = table.refusal(least)
        if refused is not None and refused.why != "already_bet":
            raise refused
        if press.move == "betpanel":
            bets = {seat.member: seat.bet for seat in table.view().seats}
            await show(interaction, await self._panel(member, table, bets.get(member, 0)))
        else:
            await edit(interaction, await self._panel(member, table, int(press.arg or 0)))

    async def _panel(self, member: int, table: LiveTable, draft: int) -> discord.ui.LayoutView:
        purse = await self._casino.cashier.purse(table, member)
        return bet_panel(table.view(member), member, draft, self._screens.words, purse)

    async def _placed(self, bet: Bet, table: LiveTable) -> discord.ui.LayoutView:
        """The panel while the bet can still be changed; the last bet may have brought the cards."""
        if table.phase is Phase.BETTING:
            return await self._panel(bet.member, table, bet.chips)
        return notice(self._screens.words.say("bet_closed", chips=bet.chips))

    async def _ask_to_close(self, interaction: discord.Interaction, table: LiveTable) -> None:
        member = await self._casino.cashier.account(interaction.user.id)
        await ask_to_close(interaction, table, member, self._screens.words)

    async def _close(self, interaction: discord.Interaction, table: LiveTable) -> None:
        """The confirmation's button: the panel is private, so the board is drawn by the writer."""

        async def close() -> None:
            member = await self._casino.cashier.account(interaction.user.id)
            admin = interaction.permissions.manage_guild
            await table.play(Close(member, admin=admin), press=interaction.id)

        await in_time(close(), lambda: acknowledge(interaction))
        await edit(interaction, notice(self._screens.words.say("closed")))
