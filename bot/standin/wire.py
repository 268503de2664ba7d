"""How things are written on the wire: compact JSON, ISO times, a loose alias for JSON objects."""

import json
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]


def encode(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def decode(text: str | bytes) -> Any:
    """JSON from outside. ValueError also for what could not be written out again to others: NaN,
    half of a surrogate pair, endless nesting."""
    try:
        value = json.loads(text)
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return value


def iso(ms: int) -> str:
    """Discord's time stamps: microseconds and an explicit offset."""
    moment = datetime.fromtimestamp(ms / 1000, UTC)
    return moment.isoformat(timespec="microseconds")
