"""How much anyone may have of what costs others something: tables, commands, new chips.

Presses are bounded at each table's door (`casino.QUEUE`).
"""

from collections import OrderedDict
from collections.abc import Sequence

from .game.moves import Refused

DAY, HOUR = 86_400_000, 3_600_000  # ms
RUNS = 5  # solo runs in a channel; each is a message of its own
TABLES = 25  # in a server unless set otherwise, and as many solo runs
COMMANDS = ((5, 5.0), (30, 60.0))  # at most so many commands in so many seconds
MEMBERS = 4096  # whose commands are remembered; the longest silent is forgotten first


class Allowance:
    """What each member has left: buckets that fill up again, a drop at a time.

    A refused command takes nothing out, so waiting always helps. Whoever is forgotten has full
    buckets again; with so many members remembered that takes more members than it gains.
    """

    def __init__(
        self, rates: Sequence[tuple[int, float]] = COMMANDS, members: int = MEMBERS
    ) -> None:
        self._rates = rates
        self._most = members
        self._left: OrderedDict[int, tuple[float, list[float]]] = OrderedDict()

    def take(self, member: int, now: float) -> None:
        """One command at `now`, in seconds of any clock that never jumps. May raise Refused."""
        full = [float(most) for most, _ in self._rates]
        then, left = self._left.pop(member, (now, full))
        left = [
            min(most, drops + (now - then) * most / seconds)
            for drops, (most, seconds) in zip(left, self._rates, strict=True)
        ]
        may = min(left) >= 1
        self._left[member] = (now, [drops - 1 for drops in left] if may else left)
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        if not may:
            waits = ((1 - d) * s / most for d, (most, s) in zip(left, self._rates, strict=True))
            raise Refused("too_many_commands", seconds=max(1, -int(-max(waits) // 1)))


def may_rebuy(chips: int, least: int, rebought_at: int | None, now: int) -> None:
    """`chips` the member has anywhere, `least` the smallest bet, times in ms. May raise Refused."""
    if chips >= least:
        raise Refused("chips_elsewhere", chips=chips)
    if rebought_at is not None and now < rebought_at + DAY:
        raise Refused("rebuy_wait", hours=-(-(rebought_at + DAY - now) // HOUR))
