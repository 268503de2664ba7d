"""The card of a classic double lies face down until the settlement, and nothing tells of it."""

from msgspec.structs import replace

from bot.game.events import (
    CardDealt,
    CardTurned,
    DealerCardDealt,
    FaceDownCardDealt,
    HandSettled,
)
from bot.game.legal import legal
from bot.game.moves import Double, Leave, Split, Stand
from bot.game.play import balances
from bot.game.rules import CLASSIC, HouseRules
from bot.game.table import Result
from bot.game.view import public

from .promises import other_hidden_cards, without_seal
from .tables import Game, minted, picture, playing


def face_down(card: str, rules: HouseRules = CLASSIC, first: str = "6 5") -> Game:
    """Two seats; the first doubles and gets `card` face down, the second is asked."""
    one, two = first.split()
    game = playing(f"{one} 9 6 {two} 9 T {card} T", bets=[100, 50], rules=rules)
    game.do(Double, 1)
    return game


def test_the_card_of_a_double_is_hidden_until_the_settlement() -> None:
    game = face_down("9")
    assert game.said(FaceDownCardDealt) == [FaceDownCardDealt(1, 0, 6)]
    hand = public(game.table, 1).seats[0].hands[0]
    assert hand.cards[2] is None
    assert (hand.total, hand.doubled, hand.done, hand.result) == (11, True, True, None)
    assert CardDealt(1, 0, game.hand(1).cards[2], 6) not in game.events
    game.do(Stand, 2)
    assert game.said(CardTurned) == [CardTurned(1, 0, game.hand(1).cards[2])]
    assert public(game.table).seats[0].hands[0].total == 20
    assert game.hand(1).net == 200


def test_the_card_is_turned_after_the_dealer_has_drawn_and_before_any_hand_is_paid() -> None:
    game = face_down("9")
    events = game.do(Stand, 2)
    kinds = [type(event) for event in events]
    assert kinds.index(DealerCardDealt) < kinds.index(CardTurned) < kinds.index(HandSettled)


ANY_DOUBLE = replace(CLASSIC, double="any")


def test_a_bust_under_the_face_down_card_is_told_by_nothing() -> None:
    """Where any total may be doubled the hidden card can bust: board, buttons, chips, events."""
    bust, good = (face_down(card, ANY_DOUBLE, "T 6") for card in ("T", "3"))
    for viewer in None, 1, 2, 99:
        assert public(bust.table, viewer) == public(good.table, viewer)
    assert balances(bust.table) == balances(good.table)
    told = [
        [event for event in game.events if event not in game.said(CardDealt)]
        for game in (bust, good)
    ]
    assert told[0] == told[1]
    assert legal(bust.table, 2) == legal(good.table, 2)
    for game in bust, good:
        game.do(Stand, 2)
    assert [game.hand(1).result for game in (bust, good)] == [Result.BUST, Result.WIN]
    assert picture(bust).startswith("dealer 6 T T = 26 | 1: T 6 T bust -200 (300)")


def test_a_21_under_the_face_down_card_is_told_by_nothing() -> None:
    one, other = face_down("T"), face_down("2")
    assert public(one.table) == public(other.table)


def test_a_view_does_not_depend_on_the_face_down_card_of_any_hand() -> None:
    rules = replace(ANY_DOUBLE, double_after_split=True, max_hands=4)
    game = playing("8 9 6 8 9 T 2 8 7 3 5 5 5", bets=[10, 50], rules=rules)
    game.do(Split, 1)
    game.do(Double, 1)
    game.do(Split, 1)
    game.do(Double, 1)
    assert sum(hand.face_down for hand in game.seat(1).hands) == 2
    twin = other_hidden_cards(game.table)
    assert twin.seats[0].hands[0].cards != game.hand(1).cards
    for viewer in None, 1, 2:
        assert without_seal(public(twin, viewer)) == without_seal(public(game.table, viewer))


def test_the_dealer_draws_against_a_face_down_bust_that_nobody_has_seen() -> None:
    game = playing("T 6 6 T T T", bets=[100], rules=ANY_DOUBLE)
    game.do(Double, 1)
    assert picture(game).startswith("dealer 6 T T = 26 | 1: T 6 T bust -200 (300)")


def test_who_leaves_with_a_face_down_double_is_settled_by_it() -> None:
    game = face_down("9")
    game.do(Leave, 1)
    game.do(Stand, 2)
    assert game.members == [2]
    assert minted(game) == 500 + 500 - (500 + 200)  # the leaver's chips went home with them
