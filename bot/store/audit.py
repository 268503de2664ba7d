"""`bot check`: whether all that is kept fits together. Also the short look at every start.

- The file: SQLite's own checks, and rows that refer to rows.
- The chain (`chain`): no move was overwritten, lost, or put elsewhere.
- The ledger: lines sum to the balances, these to zero, and they are what the table holds.
- Replay (`history`): the moves, played again, give the same events and the saved state.
- Purses are the sum of their lines.

It only reads, one table at a time, and may do so while a bot plays. What an older program left is
copied, and the copy is brought up to date and looked at.
"""

import contextlib
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from bot.game.play import HOUSE, MINT, balances
from bot.game.table import ENGINE_VERSION, from_snapshot

from . import NotSaved, SchemaMismatch
from .chain import hash_of, link
from .file import copy, path_of, read_only, reason
from .history import Logged, Replay, history
from .migrate import is_current, update

ENDS = 16  # moves of each open table that are looked at before a start
MANY = 20  # problems that are named for one table

WAY_BACK = (
    "Stop the bot and put back the newest backup that is whole: python -m bot restore FILE. "
    "The file as it is now is kept beside it."
)

_OLDER = (
    "The file is of an older version of this program, so a copy of it was brought up to date and "
    "checked. The next start does the same to the file, or now: python -m bot migrate"
)

_TABLES = "SELECT id FROM saved_table UNION SELECT table_id FROM move ORDER BY 1"
_OPEN = "SELECT id FROM saved_table WHERE closed = 0 ORDER BY id"
_SAVED = "SELECT guild, channel, seq, closed, state FROM saved_table WHERE id = ?"
_START = "SELECT pruned, seq, hash FROM chain_start WHERE table_id = ?"
_HASH = "SELECT hash FROM move WHERE table_id = ? AND seq = ?"
_BALANCES = "SELECT account, chips FROM balance WHERE table_id = ?"
_CARRIED = "SELECT account, chips FROM carried WHERE table_id = ?"
_PURSES = """
WITH line AS (
    SELECT guild, kind, account, chips, given FROM purse_carried
    UNION ALL
    SELECT guild, kind, account,
        CASE what WHEN 'taken' THEN chips WHEN 'brought' THEN -chips ELSE 0 END,
        CASE what WHEN 'stake' THEN chips WHEN 'rebuy' THEN chips ELSE 0 END
    FROM purse_line
    UNION ALL
    SELECT guild, kind, account, -chips, -given FROM purse
)
SELECT guild, kind, account FROM line GROUP BY guild, kind, account
HAVING sum(chips) <> 0 OR sum(given) <> 0
"""
_REBUYS = """
SELECT guild, kind, account FROM purse JOIN (
    SELECT guild, kind, account, max(at) AS last FROM purse_line
    WHERE what = 'rebuy' GROUP BY guild, kind, account
) USING (guild, kind, account)
WHERE rebought_at IS NOT last
"""


class Report:
    """What was looked at, and a sentence for each thing that is wrong."""

    def __init__(self) -> None:
        self.tables = self.moves = self.unchained = self.transfers = self.replayed = 0
        self.is_older = False  # than this program: a copy that was brought up to date was checked
        self.problems: list[str] = []

    def __str__(self) -> str:
        if self.problems:
            return "\n".join([*self.problems, WAY_BACK])
        unchained = f", older than the chain: {self.unchained:,}" if self.unchained else ""
        well = (
            f"All is well. Tables: {self.tables:,}; moves: {self.moves:,} (played again: "
            f"{self.replayed:,}{unchained}); lines of the ledger: {self.transfers:,}."
        )
        return f"{well} {_OLDER}" if self.is_older else well


def check(url: str) -> Report:
    """Look at everything. Raises NotSaved or SchemaMismatch when it can't even begin."""
    return check_file(path_of(url))


def check_file(path: Path) -> Report:
    report = Report()
    with contextlib.closing(read_only(path)) as connection:
        report.is_older = not is_current(connection, path)
        report.problems += _the_file(connection)
        if not report.is_older:
            _all_it_holds(connection, report)
    if report.is_older and not report.problems:
        _brought_up_to_date(path, report)
    return report


