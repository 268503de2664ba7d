"""Who may do what: the table of moves, phases and refusals.

`refusal(table, move)` is the only judge: `engine.apply` asks it before the first change, and
`legal` asks it about every move there is. What is offered and what is accepted can't differ.

Order of the questions: is the table still open, does the member sit here, is the question the one
now open, and only then the rules of the move itself. A stranger hears about seats, not about turns.
"""

from collections.abc import Callable, Iterator

from .cards import VALUES, rank, total
from .moves import (
    Bet,
    Close,
    Cut,
    Double,
    Hit,
    Join,
    Kick,
    Leave,
    Move,
    NewSession,
    NextHand,
    PassCut,
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
from .shoe import CUT_LIMIT, clean_cut
from .table import Hand, Phase, Seat, Table

STRANGER = 0  # no account has this number

_ANY = frozenset(Phase) - {Phase.CLOSED}

#: The phases each kind of move belongs to.
PHASES: dict[type[Move], frozenset[Phase]] = {
    Join: _ANY,
    Leave: _ANY,
    Kick: _ANY,
    Close: _ANY,
    Start: frozenset({Phase.LOBBY}),
    Cut: frozenset({Phase.SHUFFLE}),
    PassCut: frozenset({Phase.SHUFFLE}),
    Bet: frozenset({Phase.BETTING}),
    SitOut: frozenset({Phase.BETTING}),
    Hit: frozenset({Phase.PLAYING}),
    Stand: frozenset({Phase.PLAYING}),
    Double: frozenset({Phase.PLAYING}),
    Split: frozenset({Phase.PLAYING}),
    Surrender: frozenset({Phase.PLAYING}),
    NextHand: frozenset({Phase.RESULT}),
    NewSession: frozenset({Phase.ENDED}),
    TimeUp: frozenset({Phase.SHUFFLE, Phase.BETTING, Phase.PLAYING, Phase.RESULT}),
    Resume: frozenset(Phase),
}

#: Moves only a seat may make (a host who does not sit may start, go on and open a new session).
_SEATED = (Leave, Cut, PassCut, Bet, SitOut, Hit, Stand, Double, Split, Surrender)
_SEATED_OR_HOST = (Start, NextHand, NewSession)

#: Answers without an argument of their own.
_ANSWERS = (
    Start, PassCut, SitOut, Hit, Stand, Double, Split, Surrender, NextHand, NewSession,
)  # fmt: skip


def refusal(table: Table, move: Move) -> Refused | None:
    """Why the move may not be made now; None when it may."""
    kind = type(move)
    if kind not in PHASES:
        return Refused("not_now")
    if table.phase is Phase.CLOSED and kind is not Resume:
        return Refused("table_closed")
    member = getattr(move, "member", None)
    seat = table.seat_of(member) if member is not None else None
    if seat is None and kind in _SEATED:
        return Refused("not_seated")
    if seat is None and kind in _SEATED_OR_HOST and member != table.host:
        return Refused("not_seated")
    decision = getattr(move, "decision", table.decision)
    if decision != table.decision:
        return Refused("decision_closed")
    if table.phase not in PHASES[kind]:
        return Refused("not_now")
    return _CHECKS[kind](table, move, seat) if kind in _CHECKS else None


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
    for seat in table.seats:
        yield Kick(member, seat.member)
    for kind in _ANSWERS:
        if table.phase in PHASES[kind]:
            yield kind(member, n)
    if table.phase is Phase.SHUFFLE:
        yield Cut(member, n, "cut")
    if table.phase is Phase.BETTING:
        for chips in table.rules.ladder or _ends(table, member):
            yield Bet(member, n, chips)


def _ends(table: Table, member: int) -> set[int]:
    """Without a ladder the smallest and the largest bet stand for any between."""
    seat = table.seat_of(member)
    if seat is None:
        return set()
    rules = table.rules
    limits = [cap for cap in (rules.max_bet, rules.limit) if cap is not None]
    return {rules.min_bet, min([seat.chips + seat.bet, *limits])}


def can_bet(rules: HouseRules, seat: Seat) -> bool:
    """Whether the seat still holds the smallest bet."""
    return seat.chips + seat.bet >= rules.min_bet


def _join(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    assert isinstance(move, Join)
    if seat is not None and not seat.leaving:
        return Refused("already_seated")
    if move.member in table.kicked:
        return Refused("was_kicked")
    if seat is None and len(table.seats) >= table.rules.seats:
        return Refused("table_full", seats=table.rules.seats)
    return None


def _leave(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    return Refused("already_leaving") if seat is not None and seat.leaving else None


def _kick(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    assert isinstance(move, Kick)
    if not (move.admin or move.member == table.host):
        return Refused("only_host")
    if move.target == move.member:
        return Refused("kick_yourself")
    if table.seat_of(move.target) is None or move.target in table.kicked:
        return Refused("target_not_seated")
    return None


def _close(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    assert isinstance(move, Close)
    return None if move.admin or move.member == table.host else Refused("only_host")


def _start(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    assert isinstance(move, Start)
    if not table.seats:
        return Refused("no_seats")
    if move.member != table.host and seat is not None and seat.answered:
        return Refused("already_ready")
    return None


def _answers_shuffle(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    assert seat is not None
    if seat.waiting:
        return Refused("from_next_hand")
    if seat.answered:
        return Refused("already_cut")
    if isinstance(move, Cut) and not 1 <= len(clean_cut(move.text)) <= CUT_LIMIT:
        return Refused("cut_length", most=CUT_LIMIT)
    return None


def _bet(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    assert isinstance(move, Bet)
    assert seat is not None
    rules, chips = table.rules, move.chips
    held = seat.chips + seat.bet
    if seat.waiting:
        return Refused("from_next_hand")
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
    if chips == seat.bet:
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
    if not any(can_bet(table.rules, seat) for seat in table.seats):
        return Refused("nobody_can_bet", least=table.rules.min_bet)
    return None


def _new_session(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    return None if table.seats else Refused("no_seats")


def _on_turn(check: "_HandCheck | None" = None) -> "_Check":
    """A move of the hand whose decision is open, with the rule of that move behind it."""

    def on_turn(table: Table, move: Move, seat: Seat | None) -> Refused | None:
        assert table.acting is not None, "play asks somebody at all times"
        asked, hand = table.acting
        if asked is not seat:
            return Refused("not_your_turn", member=asked.member)
        return check(table, asked, hand) if check else None

    return on_turn


def _hit(table: Table, seat: Seat, hand: Hand) -> Refused | None:
    return Refused("split_ace") if _is_split_ace(hand) else None


def _double(table: Table, seat: Seat, hand: Hand) -> Refused | None:
    rules = table.rules
    if len(hand.cards) != 2:
        return Refused("double_two_cards")
    if _is_split_ace(hand):
        return Refused("split_ace")
    if hand.split and not rules.double_after_split:
        return Refused("double_after_split")
    if rules.double != "any":
        points, soft = total(hand.cards)
        if soft or not (9 if rules.double == "9-11" else 10) <= points <= 11:
            return Refused("double_totals", totals=rules.double)
    return _can_stake(table, seat, hand.stake)


def _split(table: Table, seat: Seat, hand: Hand) -> Refused | None:
    rules = table.rules
    if len(hand.cards) != 2 or not _is_pair(rules, hand):
        return Refused("split_pairs")
    if len(seat.hands) >= rules.max_hands:
        return Refused("split_hands", hands=rules.max_hands)
    if _is_split_ace(hand) and not rules.resplit_aces:
        return Refused("split_ace")
    return _can_stake(table, seat, hand.stake)


def _surrender(table: Table, seat: Seat, hand: Hand) -> Refused | None:
    if not table.rules.surrender:
        return Refused("no_surrender")
    if len(seat.hands) > 1 or len(hand.cards) != 2:
        return Refused("surrender_first")
    return Refused("surrender_one") if hand.stake < 2 else None


def _can_stake(table: Table, seat: Seat, more: int) -> Refused | None:
    """Whether the seat can put `more` chips beside what it has at risk."""
    if seat.chips < more:
        return Refused("too_few_chips", needs=more, chips=seat.chips)
    limit = table.rules.limit
    if limit is not None and seat.at_risk + more > limit:
        return Refused("table_limit", limit=limit)
    return None


def _is_pair(rules: HouseRules, hand: Hand) -> bool:
    one, two = hand.cards
    return rank(one) == rank(two) if rules.split_by == "rank" else VALUES[one] == VALUES[two]


def _is_split_ace(hand: Hand) -> bool:
    return hand.split and VALUES[hand.cards[0]] == 1


def can_resplit(table: Table, seat: Seat, hand: Hand) -> bool:
    """Whether a split ace still has a choice: without one it stands on its single card."""
    return _split(table, seat, hand) is None


def _time_up(table: Table, move: Move, seat: Seat | None) -> Refused | None:
    due = table.deadline is not None and move.at >= table.deadline
    return None if due else Refused("too_early")


_Check = Callable[[Table, Move, Seat | None], Refused | None]
_HandCheck = Callable[[Table, Seat, Hand], Refused | None]

#: What each kind of move asks beyond phase, seat and question.
_CHECKS: dict[type[Move], _Check] = {
    Join: _join,
    Leave: _leave,
    Kick: _kick,
    Close: _close,
    Start: _start,
    Cut: _answers_shuffle,
    PassCut: _answers_shuffle,
    Bet: _bet,
    SitOut: _sit_out,
    Hit: _on_turn(_hit),
    Stand: _on_turn(),
    Double: _on_turn(_double),
    Split: _on_turn(_split),
    Surrender: _on_turn(_surrender),
    NextHand: _next_hand,
    NewSession: _new_session,
    TimeUp: _time_up,
}
