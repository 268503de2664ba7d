"""Many hands at full speed: no chip is lost or made."""

import random
from collections import Counter
from typing import get_args

import pytest
from msgspec.structs import replace

from bot.game.engine import apply, open_table
from bot.game.events import (
    AnyEvent,
    CardsCut,
    ChipsMoved,
    ClockExtended,
    Event,
    MemberReady,
    RoundVoided,
    TableClosed,
    TableOpened,
)
from bot.game.legal import legal
from bot.game.moves import Bet, Join, Move, NewSession, NextHand, Open, PassCut, Start
from bot.game.play import balances
from bot.game.rules import BANK
from bot.game.table import Outcome, Phase, Table

from .volume import Volume

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
    seen: set[type[Event]] = set()
    for number in range(20):
        volume = Volume(number)
        volume.run(60)
        assert volume.played == 60
        seen |= volume.seen
    by_hand = {TableOpened, TableClosed, ClockExtended, CardsCut, RoundVoided, MemberReady}
    assert set(get_args(AnyEvent)) - seen <= by_hand


def test_shoes_that_run_out_at_any_card_give_every_stake_back() -> None:
    """Shoes are cut short while bets are open; a round on them is played or void, and adds up."""
    voids = 0
    for number in range(30):
        volume = Volume(number)
        while volume.played < 15:
            volume.run(volume.played + 1)
            for table in volume.table, volume.twin:
                if table.shoe is not None and table.rules.shuffle != "every_hand":
                    keep = table.shoe.dealt + volume.played * 2
                    table.shoe.order = table.shoe.order[:keep]
                    table.shoe.cut_at = keep + 1
        voids += volume.voids
    assert voids > 20


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
