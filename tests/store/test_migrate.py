"""Numbered SQL: applied once, in order, whole or not at all."""

import asyncio
import hashlib
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import bot.store
from bot.game.table import Phase
from bot.store import NotSaved, SchemaMismatch
from bot.store.audit import check_file
from bot.store.migrate import FOLDER, migrate, migrations, statements, update
from bot.store.sqlite import SqliteStore

from .older import (
    a_database_before_the_chain,
    rows_before_members_had_hands,
    rows_before_the_chain,
)
from .tables import GUILD, Game

REPOSITORY = FOLDER.parent
NAMES = [migration.name for migration in migrations(FOLDER)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The migrations of the program, to be added to."""
    return Path(shutil.copytree(FOLDER, tmp_path / "migrations"))


@pytest.fixture
async def used(store: SqliteStore, path: Path) -> Path:
    """A database with something in it."""
    for play in Game(1).play(30):
        await store.commit(play)
    await store.close()
    return path


def add(folder: Path, sql: str, number: int = len(NAMES) + 1) -> str:
    name = f"{number:04}_test"
    (folder / f"{name}.sql").write_text(sql, encoding="utf-8")
    return name


def ask(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def test_a_new_database_gets_every_file_once(path: Path) -> None:
    url = f"sqlite:///{path}"
    assert migrate(url) == NAMES
    assert migrate(url) == []
    assert [name for (name,) in ask(path, "SELECT name FROM migration ORDER BY version")] == NAMES


def test_each_file_is_recorded_with_its_sum_and_time(path: Path) -> None:
    migrate(f"sqlite:///{path}")
    text = (FOLDER / "0001_tables.sql").read_text(encoding="utf-8")
    ((version, sha256, at),) = ask(
        path, "SELECT version, sha256, applied_at FROM migration WHERE name = '0001_tables'"
    )
    assert (version, sha256) == (1, hashlib.sha256(text.encode()).hexdigest())
    assert str(at).startswith("20")


def test_a_later_file_is_added_to_what_is_there(used: Path, folder: Path) -> None:
    name = add(folder, "ALTER TABLE person ADD COLUMN locale TEXT NOT NULL DEFAULT '';")
    assert update(used, folder) == [name]
    assert ask(used, "SELECT count(*) FROM move") == [(30,)]


async def test_a_database_of_the_first_version_keeps_all_it_has(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = tmp_path / "first"
    first.mkdir()
    shutil.copy(FOLDER / "0001_tables.sql", first)
    game = Game(1)
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.sqlite.update", lambda path: update(path, first))
        patch.setattr("bot.store.sqlite.check_ends", lambda path: None)
        patch.setattr("bot.store.sqlite.rows_of", rows_before_the_chain)
        old = SqliteStore(path)
        await old.open()
        for play in game.play(60):
            await old.commit(play)
        ada = await old.account(5, "Ada")
        before = await old.tables(), await old.moves(1), await old.ledger(1)
        await old.close()
    assert ask(path, "SELECT name FROM migration") == [("0001_tables",)]

    new = SqliteStore(path)
    await new.open()
    assert (await new.tables(), await new.moves(1), await new.ledger(1)) == before
    assert await new.people([ada.account]) == [ada]
    for play in game.play(60):
        await new.commit(play)
    assert await new.purse(GUILD, "bank", 1) is None
    assert await new.best_runs(GUILD) == []
    await new.close()

    report = check_file(path)  # the chain begins where the first version ended
    assert report.problems == []
    assert (report.moves, report.unchained) == (120, 60)
    # Its moves were another engine's: replays begin with the first hand after them.
    ((opening,),) = ask(path, "SELECT min(seq) FROM hand WHERE seq > 60")
    assert isinstance(opening, int)
    assert report.replayed == 120 - opening
    assert ask(path, "SELECT pruned, seq FROM chain_start") == [(0, 60)]
    assert ask(path, "SELECT min(seq), count(*) FROM move WHERE hash IS NOT NULL") == [(61, 60)]


def before(folder: Path, name: str) -> Path:
    """The migrations up to the one of that name, which is left out with all later ones."""
    (end,) = folder.glob(f"*_{name}.sql")
    for file in folder.glob("*.sql"):
        if file.name >= end.name:
            file.unlink()
    return folder


async def test_hands_dealt_before_there_was_a_list_of_them_are_found(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the one in play, which shows once it is over."""
    older = before(folder, "hands_of_members")
    game = Game(1)
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.sqlite.update", lambda path: update(path, older))
        patch.setattr("bot.store.sqlite.rows_of", rows_before_members_had_hands)
        old = SqliteStore(path)
        await old.open()
        while game.seq < 60 or game.table.phase is not Phase.PLAYING:
            await old.commit(game.next())
        await old.close()
    dealt = [seat.member for seat in game.table.seats if seat.hands]
    hand = game.table.hand

    new = SqliteStore(path)
    await new.open()
    told = await new.hands_of(GUILD, dealt[0], count=100)
    assert told
    assert all(played.hand < hand for played in told)
    while game.table.phase is Phase.PLAYING:
        await new.commit(game.next())
    assert (await new.hands_of(GUILD, dealt[0]))[0].hand == hand
    await new.close()


def test_a_newer_database_is_refused(used: Path, folder: Path) -> None:
    name = add(folder, "CREATE TABLE chat (line TEXT);")
    update(used, folder)
    with pytest.raises(SchemaMismatch, match=f"newer than this program: it has {name}"):
        update(used, FOLDER)


async def test_a_store_does_not_open_a_newer_database(used: Path, folder: Path) -> None:
    add(folder, "CREATE TABLE chat (line TEXT);")
    update(used, folder)
    with pytest.raises(SchemaMismatch):
        await SqliteStore(used).open()


def test_an_edited_file_is_refused(used: Path, folder: Path) -> None:
    file = folder / "0001_tables.sql"
    file.write_text(file.read_text(encoding="utf-8") + "-- a word more\n", encoding="utf-8")
    with pytest.raises(SchemaMismatch, match=r"0001_tables\.sql was edited"):
        update(used, folder)


def test_line_ends_of_a_checkout_are_no_edit(used: Path, folder: Path) -> None:
    file = folder / "0001_tables.sql"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert update(used, folder) == []


BROKEN = {
    "an unknown table": "INSERT INTO nowhere VALUES (1);",
    "an unfinished statement": "CREATE TRIGGER t AFTER INSERT ON move BEGIN SELECT 1;",
    "a commit of its own": "COMMIT; CREATE TABLE more (x);",
    "a savepoint": "SAVEPOINT here;",
    "rows without a parent": "UPDATE transfer_copy SET seq = 99;",
}


@pytest.mark.parametrize("sql", BROKEN.values(), ids=BROKEN)
def test_a_failed_migration_leaves_the_file_as_it_was(used: Path, folder: Path, sql: str) -> None:
    name = add(
        folder,
        "CREATE TABLE chat (line TEXT);\nDELETE FROM balance;\n"
        "CREATE TABLE transfer_copy (table_id INTEGER, seq INTEGER,"
        " FOREIGN KEY (table_id, seq) REFERENCES move (table_id, seq));\n"
        "INSERT INTO transfer_copy SELECT table_id, seq FROM transfer;\n" + sql,
    )
    before = used.read_bytes()
    with pytest.raises(NotSaved, match=f"migration {name} failed and was undone"):
        update(used, folder)
    assert used.read_bytes() == before
    assert update(used, FOLDER) == []


KILLED = """
import os, signal, sys
from pathlib import Path
from bot.store import migrate

def dying(sql, after=int(sys.argv[2])):
    for number, statement in enumerate(statements(sql)):
        if number == after:
            os.kill(os.getpid(), signal.SIGKILL)
        yield statement
    if number < after:  # all done, but not recorded and not committed
        os.kill(os.getpid(), signal.SIGKILL)

statements, migrate.statements = migrate.statements, dying
migrate.update(Path(sys.argv[1]))
"""

CHAINED = (FOLDER / "0003_chained_history.sql").read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX's")
@pytest.mark.parametrize("after", [1, 4, 8, 12, len(list(statements(CHAINED)))])
async def test_a_migration_that_is_killed_leaves_the_database_as_it_was(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """A real process dies between two statements of the real 0003, on a database in use."""
    await a_database_before_the_chain(path, tmp_path, monkeypatch)
    before = dump(path)
    command = [sys.executable, "-c", KILLED, str(path), str(after)]
    killed = await asyncio.to_thread(subprocess.run, command, cwd=REPOSITORY, timeout=60)
    assert killed.returncode == -signal.SIGKILL
    assert dump(path) == before
    assert update(path) == NAMES[2:]
    assert check_file(path).problems == []


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_the_corrected_file_succeeds_after_the_failed_one(used: Path, folder: Path) -> None:
    add(folder, "CREATE TABLE chat (line TEXT); CREATE TABLE chat (line TEXT);")
    with pytest.raises(NotSaved):
        update(used, folder)
    name = add(folder, "CREATE TABLE chat (line TEXT);")
    assert update(used, folder) == [name]


def test_files_before_a_failed_one_stay_applied(used: Path, folder: Path) -> None:
    name = add(folder, "CREATE TABLE chat (line TEXT);")
    add(folder, "CREATE TABLE chat (line TEXT);", len(NAMES) + 2)
    with pytest.raises(NotSaved):
        update(used, folder)
    assert ask(used, "SELECT name FROM migration ORDER BY version DESC LIMIT 1") == [(name,)]


def test_a_new_database_whose_first_file_fails_stays_empty(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir()
    folder = tmp_path / "broken"
    folder.mkdir()
    add(folder, "CREATE TABLE chat (line TEXT); SELECT nothing;", 1)
    with pytest.raises(NotSaved):
        update(path, folder)
    assert ask(path, "SELECT * FROM sqlite_master") == []


@pytest.mark.parametrize("name", ["0009_test.sql", "0001_twice.sql", "notes.sql", "2_more.sql"])
def test_files_out_of_order_are_refused(folder: Path, name: str) -> None:
    (folder / name).write_text("SELECT 1;", encoding="utf-8")
    with pytest.raises(SchemaMismatch):
        migrations(folder)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(SchemaMismatch, match=r"nothing is missing: the bot runs from"):
        migrations(tmp_path / "nothing")


def test_statements_end_where_sqlite_says() -> None:
    script = """
-- one; and a comment
CREATE TABLE a (x TEXT DEFAULT ';'); CREATE TABLE b (y);
CREATE TRIGGER t AFTER INSERT ON a BEGIN
    INSERT INTO b VALUES (1); INSERT INTO b VALUES (2);
END;
/* two; */ INSERT INTO a VALUES ('it''s; here')
-- the end"""
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in statements(script):
            connection.execute(statement)
        assert connection.execute("SELECT y FROM b").fetchall() == [(1,), (2,)]
        assert connection.execute("SELECT x FROM a").fetchall() == [("it's; here",)]


def test_the_folder_lies_beside_the_package() -> None:
    assert Path(bot.store.__file__).parents[2] / "migrations" == FOLDER
