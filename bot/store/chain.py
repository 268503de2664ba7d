"""The chain of a table's history: an overwritten row is noticed.

The hash of each move covers the hash before it and all that the move wrote: its line in the log,
its events, ledger lines, purse lines, ended runs, and the state it left. A move can then be neither
changed nor lost nor put elsewhere without its own hash, or the next one's, being another.

- The hash before is read in the transaction that writes the next one, from the row itself. A play
  that is refused or tried again can't leave a link behind, whoever writes in the same transaction.
- The state is covered by its own hash, which stays with the move: later the newest state only is
  there, and a replay can say after which move it differs.
- The name of an ended run is not covered: it is deleted when the run is no longer among the best.

Whoever can write to the file could compute the whole chain anew. It tells of damage and of careless
hands, not of its owner.
"""

import hashlib
from collections.abc import Sequence

import msgspec

from .transaction import Row


def hash_of(state: str) -> bytes:
    return hashlib.sha256(state.encode()).digest()


def content(
    guild: int,
    move: Row,
    state_hash: bytes,
    transfers: Sequence[Row],
    hands: Sequence[Row],
    purse_lines: Sequence[Row],
    runs: Sequence[Row],
) -> bytes:
    """The hash of all that a move wrote.

    `move`: table, seq, press, at, engine, move, events. The others without table and seq, in the
    order they were written: (hand, debit, credit, amount, why), (number, engine),
    (guild, kind, account, what, chips, at), (guild, account, score, rounds, at).
    """
    rows = (guild, move, state_hash, transfers, hands, purse_lines, runs)
    return hashlib.sha256(msgspec.json.encode(rows)).digest()


def link(previous: bytes | None, content: bytes) -> bytes:
    """The hash of a move, from that of the move before; there is none before the first."""
    return hashlib.sha256((previous or b"") + content).digest()
