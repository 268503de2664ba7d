"""When a shoe is shuffled, the cut window, and what is promised and shown around it."""

import pytest
from msgspec.structs import replace

from bot.game import shoe
from bot.game.engine import apply, needs_seed
from bot.game.events import (
    BettingOpened,
    CardsCut,
    HandFinished,
    ShoeOpened,
    ShoeRevealed,
    ShuffleBegan,
    TableOpened,
)
from bot.game.moves import Bet, Cut, Hit, Join, Leave, NextHand, PassCut, Stand, Start
from bot.game.rules import BANK, Clocks, worst_case
from bot.game.table import Phase, snapshot

from .tables import Game, betting, lobby, pass_the_cut, playing


def with_left(left: int, seats: int) -> Game:
    """At a result, with so many cards left in the shoe."""
    game = playing("T " * seats + "7 " + "7 " * seats + "T", bets=[50] * seats)
    for member in range(1, seats + 1):
        game.do(Stand, member)
    game.table.shoe = shoe.rigged([0] * 260, 5)
    game.table.shoe.dealt = 260 - left
    return game


@pytest.mark.parametrize(
    ("seats", "enough"),
    [(1, 65), (2, 65), (3, 72), (4, 84), (5, 95), (6, 105)],
)
def test_a_shoe_is_shuffled_below_65_cards_or_the_worst_case(seats: int, enough: int) -> None:
    assert max(65, worst_case(BANK, seats)) == enough
    game = with_left(enough, seats)
    game.do(NextHand, 1)
    assert game.is_in(Phase.BETTING)
    game = with_left(enough - 1, seats)
    game.do(NextHand, 1)
    assert game.is_in(Phase.SHUFFLE)


def test_the_seats_then_taken_decide_not_those_of_the_hand_before() -> None:
    game = with_left(72, 3)
    for member in 4, 5, 6:
        game.do(Join, member)
    game.do(NextHand, 1)
    assert game.is_in(Phase.SHUFFLE)


def test_who_waited_through_an_empty_round_counts_for_the_shuffle() -> None:
    game = with_left(72, 3)
    game.do(NextHand, 1)
    for member in 4, 5, 6:
        game.do(Join, member)
    game.time_up()
    assert game.is_in(Phase.SHUFFLE)
    pass_the_cut(game)
    assert game.is_in(Phase.BETTING)


def test_the_worst_case_is_43_cards_for_one_seat_and_105_for_six() -> None:
    assert (worst_case(BANK, 1), worst_case(BANK, 6)) == (43, 105)


def test_no_shuffle_in_the_middle_of_a_hand() -> None:
    game = with_left(105, 6)
    game.do(NextHand, 1)
    game.table.shoe = shoe.rigged([1, 2] * 52, 5)  # twos and threes: hands of many cards
    for member in range(1, 7):
        game.do(Bet, member, 50)
    began = len(game.said(ShuffleBegan))
    while game.table.phase is Phase.PLAYING:
        assert game.turn
        kind = Hit if game.hand(game.turn).total < 18 else Stand
        game.do(kind, game.turn)
    assert len(game.said(ShuffleBegan)) == began
    assert game.is_in(Phase.RESULT)


def test_the_shoe_lasts_over_many_hands_and_positions_go_on() -> None:
    game = betting(1)
    for _ in range(3):
        game.do(Bet, 1, 50)
        while game.table.phase is Phase.PLAYING:
            game.do(Stand, 1)
        game.do(NextHand, 1)
    assert game.table.shoe
    finished = [event.p for event in game.said(HandFinished)]
    assert finished == sorted(finished)
    assert finished[-1] == game.table.shoe.dealt > 12
    assert len(game.said(ShuffleBegan)) == 1


def test_betting_is_closed_until_the_shuffle_is_over() -> None:
    game = lobby(2)
    game.do(Start, 1)
    assert game.refused(Bet, 1, 50) == "not_now"
    assert game.said(BettingOpened) == []
    game.do(PassCut, 1)
    assert game.refused(Bet, 1, 50) == "not_now"
    game.do(PassCut, 2)
    game.do(Bet, 1, 50)


def test_a_single_deck_is_shuffled_before_every_round_and_betting_opens() -> None:
    game = betting(1, rules=replace(BANK, decks=1, seats=1))
    for _ in range(3):
        game.do(Bet, 1, 50)
        while game.table.phase is Phase.PLAYING:
            game.do(Stand, 1)
        game.do(NextHand, 1)
        assert game.is_in(Phase.SHUFFLE)
        game.time_up()
        assert game.is_in(Phase.BETTING)


# The cut


def test_a_cut_is_said_aloud_and_stored_clean() -> None:
    game = lobby(2)
    game.do(Start, 1)
    game.do(Cut, 2, "  left hand, e\u0301  ")
    assert game.said(CardsCut) == [CardsCut(2, "left hand, é")]
    assert game.table.next_shoe
    assert game.table.next_shoe.cuts == {2: "left hand, é"}


