"""Old history goes, from its beginning, in steps that end where a hand was dealt.

    the moves up to a checkpoint are deleted, and their ledger and purse lines with them
    what these lines had moved is carried (`carried`, `purse_carried`: triggers see to it)
    the hash of the last deleted move is kept: the first kept one is still tied to it

So the chain, the ledger and the replay of a pruned table hold as before; `check` sees to that.

A hand stays for as long as its end is young enough, and one hand more before it: a hand's bets are
placed before its deal, while the last hand is still shown. Tables keep the last hands they played,
however long ago; a closed one keeps only its last move, once that is old. Saved states, balances,
purses and best runs are never pruned. The presses of deleted moves are forgotten: Discord lets
nobody press again after a day.
"""

import contextlib
import itertools
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from .file import read_only
from .transaction import Writes

STEP = 200  # moves that go in one transaction, unless a single hand has more
PAUSE = 0.05  # seconds between two of them: the disk belongs to play

_TABLES = "SELECT id, seq, closed FROM saved_table ORDER BY id"
_KEPT = "SELECT min(seq) FROM move WHERE table_id = ?"
_AT = "SELECT at FROM move WHERE table_id = ? AND seq = ?"
_DEALS = """
SELECT seq, at FROM hand JOIN move USING (table_id, seq) WHERE table_id = ? ORDER BY seq
"""

_CHECKPOINT = """
INSERT INTO chain_start (table_id, pruned, seq, hash)
SELECT table_id, seq, seq, coalesce(hash, x'') FROM move WHERE table_id = ?1 AND seq = ?2
ON CONFLICT (table_id) DO UPDATE SET
    pruned = excluded.pruned,
    seq = max(seq, excluded.seq),
    hash = CASE WHEN excluded.seq > seq THEN excluded.hash ELSE hash END
"""
_DELETE = (
    "DELETE FROM transfer WHERE table_id = ?1 AND seq <= ?2",
    "DELETE FROM purse_line WHERE table_id = ?1 AND seq <= ?2",
    "DELETE FROM hand WHERE table_id = ?1 AND seq <= ?2",
    "DELETE FROM move WHERE table_id = ?1 AND seq <= ?2",
)


def checkpoints(path: Path, before: int) -> list[tuple[int, int, int]]:
    """What may go: (table, its last move that goes, how many moves these are), step by step.

    `before`: ms since 1970; whatever ended after it stays. On a connection of its own, which only
    reads, so that play need not wait while the file is searched.
    """
    with contextlib.closing(read_only(path)) as connection:
        return [
            (table, seq, count)
            for table, last, closed in connection.execute(_TABLES).fetchall()
            for seq, count in _steps(connection, table, last if closed else None, before)
        ]


def writes_of(table: int, seq: int) -> Writes:
    """All that deletes a table's moves up to `seq`, in one transaction."""
    return [(sql, [(table, seq)]) for sql in (_CHECKPOINT, *_DELETE)]


def _steps(
    connection: sqlite3.Connection, table: int, last: int | None, before: int
) -> Iterator[tuple[int, int]]:
    """`last`: the last move there will ever be, at a closed table."""
    ((first,),) = connection.execute(_KEPT, (table,))
    if first is None:
        return
    deals = connection.execute(_DEALS, (table,)).fetchall()
    ends = [seq - 1 for seq, at in deals if at < before][:-1]
    if last is not None and _is_old(connection, table, last, before):
        ends = [seq - 1 for seq, _ in deals] + [last - 1]
    kept = first - 1
    for end, after in itertools.zip_longest(ends, ends[1:]):
        if end > kept and (after is None or after - kept > STEP):
            yield end, end - kept
            kept = end


def _is_old(connection: sqlite3.Connection, table: int, seq: int, before: int) -> bool:
    ((at,),) = connection.execute(_AT, (table, seq))
    return bool(at < before)
