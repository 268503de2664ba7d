"""`bj-fair-v1` against its published vectors, and the mistakes made elsewhere."""

import ast
import hashlib
import inspect
import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from bot.game import shoe
from bot.game.cards import DECK, name
from bot.game.events import ShoeOpened, ShuffleBegan
from bot.game.moves import Cut, PassCut, Start

from .tables import Game, lobby

VECTORS = Path(__file__).parent.parent / "vectors"
NAMES = ("vector_5deck", "vector_6deck", "vector_6deck_reject")


class Vector:
    """A published transcript, and what our own code makes of its seed and cuts."""

    def __init__(self, file: str) -> None:
        data: dict[str, Any] = json.loads((VECTORS / f"{file}.json").read_text("utf-8"))
        self.said, self.middle = data["transcript"], data["intermediate"]
        self.seed = bytes.fromhex(self.said["server_seed"])
        self.decks: int = self.said["decks"]
        self.promised = shoe.committed(1, self.said["shoe_id"], self.decks, self.seed)
        self.key = shoe.key(
            self.seed,
            self.said["shoe_id"],
            self.promised.commit,
            shoe.cut_texts(self.said["cuts"]),
            tuple(self.said["public"]),
        )
        self.order = shoe.shuffled(self.key, self.decks)
        self.seals = shoe.seals(self.key, self.order)


@pytest.fixture(params=NAMES)
def vector(request: pytest.FixtureRequest) -> Vector:
    return Vector(request.param)


def test_the_commitment_is_the_published_one(vector: Vector) -> None:
    assert vector.promised.commit.hex() == vector.said["commit"]
    assert vector.promised.order == b""


