"""A pytest plugin: every local Discord of the run writes its traffic to one file.

    python -m pytest -p tests.fidelity.recording tests/e2e      with RECORD_TRAFFIC=traffic.jsonl

It stands where `Standin` makes its own recorder, so neither the bot nor a test knows of it.
"""

import os
from pathlib import Path

import pytest

from bot.standin import server
from bot.standin.clock import Clock
from bot.standin.recorder import Recorder

VARIABLE = "RECORD_TRAFFIC"


def record_to(path: Path, patch: pytest.MonkeyPatch) -> None:
    """Local Discords made from now on append to `path`."""

    def recorder(clock: Clock, secret: str) -> Recorder:
        return Recorder(clock, secret, path)

    patch.setattr(server, "Recorder", recorder)


def pytest_configure() -> None:
    if path := os.environ.get(VARIABLE):
        record_to(Path(path), pytest.MonkeyPatch())
