"""Who may do what: the table of moves, phases and refusals.

`refusal(table, move)` is the only judge: `engine.apply` asks it before the first change, and
`legal` asks it about every move there is. What is offered and what is accepted can't differ.

Order of the questions: is the table still open, does the member sit here, is the question the one
now open, and only then the rules of the move itself. A stranger hears about seats, not about turns.
"""

from collections.abc import Callable, Iterator
from typing import Any

from . import changing, decisions
from .moves import (
    Bet,
    ChangeRules,
    Close,
    Cut,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Join,
    Kick,
    Leave,
    Move,
    NewSession,
    NextHand,
    PassCut,
    PassInsurance,
    Rebuy,
    Refused,
    Resume,
    SitOut,
    Split,
    Stand,
    Start,
    Surrender,
    TimeUp,
)
from .rules import HouseRules
from .shoe import CUT_LIMIT, FROM_END, clean_cut
from .table import BETTING, CLOSED, INSURANCE, SHUFFLE, Hand, Phase, Seat, Table

STRANGER = 0  # no account has this number

_ANY = frozenset(Phase) - {Phase.CLOSED}

#: The phases each kind of move belongs to.
PHASES: dict[type[Move], frozenset[Phase]] = {
    Join: _ANY,
    Leave: _ANY,
    Kick: _ANY,
    Close: _ANY,
    Start: frozenset({Phase.LOBBY}),
    Cut: frozenset({Phase.SHUFFLE, Phase.BETTING}),
    PassCut: frozenset({Phase.SHUFFLE}),
    Bet: frozenset({Phase.BETTING}),
    SitOut: frozenset({Phase.BETTING}),
    Insure: frozenset({Phase.INSURANCE}),
    PassInsurance: frozenset({Phase.INSURANCE}),
    EvenMoney: frozenset({Phase.INSURANCE}),
    Hit: frozenset({Phase.PLAYING}),
    Stand: frozenset({Phase.PLAYING}),
    Double: frozenset({Phase.PLAYING}),
    Split: frozenset({Phase.PLAYING}),
    Surrender: frozenset({Phase.PLAYING}),
    NextHand: frozenset({Phase.RESULT}),
    NewSession: frozenset({Phase.ENDED}),
    Rebuy: _ANY - {Phase.LOBBY, Phase.ENDED},
    ChangeRules: _ANY,
    TimeUp: _ANY - {Phase.ENDED},
    Resume: frozenset(Phase),
}

#: Moves only a seat may make (a host who does not sit may start, go on and open a new session).
_SEATED = frozenset(
    {Leave, Cut, PassCut, SitOut, Insure, PassInsurance, EvenMoney, Rebuy}
    | {Hit, Stand, Double, Split, Surrender}
)
_SEATED_OR_HOST = frozenset({Start, NextHand, NewSession})

#: Answers without an argument of their own.
_ANSWERS = (
    Start, PassCut, SitOut, PassInsurance, EvenMoney, Hit, Stand, Double, Split, Surrender,
    NextHand, NewSession,
)  # fmt: skip


def refusal(table: Table, move: Move) -> Refused | None:
    """Why the move may not be made now; None when it may."""
    asks = _ASKS.get(type(move))
    if asks is None:
        return Refused("not_now")
    phases, has_member, is_answer, seated, or_host, check, of_hand = asks
    phase = table.phase
    if phase is CLOSED and type(move) is not Resume:
        return Refused("table_closed")
    made: Any = move  # what it has depends on its kind
    member = made.member if has_member else None
    seat: Seat | None = None
    for other in table.seats:
        if other.member == member:
            seat = other
            break
    if seat is None and seated and not (or_host and member == table.host):
        return _not_seated(table, member)
    if is_answer and made.decision != table.decision:
        return Refused("decision_closed")
    if phase not in phases:
        return Refused("not_now")
    if check is not None:
        return check(table, move, seat)
    if of_hand is None:
        return None
    turn = table.turn
    assert turn is not None, "play asks somebody at all times"
    if seat is None or member != turn.member:
        return Refused("not_your_turn", member=turn.member)
    return of_hand(table, seat, seat.hands[turn.hand])


def _not_seated(table: Table, member: int | None) -> Refused:
    """Who lost the seat for missed rounds may not know it yet."""
    if member in table.freed:
        return Refused("seat_freed", rounds=table.rules.missed_rounds)
    if table.rules.is_solo and member != table.host:
        return Refused("not_your_run", member=table.host)
    return Refused("not_seated")


