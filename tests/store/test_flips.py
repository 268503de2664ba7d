"""Bytes of the file that change by themselves: what `check` notices.

    python -m tests.store.test_flips 1000 [first seed]    counts it

SQLite's own checks see broken pages, not changed rows; that is what the chain is for.
"""

import asyncio
import random
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import NotSaved
from bot.store.audit import check_file

from .tables import save_five_tables

LOGGED = ("move", "transfer", "hand", "purse_line", "run", "saved_table", "balance", "purse")

Rows = dict[str, list[tuple[object, ...]]]


def compact(path: Path) -> None:
    """No page and no corner holds what was deleted: each byte of a row is there once."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA journal_mode = DELETE")


def logged(path: Path) -> Rows | None:
    """All that was logged, byte for byte; None when SQLite can't even read it."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.text_factory = bytes
            return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in LOGGED}
    except (sqlite3.Error, UnicodeDecodeError):  # the names of columns are text, too
        return None


def without_boards(rows: Rows | None) -> Rows | None:
    """Where a board's message is and how a run's owner was called may change: they are no history.

    So may the row numbers of the ledger: they only keep an order, and that is checked.
    """
    if rows is None:
        return None
    return {
        **{name: [row[1:] for row in rows[name]] for name in ("transfer", "purse_line", "move")},
        **{name: rows[name] for name in ("hand", "balance", "purse")},
        "run": [row[1:5] + row[6:] for row in rows["run"]],
        "saved_table": [row[:4] + row[5:] for row in rows["saved_table"]],
    }


def overwrite(path: Path, dice: random.Random) -> tuple[int, bytes]:
    """Some bytes anywhere in the file become others."""
    data = bytearray(path.read_bytes())
    at, length = dice.randrange(len(data)), dice.choice((1, 1, 4, 16, 64))
    old = bytes(data[at : at + length])
    new = bytes(byte ^ dice.randint(1, 255) for byte in old)
    data[at : at + length] = new
    path.write_bytes(data)
    return at, old


def notices(path: Path) -> bool:
    try:
        return bool(check_file(path).problems)
    except Exception:  # so damaged that there is no beginning: certainly noticed
        return True


def count(original: Path, folder: Path, seeds: range) -> tuple[int, int, list[int]]:
    """Overwrites noticed; those that changed what was logged; seeds of these that went unnoticed.

    The rest hit space that holds nothing, or what is no history.
    """
    copy = folder / "copy.db"
    before = without_boards(logged(original))
    seen, changed, missed = 0, 0, []
    for seed in seeds:
        shutil.copy(original, copy)
        for end in ("-wal", "-shm"):
            copy.with_name(copy.name + end).unlink(missing_ok=True)
        overwrite(copy, random.Random(seed))
        noticed = notices(copy)
        seen += noticed
        if without_boards(logged(copy)) != before:
            changed += 1
            if not noticed:
                missed.append(seed)
    return seen, changed, missed


def test_of_a_hundred_overwrites_none_that_changed_the_history_is_missed(
    played: Path, tmp_path: Path
) -> None:
    compact(played)
    seen, changed, missed = count(played, tmp_path, range(100))
    assert missed == []
    assert changed > 50, "most of the file is history"
    assert seen >= changed


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("move", "move"),
        ("move", "events"),
        ("move", "state_hash"),
        ("move", "hash"),
        ("transfer", "debit"),
        ("transfer", "credit"),
        ("transfer", "why"),
        ("hand", "state"),
        ("purse_line", "kind"),
        ("saved_table", "state"),
    ],
)
def test_one_flipped_bit_in_a_logged_row_is_always_noticed(
    played: Path, tmp_path: Path, table: str, column: str
) -> None:
    """A bit of the value itself, through SQLite: nothing but the chain can see that."""
    dice = random.Random(f"{table}.{column}")
    with closing(sqlite3.connect(played)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master") if name]
        for name in names:
            connection.execute(f"DROP TRIGGER IF EXISTS {name}")
        connection.commit()
        rowids = [row for (row,) in connection.execute(f"SELECT rowid FROM {table} ORDER BY 1")]
    assert not check_file(played).problems
    for row in dice.sample(rowids, min(8, len(rowids))):
        copy = shutil.copy(played, tmp_path / "copy.db")
        with closing(sqlite3.connect(copy)) as connection:
            connection.text_factory = bytes
            read = f"SELECT {column}, typeof({column}) FROM {table} WHERE rowid = ?"
            ((value, kind),) = connection.execute(read, (row,))
            flipped = bytearray(value)
            flipped[dice.randrange(len(value))] ^= 1 << dice.randrange(7)
            change = f"UPDATE {table} SET {column} = CAST(? AS {kind}) WHERE rowid = ?"
            connection.execute(change, (bytes(flipped), row))
            connection.commit()
        assert notices(Path(copy)), f"row {row}: {value!r} -> {bytes(flipped)!r}"


def test_sqlites_own_checks_would_not_have_noticed(played: Path) -> None:
    """Which is why there is a chain."""
    compact(played)
    with closing(sqlite3.connect(played)) as connection:
        (events,) = connection.execute("SELECT events FROM move WHERE id = 40").fetchone()
    data = played.read_bytes()
    at = data.index(events.encode()) + events.index("chips") if "chips" in events else None
    at = at or data.index(events.encode()) + len(events) // 2
    played.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    with closing(sqlite3.connect(played)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert notices(played)


def test_a_file_with_its_first_page_gone_is_refused_not_crashed_on(played: Path) -> None:
    data = played.read_bytes()
    played.write_bytes(bytes(4096) + data[4096:])
    with pytest.raises(NotSaved):
        check_file(played)


def main() -> None:
    many, first = (int(text) for text in [*sys.argv[1:], *["1000", "0"][len(sys.argv) - 1 :]])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "played.db"
        asyncio.run(save_five_tables(path))
        compact(path)
        seen, changed, missed = count(path, Path(folder), range(first, first + many))
    print(f"{many} overwrites: {seen} noticed; {changed} changed what was logged, of which")
    print(f"{len(missed)} went unnoticed{': seeds ' + str(missed) if missed else ''}.")


if __name__ == "__main__":
    main()
