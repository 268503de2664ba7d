"""Everything that can be set from outside, read once. Nobody else reads the environment."""

import difflib
import io
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
from dotenv import dotenv_values
from dotenv.parser import parse_stream


class Stranger(NamedTuple):
    """A name that somebody set and that is no setting."""

    name: str
    meant: str  # the setting it was meant to be, by its looks; empty: none

    def __str__(self) -> str:
        if self.meant:
            return f"{self.name} is no setting and is not read: is {self.meant} meant?"
        return f"{self.name}, in .env, is no setting of this bot and is not read."


class Settings(msgspec.Struct, frozen=True):
    token: str
    database_url: str
    api_base: str  # empty: Discord itself
    gateway: str
    log_level: str
    host_role: str  # members with a role of this name may host, besides Manage Server
    history_days: int | None = None  # None: history is kept for good
    log_format: str = "text"
    metrics_port: int | None = None  # None: nobody can ask
    tables_per_server: int = 25  # and as many solo runs
    commands_per_minute: int = 30  # of a member
    presses_per_second: int = 5  # of a member, on and on; for a while it may be more
    strangers: tuple[Stranger, ...] = ()


LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMATS = ("text", "json")
LIKE, VERY_LIKE = 0.7, 0.85  # how much of a name must agree; the environment has names of others'


class BadSetting(Exception):
    """A setting that can't be used; the message says what to write instead."""


def load(environment: Mapping[str, str] = os.environ, file: Path = Path(".env")) -> Settings:
    """Settings from the environment, and from `.env` for what the environment leaves open."""
    written = _written(file)
    given = {**written, **environment}
    known = []

    def read(name: str, default: str = "") -> str:
        known.append(name)
        said = (given.get(name) or default).strip()
        if "\n" in said:  # two open quotes look like one long value
            raise BadSetting(f"{name} goes over several lines: is a quote left open?")
        return said

    settings = Settings(
        token=read("DISCORD_TOKEN"),
        database_url=read("DATABASE_URL", "sqlite:///data/blackjack.db"),
        api_base=read("DISCORD_API_BASE").rstrip("/"),
        gateway=read("DISCORD_GATEWAY"),
        log_level=read("LOG_LEVEL", "INFO").upper(),
        host_role=read("HOST_ROLE", "Blackjack Host"),
        history_days=_number("HISTORY_DAYS", read("HISTORY_DAYS"), 999_999),
        log_format=read("LOG_FORMAT", "text").lower(),
        metrics_port=_number("METRICS_PORT", read("METRICS_PORT"), 65_535),
        tables_per_server=_number("TABLES_PER_SERVER", read("TABLES_PER_SERVER"), 1_000) or 25,
        commands_per_minute=_number("COMMANDS_PER_MINUTE", read("COMMANDS_PER_MINUTE"), 10_000)
        or 30,
        presses_per_second=_number("PRESSES_PER_SECOND", read("PRESSES_PER_SECOND"), 1_000) or 5,
    )
    settings = msgspec.structs.replace(
        settings, strangers=tuple(_strangers(written, environment, known))
    )
    if settings.log_level not in LEVELS:
        raise BadSetting(f"LOG_LEVEL must be one of {', '.join(LEVELS)}.")
    if settings.log_format not in FORMATS:
        raise BadSetting(f"LOG_FORMAT must be one of {', '.join(FORMATS)}.")
    if bool(settings.api_base) != bool(settings.gateway):
        raise BadSetting("Set both DISCORD_API_BASE and DISCORD_GATEWAY, or neither.")
    if settings.api_base and not settings.api_base.startswith(("http://", "https://")):
        raise BadSetting("DISCORD_API_BASE must begin with http:// or https://.")
    if settings.gateway and not settings.gateway.startswith(("ws://", "wss://")):
        raise BadSetting("DISCORD_GATEWAY must begin with ws:// or wss://.")
    return settings


def _written(file: Path) -> dict[str, str | None]:
    """What `.env` says; nothing where there is none."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError:
        raise BadSetting(f"{file} is no UTF-8 text: save it as UTF-8 and start again.") from None
    except OSError as error:
        raise BadSetting(f"{file} can't be read: {error.strerror}.") from None
    for binding in parse_stream(io.StringIO(text)):
        if binding.error:
            first, said = binding.original.line, binding.original.string
            blank = said[: len(said) - len(said.lstrip())].count("\n")
            raise BadSetting(
                f"{file}, line {first + blank}, can't be read as NAME=value: is a quote left open?"
            )
    return dotenv_values(stream=io.StringIO(text))


def _strangers(
    written: Mapping[str, object], environment: Mapping[str, str], known: list[str]
) -> Iterator[Stranger]:
    for name in dict.fromkeys([*written, *environment]):
        like = LIKE if name in written else VERY_LIKE
        meant = "".join(difflib.get_close_matches(name.upper(), known, 1, like))
        if name not in known and (meant or name in written):
            yield Stranger(name, meant)


def _number(name: str, text: str, most: int) -> int | None:
    """None for an empty setting."""
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 9 and 1 <= int(text) <= most):
        raise BadSetting(f"{name} must be a whole number from 1 to {most}, or empty.")
    return int(text)
