"""`python -m bot doctor` against the local Discord: what is wrong is said, with what to do."""

import sqlite3
import time
from email.utils import formatdate
from pathlib import Path

import pytest

from bot import doctor
from bot.standin.permissions import Permission
from bot.standin.server import Standin
from bot.store.migrate import migrate

from .channel import GUILD, TOKEN, environment, local_discord
from .process import bot, discord_here, output_of, running


async def asked(standin: Standin, database: Path, **changed: str) -> tuple[int | None, str]:
    process = await bot("doctor", **{**environment(standin, database), **changed})
    printed = await output_of(process)
    assert TOKEN not in printed
    assert "Traceback" not in printed
    return process.returncode, printed


def wrongs(printed: str) -> list[str]:
    return [line for line in printed.splitlines() if line.startswith("WRONG")]


async def test_where_all_is_well_it_says_so_also_while_the_bot_runs(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    async with discord_here() as standin:
        status, printed = await asked(standin, database)
        assert (status, wrongs(printed)) == (0, []), printed
        assert "the first start makes it" in printed
        assert not database.exists(), "it only looks"
        async with running(standin, database) as process:
            status, printed = await asked(standin, database)
            assert (status, wrongs(printed)) == (0, []), printed
            for words in (
                "A bot is running with this database",
                "is up to date",
                "accepts the token: the bot is Blackjack",
                "client_id=1000000000000000001&scope=bot+applications.commands"
                "&permissions=274878024704",
                "clock agrees",
                "roles allow all it needs",
            ):
                assert words in printed
            assert process.returncode is None
        assert not standin.recorder.unknown_routes()


async def test_a_refused_token_and_missing_permissions_are_named(tmp_path: Path) -> None:
    async with discord_here() as standin:
        status, printed = await asked(standin, tmp_path / "a.db", DISCORD_TOKEN="wrong")
        assert status == 1
        assert "press Reset Token" in wrongs(printed)[0]
        guild = standin.world.guilds[str(GUILD)]
        for role in guild.roles.values():
            role.permissions &= ~int(Permission.EMBED_LINKS | Permission.SEND_MESSAGES_IN_THREADS)
        guild.name = "The \x1b[31mred\u202e room"
        status, printed = await asked(standin, tmp_path / "a.db")
        assert status == 1
        (line,) = wrongs(printed)
        assert "may not: Embed Links, Send Messages In Threads" in line
        assert "The [31mred room" in line, "nothing in a name steers the terminal"


async def test_without_a_token_or_with_a_bad_setting_it_says_what_to_write(tmp_path: Path) -> None:
    process = await bot("doctor", DATABASE_URL=f"sqlite:///{tmp_path / 'a.db'}")
    printed = await output_of(process)
    assert process.returncode == 1
    assert "There is no DISCORD_TOKEN" in wrongs(printed)[0]
    process = await bot("doctor", LOG_LEVEL="loud")
    printed = await output_of(process)
    assert process.returncode == 1
    assert "LOG_LEVEL must be one of" in wrongs(printed)[0]


async def test_an_unreachable_discord_and_a_damaged_file_are_told_together(tmp_path: Path) -> None:
    absent = local_discord()
    await absent.start()
    given = environment(absent, tmp_path / "a.db")
    await absent.stop()
    (tmp_path / "a.db").write_bytes(b"no database at all" * 400)
    (tmp_path / "a.db").chmod(0o600)
    process = await bot("doctor", **given)
    printed = await output_of(process)
    assert process.returncode == 1
    damaged, unreachable = wrongs(printed)
    assert "the file is damaged or no database" in damaged
    assert "Discord can't be reached" in unreachable


async def test_a_newer_database_is_named(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    url = f"sqlite:///{database}"
    await output_of(await bot("migrate", DATABASE_URL=url))
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO migration VALUES (9999, '9999_later', 'x', 'then')")
    connection.close()
    printed = await output_of(await bot("doctor", DATABASE_URL=url))
    assert "newer than this program" in wrongs(printed)[0]


def test_an_empty_an_edited_and_an_older_database_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.touch()
    found = doctor.contents(path)
    assert not found.is_well
    assert "a.db is empty" in found.sentence
    migrate(f"sqlite:///{path}")
    assert "is up to date" in doctor.contents(path).sentence
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM migration WHERE version > 1")
    older = doctor.contents(path)
    assert (older.is_well, "brings it up to date" in older.sentence) == (True, True)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE migration SET sha256 = 'x' WHERE version = 1")
    connection.close()
    assert not doctor.contents(path).is_well


@pytest.mark.parametrize(("seconds", "words"), [(0, ""), (90, "90 s ahead"), (-90, "90 s behind")])
def test_a_clock_that_differs_is_wrong(seconds: int, words: str) -> None:
    now = int(time.time())
    found = doctor.clocks(formatdate(now, usegmt=True), now + seconds)
    assert found.is_well is not bool(words)
    assert words in found.sentence


def test_a_missing_date_is_no_complaint() -> None:
    assert doctor.clocks("", time.time()).is_well


def test_old_pythons_and_full_disks_are_wrong() -> None:
    assert not doctor.python((3, 10, 2)).is_well
    assert not doctor.disk(Path("/"), 10 * 2**20).is_well
    assert doctor.disk(Path("/"), 10 * 2**30).is_well


def test_portal_settings_that_take_presses_away_are_wrong() -> None:
    about = {"interactions_endpoint_url": "https://x", "bot_require_code_grant": True}
    assert [finding.is_well for finding in doctor.application(about)] == [False, False]
    assert not list(doctor.application({"bot_require_code_grant": False}))
    assert [finding.is_well for finding in doctor.servers([])] == [False]
