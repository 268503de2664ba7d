"""What is on a table, and the one exit through which any of it is seen.

`Table` holds secrets: the shoe's order and seed, the hole card. Nothing outside `bot/game` and the
store reads it; everything that draws, answers or logs reads `public(table, viewer)`.

Chips are whole numbers. Times are milliseconds since 1970. Members are account numbers.
"""

import copy
import enum

import msgspec

from .cards import WORTH, total
from .rules import HouseRules
from .shoe import Shoe

ENGINE_VERSION = 3  # rises when the same moves would give another table


class Phase(enum.Enum):
    LOBBY = "lobby"
    SHUFFLE = "shuffle"  # the cut window; betting is closed
    BETTING = "betting"
    INSURANCE = "insurance"  # all seats at once, before the dealer looks at an ace's hole card
    PLAYING = "playing"
    RESULT = "result"  # between hands
    ENDED = "ended"  # a session was won or lost; a new one may start
    CLOSED = "closed"  # for good


class Result(enum.Enum):
    BLACKJACK = "blackjack"
    WIN = "win"
    PUSH = "push"
    LOSE = "lose"
    BUST = "bust"
    SURRENDER = "surrender"
    EVEN_MONEY = "even_money"

    def __init__(self, word: str) -> None:
        self.word = word  # the value; an attribute of our own is read ten times as fast


class Outcome(enum.Enum):
    """Why a session ended."""

    PLAYERS_WIN = "players_win"
    HOUSE_WINS = "house_wins"
    GAME_OVER = "game_over"  # a solo run is out of chips
    CLOSED_EARLY = "closed_early"


# For the engine, which asks all the time: Python 3.11 takes ten times as long for `Phase.LOBBY`.
LOBBY, SHUFFLE, BETTING, INSURANCE, PLAYING, RESULT, ENDED, CLOSED = Phase
BLACKJACK, WIN, PUSH, LOSE, BUST, SURRENDER, EVEN_MONEY = Result


class Hand(msgspec.Struct, omit_defaults=True, gc=False):
    """`stake` is what the hand has at risk, doubling included; `net` counts beyond that stake."""

    cards: list[int]
    stake: int
    split: bool = False  # came from a split: a two-card 21 is no natural
    doubled: bool = False
    face_down: bool = False  # its last card is hidden until the settlement
    done: bool = False  # takes no more moves
    result: Result | None = None  # None until settled (surrender and bust are known earlier)
    settled: bool = False
    net: int = 0

    @property
    def total(self) -> int:
        return total(self.cards)[0]

    @property
    def is_natural(self) -> bool:
        cards = self.cards
        return len(cards) == 2 and not self.split and WORTH[cards[0]] + WORTH[cards[1]] == 21


class Seat(msgspec.Struct, omit_defaults=True):
    """A member at the table. A member who leaves keeps the seat's chips and past, away from it."""

    member: int
    place: int  # 0 … seats − 1, left to right
    since: int = 0  # rises with each seating: the lowest has sat longest
    chips: int = 0  # in front of the member, bets not included
    bet: int = 0  # confirmed for this round; the stakes of the hands once dealt
    hands: list[Hand] = []
    insurance: int = 0  # staked beside the bet that the dealer has a natural
    insurance_net: int | None = None  # None until settled
    answered: bool = False  # has answered the question all seats are asked (ready, cut, bet or not)
    waiting: bool = False  # sits down after the hand in play
    leaving: bool = False  # leaves once the hand is settled
    last_bet: int = 0  # of the last round dealt to the seat
    missed: int = 0  # rounds running sat out
    rounds: int = 0  # hands of this session dealt to the seat
    is_bought_in: bool = False  # its chips are on the table
    bought: int = 0  # chips the seat came with this session, re-buys included
    peak: int = 0  # most chips held after a settlement, the start included
    contributed: bool = False  # its part of the house bank is in

    def copy(self) -> "Seat":
        twin = copy.copy(self)
        twin.hands = [_copy_hand(hand) for hand in self.hands]
        return twin

    @property
    def at_risk(self) -> int:
        """Chips on the table in front of the seat that are not yet won or lost."""
        if not self.hands:
            return self.bet
        insured = self.insurance if self.insurance_net is None else 0
        return insured + sum(hand.stake for hand in self.hands if not hand.settled)


class Standing(msgspec.Struct, frozen=True):
    """One line of a session's end."""

    member: int
    chips: int
    net: int
    rounds: int
    won: bool
    place: int | None  # None: had left before the end
    peak: int = 0


