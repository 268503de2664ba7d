"""Nothing a board is made of may tell what lies face down.

Two tables that differ only in the hole card and in the order of what is undealt must look the same,
to everybody, to the last byte of the message.
"""

from random import Random

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.game.cards import total
from bot.game.legal import legal
from bot.game.moves import Close, Cut, Kick, Leave, Move, Start
from bot.game.shoe import Shoe, rigged, salt, shoe_key
from bot.game.table import Phase
from bot.game.view import public
from bot.render.faces import EmojiFaces
from tests.game.tables import Game, betting, lobby, place

from .felt import as_sent

FACES = EmojiFaces({card: f"<:card{card}:1>" for card in range(52)})


def dealt(order: list[int], seats: int) -> Game:
    game = betting(seats)
    game.table.shoe = rigged(order, 5)
    place(game, [50] * seats)
    return game


def again(game: Game, move: Move) -> None:
    """The same move at another table."""
    told = {name: getattr(move, name) for name in move.__struct_fields__}
    game.do(type(move), **{name: value for name, value in told.items() if name != "seed"})


def press_at_random(game: Game, luck: Random, presses: int) -> list[Move]:
    made: list[Move] = []
    for _ in range(presses):
        member = game.turn if luck.random() < 0.8 and game.turn else luck.randint(1, 5)
        moves = [m for m in legal(game.table, member) if not isinstance(m, Close | Kick | Leave)]
        if not moves or game.table.phase is not Phase.PLAYING:
            break
        again(game, luck.choice(moves))
        made.append(game.moves[-1])
    return made


def twin_order(order: list[int], hole: int, next_card: int, luck: Random) -> list[int]:
    """The same cards in sight; another hole card, and the undealt ones in another order."""
    twin = order.copy()
    upcard = order[hole // 2]
    others = [
        p for p in range(next_card, len(order))
        if order[p] != order[hole] and total([upcard, order[p]])[0] != 21
    ]  # fmt: skip
    other = luck.choice(others)
    twin[hole], twin[other] = twin[other], twin[hole]
    undealt = twin[next_card:]
    luck.shuffle(undealt)
    return twin[:next_card] + undealt


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(0, 9))
async def test_the_board_says_nothing_about_the_hole_card_or_the_undealt(
    seed: int, seats: int, presses: int
) -> None:
    luck = Random(seed)
    order = list(range(52)) * 5
    luck.shuffle(order)
    one = dealt(order, seats)
    made = press_at_random(one, luck, presses)
    assume(one.table.phase is Phase.PLAYING)
    assert one.table.shoe is not None
    hole = 2 * seats + 1
    assert one.table.dealer[1] == order[hole]

    other = dealt(twin_order(order, hole, one.table.shoe.dealt, luck), seats)
    for move in made:
        again(other, move)
    assert other.table.dealer[1] != one.table.dealer[1]
    for viewer in (None, 1, seats, 99):
        views = public(one.table, viewer), public(other.table, viewer)
        assert as_sent(views[0], FACES) == as_sent(views[1], FACES)


async def test_the_comparison_would_notice_a_hole_card_that_shows() -> None:
    game = dealt(list(range(52)) * 5, 1)
    hidden = public(game.table)
    leaked = msgspec.structs.replace(hidden, dealer=tuple(game.table.dealer))
    assert as_sent(hidden, FACES) != as_sent(leaked, FACES)
    assert FACES[game.table.dealer[1]] in as_sent(leaked, FACES)
    assert FACES[game.table.dealer[1]] not in as_sent(hidden, FACES)


def secrets(shoe: Shoe) -> list[str]:
    """Everything that would open a shoe: its seed, its key, the salts of undealt cards."""
    if not shoe.seed:
        return []
    found = [shoe.seed, shoe_key(shoe)]
    found += [salt(shoe_key(shoe), p) for p in range(shoe.dealt, len(shoe.order))]
    return [secret.hex()[:24] for secret in found]


@pytest.mark.parametrize("seed", range(3))
async def test_seeds_keys_and_salts_never_reach_a_board(seed: int) -> None:
    game = lobby(3)
    game.table.next_shoe = msgspec.structs.replace(  # type: ignore[type-var]
        game.table.next_shoe, seed=Random(seed).randbytes(32)
    )
    luck = Random(seed)
    for _ in range(40):
        moves = [
            move for member in game.members for move in legal(game.table, member)
            if not isinstance(move, Close | Kick | Leave)
        ]  # fmt: skip
        again(game, luck.choice(moves))
        sent = as_sent(public(game.table))
        for shoe in (game.table.shoe, game.table.next_shoe):
            assert shoe is not None or game.table.phase in (Phase.LOBBY, Phase.SHUFFLE)
            for secret in secrets(shoe) if shoe else []:
                assert secret not in sent


async def test_what_a_member_typed_as_a_cut_is_not_on_the_board() -> None:
    """The proof shows it later; on the board it would be a billboard."""
    game = lobby(2)
    game.do(Start, 1)
    game.do(Cut, 2, "buy at example.test")
    assert "example" not in as_sent(public(game.table))
