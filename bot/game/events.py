"""Events: what happened, in the past tense. The store books them; replaying moves makes them again.

None of them holds an undealt card; the hole card and a double's hidden card only once shown.
"""

import msgspec

from .rules import HouseRules


class Event(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, gc=False):
    """What happened. Events never hold an undealt card, and the hole card only once it is shown."""


class TableOpened(Event, frozen=True, gc=False):
    host: int
    commit: bytes


class MemberSeated(Event, frozen=True, gc=False):
    member: int
    place: int


class MemberLeft(Event, frozen=True, gc=False):
    member: int
    why: str  # left, kicked, missed_rounds


class HostChanged(Event, frozen=True, gc=False):
    host: int


class MemberReady(Event, frozen=True, gc=False):
    member: int


class SessionStarted(Event, frozen=True, gc=False):
    number: int


class ShuffleBegan(Event, frozen=True, gc=False):
    shoe: int
    commit: bytes


class CardsCut(Event, frozen=True, gc=False):
    member: int
    text: str


class ShoeOpened(Event, frozen=True, gc=False):
    """`seal` is seal_0 of the shoe, `next_commit` the commitment to the shoe after it."""

    shoe: int
    seal: bytes
    next_commit: bytes


class ShoeRevealed(Event, frozen=True, gc=False):
    """A shoe is out of play: its seed may be known."""

    shoe: int
    seed: bytes


class BettingOpened(Event, frozen=True, gc=False):
    hand: int


class BetPlaced(Event, frozen=True, gc=False):
    member: int
    chips: int


class SatOut(Event, frozen=True, gc=False):
    member: int


class RoundEmpty(Event, frozen=True, gc=False):
    hand: int


class HandBegan(Event, frozen=True, gc=False):
    hand: int
    members: tuple[int, ...]


class CardDealt(Event, frozen=True, gc=False):
    """`p` is the card's position in the shoe; `hand` counts the seat's hands from 0."""

    member: int
    hand: int
    card: int
    p: int


class FaceDownCardDealt(Event, frozen=True, gc=False):
    """The one card of a double that stays hidden until the settlement."""

    member: int
    hand: int
    p: int


class CardTurned(Event, frozen=True, gc=False):
    member: int
    hand: int
    card: int


class DealerCardDealt(Event, frozen=True, gc=False):
    card: int
    p: int


class HoleCardDealt(Event, frozen=True, gc=False):
    p: int


class HoleCardShown(Event, frozen=True, gc=False):
    card: int


class InsuranceOffered(Event, frozen=True, gc=False):
    members: tuple[int, ...]


class Insured(Event, frozen=True, gc=False):
    """`chips` 0: declined."""

    member: int
    chips: int


class EvenMoneyTaken(Event, frozen=True, gc=False):
    member: int


class InsuranceSettled(Event, frozen=True, gc=False):
    member: int
    net: int


class RoundVoided(Event, frozen=True, gc=False):
    """The shoe ran out in the middle of a hand: every stake went back."""

    hand: int


class CutCardPlaced(Event, frozen=True, gc=False):
    """After `p` cards the shoe is shuffled before the next betting."""

    shoe: int
    p: int


class DealerChecked(Event, frozen=True, gc=False):
    natural: bool


class HandSplit(Event, frozen=True, gc=False):
    member: int
    hand: int


class HandDoubled(Event, frozen=True, gc=False):
    member: int
    hand: int


class HandStood(Event, frozen=True, gc=False):
    """`by`: member, clock, left (the member left or the table closed)."""

    member: int
    hand: int
    by: str


class HandSurrendered(Event, frozen=True, gc=False):
    member: int
    hand: int


class HandSettled(Event, frozen=True, gc=False):
    """`net`: what the hand won (+) or lost (−) beyond its own stake."""

    member: int
    hand: int
    result: str
    stake: int
    net: int


class HandFinished(Event, frozen=True, gc=False):
    """All of a hand's chips are paid. The shoe stands at position `p`, whose seal is `seal`."""

    hand: int
    p: int
    seal: bytes


class ChipsMoved(Event, frozen=True, gc=False):
    """One line of the ledger. Accounts: mint, bank, chips:<member>, bet:<member>."""

    source: str
    target: str
    chips: int
    why: str


class ChipsBrought(Event, frozen=True, gc=False):
    """Chips come to a table out of the member's purse; `fresh`: a first stake from the house."""

    member: int
    chips: int
    fresh: bool = False


class ChipsTaken(Event, frozen=True, gc=False):
    """Chips leave the table into the member's purse."""

    member: int
    chips: int


class ChipsRebought(Event, frozen=True, gc=False):
    """A member without enough chips for the smallest bet was given a new stake."""

    member: int
    chips: int


class ChangeAnnounced(Event, frozen=True, gc=False):
    """What the rules are from the next hand on: those in force, when a change was taken back."""

    rules: HouseRules


class RulesChanged(Event, frozen=True, gc=False):
    """From now on these rules are in force; nobody has a bet or a card."""

    rules: HouseRules


class SessionEnded(Event, frozen=True, gc=False):
    outcome: str
    winners: tuple[int, ...]


class TableParked(Event, frozen=True, gc=False):
    pass


class TableClosed(Event, frozen=True, gc=False):
    pass


class ClockExtended(Event, frozen=True, gc=False):
    deadline: int


AnyEvent = (
    TableOpened | MemberSeated | MemberLeft | HostChanged | MemberReady | SessionStarted
    | ShuffleBegan | CardsCut | ShoeOpened | ShoeRevealed | CutCardPlaced | BettingOpened
    | BetPlaced | SatOut | RoundEmpty | RoundVoided | HandBegan | CardDealt | FaceDownCardDealt
    | CardTurned | DealerCardDealt | HoleCardDealt | HoleCardShown | InsuranceOffered | Insured
    | EvenMoneyTaken | InsuranceSettled | DealerChecked | HandSplit | HandDoubled | HandStood
    | HandSurrendered | HandSettled | HandFinished | ChipsMoved | ChipsBrought | ChipsTaken
    | ChipsRebought | ChangeAnnounced | RulesChanged | SessionEnded | TableParked | TableClosed
    | ClockExtended
)  # fmt: skip


def events_from_json(data: bytes) -> list[Event]:
    """The events of one move as they are stored in the log.

    Raises msgspec.DecodeError for anything else.
    """
    return list(_EVENTS.decode(data))


_EVENTS = msgspec.json.Decoder(list[AnyEvent])
