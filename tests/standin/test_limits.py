"""Every row of the limit table, on the stand-in: what it allows passes, one more is refused."""

from collections.abc import Awaitable, Callable

import pytest

from bot.standin.limits import LIMITS
from bot.standin.wire import Json
from bot.standin.world import Picture
from tests.standin.samples import (
    button,
    choice,
    command,
    embed,
    entry,
    gallery,
    label,
    layout,
    message,
    modal,
    option,
    options,
    row,
    rows_of,
    section,
    select,
    string_option,
    text,
)
from tests.standin.scene import Reply, Scene, scene
from tests.standin.test_limits_in_use import IN_USE

Build = Callable[[int], Json]
# Limit -> (the request, a body with that many of it).
CASES: dict[str, tuple[Callable[[Scene, Json], Awaitable[Reply]], Build]] = {
    "message.content": (Scene.post, lambda n: message(content="x" * n)),
    "message.embeds": (Scene.post, lambda n: message(embeds=[{"title": "x"}] * n)),
    "message.nonce": (Scene.post, lambda n: message(nonce="x" * n)),
    "mentions.users": (
        Scene.post,
        lambda n: message(allowed_mentions={"users": [str(i) for i in range(n)]}),
    ),
    "mentions.roles": (
        Scene.post,
        lambda n: message(allowed_mentions={"roles": [str(i) for i in range(n)]}),
    ),
    "attachment.description": (
        Scene.post,
        lambda n: message(
            files=[Picture("x", "", b"")], attachments=[{"id": 0, "description": "x" * n}]
        ),
    ),
    "embed.title": (Scene.post, lambda n: embed(title="x" * n)),
    "embed.description": (Scene.post, lambda n: embed(description="x" * n)),
    "embed.fields": (Scene.post, lambda n: embed(fields=[{"name": "x", "value": "x"}] * n)),
    "embed.field.name": (Scene.post, lambda n: embed(fields=[{"name": "x" * n, "value": "x"}])),
    "embed.field.value": (Scene.post, lambda n: embed(fields=[{"name": "x", "value": "x" * n}])),
    "embed.footer": (Scene.post, lambda n: embed(footer={"text": "x" * n})),
    "embed.author": (Scene.post, lambda n: embed(author={"name": "x" * n})),
    "embeds.total": (
        Scene.post,
        lambda n: message(embeds=[{"description": "x" * 3000}, {"description": "x" * (n - 3000)}]),
    ),
    "components.rows": (Scene.post, lambda n: message(components=rows_of(n))),
    "components.total": (Scene.post, lambda n: layout(*[text()] * n)),
    "components.text": (Scene.post, lambda n: layout(text("x" * (n - 10)), text("x" * 10))),
    "custom_id": (Scene.post, lambda n: message(components=[row(button(custom_id="x" * n))])),
    "row.buttons": (
        Scene.post,
        lambda n: message(components=[row(*[button(custom_id=str(i)) for i in range(n)])]),
    ),
    "button.label": (Scene.post, lambda n: message(components=[row(button(label="x" * n))])),
    "button.url": (
        Scene.post,
        lambda n: message(
            components=[row({"type": 2, "style": 5, "label": "x", "url": "https://".ljust(n, "x")})]
        ),
    ),
    "select.placeholder": (
        Scene.post,
        lambda n: message(components=[row(select(placeholder="x" * n))]),
    ),
    "select.options": (
        Scene.post,
        lambda n: message(components=[row(select(options=options(n)))]),
    ),
    "select.min_values": (
        Scene.post,
        lambda n: message(components=[row(select(min_values=n, max_values=max(n, 1)))]),
    ),
    "select.max_values": (
        Scene.post,
        lambda n: message(components=[row(select(min_values=0, max_values=n))]),
    ),
    "option.label": (Scene.post, lambda n: option(label="x" * n)),
    "option.value": (Scene.post, lambda n: option(value="x" * n)),
    "option.description": (Scene.post, lambda n: option(description="x" * n)),
    "section.texts": (Scene.post, lambda n: layout(section(*[text()] * n))),
    "text.content": (Scene.post, lambda n: layout(text("x" * n))),
    "media.description": (Scene.post, lambda n: layout(gallery(description="x" * n))),
    "gallery.items": (Scene.post, lambda n: layout(gallery(n))),
    "separator.spacing": (Scene.post, lambda n: layout(text(), {"type": 14, "spacing": n})),
    "container.accent_color": (
        Scene.post,
        lambda n: layout({"type": 17, "accent_color": n, "components": [text()]}),
    ),
    "modal.title": (Scene.open_form, lambda n: modal(label(), title="x" * n)),
    "modal.components": (
        Scene.open_form,
        lambda n: modal(*[label(entry(custom_id=str(i))) for i in range(n)]),
    ),
    "label.label": (Scene.open_form, lambda n: modal(label(label="x" * n))),
    "label.description": (Scene.open_form, lambda n: modal(label(description="x" * n))),
    "input.min_length": (Scene.open_form, lambda n: modal(label(entry(min_length=n)))),
    "input.max_length": (Scene.open_form, lambda n: modal(label(entry(max_length=n)))),
    "input.value": (Scene.open_form, lambda n: modal(label(entry(value="x" * n)))),
    "input.placeholder": (Scene.open_form, lambda n: modal(label(entry(placeholder="x" * n)))),
    "input.label": (Scene.open_form, lambda n: modal(row(entry(label="x" * n)))),
    "radio.options": (
        Scene.open_form,
        lambda n: modal(label({"type": 21, "custom_id": "r", "options": options(n)})),
    ),
    "checkboxes.options": (
        Scene.open_form,
        lambda n: modal(label({"type": 22, "custom_id": "c", "options": options(n)})),
    ),
    "checkboxes.min_values": (
        Scene.open_form,
        lambda n: modal(label(_checkboxes(min_values=n, required=False))),
    ),
    "checkboxes.max_values": (
        Scene.open_form,
        lambda n: modal(label(_checkboxes(max_values=n))),
    ),
    "upload.min_values": (
        Scene.open_form,
        lambda n: modal(
            label(
                {
                    "type": 19,
                    "custom_id": "f",
                    "min_values": n,
                    "max_values": 10,
                    "required": False,
                }
            )
        ),
    ),
    "upload.max_values": (
        Scene.open_form,
        lambda n: modal(label({"type": 19, "custom_id": "f", "max_values": n})),
    ),
    "command.name": (Scene.register, lambda n: command(name="x" * n)),
    "command.description": (Scene.register, lambda n: command(description="x" * n)),
    "command.options": (
        Scene.register,
        lambda n: command(
            options=[{"type": 4, "name": f"o{i}", "description": "x"} for i in range(n)]
        ),
    ),
    "command.choices": (
        Scene.register,
        lambda n: string_option(choices=[{"name": str(i), "value": str(i)} for i in range(n)]),
    ),
    "command.total": (
        Scene.register,
        # Two characters are the command's own, eight options carry the rest.
        lambda n: command(
            options=[_heavy_option(i, (n - 2) // 8 + (i < (n - 2) % 8)) for i in range(8)]
        ),
    ),
    "command.string_min": (Scene.register, lambda n: string_option(min_length=n)),
    "command.string_max": (Scene.register, lambda n: string_option(max_length=n)),
    "command.integer": (
        Scene.register,
        lambda n: command(
            options=[{"type": 4, "name": "o", "description": "x", "min_value": n, "max_value": n}]
        ),
    ),
    "choice.name": (Scene.register, lambda n: choice(name="x" * n)),
    "choice.value": (Scene.register, lambda n: choice(value="x" * n)),
    "commands.chat_input": (
        Scene.register_all,
        lambda n: {"all": [command(name=f"c{i}") for i in range(n)]},
    ),
    "commands.user": (
        Scene.register_all,
        lambda n: {"all": [{"type": 2, "name": f"c{i}"} for i in range(n)]},
    ),
    "commands.message": (
        Scene.register_all,
        lambda n: {"all": [{"type": 3, "name": f"c{i}"} for i in range(n)]},
    ),
    "autocomplete.choices": (
        Scene.complete,
        lambda n: {"choices": [{"name": "x", "value": "x"}] * n},
    ),
}
# Their builders cannot make small ones.
BIG = {"components.text", "embeds.total", "command.total", "button.url"}


def _heavy_option(index: int, weight: int) -> Json:
    """An option whose names and values add `weight` characters to its command."""
    filler = weight - 2
    choices = []
    while filler > 0:
        size = min(filler, 100)
        choices.append({"name": "n" * (size - size // 2), "value": "v" * (size // 2)})
        filler -= size
    return {"type": 3, "name": str(index), "description": "x", "choices": choices}


def _checkboxes(**fields: object) -> Json:
    return {"type": 22, "custom_id": "c", "options": options(10), **fields}


def test_every_row_has_a_source_and_a_test() -> None:
    assert CASES.keys() | IN_USE.keys() == LIMITS.keys()
    assert all(limit.source for limit in LIMITS.values())


@pytest.mark.parametrize("name", CASES)
async def test_what_a_limit_allows_passes(name: str) -> None:
    send, build = CASES[name]
    counts = {LIMITS[name].high} if name in BIG else {LIMITS[name].high, max(LIMITS[name].low, 1)}
    for count in counts:
        async with scene() as there:
            reply = await send(there, build(count))
        assert reply.code is None, reply


@pytest.mark.parametrize("name", CASES)
async def test_one_more_than_a_limit_is_refused(name: str) -> None:
    send, build = CASES[name]
    async with scene() as there:
        reply = await send(there, build(LIMITS[name].high + 1))
    assert (reply.status, reply.code) == (400, 50035)


@pytest.mark.parametrize("name", [n for n in CASES if LIMITS[n].low and n not in BIG])
async def test_one_less_than_a_limit_is_refused(name: str) -> None:
    send, build = CASES[name]
    async with scene() as there:
        reply = await send(there, build(LIMITS[name].low - 1))
    assert (reply.status, reply.code) == (400, 50035)
