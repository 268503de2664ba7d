"""Where two transcripts of the same conversation differ. The first is Discord's, the second ours.

Ids are compared by who is who: two places that show the same id on Discord must do so here, and
other ids where it shows others. Within people, servers and applications, which are no two alike,
keys and types are compared, values are not: there one person here may be two on Discord. Each
step's requests and frames are put side by side by their routes and events.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from .transcript import LABEL, OPEN, PLACEHOLDERS, Entry, Exchange, Frame, Hider, is_number

OWN = {"application", "author", "channel", "guild", "guilds", "member", "user", "users", "members"}
OWN_ENTRIES = {"GET /users/@me", "GET /oauth2/applications/@me", "frame GUILD_CREATE"}
CONSTANT = {"bot", "op", "system", "type", "unavailable"}  # compared even there
Ids = dict[tuple[str, str], str]
VARYING = {"attachment_size_limit", "heartbeat_interval", "retry_after", "member_count"}


def differences(there: Sequence[Entry], here: Sequence[Entry]) -> list[str]:
    """One line for each; what differs in the same way in several steps is one line."""
    found: dict[str, list[str]] = {}
    ids: Ids = {}
    for step in dict.fromkeys(entry.step for entry in (*there, *here)):
        for kind in (Exchange, Frame):
            one, other = (
                [
                    entry
                    for entry in side
                    if entry.step == step and isinstance(entry, kind) and not is_limit(entry)
                ]
                for side in (there, here)
            )
            for line in _side_by_side(one, other, ids):
                found.setdefault(line, []).append(step)
    for step, line in not_hidden(there):
        found.setdefault(line, []).append(step)
    return [f"{', '.join(dict.fromkeys(steps))}: {line}" for line, steps in found.items()]


def not_hidden(entries: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    """Step and place of what should not be in a transcript, without repeating it."""
    hider = Hider()
    for entry in entries:
        hider.changed.clear()
        hider.hide(entry)
        for path in hider.changed:
            yield entry.step, f"{name_of(entry)}: {path}: was not hidden"


def name_of(entry: Entry) -> str:
    if isinstance(entry, Exchange):
        return entry.route
    return f"frame {entry.frame.get('t') or entry.frame.get('op')}"  # HELLO has only an op


def is_limit(entry: Entry) -> bool:
    """It depends on how fast somebody was; the request is sent again and then counts."""
    return isinstance(entry, Exchange) and entry.status == 429


def _side_by_side(there: Sequence[Entry], here: Sequence[Entry], ids: Ids) -> Iterator[str]:
    names = [name_of(entry) for entry in there], [name_of(entry) for entry in here]
    matcher = SequenceMatcher(None, *names, autojunk=False)
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            for name, one, other in zip(names[0][a:b], there[a:b], here[c:d], strict=True):
                for difference in Comparison(ids).entries(one, other):
                    yield f"{name}: {difference}"
        else:
            yield from (f"{name}: happens only on Discord" for name in names[0][a:b])
            yield from (f"{name}: happens only here" for name in names[1][c:d])


class Comparison:
    """`ids` remembers over a whole transcript which of our ids stands for one of Discord's."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids

    def entries(self, there: Entry, here: Entry) -> Iterator[str]:
        own = name_of(there) in OWN_ENTRIES
        if isinstance(there, Frame) and isinstance(here, Frame):
            yield from self.values(there.frame, here.frame, "frame", own=own)
        elif isinstance(there, Exchange) and isinstance(here, Exchange):
            if there.status != here.status:
                yield _differ("status", there.status, here.status)
            yield from self.values(there.headers, here.headers, "headers")
            yield from self.values(there.query, here.query, "query")
            yield from self.values(there.body, here.body, "body")
            yield from self.values(there.answer, here.answer, "answer", own=own)

    def values(
        self, there: Any, here: Any, path: str, key: str = "", *, own: bool = False
    ) -> Iterator[str]:
        own = own or key in OWN
        if isinstance(there, dict) and isinstance(here, dict):
            yield from self._objects(there, here, path, own)
        elif isinstance(there, list) and isinstance(here, list):
            yield from self._lists(there, here, path, key, own)
        elif is_label(there) and is_label(here):
            if key not in OPEN and not self._is_same(there, here, own):
                yield f"{path}: is the id of something that it is not on Discord"
        elif kind_of(there) != kind_of(here):
            if not (own and None in (there, here)):
                yield _differ(path, there, here)
        elif there != here and not (is_free(path, key, own) or is_hidden(there, here)):
            yield _differ(path, there, here)

    def _is_same(self, there: str, here: str, own: bool) -> bool:
        is_same = self._ids.setdefault(("Discord", there), here) == here
        return is_same and (own or self._ids.setdefault(("here", here), there) == there)

    def _objects(
        self, there: dict[str, Any], here: dict[str, Any], path: str, own: bool
    ) -> Iterator[str]:
        there, here = by_role(there), by_role(here)
        for key in there.keys() | here.keys():
            where = f"{path}.{key}"
            if key not in here:
                yield f"{where}: only on Discord ({short(there[key])})"
            elif key not in there:
                yield f"{where}: only here ({short(here[key])})"
            else:
                yield from self.values(there[key], here[key], where, key, own=own)

    def _lists(
        self, there: list[Any], here: list[Any], path: str, key: str, own: bool
    ) -> Iterator[str]:
        if key not in OPEN and len(there) != len(here):
            yield f"{path}: has {len(there)} on Discord, {len(here)} here"
        for number, (one, other) in enumerate(zip(there, here, strict=False)):
            yield from self.values(one, other, f"{path}[{number}]", key if key in OPEN else "",
                                   own=own)  # fmt: skip


def by_role(found: dict[str, Any]) -> dict[str, Any]:
    """Objects that are keyed by ids have the same keys on both sides."""
    labels = [key for key in found if LABEL.fullmatch(key)]
    names = {label: f"id#{number}" for number, label in enumerate(labels, start=1)}
    return {names.get(key, key): value for key, value in found.items()}


def is_label(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(LABEL, value) is not None


def is_free(path: str, key: str, own: bool) -> bool:
    """Whether this value may be another one here. Overwrites are for a role or a member."""
    is_constant = key in CONSTANT and "permission_overwrites" not in path
    return key in VARYING or (own and not is_constant)


def is_hidden(there: object, here: object) -> bool:
    return there in PLACEHOLDERS and here in PLACEHOLDERS


def kind_of(value: object) -> str:
    if is_label(value):
        return "an id"
    if value in ("<time>", "<number>") and isinstance(value, str):
        return value
    return "a number" if is_number(value) else type(value).__name__


def short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _differ(path: str, there: object, here: object) -> str:
    return f"{path}: Discord {short(there)}, here {short(here)}"
