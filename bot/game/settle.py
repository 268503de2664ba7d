"""Settlement: every hand against the dealer's, one chip at a time.

A finite bank first collects all that was lost and then pays all that is owed. If that is more than
it has, every hand still gets its own stake back and the bank is shared in proportion to what each
hand is owed; the bank is then at zero and the players have won.
"""

from .cards import total
from .moves import HandSettled
from .play import Play
from .rules import HouseRules
from .table import Hand, Result, Seat

_LOST = (Result.LOSE, Result.BUST)


def settle(play: Play) -> None:
    """Judge and pay all hands. The dealer's hand is final and all hands are done."""
    table = play.table
    points, _ = total(table.dealer)
    natural = len(table.dealer) == 2 and points == 21
    hands = [(seat, hand) for seat in table.seats for hand in seat.hands]
    for _, hand in hands:
        if hand.result is None:
            hand.result = judge(hand, points, natural)
        hand.net = _net(table.rules, hand)
    _collect(play, hands)
    _pay(play, [(seat, hand) for seat, hand in hands if hand.net > 0])
    for seat in table.seats:
        for index, hand in enumerate(seat.hands):
            assert hand.result is not None
            hand.settled = True
            play.emit(HandSettled(seat.member, index, hand.result.value, hand.stake, net=hand.net))
        seat.bet = 0


def judge(hand: Hand, dealer: int, dealer_natural: bool) -> Result:
    """The result of a hand that is neither bust nor surrendered."""
    if hand.is_natural:
        return Result.PUSH if dealer_natural else Result.BLACKJACK
    if dealer_natural:
        return Result.LOSE
    if dealer > 21 or hand.total > dealer:
        return Result.WIN
    return Result.PUSH if hand.total == dealer else Result.LOSE


def _net(rules: HouseRules, hand: Hand) -> int:
    """What the hand wins or loses beyond its stake. All divisions round down to whole chips."""
    if hand.result is Result.BLACKJACK:
        times, out_of = rules.natural
        return hand.stake * times // out_of
    if hand.result in (Result.WIN, Result.EVEN_MONEY):
        return hand.stake
    if hand.result is Result.SURRENDER:
        return hand.stake // 2 - hand.stake  # half comes back, rounded down
    return -hand.stake if hand.result in _LOST else 0


def _collect(play: Play, hands: list[tuple[Seat, Hand]]) -> None:
    for seat, hand in hands:
        if hand.net < 0:
            play.collect(seat, -hand.net, hand.result.value if hand.result else "")
        back = hand.stake + min(hand.net, 0)
        if back:
            play.give_back(seat, back, "stake")


def _pay(play: Play, owed: list[tuple[Seat, Hand]]) -> None:
    bank = None if play.table.rules.bank is None else play.table.bank
    for (seat, hand), chips in zip(owed, shares([hand.net for _, hand in owed], bank), strict=True):
        assert hand.result is not None
        hand.net = chips
        play.pay(seat, chips, hand.result.value)


def shares(owed: list[int], bank: int | None) -> list[int]:
    """What each claim gets: all of it, or its part of a bank that cannot pay all.

    Parts are rounded down; the odd chips go one by one in the order given.
    """
    claims = sum(owed)
    if bank is None or claims <= bank:
        return owed
    parts = [claim * bank // claims for claim in owed]
    for index in range(bank - sum(parts)):
        parts[index] += 1
    return parts
