"""The parts of a message or modal: their kinds, walking through them, and what Discord fills in."""

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from typing import Any

from bot.standin.wire import Json


class Part(IntEnum):
    ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = (
    Part.STRING_SELECT,
    Part.USER_SELECT,
    Part.ROLE_SELECT,
    Part.MENTIONABLE_SELECT,
    Part.CHANNEL_SELECT,
)
# What Discord gives back where a bot has said nothing.
DEFAULTS: dict[int, Json] = {
    Part.CONTAINER: {"accent_color": None, "spoiler": False},
    Part.SEPARATOR: {"spacing": 1, "divider": True},
    Part.THUMBNAIL: {"description": None, "spoiler": False},
    Part.FILE: {"spoiler": False, "name": None, "size": None},
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
}
ITEM_DEFAULTS: Json = {"description": None, "spoiler": False}


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Every component, parents before children, in reading order."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for key in ("accessory", "component"):
            if component.get(key):
                yield from walk([component[key]])


def find_component(components: Sequence[Json], custom_id: str) -> Json | None:
    return next((c for c in walk(components) if c.get("custom_id") == custom_id), None)


def number(components: Sequence[Json]) -> None:
    """Gives each component without an `id` the next free one, as Discord does."""
    taken = {component["id"] for component in walk(components) if component.get("id")}
    free = (n for n in range(1, 10_000) if n not in taken)
    for component in walk(components):
        if not component.get("id"):
            component["id"] = next(free)


def complete(components: Sequence[Json]) -> None:
    """Leaves out what was sent as null, and fills in defaults and ids, as Discord does."""
    for component in walk(components):
        _default(component, DEFAULTS.get(component["type"], {}))
        for item in component.get("items") or []:
            _default(item, ITEM_DEFAULTS)
        for part in (component, *(component.get("options") or [])):
            _complete_emoji(part.get("emoji") or {})
    number(components)


def _complete_emoji(emoji: Json) -> None:
    _default(emoji, {})
    # discord.py sends ids as numbers; Discord gives every id back as a string.
    if "id" in emoji:
        emoji["id"] = str(emoji["id"])


def _default(part: Json, defaults: Json) -> None:
    for key in [key for key, value in part.items() if value is None]:
        del part[key]
    for key, value in defaults.items():
        part.setdefault(key, value)


def resolve_media(components: Sequence[Json], resolve: Callable[[Json], Json]) -> None:
    """Replaces every media item by what `resolve` makes of it."""
    for component in walk(components):
        for holder in component.get("items") or [component]:
            for key in ("media", "file"):
                item: Any = holder.get(key)
                if isinstance(item, dict):
                    holder[key] = resolve(item)
