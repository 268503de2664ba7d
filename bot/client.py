"""The Discord client: intents, shards, cogs, command sync, and the tables' return.

No privileged intents: slash commands and buttons need none. Reactions of the house to the
connection live here and nowhere else:

1. Clocks stop while a shard is disconnected and run on, after a grace, when it is back.
2. What Discord delivers twice (after a reconnect it repeats some) is handled once, and what can't
   be read is logged and ends nothing.
3. Where the bot may no longer write, tables stand still; they are drawn again as soon as something
   changes there.
"""

import asyncio
import logging
import math
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import discord
import discord.backoff
import discord.gateway
import discord.http
import discord.shard
import yarl
from discord import app_commands
from discord.ext import commands

from . import limits, metrics
from .casino import Casino
from .cogs.answers import answer_failure
from .cogs.custom import Admin
from .cogs.desk import Desk
from .cogs.presses import Presses
from .cogs.tables import Tables
from .emojis import CardEmojis
from .game.moves import Refused
from .limits import Allowance
from .livetable import LiveTable
from .screens import Screens
from .settings import Settings

log = logging.getLogger(__name__)

IDENTIFY_PACE = 5.0  # s between two new sessions, by Discord's rule
LONGEST_WAIT = 3  # discord.py waits up to 2 ** this s before it connects again, not 2 ** 10
REMEMBERED = 4096  # interactions


class Backoff(discord.backoff.ExponentialBackoff[Any]):
    """After a long outage members should not wait for minutes more; asking costs Discord little."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._max = LONGEST_WAIT


discord.shard.ExponentialBackoff = Backoff  # type: ignore[attr-defined]

# Nobody plays blackjack by voice: what is not installed for that is no news to whoever runs us.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def point_at(settings: Settings) -> None:
    """Send discord.py to another server that speaks Discord's protocol, if one is set."""
    if settings.api_base:
        discord.http.Route.BASE = settings.api_base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)


#: What a command need not say; Discord then answers with its default.
LEFT_TO_DISCORD = ("contexts", "integration_types")


def covers(there: Any, wanted: Any) -> bool:
    """Whether what Discord has registered says all that we want to register.

    Discord fills in defaults of its own and leaves out empty values; neither is a difference.
    """
    if isinstance(wanted, dict):
        asked = {k: v for k, v in wanted.items() if v is not None or k not in LEFT_TO_DISCORD}
        return isinstance(there, dict) and all(covers(there.get(k), v) for k, v in asked.items())
    if isinstance(wanted, list) and wanted:
        return (
            isinstance(there, list)
            and len(there) == len(wanted)
            and all(map(covers, there, wanted))
        )
    return str(there or "") == str(wanted or "")


