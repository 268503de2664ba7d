"""A finished hand as one member played it, told from the events of its moves.

    played(dealt, log, member, at)   cards, choices, pay, chips before and after

Only hands that are over are told: what an event shows by then is no secret any more, and what none
shows (the double's last card of a round that came to nothing) stays None.
"""

from collections.abc import Sequence

import msgspec

from .events import (
    CardDealt,
    CardTurned,
    ChipsMoved,
    DealerCardDealt,
    EvenMoneyTaken,
    Event,
    FaceDownCardDealt,
    HandBegan,
    HandDoubled,
    HandFinished,
    HandSettled,
    HandSplit,
    HandStood,
    HandSurrendered,
    HoleCardDealt,
    HoleCardShown,
    InsuranceSettled,
    Insured,
    RoundVoided,
)
from .play import MINT
from .rules import HouseRules
from .table import Result, Table


class PlayedHand(msgspec.Struct, frozen=True):
    """`choices`: hit, stand, double, split, surrender, even_money; stand_clock and stand_left for
    a hand that was stood for the member."""

    cards: tuple[int | None, ...]
    choices: tuple[str, ...]
    stake: int  # doubling included
    result: Result | None  # None: the round was void
    net: int  # beyond the stake


class PlayedRound(msgspec.Struct, frozen=True):
    """All of a member's part in one hand of a table. Chips are the member's, bets included."""

    table: int
    rules: HouseRules
    hand: int  # its number at the table
    session: int
    of_session: int  # its number in the session
    at: int  # when it was over, ms since 1970
    dealer: tuple[int | None, ...]
    hands: tuple[PlayedHand, ...]  # left to right
    insurance: int | None  # chips; 0: declined, None: never answered
    insurance_net: int
    before: int
    after: int
    is_void: bool


def is_over(event: Event) -> bool:
    """Whether a hand of the table is over with this event, settled or void."""
    return isinstance(event, HandFinished | RoundVoided)


def played(dealt: Table, log: Sequence[Sequence[Event]], member: int, at: int) -> PlayedRound:
    """`dealt`: the table right after the move that dealt the hand. `log`: the events of that move
    and of all that followed, up to the one that ended the hand at the time `at`."""
    deal = _from_the_deal(log[0])
    telling = _Telling(member, _bet(dealt, member))
    for event in (event for events in (deal, *log[1:]) for event in events):
        telling.tell(event)
        if is_over(event):
            break
    # What the move that dealt left the member with, less all that it did to them after the deal.
    before = _held(dealt, member) - sum(_gain(event, member) for event in deal)
    return PlayedRound(
        table=dealt.id,
        rules=dealt.rules,
        hand=dealt.hand,
        session=dealt.session,
        of_session=dealt.hand - dealt.earlier,
        at=at,
        dealer=tuple(telling.dealer),
        hands=tuple(_told(hand) for hand in telling.hands),
        insurance=telling.insurance,
        insurance_net=telling.insurance_net,
        before=before,
        after=before + telling.won,
        is_void=telling.is_void,
    )


class _Hand(msgspec.Struct):
    stake: int
    cards: list[int | None] = []
    choices: list[str] = []
    owed: bool = True  # its next card comes with the deal, a split or a double: it is no hit
    result: Result | None = None
    net: int = 0


def _told(hand: _Hand) -> PlayedHand:
    return PlayedHand(
        tuple(hand.cards), tuple(hand.choices), hand.stake, hand.result, hand.net
    )  # fmt: skip


class _Telling:
    def __init__(self, member: int, bet: int) -> None:
        self._member = member
        self.dealer: list[int | None] = []
        self.hands = [_Hand(bet)]
        self.insurance: int | None = None
        self.insurance_net = 0
        self.won = 0  # from the house, what was lost to it taken off
        self.is_void = False

    def tell(self, event: Event) -> None:
        match event:
            case DealerCardDealt(card=card):
                self.dealer.append(card)
            case HoleCardDealt():
                self.dealer.append(None)
            case HoleCardShown(card=card):
                self.dealer[1] = card
            case RoundVoided():
                self.is_void = True
            case ChipsMoved() if MINT not in (event.source, event.target):
                self.won += _gain(event, self._member)
            case _ if getattr(event, "member", None) == self._member:
                self._of_the_member(event)

    def _of_the_member(self, event: Event) -> None:
        match event:
            case Insured(chips=chips):
                self.insurance = chips
            case InsuranceSettled(net=net):
                self.insurance_net = net
            case EvenMoneyTaken():
                self.hands[0].choices.append("even_money")
            case HandSplit(hand=n):
                self._split(n)
            case _ if hasattr(event, "hand"):
                self._of_the_hand(self.hands[event.hand], event)

    def _of_the_hand(self, hand: _Hand, event: Event) -> None:
        match event:
            case CardDealt(card=card):
                self._take(hand, card)
            case FaceDownCardDealt():
                self._take(hand, None)
            case CardTurned(card=card):
                hand.cards[-1] = card
            case HandDoubled():
                hand.stake *= 2
                hand.choices.append("double")
                hand.owed = True
            case HandStood(by=by):
                hand.choices.append("stand" if by == "member" else f"stand_{by}")
            case HandSurrendered():
                hand.choices.append("surrender")
            case HandSettled(result=result, stake=stake, net=net):
                hand.result, hand.stake, hand.net = Result(result), stake, net

    def _take(self, hand: _Hand, card: int | None) -> None:
        """Nobody says hit in the events: it is every card that nothing else explains."""
        if not hand.owed:
            hand.choices.append("hit")
        hand.cards.append(card)
        hand.owed = len(hand.cards) == 1

    def _split(self, n: int) -> None:
        hand = self.hands[n]
        twin = _Hand(hand.stake, [hand.cards.pop()], [*hand.choices, "split"])
        hand.choices.append("split")
        hand.owed = True
        self.hands.insert(n + 1, twin)


def _from_the_deal(events: Sequence[Event]) -> Sequence[Event]:
    """The move that deals did something before: the last bet, an absent seat freed."""
    return events[next(n for n, event in enumerate(events) if isinstance(event, HandBegan)) :]


def _gain(event: Event, member: int) -> int:
    """What the event brings the member, in front of them and in their bets together."""
    if not isinstance(event, ChipsMoved):
        return 0
    own = (f"chips:{member}", f"bet:{member}")
    return event.chips * ((event.target in own) - (event.source in own))


def _held(table: Table, member: int) -> int:
    seat = table.seat_of(member) or table.seat_away(member)
    return seat.chips + seat.at_risk if seat is not None else 0


def _bet(table: Table, member: int) -> int:
    seat = table.seat_of(member) or table.seat_away(member)
    return seat.last_bet if seat is not None else 0
