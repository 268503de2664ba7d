"""What a seat may do with its hand: double, split, surrender, insure, take even money.

Each check says why not, or None. Whose turn it is and which question is open is `legal`'s business.
"""

from .cards import VALUES, rank, total
from .moves import EvenMoney, Insure, Move, Refused
from .rules import HouseRules
from .table import Hand, Seat, Table


def hit(table: Table, seat: Seat, hand: Hand) -> Refused | None:
    return Refused("split_ace") if hand.split and is_split_ace(hand) else None


def stand(table: Table, seat: Seat, hand: Hand) -> Refused | None:
    return None


def double(table: Table, seat: Seat, hand: Hand) -> Refused | None:
    rules = table.rules
    if len(hand.cards) != 2:
        return Refused("double_two_cards")
    if is_split_ace(hand):
        return Refused("split_ace")
    if hand.split and not rules.double_after_split:
        return Refused("double_after_split")
    if rules.double != "any":
        points, soft = total(hand.cards)
        if soft or not (9 if rules.double == "9-11" else 10) <= points <= 11:
            return Refused("double_totals", totals=rules.double)
    return _can_stake(table, seat, hand.stake)


def split(table: Table, seat: Seat, hand: Hand) -> Refused | None:
    rules = table.rules
    if len(hand.cards) != 2 or not _is_pair(rules, hand):
        return Refused("split_pairs")
    if len(seat.hands) >= rules.max_hands:
        return Refused("split_hands", hands=rules.max_hands)
    if is_split_ace(hand) and not rules.resplit_aces:
        return Refused("split_ace")
    return _can_stake(table, seat, hand.stake)


def surrender(table: Table, seat: Seat, hand: Hand) -> Refused | None:
    if not table.rules.surrender:
        return Refused("no_surrender")
    if len(seat.hands) > 1 or len(hand.cards) != 2:
        return Refused("surrender_first")
    return Refused("surrender_one") if hand.stake < 2 else None


def insure(table: Table, seat: Seat, chips: int) -> Refused | None:
    """Half the bet, rounded down; or any whole amount up to it, where the table allows that."""
    half = seat.bet // 2
    if table.rules.insurance == "none":
        return Refused("no_insurance")
    if half < 1:
        return Refused("insurance_one")
    if table.rules.insurance == "half" and chips != half:
        return Refused("insurance_half", half=half)
    if not 1 <= chips <= half:
        return Refused("insurance_up_to", half=half)
    return _can_stake(table, seat, chips)


def even_money(table: Table, seat: Seat) -> Refused | None:
    if not table.rules.even_money:
        return Refused("no_even_money")
    return None if seat.hands[0].is_natural else Refused("even_money_natural")


def answers_insurance(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    """Insure, decline or take even money: a seat with a hand, once."""
    assert seat is not None
    if not seat.hands:
        return Refused("from_next_hand" if seat.waiting else "no_hand")
    if seat.leaving or seat.insurance or seat.hands[0].result:
        return Refused("already_answered")
    refused = None
    if isinstance(move, Insure):
        refused = insure(table, seat, move.chips)
    elif isinstance(move, EvenMoney):
        refused = even_money(table, seat)
    return Refused("already_answered") if seat.answered and refused is None else refused


def can_insure(table: Table, seat: Seat) -> bool:
    """Whether the insurance window has a question for the seat at all."""
    if not seat.hands or seat.leaving:
        return False
    least = seat.bet // 2 if table.rules.insurance == "half" else 1
    return insure(table, seat, least) is None or even_money(table, seat) is None


def is_split_ace(hand: Hand) -> bool:
    return hand.split and VALUES[hand.cards[0]] == 1


def _is_pair(rules: HouseRules, hand: Hand) -> bool:
    one, two = hand.cards
    return rank(one) == rank(two) if rules.split_by == "rank" else VALUES[one] == VALUES[two]


def _can_stake(table: Table, seat: Seat, more: int) -> Refused | None:
    """Whether the seat can put `more` chips beside what it has at risk."""
    if seat.chips < more:
        return Refused("too_few_chips", needs=more, chips=seat.chips)
    limit = table.rules.limit
    if limit is not None and seat.at_risk + more > limit:
        return Refused("table_limit", limit=limit)
    return None
