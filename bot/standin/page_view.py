"""What one member sees of the world, in the shape the page is sent."""

from bot.standin.commands import visible_commands
from bot.standin.core import Core
from bot.standin.permissions import Permission, channel_permissions, sending_in
from bot.standin.shapes import user_shape
from bot.standin.wire import Json
from bot.standin.world import Channel, Guild, Member

HISTORY = 50


def home_of(core: Core, user_id: str | None) -> tuple[Guild, Member] | None:
    """The member's server; with no or an unknown id, the first person there is."""
    guilds = list(core.world.guilds.values())
    for guild in guilds:
        if user_id in guild.members and user_id != core.world.bot.id:
            return guild, guild.members[user_id]
    for guild in guilds:
        people = [member for member in guild.members.values() if not member.user.bot]
        if people:
            return guild, people[0]
    return None


def world_view(core: Core, guild: Guild, member: Member, controls: list[Json]) -> Json:
    application = core.world.application
    roles = sorted(guild.roles.values(), key=lambda role: role.position)
    return {
        "me": member.user.id,
        "guild": {"id": guild.id, "name": guild.name},
        "channels": [
            view
            for channel in guild.channels.values()
            if (view := _channel(guild, channel, member))
        ],
        "members": [_member(core, other) for other in guild.members.values()],
        "roles": [
            {"id": r.id, "name": r.name, "color": r.color, "position": r.position} for r in roles
        ],
        "emojis": [
            {key: emoji[key] for key in ("id", "name", "animated")}
            for emoji in application.emojis.values()
        ],
        "application": {
            "id": application.id,
            "name": application.name,
            "online": core.gateway.online,
        },
        "commands": visible_commands(application, guild, member),
        "controls": controls,
    }


def _channel(guild: Guild, channel: Channel, member: Member) -> Json | None:
    bits = channel_permissions(guild, channel, member)
    if not bits & Permission.VIEW_CHANNEL or channel.archived:
        return None
    return {
        "id": channel.id,
        "name": channel.name,
        "type": channel.type,
        "topic": channel.topic,
        "parent_id": channel.parent_id,
        "can_view": True,
        "can_send": bool(bits & sending_in(channel)),
        "can_manage_messages": bool(bits & Permission.MANAGE_MESSAGES),
    }


def _member(core: Core, member: Member) -> Json:
    is_app = member.user.id == core.world.bot.id
    return {
        "user": user_shape(member.user),
        "nick": member.nick,
        "roles": list(member.roles),
        "online": core.gateway.online if is_app else True,
        "bot": member.user.bot,
    }


def history_view(channel: Channel, user_id: str) -> Json:
    """The newest messages, oldest first; the member's ephemeral ones apart."""
    messages = sorted(channel.messages.values(), key=lambda message: int(message.id))
    shared = [message.data for message in messages if message.viewer is None]
    private = [message.data for message in messages if message.viewer == user_id]
    return {
        "channel_id": channel.id,
        "messages": shared[-HISTORY:],
        "ephemeral": private[-HISTORY:],
    }
