"""A round, from the shuffle to the result.

Moves only mark what a seat decided; `advance` then carries the table on as far as it goes by
itself. Both are needed because anything may complete a question: the last answer, the clock, or
the one member who had not answered leaving.
"""

from . import seating, session, shoe
from .cards import VALUES, total
from .legal import can_bet, can_resplit
from .moves import (
    BettingOpened,
    CardDealt,
    DealerCardDealt,
    DealerChecked,
    HandBegan,
    HandFinished,
    HoleCardDealt,
    HoleCardShown,
    RoundEmpty,
    SatOut,
    ShoeOpened,
    ShoeRevealed,
    ShuffleBegan,
    TableParked,
)
from .play import Play
from .rules import worst_case
from .settle import settle
from .table import Hand, Phase, Result, Seat, Table, Turn

EMPTY_ROUNDS = 3  # after so many running, the clocks stop until someone presses


def advance(play: Play) -> None:
    """Everything that follows by itself from the table as it now is."""
    table = play.table
    if table.phase is Phase.LOBBY and table.seats and all(seat.answered for seat in table.seats):
        session.start(play)
        begin_shuffle(play)
    elif table.phase is Phase.SHUFFLE and all(seat.answered for seat in _asked(table)):
        end_shuffle(play)
    elif table.phase is Phase.BETTING and all(seat.answered for seat in _asked(table)):
        _close_betting(play)
    elif table.phase is Phase.PLAYING and _is_answered(table):
        _next_turn(play)
    elif table.phase is Phase.RESULT and not table.seats and not table.parked:
        rest(play)


def _asked(table: Table) -> list[Seat]:
    """The seats whose answer the table waits for."""
    return [seat for seat in table.seated if can_bet(table.rules, seat)]


def _is_answered(table: Table) -> bool:
    """Whether the open decision was made: by the member, or for them (clock, leaving)."""
    acting = table.acting
    return acting is None or acting[1].done


def open_round(play: Play) -> None:
    """Clear the felt and open the betting, after a shuffle where one is due."""
    table = play.table
    seating.sit_all_down(play)
    for seat in table.seats:
        seat.bet, seat.hands, seat.answered = 0, [], False
    table.dealer, table.hole_shown = [], False
    if not _asked(table):
        rest(play)
    elif _needs_shuffle(table):
        begin_shuffle(play)
    else:
        _open_betting(play)


def rest(play: Play) -> None:
    """Nobody here can play: the table waits, without a clock, for someone to press."""
    table = play.table
    table.phase = Phase.RESULT
    play.ask(None)
    park(play)


def park(play: Play) -> None:
    """Stop the clock. The question stays open, so the buttons on the board keep working."""
    play.table.parked = True
    play.table.deadline = None
    play.emit(TableParked())


def _needs_shuffle(table: Table) -> bool:
    """Whether the seats now taken could draw more cards than remain.

    A full shoe always does, also one of a single deck that is smaller than the usual limit.
    """
    if table.shoe is None:
        return True
    if not table.shoe.dealt:
        return False
    return table.shoe.left < max(table.rules.low, worst_case(table.rules, len(table.seats)))


def begin_shuffle(play: Play) -> None:
    """Betting is closed; members may cut the promised shoe until the clock runs out."""
    table = play.table
    assert table.next_shoe is not None, "a shoe is promised before the one before it opens"
    table.phase = Phase.SHUFFLE
    for seat in table.seats:
        seat.answered = False
    play.emit(ShuffleBegan(table.next_shoe.number, table.next_shoe.commit))
    play.ask(table.rules.clocks.shuffle)


def end_shuffle(play: Play) -> None:
    """Close the cut window, open the shoe, and promise the one after it."""
    table = play.table
    assert table.next_shoe is not None
    assert play.seed is not None
    if table.shoe is not None and table.shoe.seed:
        play.emit(ShoeRevealed(table.shoe.number, table.shoe.seed))
    table.shoe = table.next_shoe
    shoe.close(table.shoe)
    table.next_shoe = promise(table, table.shoe.number + 1, play.seed)
    play.emit(ShoeOpened(table.shoe.number, table.shoe.seal(), table.next_shoe.commit))
    open_round(play)


def promise(table: Table, number: int, seed: bytes) -> shoe.Shoe:
    name = f"{table.channel}/{table.id}/{number}"
    return shoe.committed(number, name, table.rules.decks, seed)


def _open_betting(play: Play) -> None:
    table = play.table
    table.phase = Phase.BETTING
    for seat in table.seats:
        seat.answered = False
    play.emit(BettingOpened(table.hand + 1))
    play.ask(table.rules.clocks.bet)


def sit_out_the_silent(play: Play) -> None:
    """The betting clock ran out: who has not answered sits this hand out."""
    for seat in _asked(play.table):
        if not seat.answered:
            seat.answered = True
            play.emit(SatOut(seat.member))


