"""Changes a running world the way people on Discord do, and tells the bot and the page about it.

For tests and the demo: `standin.editing.delete_channel(id)`. Names and flags are set as given,
without checks; only what would break the world (a missing id) raises KeyError.
"""

from collections.abc import Iterable
from typing import Any

from bot.standin.events import Event, Events
from bot.standin.gateway import Gateway, guild_create
from bot.standin.messages import Messages
from bot.standin.permissions import Permission
from bot.standin.shapes import channel_shape, guild_shape, member_shape, role_shape, user_shape
from bot.standin.snowflakes import Snowflakes
from bot.standin.wire import Json
from bot.standin.world import Channel, Guild, Member, Overwrite, Role, User, World


class Editing:
    def __init__(
        self,
        world: World,
        events: Events,
        ids: Snowflakes,
        messages: Messages,
        gateway: Gateway,
    ) -> None:
        self._world = world
        self._events = events
        self._ids = ids
        self._messages = messages
        self._gateway = gateway

    # People

    def add_member(self, guild_id: str, name: str, roles: Iterable[str] = ()) -> Member:
        guild = self._world.guilds[guild_id]
        member = Member(User(self._ids.next(), name.lower(), name), list(roles))
        guild.members[member.user.id] = member
        self._tell("GUILD_MEMBER_ADD", guild, member_shape(member))
        return member

    def remove_member(self, guild_id: str, user_id: str) -> None:
        guild = self._world.guilds[guild_id]
        member = guild.members.pop(user_id)
        self._world.strangers[user_id] = member.user
        self._tell("GUILD_MEMBER_REMOVE", guild, {"user": user_shape(member.user)})

    def set_member(
        self,
        guild_id: str,
        user_id: str,
        *,
        roles: Iterable[str] | None = None,
        nick: str | None = None,
    ) -> None:
        guild = self._world.guilds[guild_id]
        member = guild.members[user_id]
        member.roles = member.roles if roles is None else list(roles)
        member.nick = member.nick if nick is None else nick or None
        self._tell("GUILD_MEMBER_UPDATE", guild, member_shape(member))

    # Roles and rights

    def add_role(self, guild_id: str, name: str, permissions: int = 0) -> Role:
        guild = self._world.guilds[guild_id]
        role = Role(self._ids.next(), name, int(permissions), position=len(guild.roles))
        guild.roles[role.id] = role
        self._tell("GUILD_ROLE_CREATE", guild, {"role": role_shape(role)})
        return role

    def set_role(self, guild_id: str, role_id: str, permissions: int) -> None:
        guild = self._world.guilds[guild_id]
        guild.roles[role_id].permissions = int(permissions)
        self._tell("GUILD_ROLE_UPDATE", guild, {"role": role_shape(guild.roles[role_id])})

    def delete_role(self, guild_id: str, role_id: str) -> None:
        guild = self._world.guilds[guild_id]
        del guild.roles[role_id]
        for member in guild.members.values():
            member.roles = [key for key in member.roles if key != role_id]
        self._tell("GUILD_ROLE_DELETE", guild, {"role_id": role_id})

    def set_overwrite(
        self,
        channel_id: str,
        target_id: str,
        *,
        allow: Permission | int = 0,
        deny: Permission | int = 0,
    ) -> None:
        """What a role or member is allowed and denied in one channel."""
        guild, channel = self._place(channel_id)
        kind = 0 if target_id in guild.roles else 1
        channel.overwrites[target_id] = Overwrite(target_id, kind, int(allow), int(deny))
        self._tell_channel("CHANNEL_UPDATE", guild, channel)

    def clear_overwrite(self, channel_id: str, target_id: str) -> None:
        guild, channel = self._place(channel_id)
        channel.overwrites.pop(target_id, None)
        self._tell_channel("CHANNEL_UPDATE", guild, channel)

    # Channels, threads, messages

    def add_channel(self, guild_id: str, name: str) -> Channel:
        guild = self._world.guilds[guild_id]
        channel = Channel(self._ids.next(), guild_id, name, position=len(guild.channels))
        guild.channels[channel.id] = channel
        self._tell_channel("CHANNEL_CREATE", guild, channel)
        return channel

    def add_thread(self, parent_id: str, name: str, owner_id: str | None = None) -> Channel:
        guild, parent = self._place(parent_id)
        thread = Channel(self._ids.next(), guild.id, name, type=11, parent_id=parent.id)
        thread.owner_id = owner_id or guild.owner_id
        guild.channels[thread.id] = thread
        self._tell_channel("THREAD_CREATE", guild, thread)
        return thread

    def archive_thread(
        self, thread_id: str, *, archived: bool = True, locked: bool = False
    ) -> None:
        guild, thread = self._place(thread_id)
        thread.archived, thread.locked = archived, locked
        self._tell_channel("THREAD_UPDATE", guild, thread)

    def delete_channel(self, channel_id: str) -> None:
        guild, channel = self._place(channel_id)
        for thread in [c for c in guild.channels.values() if c.parent_id == channel_id]:
            self.delete_channel(thread.id)
        del guild.channels[channel_id]
        if not channel.is_thread:
            self._tell_channel("CHANNEL_DELETE", guild, channel)
            return
        shape = channel_shape(channel)
        gone = {key: shape[key] for key in ("id", "guild_id", "parent_id", "type")}
        self._events.tell(Event("THREAD_DELETE", gone, guild, channel))

    def delete_message(self, message_id: str) -> None:
        found = self._world.message(message_id)
        if found is None:
            raise KeyError(message_id)
        self._messages.delete(found[1], found[2])

    # Servers

    def add_guild(self, guild: Guild) -> None:
        """The bot is invited, or a server that was built by the test comes to be."""
        self._world.guilds[guild.id] = guild
        self._tell_created(guild, joined=True)

    def invite_bot(self, guild_id: str, roles: Iterable[str] = ()) -> None:
        guild = self._world.guilds[guild_id]
        guild.members[self._world.bot.id] = Member(self._world.bot, list(roles))
        self._tell_created(guild, joined=True)

    def remove_bot(self, guild_id: str) -> None:
        """The bot is thrown out (or leaves): a GUILD_DELETE without `unavailable`."""
        guild = self._world.guilds[guild_id]
        del guild.members[self._world.bot.id]
        self._tell("GUILD_DELETE", guild, {"id": guild.id})

    def set_unavailable(self, guild_id: str, unavailable: bool = True) -> None:
        """An outage begins or ends; the bot is still a member all along."""
        guild = self._world.guilds[guild_id]
        guild.unavailable = unavailable
        if unavailable:
            self._tell("GUILD_DELETE", guild, {"id": guild.id, "unavailable": True})
        else:
            self._tell_created(guild)

    def rename_guild(self, guild_id: str, name: str) -> None:
        guild = self._world.guilds[guild_id]
        guild.name = name
        self._tell("GUILD_UPDATE", guild, {**guild_shape(guild), "hub_type": None})

    def _place(self, channel_id: str) -> tuple[Guild, Channel]:
        found = self._world.channel(channel_id)
        if found is None:
            raise KeyError(channel_id)
        return found

    def _tell(self, name: str, guild: Guild, data: Json) -> None:
        # Only the bodies of whole guilds have no `guild_id`.
        marks: dict[str, Any] = {} if "id" in data else {"guild_id": guild.id}
        self._events.tell(Event(name, {**data, **marks}, guild))

    def _tell_channel(self, name: str, guild: Guild, channel: Channel) -> None:
        self._events.tell(Event(name, channel_shape(channel), guild, channel))

    def _tell_created(self, guild: Guild, *, joined: bool = False) -> None:
        """A GUILD_CREATE depends on each session's intents, so it is not one event for all."""
        for session in self._gateway.sessions.values():
            if session.has(guild) and self._world.bot.id in guild.members:
                data = guild_create(self._world, guild, session.intents)
                if joined:
                    # A server that came back says `unavailable: false`, a new one says nothing.
                    del data["unavailable"]
                session.dispatch("GUILD_CREATE", data)
        self._events.changed()
