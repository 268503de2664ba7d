"""What a press is told that came too late, or that its member can't afford.

The game refuses with its own word for many presses at once. What was asked, what became of it, and
what to do now is known here, where the press and its table are.
"""

from ..game.moves import Refused
from ..game.table import Phase
from ..livetable import LiveTable
from ..render.ids import PressId

_LATE = {
    "cutform": "late_cut",
    **dict.fromkeys(
        ("bet", "betform", "betpanel", "chips", "allin", "clear", "custom", "same", "sitout"),
        "late_bet",
    ),
    **dict.fromkeys(
        ("insure", "insureother", "insureform", "noinsure", "even"), "late_insurance"
    ),
}  # fmt: skip

#: The private panel that was pressed has nothing left to offer: the sentence takes its place.
OVER = ("late_bet", "late_bet_reopened", "table_closed", "unknown_table")


def in_its_words(refused: Refused, press: PressId, table: LiveTable, member: int) -> Refused:
    """The refusal, said for this press. `member`: the account that pressed."""
    if refused.why == "decision_closed" and press.move in _LATE:
        return Refused(_late(press, table))
    if refused.why == "no_same_bet":
        return _too_poor(table, member) or refused
    return refused


def _late(press: PressId, table: LiveTable) -> str:
    why = _LATE[press.move]
    return "late_bet_reopened" if why == "late_bet" and table.phase is Phase.BETTING else why


def _too_poor(table: LiveTable, member: int) -> Refused | None:
    """Where a bet can't be repeated because not even the smallest could be made."""
    for seat in table.view().seats:
        if seat.member == member and seat.broke:
            return Refused("below_minimum", chips=seat.chips, least=table.rules.min_bet)
    return None