def _close_betting(play: Play) -> None:
    table = play.table
    if any(seat.bet for seat in table.seats):
        _deal(play)
    elif not _asked(table):
        open_round(play)  # whoever joined meanwhile sits down, or the table rests
    else:
        table.empty_rounds += 1
        play.emit(RoundEmpty(table.hand + 1))
        open_round(play)
        if table.empty_rounds >= EMPTY_ROUNDS and table.phase is Phase.BETTING:
            park(play)


def _deal(play: Play) -> None:
    """One card to each bet in seat order, the upcard, a second card to each, the hole card."""
    table = play.table
    _count_missed(play)
    betting = [seat for seat in table.seats if seat.bet]
    table.hand += 1
    table.empty_rounds = 0
    table.phase = Phase.PLAYING
    play.emit(HandBegan(table.hand, tuple(seat.member for seat in betting)))
    for seat in betting:
        seat.rounds += 1
        play.fund_bank(seat)
        seat.hands = [Hand([], seat.bet)]
        draw(play, seat, 0)
    _draw_dealer(play)
    for seat in betting:
        draw(play, seat, 0)
    _draw_dealer(play, face_down=True)
    _dealers_check(play)
    _next_turn(play)


def _count_missed(play: Play) -> None:
    """A seat that could have bet and did not has missed a round; too many free the seat."""
    for seat in _asked(play.table):
        seat.missed = 0 if seat.bet else seat.missed + 1
        if seat.missed >= play.table.rules.missed_rounds:
            seating.leave(play, seat, "missed_rounds")


def draw(play: Play, seat: Seat, index: int) -> None:
    """The next card to a hand. A hand that is bust, at 21 or a finished split ace is done."""
    hand = seat.hands[index]
    assert play.table.shoe is not None
    card = play.table.shoe.draw()
    hand.cards.append(card)
    play.emit(CardDealt(seat.member, index, card, play.table.shoe.dealt - 1))
    points = hand.total
    if points > 21:
        hand.result = Result.BUST
    hand.done = hand.done or points >= 21


def finish_split_aces(play: Play, seat: Seat) -> None:
    """A split ace gets one card and stands, unless it may be split again."""
    for hand in seat.hands:
        if hand.split and VALUES[hand.cards[0]] == 1 and not can_resplit(play.table, seat, hand):
            hand.done = True


def _draw_dealer(play: Play, face_down: bool = False) -> None:
    table = play.table
    assert table.shoe is not None
    card = table.shoe.draw()
    table.dealer.append(card)
    p = table.shoe.dealt - 1
    play.emit(HoleCardDealt(p) if face_down else DealerCardDealt(card, p))


def _dealers_check(play: Play) -> None:
    """The dealer looks for a natural before anyone acts; with one the hand is over."""
    table = play.table
    natural = total(table.dealer)[0] == 21
    if VALUES[table.dealer[0]] in (1, 10):
        play.emit(DealerChecked(natural))
    if natural:
        for seat in table.seats:
            for hand in seat.hands:
                hand.done = True


def _next_turn(play: Play) -> None:
    """Ask the first hand that can still move, in seat order; after the last the dealer plays."""
    table = play.table
    for seat in table.seats:
        for index, hand in enumerate(seat.hands):
            if not hand.done:
                table.turn = Turn(seat.member, index)
                play.ask(table.rules.clocks.decision)
                return
    table.turn = None
    _dealer_plays(play)
    settle(play)
    _finish_hand(play)


def _dealer_plays(play: Play) -> None:
    """The hole card is shown; the dealer draws only while a hand is left to beat."""
    table = play.table
    table.hole_shown = True
    play.emit(HoleCardShown(table.dealer[1]))
    if any(hand.is_live for seat in table.seats for hand in seat.hands):
        while _dealer_must_draw(table):
            _draw_dealer(play)


def _dealer_must_draw(table: Table) -> bool:
    points, soft = total(table.dealer)
    return points < 17 or (points == 17 and soft and table.rules.hits_soft_17)


def _finish_hand(play: Play) -> None:
    """After the settlement: has the session ended, who leaves, who sits down."""
    table = play.table
    assert table.shoe is not None
    play.emit(HandFinished(table.hand, table.shoe.dealt, table.shoe.seal()))
    outcome = session.outcome_now(table)
    table.phase = Phase.ENDED if outcome else Phase.RESULT
    if outcome:
        session.end(play, outcome)
    for seat in [seat for seat in table.seats if seat.leaving]:
        seating.get_up(play, seat)
    if outcome:
        for seat in table.seats:
            seat.waiting = False  # in the lobby of the next session
        play.ask(None)
    else:
        seating.sit_all_down(play)
        play.ask(table.rules.clocks.idle)
