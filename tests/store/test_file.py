"""One file, one owner, and a clear sentence when it can't be used."""

import asyncio
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import NotSaved, SchemaMismatch, StoreLocked, open_store
from bot.store.backup import back_up, restore
from bot.store.file import open_to_others, path_of
from bot.store.migrate import migrate
from bot.store.sqlite import SqliteStore

from .tables import Game, ask_writer

REPOSITORY = Path(__file__).resolve().parents[2]

OWNER = """
import asyncio, sys
from bot.store import open_store

async def main():
    await open_store(sys.argv[1]).open()
    print("open", flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""

LETTER = b"this is a letter, not a database" * 200


def start(path: Path, plays: int = 0) -> None:
    """Open a store in a loop of its own, save a few plays, and close it."""

    async def run() -> None:
        store = SqliteStore(path)
        await store.open()
        for play in Game(1).play(plays):
            await store.commit(play)
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///data/blackjack.db", "data/blackjack.db"),
        ("sqlite:////srv/blackjack.db", "/srv/blackjack.db"),
        ("sqlite:///C:/bot/blackjack.db", "C:/bot/blackjack.db"),
    ],
)
def test_an_address_names_a_file(url: str, path: str) -> None:
    assert path_of(url) == Path(path)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "data/blackjack.db",
        "sqlite:",
        "sqlite://",
        "sqlite:///",
        "sqlite://data/blackjack.db",
        "sqlite:///data/",
        "sqlite:///:memory:",
        "sqlite:///data/blackjack.db?mode=ro",
        "postgresql://localhost/blackjack",
    ],
)
def test_any_other_address_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(ValueError, match=r"^DATABASE_URL .*\.$"):
        open_store(url)


async def test_the_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "blackjack.db"
    store = open_store(f"sqlite:///{path}")
    await store.open()
    await store.close()
    assert path.is_file()


async def test_the_file_keeps_its_promises_to_the_letter(store: SqliteStore) -> None:
    assert await ask_writer(store, "PRAGMA journal_mode") == [("wal",)]
    assert await ask_writer(store, "PRAGMA synchronous") == [(2,)]  # FULL
    assert await ask_writer(store, "PRAGMA foreign_keys") == [(1,)]
    assert await ask_writer(store, "PRAGMA busy_timeout") == [(250,)]


async def test_who_reads_can_not_write(store: SqliteStore) -> None:
    with pytest.raises(NotSaved, match="read-only"):
        await store._read("DELETE FROM move")


async def test_a_second_store_in_this_process_is_refused(store: SqliteStore, path: Path) -> None:
    second = SqliteStore(path)
    with pytest.raises(StoreLocked, match=r"Another bot already plays with .*blackjack\.db"):
        await second.open()
    await second.close()
    await store.commit(Game(1).next())  # the owner did not notice


async def test_another_spelling_of_the_path_is_the_same_file(
    store: SqliteStore, path: Path
) -> None:
    with pytest.raises(StoreLocked):
        await SqliteStore(path.parent / ".." / path.parent.name / path.name).open()


async def test_a_migration_is_refused_while_a_bot_plays(store: SqliteStore, path: Path) -> None:
    with pytest.raises(StoreLocked):
        migrate(f"sqlite:///{path}")


async def test_a_closed_store_lets_the_next_one_in(store: SqliteStore, path: Path) -> None:
    await store.close()
    await store.close()
    second = SqliteStore(path)
    await second.open()
    await second.close()


def test_a_failed_start_lets_the_next_one_in(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(LETTER)
    with pytest.raises(NotSaved):
        start(path)
    path.unlink()
    start(path)


def test_a_second_process_is_refused_until_the_first_is_gone(path: Path) -> None:
    command = [sys.executable, "-c", OWNER, f"sqlite:///{path}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=REPOSITORY, text=True) as owner:
        try:
            assert owner.stdout is not None
            assert owner.stdout.readline() == "open\n"
            with pytest.raises(StoreLocked):
                start(path)
            second = subprocess.run(command, capture_output=True, cwd=REPOSITORY, text=True)
            assert second.returncode == 1
            assert "StoreLocked: Another bot already plays with" in second.stderr
        finally:
            owner.kill()
    start(path)


@pytest.mark.parametrize("content", [LETTER, b"SQLite"])
def test_a_file_that_is_no_database_names_the_way_back(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(NotSaved, match=r"damaged or no database .* last backup") as caught:
        start(path)
    assert str(path) in caught.value.why
    assert path.read_bytes() == content


def test_a_damaged_page_is_noticed_at_the_start(path: Path) -> None:
    start(path, plays=200)
    content = bytearray(path.read_bytes())
    for page in range(4096, len(content) - 4096, 3 * 4096):
        content[page : page + 200] = b"\xff" * 200
    path.write_bytes(content)
    with pytest.raises(NotSaved, match="damaged"):
        start(path)


def test_a_folder_in_the_place_of_the_file_is_refused(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(NotSaved, match="can't be used: the file can't be opened"):
        start(path)


def test_another_programs_database_is_not_touched(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE cookies (name)")
    content = path.read_bytes()
    with pytest.raises(SchemaMismatch, match="another program"):
        start(path)
    assert path.read_bytes() == content


READER = """
import os, sys
from tests.store.test_file import start
from pathlib import Path