def _brought_up_to_date(path: Path, report: Report) -> None:
    """What an older program left, as this one will find it after the next start."""
    with tempfile.TemporaryDirectory(prefix="blackjack-") as folder:  # which only we may enter
        private = Path(folder) / path.name
        copy(path, private)
        try:
            update(private)
        except (NotSaved, SchemaMismatch) as error:
            report.problems.append(f"{path} can't be brought up to date: {error}")
            return
        with contextlib.closing(read_only(private)) as connection:
            report.problems += _the_file(connection)
            _all_it_holds(connection, report)


def _all_it_holds(connection: sqlite3.Connection, report: Report) -> None:
    for table in _numbers(connection, _TABLES, report):
        with _one_moment(connection), _naming(f"Table {table}", report):
            report.problems += _first(_Audit(connection, table, report).whole())
    with _one_moment(connection), _naming("The purses", report):
        report.problems += _purses(connection)


def check_ends(path: Path) -> None:
    """Before a start: the newest moves of every table in play, and what it holds.

    Takes a third of a second for a thousand tables. Raises NotSaved with the way back.
    """
    report = Report()
    with contextlib.closing(read_only(path)) as connection:
        for table in _numbers(connection, _OPEN, report):
            with _naming(f"Table {table}", report):
                report.problems += _first(_Audit(connection, table, report).ends())
    if report.problems:
        raise NotSaved(
            f"The history in {path} is damaged, and the bot does not play on with it. "
            f"{report.problems[0]} All of it: python -m bot check. {WAY_BACK}"
        )


