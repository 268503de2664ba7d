"""A bot's gateway session: its sequence, its intents, and what it may replay after a break."""

import secrets
from collections import deque
from dataclasses import dataclass, field
from enum import IntFlag
from typing import TYPE_CHECKING

from bot.standin.events import Event
from bot.standin.permissions import Permission, can
from bot.standin.snowflakes import shard_of
from bot.standin.wire import Json
from bot.standin.world import Guild, World

if TYPE_CHECKING:
    from bot.standin.connection import Connection

BUFFER = 1_000  # events kept for a RESUME


class Intent(IntFlag):
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


KNOWN_INTENTS = (1 << 26) - 1
# Event name -> the intent that asks for it. Docs: events/gateway#list-of-intents.
NEEDS = {
    **dict.fromkeys(
        (
            "GUILD_CREATE",
            "GUILD_UPDATE",
            "GUILD_DELETE",
            "GUILD_ROLE_CREATE",
            "GUILD_ROLE_UPDATE",
            "GUILD_ROLE_DELETE",
            "CHANNEL_CREATE",
            "CHANNEL_UPDATE",
            "CHANNEL_DELETE",
            "THREAD_CREATE",
            "THREAD_UPDATE",
            "THREAD_DELETE",
        ),
        Intent.GUILDS,
    ),
    **dict.fromkeys(
        ("GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE", "GUILD_MEMBER_REMOVE"), Intent.GUILD_MEMBERS
    ),
    **dict.fromkeys(("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"), Intent.GUILD_MESSAGES),
    "TYPING_START": Intent.GUILD_MESSAGE_TYPING,
}
CONTENT = ("content", "embeds", "attachments", "components")


@dataclass
class Session:
    intents: int
    shard: int
    shard_count: int
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    buffer: deque[tuple[int, Json]] = field(default_factory=lambda: deque(maxlen=BUFFER))
    connection: "Connection | None" = None

    def has(self, guild: Guild) -> bool:
        return shard_of(guild.id, self.shard_count) == self.shard

    def dispatch(self, name: str, data: Json) -> None:
        """Sends an event, or keeps it for the RESUME while the socket is gone."""
        self.sequence += 1
        frame = {"op": 0, "t": name, "s": self.sequence, "d": data}
        self.buffer.append((self.sequence, frame))
        if self.connection is not None:
            self.connection.send(frame)

    def can_replay(self, sequence: int) -> bool:
        """Whether everything after `sequence` is still there."""
        oldest = self.buffer[0][0] if self.buffer else self.sequence + 1
        return oldest <= sequence + 1

    def replay(self, sequence: int) -> None:
        if self.connection is None:
            return
        for number, frame in list(self.buffer):
            if number > sequence:
                self.connection.send(frame)

    def offer(self, event: Event, world: World) -> None:
        """Dispatches the event if the session's shard, intents and rights include it."""
        if not self.has(event.guild) or not self._asked_for(event, world):
            return
        data = event.data
        if event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            data = self._readable(data, world.bot.id)
        self.dispatch(event.name, data)

    def _asked_for(self, event: Event, world: World) -> bool:
        bot = event.guild.members.get(world.bot.id)
        if event.name.startswith("MESSAGE_") and event.viewer is not None:
            # Ephemeral messages are sent to the bot itself, like direct messages.
            return bool(self.intents & Intent.DIRECT_MESSAGES)
        if event.name == "GUILD_MEMBER_UPDATE" and event.data["user"]["id"] == world.bot.id:
            return True
        if not self.intents & NEEDS[event.name]:
            return False
        if event.name.startswith(("MESSAGE_", "TYPING_")) and event.channel is not None:
            return bot is not None and can(event.guild, event.channel, bot, Permission.VIEW_CHANNEL)
        return True

    def _readable(self, data: Json, bot_id: str) -> Json:
        """Without MESSAGE_CONTENT only the bot's own messages, and those naming it, have text."""
        mentioned = any(user["id"] == bot_id for user in data["mentions"])
        own = data["author"]["id"] == bot_id
        if self.intents & Intent.MESSAGE_CONTENT or own or mentioned:
            return data
        return {**data, **{key: "" if key == "content" else [] for key in CONTENT}}
