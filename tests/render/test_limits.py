"""The fullest boards there are fit one message: 40 components, 4,000 characters, 10 kB."""

from collections.abc import Iterator
from random import Random
from unittest.mock import patch

import msgspec
import pytest

from bot.game.cards import VALUES
from bot.game.legal import legal
from bot.game.moves import Bet, Hit, Insure, Split, Stand
from bot.game.rules import BANK, CASINO, CUSTOM, ROOM, HouseRules
from bot.game.shoe import rigged
from bot.game.table import Outcome, Phase, Standing
from bot.game.view import PublicTable, public
from bot.render.board import board
from bot.render.faces import TEXT_FACES, EmojiFaces, Faces
from bot.standin.parts import walk
from tests.game.tables import Game, place

from .felt import ENGLISH, opened, rules_with

#: As long as application emojis get: `<:name:19 digits>`.
EMOJI = EmojiFaces({card: f"<:bj{card:04d}:1234567890123456789>" for card in range(52)})
EMOJI[None] = "<:bjback:1234567890123456789>"

TWO_HANDS = rules_with(BANK, chips=1_000_000)
FOUR_HANDS = rules_with(TWO_HANDS, decks=8, max_hands=4, resplit_aces=True, surrender=True)
#: All at once: insurance for every seat, and a seed shown in full where each hand is shuffled.
INSURED = rules_with(
    CASINO, chips=1_000_000, decks=8, resplit_aces=True, double_face_down=True, min_bet=50
)
TWELVE = rules_with(ROOM, chips=1_000_000, limit=None)
TWELVE_FOURS = rules_with(TWELVE, decks=8, max_hands=4, resplit_aces=True, surrender=True)
FULL = [TWO_HANDS, FOUR_HANDS, INSURED, TWELVE, TWELVE_FOURS]
FULL_IDS = ["two hands", "four hands", "insured", "twelve", "twelve with four hands"]
NAMES = {
    "escaped": "*_" * 12,
    "wide": "鑫" * 24,
    "emoji": "🃏" * 24,
    "right to left": "ש" * 24,
    "marked": "e\u0323\u0302\u0301" * 24,
}


def fullest(rules: HouseRules, seed: int) -> Iterator[Game]:
    """Everybody splits to the last hand and takes the cheapest cards there are."""
    game = opened(rules, 6)
    for member in range(7, 7 + rules.seatless):
        game.do(Bet, member, 50)
    luck = Random(seed)
    cards = sorted(list(range(52)) * rules.decks, key=lambda card: (VALUES[card], luck.random()))
    game.table.shoe = rigged(cards, rules.decks)
    pairs = [2, 2, 2, 2, 3, 3, *[4, 5] * 3][: len(game.members)]
    up, hole = (6, 10) if rules.insurance == "none" else (1, 7)
    bring(game, [*pairs, up, *pairs, hole])
    with patch("bot.game.shoe.shuffled", lambda key, decks, order=game.table.shoe.order: order):
        place(game, [500] * len(game.members))
        if game.table.phase is Phase.BETTING:
            game.time_up()
    while game.table.phase is Phase.INSURANCE:
        yield game
        game.do(Insure, next(s.member for s in game.table.seats if not s.answered), 250)
    while game.table.acting is not None:
        yield game
        seat, hand = game.table.acting
        if Split in {type(move) for move in legal(game.table, seat.member)}:
            bring(game, [VALUES[hand.cards[0]]] * 2)
            game.do(Split, seat.member)
        else:
            bring(game, [1], keep=max(pairs))  # pairs are for the splits to come
            game.do(Hit if hand.total < 20 or luck.random() < 0.3 else Stand, seat.member)
    yield game


def bring(game: Game, values: list[int], keep: int = 0) -> None:
    """The next cards dealt have these values, or else more than `keep`."""
    shoe = game.table.shoe
    assert shoe is not None
    rest = list(shoe.order[shoe.dealt :])
    wanted = []
    for value in values:
        card = next((card for card in rest if VALUES[card] == value), None)
        if card is None:
            card = next(card for card in rest if VALUES[card] > keep)
        rest.remove(card)
        wanted.append(card)
    shoe.order = shoe.order[: shoe.dealt] + bytes(wanted + rest)


