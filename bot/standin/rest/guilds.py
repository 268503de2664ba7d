"""Servers, their channels, members and roles, as far as a bot asks about them."""

from bot.standin.core import Core
from bot.standin.errors import ApiError, Problem
from bot.standin.permissions import guild_permissions
from bot.standin.rest.call import Answer, Call, Route
from bot.standin.rest.rights import the_guild
from bot.standin.shapes import channel_shape, guild_shape, member_shape, role_shape
from bot.standin.wire import Json
from bot.standin.world import Guild


async def own_guilds(core: Core, call: Call) -> Answer:
    mine = [g for g in core.world.guilds.values() if core.world.bot.id in g.members]
    return Answer([_own_guild(core, guild) for guild in mine])


def _own_guild(core: Core, guild: Guild) -> Json:
    """`permissions` are those of the bot's roles, without any channel's changes."""
    bot = guild.members[core.world.bot.id]
    return {
        "id": guild.id,
        "name": guild.name,
        "icon": None,
        "banner": None,
        "owner": guild.owner_id == bot.user.id,
        "permissions": str(guild_permissions(guild, bot)),
        "features": [],
    }


async def get_guild(core: Core, call: Call) -> Answer:
    guild, _ = the_guild(core, call.params["guild_id"])
    shape = guild_shape(guild)
    if call.query.get("with_counts", "").lower() in ("1", "true"):
        shape["approximate_member_count"] = len(guild.members)
        shape["approximate_presence_count"] = len(guild.members)
    return Answer(shape)


async def list_channels(core: Core, call: Call) -> Answer:
    guild, _ = the_guild(core, call.params["guild_id"])
    return Answer([channel_shape(c) for c in guild.channels.values() if not c.is_thread])


async def list_roles(core: Core, call: Call) -> Answer:
    guild, _ = the_guild(core, call.params["guild_id"])
    return Answer([role_shape(role) for role in guild.roles.values()])


async def get_role(core: Core, call: Call) -> Answer:
    guild, _ = the_guild(core, call.params["guild_id"])
    role = guild.roles.get(call.params["role_id"])
    if role is None:
        raise ApiError(Problem.UNKNOWN_ROLE)
    return Answer(role_shape(role))


async def get_member(core: Core, call: Call) -> Answer:
    guild, _ = the_guild(core, call.params["guild_id"])
    user_id = call.params["user_id"]
    member = guild.members.get(user_id)
    if member is None:
        known = core.world.user(user_id)
        raise ApiError(Problem.UNKNOWN_MEMBER if known else Problem.UNKNOWN_USER)
    return Answer(member_shape(member))


async def list_members(core: Core, call: Call) -> Answer:
    guild, _ = the_guild(core, call.params["guild_id"])
    if not core.gateway.privileged_members:
        raise ApiError(Problem.MISSING_ACCESS)
    after, limit = call.number("after", 0), call.page_size("members.limit", 1)
    members = sorted(guild.members.values(), key=lambda member: int(member.user.id))
    return Answer([member_shape(m) for m in members if int(m.user.id) > after][:limit])


async def leave_guild(core: Core, call: Call) -> Answer:
    guild, _ = the_guild(core, call.params["guild_id"])
    core.editing.remove_bot(guild.id)
    return Answer()


ROUTES: list[Route] = [
    ("GET", "/users/@me/guilds", own_guilds),
    ("DELETE", "/users/@me/guilds/{guild_id}", leave_guild),
    ("GET", "/guilds/{guild_id}", get_guild),
    ("GET", "/guilds/{guild_id}/channels", list_channels),
    ("GET", "/guilds/{guild_id}/roles", list_roles),
    ("GET", "/guilds/{guild_id}/roles/{role_id}", get_role),
    ("GET", "/guilds/{guild_id}/members", list_members),
    ("GET", "/guilds/{guild_id}/members/{user_id}", get_member),
]
