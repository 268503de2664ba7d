"""A pytest plugin: every local Discord of a run writes its traffic into one folder.

    RECORD_TRAFFIC=folder python -m pytest -p tests.fidelity.recording

It stands where `Standin` makes its own recorder, so neither the bot nor a test knows of it. The
traffic is kept apart by who is heard in it: `bot`, our bot as its members use it; `forged`, where a
test sends our bot what no Discord would; `clients`, bots of other libraries, which answer for
themselves; `others`, who may send the local Discord nonsense on purpose.
"""

import inspect
import os
import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from bot.standin import server
from bot.standin.clock import Clock
from bot.standin.recorder import Recorder

VARIABLE = "RECORD_TRAFFIC"
FORGED = ("*/test_forged.py::*", "*::test_what_cannot_be_read_ends_no_connection *")
FORGERS = re.compile(r"\b(?:forged|flung|forge)\(|interactions\.open\(")  # what a test forges with
OF_THE_BOT, OF_CLIENTS = "tests/e2e/*", "tests/fidelity/clients/*"

_forging: set[str] = set()  # names of tests that forge


def voice(test: str) -> str:
    """Who is heard in a test, from pytest's name of it."""
    if test.rpartition(" ")[0] in _forging or any(fnmatchcase(test, pattern) for pattern in FORGED):
        return "forged"
    if fnmatchcase(test, OF_CLIENTS):
        return "clients"
    return "bot" if fnmatchcase(test, OF_THE_BOT) else "others"


def record_to(path: Path, patch: pytest.MonkeyPatch) -> None:
    """Local Discords made from now on append to `path`."""
    patch.setattr(server, "Recorder", lambda clock, secret: Recorder(clock, secret, path))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that forges says so in its own words."""
    if isinstance(item, pytest.Function) and FORGERS.search(inspect.getsource(item.function)):
        _forging.add(item.nodeid)


def pytest_configure() -> None:
    if not (folder := os.environ.get(VARIABLE)):
        return

    def recorder(clock: Clock, secret: str) -> Recorder:
        test = os.environ.get("PYTEST_CURRENT_TEST", "")
        worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")  # each writes files of its own
        return Recorder(clock, secret, Path(folder) / f"{voice(test)}-{worker}.jsonl")

    pytest.MonkeyPatch().setattr(server, "Recorder", recorder)
