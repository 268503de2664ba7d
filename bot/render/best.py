"""The best solo runs of a server: under the end of a run, and as a card of their own."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.words import Words

from .names import clean

SHOWN = 5


class Best(NamedTuple):
    """One finished run. `name` as Discord gives it; `score` the most chips held."""

    name: str
    score: int
    rounds: int


def best_lines(best: Sequence[Best], words: Words) -> list[str]:
    """Best first, as they come; more than five are not shown."""
    return [
        words.say(
            "best_line",
            n=n,
            member=clean(run.name),
            score=words.count("chips", run.score),
            hands=words.count("hands", run.rounds),
        )
        for n, run in enumerate(best[:SHOWN], start=1)
    ]
