"""Every row of the limit table: what it allows passes, one more is a 50035 at the right place."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.standin.answers import _choices
from bot.standin.commands import check_command, check_commands
from bot.standin.errors import ApiError
from bot.standin.forms import check_modal
from bot.standin.limits import LIMITS
from bot.standin.wire import Json
from bot.standin.world import Picture
from tests.standin.samples import (
    button,
    check_message,
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

Build = Callable[[int], Json]


# Limit -> (what checks it, a body with that many of it).
CASES: dict[str, tuple[Callable[[Any], object], Build]] = {
    "message.content": (check_message, lambda n: message(content="x" * n)),
    "message.embeds": (check_message, lambda n: message(embeds=[{"title": "x"}] * n)),
    "message.nonce": (check_message, lambda n: message(nonce="x" * n)),
    "message.files": (check_message, lambda n: message(files=[Picture("x", "image/png", b"")] * n)),
    "attachment.description": (
        check_message,
        lambda n: message(
            files=[Picture("x", "", b"")], attachments=[{"id": 0, "description": "x" * n}]
        ),
    ),
    "embed.title": (check_message, lambda n: embed(title="x" * n)),
    "embed.description": (check_message, lambda n: embed(description="x" * n)),
    "embed.fields": (check_message, lambda n: embed(fields=[{"name": "x", "value": "x"}] * n)),
    "embed.field.name": (check_message, lambda n: embed(fields=[{"name": "x" * n, "value": "x"}])),
    "embed.field.value": (check_message, lambda n: embed(fields=[{"name": "x", "value": "x" * n}])),
    "embed.footer": (check_message, lambda n: embed(footer={"text": "x" * n})),
    "embed.author": (check_message, lambda n: embed(author={"name": "x" * n})),
    "embeds.total": (
        check_message,
        lambda n: message(embeds=[{"description": "x" * 3000}, {"description": "x" * (n - 3000)}]),
    ),
    "components.rows": (check_message, lambda n: message(components=rows_of(n))),
    "components.total": (check_message, lambda n: layout(*[text()] * n)),
    "components.text": (check_message, lambda n: layout(text("x" * (n - 10)), text("x" * 10))),
    "custom_id": (check_message, lambda n: message(components=[row(button(custom_id="x" * n))])),
    "row.buttons": (
        check_message,
        lambda n: message(components=[row(*[button(custom_id=str(i)) for i in range(n)])]),
    ),
    "button.label": (check_message, lambda n: message(components=[row(button(label="x" * n))])),
    "button.url": (
        check_message,
        lambda n: message(
            components=[row({"type": 2, "style": 5, "label": "x", "url": "https://".ljust(n, "x")})]
        ),
    ),
    "select.placeholder": (
        check_message,
        lambda n: message(components=[row(select(placeholder="x" * n))]),
    ),
    "select.options": (
        check_message,
        lambda n: message(components=[row(select(options=options(n)))]),
    ),
    "select.min_values": (
        check_message,
        lambda n: message(components=[row(select(min_values=n, max_values=max(n, 1)))]),
    ),
    "select.max_values": (
        check_message,
        lambda n: message(components=[row(select(min_values=0, max_values=n))]),
    ),
    "option.label": (check_message, lambda n: option(label="x" * n)),
    "option.value": (check_message, lambda n: option(value="x" * n)),
    "option.description": (check_message, lambda n: option(description="x" * n)),
    "section.texts": (check_message, lambda n: layout(section(*[text()] * n))),
    "text.content": (check_message, lambda n: layout(text("x" * n))),
    "media.description": (check_message, lambda n: layout(gallery(description="x" * n))),
    "gallery.items": (check_message, lambda n: layout(gallery(n))),
    "separator.spacing": (check_message, lambda n: layout(text(), {"type": 14, "spacing": n})),
    "container.accent_color": (
        check_message,
        lambda n: layout({"type": 17, "accent_color": n, "components": [text()]}),
    ),
    "modal.title": (check_modal, lambda n: modal(label(), title="x" * n)),
    "modal.components": (
        check_modal,
        lambda n: modal(*[label(entry(custom_id=str(i))) for i in range(n)]),
    ),
    "label.label": (check_modal, lambda n: modal(label(label="x" * n))),
    "label.description": (check_modal, lambda n: modal(label(description="x" * n))),
    "input.min_length": (check_modal, lambda n: modal(label(entry(min_length=n)))),
    "input.max_length": (check_modal, lambda n: modal(label(entry(max_length=n)))),
    "input.value": (check_modal, lambda n: modal(label(entry(value="x" * n)))),
    "input.placeholder": (check_modal, lambda n: modal(label(entry(placeholder="x" * n)))),
    "input.label": (check_modal, lambda n: modal(row(entry(label="x" * n)))),
    "radio.options": (
        check_modal,
        lambda n: modal(label({"type": 21, "custom_id": "r", "options": options(n)})),
    ),
    "checkboxes.options": (
        check_modal,
        lambda n: modal(label({"type": 22, "custom_id": "c", "options": options(n)})),
    ),
    "upload.max_values": (
        check_modal,
        lambda n: modal(label({"type": 19, "custom_id": "f", "max_values": n})),
    ),
    "command.name": (lambda b: check_command(b, []), lambda n: command(name="x" * n)),
    "command.description": (lambda b: check_command(b, []), lambda n: command(description="x" * n)),
    "command.options": (
        lambda b: check_command(b, []),
        lambda n: command(
            options=[{"type": 4, "name": f"o{i}", "description": "x"} for i in range(n)]
        ),
    ),
    "command.choices": (
        lambda b: check_command(b, []),
        lambda n: string_option(choices=[{"name": str(i), "value": str(i)} for i in range(n)]),
    ),
    "command.total": (
        lambda b: check_command(b, []),
        # Two characters are the command's own, eight options carry the rest.
        lambda n: command(
            options=[_heavy_option(i, (n - 2) // 8 + (i < (n - 2) % 8)) for i in range(8)]
        ),
    ),
    "command.string_min": (lambda b: check_command(b, []), lambda n: string_option(min_length=n)),
    "command.string_max": (lambda b: check_command(b, []), lambda n: string_option(max_length=n)),
    "choice.name": (lambda b: check_command(b, []), lambda n: choice(name="x" * n)),
    "choice.value": (lambda b: check_command(b, []), lambda n: choice(value="x" * n)),
    "commands.chat_input": (
        lambda b: check_commands(b["all"]),
        lambda n: {"all": [command(name=f"c{i}") for i in range(n)]},
    ),
    "commands.user": (
        lambda b: check_commands(b["all"]),
        lambda n: {"all": [{"type": 2, "name": f"c{i}"} for i in range(n)]},
    ),
    "commands.message": (
        lambda b: check_commands(b["all"]),
        lambda n: {"all": [{"type": 3, "name": f"c{i}"} for i in range(n)]},
    ),
    "autocomplete.choices": (
        _choices,
        lambda n: {"choices": [{"name": "x", "value": "x"}] * n},
    ),
}
# Checked where they act: by the clock, by the emoji route, by the server's upload limit.
ELSEWHERE = {
    "message.request_bytes",
    "emoji.name",
    "emoji.bytes",
    "emojis.total",
    "interaction.ack_ms",
    "interaction.token_ms",
    "message.old_edit_ms",
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


def test_every_row_of_the_table_is_covered() -> None:
    assert set(CASES) | ELSEWHERE == set(LIMITS)
    assert all(limit.source for limit in LIMITS.values())


@pytest.mark.parametrize("name", CASES)
def test_what_a_limit_allows_passes(name: str) -> None:
    check, build = CASES[name]
    check(build(LIMITS[name].high))
    if name not in BIG:
        check(build(max(LIMITS[name].low, 1)))


@pytest.mark.parametrize("name", CASES)
def test_one_more_than_a_limit_is_refused(name: str) -> None:
    check, build = CASES[name]
    with pytest.raises(ApiError) as refused:
        check(build(LIMITS[name].high + 1))
    assert refused.value.code == 50035


@pytest.mark.parametrize("name", [n for n in CASES if LIMITS[n].low and n not in BIG])
def test_one_less_than_a_limit_is_refused(name: str) -> None:
    check, build = CASES[name]
    with pytest.raises(ApiError) as refused:
        check(build(LIMITS[name].low - 1))
    assert refused.value.code == 50035
