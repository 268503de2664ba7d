"""Differences, planted into a transcript: the comparison must print each of them."""

import copy
from collections.abc import Callable
from typing import Any

import msgspec

from bot.record.compare import name_of
from bot.record.transcript import Entry
from tests.record.conftest import TOKEN

Change = Callable[[list[Entry], int], None]
CALLBACK = "POST /interactions/{id}/{token}/callback"
POST = "POST /channels/{id}/messages"
MESSAGE, HOOK = "/channels/{id}/messages/{id}", "/webhooks/{id}/{token}/messages/@original"
GET, TOKEN_GET = f"GET {MESSAGE}", f"GET {HOOK}"


def at(path: str, change: Callable[[Any, Any], None]) -> Change:
    """Changes one value: `answer.components.0.type`."""
    steps: list[Any] = [int(step) if step.isdecimal() else step for step in path.split(".")]

    def apply(entries: list[Entry], index: int) -> None:
        fields = found = msgspec.structs.asdict(entries[index])
        for step in steps[:-1]:
            found = found[step]
        change(found, steps[-1])
        entries[index] = type(entries[index])(**fields)

    return apply


def put(path: str, value: Any) -> Change:
    return at(path, lambda found, key: found.__setitem__(key, value))


def without(path: str) -> Change:
    return at(path, lambda found, key: found.pop(key))


def gone(entries: list[Entry], index: int) -> None:
    del entries[index]


def twice(entries: list[Entry], index: int) -> None:
    entries.insert(index, copy.deepcopy(entries[index]))


PRESS = "frame INTERACTION_CREATE"
PLANTED: list[tuple[str, str, Change, str]] = [
    # words, which entry, the change to it, what must be printed
    ("a key Discord has", POST, put("answer.mood", "<text>"), "answer.mood: only on Discord"),
    ("a key Discord has not", POST, without("answer.pinned"), "answer.pinned: only here"),
    ("a key deep inside", GET, without("answer.components.0.id"), "components[0].id: only here"),
    ("another type", POST, put("answer.tts", "false"), "answer.tts: Discord 'false', here False"),
    ("null for something", POST, put("answer.mentions", None), "answer.mentions: Discord None"),
    ("a number for an id", POST, put("answer.id", 7), "answer.id: Discord 7, here 'id"),
    ("a text for a time", POST, put("answer.timestamp", "<text>"), "answer.timestamp: Discord"),
    ("another status", CALLBACK, put("status", 204), "status: Discord 204, here 200"),
    ("another refusal", CALLBACK + " 400", put("answer.code", 40061), "answer.code: Discord 40061"),
    ("other words", CALLBACK + " 400", put("answer.message", "No."), "answer.message: Discord"),
    ("an exchange fewer", GET, gone, f"{GET}: happens only here"),
    ("an exchange more", GET, twice, f"{GET}: happens only on Discord"),
    ("another message type", POST, put("answer.type", 19), "answer.type: Discord 19, here 0"),
    ("other flags", POST, put("answer.flags", 0), "answer.flags: Discord 0, here 32768"),
    ("another style", GET, put("answer.components.0.components.1.accessory.style", 3), "style"),
    ("a component fewer", GET, without("answer.components.1"), "answer.components: has 1"),
    ("another limit", POST, put("headers.x-ratelimit-limit", "9"), "x-ratelimit-limit: Discord"),
    ("no limit", POST, without("headers.x-ratelimit-bucket"), "x-ratelimit-bucket: only here"),
    ("a limit", GET, put("headers.x-ratelimit-bucket", "<text>"), "x-ratelimit-bucket: only on"),
    ("another content", POST, put("headers.content-type", "text/html"), "content-type: Discord"),
    ("another query", CALLBACK, put("query.fast", "1"), "query.fast: only on Discord"),
    ("another body", POST, put("body.flags", 4), "body.flags: Discord 4, here 32768"),
    ("a frame fewer", "frame READY", gone, "frame READY: happens only here"),
    ("a frame more", PRESS, twice, f"{PRESS}: happens only on Discord"),
    ("no application", "frame READY", without("frame.d.application"), "application: only here"),
    ("a frame's new key", PRESS, put("frame.d.mood", 1), "frame.d.mood: only on Discord (1)"),
    ("no bot", POST, put("answer.author.bot", False), "author.bot: Discord False, here True"),
    ("another channel type", PRESS, put("frame.d.channel.type", 5), "channel.type: Discord 5"),
    ("a text for a number", "frame 10", put("frame.d.heartbeat_interval", "1"), "interval: D"),
    ("a list for an id", "frame READY", put("frame.d.guilds.0.id", [1]), "guilds[0].id: Discord"),
    ("another channel", POST, put("answer.channel_id", "id999"), "is the id of something"),
    ("a message that is another", TOKEN_GET, put("answer.id", "id1"), "is the id of something"),
    ("a deletion fewer", f"DELETE {MESSAGE}", gone, f"DELETE {MESSAGE}: happens only here"),
    ("a deletion more", f"DELETE {HOOK}", twice, f"DELETE {HOOK}: happens only on Discord"),
    # what should never be in the file, in any place
    ("the token", POST, put("answer.content", TOKEN), "answer.content: was not hidden"),
    ("a token in a body", POST, put("body.nonce", TOKEN), "body.nonce: was not hidden"),
    ("a token of a press", PRESS, put("frame.d.token", "aW50" * 40), "token: was not hidden"),
    ("a name", POST, put("answer.author.username", "ada"), "username: was not hidden"),
    ("words of others", POST, put("answer.content", "my phone"), "content: was not hidden"),
    ("an id", POST, put("answer.id", "1" * 18), "answer.id: was not hidden"),
    ("a header of ours", POST, put("headers.authorization", "Bot x"), "authorization: was not"),
    ("a webhook", POST, put("route", "POST /webhooks/1/abc"), "route: was not hidden"),
]  # fmt: skip
#: These change what others are planted in.
ALONE = {
    "an exchange fewer", "an exchange more", "a frame more", "a number for an id",
    "words of others", "a webhook",
}  # fmt: skip
TOGETHER = [planted for planted in PLANTED if planted[0] not in ALONE]


def plant(entries: list[Entry], which: str, change: Change) -> list[Entry]:
    """A copy with one change in the first entry of this name (and, after a space, status)."""
    entries = copy.deepcopy(entries)
    names = [f"{name_of(e)} {getattr(e, 'status', '')} " for e in entries]
    change(entries, next(n for n, name in enumerate(names) if name.startswith(which + " ")))
    return entries