start(Path(sys.argv[1]) / "warm" / "up.db")  # everything is imported: root may be left behind
if os.geteuid() == 0:
    os.setuid(65534)
start(Path(sys.argv[1]) / "data" / "blackjack.db")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="file modes are POSIX's")
@pytest.mark.parametrize(
    ("file", "folder", "about"),
    [(0o444, 0o777, "the database is read-only"), (0o666, 0o555, "can't be written to")],
)
def test_what_can_only_be_read_is_refused(file: int, folder: int, about: str) -> None:
    """In a process of its own that is not root, for whom nothing is read-only."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "data" / "blackjack.db"
        start(path)
        path.with_name(path.name + ".lock").unlink()
        Path(place).chmod(0o755)
        path.chmod(file)
        path.parent.chmod(folder)
        command = [sys.executable, "-c", READER, place]
        reader = subprocess.run(command, capture_output=True, cwd=REPOSITORY, text=True)
        path.parent.chmod(0o755)
    assert reader.returncode == 1
    assert about in reader.stderr.splitlines()[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="file modes are POSIX's")
async def test_nobody_but_its_owner_reads_the_database_or_what_is_made_from_it(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    """They hold seeds, and so every card still to come."""
    for play in Game(1).play(20):
        await store.commit(play)
    ends = {"", "-wal", "-shm", ".lock"}
    assert {file.name.removeprefix(path.name) for file in path.parent.iterdir()} == ends
    url = f"sqlite:///{path}"
    back_up(url, tmp_path / "copy.db")
    await store.close()
    restore(url, tmp_path / "copy.db")
    made = [*path.parent.iterdir(), tmp_path / "copy.db"]
    assert f"{path.name}.replaced-1" in {file.name for file in made}
    assert [file.name for file in made if file.stat().st_mode & 0o077] == []


@pytest.mark.skipif(sys.platform == "win32", reason="file modes are POSIX's")
def test_what_an_older_version_left_open_to_others_is_closed_at_the_start(
    path: Path,
) -> None:
    start(path, plays=2)
    aside = path.with_name(f"{path.name}.replaced-1")
    aside.write_bytes(b"")
    letter = path.with_name("letter.txt")
    letter.write_text("not ours")
    for file in (path, aside, letter, path.with_name(f"{path.name}.lock")):
        file.chmod(0o644)
    assert {file.name for file in open_to_others(path)} == {
        "blackjack.db", "blackjack.db.replaced-1", "blackjack.db.lock",
    }  # fmt: skip
    start(path)
    assert open_to_others(path) == []
    assert letter.stat().st_mode & 0o777 == 0o644


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="a folder in which there can be no file")
def test_a_lock_that_can_not_be_made_is_no_other_bot() -> None:
    with pytest.raises(NotSaved, match=r"/proc can't be written to: no x\.db\.lock can be made"):
        start(Path("/proc/x.db"))
