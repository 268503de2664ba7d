"""What really happened, seen from outside: commits in the file, requests, lines in the log.

A second, reading connection sees only what is committed. All of it is kept for as long as a story
lasts, over every crash, and each piece is shown to the promises as it happens.
"""

import logging
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from bot.game.moves import Move, move_from_json
from bot.game.table import Table, from_snapshot
from bot.livetable import LiveTable
from bot.standin.interactions import Interaction, Reply
from bot.standin.wire import encode

from .house import House

_NEW_MOVES = "SELECT id, table_id, seq, press, move, events FROM move WHERE id > ? ORDER BY id"
_STATE = "SELECT seq, guild, channel, state FROM saved_table WHERE id = ?"
_EVENTS: msgspec.json.Decoder[list[Any]] = msgspec.json.Decoder(list[Any])


@dataclass
class Played:
    """One committed move. `before` is None for Open; `at` is the true time in seconds."""

    table: int
    guild: int
    seq: int
    press: int | None
    move: Move
    events: list[dict[str, Any]]
    before: Table | None
    after: Table
    raw: str
    at: float
    life: int


@dataclass
class Sent:
    """One request on its way to Discord."""

    method: str
    path: str
    body: Any
    text: str
    interaction: Interaction | None
    is_board: bool


@dataclass
class Press:
    """What a member did, as the world knows it; `board` is the message it was pressed on."""

    id: int
    user: int
    guild: int
    channel: int
    kind: int
    custom_id: str
    data: Any
    board: str | None


@dataclass
class Record:
    house: House
    path: Path
    now: Any
    plays: dict[int, list[Played]] = field(default_factory=dict)
    presses: dict[int, Press] = field(default_factory=dict)
    accounts: dict[int, int] = field(default_factory=dict)  # Discord user -> account
    seen: dict[int, LiveTable] = field(default_factory=dict)  # for names and best runs
    lives: int = 0
    broken: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)  # the transcript
    offline: list[list[float | None]] = field(default_factory=lambda: [[0.0, None]])
    doubtful: int | None = None  # the life whose COMMIT failed
    troubles: list[float] = field(default_factory=list)  # when something went wrong, by order
    asked: list[tuple[float, Interaction]] = field(default_factory=list)  # not yet looked at
    counts: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._reader: sqlite3.Connection | None = None
        self._newest = 0
        self.promises: Any = None

    def note(self, line: str) -> None:
        self.lines.append(f"{self.now():10.3f} {line}")

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    def breaks(self, promise: str, why: str) -> None:
        self.note(f"BROKEN {promise}: {why}")
        self.broken.append(f"{promise}: {why}")

    # The watch of a life

    def opened(self) -> None:
        self.promises.p5_same_again()

    def committed(self) -> None:
        for played in self._new_plays():
            self.plays.setdefault(played.table, []).append(played)
            self.live(played.table)
            self.count("commits")
            self.note(f"commit {played.table}/{played.seq} {played.move}")
            self.promises.on_play(played)

    def live(self, number: int) -> LiveTable | None:
        """The table in memory, also for a while after it was closed."""
        client = self.house.client
        table = client.casino.tables.get(number) if client is not None else None
        if table is not None:
            self.seen[number] = table
        return self.seen.get(number)

    def doubted(self) -> None:
        self.doubtful = self.lives

    def troubled(self) -> None:
        """Around this moment a member may have to wait for an answer."""
        if not self.troubles or self.troubles[-1] != self.now():
            self.troubles.append(self.now())

    def bot_time(self) -> int:
        client = self.house.client
        return client.casino.clock.now() if client is not None else 0

    def sends(self, method: str, path: str, body: Any) -> None:
        text = "" if body is None else encode(body)
        interaction = self._interaction(path)
        is_board = self._is_board(method, path, interaction, body)
        sent = Sent(method, path, body, text, interaction, is_board)
        self.count("requests")
        self.note(f"send {method} {path} {text}")
        self.promises.on_send(sent)

    def _interaction(self, path: str) -> Interaction | None:
        parts = path.split("/")
        interactions = self.house.core.interactions
        if parts[1] == "interactions":
            return interactions.find(parts[2])
        if parts[1] == "webhooks":
            return interactions._by_token.get(parts[3])
        return None

    def _is_board(self, method: str, path: str, about: Interaction | None, body: Any) -> bool:
        """Whether everybody in the channel will see it."""
        if not isinstance(body, dict):
            return False
        if path.startswith("/channels/"):
            return True
        if about is None or about.message_id is None:
            return False
        message = about.channel.messages.get(about.message_id)
        if message is None or message.viewer is not None:
            return False
        if path.startswith("/interactions/"):
            return body.get("type") == Reply.UPDATE
        return method == "PATCH" and about.reply in (Reply.UPDATE, Reply.DEFERRED_UPDATE)

    # The file

    def open(self) -> None:
        """Look into the file, which is there once a first life has begun."""
        if self._reader is None:
            self._reader = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
        self._reader = None

    def rows(self, sql: str, *parameters: Any) -> list[Any]:
        self.open()
        assert self._reader is not None
        return self._reader.execute(sql, parameters).fetchall()

    def _new_plays(self) -> Iterator[Played]:
        for number, table, seq, press, move, events in self.rows(_NEW_MOVES, self._newest):
            self._newest = number
            ((saved, guild, _, raw),) = self.rows(_STATE, table)
            if saved != seq:
                self.breaks("P5", f"table {table}: the state saved is {saved}, the move {seq}")
            earlier = self.plays.get(table)
            yield Played(
                table, guild, seq, press, move_from_json(move.encode()), _EVENTS.decode(events),
                earlier[-1].after if earlier else None, from_snapshot(raw.encode()), raw,
                self.now(), self.lives,
            )  # fmt: skip
        if len(self.accounts) < 16:
            self.accounts = dict(self.rows("SELECT user, account FROM person"))

    # What promises ask

    def newest(self, table: int) -> Played | None:
        plays = self.plays.get(table)
        return plays[-1] if plays else None

    def open_tables(self) -> list[Played]:
        newest = [plays[-1] for plays in self.plays.values()]
        return [played for played in newest if played.after.phase.value != "closed"]

    def note_press(self, about: Interaction) -> None:
        data = about.data
        custom_id = data.get("custom_id", "")
        press = Press(
            int(about.id), int(about.member.user.id), int(about.guild.id), int(about.channel.id),
            int(about.kind), custom_id, data, about.message_id,
        )  # fmt: skip
        self.presses[press.id] = press
        self.asked.append((self.now(), about))
        self.count("presses")
        what = custom_id or about.name
        self.note(f"press {about.id} by {about.member.user.username}: {what}")

    def is_offline(self) -> bool:
        return self.offline[-1][1] is None

    def look_at_the_line(self) -> None:
        """Note when the bot's connection comes and goes."""
        online = self.house.is_alive and self.house.core.gateway.online
        if online == self.is_offline():
            self.troubled()
        if online and self.is_offline():
            self.offline[-1][1] = self.now()
        elif not online and not self.is_offline():
            self.offline.append([self.now(), None])


class LogEar(logging.Handler):
    """Shows each line that is logged to the promises."""

    def __init__(self, record: Record) -> None:
        super().__init__(logging.INFO)
        self._record = record

    def emit(self, line: logging.LogRecord) -> None:
        life = self._record.house.life
        if life is not None and life.is_dead:
            return  # a killed process writes nothing
        text = logging.Formatter("%(levelname)s %(name)s: %(message)s").format(line)
        self._record.note(f"log {text}")
        self._record.promises.on_log(line, text)
