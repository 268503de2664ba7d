"""Settings and the command line: what is refused says what to write instead."""

import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.client import covers
from bot.demo import forget
from bot.doctor import database, examine
from bot.settings import BadSetting, load
from bot.store import StoreLocked
from bot.store.file import own, path_of
from bot.store.migrate import migrate

NO_FILE = Path("no-such-file")


def test_everything_but_the_token_has_a_default() -> None:
    settings = load({}, NO_FILE)
    assert settings.token == ""
    assert settings.database_url == "sqlite:///data/blackjack.db"
    assert settings.log_level == "INFO"
    assert (settings.log_format, settings.metrics_port) == ("text", None)
    assert settings.tables_per_server == 25


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=from-file\nLOG_LEVEL=debug\n")
    settings = load({"DISCORD_TOKEN": "from-outside"}, file)
    assert (settings.token, settings.log_level) == ("from-outside", "DEBUG")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"LOG_LEVEL": "nonsense"}, "LOG_LEVEL must be one of"),
        ({"LOG_FORMAT": "xml"}, "LOG_FORMAT must be one of text, json"),
        ({"METRICS_PORT": "http"}, "METRICS_PORT must be a whole number from 1 to 65535, or empty"),
        ({"METRICS_PORT": "70000"}, "METRICS_PORT must be"),
        ({"METRICS_PORT": "٣"}, "METRICS_PORT must be"),
        ({"TABLES_PER_SERVER": "0"}, "TABLES_PER_SERVER must be a whole number from 1 to 1000"),
        ({"DISCORD_API_BASE": "http://here"}, "both DISCORD_API_BASE and DISCORD_GATEWAY"),
        ({"DISCORD_API_BASE": "nonsense", "DISCORD_GATEWAY": "ws://a"}, "begin with http"),
        ({"DISCORD_API_BASE": "http://a", "DISCORD_GATEWAY": "http://a"}, "begin with ws"),
    ],
)
def test_a_setting_that_can_not_be_used_says_why(given: dict[str, str], words: str) -> None:
    with pytest.raises(BadSetting, match=words):
        load(given, NO_FILE)


def test_an_env_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes("DISCORD_TOKEN=x".encode("utf-16"))
    with pytest.raises(BadSetting, match=r"\.env is no UTF-8 text"):
        load({}, file)


def test_an_env_file_that_is_there_and_can_not_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.mkdir()
    with pytest.raises(BadSetting, match=r"\.env can't be read: "):
        load({}, file)


def test_a_byte_order_mark_is_not_part_of_the_first_name(tmp_path: Path) -> None:
    """Some editors begin a text with one, and nobody sees it."""
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=abc\r\nLOG_LEVEL=DEBUG\r\n", encoding="utf-8-sig")
    settings = load({}, file)
    assert (settings.token, settings.log_level, settings.strangers) == ("abc", "DEBUG", ())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('# mine\n\nDISCORD_TOKEN="abc\nHOST_ROLE=x\n', r"\.env, line 3, can't be read"),
        ("DISCORD_TOKEN: abc\n", r"\.env, line 1, can't be read as NAME=value"),
        ('DISCORD_TOKEN="abc\nHOST_ROLE=x"\n', "DISCORD_TOKEN goes over several lines"),
    ],
)
def test_a_quote_left_open_is_named(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / ".env"
    file.write_text(text)
    with pytest.raises(BadSetting, match=f"{words}.*is a quote left open"):
        load({}, file)


def test_a_name_that_is_no_setting_is_kept_with_the_one_it_was_meant_to_be(tmp_path: Path) -> None:
    """In the environment only what looks very much like ours: it is full of others' names."""
    file = tmp_path / ".env"
    file.write_text("TABLES_PER_SERVR=3\ndiscord_token=x\nHISTORY_DAY=1\nCOMPOSE_PROFILES=a\n")
    environment = {"PATH": "x", "LOGLEVEL": "y", "HOSTNAME": "z", "HOST_ROLE": "a", "LANG": "C"}
    assert load(environment, file).strangers == (
        ("TABLES_PER_SERVR", "TABLES_PER_SERVER"),
        ("discord_token", "DISCORD_TOKEN"),
        ("HISTORY_DAY", "HISTORY_DAYS"),
        ("COMPOSE_PROFILES", ""),
        ("LOGLEVEL", "LOG_LEVEL"),
    )


async def test_the_doctor_names_what_was_misspelt_and_what_others_can_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / ".env").write_text("TABLES_PER_SERVR=3\nCOMPOSE_PROFILES=a\n")
    migrate("sqlite:///data/blackjack.db")
    (tmp_path / "data" / "blackjack.db").chmod(0o644)
    found = [finding async for finding in examine()]
    well = [finding.sentence for finding in found if finding.is_well]
    wrong = [finding.sentence for finding in found if not finding.is_well]
    assert "TABLES_PER_SERVR is no setting and is not read: is TABLES_PER_SERVER meant?" in wrong
    assert "COMPOSE_PROFILES, in .env, is no setting of this bot and is not read." in well
    if sys.platform != "win32":
        assert any("blackjack.db can be read by others" in sentence for sentence in wrong)


