"""Small mistakes, planted into recorded traffic: the check must name each of them.

A check that finds nothing may be blind. Every line here changes one recorded entry in one place.
"""

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from bot.standin.wire import Json

Change = Callable[[Json], None]
Having = str | Json

POST = "POST /channels/{channel_id}/messages"
ANSWER = "POST /interactions/*/callback"
COMMANDS = "PUT /applications/{application_id}/commands"
EMOJI = "POST /applications/{application_id}/emojis"
HELLO, READY, GUILD = "out 10", "out READY", "out GUILD_CREATE"
INTERACTION, CHANNEL = "out INTERACTION_CREATE", "out CHANNEL_UPDATE"
IDENTIFY, RESUME, HEARTBEAT = "in 2", "in 6", "in 1"
BUTTON, TEXT, BOX = {"type": 2, "style": ...}, {"type": 10}, {"type": 17}
FIELD, FILLED = {"type": 4, "style": ...}, {"type": 4, "value": ...}
BEAT = "heartbeat_interval"
STEP, PRESS = {"type": 1, "options": ...}, {"type": 3, "message": ...}


def put(**values: Any) -> Change:
    return lambda found: found.update(values)


def without(name: str) -> Change:
    return lambda found: found.pop(name)


@dataclass(frozen=True)
class Mistake:
    words: str
    entry: str  # which entry: its route, or its direction and event or opcode
    part: str  # where in the entry; "" is the entry itself
    having: Having  # the first object in there with this name, or these values; `...` is any
    change: Change
    path: str  # what the violation must name

    def named_by(self, path: str) -> bool:
        return fnmatchcase(path, self.path)


Planted = tuple[str, Having, Change, str]


def of(entry: str, part: str, *mistakes: Planted) -> list[Mistake]:
    return [
        Mistake(words, entry, part, having, change, path)
        for words, having, change, path in mistakes
    ]


