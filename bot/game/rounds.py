"""A round: the shuffle, the betting, and what follows by itself.

Moves only mark what a seat decided; `advance` then carries the table on as far as it goes by
itself. Both are needed because anything may complete a question: the last answer, the clock, or
the one member who had not answered leaving.
"""

from . import dealing, seating, session, shoe
from .cards import DECK
from .events import (
    BettingOpened,
    CutCardPlaced,
    RoundEmpty,
    RoundVoided,
    RulesChanged,
    SatOut,
    ShoeOpened,
    ShuffleBegan,
    TableParked,
)
from .legal import can_bet
from .play import Play
from .rules import CASINO, TABLES, HouseRules, worst_case
from .table import BETTING, INSURANCE, LOBBY, PLAYING, RESULT, SHUFFLE, Seat, Table

_MOST_DECKS = max(rules.decks for rules in TABLES.values())
EMPTY_ROUNDS = 3  # after so many running, the clocks stop until someone presses


def advance(play: Play) -> None:
    """Everything that follows by itself from the table as it now is."""
    table = play.table
    phase = table.phase
    if phase is PLAYING:
        if table.turn is None or _is_done(table):
            dealing.next_turn(play)
    elif phase is BETTING:
        if not table.rules.full_betting and _all_answered(table):
            close_betting(play)
    elif phase is INSURANCE:
        if all(seat.answered or seat.leaving for seat in table.seats if seat.hands):
            table.phase = PLAYING
            dealing.after_insurance(play)
    elif phase is SHUFFLE:
        if _all_answered(table):
            end_shuffle(play)
    elif phase is LOBBY and table.seats and all(seat.answered for seat in table.seats):
        session.start(play)
        _shuffle_first(play)
    if not table.seats and table.phase is RESULT and not (table.parked or table.rules.seatless):
        rest(play)


def _is_done(table: Table) -> bool:
    """Whether the decision still open was made for the member, by the clock or by leaving."""
    assert table.acting is not None
    return table.acting[1].done


def _asked(table: Table) -> list[Seat]:
    """The seats whose answer the table waits for."""
    least = table.rules.min_bet
    return [seat for seat in table.seats if not seat.waiting and seat.chips + seat.bet >= least]


def _can_anyone_bet(table: Table) -> bool:
    for seat in table.seats:
        if not seat.waiting and seat.chips + seat.bet >= table.rules.min_bet:
            return True
    return False


def _all_answered(table: Table) -> bool:
    """Whether everybody has whose answer the table waits for."""
    for seat in table.seats:
        if not (seat.answered or seat.waiting) and can_bet(table.rules, seat):
            return False
    return True


def open_round(play: Play) -> None:
    """Clear the felt and open the betting, after a shuffle where one is due."""
    table = play.table
    _clear(play)
    if table.next_rules is not None:
        put_in_force(play, table.next_rules)
    rules = table.rules
    if not (rules.seatless or _can_anyone_bet(table)):
        rest(play)
    elif rules.shuffle != "every_hand" and _needs_shuffle(table):
        begin_shuffle(play)
    else:
        table.phase = BETTING
        play.events.append(BettingOpened(table.hand + 1))
        play.ask(rules.clocks.bet or rules.clocks.idle)


def _clear(play: Play) -> None:
    table = play.table
    if table.rules.seatless:
        seating.clear_seatless(play)
    for seat in table.seats:
        if seat.waiting:
            seating.sit_down(play, seat)
        if seat.bet:
            seat.bet = 0
        if seat.insurance:
            seat.insurance, seat.insurance_net = 0, None
        seat.hands, seat.answered = [], False
    table.dealer, table.hole_shown = [], False
    if table.gone:
        table.gone = []


def put_in_force(play: Play, rules: HouseRules) -> None:
    """Other rules from now on. Where they are about the shoe, the cards are shuffled first.

    A promised shoe of another size is replaced by a new promise, its cuts with it.
    """
    table, old = play.table, play.table.rules
    table.rules, table.next_rules = rules, None
    play.events.append(RulesChanged(rules))
    seating.move_up(play)
    if not rules.player_cut:
        table.cutter = 0
    if rules.decks != old.decks:
        assert table.next_shoe is not None
        assert play.seed is not None
        table.next_shoe = promise(table, table.next_shoe.number, play.seed)
    if _shuffling(rules) != _shuffling(old) and table.shoe is not None:
        play.reveal_shoe()
        table.shoe.is_revealed = True  # an unsealed one has nothing to show, and is done with too


def _shuffling(rules: HouseRules) -> tuple[object, ...]:
    return rules.decks, rules.shuffle, rules.penetration, rules.player_cut


def _shuffle_first(play: Play) -> None:
    """Betting on a fresh shoe."""
    if play.table.rules.shuffle == "every_hand":
        open_round(play)
    else:
        begin_shuffle(play)


def rest(play: Play) -> None:
    """Nobody here can play: the table waits for someone to press."""
    table = play.table
    table.phase = RESULT
    play.ask(None)
    park(play)


def park(play: Play) -> None:
    """Stop the clocks. The question stays open, so the buttons on the board keep working.

    Where a forgotten table ends (room), one last clock runs: when it rings, the table is closed.
    """
    rules = play.table.rules
    play.table.parked = True
    play.table.deadline = play.at + rules.clocks.idle * 1000 if rules.ends == "idle" else None
    play.events.append(TableParked())


