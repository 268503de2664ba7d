"""What the log looks like: lines for people, or one JSON object a line for programs.

A line about a table begins `table %s` or `table %s, move %s`, everywhere in this program. So table
and sequence are read from a record's own arguments, and no call needs to say them twice.
"""

import json
import logging
from datetime import UTC, datetime
from typing import Any

import discord

_TABLE, _MOVE = "table %s", "table %s, move %s"


def set_up(level: str, form: str) -> None:
    """Everything from `level` on goes to standard error, as `form` says."""
    how: dict[str, Any] = {"formatter": JsonLines()} if form == "json" else {}
    discord.utils.setup_logging(level=logging.getLevelName(level), **how)


class JsonLines(logging.Formatter):
    """`time`, `level`, `logger`, `message`; where known `table`, `seq` and `exception`."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **about(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def about(record: logging.LogRecord) -> dict[str, int]:
    """Table and sequence of a record, as far as it has them."""
    message, arguments = str(record.msg), record.args
    if not message.startswith(_TABLE) or not isinstance(arguments, tuple):
        return {}
    keys = ("table", "seq") if message.startswith(_MOVE) else ("table",)
    return {k: n for k, n in zip(keys, arguments, strict=False) if isinstance(n, int)}