def measured(view: PublicTable, name: str, faces: Faces) -> tuple[int, int, int]:
    rules = msgspec.structs.replace(view.rules, table=f"{CUSTOM}{(name * 2)[:32]}")
    view = msgspec.structs.replace(view, rules=rules)  # the longest name a table can have
    layout = board(view, dict.fromkeys(range(1, 30), name), ENGLISH, faces, now=0)
    parts = layout.to_components()  # type: ignore[no-untyped-call]
    texts = "".join(part["content"] for part in walk(parts) if "content" in part)
    assert layout.content_length() == len(texts)
    return len(list(walk(parts))), len(texts), len(msgspec.json.encode(parts))


def check(view: PublicTable, name: str, faces: Faces) -> None:
    components, characters, size = measured(view, name, faces)
    assert components <= 40
    assert characters <= 4000
    assert size <= 10_000


@pytest.mark.parametrize("faces", [TEXT_FACES, EMOJI], ids=["text", "emoji"])
@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("rules", FULL, ids=FULL_IDS)
async def test_all_seats_with_all_their_hands_fit(
    rules: HouseRules, kind: str, faces: Faces
) -> None:
    for game in fullest(rules, seed=1):
        if len(game.moves) % 7 == 0 or game.table.phase is not Phase.PLAYING:
            check(public(game.table), NAMES[kind], faces)
    assert len(game.table.seats) == 6 + rules.seatless
    assert all(len(seat.hands) == rules.max_hands for seat in game.table.seats)
    assert all(seat.insurance for seat in game.table.seats) is (rules.insurance != "none")


@pytest.mark.parametrize("rules", [FOUR_HANDS, TWELVE_FOURS], ids=["six", "twelve"])
async def test_the_end_of_a_session_with_many_members_fits_too(rules: HouseRules) -> None:
    *_, game = fullest(rules, seed=2)
    line = Standing(member=1, chips=10**9, net=-(10**9), rounds=100_000, won=False, place=None)
    won = msgspec.structs.replace(line, won=True)
    view = msgspec.structs.replace(
        public(game.table),
        phase=Phase.ENDED,
        outcome=Outcome.PLAYERS_WIN,
        standings=(won,) * 6 + (line,) * 20,
        bank=10**9,
    )
    for name in NAMES.values():
        check(view, name, EMOJI)


async def test_what_is_still_played_keeps_its_cards_when_space_is_short() -> None:
    for game in fullest(FOUR_HANDS, seed=3):
        if game.table.acting is None:
            continue
        layout = board(public(game.table), {}, ENGLISH, EMOJI)
        text = str(layout.to_components())  # type: ignore[no-untyped-call]
        assert " ".join(EMOJI[card] for card in game.table.acting[1].cards) in text


async def test_finished_hands_give_up_emoji_first_and_cards_last() -> None:
    """Seen over a whole hand of six seats: emoji, then text cards, then totals only."""
    looks = []
    for game in fullest(FOUR_HANDS, seed=1):
        done = game.table.seats[0].hands[0]
        if not done.done:
            continue
        layout = board(public(game.table), {1: "Ana"}, ENGLISH, EMOJI)
        text = str(layout.to_components())  # type: ignore[no-untyped-call]
        start = text.index("Hand 1")
        first = text[start : text.index("Hand 2", start)]
        looks.append("emoji" if "<:" in first else "text" if "`" in first else "totals")
    assert [look for look in ("emoji", "text", "totals") if look in looks] == sorted(
        set(looks), key=["emoji", "text", "totals"].index
    )
    assert looks[0] == "emoji"
    assert looks[-1] != "emoji"


@pytest.mark.parametrize("rules", [FOUR_HANDS, TWELVE_FOURS], ids=["six", "twelve"])
async def test_the_fullest_board_has_room_for_an_announced_change(rules: HouseRules) -> None:
    after = msgspec.structs.replace(
        rules,
        table=f"{CUSTOM}{'*' * 32}",
        ladder=tuple(range(10**9 - 13, 10**9 + 1)),
        chip_values=(1, 2, 3, 4, 5),
        seats=5,
        chips=10**9,
        min_bet=10**9 - 13,
        max_bet=10**9,
    )
    for game in fullest(rules, seed=4):
        view = msgspec.structs.replace(public(game.table), next_rules=after)
        if len(game.moves) % 7 == 0:
            check(view, NAMES["escaped"], EMOJI)
