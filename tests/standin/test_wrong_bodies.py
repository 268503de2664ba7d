"""Bodies that are wrong in one place: Discord names the place, and so does the stand-in."""

from typing import Any

import pytest

from bot.standin.bodies import V2, check_edit
from bot.standin.commands import check_command, check_commands
from bot.standin.errors import ApiError
from bot.standin.wire import Json
from tests.standin.samples import (
    button,
    check_message,
    command,
    entry,
    layout,
    message,
    options,
    row,
    section,
    select,
    string_option,
    text,
)

WRONG: list[tuple[str, Json, str]] = [
    ("a row without buttons", message(components=[row()]), "components.0.components"),
    ("a bare button", layout(button()), "components.0.type"),
    (
        "a container in a container",
        layout({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
        "components.0.components.0.type",
    ),
    ("V2 parts without the flag", message(components=[text()]), "components.0.type"),
    ("content beside V2", {**layout(text()), "content": "x"}, "content"),
    ("embeds beside V2", {**layout(text()), "embeds": [{"title": "x"}]}, "embeds"),
    ("an empty text", layout(text(" ")), "components.0.content"),
    (
        "the same custom id twice",
        message(components=[row(button(), button())]),
        "components.0.components.1.custom_id",
    ),
    (
        "a button without label or emoji",
        message(components=[row(button(label=None))]),
        "components.0.components.0.label",
    ),
    (
        "a link button with a custom id",
        message(components=[row(button(style=5, url="https://x.org"))]),
        "components.0.components.0.custom_id",
    ),
    (
        "a link to nowhere",
        message(components=[row({"type": 2, "style": 5, "label": "x", "url": "ftp://x"})]),
        "components.0.components.0.url",
    ),
    (
        "an unknown style",
        message(components=[row(button(style=9))]),
        "components.0.components.0.style",
    ),
    (
        "an emoji the application does not have",
        message(components=[row(button(emoji={"id": "123", "name": "x"}))]),
        "components.0.components.0.emoji.id",
    ),
    (
        "a name for an emoji",
        message(components=[row(button(emoji={"name": ":club:"}))]),
        "components.0.components.0.emoji.name",
    ),
    (
        "the same id twice",
        layout({**text(), "id": 7}, {**text(), "id": 7}),
        "components",
    ),
    (
        "more default values than may be chosen",
        message(
            components=[
                row(
                    {
                        "type": 5,
                        "custom_id": "u",
                        "default_values": [{"id": "1", "type": "user"}] * 2,
                    }
                )
            ]
        ),
        "components.0.components.0.default_values",
    ),
    (
        "mentions by word and by id",
        message(allowed_mentions={"parse": ["users"], "users": ["1"]}),
        "allowed_mentions",
    ),
    ("a select beside a button", message(components=[row(button(), select())]), "components.0"),
    (
        "the same option twice",
        message(components=[row(select(options=[*options(1), *options(1)]))]),
        "components.0.components.0.options.1.value",
    ),
    (
        "a section without accessory",
        layout({"type": 9, "components": [text()]}),
        "components.0.accessory",
    ),
    (
        "a section with a row in it",
        layout({**section(), "components": [row(button())]}),
        "components.0.components.0.type",
    ),
    (
        "a text input in a message",
        message(components=[row(entry())]),
        "components.0.components.0.type",
    ),
    ("a file that was not uploaded", message(attachments=[{"id": 0}]), "attachments.0.id"),
]


@pytest.mark.parametrize(("body", "path"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_a_wrong_part_is_named(body: Json, path: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_message(body)
    node: Any = refused.value.errors
    for step in path.split("."):
        assert step in node, node
        node = node[step]
    assert node["_errors"][0]["message"]


def test_an_empty_message_has_its_own_code() -> None:
    with pytest.raises(ApiError) as refused:
        check_message({"content": ""})
    assert refused.value.code == 50006


V1_MESSAGE: Json = {"content": "x", "embeds": [], "components": [], "attachments": [], "flags": 0}
V2_MESSAGE: Json = {**V1_MESSAGE, "content": "", "components": [text()], "flags": V2}


def test_the_v2_flag_can_be_set_but_never_taken_away() -> None:
    check_edit({**layout(text()), "content": None, "embeds": []}, V1_MESSAGE, [], set())
    check_edit({"components": [text("new")]}, V2_MESSAGE, [], set())
    for body, old, field in (
        (layout(text()), V1_MESSAGE, "content"),
        ({"flags": 0, "content": "x", "components": []}, V2_MESSAGE, "flags"),
        ({"content": "x"}, V2_MESSAGE, "content"),
    ):
        with pytest.raises(ApiError) as refused:
            check_edit(body, old, [], set())
        assert refused.value.errors is not None
        assert list(refused.value.errors) == [field]


def test_an_edit_may_not_leave_nothing() -> None:
    for body, old in (({"content": ""}, V1_MESSAGE), ({"components": []}, V2_MESSAGE)):
        with pytest.raises(ApiError) as refused:
            check_edit(body, old, [], set())
        assert refused.value.code == 50006


COMMANDS_WRONG: list[tuple[str, Json, str]] = [
    ("capital letters", command(name="Hello"), "name"),
    ("a blank in the name", command(name="a b"), "name"),
    ("what joins letters but is none", command(name="a‿b"), "name"),
    ("no description", command(description=""), "description"),
    (
        "a context menu with a description",
        {"type": 2, "name": "A b", "description": "x"},
        "description",
    ),
    (
        "options of the same name",
        command(options=[{"type": 4, "name": "o", "description": "x"}] * 2),
        "options.1.name",
    ),
    (
        "a required option after others",
        command(
            options=[
                {"type": 4, "name": "a", "description": "x"},
                {"type": 4, "name": "b", "description": "x", "required": True},
            ]
        ),
        "options.1",
    ),
    (
        "a sub-command beside an option",
        command(
            options=[
                {"type": 1, "name": "a", "description": "x"},
                {"type": 4, "name": "b", "description": "x"},
            ]
        ),
        "options",
    ),
    (
        "a group in a group",
        command(
            options=[
                {
                    "type": 2,
                    "name": "a",
                    "description": "x",
                    "options": [{"type": 2, "name": "b", "description": "x"}],
                }
            ]
        ),
        "options.0.options.0.type",
    ),
    (
        "choices and autocomplete",
        string_option(choices=[{"name": "x", "value": "x"}], autocomplete=True),
        "options.0.autocomplete",
    ),
    (
        "an unknown type",
        command(options=[{"type": 77, "name": "a", "description": "x"}]),
        "options.0.type",
    ),
]


@pytest.mark.parametrize(
    ("body", "path"), [w[1:] for w in COMMANDS_WRONG], ids=[w[0] for w in COMMANDS_WRONG]
)
def test_a_wrong_command_is_refused(body: Json, path: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_command(body, [])
    node: Any = refused.value.errors
    for step in path.split("."):
        node = node[step]
    assert "_errors" in node


@pytest.mark.parametrize(
    "field",
    [
        {"name_localizations": {"de": "Groß"}},
        {"name_localizations": {"tlh": "x"}},
        {"description_localizations": {"fr": "x" * 101}},
    ],
)
def test_translations_obey_the_rules_of_what_they_translate(field: Json) -> None:
    check_command(command(name_localizations={"de": "gruß"}), [])
    with pytest.raises(ApiError):
        check_command(command(**field), [])


def test_names_may_be_written_in_devanagari() -> None:
    check_command(command(name="नमस्ते"), [])


def test_names_of_commands_are_unique() -> None:
    with pytest.raises(ApiError):
        check_commands([command(), command()])
    check_commands([command(), {"type": 2, "name": "x"}])
