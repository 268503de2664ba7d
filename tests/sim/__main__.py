"""`python -m tests.sim --seeds 200`: tell stories, and count what happened in them."""

import argparse
import logging
import sys
import time
from collections import Counter

from .crash_points import SESSIONS, compare, session
from .steps import KINDS
from .story import End, shortest, tell


def main() -> int:
    options = _options()
    seeds = [options.seed] if options.seed is not None else None
    seeds = seeds or list(range(options.first, options.first + options.seeds))
    if options.crash_points:
        return _kill_everywhere()
    counts: Counter[str] = Counter()
    violations = 0
    began = time.process_time()
    for seed in seeds:
        end = tell(seed, options.only or range(options.steps), options.table)
        counts.update(end.counts)
        if options.verbose:
            print("\n".join(end.lines))
        if end.broken:
            violations += 1
            _report(end, options)
    print(f"{len(seeds)} seeds in {time.process_time() - began:.0f} s, {violations} violations")
    print(", ".join(f"{name} {number}" for name, number in sorted(counts.items())))
    return 1 if violations else 0


def _kill_everywhere() -> int:
    """Every crash point of every session."""
    logging.disable(logging.CRITICAL)
    bad = 0
    for seed, kind, hands in SESSIONS:
        whole = session(seed, kind, hands)
        for point, name in enumerate(whole.steps, 1):
            difference = compare(whole, session(seed, kind, hands, point))
            if difference:
                bad += 1
                print(f"{kind}, killed {name} (point {point}): {difference}")
        print(f"{kind}: {len(whole.steps)} points, {len(whole.log)} moves")
    print(f"{bad} sessions ended differently")
    return 1 if bad else 0


def _report(end: End, options: argparse.Namespace) -> None:
    print(f"seed {end.seed}: {end.broken}")
    if options.shrink:
        short = shortest(end, options.table, options.shrink)
        print(f"the shortest story: --seed {end.seed} --only {','.join(map(str, short.steps))}")
        print("\n".join(short.told))
        print(short.broken)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.sim", description=__doc__)
    parser.add_argument("--seeds", type=int, default=200, help="how many stories")
    parser.add_argument("--from", dest="first", type=int, default=1, help="the first seed")
    parser.add_argument("--seed", type=int, help="only this one")
    parser.add_argument("--steps", type=int, default=40, help="steps in a story")
    parser.add_argument("--only", type=_numbers, help="only these steps of it: 3,17,20")
    parser.add_argument("--table", choices=KINDS, help="only this house table")
    parser.add_argument("--shrink", type=float, default=60, help="seconds for the shortest story")
    parser.add_argument("--crash-points", action="store_true", help="kill sessions everywhere")
    parser.add_argument("-v", dest="verbose", action="store_true", help="print all that happened")
    return parser.parse_args()


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


if __name__ == "__main__":
    sys.exit(main())
