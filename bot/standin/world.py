"""The servers, channels, people and messages of the local Discord, as plain data.

Nothing here is checked or announced: `editing` changes the world and tells everybody, `rest`
checks what a bot may do. Ids are snowflakes written as strings, as on the wire.
"""

from dataclasses import dataclass, field

from bot.standin.wire import Json

TEXT_CHANNEL = 0
THREAD_TYPES = (10, 11, 12)


@dataclass
class User:
    id: str
    username: str
    global_name: str | None = None
    bot: bool = False


@dataclass
class Role:
    id: str
    name: str
    permissions: int = 0
    position: int = 1
    color: int = 0
    managed: bool = False
    bot_id: str | None = None


@dataclass
class Overwrite:
    """`type` 0 is a role, 1 a member."""

    id: str
    type: int
    allow: int = 0
    deny: int = 0


@dataclass
class Message:
    """A message in Discord's own shape; `viewer` is the only member who sees an ephemeral one."""

    data: Json
    created: int
    viewer: str | None = None

    @property
    def id(self) -> str:
        return str(self.data["id"])

    @property
    def flags(self) -> int:
        return int(self.data["flags"])

    def seen_by(self, user_id: str) -> bool:
        return self.viewer is None or self.viewer == user_id


@dataclass
class Channel:
    id: str
    guild_id: str
    name: str
    type: int = TEXT_CHANNEL
    topic: str | None = None
    position: int = 0
    parent_id: str | None = None
    owner_id: str | None = None
    overwrites: dict[str, Overwrite] = field(default_factory=dict)
    archived: bool = False
    locked: bool = False
    messages: dict[str, Message] = field(default_factory=dict)

    @property
    def is_thread(self) -> bool:
        return self.type in THREAD_TYPES

    @property
    def last_message_id(self) -> str | None:
        # Messages are kept in the order of their ids.
        newest_first = reversed(self.messages.values())
        return next((message.id for message in newest_first if message.viewer is None), None)


@dataclass
class Member:
    user: User
    roles: list[str] = field(default_factory=list)
    nick: str | None = None
    joined_at: str = "2024-01-01T00:00:00.000000+00:00"


@dataclass
class Guild:
    id: str
    name: str
    owner_id: str
    roles: dict[str, Role] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    unavailable: bool = False
    locale: str = "en-US"


@dataclass
class Picture:
    name: str
    content_type: str
    data: bytes


@dataclass
class Application:
    """The bot's own record: its user shares the id, as for every application since 2016."""

    id: str
    name: str
    owner_id: str
    emojis: dict[str, Json] = field(default_factory=dict)
    emoji_pictures: dict[str, Picture] = field(default_factory=dict)
    # Scope -> command id -> command; the scope is a guild id, or "" for global commands.
    commands: dict[str, dict[str, Json]] = field(default_factory=dict)


@dataclass
class World:
    application: Application
    bot: User
    guilds: dict[str, Guild] = field(default_factory=dict)
    attachments: dict[str, Picture] = field(default_factory=dict)
    # People who left: Discord still knows them, the server does not.
    strangers: dict[str, User] = field(default_factory=dict)

    def channel(self, channel_id: str) -> tuple[Guild, Channel] | None:
        for guild in self.guilds.values():
            if channel_id in guild.channels:
                return guild, guild.channels[channel_id]
        return None

    def user(self, user_id: str) -> User | None:
        if user_id == self.bot.id:
            return self.bot
        for guild in self.guilds.values():
            if user_id in guild.members:
                return guild.members[user_id].user
        return self.strangers.get(user_id)

    def message(self, message_id: str) -> tuple[Guild, Channel, Message] | None:
        for guild in self.guilds.values():
            for channel in guild.channels.values():
                if message_id in channel.messages:
                    return guild, channel, channel.messages[message_id]
        return None
