"""Written cases: rules, cards in draw order, bets and moves, played through the engine.

Used by tests, replays and bug reports (`python -m bot script CASE.json`). A case file is one case
or `{"cases": [case, …]}`:

    table    house table; rules: overrides, see `Overrides`; cards: ranks in exact draw order
    bank     chips in the house bank before the bets, null = unlimited
    seats    in seat order: chips before the bet, bet (0 sits out), insurance, even_money
    actions  seat index -> moves in order; `!hit` means hit must be refused and change nothing
    expect_illegal  "bet", "insurance" or "even_money" is refused: the result is {"refused": it}

    play_file(data)   -> (results, complaints): one result a playable case, one sentence a malformed
    play_case(case)   -> the result, or raises Malformed with a plain sentence
"""

from typing import Any, Literal

import msgspec

from . import shoe
from .cards import RANKS, rank, total
from .engine import apply
from .events import RoundVoided
from .legal import refusal
from .moves import (
    Bet,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Move,
    SitOut,
    Split,
    Stand,
    Surrender,
    TimeUp,
)
from .rules import MAX_CHIPS, TABLES, HouseRules, validate
from .table import Hand, Phase, Seat, Table

_MOVES: dict[str, type[Hit | Stand | Double | Split | Surrender]] = {
    "hit": Hit,
    "stand": Stand,
    "double": Double,
    "split": Split,
    "surrender": Surrender,
}


class Malformed(Exception):
    """The case can't be played as it is written; the message says why in a sentence."""


class _CardsRanOut(Exception):
    """The written cards did not last for the hand."""


class Overrides(msgspec.Struct, forbid_unknown_fields=True):
    """Rules that a case changes, in the short names cases use."""

    h17: bool | None = None
    bj: tuple[int, int] | None = None
    double: Literal["any", "9-11", "10-11"] | None = None
    das: bool | None = None
    max_hands: int | None = None
    resplit_aces: bool | None = None
    surrender: bool | None = None
    even_money: bool | None = None
    insurance: Literal[False, "half", "up_to_half"] | None = None
    split_by: Literal["value", "rank"] | None = None
    table_limit: int | None = None
    decks: int | None = None


class CaseSeat(msgspec.Struct, forbid_unknown_fields=True):
    chips: int
    bet: int
    insurance: int = 0
    even_money: bool = False