def test_a_cut_has_1_to_64_characters() -> None:
    game = lobby(2)
    game.do(Start, 1)
    for text in "", "   ", "x" * 65, "\n\t", "\x00", "\ud800":
        assert game.refused(Cut, 1, text) == "cut_length", repr(text)
    game.do(Cut, 1, "♠" * 64)


def test_what_cannot_be_written_down_is_taken_out_of_a_cut() -> None:
    game = lobby(2)
    game.do(Start, 1)
    game.do(Cut, 1, "a\ud800b\x00c\nd")
    assert game.said(CardsCut) == [CardsCut(1, "abcd")]
    snapshot(game.table)
    game.do(PassCut, 2)
    assert game.is_in(Phase.BETTING)


def test_the_first_cut_counts() -> None:
    game = lobby(2)
    game.do(Start, 1)
    game.do(Cut, 1, "first")
    assert game.refused(Cut, 1, "second") == "already_cut"
    assert game.refused(PassCut, 1) == "already_cut"


def test_leaving_and_coming_back_does_not_give_a_second_cut() -> None:
    game = lobby(2)
    game.do(Start, 1)
    game.do(Cut, 1, "first")
    game.do(Leave, 1)
    game.do(Join, 1)
    assert game.refused(Cut, 1, "second") == "already_cut"
    game.do(PassCut, 2)
    assert game.table.shoe
    assert game.table.shoe.cuts == {1: "first"}
    assert game.is_in(Phase.BETTING)


def test_a_cut_changes_the_order_of_the_shoe() -> None:
    orders = set()
    for text in None, "left", "right", "left ":
        game = lobby(1)
        game.do(Start, 1)
        game.do(PassCut, 1) if text is None else game.do(Cut, 1, text)
        assert game.table.shoe
        orders.add(game.table.shoe.order)
    assert len(orders) == 3  # "left " is "left"


def test_only_seated_members_cut_and_only_during_the_shuffle() -> None:
    game = lobby(1)
    game.do(Start, 1)
    assert game.refused(Cut, 99, "x") == "not_seated"
    game.do(PassCut, 1)
    assert game.refused(Cut, 1, "x") == "not_now"


# What is promised and shown


def test_each_shoe_is_promised_before_the_cuts_of_the_one_before_it_are_known() -> None:
    game = lobby(1)
    first = game.said(TableOpened)[0].commit
    game.do(Start, 1)
    assert game.said(ShuffleBegan) == [ShuffleBegan(1, first)]
    game.do(Cut, 1, "x")
    opened = game.said(ShoeOpened)[0]
    assert game.table.shoe
    assert game.table.shoe.commit == first
    assert game.table.next_shoe
    assert opened.next_commit == game.table.next_shoe.commit


def test_the_seal_is_shown_before_the_first_bet() -> None:
    game = betting(1)
    kinds = [type(event) for event in game.events]
    assert kinds.index(ShoeOpened) < kinds.index(BettingOpened)
    assert game.table.shoe
    assert game.said(ShoeOpened)[0].seal == game.table.shoe.seal()


def test_a_shoe_out_of_play_is_revealed_and_its_seed_keeps_the_promise() -> None:
    game = betting(1)
    old = game.table.shoe
    assert old
    old.dealt = 200
    game.do(Leave, 1)
    game.do(Join, 1)
    game.do(NextHand, 1)
    game.do(PassCut, 1)
    revealed = game.said(ShoeRevealed)
    assert revealed == [ShoeRevealed(1, old.seed)]
    assert shoe.committed(1, "42/7/1", 5, revealed[0].seed).commit == old.commit


def test_shoes_are_numbered_without_gaps() -> None:
    game = betting(1)
    for number in range(2, 6):
        assert game.table.shoe
        game.table.shoe.dealt = 200
        game.do(Bet, 1, 50)
        while game.table.phase is Phase.PLAYING:
            game.do(Stand, 1)
        game.do(NextHand, 1)
        game.do(PassCut, 1)
        assert game.table.shoe.number == number
        assert game.table.shoe.name == f"42/7/{number}"
    assert [event.shoe for event in game.said(ShoeOpened)] == [1, 2, 3, 4, 5]


def test_each_hand_says_where_the_shoe_stands_and_the_seal_of_the_rest() -> None:
    game = betting(1)
    game.do(Bet, 1, 50)
    while game.table.phase is Phase.PLAYING:
        game.do(Stand, 1)
    finished = game.said(HandFinished)[-1]
    assert game.table.shoe
    chain = shoe.seals(shoe.shoe_key(game.table.shoe), game.table.shoe.order)
    assert finished.seal == chain[finished.p]


def test_a_move_during_the_shuffle_must_bring_a_seed_and_without_it_changes_nothing() -> None:
    game = lobby(1)
    game.do(Start, 1)
    assert needs_seed(game.table)
    before = snapshot(game.table)
    with pytest.raises(ValueError, match="seed"):
        apply(game.table, PassCut(1, game.table.decision))
    assert snapshot(game.table) == before


def test_the_cut_window_has_the_length_the_rules_say() -> None:
    game = lobby(1, rules=replace(BANK, clocks=Clocks(shuffle=20)))
    game.do(Start, 1)
    assert game.table.deadline == game.now + 20_000