class Client(commands.AutoShardedBot):
    def __init__(self, settings: Settings, casino: Casino, screens: Screens) -> None:
        self.settings = settings  # the tree, which the next line makes, reads them
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            # Which guilds there are is never asked of the cache: nothing to wait for.
            guild_ready_timeout=0.5,
            tree_cls=Commands,
        )
        self.casino = casino
        self.screens = screens
        self._up: set[int] = set()  # shards with a connection
        self._met: set[int] = set()  # shards that ever had one
        self._identified = -math.inf  # loop time of the newest session
        self._seen: OrderedDict[str, None] = OrderedDict()
        pace = settings.presses_per_second
        self._flood, self._crowd = Allowance(limits.flood(pace)), Allowance(limits.crowd(pace))
        parsers = self._connection.parsers
        for event in parsers.keys() - {"READY", "RESUMED"}:  # without those nothing goes on
            parsers[event] = self._careful(event, parsers[event])
        screens.client = self

    def _careful(self, event: str, parse: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Handle each interaction once; and an event we can't read does not end the connection."""

        def parse_carefully(data: Any) -> None:
            try:
                if event != "INTERACTION_CREATE" or self._is_worth_reading(data):
                    parse(data)
            except Exception:
                log.exception("Discord sent something we can't read: %s", event)

        return parse_carefully

    def _is_worth_reading(self, data: Any) -> bool:
        if self._is_repeated(data["id"]):
            return False
        message = data.get("message")
        if message is None:
            return True
        now = asyncio.get_running_loop().time()
        member = int(data["member"]["user"]["id"]) if "member" in data else 0
        if self._flood.take(member, now) or self._crowd.take(int(message["id"]), now):
            metrics.unread.inc()
            return False
        return True

    def _is_repeated(self, interaction: str) -> bool:
        if interaction in self._seen:
            return True
        self._seen[interaction] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return False

    async def setup_hook(self) -> None:
        desk = Desk(self.casino, self.screens, self.settings.host_role)
        pace = self.settings.presses_per_second
        await self.add_cog(Presses(self.casino, self.screens, desk, pace))
        await self.add_cog(Tables(self.casino, self.screens, desk, self.settings.host_role))
        await self.add_cog(Admin(desk))
        await self._sync_commands()
        self.screens.start(self._use_card_emojis())  # early: a restart draws no text in between

    async def _use_card_emojis(self) -> None:
        """In the background: the first start uploads them, which takes a while."""
        try:
            faces = await CardEmojis().ensure(self)
        except RuntimeError:
            if self.is_closed():
                return  # in the middle of an upload
            raise
        if faces is not None:
            self.screens.faces = faces
            self.screens.redraw(lambda table: self._shard_of(table.guild) in self._met)

    async def _sync_commands(self) -> None:
        """Register the commands, unless Discord has them just so: it limits how often."""
        assert self.application_id is not None
        wanted = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        there = {c["name"]: c for c in await self.http.get_global_commands(self.application_id)}
        if len(there) == len(wanted) and all(covers(there.get(w["name"]), w) for w in wanted):
            return
        await self.tree.sync()
        log.info("commands registered")

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Sessions begin at Discord's pace; the first one after a while need not wait."""
        now = asyncio.get_running_loop().time()
        self._identified = max(now, self._identified + IDENTIFY_PACE)
        await asyncio.sleep(self._identified - now)

    async def on_shard_ready(self, shard: int) -> None:
        await self._back(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        await self._back(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        self._up.discard(shard)
        metrics.connected.set(len(self._up))
        self.casino.pause(self._is_away)

    async def _back(self, shard: int) -> None:
        self._up.add(shard)
        metrics.connected.set(len(self._up))
        await self.casino.resume(self._is_away)
        if shard not in self._met:
            self._met.add(shard)
            tables = len(self.casino.tables)
            log.info("ready as %s on shard %d, %d tables in play", self.user, shard, tables)
            self.screens.redraw(lambda table: self._shard_of(table.guild) == shard)

    def _shard_of(self, guild: int) -> int:
        return (guild >> 22) % (self.shard_count or 1)

    def _is_away(self, guild: int) -> bool:
        """Asked also between a socket's end and the event that tells of it."""
        shard = self._shard_of(guild)
        info = self.get_shard(shard) if shard in self._up else None
        return info is None or info.is_closed()

    @property
    def is_connected(self) -> bool:
        """Whether every shard has a connection at this moment."""
        shards = self.shards
        return bool(shards) and all(
            shard in self._up and not info.is_closed() for shard, info in shards.items()
        )

    # Where the bot may write

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self._block("the bot is no longer in the server", lambda table: table.guild == guild.id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self._block("the server is unavailable", lambda table: table.guild == guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self._block("the channel is gone", lambda table: table.channel == channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        self._block("the thread is gone", lambda table: table.channel == thread.thread_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self._try_again(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self._try_again(guild.id)

    async def on_guild_channel_update(
        self, before: object, after: discord.abc.GuildChannel
    ) -> None:
        self._try_again(after.guild.id)

    async def on_guild_role_update(self, before: object, after: discord.Role) -> None:
        self._try_again(after.guild.id)

    async def on_member_update(self, before: object, after: discord.Member) -> None:
        self._try_again(after.guild.id)  # without the intent it is only ever about the bot

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        self._try_again(thread.guild_id)

    def _block(self, why: str, place: Callable[[LiveTable], bool]) -> None:
        for screen in self.screens.where(place):
            screen.block(why)

    def _try_again(self, guild: int) -> None:
        for screen in self.screens.where(lambda table: table.guild == guild):
            if screen.is_blocked:
                screen.try_again()

    async def on_error(self, event: str, *args: Any, **kwargs: Any) -> None:
        if not self.is_closed():  # what is cut off at the end is no bug
            log.exception("a bug while handling %s", event)


class Commands(app_commands.CommandTree[Client]):
    """The bounds of all commands: how many a member may give, and what is said when one fails."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.allowance = Allowance(limits.commands(client.settings.commands_per_minute))

    async def interaction_check(self, interaction: discord.Interaction[Client]) -> bool:
        if interaction.type is discord.InteractionType.autocomplete:
            return True  # Discord asks with every letter
        metrics.commands.inc()
        now = asyncio.get_running_loop().time()
        seconds = self.allowance.take(interaction.user.id, now)
        if seconds:
            refused = Refused("too_many_commands", seconds=seconds)
            await answer_failure(interaction, refused, interaction.client.screens.words, None)
        return not seconds

    async def on_error(
        self, interaction: discord.Interaction[Client], error: app_commands.AppCommandError
    ) -> None:
        """discord.py asks this after the error handlers of command and cog."""
        client = interaction.client
        table = client.casino.in_channel(interaction.channel_id or 0)
        await answer_failure(interaction, error, client.screens.words, table)
