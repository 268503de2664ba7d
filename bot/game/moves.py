"""Moves: what members and clocks ask of a table, in the imperative; and refusals.

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


class Move(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True, gc=False):
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
    """`purse`: chips the member owns in this server, None for a first stake.

    It counts only at tables whose chips are the member's to keep.
    """

    member: int
    purse: int | None = None


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
    """A member's word for the cut, 1 to 64 characters; it goes into the shuffle.

    `place`: where the plastic card goes, in cards from the end; only the cutter of a table whose
    players cut may say it.
    """

    member: int
    decision: int
    text: str
    place: int | None = None


class PassCut(Move, frozen=True):
    member: int
    decision: int


class Bet(Move, frozen=True):
    """Replaces an earlier bet of the same round; never adds to it."""

    member: int
    decision: int
    chips: int
    purse: int | None = None  # as for Join: a bet without a seat brings its own chips


class SitOut(Move, frozen=True):
    member: int
    decision: int


class Insure(Move, frozen=True):
    """A side bet that the dealer has a natural."""

    member: int
    decision: int
    chips: int


class PassInsurance(Move, frozen=True):
    member: int
    decision: int


class EvenMoney(Move, frozen=True):
    """A natural against an ace is paid 1:1, whatever the hole card is."""

    member: int
    decision: int


class Rebuy(Move, frozen=True):
    """A new stake for a member who can't afford the smallest bet any more."""

    member: int


class ChangeRules(Move, frozen=True):
    """New rules for a table in play, from the next hand on; in the lobby at once.

    `admin`: as for Kick. The table keeps its kind (`rules.table`).
    """

    member: int
    rules: HouseRules
    admin: bool = False


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
    Open | Join | Leave | Kick | Close | Start | Cut | PassCut | Bet | SitOut | Insure
    | PassInsurance | EvenMoney | Hit | Stand | Double | Split | Surrender | NextHand | NewSession
    | Rebuy | ChangeRules | TimeUp | Resume
)  # fmt: skip


def move_to_json(move: Move) -> bytes:
    """The move as it is stored in the log."""
    return msgspec.json.encode(move)


def move_from_json(data: bytes) -> Any:
    """Raises msgspec.ValidationError for anything that is not a move."""
    return _MOVES.decode(data)


_MOVES = msgspec.json.Decoder(AnyMove)
