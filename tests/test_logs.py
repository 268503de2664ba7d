"""The log as JSON: one object a line, with table and sequence where a line is about a table."""

import json
import logging
import re
import sys
from pathlib import Path
from typing import Any

import bot
from bot.logs import JsonLines, about


def line(message: str, *arguments: object, exc_info: Any = None) -> dict[str, Any]:
    record = logging.LogRecord("bot.x", logging.WARNING, "", 0, message, arguments, exc_info)
    text = JsonLines().format(record)
    assert "\n" not in text
    found: dict[str, Any] = json.loads(text)
    return found


def test_a_line_holds_time_level_logger_and_message() -> None:
    found = line("disconnected: %r", OSError("no way\nout"))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", found.pop("time"))
    assert found == {
        "level": "WARNING",
        "logger": "bot.x",
        "message": "disconnected: OSError('no way\\nout')",
    }


def test_table_and_sequence_are_fields_where_they_are_known() -> None:
    found = line("table %s, move %s: a bug", 7, 12)
    assert (found["table"], found["seq"], found["message"]) == (7, 12, "table 7, move 12: a bug")
    found = line("table %s: not saved: %s", 7, "full")
    assert found["table"] == 7
    assert "seq" not in found
    assert "table" not in line("table %s: not saved: %s", None, "full")
    assert "table" not in line("nothing of the kind")


def test_an_exception_stays_on_its_line() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        found = line("table %s, move %s: a bug", 7, 12, exc_info=sys.exc_info())
    assert "ValueError: two\nlines" in found["exception"]


def test_lines_about_a_table_begin_with_it_everywhere() -> None:
    """The convention that the fields rest on."""
    sources = Path(bot.__file__).parent.glob("**/*.py")
    logged = re.compile(r'log\.\w+\(\s*(?:logging\.\w+,\s*)?f?"([^"]*)"')
    messages = [m for path in sources for m in logged.findall(path.read_text("utf-8"))]
    lines = [message for message in messages if "table %s" in message]
    assert len(lines) >= 6
    for message in lines:
        assert re.match(r"table %s(, move %s)?: ", message), message
    record = logging.LogRecord("x", 20, "", 0, lines[0], (5, 6), None)
    assert about(record)["table"] == 5
