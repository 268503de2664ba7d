"""Many hands at full speed: no chip is lost or made."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import get_args

import pytest
from msgspec.structs import replace

from bot.game import dealing, rounds, view
from bot.game.engine import apply, open_table
from bot.game.events import AnyEvent, ChipsMoved, Event, RoundVoided
from bot.game.legal import legal, refusal
from bot.game.moves import Bet, Join, Move, NewSession, NextHand, Open, PassCut, Refused, Start
from bot.game.play import Play, balances
from bot.game.rules import BANK
from bot.game.shoe import Shoe
from bot.game.table import Hand, Outcome, Phase, Seat, Table

from .volume import Volume, play

NEVER = 10**9
HANDS = 1000
GOING_ON = (PassCut, Bet, Start, NextHand, NewSession)


@pytest.mark.parametrize(("bank", "ends"), [(1000, Outcome.HOUSE_WINS), (150, Outcome.PLAYERS_WIN)])
def test_a_thousand_random_hands_with_six_seats_conserve_every_chip(
    bank: int, ends: Outcome
) -> None:
    dice = random.Random(1000)
    table, events = open_table(Open(1, 1, 1, replace(BANK, bank=bank), seed=bytes(32)))
    ledger: Counter[str] = Counter()
    sessions, shoes, outcomes = 0, 0, set()
    for member in range(1, 7):
        events = apply(table, Join(member))
    while table.hand < HANDS or table.phase is Phase.PLAYING:
        events = apply(table, _next_move(table, dice))
        _book(ledger, events)
        assert {name: n for name, n in ledger.items() if n and name != "mint"} == balances(table)
        assert min([table.bank, *(seat.chips for seat in table.seats)]) >= 0
        sessions, shoes = table.session, table.next_shoe.number if table.next_shoe else 0
        outcomes.add(table.outcome)
    assert sum(ledger.values()) == 0
    assert table.hand == HANDS
    assert sessions > 5
    assert shoes > 50
    assert ends in outcomes


def test_rounds_at_tables_of_random_rules_conserve_every_chip_and_replay() -> None:
    """The quick version of `python -m tests.game.volume`; it comes to all that can happen."""
    wanted = {*get_args(AnyEvent), *(outcome.value for outcome in Outcome)} - {RoundVoided}
    missing = set(wanted)
    for number in range(200):
        volume = Volume(number, one_sealed_in=2)
        volume.run(60)
        assert volume.played == 60
        missing -= volume.seen
        if number >= 20 and not missing:
            return
    assert not missing


class ShortShoes(Volume):
    """Some cards are missing from the end of every shoe, so that it may run out at any of them."""

    def order(self, shoe: Shoe) -> bytes:
        return super().order(shoe)[: 3 + shoe.number % 40]


def test_shoes_that_run_out_at_any_card_give_every_stake_back() -> None:
    """A round on them is played or void, and adds up."""
    voids = played = 0
    for number in range(30):
        volume = ShortShoes(number, one_sealed_in=NEVER)
        volume.run(30)
        voids += volume.voids
        played += volume.played
    assert voids > 100
    assert played - voids > 100


def _pays_one_chip_too_many(patch: pytest.MonkeyPatch) -> None:
    pay = Play.pay

    def planted(self: Play, seat: Seat, chips: int, why: str) -> None:
        pay(self, seat, chips, why)
        seat.chips += 1

    patch.setattr(Play, "pay", planted)


def _burns_a_card_that_no_move_told_it_to(patch: pytest.MonkeyPatch) -> None:
    draw, drawn = dealing.draw, count()

    def planted(play: Play, seat: Seat, hand: Hand, index: int) -> None:
        if next(drawn) == 200:
            assert play.table.shoe is not None
            play.table.shoe.dealt += 1
        draw(play, seat, hand, index)

    patch.setattr(dealing, "draw", planted)


def _changes_a_table_and_then_refuses(patch: pytest.MonkeyPatch) -> None:
    def planted(table: Table, move: Move) -> Refused | None:
        refused = refusal(table, move)
        if refused is not None:
            table.empty_rounds += 1
        return refused

    patch.setattr("bot.game.engine.refusal", planted)


def _never_deals(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rounds, "close_betting", lambda play: None)


def _shows_the_hole_card(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(view, "_dealer", lambda table: (tuple(table.dealer), 0, False))


def _forgets_how_to_settle(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(dealing, "settle", None)


@pytest.mark.parametrize(
    ("plant", "complaint"),
    [
        (_pays_one_chip_too_many, "check_chips"),
        (_burns_a_card_that_no_move_told_it_to, "said something else"),
        (_changes_a_table_and_then_refuses, "the replay is another table"),
        (_never_deals, "nobody can go on"),
        (_shows_the_hole_card, "check_secrets"),
        (_forgets_how_to_settle, "TypeError"),
    ],
)
def test_a_planted_fault_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a rule set that is sound without it."""
    number = 4  # full seats, a casino's rules
    assert not play((number, 2000)).wrong
    plant(monkeypatch)
    assert complaint in play((number, 2000)).wrong


def _next_move(table: Table, dice: random.Random) -> Move:
    """A random answer to the open question, of whoever is asked first."""
    if table.turn is not None:
        return dice.choice(_answers(table, table.turn.member))
    asks_all = table.phase in (Phase.SHUFFLE, Phase.BETTING)
    for seat in table.seats:
        moves = [move for move in _answers(table, seat.member) if isinstance(move, GOING_ON)]
        if moves and not (asks_all and seat.answered):
            seed = dice.randbytes(32) if table.phase is Phase.SHUFFLE else None
            return replace(dice.choice(moves), seed=seed)
    raise AssertionError("nobody can go on")


def _answers(table: Table, member: int) -> list[Move]:
    return [move for move in legal(table, member) if hasattr(move, "decision")]


def _book(ledger: Counter[str], events: list[Event]) -> None:
    for event in events:
        if isinstance(event, ChipsMoved):
            ledger[event.source] -= event.chips
            ledger[event.target] += event.chips
