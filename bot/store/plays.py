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
from bot.game.history import is_over
from bot.game.moves import move_to_json
from bot.game.rules import is_ranked
from bot.game.table import ENGINE_VERSION, Phase, Table, snapshot

from . import Commit
from .chain import content, hash_of
from .transaction import Row, Writes

_SAVE_TABLE = """
INSERT INTO saved_table (id, guild, channel, seq, closed, state) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE
SET seq = excluded.seq, closed = excluded.closed, state = excluded.state
"""
# `chain` is `chain.link`, known to the connection. What the first kept hash is tied to is in
# chain_start; a table whose chain begins with its first move has no row there.
_LOG_MOVE = """
INSERT INTO move (table_id, seq, press, at, engine, move, events, state_hash, hash)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, chain(coalesce(
    (SELECT hash FROM move WHERE table_id = ?1 AND seq = ?2 - 1),
    (SELECT hash FROM chain_start WHERE table_id = ?1)
), ?9))
"""
_BOOK = """
INSERT INTO transfer (table_id, seq, hand, debit, credit, amount, why) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_KEEP_HAND = "INSERT INTO hand (table_id, seq, number, engine, state) VALUES (?, ?, ?, ?, ?)"
_DEAL_TO = "INSERT INTO dealt (guild, account, table_id, hand) VALUES (?, ?, ?, ?)"
_END_HAND = "UPDATE dealt SET ended = ? WHERE table_id = ? AND hand = ?"
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
    logged = (*at, commit.press, move.at, ENGINE_VERSION, move_to_json(move).decode(), events)
    transfers, hands = list(_transfers(commit)), list(_hands(commit))
    purse_lines, runs = list(_purse_lines(commit)), list(_runs(commit))
    left = hash_of(state)
    covered = content(commit.guild, logged, left, transfers, hands, purse_lines, runs)
    return [
        (_SAVE_TABLE, [(table.id, commit.guild, table.channel, commit.seq, closed, state)]),
        (_LOG_MOVE, [(*logged, left, covered)]),
        (_BOOK, [(*at, *line) for line in transfers]),
        (_KEEP_HAND, [(*at, *hand, state) for hand in hands]),
        (_DEAL_TO, list(_dealt(commit))),
        (_END_HAND, [(commit.seq, table.id, table.hand) for e in commit.events if is_over(e)]),
        (_CHANGE_PURSE, [(*at, *line) for line in purse_lines]),
        (_KEEP_RUN, [(*at, *run) for run in runs]),
    ]


def made_by(commit: Commit) -> tuple[str, Row] | None:
    """What finds the play when its interaction was applied before."""
    return None if commit.press is None else (_WAS_PRESSED, (commit.press,))


def _hand_of(table: Table) -> int:
    """The hand that chips moved for: while bets are open, the one still to be dealt."""
    return table.hand + 1 if table.phase is Phase.BETTING else table.hand


def _transfers(commit: Commit) -> Iterator[Row]:
    hand = _hand_of(commit.table)
    for event in commit.events:
        if isinstance(event, ChipsMoved):
            yield hand, event.source, event.target, event.chips, event.why


def _hands(commit: Commit) -> Iterator[Row]:
    for event in commit.events:
        if isinstance(event, HandBegan):
            yield event.hand, ENGINE_VERSION


def _dealt(commit: Commit) -> Iterator[Row]:
    for event in commit.events:
        if isinstance(event, HandBegan):
            for member in event.members:
                yield commit.guild, member, commit.table.id, event.hand


def _purse_lines(commit: Commit) -> Iterator[Row]:
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
        kind = commit.table.rules.table
        yield commit.guild, kind, event.member, what, event.chips, commit.move.at


def _runs(commit: Commit) -> Iterator[Row]:
    """A run scores also when its table is closed early; without a hand it has no standing."""
    table = commit.table
    ended = any(isinstance(event, SessionEnded) for event in commit.events)
    if not (ended and table.rules.ends == "broke" and is_ranked(table.rules)):
        return
    for line in table.standings:
        yield commit.guild, line.member, line.peak, line.rounds, commit.move.at
