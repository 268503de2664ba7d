"""How many rounds a second the game plays, beside other packages of PyPI. Run by hand:

    pip install -e '.[bench]'
    python -m tests.bench.bench_rounds [--rounds 1000] [--repeat 30]

Everybody plays in turn, a short stretch at a time, so that a machine that is busy elsewhere is busy
for all; the best stretch counts, and the median stands beside it. One seat, six decks, flat bets,
the basic-strategy chart. Ours goes through `bot.game.engine.apply` move by move, with every check,
chip and event of the casino table (what the others leave out: see `others`). The shoe is unsealed
and seeded; what sealing one costs has a line of its own. The last line says whether the game is
plain Python or compiled (see `compiled`).
"""

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial
from itertools import count

from bot.game import engine, shoe
from bot.game.events import Event
from bot.game.moves import Move
from bot.game.rules import CASINO
from bot.game.table import Table
from tests.game.sitting import Sitting

from .others import PLAYERS, Rounds

OURS = "this game"
WARM_UP = 500  # rounds


def ours() -> Rounds:
    sitting = Sitting(CASINO, seed=1)

    def play(rounds: int) -> None:
        for _ in range(rounds):
            sitting.round()

    return play


def players() -> tuple[dict[str, Rounds], list[str]]:
    """Who plays, and a sentence on each who can't."""
    able, missing = {OURS: ours()}, []
    for name, begin in PLAYERS.items():
        try:
            able[name] = begin()
        except ImportError as error:
            missing.append(f"{name} is left out: {error}. Install the extra “bench”.")
    return able, missing


def measure(able: dict[str, Rounds], rounds: int, repeat: int) -> dict[str, list[float]]:
    """Rounds a second of every stretch."""
    speeds: dict[str, list[float]] = {name: [] for name in able}
    for play in able.values():
        play(WARM_UP)
    for _ in range(repeat):
        for name, play in able.items():
            speeds[name].append(rounds / _seconds(partial(play, rounds)))
    return speeds


def report(speeds: dict[str, list[float]]) -> list[str]:
    """The table, with how many times as fast ours is."""
    best, median = max(speeds[OURS]), statistics.median(speeds[OURS])
    lines = [f"{'':>12}  {'best':>8}  {'median':>8}   rounds/s; ours is as fast, times"]
    for name, all_of_it in speeds.items():
        top, middle = max(all_of_it), statistics.median(all_of_it)
        ratio = "" if name == OURS else f"   {best / top:.2f} (median {median / middle:.2f})"
        lines.append(f"{name:>12}  {top:>8,.0f}  {middle:>8,.0f}{ratio}")
    return lines


def work_of_a_round(rounds: int) -> str:
    """Moves and events of a round of ours, shuffles included."""
    moves = events = 0

    def counted(table: Table, move: Move) -> list[Event]:
        nonlocal moves, events
        happened = engine.apply(table, move)
        moves, events = moves + 1, events + len(happened)
        return happened

    sitting = Sitting(CASINO, seed=1, engine=counted)
    for _ in range(rounds):
        sitting.round()
    return f"a round of ours: {moves / rounds:.1f} moves, {events / rounds:.1f} events"


def sealed(shoes: int, rounds: int) -> str:
    """What bj-fair-v1 adds: order and seals of a shoe of six decks, and per round played."""
    seeds = count(1)

    def seal() -> None:
        promised = shoe.committed(1, "bench", CASINO.decks, next(seeds).to_bytes(32, "big"))
        shoe.close(promised)
        promised.seal()

    a_shoe = min(_seconds(seal) for _ in range(shoes))
    sitting = Sitting(CASINO, seed=1, sealed=True)
    a_round = _seconds(lambda: [sitting.round() for _ in range(rounds)]) / rounds
    return (
        f"a sealed shoe (bj-fair-v1, six decks): {a_shoe * 1000:.2f} ms; "
        f"on sealed shoes ours plays {1 / a_round:,.0f} rounds/s"
    )


def how_it_runs() -> str:
    is_plain = engine.__file__.endswith(".py")
    return "the game is plain Python" if is_plain else "the game is compiled by mypyc"


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_rounds")
    parser.add_argument("--rounds", type=int, default=1000, help="a stretch")
    parser.add_argument("--repeat", type=int, default=30, help="stretches of each")
    asked = parser.parse_args()
    able, missing = players()
    lines = report(measure(able, asked.rounds, asked.repeat))
    lines += [work_of_a_round(asked.rounds), sealed(20, 5 * asked.rounds), *missing, how_it_runs()]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
