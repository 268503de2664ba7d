"""`bot run` that gives whoever is asked half a second more after an absence, not half a minute.

For `tests.e2e.kills`: where clocks must run out, its processes would never live long enough.
"""

import sys

from bot import livetable
from bot.__main__ import main

GRACE = 500  # ms

if __name__ == "__main__":
    livetable.GRACE = GRACE
    sys.exit(main())
