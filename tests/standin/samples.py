"""Small request bodies for tests: messages, layouts, forms and commands with one thing changed."""

from typing import Any

from bot.standin.bodies import V2, check_new
from bot.standin.wire import Json


def message(**fields: Any) -> Json:
    return {"content": "x", **fields}


def layout(*parts: Json) -> Json:
    return {"flags": V2, "components": list(parts)}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def button(**fields: Any) -> Json:
    return {"type": 2, "style": 2, "label": "x", "custom_id": "x", **fields}


def select(**fields: Any) -> Json:
    options = [{"label": str(n), "value": str(n)} for n in range(2)]
    return {"type": 3, "custom_id": "s", "options": options, **fields}


def options(count: int) -> list[Json]:
    return [{"label": str(n), "value": str(n)} for n in range(count)]


def option(**fields: Any) -> Json:
    return message(components=[row(select(options=[{"label": "x", "value": "x", **fields}]))])


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def section(*texts: Json) -> Json:
    return {"type": 9, "components": list(texts), "accessory": button()}


def gallery(count: int = 1, **fields: Any) -> Json:
    item = {"media": {"url": "https://example.org/x.png"}, **fields}
    return {"type": 12, "items": [item] * count}


def embed(**fields: Any) -> Json:
    return message(embeds=[{"title": "x", **fields}])


def modal(*components: Json, **fields: Any) -> Json:
    return {"custom_id": "m", "title": "x", "components": list(components), **fields}


def label(component: Json | None = None, **fields: Any) -> Json:
    return {"type": 18, "label": "x", "component": component or entry(), **fields}


def entry(**fields: Any) -> Json:
    return {"type": 4, "style": 1, "custom_id": "e", **fields}


def command(**fields: Any) -> Json:
    return {"name": "x", "description": "x", **fields}


def choice(**fields: Any) -> Json:
    choices = [{"name": "x", "value": "x", **fields}]
    return command(options=[{"type": 3, "name": "o", "description": "x", "choices": choices}])


def string_option(**fields: Any) -> Json:
    return command(options=[{"type": 3, "name": "o", "description": "x", **fields}])


def check_message(body: Json) -> None:
    check_new(body, body.pop("files", []), set())


def rows_of(count: int) -> list[Json]:
    return [row(button(custom_id=str(n))) for n in range(count)]
