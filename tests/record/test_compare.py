"""The comparison is quiet where nothing differs, and not blind where something does."""

import copy
from pathlib import Path

import pytest

from bot.record import compare, play_locally, transcript
from bot.record.compare import differences
from bot.record.transcript import Entry, Exchange, Heading
from bot.standin.faults import Fault
from bot.standin.ratelimits import RateLimits
from bot.standin.server import Standin
from tests.record.planted import GET, PLANTED, POST, TOGETHER, Change, plant


def test_two_recordings_of_the_same_discord_do_not_differ(
    there: list[Entry], here: list[Entry]
) -> None:
    assert differences(there, here) == []


@pytest.mark.parametrize(
    ("which", "change", "printed"),
    [planted[1:] for planted in PLANTED],
    ids=[planted[0] for planted in PLANTED],
)
def test_a_planted_difference_is_reported(
    there: list[Entry], here: list[Entry], which: str, change: Change, printed: str
) -> None:
    found = differences(plant(there, which, change), here)
    assert [line for line in found if printed in line], found


async def test_every_difference_of_one_transcript_is_printed(
    there: list[Entry], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "planted.jsonl"
    for _, which, change, _ in TOGETHER:
        there = plant(there, which, change)
    transcript.write(path, Heading("Discord", "2026-01-01"), there)
    assert await compare(path) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(TOGETHER) >= 12
    for words, _, _, printed in TOGETHER:
        assert [line for line in lines if printed in line], words
    assert lines[-1] == f"{len(lines) - 2} differences."


def test_a_difference_that_is_everywhere_is_one_line(there: list[Entry], here: list[Entry]) -> None:
    changed = copy.deepcopy(there)
    for entry in changed:
        if isinstance(entry, Exchange) and entry.route == GET:
            entry.status = 418
    found = [line for line in differences(changed, here) if "Discord 418, here 200" in line]
    assert len(found) == 1
    (line,) = [line for line in differences(changed, here) if "Discord 418, here 404" in line]
    assert line.startswith("answer in private, touch what was deleted: ")


async def test_a_local_discord_that_fails_is_compared_to_the_end(there: list[Entry]) -> None:
    standin = Standin(rate_limits=RateLimits.observed())
    standin.faults.add(Fault("POST /channels/*/messages", status=403))
    found = "\n".join(differences(there, await play_locally(standin)))
    assert f"post a board: {POST}: status: Discord 200, here 403" in found
    assert "redraw as the answer, redraw through the token" in found
    assert "ask for nonsense" not in found
