"""Looking things up for the bot, with the refusals Discord gives when it may not see or do them."""

from bot.standin.core import Core
from bot.standin.errors import ApiError, Problem
from bot.standin.permissions import Permission, can, can_send
from bot.standin.world import Channel, Guild, Member, Message


def the_guild(core: Core, guild_id: str) -> tuple[Guild, Member]:
    """The server and the bot as its member. An unavailable one cannot be asked about."""
    guild = core.world.guilds.get(guild_id)
    if guild is None or guild.unavailable:
        raise ApiError(Problem.UNKNOWN_GUILD)
    if core.world.bot.id not in guild.members:
        raise ApiError(Problem.MISSING_ACCESS)
    return guild, guild.members[core.world.bot.id]


def the_channel(core: Core, channel_id: str) -> tuple[Guild, Channel, Member]:
    """A channel the bot can see: 10003 if there is none, 50001 if it is hidden from the bot."""
    found = core.world.channel(channel_id)
    if found is None:
        raise ApiError(Problem.UNKNOWN_CHANNEL)
    guild, channel = found
    bot = guild.members.get(core.world.bot.id)
    if bot is None or guild.unavailable or not can(guild, channel, bot, Permission.VIEW_CHANNEL):
        raise ApiError(Problem.MISSING_ACCESS)
    return guild, channel, bot


def the_message(channel: Channel, message_id: str) -> Message:
    """Ephemeral messages do not exist for the channel's routes."""
    message = channel.messages.get(message_id)
    if message is None or message.viewer is not None:
        raise ApiError(Problem.UNKNOWN_MESSAGE)
    return message


def need(guild: Guild, channel: Channel, bot: Member, *wanted: Permission) -> None:
    if not can(guild, channel, bot, *wanted):
        raise ApiError(Problem.MISSING_PERMISSIONS)


def need_to_send(guild: Guild, channel: Channel, bot: Member) -> None:
    if not can_send(guild, channel, bot):
        raise ApiError(Problem.MISSING_PERMISSIONS)
    need_unlocked(guild, channel, bot)


def need_unlocked(guild: Guild, channel: Channel, bot: Member) -> None:
    """Docs: topics/threads#locked-threads. Moderators may go on in a locked thread."""
    if channel.locked and not can(guild, channel, bot, Permission.MANAGE_THREADS):
        raise ApiError(Problem.THREAD_LOCKED)