@pytest.mark.parametrize("file", ["vector_5deck", "vector_6deck"])
def test_cuts_key_and_order_are_the_published_ones(file: str) -> None:
    vector = Vector(file)
    said = vector.middle
    joined = bytes.fromhex(said["E"])
    assert shoe._mac(vector.seed, b"bj-fair-v1/key" + joined) == vector.key
    assert vector.key.hex() == said["K"]
    cards = [name(card) for card in vector.order]
    assert " ".join(cards[:20]) == said["first20"]
    assert " ".join(cards[-5:]) == said["last5"]
    assert hashlib.sha256(vector.order).hexdigest() == said["order_sha256"]  # a face a byte
    assert vector.seals[-1].hex() == said["seal_N"]
    assert -(-said["draws"] * 2 // 32) == said["blocks"]


def test_values_that_would_favour_some_cards_are_drawn_again(vector: Vector) -> None:
    draws, rejects = _count(vector.key, vector.decks)
    assert (draws, rejects) == (vector.middle["draws"], vector.middle["rejects"])
    assert draws == vector.decks * DECK - 1 + rejects


def _count(key: bytes, decks: int) -> tuple[int, int]:
    draws, rejects = 0, 0
    stream = shoe._draws(key)
    for i in range(DECK * decks - 1, 0, -1):
        draws += 1
        while next(stream) >= 65536 - 65536 % (i + 1):
            draws += 1
            rejects += 1
    return draws, rejects


def test_the_seals_are_the_published_ones(vector: Vector) -> None:
    assert len(vector.seals) == len(vector.order) + 1
    assert vector.seals[0].hex() == vector.said["seal_0"]
    for hand in vector.said["hands"]:
        assert vector.seals[hand["b"]].hex() == hand["seal_b"]


def test_each_published_card_has_its_salt_and_its_leaf(vector: Vector) -> None:
    for hand in vector.said["hands"]:
        assert [card["p"] for card in hand["cards"]] == list(range(hand["a"], hand["b"]))
        for card in hand["cards"]:
            p = card["p"]
            if "card" in card:
                assert name(vector.order[p]) == card["card"]
                assert shoe.salt(vector.key, p).hex() == card["salt"]
            else:
                salt = shoe.salt(vector.key, p)
                assert shoe.leaf(p, salt, vector.order[p]).hex() == card["leaf"]


def test_a_hand_folds_back_to_the_seal_that_was_public_before_it(vector: Vector) -> None:
    faces = {name(face): face for face in range(DECK)}
    before = vector.said["seal_0"]
    for hand in vector.said["hands"]:
        seal = bytes.fromhex(hand["seal_b"])
        for card in reversed(hand["cards"]):
            if "card" in card:
                leaf = shoe.leaf(card["p"], bytes.fromhex(card["salt"]), faces[card["card"]])
            else:
                leaf = bytes.fromhex(card["leaf"])
            seal = hashlib.sha256(b"\x01" + leaf + seal).digest()
        assert seal.hex() == before
        before = hand["seal_b"]


# Known mistakes elsewhere


def _by_plain_modulo(key: bytes, decks: int) -> bytes:
    """The biased shuffle: what is too large is folded instead of drawn again."""
    cards = list(range(DECK * decks))
    stream = shoe._draws(key)
    for i in range(len(cards) - 1, 0, -1):
        j = next(stream) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return bytes(card % DECK for card in cards)


def test_a_plain_modulo_shuffle_fails_the_vector_with_rejects() -> None:
    vector = Vector("vector_6deck_reject")
    plain = _by_plain_modulo(vector.key, vector.decks)
    assert plain != vector.order
    assert shoe.seals(vector.key, plain)[0].hex() != vector.said["seal_0"]
    # where nothing is rejected it would go unnoticed: that is why this vector exists
    lucky = Vector("vector_6deck")
    assert _by_plain_modulo(lucky.key, lucky.decks) == lucky.order


def test_the_next_shoe_is_promised_before_any_cut_of_this_one_is_closed() -> None:
    game = lobby(1)
    game.do(Start, 1)
    promised = game.table.next_shoe
    assert promised
    assert game.said(ShuffleBegan)[-1].commit == promised.commit
    game.do(Cut, 1, "now I know nothing")
    assert game.table.shoe
    assert game.table.shoe.commit == promised.commit  # not chosen after the cut
    following = game.said(ShoeOpened)[-1].next_commit
    game.table.shoe.dealt = 200
    _back_to_the_shuffle(game)
    assert game.said(ShuffleBegan)[-1].commit == following


def _back_to_the_shuffle(game: Game) -> None:
    for _ in range(3):  # empty rounds until the shoe is looked at again
        game.time_up()
        if game.said(ShuffleBegan)[-1].shoe == 2:
            return
    raise AssertionError("no shuffle")


def test_texts_cannot_be_moved_from_one_cut_or_name_into_another() -> None:
    """Concatenation without lengths would make these the same."""
    seed, commit = bytes(32), bytes(32)
    keys = {
        shoe.key(seed, name, commit, cuts, publics)
        for name, cuts, publics in [
            ("42/7/1", ((1, "ab"), (2, "c")), ()),
            ("42/7/1", ((1, "a"), (2, "bc")), ()),
            ("42/7/1", ((1, "abc"), (2, "")), ()),
            ("42/7/1", ((1, "abc"),), ()),
            ("42/7/1", ((1, "ab"),), ("c",)),
            ("42/7/11", ((1, "ab"), (2, "c")), ()),
            ("42/71/1", ((1, "ab"), (2, "c")), ()),
        ]
    }
    assert len(keys) == 7
    names = itertools.product(("42/7/1", "42/71/", "4/27/1"), (5, 6))
    assert len({shoe.committed(1, name, decks, seed).commit for name, decks in names}) == 6


def test_who_cuts_first_does_not_matter_but_who_cuts_what_does() -> None:
    orders = []
    for cuts in [(1, "x"), (2, "y")], [(2, "y"), (1, "x")], [(1, "y"), (2, "x")]:
        game = lobby(2)
        game.do(Start, 1)
        for member, text in cuts:
            game.do(Cut, member, text)
        assert game.table.shoe
        orders.append(game.table.shoe.order)
    assert orders[0] == orders[1] != orders[2]


def test_account_numbers_are_ordered_as_numbers() -> None:
    assert shoe.cut_texts({"10": "b", "9": "a"}) == ((9, "a"), (10, "b"))


def test_the_same_letters_in_another_unicode_form_are_the_same_cut() -> None:
    one = shoe.key(b"s", "n", b"c", ((1, "é"),))
    assert one == shoe.key(b"s", "n", b"c", ((1, "e\u0301"),))


def test_the_commitment_alone_does_not_give_the_cards() -> None:
    """A commitment to the order, or a seed that can be guessed, could be searched through."""
    shoes = [shoe.committed(1, "42/7/1", 5, bytes([n]) * 32) for n in range(3)]
    assert len({promised.commit for promised in shoes}) == 3
    for promised in shoes:
        bare = hashlib.sha256(promised.seed).digest()
        assert promised.commit != bare
        assert promised.order == b""


def test_a_shuffle_keeps_every_card() -> None:
    for decks in range(1, 9):
        order = shoe.shuffled(bytes([decks]) * 32, decks)
        assert sorted(order) == sorted(bytes(range(DECK)) * decks)


def test_one_changed_bit_of_the_seed_or_a_cut_changes_commitment_and_order() -> None:
    game, other = lobby(1), lobby(1)
    for one, text in (game, "a"), (other, "b"):
        one.do(Start, 1)
        one.do(Cut, 1, text)
    assert game.table.shoe
    assert other.table.shoe
    assert game.table.shoe.order != other.table.shoe.order
    seeds = bytes(32), bytes(31) + b"\x01"
    assert len({shoe.committed(1, "n", 5, seed).commit for seed in seeds}) == 2


def test_swapped_cards_break_the_seal_that_was_shown() -> None:
    game = lobby(1)
    game.do(Start, 1)
    game.do(PassCut, 1)
    dealt = game.table.shoe
    assert dealt
    key, shown = shoe.shoe_key(dealt), dealt.seal()
    swapped = bytearray(dealt.order)
    other = next(p for p in range(1, 260) if swapped[p] != swapped[0])
    swapped[0], swapped[other] = swapped[other], swapped[0]
    assert shoe.seals(key, bytes(swapped))[0] != shown


def test_the_shoe_uses_whole_numbers_and_no_random_module() -> None:
    tree = ast.parse(inspect.getsource(shoe))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Div)]
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert "random" not in imported
