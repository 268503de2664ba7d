"""The other house tables hide more: a double's last card, a hole card nobody has looked at, a seed.

As in `test_secrets`: two tables that differ in nothing else must look the same to everybody, to the
last byte of the message.
"""

from collections.abc import Callable
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.game.cards import VALUES
from bot.game.events import FaceDownCardDealt
from bot.game.legal import legal
from bot.game.moves import Bet, Close, Double, Join, Kick, Leave, Move
from bot.game.rules import CASINO, CLASSIC, ROOM, SOLO, HouseRules
from bot.game.shoe import rigged
from bot.game.table import Phase
from bot.game.view import public
from bot.render.faces import EmojiFaces
from tests.game.tables import Game, place

from .felt import as_sent, opened
from .houses import a_double_face_down, a_room_result, a_solo_hand, insurance, room_bets

FACES = EmojiFaces({card: f"<:card{card}:1>" for card in range(52)})
PLAYED = (Phase.INSURANCE, Phase.PLAYING)


def dealt(rules: HouseRules, order: list[int]) -> Game:
    """Two seats, or the one there is, and at the room a bettor without a seat."""
    game = opened(rules, min(2, rules.seats))
    if rules.seatless:
        game.do(Bet, 7, 50)
    game.table.shoe = rigged(order, rules.decks)
    with patch("bot.game.shoe.shuffled", lambda key, decks: bytes(order)):
        place(game, [100] * len(game.members))
        if game.table.phase is Phase.BETTING:
            game.time_up()
    return game


def an_order(rules: HouseRules, luck: Random) -> list[int]:
    """Often an ace up, and often hands that double: 5 and 6 first."""
    order = list(range(52)) * rules.decks
    luck.shuffle(order)
    bettors = min(2, rules.seats) + (1 if rules.seatless else 0)
    wanted = {bettors: 1} if luck.random() < 0.5 else {}
    if luck.random() < 0.7:
        wanted |= {0: 5, bettors + 1: 6}
    for p, value in wanted.items():
        other = next(i for i in range(bettors * 2 + 2, len(order)) if VALUES[order[i]] == value)
        order[p], order[other] = order[other], order[p]
    return order


def again(game: Game, move: Move) -> None:
    told = {name: getattr(move, name) for name in move.__struct_fields__}
    game.do(type(move), **{name: value for name, value in told.items() if name != "seed"})


def press_at_random(game: Game, luck: Random, presses: int) -> list[Move]:
    made: list[Move] = []
    for _ in range(presses):
        moves = [
            move for member in game.members for move in legal(game.table, member)
            if not isinstance(move, Close | Kick | Leave | Join)
        ]  # fmt: skip
        if game.table.phase not in PLAYED or not moves:
            break
        doubles = [move for move in moves if isinstance(move, Double)]
        again(game, luck.choice(doubles or moves))
        made.append(game.moves[-1])
    return made


def twin_order(game: Game, order: list[int], luck: Random) -> list[int]:
    """The same cards in sight; all that lie face down or are undealt change places."""
    table = game.table
    assert table.shoe is not None
    hole = 2 * len(game.members) + 1
    hidden = [hole, *(e.p for e in game.said(FaceDownCardDealt))]
    hidden += range(table.shoe.dealt, len(order))
    cards = [order[p] for p in hidden]
    looked = table.phase is Phase.PLAYING and VALUES[table.dealer[0]] in (1, 10)
    while True:
        luck.shuffle(cards)
        natural = VALUES[cards[0]] + VALUES[table.dealer[0]] == 11
        if not (looked and natural):  # the dealer has looked: that much is known
            break
    twin = order.copy()
    for p, card in zip(hidden, cards, strict=True):
        twin[p] = card
    return twin


@settings(deadline=None, max_examples=120)
@given(st.sampled_from([CASINO, CLASSIC, SOLO, ROOM]), st.integers(0, 2**32), st.integers(0, 6))
async def test_a_board_says_nothing_about_what_lies_face_down_or_is_undealt(
    rules: HouseRules, seed: int, presses: int
) -> None:
    luck = Random(seed)
    order = an_order(rules, luck)
    one = dealt(rules, order)
    made = press_at_random(one, luck, presses)
    assume(one.table.phase in PLAYED)

    other = dealt(rules, twin_order(one, order, luck))
    for move in made:
        again(other, move)
    for viewer in (None, 1, 2, 99):
        views = public(one.table, viewer), public(other.table, viewer)
        assert as_sent(views[0], FACES) == as_sent(views[1], FACES)


async def test_the_search_meets_insurance_windows_and_cards_doubled_face_down() -> None:
    seen, doubled = set(), 0
    for seed in range(30):
        luck = Random(seed)
        game = dealt(CLASSIC, an_order(CLASSIC, luck))
        seen.add(game.table.phase)
        press_at_random(game, luck, 3)
        down = [hand for seat in game.table.seats for hand in seat.hands if hand.face_down]
        doubled += game.table.phase in PLAYED and bool(down)
    assert seen >= set(PLAYED)
    assert doubled > 3


async def test_the_comparison_would_notice_a_doubled_card_that_shows() -> None:
    game = a_double_face_down()
    hidden = as_sent(public(game.table), FACES)
    card = game.hand(1).cards[-1]
    game.hand(1).face_down = False
    assert FACES[card] in as_sent(public(game.table), FACES)
    assert FACES[card] not in hidden


async def test_the_hole_card_under_an_ace_looks_the_same_with_and_without_a_natural() -> None:
    game = insurance()
    screens = set()
    for card in range(52):
        game.table.dealer[1] = card
        screens.add(as_sent(public(game.table), FACES))
    assert len(screens) == 1


@pytest.mark.parametrize("make", [room_bets, a_solo_hand], ids=lambda make: make.__name__)
async def test_a_seed_is_not_on_the_board_before_its_hand_is_paid(
    make: Callable[[], Game],
) -> None:
    """Tables that differ in their seeds alone; the promises made with them stay as they were."""
    game = make()
    before = as_sent(public(game.table))
    for shoe in (game.table.shoe, game.table.next_shoe):
        if shoe is not None:
            assert shoe.seed.hex() not in before
            shoe.seed = b"?" * 32
    assert as_sent(public(game.table)) == before


async def test_the_seed_is_on_the_board_once_the_hand_is_paid_and_the_next_one_is_not() -> None:
    game = a_room_result()
    shoe, to_come = game.table.shoe, game.table.next_shoe
    assert shoe is not None
    assert to_come is not None
    sent = as_sent(public(game.table))
    assert shoe.seed.hex() in sent
    assert to_come.seed.hex() not in sent
    assert to_come.commit.hex()[:16] in sent