@contextlib.contextmanager
def _one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    """Reads inside see one state of the file, whatever is committed meanwhile."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.rollback()


@contextlib.contextmanager
def _naming(what: str, report: Report) -> Iterator[None]:
    """A damaged row may raise anything on its way through; whatever it is, it is a finding."""
    try:
        yield
    except Exception as error:
        report.problems.append(f"{what} can't be read: {reason(error)}.")


def _first(problems: Iterator[str]) -> list[str]:
    """One bad page can touch thousands of rows of a table."""
    return [problem for problem, _ in zip(problems, range(MANY), strict=False)]


def _numbers(connection: sqlite3.Connection, sql: str, report: Report) -> list[int]:
    with _naming("The list of tables", report):
        return [number for (number,) in connection.execute(sql)]
    return []


def _the_file(connection: sqlite3.Connection) -> Iterator[str]:
    try:
        for (found,) in connection.execute(f"PRAGMA integrity_check({MANY})"):
            if found != "ok":
                yield f"The file: {found}."
        for child, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
            yield f"The file: row {row} of {child} refers to nothing in {parent}."
    except sqlite3.Error as error:
        yield f"The file: {reason(error)}."


def _purses(connection: sqlite3.Connection) -> Iterator[str]:
    for guild, kind, account in connection.execute(_PURSES):
        yield f"The {kind} purse of account {account} in server {guild} is not what its lines say."
    for guild, kind, account in connection.execute(_REBUYS):
        yield f"Account {account} in server {guild}, {kind}: the last re-buy was at another time."


class _Start(NamedTuple):
    pruned: int = 0
    seq: int = 0
    hash: bytes = b""


class _Audit:
    """One table. Its methods yield a sentence for each problem."""

    def __init__(self, connection: sqlite3.Connection, table: int, report: Report) -> None:
        self._connection = connection
        self._table = table
        self._report = report
        self._saved = connection.execute(_SAVED, (table,)).fetchone()
        if self._saved is None:
            raise ValueError("it has moves, but is not there itself")
        self._guild, self._channel, self._seq, self._closed, self._state = self._saved
        self._start = _Start(*(connection.execute(_START, (table,)).fetchone() or ()))
        self._last: Logged | None = None

    def whole(self) -> Iterator[str]:
        replay = Replay()
        lines = Counter[str](dict(self._connection.execute(_CARRIED, (self._table,))))
        for logged in history(self._connection, self._table, self._start.pruned + 1):
            yield from self._links(logged, self._start.pruned + 1)
            yield from self._replays(replay, logged)
            for _, debit, credit, amount, _ in logged.transfers:
                lines[debit] -= amount
                lines[credit] += amount
            self._report.transfers += len(logged.transfers)
        self._report.tables += 1
        self._report.replayed += replay.played
        yield from self._end()
        yield from self._ledger(lines)
        if not replay.ends_as(self._state):
            yield f"Table {self._table}: its moves, played again, give another table."

    def ends(self) -> Iterator[str]:
        since = max(self._start.pruned + 1, self._seq - ENDS + 1)
        for logged in history(self._connection, self._table, since):
            yield from self._links(logged, since)
        yield from self._end()
        yield from self._holds(dict(self._connection.execute(_BALANCES, (self._table,))))

    def _links(self, logged: Logged, first: int) -> Iterator[str]:
        """The move follows the one before, and is what was written then."""
        expected = first if self._last is None else self._last.seq + 1
        if logged.seq != expected:
            yield f"Table {self._table}: move {expected} is missing."
        before, self._last = self._last, logged
        self._report.moves += 1
        if logged.seq <= self._start.seq:
            self._report.unchained += 1
            return
        if logged.seq == self._start.seq + 1:
            previous: bytes | None = self._start.hash
        else:
            previous = before.hash if before else self._hash_before(logged.seq)
        hash = link(previous, logged.content(self._guild, self._table))
        if hash != logged.hash or not logged.has_its_openings():
            yield f"Table {self._table}, move {logged.seq}: it is not what was written then."

    def _hash_before(self, seq: int) -> bytes | None:
        row = self._connection.execute(_HASH, (self._table, seq - 1)).fetchone()
        return row[0] if row else None

    def _replays(self, replay: Replay, logged: Logged) -> Iterator[str]:
        try:
            differs = replay.differs(logged)
        except Exception as error:  # a move that was overwritten can be refused, or be none
            differs = True
            replay.forget()
            why = f" ({error})"
        else:
            why = ""
        if differs:
            yield f"Table {self._table}, move {logged.seq}: played again, it differs{why}."

    def _end(self) -> Iterator[str]:
        """The saved state is the one the last move left."""
        seq = self._last.seq if self._last else None
        if seq != self._seq:
            yield f"Table {self._table}: its log ends at move {seq}, its state at {self._seq}."
        elif self._last and self._last.state_hash not in (None, hash_of(self._state)):
            yield f"Table {self._table}: its state is not the one that move {seq} left."

    def _ledger(self, lines: Counter[str]) -> Iterator[str]:
        booked = dict(self._connection.execute(_BALANCES, (self._table,)))
        for account in sorted(lines.keys() | booked.keys()):
            holds, says = booked.get(account, 0), lines[account]
            if holds != says:
                yield f"Table {self._table}: {account} holds {holds}, its lines say {says} chips."
        if off := sum(booked.values()):
            yield f"Table {self._table}: its ledger is off by {off} chips."
        yield from self._holds(booked)

    def _holds(self, booked: dict[str, int]) -> Iterator[str]:
        """What the ledger says is on the table, and the columns that repeat it are right too."""
        try:
            table = from_snapshot(self._state.encode())
        except msgspec.DecodeError as error:
            if self._last and self._last.engine == ENGINE_VERSION:
                yield f"Table {self._table}: its state can't be read: {error}."
            return  # else another version saved it; the store says so when it loads it
        held = {
            name: chips for name, chips in booked.items() if chips and name not in (MINT, HOUSE)
        }
        if held != balances(table):
            yield f"Table {self._table}: the ledger and the table disagree about who holds what."
        closed = int(table.phase.value == "closed")
        if (table.id, table.channel, closed) != (self._table, self._channel, self._closed):
            yield f"Table {self._table}: its number, channel or end was overwritten."