MISTAKES = [
    # what the bot sends
    *of(POST, "body",
        ("an unknown component", BOX, put(type=99), "*/components/*/type"),
        ("a button without a style", BUTTON, without("style"), "*/style"),
        ("an unknown style", BUTTON, put(style=9), "*/style"),
        ("too long a custom_id", BUTTON, put(custom_id="x" * 101), "*/custom_id"),
        ("too long a label", BUTTON, put(label="x" * 81), "*/label"),
        ("an empty text", TEXT, put(content=""), "*/content"),
        ("a colour that is none", BOX, put(accent_color=1 << 24), "*/accent_color"),
        ("flags as text", "flags", put(flags="32768"), "*/flags"),
        ("components as one object", {}, put(components={}), "*/components"),
        ("a field Discord has not", {}, put(colour=1), "request body/colour"),
        ("a field in a button", BUTTON, put(hint="?"), "*/hint"),
    ),
    *of(POST, "",
        ("a channel without a number", {}, put(path="/channels/lobby/messages"), "*/channel_id"),
        ("a route that is none", {}, put(path="/channels/1/massages"), "route"),
    ),
    *of("GET /users/@me", "",
        ("a body where none is read", {}, put(body={"a": 1}), "request body"),
    ),
    *of(ANSWER, "query",
        ("an unknown query", {}, put(fast="1"), "request query/fast"),
        ("a query of the wrong kind", {}, put(with_response="yes"), "*/with_response"),
    ),
    *of(ANSWER, "body",
        ("an unknown kind of answer", {"type": 4}, put(type=3), "request body/type"),
        ("an answer without a kind", {"type": 4}, without("type"), "request body/type"),
        ("a form without a title", "title", without("title"), "*/title"),
        ("too long a title", "title", put(title="x" * 46), "*/title"),
        ("a form's field without an id", FIELD, without("custom_id"), "*/custom_id"),
    ),
    *of(EMOJI, "body",
        ("a picture without a name", {}, without("name"), "request body/name"),
        ("a number as a name", {}, put(name=7), "request body/name"),
    ),
    *of(COMMANDS, "body",
        ("too long a command", {"type": 1}, put(name="x" * 33), "*/name"),
        ("an unknown option", {"type": 6}, put(type=12), "*/options/*/type"),
        ("an option without words", {"type": 6}, without("description"), "*/description"),
    ),
    # what the local Discord answers
    *of(POST, "answer",
        ("a number as an id", "channel_id", put(id=1), "response 200/id"),
        ("a message of nobody", "author", without("author"), "*/author"),
        ("a time that is none", "timestamp", put(timestamp="today"), "*/timestamp"),
        ("a user without a name", "username", without("username"), "*/username"),
        ("a component without a number", TEXT, without("id"), "*/id"),
        ("an invented field", "author", put(mood="good"), "response 200/mood"),
    ),
    *of(ANSWER, "answer",
        ("a kind of interaction", {"type": 2}, put(type=9), "*/interaction/type"),
    ),
    *of(POST, "",
        ("another status", {"status": 200}, put(status=201), "response 201"),
        ("a body that says nothing", {"status": 200}, put(answer=None), "response 200"),
    ),
    *of(ANSWER, "answer",
        ("an error without a code", {"code": 10062}, without("code"), "response 404/code"),
    ),
    *of(POST, "answer",
        ("a limit without a time", "retry_after", without("retry_after"), "*/retry_after"),
    ),
    # what goes over the gateway
    *of(HELLO, "frame",
        ("a frame without op", {}, without("op"), "frame/op"),
        ("op as text", {}, put(op="10"), "frame/op"),
        ("no heartbeat", BEAT, without(BEAT), "*/heartbeat_interval"),
    ),
    *of(READY, "frame",
        ("an unknown event", {}, put(t="STEADY"), "frame/t"),
        ("an event without a number", {}, without("s"), "frame/s"),
        ("no session", "session_id", without("session_id"), "*/session_id"),
        ("a number as a user", "username", put(id=1), "frame/d/user/id"),
    ),
    *of(GUILD, "frame",
        ("an unknown channel", "topic", put(type=99), "*/channels/*/type"),
        ("permissions as a number", "hoist", put(permissions=8), "*/roles/*/permissions"),
        ("a server without its size", "member_count", without("member_count"), "*/member_count"),
    ),
    *of(CHANNEL, "frame",
        ("a channel without an id", "topic", without("id"), "frame/d/id"),
    ),
    *of(INTERACTION, "frame",
        ("an interaction of no kind", "token", put(type=9), "frame/d/type"),
        ("an interaction without token", "token", without("token"), "frame/d/token"),
        ("an interaction of nobody", "member", without("member"), "frame/d/member"),
        ("an interaction without data", {"type": 5}, without("data"), "frame/d/data"),
        ("an interaction's new field", "token", put(mood=1), "frame/d/mood"),
        ("flags of a member as text", "joined_at", put(flags="0"), "*/member/flags"),
        ("a command of no kind", "options", put(type=8), "frame/d/data/type"),
        ("an option of the wrong kind", STEP, put(type=42), "frame/d/data*/type"),
        ("a value of the wrong kind", {"type": 6, "value": ...}, put(value=7), "*/options/*/value"),
        ("a press of nothing", "component_type", without("custom_id"), "*/data/custom_id"),
        ("a press of no part", "component_type", put(component_type="2"), "*/component_type"),
        ("a press without a message", PRESS, without("message"), "frame/d/message"),
        ("a message without channel", "author", without("channel_id"), "*/message/channel_id"),
        ("a form's field without value", FILLED, without("value"), "*/data/components/*/value"),
    ),
    *of(IDENTIFY, "frame",
        ("no intents", "intents", without("intents"), "frame/d/intents"),
        ("intents as text", "intents", put(intents="1"), "frame/d/intents"),
        ("a bot on no system", "os", without("os"), "frame/d/properties/os"),
    ),
    *of(RESUME, "frame",
        ("a resume from nowhere", "seq", without("seq"), "frame/d/seq"),
    ),
    *of(HEARTBEAT, "frame",
        ("a heartbeat in words", {}, put(d="soon"), "frame/d"),
    ),
]  # fmt: skip


def name_of(entry: Json) -> str:
    if entry["kind"] == "rest":
        return f"{entry['method']} {entry['route']}"
    frame = entry["frame"]
    return f"{entry['direction']} {frame.get('t') or frame['op']}"


def _objects(value: Any) -> Iterator[Json]:
    """Every object in a JSON value, outer ones first."""
    if isinstance(value, dict):
        yield value
    children = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict | list):
        for child in children:
            yield from _objects(child)


def _has(found: Json, wanted: Having) -> bool:
    if isinstance(wanted, str):
        return wanted in found
    return all(k in found and (v is ... or found[k] == v) for k, v in wanted.items())


def planted(mistake: Mistake, traffic: Sequence[Json]) -> Json:
    """A copy of the first entry that the mistake can be made in, with the mistake."""
    for entry in traffic:
        if not fnmatchcase(name_of(entry), mistake.entry):
            continue
        wrong = copy.deepcopy(entry)
        part = wrong[mistake.part] if mistake.part else wrong
        for found in _objects(part):
            if _has(found, mistake.having):
                mistake.change(found)
                return wrong
    raise LookupError(f"nothing was recorded in which to plant: {mistake.words}")
