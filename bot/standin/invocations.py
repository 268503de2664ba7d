"""What a member may send: slash commands with their options, presses, selections.

This is the client's side of Discord. It refuses with `Impossible` what no real client would let
a member do (a hidden command, a disabled button, a missing option), so a test that tries it fails
loudly instead of testing nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.standin.commands import NESTING, OptionType, visible_commands
from bot.standin.parts import SELECTS, Part, find_component
from bot.standin.permissions import channel_permissions
from bot.standin.shapes import channel_shape, member_shape, role_shape, user_shape
from bot.standin.wire import Json
from bot.standin.world import Application, Channel, Guild, Member, Message

# Docs: interactions/receiving-and-responding#interaction-object-resolved-data-structure.
PARTIAL_CHANNEL = (
    *("id", "guild_id", "name", "type", "parent_id", "last_message_id", "rate_limit_per_user"),
    *("flags", "topic", "position", "nsfw", "thread_metadata"),
)


class Impossible(Exception):
    """No Discord client would let this member do this here."""


def command_named(
    application: Application, guild: Guild, channel: Channel, member: Member, name: str
) -> Json:
    for command in visible_commands(application, guild, member, channel):
        if name in (command["name"], command["id"]):
            return command
    raise Impossible(f"{member.user.username} is offered no command {name!r} in #{channel.name}")


def option_tree(command: Json, path: Sequence[str], values: Mapping[str, Any]) -> list[Json]:
    """`("table", "join"), {"bet": 5}` as the nested `options` of an interaction."""
    options = command.get("options") or []
    if path:
        step = next((o for o in options if o["name"] == path[0] and o["type"] in NESTING), None)
        if step is None:
            raise Impossible(f"/{command['name']} has no sub-command {path[0]!r}")
        head = {"name": step["name"], "type": step["type"]}
        return [{**head, "options": option_tree(step, path[1:], values)}]
    by_name = {option["name"]: option for option in options}
    tree = []
    for name, value in values.items():
        if name not in by_name:
            raise Impossible(f"/{command['name']} has no option {name!r}")
        tree.append(_option_value(by_name[name], value))
    return tree


def _option_value(option: Json, value: Any) -> Json:
    kind = option["type"]
    ids = (OptionType.USER, OptionType.CHANNEL, OptionType.ROLE, OptionType.MENTIONABLE)
    return {
        "name": option["name"],
        "type": kind,
        "value": str(value) if kind in (*ids, OptionType.STRING) else value,
    }


def leaves(options: Iterable[Json]) -> list[Json]:
    """The options that carry values, whatever they are nested in."""
    found = []
    for option in options:
        found.extend(leaves(option.get("options") or []) if option["type"] in NESTING else [option])
    return found


def check_options(command: Json, options: Sequence[Json], *, partial: bool = False) -> Json:
    """What is wrong with the options, by name; `partial` while the member is still typing."""
    level = command.get("options") or []
    given = options
    while given and given[0]["type"] in NESTING:
        step = next((option for option in level if option["name"] == given[0]["name"]), None)
        if step is None:
            return {given[0]["name"]: "There is no such sub-command."}
        level, given = step.get("options") or [], given[0].get("options") or []
    if any(option["type"] in NESTING for option in level):
        return {command["name"]: "Choose a sub-command."}
    values = {option["name"]: option["value"] for option in given}
    kinds = {option["name"]: option["type"] for option in level}
    errors = {
        option["name"]: "There is no such option."
        for option in given
        if kinds.get(option["name"]) != option["type"]
    }
    for option in level:
        problem = None if partial else _wrong(option, values)
        if problem:
            errors[option["name"]] = problem
    return errors


def _wrong(option: Json, values: Mapping[str, Any]) -> str | None:
    if option["name"] not in values:
        return "This option is required." if option.get("required") else None
    value, kind = values[option["name"]], option["type"]
    if option.get("choices"):
        known = [choice["value"] for choice in option["choices"]]
        return None if value in known else f"Choose one of {known}."
    if kind == OptionType.STRING:
        if not isinstance(value, str):
            return "A text is needed."
        return _out_of(len(value), option.get("min_length"), option.get("max_length"))
    if kind == OptionType.INTEGER and (isinstance(value, bool) or not isinstance(value, int)):
        return "A whole number is needed."
    if kind == OptionType.NUMBER and not isinstance(value, int | float):
        return "A number is needed."
    if kind in (OptionType.INTEGER, OptionType.NUMBER):
        return _out_of(value, option.get("min_value"), option.get("max_value"))
    if kind == OptionType.BOOLEAN and not isinstance(value, bool):
        return "True or false is needed."
    return None


def _out_of(value: float, low: float | None, high: float | None) -> str | None:
    if low is not None and value < low:
        return f"Must be at least {low}."
    if high is not None and value > high:
        return f"Must be at most {high}."
    return None


def command_data(
    command: Json, guild: Guild, channel: Channel, member: Member, options: list[Json]
) -> Json:
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if options:
        data["options"] = options
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    ids = [str(leaf["value"]) for leaf in leaves(options) if leaf["type"] in range(6, 10)]
    if ids:
        data["resolved"] = resolved(guild, channel, member, ids)
    return data


def resolved(guild: Guild, channel: Channel, member: Member, ids: Iterable[str]) -> Json:
    """The users, members, roles and channels behind the ids a member chose."""
    found: Json = {}
    for key in ids:
        if key in guild.members:
            chosen = guild.members[key]
            shape = member_shape(chosen, with_user=False)
            del shape["deaf"], shape["mute"]  # Discord leaves these out here, and the user
            shape["permissions"] = str(channel_permissions(guild, channel, chosen))
            found.setdefault("users", {})[key] = user_shape(chosen.user)
            found.setdefault("members", {})[key] = shape
        elif key in guild.roles:
            found.setdefault("roles", {})[key] = role_shape(guild.roles[key])
        elif key in guild.channels:
            permissions = str(channel_permissions(guild, guild.channels[key], member))
            whole = channel_shape(guild.channels[key])
            shape = {name: whole[name] for name in PARTIAL_CHANNEL if name in whole}
            shape["permissions"] = permissions
            found.setdefault("channels", {})[key] = shape
        else:
            raise Impossible(f"there is no member, role or channel {key} to choose")
    return found


def press_data(message: Message, custom_id: str) -> Json:
    component = _usable(message, custom_id)
    if component["type"] != Part.BUTTON:
        raise Impossible(f"{custom_id!r} is not a button")
    return {"id": component["id"], "custom_id": custom_id, "component_type": int(Part.BUTTON)}


def select_data(
    message: Message,
    custom_id: str,
    values: Sequence[str],
    guild: Guild,
    channel: Channel,
    member: Member,
) -> Json:
    component = _usable(message, custom_id)
    kind = component["type"]
    if kind not in SELECTS:
        raise Impossible(f"{custom_id!r} is not a select menu")
    low, high = component.get("min_values", 1), component.get("max_values", 1)
    if not low <= len(values) <= high:
        raise Impossible(f"choose between {low} and {high} in {custom_id!r}")
    data: Json = {
        "id": component["id"],
        "custom_id": custom_id,
        "component_type": int(kind),
        "values": list(values),
    }
    if kind == Part.STRING_SELECT:
        offered = {option["value"] for option in component["options"]}
        if not set(values) <= offered:
            raise Impossible(f"{custom_id!r} offers {sorted(offered)}, not {list(values)}")
    else:
        data["resolved"] = resolved(guild, channel, member, values)
    return data


def _usable(message: Message, custom_id: str) -> Json:
    component = find_component(message.data["components"], custom_id)
    if component is None:
        raise Impossible(f"message {message.id} has no component {custom_id!r}")
    if component.get("disabled"):
        raise Impossible(f"{custom_id!r} is disabled")
    return component
