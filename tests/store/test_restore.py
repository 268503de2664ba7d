"""What becomes the database is looked at first: older files in a copy, others' files not at all."""

import errno
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import NotSaved
from bot.store.audit import check_file
from bot.store.backup import back_up, restore
from bot.store.migrate import update

from .older import NAMES, a_database_before_the_chain


def url(path: Path) -> str:
    return f"sqlite:///{path}"


@pytest.fixture
async def older(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database of the second version, with sixty moves."""
    path = tmp_path / "older.db"
    await a_database_before_the_chain(path, tmp_path, monkeypatch)
    return path


def test_what_an_older_program_left_is_brought_up_to_date_in_a_copy_and_checked(
    older: Path,
) -> None:
    before = older.read_bytes()
    report = check_file(older)
    assert (report.is_older, report.problems, report.moves) == (True, [], 60)
    assert "moves: 60" in str(report)
    assert "of an older version" in str(report)
    assert older.read_bytes() == before


def test_a_backup_of_an_older_program_is_restored_and_said_to_be_older(
    played: Path,
    older: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As before an upgrade. It stays as it is; the next start brings it up to date."""
    monkeypatch.setenv("DATABASE_URL", url(older))
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    monkeypatch.setenv("DATABASE_URL", url(played))
    assert main(["restore", str(tmp_path / "copy.db")]) == 0
    assert "It is of an older version of this program" in capsys.readouterr().out
    assert update(played) == NAMES[2:]
    assert check_file(played).moves == 60


def test_a_backup_of_an_older_program_that_is_not_whole_is_refused(
    played: Path, older: Path
) -> None:
    before = played.read_bytes()
    with closing(sqlite3.connect(older)) as vandal:
        vandal.execute("UPDATE balance SET chips = chips + 1 WHERE account = 'bank'")
        vandal.commit()
    with pytest.raises(
        NotSaved, match=r"older\.db is not whole, and nothing was changed.*bank holds"
    ):
        restore(url(played), older)
    with closing(sqlite3.connect(older)) as vandal:
        vandal.execute("CREATE TABLE chain_start (mine)")
        vandal.commit()
    with pytest.raises(NotSaved, match=r"can't be brought up to date.*chain_start already exists"):
        restore(url(played), older)
    assert played.read_bytes() == before


def nothing(path: Path) -> None:
    path.touch()


def a_database_without_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 7")


def another_programs(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE cookies (name)")


def another_programs_with_migrations(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE migration (id)")


def a_letter(path: Path) -> None:
    path.write_bytes(b"this is a letter" * 400)


def a_short_letter(path: Path) -> None:
    path.write_bytes(b"hello")


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (nothing, "is empty"),
        (a_database_without_tables, "is empty"),
        (another_programs, "belongs to another program"),
        (another_programs_with_migrations, "belongs to another program"),
        (a_letter, "can't be read: the file is damaged or no database"),
        (a_short_letter, "can't be read: the file is damaged or no database"),
    ],
)
def test_a_file_that_is_no_database_of_ours_is_refused_by_name(
    played: Path,
    tmp_path: Path,
    write: Callable[[Path], None],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """By `restore`, which changes nothing, and by `check` and `backup` where it is the database."""
    before, strange = played.read_bytes(), tmp_path / "strange.db"
    write(strange)
    monkeypatch.setenv("DATABASE_URL", url(played))
    assert main(["restore", str(strange)]) == 1
    assert f"strange.db {words}" in capsys.readouterr().err
    assert played.read_bytes() == before
    monkeypatch.setenv("DATABASE_URL", url(strange))
    for command in (["check"], ["backup", str(tmp_path / "copy.db")]):
        assert main(command) == 1
        assert words.split(": ")[-1] in capsys.readouterr().err
    assert not list(tmp_path.glob("copy*"))


def test_a_backup_that_was_cut_short_is_named(played: Path, tmp_path: Path) -> None:
    back_up(url(played), tmp_path / "copy.db")
    whole = (tmp_path / "copy.db").read_bytes()
    for most in (100, 4096, len(whole) // 2, len(whole) - 1):
        (tmp_path / "short.db").write_bytes(whole[:most])
        with pytest.raises(NotSaved, match=r"short\.db"):
            restore(url(played), tmp_path / "short.db")


def test_a_database_that_can_not_be_set_aside_is_not_replaced(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(url(played), tmp_path / "copy.db")
    before = played.read_bytes()

    def no_room(source: Path, target: Path) -> None:
        target.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("bot.store.backup.shutil.copyfile", no_room)
    with pytest.raises(NotSaved, match="was not replaced: No space left on device"):
        restore(url(played), tmp_path / "copy.db")
    assert played.read_bytes() == before
    assert {file.name for file in played.parent.iterdir()} <= {played.name, f"{played.name}.lock"}