async def test_the_doctor_names_a_file_in_the_place_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a letter")
    (finding,) = database(f"sqlite:///{tmp_path}/data/deep/blackjack.db")
    assert not finding.is_well
    assert f"{tmp_path / 'data'} is a file" in finding.sentence


@pytest.mark.parametrize(
    "given", [{"DATABASE_URL": "postgres://x"}, {"LOG_LEVEL": "loud"}, {"HISTORY_DAYS": "ten"}]
)
@pytest.mark.parametrize("command", [["check"], ["migrate"], ["restore", "x.db"], ["run"]])
def test_any_setting_that_can_not_be_used_ends_with_status_2(
    command: list[str],
    given: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert main(command) == 2
    assert next(iter(given)) in capsys.readouterr().err


def test_env_example_names_every_setting() -> None:
    root = Path(__file__).parents[1]
    example = (root / ".env.example").read_text()
    source = (root / "bot" / "settings.py").read_text()
    names = {part.split('"')[0] for part in source.split('read("')[1:]}
    assert len(names) >= 6
    assert all(f"\n{name}=" in example for name in names)
    assert all(f"`{name}`" in (root / "README.md").read_text() for name in names)


def test_a_home_folder_is_a_home_folder() -> None:
    assert path_of("sqlite:///~/tables.db") == Path.home() / "tables.db"
    with pytest.raises(ValueError, match="not a file"):
        path_of("sqlite:///.")


@pytest.mark.parametrize("port", ["-1", "99999", "x"])
def test_a_port_that_is_none_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["demo", "--port", port])
    assert ended.value.code == 2
    assert "0 to 65535" in capsys.readouterr().err


def test_a_fresh_demo_never_deletes_tables_in_play(tmp_path: Path) -> None:
    database = tmp_path / "demo.db"
    database.write_text("tables")
    lock = own(database)
    with pytest.raises(StoreLocked):
        forget(database)
    assert database.exists()
    lock.release()
    forget(database)
    assert not database.exists()


@pytest.mark.parametrize(
    ("there", "wanted", "same"),
    [
        ({"a": 1, "id": "7"}, {"a": 1}, True),
        ({"a": 1}, {"a": 2}, False),
        ({"options": [{"name": "x"}]}, {"options": [{"name": "x", "required": False}]}, True),
        ({"options": [{"name": "x"}]}, {"options": []}, False),
        ({"integration_types": [0]}, {"integration_types": None}, True),
        ({"default_member_permissions": "32"}, {"default_member_permissions": None}, False),
        (None, {"name": "x"}, False),
    ],
)
def test_commands_are_registered_again_only_for_a_difference(
    there: object, wanted: object, same: bool
) -> None:
    assert covers(there, wanted) is same
