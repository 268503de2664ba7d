"""Everything that can be set from outside, read once. Nobody else reads the environment."""

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec
from dotenv import dotenv_values


class Settings(msgspec.Struct, frozen=True):
    token: str
    database_url: str
    api_base: str  # empty: Discord itself
    gateway: str
    log_level: str
    host_role: str  # members with a role of this name may host, besides Manage Server
    history_days: int | None = None  # None: history is kept for good


LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class BadSetting(Exception):
    """A setting that can't be used; the message says what to write instead."""


def load(environment: Mapping[str, str] = os.environ, file: Path = Path(".env")) -> Settings:
    """Settings from the environment, and from `.env` for what the environment leaves open."""
    try:
        given = {**dotenv_values(file), **environment}
    except UnicodeDecodeError:
        raise BadSetting(f"{file} is no UTF-8 text: save it as UTF-8 and start again.") from None

    def read(name: str, default: str = "") -> str:
        return (given.get(name) or default).strip()

    settings = Settings(
        token=read("DISCORD_TOKEN"),
        database_url=read("DATABASE_URL", "sqlite:///data/blackjack.db"),
        api_base=read("DISCORD_API_BASE").rstrip("/"),
        gateway=read("DISCORD_GATEWAY"),
        log_level=read("LOG_LEVEL", "INFO").upper(),
        host_role=read("HOST_ROLE", "Blackjack Host"),
        history_days=_days(read("HISTORY_DAYS")),
    )
    if settings.log_level not in LEVELS:
        raise BadSetting(f"LOG_LEVEL must be one of {', '.join(LEVELS)}.")
    if bool(settings.api_base) != bool(settings.gateway):
        raise BadSetting("Set both DISCORD_API_BASE and DISCORD_GATEWAY, or neither.")
    if settings.api_base and not settings.api_base.startswith(("http://", "https://")):
        raise BadSetting("DISCORD_API_BASE must begin with http:// or https://.")
    if settings.gateway and not settings.gateway.startswith(("ws://", "wss://")):
        raise BadSetting("DISCORD_GATEWAY must begin with ws:// or wss://.")
    return settings


def _days(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and int(text[:6]) >= 1 and len(text) <= 6):
        raise BadSetting("HISTORY_DAYS must be a whole number of days from 1 on, or empty.")
    return int(text)
