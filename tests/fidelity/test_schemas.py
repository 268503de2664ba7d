"""What the bot and the local Discord say to each other, held against Discord's own schemas."""

from dataclasses import dataclass

import pytest

from bot.standin.wire import Json

from .conversation import record
from .judge import Report, exceptions, judge, missing, read, write
from .mistakes import MISTAKES, Mistake, name_of, planted

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


@dataclass
class Recorded:
    traffic: list[Json]
    report: Report  # on the traffic, and after it on each planted mistake


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    folder = tmp_path_factory.mktemp("fidelity")
    record(folder, folder / "traffic.jsonl")
    traffic = read(folder / "traffic.jsonl")
    wrong = [planted(mistake, traffic) for mistake in MISTAKES]
    write([*traffic, *wrong], folder / "all.jsonl")
    return Recorded(traffic, judge(folder / "all.jsonl"))


def test_a_conversation_is_as_discord_describes_it(recorded: Recorded) -> None:
    honest = range(len(recorded.traffic))
    assert [str(v) for v in recorded.report.violations if v.line in honest] == []


@pytest.mark.parametrize("number", range(len(MISTAKES)), ids=[m.words for m in MISTAKES])
def test_a_planted_mistake_is_named(recorded: Recorded, number: int) -> None:
    line = len(recorded.traffic) + number
    found = [v for v in recorded.report.violations if v.line == line]
    assert any(MISTAKES[number].named_by(v.path) for v in found), [str(v) for v in found]


def test_the_conversations_have_every_kind_of_interaction(recorded: Recorded) -> None:
    entries = [e for e in recorded.traffic if name_of(e) == "out INTERACTION_CREATE"]
    interactions = [entry["frame"]["d"] for entry in entries]
    pressed = {i["data"]["component_type"] for i in interactions if i["type"] == 3}
    assert {i["type"] for i in interactions} == {2, 3, 4, 5}
    assert {i["data"]["type"] for i in interactions if i["type"] == 2} == {1, 2, 3}
    assert pressed == {2, 3, 5, 6, 7, 8}


def test_every_exception_has_a_reason() -> None:
    assert all(len(exception.reason) > 20 for exception in exceptions())


def test_a_mistake_that_fits_nowhere_is_no_success(recorded: Recorded) -> None:
    nowhere = Mistake("nowhere", "GET /nowhere", "body", {}, lambda found: None, "*")
    with pytest.raises(LookupError, match="nowhere"):
        planted(nowhere, recorded.traffic)