def lobby_closes(table: Table, at: int) -> int | None:
    """When a lobby nobody starts is closed, ms since 1970: where a forgotten table ends (room)."""
    return at + table.rules.clocks.idle * 1000 if table.rules.ends == "idle" else None


def _needs_shuffle(table: Table) -> bool:
    """Whether the cut card has come, or the seats now taken could draw more than remains.

    A full shoe always does, also one of a single deck that is smaller than the usual limit.
    """
    dealt = table.shoe
    assert dealt is not None, "a session begins with a shuffle"
    if dealt.is_revealed:
        return True  # everybody may know what is left of it
    if not dealt.dealt:
        return False
    rules = table.rules
    if rules.shuffle == "low":
        return dealt.left < max(rules.low, worst_case(rules, len(table.seats)))
    if dealt.cut_at is not None and dealt.dealt >= dealt.cut_at:
        return True
    is_small = rules.decks < _MOST_DECKS and rules.decks < TABLES.get(rules.table, CASINO).decks
    return is_small and dealt.left < worst_case(rules, len(table.seats))


def begin_shuffle(play: Play) -> None:
    """Betting is closed; members may cut the promised shoe until the clock runs out."""
    table = play.table
    assert table.next_shoe is not None, "a shoe is promised before the one before it opens"
    table.phase = SHUFFLE
    for seat in table.seats:
        seat.answered = False
    if table.rules.player_cut:
        table.cutter = _next_cutter(table)
    play.events.append(ShuffleBegan(table.next_shoe.number, table.next_shoe.commit))
    play.ask(table.rules.clocks.shuffle)


def _next_cutter(table: Table) -> int:
    """The seat after the last cutter's that plays; the first if the last cutter has gone."""
    members = [seat.member for seat in _asked(table)]
    if table.cutter not in members:
        return members[0] if members else 0
    return members[(members.index(table.cutter) + 1) % len(members)]


def end_shuffle(play: Play) -> None:
    """The cut window closes and the betting opens."""
    open_shoe(play)
    open_round(play)


def open_shoe(play: Play) -> None:
    """Fix the order of the promised shoe, place its cut card, and promise the one after it."""
    table = play.table
    assert table.next_shoe is not None
    assert play.seed is not None
    play.reveal_shoe()
    table.shoe = table.next_shoe
    shoe.close(table.shoe)
    table.next_shoe = promise(table, table.shoe.number + 1, play.seed)
    play.events.append(ShoeOpened(table.shoe.number, table.shoe.seal(), table.next_shoe.commit))
    if table.rules.shuffle == "cut_card":
        _place_cut_card(play, table.shoe)


def _place_cut_card(play: Play, opened: shoe.Shoe) -> None:
    rules = play.table.rules
    cards = DECK * rules.decks
    if rules.player_cut:
        least, most = shoe.FROM_END
        silent = least + shoe.cut_number(opened) % (most - least + 1)
        opened.cut_at = max(0, cards - (opened.place or silent))  # one deck: after every hand
    else:
        opened.cut_at = -(-cards * rules.penetration // 100)  # rounded up: that much is dealt
    play.events.append(CutCardPlaced(opened.number, opened.cut_at))


def promise(table: Table, number: int, seed: bytes) -> shoe.Shoe:
    name = f"{table.channel}/{table.id}/{number}"
    return shoe.committed(number, name, table.rules.decks, seed)


def sit_out_the_silent(play: Play) -> None:
    """The betting clock ran out: who has not answered sits this hand out."""
    for seat in _asked(play.table):
        if not seat.answered:
            seat.answered = True
            play.events.append(SatOut(seat.member))


def close_betting(play: Play) -> None:
    table = play.table
    betting = [seat for seat in table.seats if seat.bet]
    if betting:
        if len(betting) < len(table.seats):
            _count_missed(play)
        if table.rules.shuffle == "every_hand":
            open_shoe(play)
        dealing.deal(play, betting)
    elif not table.rules.seatless and not _can_anyone_bet(table):
        open_round(play)  # whoever joined meanwhile sits down, or the table rests
    else:
        table.empty_rounds += 1
        play.events.append(RoundEmpty(table.hand + 1))
        open_round(play)
        if table.empty_rounds >= EMPTY_ROUNDS and table.phase is BETTING:
            park(play)


def _count_missed(play: Play) -> None:
    """A seat that could have bet and did not has missed a round; too many free the seat."""
    for seat in _asked(play.table):
        if not seat.bet:
            seat.missed += 1
            if seat.missed >= play.table.rules.missed_rounds:
                play.table.freed[seat.member] = play.table.hand + 1
                seating.leave(play, seat, "missed_rounds")


def void(play: Play) -> None:
    """The shoe ran out in the middle of a hand: every stake goes back, and the shoe is shuffled.

    A natural that was paid at once stays paid.
    """
    table = play.table
    play.events.append(RoundVoided(table.hand))
    play.reveal_shoe()
    for seat in table.seats:
        if seat.at_risk:
            play.give_back(seat, seat.at_risk, "void")
    table.turn = None
    for seat in [seat for seat in table.seats if seat.leaving]:
        seating.get_up(play, seat)
    _clear(play)
    _shuffle_first(play)
