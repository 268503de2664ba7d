"""A transcript: what Discord and the probe said to each other, without saying who they were.

Laws:

1. A text stays only if the probe itself has said it, or if it is one of Discord's own words (the
   name of an event, the message of an error). Every other text becomes `<text>`: there is no list
   of what is secret that could be too short.
2. An id becomes a label. The same id has the same label everywhere: who is who can be compared.
3. Hiding twice changes nothing. So what a second hiding changes had not been hidden.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

Json = dict[str, Any]

VERSION = 1


class Heading(msgspec.Struct, tag="transcript", forbid_unknown_fields=True):
    """`of` is whose words these are; `date` is a day."""

    of: str
    date: str
    version: int = VERSION


class Exchange(msgspec.Struct, tag="rest", forbid_unknown_fields=True):
    """`body` is what the probe sent, `answer` what it got; null where there was none."""

    step: str
    route: str
    query: dict[str, str]
    body: Any
    status: int
    headers: dict[str, str]
    answer: Any


class Frame(msgspec.Struct, tag="frame", forbid_unknown_fields=True):
    """One frame of the gateway, to the probe."""

    step: str
    frame: Json


Entry = Exchange | Frame

#: Whose members are no two alike; one of them is kept.
OPEN = {
    "_trace", "activities", "available_tags", "channels", "emojis", "entitlements", "features",
    "guild_scheduled_events", "guilds", "members", "permission_overwrites", "presences",
    "private_channels", "relationships", "roles", "soundboard_sounds", "stage_instances",
    "stickers", "threads", "voice_states",
}  # fmt: skip
#: Never kept of what is heard, whatever is in there, not even that there is nothing.
PERSONAL = {
    "avatar", "avatar_decoration", "avatar_decoration_data", "banner", "banner_color", "bio",
    "clan", "collectibles", "discriminator", "display_name", "display_name_styles", "email",
    "global_name", "guild_locale", "icon", "locale", "nick", "phone", "primary_guild",
    "public_flags", "splash", "team", "topic", "username", "value",
}  # fmt: skip
NUMBERS = {"allow", "app_permissions", "default_member_permissions", "deny", "permissions"}
KEPT_HEADERS = {
    "content-type", "retry-after", "x-ratelimit-bucket", "x-ratelimit-global", "x-ratelimit-limit",
    "x-ratelimit-remaining", "x-ratelimit-reset", "x-ratelimit-reset-after", "x-ratelimit-scope",
}  # fmt: skip
CONSTANT_HEADERS = {"content-type", "x-ratelimit-global", "x-ratelimit-limit", "x-ratelimit-scope"}
SAID_BY_ALL = {"", "1", "True", "False", "true", "false"}

TEXT, TOKEN, TIME, NUMBER = PLACEHOLDERS = ("<text>", "<token>", "<time>", "<number>")
LABEL = re.compile(r"id\d{1,5}")
SNOWFLAKE = re.compile(r"\d{15,20}")
TOKENISH = re.compile(r"[\w-]{40,}|[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)?")
HEADER_VALUE = re.compile(r"application/json|text/[a-z]+(; charset=utf-8)?|[a-z]+|\d{1,4}")
SEGMENT = re.compile(r"@?[a-z0-9]{1,20}|\{(id|token)\}")


class Hider:
    """`kept_ids` say which of many channels, roles and servers is the one to keep.

    `changed` lists where something was hidden.
    """

    def __init__(self, secrets: Iterable[str] = (), kept_ids: Iterable[int] = ()) -> None:
        self.changed: list[str] = []
        self._secrets = {secret for secret in secrets if secret}
        self._kept_ids = {str(number) for number in kept_ids}
        self._words = set(SAID_BY_ALL)
        self._labels: dict[str, str] = {}

    def hide(self, entry: Entry) -> Entry:
        if isinstance(entry, Frame):
            frame = {key: value for key, value in entry.frame.items() if key != "s"}
            if isinstance(event := frame.get("t"), str) and re.fullmatch("[A-Z_]+", event):
                self._words.add(event)
            return Frame(entry.step, self._value(frame, "frame"))
        self._learn(entry.body)
        return Exchange(
            entry.step,
            self._note("route", entry.route, hidden_route(entry.route)),
            self._value(entry.query, "query"),
            self._value(entry.body, "body"),
            entry.status,
            self._headers(entry.headers),
            self._value(entry.answer, "answer", is_error=entry.status >= 400),
        )

    def _learn(self, body: Any) -> None:
        if isinstance(body, dict | list):
            for value in body.values() if isinstance(body, dict) else body:
                self._learn(value)
        elif isinstance(body, str):
            self._words.add(body)

    def _headers(self, headers: dict[str, str]) -> dict[str, str]:
        kept = {}
        for name, value in headers.items():
            if (low := name.lower()) in KEPT_HEADERS:
                is_plain = low in CONSTANT_HEADERS and HEADER_VALUE.fullmatch(value)
                kept[low] = self._note(f"headers.{low}", value, value if is_plain else TEXT)
            else:
                self.changed.append(f"headers.{low}")
        return kept

    def _value(self, value: Any, path: str, key: str = "", is_error: bool = False) -> Any:
        if key in PERSONAL and not path.startswith("body"):
            return self._note(path, value, TEXT)
        if isinstance(value, dict):
            hidden = {}
            for name, inner in value.items():
                shown = self._text(name) if SNOWFLAKE.search(name) else name
                self._note(f"{path}.{shown}", name, shown)
                hidden[shown] = self._value(inner, f"{path}.{shown}", name, is_error)
            return hidden
        if isinstance(value, list):
            chosen = self._one_of(value) if key in OPEN else value
            return [
                self._value(inner, f"{path}[{number}]", "", is_error)
                for number, inner in enumerate(chosen)
            ]
        if isinstance(value, str):
            return self._note(path, value, self._text(value, key, is_error))
        return self._note(path, value, NUMBER if is_number(value) and value >= 10**14 else value)

    def _one_of(self, items: list[Any]) -> list[Any]:
        ids = [str(item.get("id")) if isinstance(item, dict) else "" for item in items]
        index = next((n for n, known in enumerate(ids) if known in self._kept_ids), 0)
        return items[index : index + 1]

    def _text(self, text: str, key: str = "", is_error: bool = False) -> str:
        if text in PLACEHOLDERS or LABEL.fullmatch(text):
            return text
        if TOKENISH.search(text) or any(secret in text for secret in self._secrets):
            return TOKEN
        if key in NUMBERS and text.isdecimal():
            return NUMBER
        if SNOWFLAKE.fullmatch(text):
            return self._labels.setdefault(text, f"id{len(self._labels) + 1}")
        if SNOWFLAKE.search(text):
            return TEXT
        if MOMENT.fullmatch(text):
            return TIME
        return text if text in self._words or (is_error and key in ("code", "message")) else TEXT

    def _note(self, path: str, before: Any, after: Any) -> Any:
        if before != after:
            self.changed.append(path)
        return after


def hidden_route(route: str) -> str:
    """`PATCH /channels/123/messages/456` -> `PATCH /channels/{id}/messages/{id}`."""
    method, _, path = route.partition(" ")
    parts = path.split("/")
    for number, part in enumerate(parts):
        if number == 3 and parts[1] in ("interactions", "webhooks"):
            parts[number] = "{token}"
        elif part.isdecimal() or (part and not SEGMENT.fullmatch(part)):
            parts[number] = "{id}"
    return f"{method} {'/'.join(parts)}"


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


class BadTranscript(Exception):
    """A file that can't be read as a transcript; the message says where and why."""


def write(path: Path, heading: Heading, entries: Sequence[Entry]) -> None:
    lines = [msgspec.json.encode(line).decode() + "\n" for line in (heading, *entries)]
    path.write_text("".join(lines), encoding="utf-8")


def read(path: Path) -> tuple[Heading, list[Entry]]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise BadTranscript(f"{path} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadTranscript(f"{path} is no text") from None
    entries = []
    for number, line in enumerate(lines, start=1):
        try:
            entries.append(msgspec.json.decode(line, type=Heading | Exchange | Frame))
        except (msgspec.MsgspecError, RecursionError) as error:
            raise BadTranscript(f"{path}, line {number}: {error}") from None
    heading, rest = (entries or [None])[0], entries[1:]
    if not isinstance(heading, Heading) or not rest:
        raise BadTranscript(f"{path} is no transcript: it has no heading or nothing after it")
    if heading.version != VERSION:
        raise BadTranscript(f"{path} is of version {heading.version}; this program reads {VERSION}")
    if any(isinstance(entry, Heading) for entry in rest):
        raise BadTranscript(f"{path} has two headings")
    return heading, [entry for entry in rest if not isinstance(entry, Heading)]
