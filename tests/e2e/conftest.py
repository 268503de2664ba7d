"""In every end-to-end test: whatever is logged as an error is one, no secret is ever said, and the
cards are the same at each run.

`E2E_SEED=7 python -m pytest tests/e2e` deals other cards: a test must hold with any.
"""

import gc
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from . import channel, taint


@pytest.fixture(autouse=True)
def no_luck(request: pytest.FixtureRequest) -> None:
    channel.CHANCE.seed(f"{os.environ.get('E2E_SEED', '')} {request.node.nodeid}")


@pytest.fixture(autouse=True)
def no_error_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Bugs, exceptions nobody retrieved, requests the local Discord does not know."""
    yield
    gc.collect()
    errors = [
        record.getMessage()
        for record in caplog.get_records("call")
        if record.levelname in ("ERROR", "CRITICAL") and record.name.startswith(("bot", "asyncio"))
    ]
    assert not errors


@pytest.fixture(autouse=True)
def no_secret_is_said(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> Iterator[None]:
    """Also in log lines that are written only when somebody asks for more of them."""
    caplog.set_level(logging.DEBUG, "bot")
    taint.STANDINS.clear()
    taint.PRINTED.clear()
    yield
    lines = map(logging.Formatter().format, caplog.get_records("call"))
    assert taint.scan(tmp_path, lines) == []
