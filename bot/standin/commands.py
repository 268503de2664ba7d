"""Application commands as Discord checks them, and which of them a member may see.

Docs: interactions/application-commands.
"""

from collections.abc import Sequence
from enum import IntEnum

import regex  # type: ignore[import-untyped]

from bot.standin.errors import ApiError, Findings, Path, Problem
from bot.standin.limits import LIMITS
from bot.standin.permissions import Permission, channel_permissions, guild_permissions
from bot.standin.wire import Json
from bot.standin.world import Application, Channel, Guild, Member

# Docs: application-command-object-application-command-naming.
NAME = regex.compile(r"[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}")


class OptionType(IntEnum):
    SUB_COMMAND = 1
    SUB_COMMAND_GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


NESTING = (OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP)
WITH_CHOICES = (OptionType.STRING, OptionType.INTEGER, OptionType.NUMBER)
# Docs: reference#locales.
LOCALES = (
    *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl"),
    *("no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi"),
    *("th", "zh-CN", "ja", "zh-TW", "ko"),
)
TOTALS = {1: "commands.chat_input", 2: "commands.user", 3: "commands.message"}


def check_commands(bodies: Sequence[Json]) -> None:
    """A bulk overwrite: every command on its own, then names and counts over all."""
    findings = Findings()
    for index, body in enumerate(bodies):
        _check(findings, (index,), body)
    seen: set[object] = set()
    for index, body in enumerate(bodies):
        key = (body.get("name"), body.get("type", 1))
        if key in seen:
            findings.add(
                (index, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        seen.add(key)
    _check_totals(findings, bodies)
    findings.refuse_if_any()


def check_command(body: Json, others: Sequence[Json]) -> None:
    """One command that joins `others`."""
    findings = Findings()
    _check(findings, (), body)
    findings.refuse_if_any()
    if (body["name"], body.get("type", 1)) in {(other["name"], other["type"]) for other in others}:
        raise ApiError(Problem.NAME_TAKEN)
    _check_totals(findings, [*others, body])
    if findings:
        raise ApiError(Problem.MAX_COMMANDS)


def _check_totals(findings: Findings, bodies: Sequence[Json]) -> None:
    for kind, limit in TOTALS.items():
        count = sum(body.get("type", 1) == kind for body in bodies)
        if count > LIMITS[limit].high:
            findings.size((), count, limit)


def _check(findings: Findings, path: Path, command: Json) -> None:
    kind = command.get("type", 1)
    if kind not in TOTALS:
        findings.one_of((*path, "type"), tuple(TOTALS))
        return
    if kind != 1:
        findings.text((*path, "name"), command.get("name"), "command.name")
        if command.get("description") or command.get("options"):
            findings.add(
                (*path, "description"),
                "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",  # code unmeasured
                "Context menu commands have no description and no options",
            )
        return
    _check_named(findings, path, command)
    _check_options(findings, (*path, "options"), command.get("options") or [], depth=0)
    if _length(command) > LIMITS["command.total"].high:
        findings.add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")


def _check_named(findings: Findings, path: Path, item: Json) -> None:
    name = item.get("name")
    findings.text((*path, "name"), name, "command.name")
    if isinstance(name, str) and not _is_name(name):
        findings.add(
            (*path, "name"),
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid",
        )
    findings.text((*path, "description"), item.get("description") or None, "command.description")
    _check_translations(findings, path, item, "name", "command.name")
    _check_translations(findings, path, item, "description", "command.description")


def _check_translations(findings: Findings, path: Path, item: Json, key: str, limit: str) -> None:
    """A translated name obeys the same rules as the name itself."""
    field = f"{key}_localizations"
    for locale, words in (item.get(field) or {}).items():
        where = (*path, field, locale)
        if locale not in LOCALES:
            findings.one_of(where, LOCALES)
        findings.text(where, words, limit)
        if limit == "command.name" and not _is_name(words):
            findings.add(where, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(NAME.fullmatch(value)) and value == value.lower()


def _check_options(findings: Findings, path: Path, options: Sequence[Json], depth: int) -> None:
    findings.size(path, len(options), "command.options")
    names: set[object] = set()
    optional_seen = False
    nested = {option.get("type") in NESTING for option in options}
    if len(nested) > 1:
        findings.add(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other "
            "types",
        )
    for index, option in enumerate(options):
        where = (*path, index)
        _check_option(findings, where, option, depth)
        if option.get("name") in names:
            findings.add(
                (*where, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                "Option name already exists in options",
            )
        names.add(option.get("name"))
        if option.get("required") and optional_seen:
            findings.add(
                where,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")


def _check_option(findings: Findings, path: Path, option: Json, depth: int) -> None:
    kind = option.get("type")
    if kind not in [int(value) for value in OptionType]:
        findings.one_of((*path, "type"), [int(value) for value in OptionType])
        return
    _check_named(findings, path, option)
    # Groups stand at the top only, sub-commands at the top or in a group.
    too_deep = {OptionType.SUB_COMMAND_GROUP: depth > 0, OptionType.SUB_COMMAND: depth > 1}
    if too_deep.get(OptionType(kind)):
        findings.add(
            (*path, "type"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-commands are nested too deeply",
        )
    elif kind in NESTING:
        _check_options(findings, (*path, "options"), option.get("options") or [], depth + 1)
    elif kind in WITH_CHOICES:
        _check_value_option(findings, path, option)


def _check_value_option(findings: Findings, path: Path, option: Json) -> None:
    choices = option.get("choices") or []
    findings.size((*path, "choices"), len(choices), "command.choices")
    if choices and option.get("autocomplete"):
        findings.add(
            (*path, "autocomplete"),
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",  # code unmeasured
            "Autocomplete cannot be used together with choices",
        )
    for index, choice in enumerate(choices):
        where = (*path, "choices", index)
        findings.text((*where, "name"), choice.get("name"), "choice.name")
        _check_translations(findings, where, choice, "name", "choice.name")
        if option["type"] == OptionType.STRING:
            findings.text((*where, "value"), choice.get("value"), "choice.value")
    if option["type"] == OptionType.STRING:
        for key, limit in (
            ("min_length", "command.string_min"),
            ("max_length", "command.string_max"),
        ):
            if option.get(key) is not None:
                findings.number((*path, key), option[key], limit)
    if option["type"] == OptionType.INTEGER:
        for key in ("min_value", "max_value"):
            if option.get(key) is not None:
                findings.number((*path, key), option[key], "command.integer")


def _length(item: Json) -> int:
    """The documented total: names, descriptions and values, the longest translation counting."""
    own = _longest(item, "name") + _longest(item, "description")
    for choice in item.get("choices") or []:
        own += _longest(choice, "name") + len(str(choice.get("value", "")))
    return own + sum(_length(option) for option in item.get("options") or [])


def _longest(item: Json, key: str) -> int:
    translations = (item.get(f"{key}_localizations") or {}).values()
    return max(len(str(words)) for words in (item.get(key) or "", *translations))


def visible_commands(
    application: Application, guild: Guild, member: Member, channel: Channel | None = None
) -> list[Json]:
    """The commands a member is offered; a server's own hides a global one of the same name."""
    bits = guild_permissions(guild, member)
    if channel is not None:
        bits = channel_permissions(guild, channel, member)
    if application.id not in guild.members or not bits & Permission.USE_APPLICATION_COMMANDS:
        return []
    merged = {(c["name"], c["type"]): c for c in application.commands.get("", {}).values()}
    own = application.commands.get(guild.id, {}).values()
    merged.update({(c["name"], c["type"]): c for c in own})
    return [command for command in merged.values() if _may_use(command, bits)]


def _may_use(command: Json, bits: int) -> bool:
    wanted = command["default_member_permissions"]
    if wanted is None:
        return True
    # "0" hides a command from everybody but administrators.
    if bits & Permission.ADMINISTRATOR:
        return True
    return int(wanted) != 0 and bits & int(wanted) == int(wanted)
