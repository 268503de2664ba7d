"""`python -m tests.e2e.bad_days [WORD]`: lives through bad days of Discord and prints what came."""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from .days import ANSWERS, CONNECTIONS, EDITS, LIMITS, PLACES, live_alone

ROW = "{:<42} {:>9} {:>9} {:>7} {:>7}"


async def main(word: str) -> int:
    """The exit status: 1 when a day ended badly, too late, or with too many requests."""
    bad = 0
    print(ROW.format("fault", "requests", "seconds", "chips", "after"))
    for day in [*ANSWERS, *EDITS, LIMITS, *PLACES, *CONNECTIONS]:
        if word in day.fault:
            with TemporaryDirectory() as folder:
                try:
                    done = await live_alone(day, Path(folder))
                except Exception as error:
                    print(f"{day.fault:<42} FAILED: {error!r}", flush=True)
                    bad = 1
                    continue
            seconds = f"{done.seconds:.2f}"
            row = ROW.format(done.fault, done.requests, seconds, done.before, done.after)
            is_good = done.before == done.after and (
                done.seconds <= day.seconds and done.requests <= day.requests
            )
            print(row if is_good else f"{row}  TOO MUCH", flush=True)
            bad |= not is_good
    return bad


if __name__ == "__main__":
    sys.exit(asyncio.run(main(" ".join(sys.argv[1:]))))
