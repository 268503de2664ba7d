"""All that one move writes, as rows: table, log, ledger, opening states, purses, ended runs.

Rows that refer to others come after them, and a move's rows for one statement are in the order of
its events. Everything is encoded at once: the table may change again before the writer gets to it.
"""

from collections.abc import Iterator

import msgspec

from bot.game.events import (
    ChipsBrought,
    ChipsMoved,
    ChipsRebought,
    ChipsTaken,
    HandBegan,
    SessionEnded,
)
from bot.game.moves import move_to_json
from bot.game.rules import is_ranked
from bot.game.table import ENGINE_VERSION, Phase, Table, snapshot

from . import Commit
from .committer import Row, Writes

_SAVE_TABLE = """
INSERT INTO saved_table (id, guild, channel, seq, closed, state) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE
SET seq = excluded.seq, closed = excluded.closed, state = excluded.state
"""
_LOG_MOVE = "INSERT INTO move (table_id, seq, press, at, move, events) VALUES (?, ?, ?, ?, ?, ?)"
_BOOK = """
INSERT INTO transfer (table_id, seq, hand, debit, credit, amount, why) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_KEEP_HAND = "INSERT INTO hand (table_id, number, seq, engine, state) VALUES (?, ?, ?, ?, ?)"
_WAS_PRESSED = "SELECT 1 FROM move WHERE press = ?"

# One statement for all that can happen to purses: order within a group of plays is kept only
# among the rows of a statement, and chips must be taken from one table before another has them.
_CHANGE_PURSE = """
INSERT INTO purse_line (table_id, seq, guild, kind, account, what, chips, at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_KEEP_RUN = """
INSERT INTO run (table_id, seq, guild, account, name, score, rounds, at)
VALUES (?1, ?2, ?3, ?4, coalesce((SELECT name FROM person WHERE account = ?4), ''), ?5, ?6, ?7)
"""


def rows_of(commit: Commit) -> Writes:
    table, move = commit.table, commit.move
    state = snapshot(table).decode()
    at = table.id, commit.seq
    events = msgspec.json.encode(commit.events).decode()
    closed = int(table.phase is Phase.CLOSED)
    return [
        (_SAVE_TABLE, [(table.id, commit.guild, table.channel, commit.seq, closed, state)]),
        (_LOG_MOVE, [(*at, commit.press, move.at, move_to_json(move).decode(), events)]),
        (_BOOK, [
            (*at, _hand_of(table), moved.source, moved.target, moved.chips, moved.why)
            for moved in commit.events
            if isinstance(moved, ChipsMoved)
        ]),
        (_KEEP_HAND, [
            (table.id, began.hand, commit.seq, ENGINE_VERSION, state)
            for began in commit.events
            if isinstance(began, HandBegan)
        ]),
        (_CHANGE_PURSE, list(_purse_lines(commit))),
        (_KEEP_RUN, list(_runs(commit))),
    ]  # fmt: skip


def made_by(commit: Commit) -> tuple[str, Row] | None:
    """What finds the play when its interaction was applied before."""
    return None if commit.press is None else (_WAS_PRESSED, (commit.press,))


def _hand_of(table: Table) -> int:
    """The hand that chips moved for: while bets are open, the one still to be dealt."""
    return table.hand + 1 if table.phase is Phase.BETTING else table.hand


def _purse_lines(commit: Commit) -> Iterator[Row]:
    table = commit.table
    for event in commit.events:
        match event:
            case ChipsBrought(fresh=fresh):
                what = "stake" if fresh else "brought"
            case ChipsTaken():
                what = "taken"
            case ChipsRebought():
                what = "rebuy"
            case _:
                continue
        yield (
            table.id, commit.seq, commit.guild, table.rules.table,
            event.member, what, event.chips, commit.move.at,
        )  # fmt: skip


def _runs(commit: Commit) -> Iterator[Row]:
    """A run scores also when its table is closed early; without a hand it has no standing."""
    table = commit.table
    ended = any(isinstance(event, SessionEnded) for event in commit.events)
    if not (ended and table.rules.ends == "broke" and is_ranked(table.rules)):
        return
    for line in table.standings:
        yield (
            table.id, commit.seq, commit.guild,
            line.member, line.peak, line.rounds, commit.move.at,
        )  # fmt: skip
