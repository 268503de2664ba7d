"""`/blackjack`: host, join, leave, kick, close, show, history, rules, help."""

import discord
from discord import app_commands
from discord.ext import commands

from ..casino import Casino
from ..game.moves import Close, Join, Kick, Leave, Move, Rebuy, Refused, Start
from ..game.rules import TABLES
from ..game.table import Phase
from ..livetable import LiveTable
from ..render.cards import best_card, help_card, rules_card
from ..render.names import clean
from ..replies import FAILURES, acknowledge, is_refusal, show
from ..screen import Screen
from ..screens import Screens, as_best
from ..store import NotSaved
from .answers import ask_to_close, in_time, tell
from .custom import named, offered
from .desk import Desk
from .history import page
from .rights import must_host

#: What the bot needs in a channel to keep a board there, as discord.Permissions names.
NEEDED = (
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
)


@app_commands.guild_only()
class Tables(commands.GroupCog, group_name="blackjack", group_description="Blackjack tables"):
    def __init__(self, casino: Casino, screens: Screens, desk: Desk, host_role: str) -> None:
        self._casino = casino
        self._screens = screens
        self._desk = desk
        self._words = screens.words
        self._host_role = host_role

    @commands.Cog.listener()
    async def on_app_command_completion(
        self, interaction: discord.Interaction, command: object
    ) -> None:
        """Tell hosts, once, that a table of theirs stands still."""
        blocked = [
            screen
            for screen in self._screens.where(lambda table: table.guild == interaction.guild_id)
            if screen.is_blocked
        ]
        for screen in blocked:
            host = await self._casino.cashier.account(interaction.user.id)
            if screen.table.host == host and screen.must_tell_host():
                place = f"<#{screen.table.channel}>"
                await tell(interaction, self._words.say("table_suspended", place=place))

    @app_commands.command(description="Open a blackjack table in this channel")
    @app_commands.describe(table="A house table, or one of this server's own")
    async def host(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """A solo run is everyone's own to begin; its member sits down at once."""
        user = interaction.user
        rules = await named(self._casino, interaction.guild_id or 0, table, self._words)
        if not rules.is_solo:
            must_host(interaction, self._host_role)
        self._can_write_here(interaction)
        await acknowledge(interaction, ephemeral=True, thinking=True)
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        account = await self._casino.cashier.account(user.id)
        run = self._casino.run_of(interaction.channel_id, account)
        if rules.is_solo and run is not None and run.phase is not Phase.ENDED:
            await self._back_to(interaction, run, account)
            return
        opened = await self._casino.open_table(
            interaction.guild_id, interaction.channel_id, account, rules
        )
        screen = self._screens.of(opened)
        try:
            with screen.claim():  # what happens before it is posted needs no drawing
                await self._casino.cashier.welcome(opened, user.id, user.display_name)
                if rules.is_solo:
                    await opened.play(Join(account))
                    await opened.play(Start(account, opened.decision))
                await screen.post()
        except FAILURES as error:
            if is_refusal(error):
                # A table nobody can see would block the channel.
                await opened.play(Close(account))
                raise Refused("cannot_write") from error
            # Otherwise the writer goes on trying.
        except NotSaved as error:
            raise Refused("shown_soon") from error  # it is open, and the writer posts it
        said = "run_opened" if rules.is_solo else "opened"
        await tell(interaction, self._words.say(said, link=opened.link))

    async def _back_to(
        self, interaction: discord.Interaction, run: LiveTable, account: int
    ) -> None:
        """The member's run goes on where it was left, at the bottom of the channel."""
        screen = self._screens.of(run)
        with screen.claim():
            if not run.is_seated(account):
                await run.play(Join(account), press=interaction.id)
            await self._post(screen)
        await tell(interaction, self._words.say("run_goes_on", link=run.link))

    @host.autocomplete("table")
    async def _offered(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await offered(self._casino, interaction.guild_id or 0, typed)

    @app_commands.command(description="Take a seat at this channel's table")
    async def join(self, interaction: discord.Interaction) -> None:
        table = await self._table_here(interaction)
        user = interaction.user
        account = await self._casino.cashier.welcome(table, user.id, user.display_name)
        purse = await self._casino.cashier.purse(table, account)
        is_playing = table.phase in (Phase.BETTING, Phase.INSURANCE, Phase.PLAYING)
        said = "from_next_hand" if is_playing else "joined"
        await self._play(interaction, table, Join(account, purse), said)

    @app_commands.command(description="New chips, once a day, when you can't bet any more")
    async def rebuy(self, interaction: discord.Interaction) -> None:
        table = await self._table_here(interaction)
        account = await self._casino.cashier.account(interaction.user.id)
        refused = table.refusal(Rebuy(account))
        if refused is not None:
            raise refused
        await self._casino.cashier.may_rebuy(table, account)
        chips = self._words.number(table.rules.chips)
        await self._play(interaction, table, Rebuy(account), "rebought", chips=chips)

    @app_commands.command(description="The five best solo runs of this server")
    async def best(self, interaction: discord.Interaction) -> None:
        runs = await self._casino.best_runs(interaction.guild_id or 0)
        await show(interaction, best_card([as_best(run) for run in runs], self._words))

    @app_commands.command(description="Leave the table; a hand in play is stood and settled")
    async def leave(self, interaction: discord.Interaction) -> None:
        table = await self._table_here(interaction)
        account = await self._casino.cashier.account(interaction.user.id)
        run = self._casino.run_of(table.channel, account)
        if run is not None and run.is_seated(account) and not table.is_seated(account):
            table = run  # a watcher at the channel's table has nothing to leave there
        is_dealt = table.phase in (Phase.INSURANCE, Phase.PLAYING)
        is_playing = is_dealt and any(s.member == account and s.hands for s in table.view().seats)
        await self._play(
            interaction, table, Leave(account), "left_after_hand" if is_playing else "left"
        )

    @app_commands.command(description="Take a member's seat away (host and admins)")
    @app_commands.describe(member="Who has to leave the table")
    async def kick(self, interaction: discord.Interaction, member: discord.User) -> None:
        table = await self._table_here(interaction)
        account = await self._casino.cashier.account(interaction.user.id)
        target = await self._casino.cashier.account(member.id)
        admin = interaction.permissions.manage_guild
        name = clean(table.names.get(target) or member.display_name)
        await self._play(interaction, table, Kick(account, target, admin), "kicked", member=name)

    @app_commands.command(description="Close this channel's table (host and admins)")
    @app_commands.describe(run_of="Instead of the table: end this member's solo run")
    async def close(
        self, interaction: discord.Interaction, run_of: discord.User | None = None
    ) -> None:
        """Asks first: the button of the answer closes."""
        account = await self._casino.cashier.account(interaction.user.id)
        if run_of is None:
            table = await self._table_here(interaction)
        else:
            table = await self._run_of(interaction, run_of)
        await ask_to_close(interaction, table, account, self._words)

    @app_commands.command(description="Show the table again, at the bottom of the channel")
    async def show(self, interaction: discord.Interaction) -> None:
        table = await self._table_here(interaction)
        self._can_write_here(interaction)
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await self._post(self._screens.of(table))
        await tell(interaction, self._words.say("reposted"))

    async def _post(self, screen: Screen) -> None:
        """Raises Refused where that fails; then the writer may still do it."""
        try:
            await screen.post()
        except FAILURES as error:
            said = "cannot_write" if is_refusal(error) else "shown_soon"
            raise Refused(said) from error

    @app_commands.command(description="Your last hands: cards, choices, pay; only you see them")
    async def history(self, interaction: discord.Interaction) -> None:
        await show(interaction, await page(interaction, self._casino, self._screens))

    @app_commands.command(description="The rules in force at this channel's table")
    async def rules(self, interaction: discord.Interaction) -> None:
        """Without a table here: the rules a new one would have."""
        table = await self._find_here(interaction)
        if table is None:
            await show(interaction, rules_card(TABLES["bank"], self._words))
        else:
            await self._desk.explain(interaction, table)

    @app_commands.command(description="How to play here, and what the commands do")
    async def help(self, interaction: discord.Interaction) -> None:
        await show(interaction, help_card(self._words))

    async def _play(
        self,
        interaction: discord.Interaction,
        table: LiveTable,
        move: Move,
        said: str,
        **about: str,
    ) -> None:
        """A move by command: the writer draws the board, the member gets a private word."""
        playing = table.play(move, press=interaction.id)
        await in_time(playing, lambda: acknowledge(interaction, ephemeral=True, thinking=True))
        await tell(interaction, self._words.say(said, **about))

    async def _table_here(self, interaction: discord.Interaction) -> LiveTable:
        table = await self._find_here(interaction)
        if table is None:
            raise Refused("no_table_here")
        return table

    async def _find_here(self, interaction: discord.Interaction) -> LiveTable | None:
        """The channel's table; where it has none, the member's own run."""
        channel = interaction.channel_id or 0
        table = self._casino.in_channel(channel)
        if table is None:
            account = await self._casino.cashier.account(interaction.user.id)
            table = self._casino.run_of(channel, account)
        return table

    async def _run_of(self, interaction: discord.Interaction, user: discord.User) -> LiveTable:
        account = await self._casino.cashier.account(user.id)
        run = self._casino.run_of(interaction.channel_id or 0, account)
        if run is None:
            raise Refused("no_run_here", name=clean(user.display_name))
        return run

    def _can_write_here(self, interaction: discord.Interaction) -> None:
        have = interaction.app_permissions
        in_thread = isinstance(interaction.channel, discord.Thread)
        needed = (*NEEDED, "send_messages_in_threads") if in_thread else NEEDED
        missing = [name for name in needed if not getattr(have, name)]
        if missing:
            names = ", ".join(name.replace("_", " ").title() for name in missing)
            raise Refused("missing_permissions", names=names)
