"""Everything that went over the wire, in order: for tests to ask, and for a file to keep.

No token is ever written: not the bot's, and not those of interactions.
"""

import re
from pathlib import Path
from typing import TextIO

from bot.standin.clock import Clock
from bot.standin.wire import Json, encode

INTERACTION_TOKEN = re.compile(r"[\w-]{64}")
KEPT = 20_000


class Recorder:
    def __init__(self, clock: Clock, secret: str, path: Path | None = None) -> None:
        self.entries: list[Json] = []
        self._clock = clock
        self._secret = secret
        self._path = path
        self._file: TextIO | None = None

    def request(self, method: str, route: str, path: str, body: object) -> Json:
        """Notes a request and returns its entry, so that the answer can be added to it."""
        entry: Json = {
            "kind": "rest",
            "time": self._clock.now(),
            "method": method,
            "route": route,
            "path": self._hide(path),
            "query": {},
            "body": body,
            "status": None,
            "answer": None,
        }
        return self._keep(entry)

    def answer(self, entry: Json, status: int, answer: object) -> None:
        entry.update(status=status, answer=answer)
        self._write(entry)

    def frame(self, direction: str, shard: int | None, frame: Json) -> None:
        """A gateway frame; `direction` is "in" from the bot or "out" to it."""
        entry = {"kind": "gateway", "time": self._clock.now(), "direction": direction}
        self._write(self._keep({**entry, "shard": shard, "frame": _without_token(frame)}))

    def frames(self, direction: str = "") -> list[Json]:
        """The gateway's entries, or those going one way: "in" from the bot, "out" to it."""
        frames = (entry for entry in self.entries if entry["kind"] == "gateway")
        return [entry for entry in frames if direction in ("", entry["direction"])]

    def unknown_routes(self) -> list[str]:
        return [f"{e['method']} {e['path']}" for e in self.entries if e.get("route") == "unknown"]

    def requests(self, route: str = "") -> list[Json]:
        """The REST entries, or those whose "METHOD /pattern" starts with `route`."""
        rest = (entry for entry in self.entries if entry["kind"] == "rest")
        return [e for e in rest if f"{e['method']} {e['route']}".startswith(route)]

    def close(self) -> None:
        """A stand-in that is started again goes on in the same file."""
        if self._file:
            self._file.close()
        self._file = None

    def _keep(self, entry: Json) -> Json:
        self.entries.append(entry)
        if len(self.entries) > KEPT:
            del self.entries[: KEPT // 10]
        return entry

    def _write(self, entry: Json) -> None:
        if self._path:
            self._file = self._file or self._path.open("a", encoding="utf-8")
            self._file.write(self._hide(encode(entry)) + "\n")
            self._file.flush()

    def _hide(self, text: str) -> str:
        text = text.replace(self._secret, "<token>") if self._secret else text
        return INTERACTION_TOKEN.sub("<interaction token>", text)


def _without_token(frame: Json) -> Json:
    data = frame.get("d")
    if isinstance(data, dict) and "token" in data:
        return {**frame, "d": {**data, "token": "<token>"}}
    return frame
