"""`python -m tests.sim --seeds 200`: tell stories, and count what happened in them."""

import argparse
import sys
import time
from collections import Counter

from .steps import KINDS
from .story import End, shortest, tell


def main() -> int:
    options = _options()
    seeds = [options.seed] if options.seed is not None else None
    seeds = seeds or list(range(options.first, options.first + options.seeds))
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
    parser.add_argument("-v", dest="verbose", action="store_true", help="print all that happened")
    return parser.parse_args()


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


if __name__ == "__main__":
    sys.exit(main())
