"""Moves (what is asked, imperative), events (what happened, past tense) and refusals.

Every move carries the time it was made (`at`, milliseconds since 1970, stamped by the door) and,
when the table says it needs one, 32 fresh random bytes (`seed`). A move that answers a question
names the question's number (`decision`); a number that is no longer open is refused.
"""

from typing import Any

import msgspec

from .rules import HouseRules


class Refused(Exception):
    """A move that may not be made. `why` is a key of `bot/words`; `about` fills its sentence."""

    def __init__(self, why: str, **about: int | str) -> None:
        super().__init__(why)
        self.why = why
        self.about = about


class Move(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """What all moves have. Their own fields come in order: `Hit(member, decision, at=…)`."""

    at: int = 0
    seed: bytes | None = None


class Open(Move, frozen=True):
    """A table is opened: the first move of its log. `channel` is the Discord channel's id."""

    table: int
    channel: int
    host: int
    rules: HouseRules


class Join(Move, frozen=True):
    member: int


class Leave(Move, frozen=True):
    member: int


class Kick(Move, frozen=True):
    """`admin`: the presser may manage the server, whoever hosts."""

    member: int
    target: int
    admin: bool = False


class Close(Move, frozen=True):
    member: int
    admin: bool = False


class Start(Move, frozen=True):
    """The host starts the session; anyone else says ready, and the last one to do so starts it."""

    member: int
    decision: int


class Cut(Move, frozen=True):
    """A member's word for the cut, 1 to 64 characters; it goes into the shuffle."""

    member: int
    decision: int
    text: str


class PassCut(Move, frozen=True):
    member: int
    decision: int


class Bet(Move, frozen=True):
    """Replaces an earlier bet of the same round; never adds to it."""

    member: int
    decision: int
    chips: int


class SitOut(Move, frozen=True):
    member: int
    decision: int


class Hit(Move, frozen=True):
    member: int
    decision: int


class Stand(Move, frozen=True):
    member: int
    decision: int


class Double(Move, frozen=True):
    member: int
    decision: int


class Split(Move, frozen=True):
    member: int
    decision: int


class Surrender(Move, frozen=True):
    member: int
    decision: int


class NextHand(Move, frozen=True):
    member: int
    decision: int


class NewSession(Move, frozen=True):
    member: int
    decision: int


class TimeUp(Move, frozen=True):
    """The alarm of a question. Refused before its deadline and for any other question."""

    decision: int


class Resume(Move, frozen=True):
    """The bot was away: whoever is asked keeps at least `grace` milliseconds from `at`."""

    grace: int


AnyMove = (
    Open | Join | Leave | Kick | Close | Start | Cut | PassCut | Bet | SitOut | Hit | Stand
    | Double | Split | Surrender | NextHand | NewSession | TimeUp | Resume
)  # fmt: skip


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


class DealerCardDealt(Event, frozen=True, gc=False):
    card: int
    p: int


class HoleCardDealt(Event, frozen=True, gc=False):
    p: int


class HoleCardShown(Event, frozen=True, gc=False):
    card: int


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
    | ShuffleBegan | CardsCut | ShoeOpened | ShoeRevealed | BettingOpened | BetPlaced | SatOut
    | RoundEmpty | HandBegan | CardDealt | DealerCardDealt | HoleCardDealt | HoleCardShown
    | DealerChecked | HandSplit | HandDoubled | HandStood | HandSurrendered | HandSettled
    | HandFinished | ChipsMoved | SessionEnded | TableParked | TableClosed | ClockExtended
)  # fmt: skip


def move_to_json(move: Move) -> bytes:
    """The move as it is stored in the log."""
    return msgspec.json.encode(move)


def move_from_json(data: bytes) -> Any:
    """Raises msgspec.ValidationError for anything that is not a move."""
    return _MOVES.decode(data)


_MOVES = msgspec.json.Decoder(AnyMove)
