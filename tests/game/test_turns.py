"""Only the seat's owner acts, in turn, on the question that is open."""

import pytest

from bot.game.engine import apply
from bot.game.legal import legal
from bot.game.moves import (
    Bet,
    Cut,
    Double,
    Hit,
    Join,
    Move,
    NewSession,
    NextHand,
    Open,
    PassCut,
    Refused,
    SitOut,
    Split,
    Stand,
    Start,
    Surrender,
    TimeUp,
)
from bot.game.rules import BANK
from bot.game.table import Phase, snapshot

from .tables import betting, lobby, playing

TURNS: list[type[Move]] = [Hit, Stand, Double, Split, Surrender]
ANSWERS: list[type[Move]] = [*TURNS, SitOut, PassCut, Start, NextHand, NewSession]
PAIRS = "8 9 7 8 9 T"  # two seats that may do everything


@pytest.mark.parametrize("kind", TURNS)
def test_nobody_plays_for_another(kind: type[Move]) -> None:
    game = playing(PAIRS, bets=[50, 50])
    assert game.turn == 1
    assert game.refused(kind, 2) == "not_your_turn"


@pytest.mark.parametrize("kind", ANSWERS)
def test_a_stranger_plays_for_nobody(kind: type[Move]) -> None:
    assert playing(PAIRS, bets=[50, 50]).refused(kind, 99) == "not_seated"


def test_the_host_plays_for_nobody_either() -> None:
    game = playing(PAIRS, bets=[50, 50])
    game.do(Stand, 1)
    assert game.turn == 2
    assert game.refused(Stand, 1) == "not_your_turn"


@pytest.mark.parametrize("kind", TURNS)
def test_a_second_press_of_the_same_button_is_refused(kind: type[Move]) -> None:
    game = playing("2 9 7 3 9 T 2 2", bets=[50, 50])
    asked = game.table.decision
    game.do(Hit, 1)
    assert game.turn == 1
    assert game.refused(kind, 1, decision=asked) == "decision_closed"


@pytest.mark.parametrize("off", [-1, 1, 1000, -1000])
def test_a_decision_that_is_not_the_open_one_is_refused(off: int) -> None:
    game = playing(PAIRS, bets=[50, 50])
    for kind in ANSWERS:
        assert game.refused(kind, 1, decision=game.table.decision + off) == "decision_closed"
    assert game.refused(TimeUp, decision=game.table.decision + off) == "decision_closed"
    assert game.refused(Bet, 1, 50, decision=game.table.decision + off) == "decision_closed"


def test_a_bet_for_the_last_hand_is_not_taken_for_this_one() -> None:
    game = betting(1)
    asked = game.table.decision
    game.do(SitOut, 1)  # an empty round: betting opens again
    assert game.table.phase is Phase.BETTING
    assert game.refused(Bet, 1, 50, decision=asked) == "decision_closed"


def test_six_members_can_answer_the_same_question() -> None:
    game = betting(6)
    asked = game.table.decision
    for member in range(1, 6):
        game.do(Bet, member, 50, decision=asked)
    assert game.table.decision == asked


def test_every_question_has_a_higher_number_than_the_one_before() -> None:
    game = lobby(2)
    numbers = [game.table.decision]
    for kind, member in (Start, 1), (PassCut, 1), (PassCut, 2):
        game.do(kind, member)
        numbers.append(game.table.decision)
    game.rig("T T 7 9 9 T")
    for move in (Bet, 1, 50), (Bet, 2, 50), (Stand, 1), (Stand, 2), (NextHand, 1):
        game.do(*move)
        numbers.append(game.table.decision)
    assert numbers == sorted(numbers)
    assert len(set(numbers)) == 7  # lobby, shuffle, bets, two turns, result, shuffle


def test_seats_are_asked_in_order_hand_by_hand() -> None:
    game = playing("T T T 7 9 9 9 T", bets=[50, 50, 50])
    asked = []
    while game.table.phase is Phase.PLAYING:
        assert game.turn is not None
        asked.append(game.turn)
        game.do(Stand, game.turn)
    assert asked == [1, 2, 3]


def test_moves_of_another_phase_are_refused() -> None:
    game = lobby()
    for kind in ANSWERS:
        if kind is not Start:
            assert game.refused(kind, 1) == "not_now"
    assert game.refused(Bet, 1, 50) == "not_now"
    assert game.refused(Cut, 1, "x") == "not_now"
    assert betting().refused(Start, 1) == "not_now"


def test_a_table_cannot_be_opened_twice() -> None:
    game = lobby()
    assert game.refused(Open, 7, 42, 1, BANK) == "not_now"


def test_what_is_legal_for_a_stranger_is_to_join() -> None:
    assert legal(betting().table, 99) == [Join(99)]


def test_a_refusal_changes_nothing_even_without_a_copy() -> None:
    game = playing(PAIRS, bets=[50, 50])
    before = snapshot(game.table)
    for member in 0, 1, 2, 3, -1, 10**18:
        for kind in ANSWERS:
            for decision in 0, game.table.decision - 1, game.table.decision + 1:
                with pytest.raises(Refused):
                    apply(game.table, game.move(kind, member, decision=decision))
    assert snapshot(game.table) == before
