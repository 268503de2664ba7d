"""`public(table, viewer)`: the one exit for what is on a table.

What a viewer gets has the fields a board needs and no field a secret could hide in: undealt
cards, a hole card not yet shown, seeds and salts have no place in these types. A face-down card
is None.
"""

import msgspec

from .cards import total
from .legal import STRANGER, can_bet, legal, same_bet
from .moves import Bet, Move
from .rules import HouseRules
from .shoe import Shoe
from .table import Hand, Outcome, Phase, Result, Seat, Standing, Table


class PublicHand(msgspec.Struct, frozen=True):
    cards: tuple[int | None, ...]  # None is face down
    total: int  # of the cards that show
    soft: bool
    stake: int
    doubled: bool
    split: bool
    natural: bool
    active: bool  # its decision is the open one
    done: bool
    result: Result | None
    net: int


class PublicSeat(msgspec.Struct, frozen=True):
    member: int
    place: int
    chips: int
    bet: int
    hands: tuple[PublicHand, ...]
    answered: bool  # ready, cut, bet or sitting out, whatever the phase asks of all
    insurance: int
    insurance_net: int | None  # None until settled
    seatless: bool  # bets without a seat, dealt after the seats
    waiting: bool
    leaving: bool
    broke: bool  # cannot afford the smallest bet of the next round
    missed: int
    rounds: int
    peak: int  # most chips held this session: the score of a solo run
    same_bet: int  # the last bet, cut to what is possible; 0: none


class PublicShoe(msgspec.Struct, frozen=True):
    number: int
    commit: str  # hex, as all of these
    seal: str  # of what is still undealt
    decks: int
    dealt: int
    size: int
    cut_at: int | None  # after so many cards it is shuffled; None: no cut card
    seed: str  # empty until the shoe is out of play


class PublicTable(msgspec.Struct, frozen=True):
    id: int
    channel: int
    rules: HouseRules
    host: int
    phase: Phase
    decision: int
    deadline: int | None  # ms since 1970
    parked: bool
    seats: tuple[PublicSeat, ...]  # by place
    gone: tuple[PublicSeat, ...]  # left with a hand of the round that is shown
    bank: int | None  # None: unlimited
    bank_paid_in: int  # what this session's seats have added to it
    session: int
    hand: int  # of this session; 0 before its first one
    dealer: tuple[int | None, ...]
    dealer_total: int  # of the cards that show
    dealer_soft: bool
    turn: int | None  # the member whose decision is open
    shoe: PublicShoe | None
    next_commit: str  # the commitment to the shoe after this one
    next_seed: str  # of that shoe, empty until the table has closed
    cutters: tuple[int, ...]  # who has cut the shoe being shuffled
    cutter: int  # who places the cut card; 0: nobody
    moves: frozenset[type[Move]]  # legal for the viewer, or for anyone when there is none
    bets: tuple[int, ...]  # amounts of those moves that are bets
    freed: tuple[int, ...]  # lost their seats for missed rounds before the hand that is shown
    removed: dict[int, bool]  # kicked this session -> whether since the hand that is shown
    outcome: Outcome | None
    standings: tuple[Standing, ...]
    next_rules: HouseRules | None = None  # announced for the next hand
    away: tuple[PublicSeat, ...] = ()  # left, with chips of this session that wait for them

    @property
    def is_left_run(self) -> bool:
        """Whether this is a solo run that waits for its member to come back."""
        is_on = self.phase not in (Phase.LOBBY, Phase.ENDED, Phase.CLOSED)
        return self.rules.is_solo and is_on and not self.seats


