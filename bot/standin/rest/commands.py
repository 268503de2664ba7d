"""Application commands: registering them globally or for one server."""

from bot.standin.commands import check_command, check_commands
from bot.standin.core import Core
from bot.standin.errors import ApiError, Problem
from bot.standin.rest.application import check_application
from bot.standin.rest.call import Answer, Call, Route
from bot.standin.rest.rights import the_guild
from bot.standin.wire import Json

GLOBAL = "/applications/{application_id}/commands"
GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


def _scope(core: Core, call: Call) -> str:
    check_application(core, call)
    guild_id = call.params.get("guild_id", "")
    if guild_id:
        the_guild(core, guild_id)
    return guild_id


def _registered(core: Core, scope: str) -> dict[str, Json]:
    return core.world.application.commands.setdefault(scope, {})


def _command(core: Core, call: Call) -> tuple[str, Json]:
    scope = _scope(core, call)
    command = _registered(core, scope).get(call.params["command_id"])
    if command is None:
        raise ApiError(Problem.UNKNOWN_COMMAND)
    return scope, command


def _stored(core: Core, scope: str, body: Json, command_id: str) -> Json:
    """The command as Discord gives it back, with its defaults filled in."""
    command: Json = {
        "type": 1,
        "description": "",
        "default_member_permissions": None,
        "nsfw": False,
        "contexts": None,
        "integration_types": [0],
        "name_localizations": None,
        "description_localizations": None,
        **{key: value for key, value in body.items() if key != "id" and value is not None},
        "id": command_id,
        "application_id": core.world.application.id,
        "version": core.ids.next(),
    }
    permissions = command["default_member_permissions"]
    command["default_member_permissions"] = None if permissions is None else str(permissions)
    if scope:
        command["guild_id"] = scope
    else:
        command.setdefault("dm_permission", True)
    return command


def _same(registered: dict[str, Json], body: Json) -> str | None:
    """A command keeps its id when it is sent again under its name and type."""
    key = (body["name"], body.get("type", 1))
    return next((c["id"] for c in registered.values() if (c["name"], c["type"]) == key), None)


async def list_commands(core: Core, call: Call) -> Answer:
    return Answer(list(_registered(core, _scope(core, call)).values()))


async def overwrite_commands(core: Core, call: Call) -> Answer:
    scope = _scope(core, call)
    bodies = call.array()
    check_commands(bodies)
    old = _registered(core, scope)
    created = sum(_same(old, body) is None for body in bodies)
    core.rate_limits.create_commands(core.clock, scope, created)
    new = [_stored(core, scope, body, _same(old, body) or core.ids.next()) for body in bodies]
    core.world.application.commands[scope] = {command["id"]: command for command in new}
    core.events.changed()
    return Answer(new)


async def create_command(core: Core, call: Call) -> Answer:
    scope = _scope(core, call)
    body = call.object()
    registered = _registered(core, scope)
    known = _same(registered, body) if body.get("name") else None
    others = [command for key, command in registered.items() if key != known]
    check_command(body, others)
    core.rate_limits.create_commands(core.clock, scope, 0 if known else 1)
    command = _stored(core, scope, body, known or core.ids.next())
    registered[command["id"]] = command
    core.events.changed()
    return Answer(command, 200 if known else 201)


async def get_command(core: Core, call: Call) -> Answer:
    return Answer(_command(core, call)[1])


async def edit_command(core: Core, call: Call) -> Answer:
    scope, command = _command(core, call)
    body = {**command, **call.object()}
    registered = _registered(core, scope)
    check_command(body, [c for c in registered.values() if c["id"] != command["id"]])
    registered[command["id"]] = _stored(core, scope, body, command["id"])
    core.events.changed()
    return Answer(registered[command["id"]])


async def delete_command(core: Core, call: Call) -> Answer:
    scope, command = _command(core, call)
    del _registered(core, scope)[command["id"]]
    core.events.changed()
    return Answer()


ROUTES: list[Route] = [
    route
    for base in (GLOBAL, GUILD)
    for route in (
        ("GET", base, list_commands),
        ("PUT", base, overwrite_commands),
        ("POST", base, create_command),
        ("GET", base + "/{command_id}", get_command),
        ("PATCH", base + "/{command_id}", edit_command),
        ("DELETE", base + "/{command_id}", delete_command),
    )
]
