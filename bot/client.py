"""The Discord client: intents, shards, cogs, command sync, and the tables' return.

No privileged intents: slash commands and buttons need none. Reactions of the casino to the
connection live here and nowhere else: its clocks stop while a shard is disconnected and run on,
after a grace, when it is back.
"""

import logging
from typing import Any

import discord
import discord.gateway
import discord.http
import yarl
from discord import app_commands
from discord.ext import commands

from .casino import Casino
from .cogs.answers import answer_failure
from .cogs.presses import Presses
from .cogs.tables import Tables
from .emojis import CardEmojis
from .screen import Screens
from .settings import Settings

log = logging.getLogger(__name__)


def point_at(settings: Settings) -> None:
    """Send discord.py to another server that speaks Discord's protocol, if one is set."""
    if settings.api_base:
        discord.http.Route.BASE = settings.api_base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)


def covers(there: Any, wanted: Any) -> bool:
    """Whether what Discord has registered says all that we want to register.

    Discord fills in defaults of its own and leaves out empty values; neither is a difference.
    """
    if isinstance(wanted, dict):
        return isinstance(there, dict) and all(covers(there.get(k), v) for k, v in wanted.items())
    if isinstance(wanted, list) and wanted:
        return (
            isinstance(there, list)
            and len(there) == len(wanted)
            and all(map(covers, there, wanted))
        )
    return str(there or "") == str(wanted or "")


class Client(commands.AutoShardedBot):
    def __init__(self, settings: Settings, casino: Casino, screens: Screens) -> None:
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
        self._settings = settings
        self._down: set[int] = set()  # shards without a connection
        self._was_ready = False
        screens.client = self

    async def setup_hook(self) -> None:
        await self.add_cog(Presses(self.casino, self.screens))
        await self.add_cog(Tables(self.casino, self.screens, self._settings.host_role))
        await self._sync_commands()
        self.screens.start(self._use_card_emojis())  # early: a restart draws no text in between

    async def _use_card_emojis(self) -> None:
        """In the background: the first start uploads them, which takes a while."""
        faces = await CardEmojis().ensure(self)
        if faces is not None:
            self.screens.faces = faces
            if self._was_ready:
                self.screens.redraw_all()

    async def _sync_commands(self) -> None:
        """Register the commands, unless Discord has them just so: it limits how often."""
        assert self.application_id is not None
        wanted = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        there = {c["name"]: c for c in await self.http.get_global_commands(self.application_id)}
        if len(there) == len(wanted) and all(covers(there.get(w["name"]), w) for w in wanted):
            return
        await self.tree.sync()
        log.info("commands registered")

    async def on_ready(self) -> None:
        self._down.clear()
        await self.casino.resume(self._is_away)
        if not self._was_ready:
            self._was_ready = True
            log.info("ready as %s, %d tables in play", self.user, len(self.casino.tables))
            self.screens.redraw_all()

    async def on_shard_ready(self, shard: int) -> None:
        await self._back(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        await self._back(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        self._down.add(shard)
        self.casino.pause(self._is_away)

    async def _back(self, shard: int) -> None:
        self._down.discard(shard)
        if self._was_ready:
            await self.casino.resume(self._is_away)

    def _is_away(self, guild: int) -> bool:
        return (guild >> 22) % (self.shard_count or 1) in self._down

    async def on_error(self, event: str, *args: Any, **kwargs: Any) -> None:
        log.exception("a bug while handling %s", event)


class Commands(app_commands.CommandTree[Client]):
    """The command tree with the same error boundary as presses."""

    async def on_error(
        self, interaction: discord.Interaction[Client], error: app_commands.AppCommandError
    ) -> None:
        client = interaction.client
        table = client.casino.in_channel(interaction.channel_id or 0)
        failure = getattr(error, "original", error)
        await answer_failure(interaction, failure, client.screens.words, table)
