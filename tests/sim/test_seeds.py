"""Twenty stories keep every promise, and each of them can be told again to the letter."""

import pytest

from .story import shortest, tell

STORIES, STEPS = 20, 9  # `python -m tests.sim` tells more and longer ones


@pytest.mark.parametrize("first", [1])
def test_every_promise_is_kept(first: int) -> None:
    for seed in range(first, first + STORIES):
        end = tell(seed, range(STEPS))
        if end.broken:
            short = shortest(end, seconds=20)
            only = ",".join(map(str, short.steps))
            story = "\n".join(short.told)
            pytest.fail(f"{end.broken}\npython -m tests.sim --seed {seed} --only {only}\n{story}")


def test_a_seed_tells_the_same_story_twice() -> None:
    first, second = tell(7, range(12)), tell(7, range(12))
    assert first.lines == second.lines
    assert len(first.lines) > 100
