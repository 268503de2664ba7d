"""What a press or a form wishes for: its id, who pressed, and what was typed -> a move.

Amounts that a button can't know because they differ from member to member (half of one's bet, the
bet of last time) are read off the table as the member sees it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..game.moves import (
    Bet,
    Cut,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Join,
    Leave,
    Move,
    NewSession,
    NextHand,
    PassCut,
    PassInsurance,
    Refused,
    SitOut,
    Split,
    Stand,
    Start,
    Surrender,
)
from ..game.table import Phase
from ..game.view import PublicSeat, PublicTable
from ..render.forms import PLACE, TEXT
from ..render.ids import PressId

_PLAIN = re.compile("[0-9]{1,13}")
_GROUPED = re.compile("[1-9][0-9]{0,2}([ ,.’'\u00a0\u202f])[0-9]{3}(?:\\1[0-9]{3}){0,3}")


@dataclass(frozen=True)
class Wish:
    press: PressId
    member: int  # account number
    view: Callable[[], PublicTable]  # as the member sees it; few wishes have to look
    typed: Mapping[str, str]  # field -> text, of a form
    purse: int | None  # chips the member owns, where members keep them

    @property
    def seat(self) -> PublicSeat:
        """The member's seat. Raises Refused for someone who has none."""
        view = self.view()
        for seat in view.seats:
            if seat.member == self.member:
                return seat
        if self.member in view.freed:
            raise Refused("seat_freed", rounds=view.rules.missed_rounds)
        if view.rules.is_solo and self.member != view.host:
            raise Refused("not_your_run", member=view.host)
        raise Refused("not_seated")

    def moves(self) -> list[Move]:
        """The move, or the two of Same bet at a result. Raises as `move` does.

        What that press answers is the question behind the next hand: if another member opened it
        just before, the bet alone is left to make. It takes no bet's place.
        """
        if self.press.move != "again":
            return [self.move()]
        bet = _bet(self, _repeated(self), self.press.decision + 1)
        view = self.view()
        is_open = view.phase is Phase.BETTING and view.decision == bet.decision
        if is_open and not self.seat.answered:
            return [bet]
        return [NextHand(self.member, self.press.decision), bet]

    def move(self) -> Move:
        """Raises Refused for what is typed wrong, and for a word that is no move."""
        make = _MOVES.get(self.press.move)
        if make is None:
            raise Refused("not_now")  # a word of our grammar that no button of ours says
        return make(self)


def amount(text: str) -> int:
    """Whole chips as typed; thousands may be set apart. Raises Refused for anything else.

    A comma or a point anywhere else is a fraction, and no bet.
    """
    typed = text.strip()
    if not (_PLAIN.fullmatch(typed) or _GROUPED.fullmatch(typed)):
        raise Refused("no_number", example=25)
    return int(re.sub(r"\D", "", typed))


def _plain(kind: Callable[[int, int], Move]) -> Callable[[Wish], Move]:
    """A move that is all said by who makes it and which question it answers."""
    return lambda wish: kind(wish.member, wish.press.decision)


def _bet(wish: Wish, chips: int, decision: int = 0) -> Bet:
    return Bet(wish.member, decision or wish.press.decision, chips, wish.purse)


def _repeated(wish: Wish) -> int:
    if not wish.seat.same_bet:
        raise Refused("no_same_bet")
    return wish.seat.same_bet


def _cut(wish: Wish) -> Move:
    place = wish.typed.get(PLACE, "").strip()
    text = wish.typed.get(TEXT, "")
    return Cut(wish.member, wish.press.decision, text, amount(place) if place else None)


_MOVES: dict[str, Callable[[Wish], Move]] = {
    "join": lambda wish: Join(wish.member, wish.purse),
    "leave": lambda wish: Leave(wish.member),
    "start": _plain(Start),
    "cutform": _cut,
    "nocut": _plain(PassCut),
    "bet": lambda wish: _bet(wish, int(wish.press.arg)),
    "betform": lambda wish: _bet(wish, amount(wish.typed.get(TEXT, ""))),
    "same": lambda wish: _bet(wish, _repeated(wish)),
    "sitout": _plain(SitOut),
    "insure": lambda wish: Insure(wish.member, wish.press.decision, wish.seat.bet // 2),
    "insureform": lambda wish: Insure(
        wish.member, wish.press.decision, amount(wish.typed.get(TEXT, ""))
    ),
    "noinsure": _plain(PassInsurance),
    "even": _plain(EvenMoney),
    "hit": _plain(Hit),
    "stand": _plain(Stand),
    "double": _plain(Double),
    "split": _plain(Split),
    "surrender": _plain(Surrender),
    "next": _plain(NextHand),
    "change": _plain(NextHand),
    "new": _plain(NewSession),
}
