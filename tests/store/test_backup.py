"""A backup is whole while the bot plays, and the way back loses nothing it does not say."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.game.table import snapshot
from bot.store import NotSaved, SchemaMismatch, StoreLocked
from bot.store.audit import check_file
from bot.store.backup import back_up, restore
from bot.store.sqlite import SqliteStore

from .tables import Game


def url(path: Path) -> str:
    return f"sqlite:///{path}"


async def states(path: Path) -> list[tuple[int, bytes]]:
    store = SqliteStore(path)
    await store.open()
    found = [(saved.seq, snapshot(saved.table)) for saved in await store.tables()]
    await store.close()
    return found


def damage(path: Path) -> None:
    with closing(sqlite3.connect(path)) as vandal:
        vandal.execute("UPDATE move SET at = at + 1 WHERE table_id = 1 AND seq = 20")
        vandal.commit()


async def test_a_backup_made_while_the_bot_plays_is_whole(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    games = [Game(number) for number in range(1, 6)]
    for game in games:
        await store.commit(game.next())
    copies = [tmp_path / f"{number}.db" for number in range(4)]
    copying = asyncio.create_task(
        asyncio.to_thread(lambda: [back_up(url(path), copy) for copy in copies])
    )
    while not copying.done():
        await asyncio.gather(*(store.commit(game.next()) for game in games))
    assert [report.problems for report in await asyncio.wait_for(copying, 60)] == [[]] * 4
    ends = [sum(seq for seq, _ in await states(copy)) for copy in copies]
    assert ends == sorted(ends)
    assert sum(game.seq for game in games) >= ends[-1] >= 5


async def test_a_backup_holds_what_is_only_in_the_log_yet(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    game = Game(1)
    for play in game.play(30):
        await store.commit(play)
    assert path.with_name(path.name + "-wal").stat().st_size > 0
    back_up(url(path), tmp_path / "copy.db")
    assert await states(tmp_path / "copy.db") == [(30, snapshot(game.table))]


async def test_a_backup_is_one_plain_file(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    monkeypatch.setenv("DATABASE_URL", url(played))
    assert main(["backup", str(folder / "copy.db")]) == 0
    assert [file.name for file in folder.iterdir()] == ["copy.db"]
    moved = (folder / "copy.db").rename(tmp_path / "moved.db")  # as any file may be
    assert await states(moved) == await states(played)


def test_a_backup_replaces_nothing(played: Path, tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_text("a letter")
    with pytest.raises(NotSaved, match="is there already"):
        back_up(url(played), there)
    with pytest.raises(NotSaved, match="is there already"):
        back_up(url(played), played)
    assert there.read_text() == "a letter"


def test_a_backup_that_can_not_be_written_leaves_nothing(played: Path, tmp_path: Path) -> None:
    with pytest.raises(NotSaved, match=r"There is no folder .*nowhere: make it"):
        back_up(url(played), tmp_path / "nowhere" / "copy.db")
    with pytest.raises(NotSaved, match="There is no database"):
        back_up(url(tmp_path / "nothing.db"), tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


def test_a_backup_of_a_damaged_database_is_made_and_says_so(
    played: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    damage(played)
    monkeypatch.setenv("DATABASE_URL", url(played))
    assert main(["backup", str(tmp_path / "copy.db")]) == 1
    assert (tmp_path / "copy.db").is_file()
    assert "Table 1, move 20: it is not what was written then." in capsys.readouterr().out


async def test_the_way_back(
    played: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The moves since the backup are gone, and are still in the file that is kept beside it."""
    then = await states(played)
    copy = tmp_path / "copy.db"
    back_up(url(played), copy)
    store = SqliteStore(played)
    await store.open()
    await store.commit(Game(6).next())
    await store.close()
    after = await states(played)
    monkeypatch.setenv("DATABASE_URL", url(played))
    assert main(["restore", str(copy)]) == 0
    kept = played.with_name("blackjack.db.replaced-1")
    assert str(kept) in capsys.readouterr().out
    assert await states(played) == then
    assert await states(kept) == after
    assert check_file(played).problems == []
    assert copy.is_file()
    assert main(["restore", str(copy)]) == 0
    assert played.with_name("blackjack.db.replaced-2").is_file()


async def test_the_database_and_its_log_are_kept_when_a_crash_left_both(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    """A killed bot leaves moves in its -wal. They must not be played into the backup."""
    game = Game(1)
    for play in game.play(20):
        await store.commit(play)
    copy, crashed = tmp_path / "copy.db", tmp_path / "crashed" / "blackjack.db"
    back_up(url(path), copy)
    for play in game.play(20):
        await store.commit(play)
    crashed.parent.mkdir()
    for end in ("", "-wal"):
        there = path.with_name(path.name + end).read_bytes()
        crashed.with_name(crashed.name + end).write_bytes(there)
    aside = restore(url(crashed), copy).aside
    assert aside is not None
    assert await states(crashed) == [(20, state_in(copy))]
    assert (await states(aside))[0][0] == 40


def scribble_over(path: Path) -> None:
    path.write_bytes(b"not a database at all" * 1000)


def state_in(path: Path) -> bytes:
    with closing(sqlite3.connect(path)) as reader:
        ((state,),) = reader.execute("SELECT state FROM saved_table")
    return str(state).encode()


async def test_a_damaged_database_is_replaced_and_kept(played: Path, tmp_path: Path) -> None:
    then = await states(played)
    copy = tmp_path / "copy.db"
    back_up(url(played), copy)
    scribble_over(played)
    with pytest.raises(NotSaved, match="damaged"):
        await SqliteStore(played).open()
    aside = restore(url(played), copy).aside
    assert aside is not None
    assert aside.read_bytes().startswith(b"not a database")
    assert await states(played) == then


async def test_a_database_that_is_gone_comes_back(played: Path, tmp_path: Path) -> None:
    then = await states(played)
    copy = tmp_path / "copy.db"
    back_up(url(played), copy)
    elsewhere = tmp_path / "elsewhere" / "blackjack.db"
    assert restore(url(elsewhere), copy) == (None, False)
    assert await states(elsewhere) == then


async def test_nothing_is_restored_while_the_bot_plays(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    await store.commit(Game(1).next())
    back_up(url(path), tmp_path / "copy.db")
    with pytest.raises(StoreLocked):
        restore(url(path), tmp_path / "copy.db")
    await store.commit(Game(2).next())


def test_what_is_not_whole_is_not_restored(played: Path, tmp_path: Path) -> None:
    before = played.read_bytes()
    copy, letter = tmp_path / "copy.db", tmp_path / "letter.db"
    back_up(url(played), copy)
    damage(copy)
    letter.write_bytes(b"this is a letter" * 400)
    with pytest.raises(NotSaved, match=r"is not whole, and nothing was changed.*move 20"):
        restore(url(played), copy)
    with pytest.raises(NotSaved):
        restore(url(played), letter)
    with pytest.raises(NotSaved, match="is the database itself"):
        restore(url(played), played)
    with pytest.raises(NotSaved, match="There is no database"):
        restore(url(played), tmp_path / "nothing.db")
    assert played.read_bytes() == before
    assert [file.name for file in played.parent.iterdir() if "replaced" in file.name] == []


def test_a_backup_of_a_newer_program_is_refused(played: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    back_up(url(played), copy)
    with closing(sqlite3.connect(copy)) as newer:
        newer.execute("INSERT INTO migration VALUES (99, '0099_later', 'x', 'then')")
        newer.commit()
    with pytest.raises(SchemaMismatch, match="newer than this program"):
        restore(url(played), copy)
