"""What stands in a form or a menu as Discord delivers it, and the texts of a pressed message."""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

import discord

_UNSEEN = "Cf"  # Unicode's category: byte-order, zero-width and direction marks, soft hyphens


def typed(interaction: discord.Interaction[Any]) -> dict[str, str]:
    """Field -> what was typed or chosen; fields that are not as we sent them are left out."""
    data: dict[str, Any] = dict(interaction.data or {})
    if interaction.type is not discord.InteractionType.modal_submit:
        return {}
    fields = [
        label.get("component") for label in data.get("components") or [] if isinstance(label, dict)
    ]
    found = {}
    for field in fields:
        if isinstance(field, dict) and isinstance(field.get("custom_id"), str):
            value = field["value"] if "value" in field else _only(field.get("values"))
            if isinstance(value, str):
                found[field["custom_id"]] = value
    return found


def seen(text: str) -> str:
    """Without what nobody sees and a copied text can hold. Not for names: it joins emoji."""
    return "".join(char for char in text if unicodedata.category(char) != _UNSEEN)


def chosen(interaction: discord.Interaction[Any]) -> str:
    """The one choice of a menu that was used; empty for anything else."""
    data: dict[str, Any] = dict(interaction.data or {})
    value = _only(data.get("values"))
    return value if isinstance(value, str) else ""


def _only(values: object) -> object:
    return values[0] if isinstance(values, list) and len(values) == 1 else None


def texts(message: discord.Message | None) -> list[str]:
    """Every text of a message of ours."""
    return list(_texts(message.components)) if message is not None else []


def _texts(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if isinstance(component, discord.components.TextDisplay):
            yield component.content
        yield from _texts(getattr(component, "children", []))
