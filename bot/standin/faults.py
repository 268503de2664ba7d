"""Failures on order: a test says which request goes wrong, when and how.

Example: `Fault("PATCH /channels/{channel_id}/messages/{message_id}", nth=2, status=503)`.
A fault with `times=None` stays; the others are used up.
"""

import re
from dataclasses import dataclass, field

from bot.standin.wire import Json


@dataclass
class Fault:
    """One rule. `route` is "METHOD /pattern" as in the route table, `*` standing for anything.

    delay: seconds before anything else happens (on the stand-in's clock)
    status, body: this answer instead of the real one, nothing is applied
    retry_after: a 429 with this many seconds, nothing is applied
    drop: "before" closes the connection at once, "after" first applies the request
    """

    route: str = "*"
    nth: int = 1
    times: int | None = 1
    delay: float = 0.0
    status: int | None = None
    body: Json | str | None = None
    retry_after: float | None = None
    drop: str | None = None
    path: str | None = None
    seen: int = field(default=0, init=False)
    used: int = field(default=0, init=False)

    def matches(self, method: str, pattern: str, path: str) -> bool:
        """Counts the request if it is one of the rule's, and says whether its turn has come."""
        if not _like(self.route, f"{method} {pattern}"):
            return False
        if self.path is not None and not _like(self.path, path):
            return False
        self.seen += 1
        if self.seen < self.nth or (self.times is not None and self.used >= self.times):
            return False
        self.used += 1
        return True


class Faults:
    """The rules in force; the first that fits decides."""

    def __init__(self) -> None:
        self.rules: list[Fault] = []

    def add(self, *rules: Fault) -> None:
        self.rules.extend(rules)

    def clear(self) -> None:
        self.rules.clear()

    def pick(self, method: str, pattern: str, path: str) -> Fault | None:
        return next((rule for rule in self.rules if rule.matches(method, pattern, path)), None)


def _like(wanted: str, text: str) -> bool:
    pattern = ".*".join(re.escape(piece) for piece in wanted.split("*"))
    return re.fullmatch(pattern, text) is not None
