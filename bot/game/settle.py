"""Settlement: every hand against the dealer's, one chip at a time.

A finite bank first collects all that was lost and then pays all that is owed. If that is more than
it has, every hand still gets its own stake back and the bank is shared in proportion to what each
hand is owed; the bank is then at zero and the players have won.
"""

from .cards import total
from .events import CardTurned, HandSettled, InsuranceSettled
from .play import Play
from .rules import HouseRules
from .table import Hand, Result, Seat

_LOST = (Result.LOSE, Result.BUST)


def settle(play: Play) -> None:
    """Judge and pay all hands and insurance. The dealer's hand is final and all hands are done."""
    table = play.table
    points, _ = total(table.dealer)
    natural = len(table.dealer) == 2 and points == 21
    hands = [(seat, hand) for seat in table.seats for hand in seat.hands if not hand.settled]
    for seat, hand in hands:
        if hand.face_down:
            hand.face_down = False
            play.emit(CardTurned(seat.member, seat.hands.index(hand), hand.cards[-1]))
        if hand.result is None:
            hand.result = judge(hand, points, natural)
    _insurance(play, natural)
    _settle(play, hands)
    for seat in table.seats:
        if seat.hands:
            seat.bet = 0
            seat.peak = max(seat.peak, seat.chips)


def settle_naturals(play: Play) -> None:
    """The dealer has no natural: those of the players are paid before anyone acts (classic)."""
    dealt = [(seat, seat.hands[0]) for seat in play.table.seats if seat.hands]
    hands = [(seat, hand) for seat, hand in dealt if hand.is_natural and hand.result is None]
    for _, hand in hands:
        hand.result = Result.BLACKJACK
    _settle(play, hands)
    for seat, _ in hands:
        seat.bet = 0


def judge(hand: Hand, dealer: int, dealer_natural: bool) -> Result:
    """The result of a hand that was not surrendered and took no even money."""
    if hand.is_natural:
        return Result.PUSH if dealer_natural else Result.BLACKJACK
    points = hand.total
    if points > 21:
        return Result.BUST
    if dealer_natural:
        return Result.LOSE
    if dealer > 21 or points > dealer:
        return Result.WIN
    return Result.PUSH if points == dealer else Result.LOSE


def _settle(play: Play, hands: list[tuple[Seat, Hand]]) -> None:
    """What was lost is collected, stakes go back, and then all that is owed is paid together."""
    for seat, hand in hands:
        hand.net = _net(play.table.rules, hand)
        assert hand.result is not None
        if hand.net < 0:
            play.collect(seat, -hand.net, hand.result.value)
        if hand.stake + hand.net > 0:
            play.give_back(seat, hand.stake + min(hand.net, 0), "stake")
    _pay(play, hands)
    for seat, hand in hands:
        assert hand.result is not None
        hand.settled = True
        index = seat.hands.index(hand)
        play.emit(HandSettled(seat.member, index, hand.result.value, hand.stake, net=hand.net))


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


def _insurance(play: Play, natural: bool) -> None:
    """Lost insurance is collected; won insurance goes back and is owed 2:1 with all the rest."""
    for seat in play.table.seats:
        if seat.insurance and seat.insurance_net is None:
            if natural:
                play.give_back(seat, seat.insurance, "insurance")
                seat.insurance_net = 2 * seat.insurance
            else:
                play.collect(seat, seat.insurance, "insurance")
                seat.insurance_net = -seat.insurance


def _pay(play: Play, hands: list[tuple[Seat, Hand]]) -> None:
    """In seat order, hands left to right, a seat's insurance behind its hands."""
    owed: list[tuple[Seat, Hand | None, int]] = []
    for seat in play.table.seats:
        owed += [(s, hand, hand.net) for s, hand in hands if s is seat and hand.net > 0]
        if seat.insurance_net is not None and seat.insurance_net > 0:
            owed.append((seat, None, seat.insurance_net))
    bank = None if play.table.rules.bank is None else play.table.bank
    paid = shares([claim for _, _, claim in owed], bank)
    for (seat, hand, _), chips in zip(owed, paid, strict=True):
        if hand is not None:
            hand.net = chips
        else:
            seat.insurance_net = chips
        play.pay(seat, chips, "insurance" if hand is None else hand.result.value)  # type: ignore[union-attr]
    for seat in play.table.seats:
        if seat.insurance and seat.insurance_net is not None:
            play.emit(InsuranceSettled(seat.member, seat.insurance_net))


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
