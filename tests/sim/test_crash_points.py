"""Killed before or after any call to store or Discord, a session ends as if nothing had been.

Here: every fifth point of a short session at the bank (split, double), and of a longer one at the
casino (insurance as well) some of those around COMMIT and requests that members see. Every point of
all of them, as CI does it: `python -m tests.sim --crash-points`.
"""

import pytest

from .crash_points import SESSIONS, Session, compare, session

TELLING = ("COMMIT", "callback", "messages")


def _ends_the_same(whole: Session, kind: str, seed: int, hands: int, points: list[int]) -> None:
    assert not whole.broken
    for point in points:
        difference = compare(whole, session(seed, kind, hands, point))
        assert not difference, f"killed {whole.steps[point - 1]} (point {point}): {difference}"


def test_the_sessions_have_what_is_worth_interrupting() -> None:
    log = "\n".join(line for one in SESSIONS for line in session(*one).log)
    for move in ("Join", "Bet", "Hit", "Double", "Split", "Insure", "TimeUp", "Leave"):
        assert f'"{move}"' in log


def test_a_session_at_the_bank_is_killed_all_along() -> None:
    seed, kind, hands = SESSIONS[0]
    whole = session(seed, kind, hands)
    points = list(range(1, len(whole.steps) + 1, 5))
    assert len(points) > 40
    _ends_the_same(whole, kind, seed, hands, points)


@pytest.mark.parametrize(("seed", "kind", "hands"), SESSIONS[1:])
def test_a_session_is_killed_where_it_matters(seed: int, kind: str, hands: int) -> None:
    whole = session(seed, kind, hands)
    names = enumerate(whole.steps, 1)
    points = [point for point, name in names if any(word in name for word in TELLING)]
    _ends_the_same(whole, kind, seed, hands, points[:: max(1, len(points) // 20)])
