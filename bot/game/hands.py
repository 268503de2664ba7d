"""What members do with their hands: insure, take even money, hit, stand, double, split, surrender.

Each makes the one decision that is open and lets the round go on. Legality was checked before.
"""

from . import dealing, rounds
from .events import (
    EvenMoneyTaken,
    HandDoubled,
    HandSplit,
    HandStood,
    HandSurrendered,
    Insured,
)
from .moves import (
    Double,
    EvenMoney,
    Hit,
    Insure,
    PassInsurance,
    Split,
    Stand,
    Surrender,
)
from .play import Play
from .table import EVEN_MONEY, SURRENDER, Hand, Seat


def insure(play: Play, move: Insure) -> None:
    seat = play.seat(move.member)
    play.stake(seat, move.chips, "insurance")
    seat.insurance = move.chips
    seat.answered = True
    play.events.append(Insured(move.member, move.chips))
    rounds.advance(play)


def pass_insurance(play: Play, move: PassInsurance) -> None:
    play.seat(move.member).answered = True
    play.events.append(Insured(move.member, 0))
    rounds.advance(play)


def even_money(play: Play, move: EvenMoney) -> None:
    """Settled with the rest, 1:1 whatever the hole card is."""
    seat = play.seat(move.member)
    seat.hands[0].result = EVEN_MONEY
    seat.answered = True
    play.events.append(EvenMoneyTaken(move.member))
    rounds.advance(play)


def hit(play: Play, move: Hit) -> None:
    seat, index, hand = answer(play)
    dealing.draw(play, seat, hand, index)
    dealing.next_turn(play)


def stand(play: Play, move: Stand) -> None:
    seat, index, hand = answer(play)
    hand.done = True
    play.events.append(HandStood(seat.member, index, "member"))
    dealing.next_turn(play)


def double(play: Play, move: Double) -> None:
    """The whole bet again, exactly one card, and the hand stands."""
    seat, index, hand = answer(play)
    play.stake(seat, hand.stake, "double")
    hand.stake *= 2
    hand.doubled = hand.done = True
    play.events.append(HandDoubled(seat.member, index))
    draw = dealing.draw_face_down if play.table.rules.double_face_down else dealing.draw
    draw(play, seat, hand, index)
    dealing.next_turn(play)


def split(play: Play, move: Split) -> None:
    """A second bet, and one card to each hand at once; the new one stands to the right."""
    seat, index, hand = answer(play)
    play.stake(seat, hand.stake, "split")
    hand.split = True
    other = Hand([hand.cards.pop()], hand.stake, split=True)
    seat.hands.insert(index + 1, other)
    play.events.append(HandSplit(seat.member, index))
    dealing.draw(play, seat, hand, index)
    dealing.draw(play, seat, other, index + 1)
    dealing.finish_split_aces(play, seat)
    dealing.next_turn(play)


def surrender(play: Play, move: Surrender) -> None:
    seat, index, hand = answer(play)
    hand.result = SURRENDER
    hand.done = True
    play.events.append(HandSurrendered(seat.member, index))
    dealing.next_turn(play)


def answer(play: Play) -> tuple[Seat, int, Hand]:
    """The hand whose decision is made now: its seat, its index there, the hand itself."""
    table, turn = play.table, play.table.turn
    assert turn is not None, "legality was checked"
    for seat in table.seats:
        if seat.member == turn.member:
            return seat, turn.hand, seat.hands[turn.hand]
    raise AssertionError("whoever is asked keeps the seat until the hand is settled")