def public(table: Table, viewer: int | None = None) -> PublicTable:
    """The table as `viewer` (an account number, None = a spectator) may see it."""
    members = [viewer] if viewer is not None else _everyone(table)
    moves = [move for member in members for move in legal(table, member)]
    acting = table.acting
    dealer, dealer_total, dealer_soft = _dealer(table)
    bank, paid_in = _bank(table)
    return PublicTable(
        id=table.id,
        channel=table.channel,
        rules=table.rules,
        host=table.host,
        phase=table.phase,
        decision=table.decision,
        deadline=table.deadline,
        parked=table.parked,
        seats=tuple(_seat(table, seat) for seat in table.seats),
        gone=tuple(_seat(table, seat) for seat in table.gone),
        bank=bank,
        bank_paid_in=paid_in,
        session=table.session,
        hand=table.hand - table.earlier,
        dealer=dealer,
        dealer_total=dealer_total,
        dealer_soft=dealer_soft,
        turn=acting[0].member if acting else None,
        shoe=_shoe(table),
        next_commit=table.next_shoe.commit.hex() if table.next_shoe else "",
        next_seed=_seed(table.next_shoe),
        cutters=tuple(table.next_shoe.cuts) if table.next_shoe else (),
        cutter=table.cutter,
        moves=frozenset(type(move) for move in moves),
        bets=tuple(sorted({move.chips for move in moves if isinstance(move, Bet)})),
        freed=tuple(member for member, hand in table.freed.items() if hand == table.hand),
        removed={member: hand == table.hand for member, hand in table.removed.items()},
        outcome=table.outcome,
        standings=tuple(table.standings),
        next_rules=table.next_rules,
        away=tuple(_seat(table, seat) for seat in table.away),
    )


def _everyone(table: Table) -> set[int]:
    """All whose presses the shared board offers: the seats, the host, someone walking by."""
    return {seat.member for seat in table.seats} | {table.host, STRANGER}


def _seat(table: Table, seat: Seat) -> PublicSeat:
    acting = table.acting
    return PublicSeat(
        member=seat.member,
        place=seat.place,
        chips=seat.chips,
        bet=seat.bet,
        hands=tuple(_hand(hand, bool(acting and hand is acting[1])) for hand in seat.hands),
        answered=seat.answered,
        insurance=seat.insurance,
        insurance_net=seat.insurance_net,
        seatless=seat.place >= table.rules.seats,
        waiting=seat.waiting,
        leaving=seat.leaving,
        broke=not can_bet(table.rules, seat),
        missed=seat.missed,
        rounds=seat.rounds,
        peak=seat.peak,
        same_bet=same_bet(table, seat.member),
    )


def _hand(hand: Hand, active: bool) -> PublicHand:
    shown = hand.cards[:-1] if hand.face_down else hand.cards
    points, soft = total(shown)
    return PublicHand(
        cards=(*shown, None) if hand.face_down else tuple(shown),
        total=points,
        soft=soft,
        stake=hand.stake,
        doubled=hand.doubled,
        split=hand.split,
        natural=hand.is_natural,
        active=active,
        done=hand.done,
        result=hand.result,
        net=hand.net,
    )


def _dealer(table: Table) -> tuple[tuple[int | None, ...], int, bool]:
    """The dealer's cards (hole card second, None while face down) and the total of those shown."""
    shown: list[int | None] = list(table.dealer)
    if len(shown) > 1 and not table.hole_shown:
        shown[1] = None
    points, soft = total(card for card in shown if card is not None)
    return tuple(shown), points, soft


def _bank(table: Table) -> tuple[int | None, int]:
    """What a finite bank holds and was paid in; of a closed table, what its session left."""
    if table.rules.bank is None:
        return None, 0
    return table.last_bank or (table.bank, table.rules.bank * table.contributions)


def _shoe(table: Table) -> PublicShoe | None:
    shoe = table.shoe
    if shoe is None:
        return None
    return PublicShoe(
        number=shoe.number,
        commit=shoe.commit.hex(),
        seal=shoe.seal().hex(),
        decks=shoe.decks,
        dealt=shoe.dealt,
        size=len(shoe.order),
        cut_at=shoe.cut_at,
        seed=_seed(shoe),
    )


def _seed(shoe: Shoe | None) -> str:
    """Hex, once the shoe is out of play."""
    return shoe.seed.hex() if shoe is not None and shoe.is_revealed else ""