def legal(table: Table, member: int) -> list[Move]:
    """Every move `member` may make now. The text of a cut stands for any text.

    Bets are those of the ladder; without one, the ends of what may be bet.
    """
    return [move for move in _candidates(table, member) if refusal(table, move) is None]


def _candidates(table: Table, member: int) -> Iterator[Move]:
    n = table.decision
    yield Join(member)
    yield Leave(member)
    yield Close(member)
    yield Rebuy(member)
    for seat in table.seats:
        yield Kick(member, seat.member)
    for kind in _ANSWERS:
        if table.phase in PHASES[kind]:
            yield kind(member, n)
    if table.phase in PHASES[Cut]:
        yield Cut(member, n, "cut")
    if table.phase is BETTING:
        for chips in table.rules.ladder or _ends(table, member):
            yield Bet(member, n, chips)
    insured = table.seat_of(member) if table.phase is INSURANCE else None
    if insured is not None:
        for chips in {1, insured.bet // 2}:
            yield Insure(member, n, chips)


def _ends(table: Table, member: int) -> set[int]:
    """Without a ladder the smallest and the largest bet stand for any between."""
    rules, seat = table.rules, table.seat_of(member)
    limits = [cap for cap in (rules.max_bet, rules.limit) if cap is not None]
    return {rules.min_bet, min([_held(table, member, seat), *limits])}


def _held(table: Table, member: int, seat: Seat | None, purse: int | None = None) -> int:
    """Chips the member can bet with; who has no seat yet brings those of before, or fresh ones."""
    seat = seat or table.seat_away(member)
    if seat is None:
        return table.rules.chips if purse is None else purse
    return seat.chips + seat.bet


def same_bet(table: Table, member: int) -> int:
    """The member's last bet, cut to what is affordable and allowed now; 0 when there is none."""
    seat = table.seat_of(member) or table.seat_away(member)
    if seat is None or not seat.last_bet:
        return 0
    rules, held = table.rules, seat.chips + seat.bet
    most = min(cap for cap in (seat.last_bet, held, rules.max_bet, rules.limit) if cap is not None)
    amounts = [chips for chips in rules.ladder if chips <= most] if rules.ladder else [most]
    return max([chips for chips in amounts if chips >= rules.min_bet], default=0)


def can_bet(rules: HouseRules, seat: Seat) -> bool:
    """Whether the seat still holds the smallest bet."""
    return seat.chips + seat.bet >= rules.min_bet


def _join(table: Table, move: Join, seat: Seat | None) -> Refused | None:
    if seat is not None and not seat.leaving:
        return Refused("already_seated")
    if move.member in table.kicked:
        return Refused("was_kicked")
    if table.rules.ends == "broke" and move.member != table.host:
        return Refused("not_your_run", member=table.host)
    if seat is None and table.free_place() is None:
        return Refused("table_full", seats=table.rules.seats)
    return None


def _leave(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    return Refused("already_leaving") if seat is not None and seat.leaving else None


def _kick(table: Table, move: Kick, seat: Seat | None) -> Refused | None:
    if not (move.admin or move.member == table.host):
        return Refused("only_host")
    if move.target == move.member:
        return Refused("kick_yourself")
    if table.seat_of(move.target) is None or move.target in table.kicked:
        return Refused("target_not_seated")
    return None


def _close(table: Table, move: Close, seat: Seat | None) -> Refused | None:
    return None if move.admin or move.member == table.host else Refused("only_host")


def _start(table: Table, move: Start, seat: Seat | None) -> Refused | None:
    if not table.seats:
        return Refused("no_seats")
    if move.member != table.host and seat is not None and seat.answered:
        return Refused("already_ready")
    return None


def _cut(table: Table, move: Cut, seat: Seat | None) -> Refused | None:
    assert seat is not None
    if table.phase is BETTING and table.rules.shuffle != "every_hand":
        return Refused("not_now")
    if table.has_cut(move.member):
        return Refused("already_cut")
    if not 1 <= len(clean_cut(move.text)) <= CUT_LIMIT:
        return Refused("cut_length", most=CUT_LIMIT)
    if move.place is not None:
        if move.member != table.cutter:
            return Refused("not_the_cutter")
        if not FROM_END[0] <= move.place <= FROM_END[1]:
            return Refused("cut_place", least=FROM_END[0], most=FROM_END[1])
    return _pass_cut(table, move, seat) if table.phase is SHUFFLE else None


def _pass_cut(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    assert seat is not None
    return Refused("already_cut") if seat.answered else None


def _bet(table: Table, move: Bet, seat: Seat | None) -> Refused | None:
    rules, chips = table.rules, move.chips
    if seat is not None:
        if seat.waiting:
            return Refused("from_next_hand")
        held = seat.chips + seat.bet
    elif table.free_seatless_place() is None:
        if not rules.seatless:
            return _not_seated(table, move.member)
        return Refused("seatless_full", places=rules.seatless)
    elif move.member in table.kicked:
        return Refused("was_kicked")
    else:
        held = _held(table, move.member, None, move.purse)
    if held < rules.min_bet:
        return Refused("below_minimum", chips=held, least=rules.min_bet)
    if chips < rules.min_bet:
        return Refused("bet_too_small", least=rules.min_bet)
    most = rules.max_bet if rules.limit is None else min(rules.max_bet or rules.limit, rules.limit)
    if most is not None and chips > most:
        return Refused("bet_too_big", most=most)
    if rules.ladder and chips not in rules.ladder:
        return Refused("not_on_ladder", ladder=" · ".join(map(str, rules.ladder)))
    if chips > held:
        return Refused("too_few_chips", needs=chips, chips=held)
    if seat is not None and chips == seat.bet:
        return Refused("already_bet", chips=chips)
    return None


def _sit_out(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    assert seat is not None
    if seat.waiting:
        return Refused("from_next_hand")
    if not can_bet(table.rules, seat):
        return Refused("below_minimum", chips=seat.chips, least=table.rules.min_bet)
    if seat.answered and not seat.bet:
        return Refused("already_sitting_out")
    return None


def _next_hand(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    rules = table.rules
    if rules.full_betting and rules.clocks.result is not None and not table.parked:
        return Refused("not_now")  # where clocks always run their time, the result's does too
    for other in table.seats:
        if other.chips + other.bet >= rules.min_bet:
            return None
    return Refused("nobody_can_bet", least=rules.min_bet)


def _rebuy(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    """How often is not the table's business: the casino knows when the member last did."""
    assert seat is not None
    if not table.rules.keeps_chips:
        return Refused("no_rebuy")
    if can_bet(table.rules, seat) or seat.at_risk or not seat.is_bought_in:
        return Refused("rebuy_not_needed", least=table.rules.min_bet)
    return None


def _new_session(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    return None if table.seats else Refused("no_seats")


def _time_up(table: Table, move: TimeUp, seat: Seat | None) -> Refused | None:
    due = table.deadline is not None and move.at >= table.deadline
    return None if due else Refused("too_early")


_Check = Callable[[Table, Any, Seat | None], Refused | None]
_HandCheck = Callable[[Table, Seat, Hand], Refused | None]

#: What each kind of move asks beyond phase, seat and question.
_CHECKS: dict[type[Move], _Check] = {
    Join: _join,
    Leave: _leave,
    Kick: _kick,
    Close: _close,
    Start: _start,
    Cut: _cut,
    PassCut: _pass_cut,
    Bet: _bet,
    SitOut: _sit_out,
    Insure: decisions.answers_insurance,
    PassInsurance: decisions.answers_insurance,
    EvenMoney: decisions.answers_insurance,
    NextHand: _next_hand,
    NewSession: _new_session,
    Rebuy: _rebuy,
    ChangeRules: changing.refused,
    TimeUp: _time_up,
}

#: And of the moves of the hand whose decision is open.
_HAND_CHECKS: dict[type[Move], _HandCheck] = {
    Hit: decisions.hit,
    Stand: decisions.stand,
    Double: decisions.double,
    Split: decisions.split,
    Surrender: decisions.surrender,
}

#: All that is asked about a kind of move, in one place: its phases (a tuple, since an enum's hash
#: is slow), whether it is a member's, whether it answers a question, whether it takes a seat,
#: whether hosting does as well, and the checks of its own.
_Asks = tuple[tuple[Phase, ...], bool, bool, bool, bool, _Check | None, _HandCheck | None]
_ASKS: dict[type[Move], _Asks] = {
    kind: (
        tuple(phases), "member" in kind.__struct_fields__, "decision" in kind.__struct_fields__,
        kind in _SEATED | _SEATED_OR_HOST, kind in _SEATED_OR_HOST,
        _CHECKS.get(kind), _HAND_CHECKS.get(kind),
    )
    for kind, phases in PHASES.items()
}  # fmt: skip
