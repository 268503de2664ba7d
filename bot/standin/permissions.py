"""Who may do what where: Discord's own computation over roles and channel overwrites.

Source: developers/topics/permissions#permission-overwrites.
"""

from enum import IntFlag

from bot.standin.world import Channel, Guild, Member


class Permission(IntFlag):
    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_AUDIT_LOG = 1 << 7
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    SPEAK = 1 << 21
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40


ALL = (1 << 53) - 1

# What Discord gives @everyone in a new server, as far as it matters here.
EVERYONE = int(
    Permission.CREATE_INSTANT_INVITE
    | Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CONNECT
    | Permission.SPEAK
    | Permission.CHANGE_NICKNAME
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)


def guild_permissions(guild: Guild, member: Member) -> int:
    """What the member's roles give, before any channel changes it."""
    if member.user.id == guild.owner_id:
        return ALL
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        bits |= guild.roles[role_id].permissions
    return ALL if bits & Permission.ADMINISTRATOR else bits


def channel_permissions(guild: Guild, channel: Channel, member: Member) -> int:
    """Role permissions, then overwrites: @everyone, the roles together, the member."""
    bits = guild_permissions(guild, member)
    if bits == ALL:
        return ALL
    overwrites = _home(guild, channel).overwrites
    steps = [[guild.id], list(member.roles), [member.user.id]]
    for ids in steps:
        found = [overwrites[key] for key in ids if key in overwrites]
        for overwrite in found:
            bits &= ~overwrite.deny
        for overwrite in found:
            bits |= overwrite.allow
    return _implied(bits)


def can(guild: Guild, channel: Channel, member: Member, *wanted: Permission) -> bool:
    bits = channel_permissions(guild, channel, member)
    return all(bits & permission for permission in wanted)


def can_send(guild: Guild, channel: Channel, member: Member) -> bool:
    return can(guild, channel, member, sending_in(channel))


def sending_in(channel: Channel) -> Permission:
    if channel.is_thread:
        return Permission.SEND_MESSAGES_IN_THREADS
    return Permission.SEND_MESSAGES


def _home(guild: Guild, channel: Channel) -> Channel:
    """A thread has no overwrites of its own: its parent's count."""
    if channel.is_thread and channel.parent_id in guild.channels:
        return guild.channels[channel.parent_id]
    return channel


def _implied(bits: int) -> int:
    # Who cannot see a channel can do nothing in it.
    return bits if bits & Permission.VIEW_CHANNEL else 0
