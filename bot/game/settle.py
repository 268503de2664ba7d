"""Settlement: every hand against the dealer's, one chip at a time.

A finite bank first collects all that was lost and then pays all that is owed. If that is more than
it has, every hand still gets its own stake back and the bank is shared in proportion to what each
hand is owed; the bank is then at zero and the players have won.
"""

from collections.abc import Sequence

from .cards import VALUES, total
from .events import CardTurned, HandSettled, InsuranceSettled
from .play import Play
from .rules import HouseRules
from .table import (
    BLACKJACK,
    BUST,
    EVEN_MONEY,
    LOSE,
    PUSH,
    SURRENDER,
    WIN,
    Hand,
    Result,
    Seat,
)

_Dealt = tuple[Seat, int, Hand]  # a hand, whose it is and which of theirs
_Claim = tuple[Seat, Hand | None, int]  # what a hand is owed; without one, a seat's insurance


def settle(play: Play, points: int) -> None:
    """Judge and pay all hands and insurance. All are done, and `points` is the dealer's total."""
    table = play.table
    natural = points == 21 and len(table.dealer) == 2
    hands: list[_Dealt] = []
    for seat in table.seats:
        for index, hand in enumerate(seat.hands):
            if hand.settled:
                continue
            hands.append((seat, index, hand))
            if hand.face_down:
                hand.face_down = False
                play.events.append(CardTurned(seat.member, index, hand.cards[-1]))
            if hand.result is None:
                hand.result = judge(hand, points, natural)
    _settle(play, hands, _insured(play, natural) if VALUES[table.dealer[0]] == 1 else ())
    for seat in table.seats:
        if seat.hands:
            seat.bet = 0
            if seat.chips > seat.peak:
                seat.peak = seat.chips


def settle_naturals(play: Play) -> None:
    """The dealer has no natural: those of the players are paid before anyone acts (classic)."""
    hands: list[_Dealt] = [
        (seat, index, hand)
        for seat in play.table.seats
        for index, hand in enumerate(seat.hands)
        if hand.is_natural and hand.result is None
    ]
    for _, _, hand in hands:
        hand.result = BLACKJACK
    _settle(play, hands, ())
    for seat, _, _ in hands:
        seat.bet = 0


def judge(hand: Hand, dealer: int, dealer_natural: bool) -> Result:
    """The result of a hand that was not surrendered and took no even money."""
    points, _ = total(hand.cards)
    if points > 21:
        return BUST
    if points == 21 and hand.is_natural:
        return PUSH if dealer_natural else BLACKJACK
    if dealer_natural:
        return LOSE
    if dealer > 21 or points > dealer:
        return WIN
    return PUSH if points == dealer else LOSE


def _settle(play: Play, hands: list[_Dealt], insured: Sequence[Seat]) -> None:
    """What was lost is collected, stakes go back, and then all that is owed is paid together."""
    rules = play.table.rules
    owed: list[_Claim] = []
    for seat, _, hand in hands:
        stake, result = hand.stake, hand.result
        assert result is not None
        net = hand.net = _net(rules, stake, result)
        if net < 0:
            play.collect(seat, -net, result.word)
            stake += net
        if stake:
            play.give_back(seat, stake, "stake")
        if net > 0:
            owed.append((seat, hand, net))
    if insured:
        _claim_insurance(owed, insured)
    if owed:
        _pay(play, owed)
    for seat in insured:
        play.events.append(InsuranceSettled(seat.member, seat.insurance_net or 0))
    for seat, index, hand in hands:
        assert hand.result is not None
        hand.settled = True
        play.events.append(HandSettled(seat.member, index, hand.result.word, hand.stake, hand.net))


def _net(rules: HouseRules, stake: int, result: Result) -> int:
    """What a hand wins or loses beyond its stake. All divisions round down to whole chips."""
    if result is LOSE or result is BUST:
        return -stake
    if result is WIN or result is EVEN_MONEY:
        return stake
    if result is BLACKJACK:
        times, out_of = rules.natural
        return stake * times // out_of
    if result is SURRENDER:
        return stake // 2 - stake  # half comes back, rounded down
    return 0


def _insured(play: Play, natural: bool) -> list[Seat]:
    """Lost insurance is collected; won insurance goes back and is owed 2:1 with all the rest."""
    insured = []
    for seat in play.table.seats:
        if seat.insurance and seat.insurance_net is None:
            insured.append(seat)
            if natural:
                play.give_back(seat, seat.insurance, "insurance")
                seat.insurance_net = 2 * seat.insurance
            else:
                play.collect(seat, seat.insurance, "insurance")
                seat.insurance_net = -seat.insurance
    return insured


def _claim_insurance(owed: list[_Claim], insured: Sequence[Seat]) -> None:
    """In seat order, a seat's insurance behind its hands."""
    for seat in insured:
        if seat.insurance_net is not None and seat.insurance_net > 0:
            owed.append((seat, None, seat.insurance_net))
    owed.sort(key=lambda claim: claim[0].place)


def _pay(play: Play, owed: list[_Claim]) -> None:
    """All that is owed, or each claim's part of it."""
    table = play.table
    if table.rules.bank is not None:
        parts = shares([chips for _, _, chips in owed], table.bank)
        owed = [(seat, hand, part) for (seat, hand, _), part in zip(owed, parts, strict=True)]
    for seat, hand, chips in owed:
        if hand is None:
            seat.insurance_net = chips
            play.pay(seat, chips, "insurance")
        else:
            assert hand.result is not None
            hand.net = chips
            play.pay(seat, chips, hand.result.word)


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
