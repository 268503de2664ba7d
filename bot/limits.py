"""How much anyone may have of what costs others something: tables, commands, presses, new chips.

What a press costs grows with what is done about it: playing, a sentence, an acknowledgement, an
unread frame. So a storm at one table gets less and less, and costs the others next to nothing.
Moves that wait at a table's door are bounded there (`casino.QUEUE`).
"""

import math
from collections import OrderedDict
from collections.abc import Sequence

from .game.moves import Refused

DAY, HOUR = 86_400_000, 3_600_000  # ms
RUNS = 5  # solo runs in a channel; each is a message of its own
TABLES = 25  # in a server unless set otherwise, and as many solo runs
MEMBERS = 4096  # who are remembered; the longest silent is forgotten first


Rates = Sequence[tuple[int, float]]  # at most so many in so many seconds


def commands(a_minute: int) -> Rates:
    """Of a member; a sixth of a minute's commands may come at once."""
    return ((max(1, a_minute // 6), 5.0), (a_minute, 60.0))


def presses(a_second: int) -> Rates:
    """Of a member. More than these nobody means, so they are only acknowledged."""
    return ((8 * a_second, 8.0),)


def flood(a_second: int) -> Rates:
    """Of a member, where so many are meant: more are not even read."""
    return ((16 * a_second, 8.0),)


def crowd(a_second: int) -> Rates:
    """Of all members on one message: more are not read either."""
    return ((80 * a_second, 4.0),)


class Allowance:
    """What each member, or each message, has left: buckets that fill up again, a drop at a time.

    What is refused takes nothing out, so waiting always helps. Whoever is forgotten has full
    buckets again; with so many members remembered that takes more members than it gains.
    """

    def __init__(self, rates: Rates, members: int = MEMBERS) -> None:
        self._rates = rates
        self._most = members
        self._left: OrderedDict[int, tuple[float, list[float]]] = OrderedDict()

    def take(self, member: int, now: float) -> int:
        """One at `now`, in seconds of any clock that never jumps; the seconds to wait instead."""
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
        if may:
            return 0
        waits = ((1 - d) * s / most for d, (most, s) in zip(left, self._rates, strict=True))
        return max(1, math.ceil(max(waits)))


def may_rebuy(chips: int, least: int, rebought_at: int | None, now: int) -> None:
    """`chips` the member has anywhere, `least` the smallest bet, times in ms. May raise Refused."""
    if chips >= least:
        raise Refused("chips_elsewhere", chips=chips)
    if rebought_at is not None and now < rebought_at + DAY:
        raise Refused("rebuy_wait", hours=-(-(rebought_at + DAY - now) // HOUR))
