"""kill -9 at random moments; `python -m tests.e2e.kills` does it hundreds of times."""

import sys
from pathlib import Path

import pytest

from .kills import killed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")


async def test_nothing_answered_is_lost_whenever_the_process_is_killed(tmp_path: Path) -> None:
    done = await killed(4, "casino", seed=5, folder=tmp_path)
    assert done.kills == 4
    assert done.answered > 0
    assert done.before == done.after
