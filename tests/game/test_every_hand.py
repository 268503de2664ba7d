"""Solo and room shuffle for every hand: a shoe of one hand, cut while bets are open."""

import pytest

from bot.game import shoe
from bot.game.engine import apply, needs_seed
from bot.game.events import (
    CardsCut,
    HandBegan,
    HandFinished,
    ShoeOpened,
    ShoeRevealed,
    ShuffleBegan,
)
from bot.game.legal import legal
from bot.game.moves import Bet, Cut, Join, Leave, NextHand, PassCut, Stand, Start
from bot.game.rules import ROOM, SOLO, HouseRules
from bot.game.table import Phase, snapshot
from bot.game.view import public

from .tables import Game, betting, playing

BOTH = pytest.mark.parametrize("rules", [SOLO, ROOM], ids=lambda rules: rules.table)


def play_on(game: Game) -> None:
    """From an open betting to the next one."""
    game.do(Bet, 1, 10)
    if game.is_in(Phase.BETTING):
        game.time_up()
    while game.is_in(Phase.PLAYING):
        game.do(Stand, 1)
    if game.is_in(Phase.INSURANCE):
        game.time_up()
        while game.is_in(Phase.PLAYING):
            game.do(Stand, 1)
    game.time_up() if game.table.rules.full_betting else game.do(NextHand, 1)


@BOTH
def test_the_session_begins_with_betting_and_no_shuffle_interrupts_it(rules: HouseRules) -> None:
    game = betting(1, rules)
    for _ in range(3):
        assert game.is_in(Phase.BETTING)
        play_on(game)
    assert game.said(ShuffleBegan) == []


@BOTH
def test_every_hand_has_a_fresh_shoe_numbered_without_gaps(rules: HouseRules) -> None:
    game = betting(1, rules)
    for _ in range(4):
        play_on(game)
    assert [event.shoe for event in game.said(ShoeOpened)] == [1, 2, 3, 4]
    assert [event.p < 52 for event in game.said(HandFinished)] == [True] * 4


@BOTH
def test_the_shoe_is_closed_before_the_first_card_and_shown_with_the_result(
    rules: HouseRules,
) -> None:
    game = betting(1, rules)
    promised = game.table.next_shoe
    assert promised
    play_on(game)
    kinds = [type(event) for event in game.events]
    assert kinds.index(ShoeOpened) < kinds.index(HandBegan)
    assert kinds.index(HandFinished) < kinds.index(ShoeRevealed)
    (revealed,) = game.said(ShoeRevealed)
    again = shoe.committed(1, "42/7/1", rules.decks, revealed.seed)
    assert again.commit == promised.commit


@BOTH
def test_the_promise_of_the_next_shoe_rides_on_this_hand(rules: HouseRules) -> None:
    game = betting(1, rules)
    play_on(game)
    (opened,) = game.said(ShoeOpened)
    assert public(game.table).next_commit == opened.next_commit.hex()
    assert game.table.next_shoe
    assert game.table.next_shoe.commit == opened.next_commit


@BOTH
def test_the_seed_shows_with_the_result_and_not_a_moment_before(rules: HouseRules) -> None:
    game = betting(1, rules)
    game.do(Bet, 1, 10)
    if game.is_in(Phase.BETTING):
        game.time_up()
    while game.table.phase in (Phase.INSURANCE, Phase.PLAYING):
        seen = public(game.table).shoe
        assert seen
        assert seen.seed == ""
        game.time_up() if game.is_in(Phase.INSURANCE) else game.do(Stand, 1)
    seen = public(game.table).shoe
    assert seen
    assert game.table.shoe
    assert seen.seed == game.table.shoe.seed.hex()
    assert game.is_in(Phase.RESULT)


@BOTH
def test_bets_and_cuts_go_in_together_and_a_cut_is_no_bet(rules: HouseRules) -> None:
    game = betting(1, rules)
    assert Cut in {type(move) for move in legal(game.table, 1)}
    game.do(Cut, 1, "ducks")
    assert game.said(CardsCut) == [CardsCut(1, "ducks")]
    assert not game.seat(1).answered
    assert game.refused(Cut, 1, "geese") == "already_cut"
    assert game.refused(PassCut, 1) == "not_now"
    stranger = "not_your_run" if rules.is_solo else "not_seated"
    assert game.refused(Cut, 99, "geese") == stranger
    game.do(Bet, 1, 10)
    if game.is_in(Phase.BETTING):
        game.time_up()
    assert game.table.shoe
    assert game.table.shoe.cuts == {1: "ducks"}
    assert game.table.next_shoe
    assert game.table.next_shoe.cuts == {}


@BOTH
def test_a_cut_changes_the_order_of_the_hand_it_was_made_for(rules: HouseRules) -> None:
    orders = set()
    for text in None, "left", "right":
        game = betting(1, rules)
        if text is not None:
            game.do(Cut, 1, text)
        play_on(game)
        assert game.table.shoe
        orders.add(game.table.shoe.order)
    assert len(orders) == 3


@BOTH
def test_no_cut_after_the_cards_are_dealt(rules: HouseRules) -> None:
    game = playing("T 7 9 T", bets=[10], rules=rules)
    assert game.refused(Cut, 1, "late") == "not_now"
    game.do(Stand, 1)
    assert game.refused(Cut, 1, "late") == "not_now"


def test_a_cut_stays_when_its_member_leaves_and_is_not_made_twice() -> None:
    game = betting(2, ROOM)
    game.do(Cut, 2, "ducks")
    game.do(Leave, 2)
    game.do(Join, 2)
    assert game.refused(Cut, 2, "geese") == "already_cut"
    game.do(Bet, 1, 10)
    game.time_up()
    assert game.table.shoe
    assert game.table.shoe.cuts == {2: "ducks"}


def test_who_bets_without_a_seat_may_cut() -> None:
    game = betting(1, ROOM)
    assert game.refused(Cut, 9, "ducks") == "not_seated"
    game.do(Bet, 9, 10)
    game.do(Cut, 9, "ducks")


@BOTH
def test_every_move_of_the_betting_brings_a_seed(rules: HouseRules) -> None:
    game = betting(1, rules)
    assert needs_seed(game.table)
    before = snapshot(game.table)
    with pytest.raises(ValueError, match="seed"):
        apply(game.table, Bet(1, game.table.decision, 10))
    assert snapshot(game.table) == before
    lobby_of = Game(rules)
    lobby_of.do(Join, 1)
    assert not needs_seed(lobby_of.table)
    lobby_of.do(Start, 1)