class Case(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    table: str
    cards: list[str]
    seats: list[CaseSeat]
    rules: Overrides = msgspec.field(default_factory=Overrides)
    bank: int | None = None
    actions: dict[str, list[str]] = {}
    title: str = ""
    why: str = ""
    expect_illegal: Literal["bet", "insurance", "even_money"] | None = None
    session: str | None = None
    expected: Any = None


def play_file(data: bytes) -> tuple[list[dict[str, Any]], list[str]]:
    """Play every case of a file. One malformed case does not keep the others from being played."""
    try:
        document = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return [], [f"The file is not JSON: {error}."]
    except RecursionError:
        return [], ["The file is nested too deeply: no case has lists within lists within lists."]
    wrapped = isinstance(document, dict) and "cases" in document
    cases = document["cases"] if wrapped else [document]
    if not isinstance(cases, list) or not cases:
        return [], ["The file holds no case: write one case, or a list of them under “cases”."]
    results, complaints = [], []
    for number, raw in enumerate(cases, 1):
        told = raw.get("id") if isinstance(raw, dict) else None
        name = told if isinstance(told, str) else f"number {number}"
        try:
            results.append({"id": name, "result": play_case(msgspec.convert(raw, Case))})
        except msgspec.ValidationError as error:
            complaints.append(f"Case {name} is malformed: {error}.")
        except Malformed as error:
            complaints.append(f"Case {name} is malformed: {error}")
    return results, complaints


def play_case(case: Case) -> dict[str, Any]:
    table = _set_up(case)
    try:
        return _place_bets(case, table) or _insure(case, table) or _play(case, table)
    except _CardsRanOut:
        return {"void": True}


def _set_up(case: Case) -> Table:
    """A table whose betting is open and whose shoe deals the written cards."""
    rules = _rules(case)
    places = TABLES[case.table].seats + TABLES[case.table].seatless
    if not 1 <= len(case.seats) <= places:
        raise Malformed(f"this table has 1 to {places} places, the case has {len(case.seats)}.")
    if not all(0 <= seat.chips <= MAX_CHIPS for seat in case.seats):
        raise Malformed(f"a seat's chips must lie between 0 and {MAX_CHIPS}.")
    if case.bank is not None and not 0 <= case.bank <= MAX_CHIPS:
        raise Malformed(f"the bank must lie between 0 and {MAX_CHIPS}.")
    if not any(seat.bet for seat in case.seats):
        raise Malformed("nobody bets, so there is no hand to play.")
    if unknown := [card for card in case.cards if len(card) != 1 or card not in RANKS]:
        raise Malformed(f"“{unknown[0]}” is no card: write A, 2 to 9, T, J, Q or K.")
    table = Table(0, 0, rules, host=1, phase=Phase.BETTING, session=1, bank=case.bank or 0)
    table.seats = [
        Seat(index + 1, index, chips=seat.chips, bought=seat.chips, contributed=True)
        for index, seat in enumerate(case.seats)
    ]
    faces = [RANKS.index(card) + 13 * (index % 4) for index, card in enumerate(case.cards)]
    table.shoe = shoe.rigged(faces, rules.decks)
    table.next_shoe = shoe.committed(2, "unsealed", rules.decks, bytes(32))
    return table


def _rules(case: Case) -> HouseRules:
    if case.table not in TABLES:
        raise Malformed(f"there is no table “{case.table}” here; tables: {', '.join(TABLES)}.")
    written = case.rules
    changes = {
        "hits_soft_17": written.h17,
        "natural": written.bj,
        "double": written.double,
        "double_after_split": written.das,
        "max_hands": written.max_hands,
        "resplit_aces": written.resplit_aces,
        "surrender": written.surrender,
        "even_money": written.even_money,
        "insurance": "none" if written.insurance is False else written.insurance,
        "split_by": written.split_by,
        "limit": written.table_limit,
        "decks": written.decks,
        # Few decks do for the few seats of a case.
        "seats": max(1, min(TABLES[case.table].seats, len(case.seats))),
    }
    rules = msgspec.structs.replace(
        TABLES[case.table], **{field: new for field, new in changes.items() if new is not None}
    )
    if wrong := validate(rules):
        raise Malformed(f"these rules can't be played ({', '.join(wrong)}).")
    # The written cards are the shoe, also where the table would shuffle for every hand.
    ends = rules.ends if rules.ends != "bank" else "host"
    if case.bank is None:
        return msgspec.structs.replace(rules, shuffle="low", bank=None, ends=ends)
    return msgspec.structs.replace(rules, shuffle="low", bank=rules.bank or 1, ends="bank")


def _place_bets(case: Case, table: Table) -> dict[str, Any] | None:
    """Bets in seat order. The silent seats first: the last answer of all deals the cards."""
    for member, seat in enumerate(case.seats, 1):
        if not seat.bet and seat.chips >= table.rules.min_bet and member <= table.rules.seats:
            _apply(table, SitOut(member, table.decision))
    for member, seat in enumerate(case.seats, 1):
        if seat.bet and not _is_made(table, Bet(member, table.decision, seat.bet)):
            return {"refused": "bet"}
    if table.phase is Phase.BETTING:  # the clock that always runs
        table.deadline = 0
        _apply(table, TimeUp(table.decision))
    return None


def _insure(case: Case, table: Table) -> dict[str, Any] | None:
    """What was asked for in the insurance window; no answer is no insurance."""
    n = table.decision
    for member, seat in enumerate(case.seats, 1):
        if seat.insurance and not _is_made(table, Insure(member, n, seat.insurance)):
            return {"refused": "insurance"}
        if seat.even_money and not _is_made(table, EvenMoney(member, n)):
            return {"refused": "even_money"}
    if table.phase is Phase.INSURANCE:
        table.deadline = 0
        _apply(table, TimeUp(n))
    return None


def _is_made(table: Table, move: Move) -> bool:
    """Whether the move was accepted."""
    if refusal(table, move) is not None:
        return False
    _apply(table, move)
    return True


def _apply(table: Table, move: Move) -> None:
    events = apply(table, msgspec.structs.replace(move, seed=bytes(32)))
    if any(isinstance(event, RoundVoided) for event in events):
        raise _CardsRanOut


def _play(case: Case, table: Table) -> dict[str, Any]:
    moves = {index: list(case.actions.get(str(index), [])) for index in range(len(case.seats))}
    if unknown := set(case.actions) - set(map(str, moves)):
        raise Malformed(f"there is no seat {min(unknown)} for these moves.")
    while table.phase is Phase.PLAYING:
        assert table.acting is not None
        seat, hand = table.acting
        left = moves[seat.member - 1]
        if not left:
            raise Malformed(f"seat {seat.member - 1} has no move left for its hand {_ranks(hand)}.")
        _move(table, seat, hand, left.pop(0))
    for index, left in moves.items():
        if left:
            raise Malformed(f"seat {index} has moves left over: {', '.join(left)}.")
    return _result(case, table)


def _move(table: Table, seat: Seat, hand: Hand, word: str) -> None:
    kind = _MOVES.get(word.removeprefix("!"))
    if kind is None:
        raise Malformed(f"“{word}” is no move; moves: {', '.join(_MOVES)}, with ! for refused.")
    move = kind(seat.member, table.decision)
    refused, who = refusal(table, move), f"seat {seat.member - 1}"
    if word.startswith("!"):
        if refused is None:
            raise Malformed(f"{who} may {word[1:]} with {_ranks(hand)}, it is not refused.")
    elif refused is not None:
        raise Malformed(f"{who} may not {word} with {_ranks(hand)} ({refused.why}).")
    else:
        _apply(table, move)


def _result(case: Case, table: Table) -> dict[str, Any]:
    assert table.shoe is not None
    seats = {seat.member: seat for seat in [*table.seats, *table.away]}
    points, _ = total(table.dealer)
    return {
        "dealer_cards": [rank(card) for card in table.dealer],
        "dealer_total": points,
        "dealer_natural": len(table.dealer) == 2 and points == 21,
        "cards_used": table.shoe.dealt,
        "bank_after": None if table.rules.bank is None else table.bank,
        "seats": [
            {
                "chips_after": seat.chips,
                "insurance_net": seat.insurance_net or 0,
                "hands": [
                    {
                        "cards": [rank(card) for card in hand.cards],
                        "stake": hand.stake,
                        "result": hand.result.value if hand.result else None,
                        "net": hand.net,
                    }
                    for hand in seat.hands
                ],
            }
            for seat in (seats[member] for member in range(1, len(case.seats) + 1))
        ],
        "session": table.outcome.value if table.outcome else None,
    }


def _ranks(hand: Hand) -> str:
    return ",".join(rank(card) for card in hand.cards)
