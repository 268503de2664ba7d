"""A layout as plain text, for golden screens and for tests that read what members read.

    text_of(layout)        a view or modal of discord.py
    text_of_parts(parts)   the same from components as they are sent

Texts stand as they are, without the marks that only choose a font. A line `---` is a separator; a
button that works is [Hit], one that does not is (Hit); an input is <its label>.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import discord

ROW, BUTTON, INPUT, SECTION, TEXT, SEPARATOR, CONTAINER, LABEL = 1, 2, 4, 9, 10, 14, 17, 18


def text_of(layout: discord.ui.LayoutView | discord.ui.Modal) -> str:
    title = [f"{layout.title}"] if isinstance(layout, discord.ui.Modal) else []
    return "\n".join([*title, text_of_parts(layout.to_components())])


def text_of_parts(parts: Sequence[dict[str, Any]]) -> str:
    return "\n".join(line for part in parts for line in _lines(part))


def _lines(part: dict[str, Any]) -> Iterator[str]:
    kind = part["type"]
    if kind == TEXT:
        yield plain(part["content"])
    elif kind == SEPARATOR:
        yield "---"
    elif kind == ROW:
        yield " ".join(_button(button) for button in part["components"])
    elif kind == LABEL:
        yield f"<{part['label']}> {part.get('description', '')}".rstrip()
    elif kind == SECTION:
        yield text_of_parts([*part["components"], part["accessory"]])
    elif kind == BUTTON:
        yield _button(part)
    else:
        assert kind == CONTAINER, f"a part nobody draws: {kind}"
        yield text_of_parts(part["components"])


def plain(text: str) -> str:
    """Without code marks and variation selectors: `A♠` is A♠."""
    return text.replace("`", "").replace("\N{VARIATION SELECTOR-15}", "")


def _button(button: dict[str, Any]) -> str:
    if "options" in button:
        return f"<{button['placeholder']}>"
    return f"({button['label']})" if button.get("disabled") else f"[{button['label']}]"
