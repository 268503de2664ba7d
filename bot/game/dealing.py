"""A hand, from the first card to the last chip: deal, insurance, the dealer's check, turns, dealer.

Moves only mark what a seat decided; `next_turn` asks the next hand or lets the dealer play.
"""

from . import seating, session
from .cards import VALUES, WORTH, total
from .decisions import can_insure, is_split_ace, split
from .events import (
    CardDealt,
    DealerCardDealt,
    DealerChecked,
    FaceDownCardDealt,
    HandBegan,
    HandFinished,
    HoleCardDealt,
    HoleCardShown,
    InsuranceOffered,
)
from .play import Play
from .settle import settle, settle_naturals
from .shoe import ShoeEmpty
from .table import BUST, ENDED, INSURANCE, PLAYING, RESULT, Hand, Seat, Table, Turn


def deal(play: Play, betting: list[Seat]) -> None:
    table = play.table
    table.hand += 1
    if table.empty_rounds:
        table.empty_rounds = 0
    table.phase = PLAYING
    play.events.append(HandBegan(table.hand, tuple([seat.member for seat in betting])))
    _deal_cards(play, betting)
    if VALUES[table.dealer[0]] != 1 or not _offer_insurance(play):
        after_insurance(play)


def _deal_cards(play: Play, betting: list[Seat]) -> None:
    """One card to each bet in seat order, the upcard, a second card to each, the hole card.

    They are drawn right here: most cards come this way, and a call for each would be felt.
    """
    table, events, shoe = play.table, play.events, play.table.shoe
    assert shoe is not None
    bank, order, p = table.rules.bank, shoe.order, shoe.dealt
    try:
        for seat in betting:
            seat.rounds += 1
            seat.last_bet = bet = seat.bet
            if seat.missed:
                seat.missed = 0
            if bank is not None:
                play.fund_bank(seat)
            card = order[p]
            seat.hands = [Hand([card], bet)]
            events.append(CardDealt(seat.member, 0, card, p))
            p += 1
        upcard = order[p]
        events.append(DealerCardDealt(upcard, p))
        p += 1
        for seat in betting:
            card = order[p]
            hand = seat.hands[0]
            cards = hand.cards
            cards.append(card)
            if WORTH[cards[0]] + WORTH[card] == 21:
                hand.done = True
            events.append(CardDealt(seat.member, 0, card, p))
            p += 1
        table.dealer = [upcard, order[p]]
        events.append(HoleCardDealt(p))
        p += 1
    except IndexError:
        raise ShoeEmpty from None
    finally:
        shoe.dealt = p


def _offer_insurance(play: Play) -> bool:
    """One window for all seats with something to say before the dealer looks at the hole card."""
    table = play.table
    asked = tuple([seat.member for seat in table.seats if can_insure(table, seat)])
    if not asked:
        return False
    table.phase = INSURANCE
    for seat in table.seats:
        seat.answered = seat.member not in asked
    play.events.append(InsuranceOffered(asked))
    play.ask(table.rules.clocks.insurance or table.rules.clocks.idle)
    return True


def after_insurance(play: Play) -> None:
    """The dealer looks for a natural before anyone acts; with one the hand is over."""
    table = play.table
    upcard, hole_card = table.dealer
    natural = WORTH[upcard] + WORTH[hole_card] == 21
    if WORTH[upcard] >= 10:
        play.events.append(DealerChecked(natural))
    if natural:
        for seat in table.seats:
            for hand in seat.hands:
                hand.done = True
    elif table.rules.naturals_at_once and table.rules.bank is None:
        settle_naturals(play)  # a finite bank pays all that it owes together
    next_turn(play)


def draw(play: Play, seat: Seat, hand: Hand, index: int) -> None:
    """The next card to a hand, which is the seat's `index`th. A hand bust or at 21 is done."""
    shoe, cards = play.table.shoe, hand.cards
    assert shoe is not None
    p = shoe.dealt
    card = shoe.draw()
    cards.append(card)
    play.events.append(CardDealt(seat.member, index, card, p))
    if len(cards) == 2:
        if WORTH[cards[0]] + WORTH[card] == 21:
            hand.done = True
    elif len(cards) > 2:
        points, _ = total(cards)
        if points >= 21:
            hand.done = True
            if points > 21:
                hand.result = BUST


def draw_face_down(play: Play, seat: Seat, hand: Hand, index: int) -> None:
    """The one card of a double. It gives nothing away, not even a bust, until it is turned."""
    shoe = play.table.shoe
    assert shoe is not None
    p = shoe.dealt
    hand.cards.append(shoe.draw())
    hand.face_down = True
    play.events.append(FaceDownCardDealt(seat.member, index, p))


def finish_split_aces(play: Play, seat: Seat) -> None:
    """A split ace gets one card and stands, unless it may be split again."""
    for hand in seat.hands:
        if is_split_ace(hand) and split(play.table, seat, hand) is not None:
            hand.done = True


def next_turn(play: Play) -> None:
    """Ask the first hand that can still move, in seat order; after the last the dealer plays."""
    table = play.table
    for seat in table.seats:
        for hand in seat.hands:
            if not hand.done:
                # An equal hand before it would be as little done, so this is the first such.
                table.turn = Turn(seat.member, seat.hands.index(hand))
                clocks = table.rules.clocks
                play.ask(clocks.decision or clocks.idle)
                return
    table.turn = None
    settle(play, _dealer_plays(play))
    _finish(play)


def _dealer_plays(play: Play) -> int:
    """The hole card is shown; the dealer draws only while a hand is left to beat. The total."""
    table, events, shoe = play.table, play.events, play.table.shoe
    assert shoe is not None
    dealer = table.dealer
    table.hole_shown = True
    events.append(HoleCardShown(dealer[1]))
    points, soft = total(dealer)
    if points < 18 and _is_anyone_left(table):
        while points < 17 or (points == 17 and soft and table.rules.hits_soft_17):
            p = shoe.dealt
            card = shoe.draw()
            dealer.append(card)
            events.append(DealerCardDealt(card, p))
            points, soft = total(dealer)
    return points


def _is_anyone_left(table: Table) -> bool:
    """Whether there is a hand still to be compared with the dealer's."""
    for seat in table.seats:
        for hand in seat.hands:
            if hand.result is None and (len(hand.cards) > 2 or not hand.is_natural):
                return True
    return False


def _finish(play: Play) -> None:
    """After the settlement: has the session ended, who leaves, who sits down."""
    table, rules, shoe = play.table, play.table.rules, play.table.shoe
    assert shoe is not None
    play.events.append(HandFinished(table.hand, shoe.dealt, shoe.seal() if shoe.seed else b""))
    if rules.shuffle == "every_hand":
        play.reveal_shoe()
    outcome = session.outcome_now(table)
    if outcome is None:
        table.phase = RESULT
    else:
        table.phase = ENDED
        session.end(play, outcome)
    for seat in table.seats:
        if seat.leaving or seat.waiting or rules.seatless:
            _come_and_go(play)
            break
    clocks = rules.clocks
    play.ask(None if outcome else clocks.result or clocks.idle)


def _come_and_go(play: Play) -> None:
    table = play.table
    for seat in table.seats.copy():
        if seat.leaving:
            table.gone.append(seat.copy())  # everybody sees how the hand ended
            seating.get_up(play, seat)
    if table.rules.seatless:
        seating.seat_the_seatless(play)
    for seat in table.seats:
        if seat.waiting and table.phase is ENDED:
            seat.waiting = False  # in the lobby of the next session
        elif seat.waiting:
            seating.sit_down(play, seat)