class Turn(msgspec.Struct, frozen=True, gc=False):
    member: int
    hand: int  # index in the seat's hands


class Table(msgspec.Struct, omit_defaults=True):
    id: int
    channel: int
    rules: HouseRules
    host: int
    phase: Phase = Phase.LOBBY
    decision: int = 1  # the number of the question now open
    deadline: int | None = None
    parked: bool = False  # waits without a clock until someone presses
    seats: list[Seat] = []  # by place
    away: list[Seat] = []  # left during this session
    gone: list[Seat] = []  # as they were: left with a hand of the round that is shown
    kicked: list[int] = []  # may not sit down again this session
    removed: dict[int, int] = {}  # kicked this session -> hands dealt by then; kept at the end
    freed: dict[int, int] = {}  # lost the seat for missed rounds -> the hand dealt without them
    host_left: bool = False  # the host got up and nobody was there to host on
    seatings: int = 0
    bank: int = 0  # chips of a finite house bank
    last_bank: tuple[int, int] | None = None  # held and paid in, when the table was closed
    contributions: int = 0  # seats that have added to the bank this session
    session: int = 0
    hand: int = 0  # hands dealt at this table
    earlier: int = 0  # of these, in sessions before this one
    empty_rounds: int = 0
    dealer: list[int] = []
    hole_shown: bool = False
    turn: Turn | None = None
    shoe: Shoe | None = None
    next_shoe: Shoe | None = None  # committed; cut during the shuffle
    cutter: int = 0  # the member who places the cut card this time
    outcome: Outcome | None = None
    standings: list[Standing] = []
    next_rules: HouseRules | None = None  # announced; in force from the next round on

    def copy(self) -> "Table":
        twin = copy.copy(self)
        twin.seats = [seat.copy() for seat in self.seats]
        twin.away = [seat.copy() for seat in self.away]
        twin.gone = self.gone.copy()
        twin.kicked = self.kicked.copy()
        twin.removed = self.removed.copy()
        twin.freed = self.freed.copy()
        twin.dealer = self.dealer.copy()
        twin.standings = self.standings.copy()
        twin.shoe = self.shoe and self.shoe.copy()
        twin.next_shoe = self.next_shoe and self.next_shoe.copy()
        return twin

    def seat_of(self, member: int) -> Seat | None:
        for seat in self.seats:
            if seat.member == member:
                return seat
        return None

    def seat_away(self, member: int) -> Seat | None:
        """What a member who left this session comes back to."""
        return next((seat for seat in self.away if seat.member == member), None)

    def free_place(self) -> int | None:
        """The lowest free seat; none where an announced change leaves no room for one more."""
        taken = {seat.place for seat in self.seats}
        to_come = (self.next_rules or self.rules).seats
        if len(self.seats) - len(self.seatless) >= to_come:
            return None
        return next((place for place in range(self.rules.seats) if place not in taken), None)

    def free_seatless_place(self) -> int | None:
        """The next place behind those who bet without a seat; they lie beyond the seats."""
        taken = len(self.seatless)
        return self.rules.seats + taken if taken < self.rules.seatless else None

    def is_seatless(self, seat: Seat) -> bool:
        return seat.place >= self.rules.seats

    @property
    def seatless(self) -> list[Seat]:
        """Who bets without a seat this round, in the order of their first bets."""
        return [seat for seat in self.seats if self.is_seatless(seat)]

    def has_cut(self, member: int) -> bool:
        """Whether the member's cut for the coming shoe is in: the first one counts."""
        return self.next_shoe is not None and member in self.next_shoe.cuts

    @property
    def seated(self) -> list[Seat]:
        """The seats that take part, those still waiting to sit down left out."""
        return [seat for seat in self.seats if not seat.waiting]

    @property
    def acting(self) -> tuple[Seat, Hand] | None:
        """The seat and hand whose decision is open."""
        if self.turn is None:
            return None
        seat = self.seat_of(self.turn.member)
        assert seat is not None, "whoever is asked keeps the seat until the hand is settled"
        return seat, seat.hands[self.turn.hand]


def _copy_hand(hand: Hand) -> Hand:
    twin = copy.copy(hand)
    twin.cards = hand.cards.copy()
    return twin


def snapshot(table: Table) -> bytes:
    return msgspec.json.encode(table)


def from_snapshot(data: bytes) -> Table:
    return _TABLES.decode(data)


_TABLES = msgspec.json.Decoder(Table)
