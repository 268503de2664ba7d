"""A hand, from the first card to the last chip: deal, insurance, the dealer's check, turns, dealer.

Moves only mark what a seat decided; `next_turn` asks the next hand or lets the dealer play.
"""

from . import seating, session
from .cards import VALUES, total
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
from .table import BUST, ENDED, INSURANCE, PLAYING, RESULT, Hand, Seat, Table, Turn

_CHECKED = (1, 10)  # values of upcards that may be half a natural


def deal(play: Play) -> None:
    """One card to each bet in seat order, the upcard, a second card to each, the hole card."""
    table = play.table
    betting = [seat for seat in table.seats if seat.bet]
    table.hand += 1
    table.empty_rounds = 0
    table.phase = PLAYING
    play.emit(HandBegan(table.hand, tuple([seat.member for seat in betting])))
    for seat in betting:
        seat.rounds += 1
        seat.last_bet = seat.bet
        play.fund_bank(seat)
        seat.hands = [Hand([], seat.bet)]
        draw(play, seat, 0)
    _draw_dealer(play)
    for seat in betting:
        draw(play, seat, 0)
    _draw_dealer(play, face_down=True)
    asked = insurable(table)
    if asked:
        _offer_insurance(play, tuple([seat.member for seat in asked]))
    else:
        after_insurance(play)


def insurable(table: Table) -> list[Seat]:
    """The seats with something to say before the dealer looks at an ace's hole card."""
    if VALUES[table.dealer[0]] != 1:
        return []
    return [seat for seat in table.seats if can_insure(table, seat)]


def _offer_insurance(play: Play, asked: tuple[int, ...]) -> None:
    """One window for all seats at once."""
    table = play.table
    table.phase = INSURANCE
    for seat in table.seats:
        seat.answered = seat.member not in asked
    play.emit(InsuranceOffered(asked))
    play.ask(table.rules.clocks.insurance or table.rules.clocks.idle)


def after_insurance(play: Play) -> None:
    """The dealer looks for a natural before anyone acts; with one the hand is over."""
    table = play.table
    table.phase = PLAYING
    natural = False
    if VALUES[table.dealer[0]] in _CHECKED:
        natural = total(table.dealer)[0] == 21
        play.emit(DealerChecked(natural))
    if natural:
        for seat in table.seats:
            for hand in seat.hands:
                hand.done = True
    elif table.rules.naturals_at_once and table.rules.bank is None:
        settle_naturals(play)  # a finite bank pays all that it owes together
    next_turn(play)


def draw(play: Play, seat: Seat, index: int, *, face_down: bool = False) -> None:
    """The next card to a hand. A hand that is bust or at 21 is done.

    A card dealt face down gives nothing away, not even a bust, before the settlement turns it.
    """
    hand, shoe = seat.hands[index], play.table.shoe
    assert shoe is not None
    card = shoe.draw()
    cards = hand.cards
    cards.append(card)
    if face_down:
        hand.face_down = True
        play.emit(FaceDownCardDealt(seat.member, index, shoe.dealt - 1))
        return
    play.emit(CardDealt(seat.member, index, card, shoe.dealt - 1))
    if len(cards) == 1:
        return
    points, _ = total(cards)
    if points >= 21:
        hand.done = True
        if points > 21:
            hand.result = BUST


def finish_split_aces(play: Play, seat: Seat) -> None:
    """A split ace gets one card and stands, unless it may be split again."""
    for hand in seat.hands:
        if is_split_ace(hand) and split(play.table, seat, hand) is not None:
            hand.done = True


def _draw_dealer(play: Play, face_down: bool = False) -> None:
    table = play.table
    assert table.shoe is not None
    card = table.shoe.draw()
    table.dealer.append(card)
    p = table.shoe.dealt - 1
    play.emit(HoleCardDealt(p) if face_down else DealerCardDealt(card, p))


def next_turn(play: Play) -> None:
    """Ask the first hand that can still move, in seat order; after the last the dealer plays."""
    table = play.table
    for seat in table.seats:
        for index, hand in enumerate(seat.hands):
            if not hand.done:
                table.turn = Turn(seat.member, index)
                play.ask(table.rules.clocks.decision or table.rules.clocks.idle)
                return
    table.turn = None
    _dealer_plays(play)
    settle(play)
    _finish(play)


def _dealer_plays(play: Play) -> None:
    """The hole card is shown; the dealer draws only while a hand is left to beat."""
    table = play.table
    table.hole_shown = True
    play.emit(HoleCardShown(table.dealer[1]))
    if not _has_to_draw(table):
        return
    points, soft = total(table.dealer)
    while points < 17 or (points == 17 and soft and table.rules.hits_soft_17):
        _draw_dealer(play)
        points, soft = total(table.dealer)


def _has_to_draw(table: Table) -> bool:
    """Whether a hand is left that the dealer's is still to be compared with."""
    for seat in table.seats:
        for hand in seat.hands:
            if hand.is_live:
                return True
    return False


def _finish(play: Play) -> None:
    """After the settlement: has the session ended, who leaves, who sits down."""
    table = play.table
    assert table.shoe is not None
    play.emit(HandFinished(table.hand, table.shoe.dealt, table.shoe.seal()))
    if table.rules.shuffle == "every_hand":
        play.reveal_shoe()
    outcome = session.outcome_now(table)
    table.phase = ENDED if outcome else RESULT
    if outcome:
        session.end(play, outcome)
    for seat in table.seats.copy():
        if seat.leaving:
            table.gone.append(seat.copy())  # everybody sees how the hand ended
            seating.get_up(play, seat)
    seating.seat_the_seatless(play)
    if outcome:
        for seat in table.seats:
            seat.waiting = False  # in the lobby of the next session
        play.ask(None)
    else:
        seating.sit_all_down(play)
        play.ask(table.rules.clocks.result or table.rules.clocks.idle)
