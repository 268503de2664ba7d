"""The published chart, cell by cell where charts differ, and a player who keeps to it."""

import math
import random
from collections import Counter

import pytest
from msgspec.structs import replace

from bot.game.cards import RANKS
from bot.game.engine import apply
from bot.game.events import CardDealt, DealerCardDealt, Event, HandBegan, HandFinished
from bot.game.moves import Double, Hit, Move, Split, Stand, Surrender
from bot.game.rules import BANK, CASINO, CLASSIC, SOLO, TABLES, HouseRules
from bot.game.table import Hand, Seat, Table

from .chart import COLUMNS, HARD, HITS_SOFT_17, ONE_DECK, PAIRS, SOFT, Chart, Kind
from .returns import EXACT, Tally, jobs, line, play, rules_of
from .sitting import BET, Sitting


def made(
    rules: HouseRules, cards: str, upcard: str, *, split: bool = False, hands: int = 1
) -> Kind:
    faces = [RANKS.index(card) for card in cards]
    hand = Hand(faces, 100, split=split)
    seat = Seat(1, 0, chips=1000, bet=100, hands=[hand] * hands)
    return Chart(rules).move(seat, hand, RANKS.index(upcard))


@pytest.mark.parametrize(
    ("cards", "upcard", "move"),
    [
        ("T6", "7", Hit), ("T6", "6", Stand), ("T2", "4", Stand), ("T2", "3", Hit),
        ("65", "T", Double), ("65", "A", Hit), ("64", "9", Double), ("64", "T", Hit),
        ("54", "2", Hit), ("54", "3", Double), ("A7", "2", Stand), ("A7", "3", Double),
        ("A7", "9", Hit), ("A6", "2", Hit), ("A2", "5", Double), ("A8", "6", Stand),
        ("88", "T", Split), ("AA", "A", Split), ("TT", "6", Stand), ("55", "9", Double),
        ("99", "7", Stand), ("99", "9", Split), ("44", "5", Split), ("44", "4", Hit),
        ("22", "2", Split), ("77", "8", Hit), ("A25", "6", Stand), ("A24", "6", Hit),
    ],
)  # fmt: skip
def test_the_bank_table_s_chart(cards: str, upcard: str, move: Kind) -> None:
    assert made(BANK, cards, upcard) is move


@pytest.mark.parametrize(
    ("cards", "upcard", "move"),
    [
        ("65", "A", Double), ("A7", "2", Double), ("A8", "6", Double), ("T5", "A", Surrender),
        ("T7", "A", Surrender), ("88", "A", Surrender), ("T6", "9", Surrender),
        ("T5", "T", Surrender), ("T5", "9", Hit), ("88", "T", Split),
    ],
)  # fmt: skip
def test_where_the_dealer_hits_soft_17_the_chart_gives_up_and_doubles_more(
    cards: str, upcard: str, move: Kind
) -> None:
    assert made(CASINO, cards, upcard) is move


@pytest.mark.parametrize(
    ("cards", "upcard", "move"),
    [
        ("53", "6", Double), ("53", "4", Hit), ("54", "2", Double), ("65", "A", Double),
        ("A7", "A", Stand), ("A6", "2", Double), ("77", "T", Stand), ("66", "7", Split),
        ("33", "8", Split), ("44", "4", Split),
    ],
)  # fmt: skip
def test_a_single_deck_has_a_chart_of_its_own(cards: str, upcard: str, move: Kind) -> None:
    assert made(SOLO, cards, upcard) is move


def test_what_the_rules_do_not_allow_is_played_as_the_chart_says_otherwise() -> None:
    assert made(CLASSIC, "A7", "4") is Stand  # soft hands are not doubled
    assert made(CLASSIC, "A6", "4") is Hit
    assert made(CLASSIC, "22", "3") is Hit  # no double after a split
    assert made(CLASSIC, "22", "4") is Split
    assert made(CLASSIC, "64", "5", split=True, hands=2) is Hit
    assert made(replace(CASINO, surrender=False), "88", "A") is Split
    assert made(replace(CASINO, surrender=False), "T7", "A") is Stand
    assert made(CASINO, "T6", "T", split=True, hands=2) is Hit
    assert made(BANK, "88", "6", split=True, hands=2) is Stand  # a second split is one too many
    assert made(CASINO, "88", "6", split=True, hands=3) is Split


def test_every_row_of_the_charts_has_a_column_for_each_upcard() -> None:
    for chart in HARD, SOFT, PAIRS, *HITS_SOFT_17.values(), *ONE_DECK.values():
        assert {len(letters) for letters in chart.values()} == {len(COLUMNS)}


@pytest.mark.parametrize("table", TABLES)
def test_a_sitting_plays_whole_rounds_and_its_chips_add_up(table: str) -> None:
    seen: Counter[type[Event]] = Counter()
    made: Counter[type[Move]] = Counter()

    def engine(table: Table, move: Move) -> list[Event]:
        events = apply(table, move)
        made[type(move)] += 1
        seen.update(type(event) for event in events)
        return events

    sitting = Sitting(TABLES[table], seed=1, engine=engine)
    before = sitting.table.seats[0].chips
    won = sum(sitting.round() for _ in range(300))
    assert seen[HandBegan] == seen[HandFinished] == 300
    assert sitting.table.seats[0].chips == before + won
    assert made[Hit] > 50
    assert made[Double] > 5
    assert made[Split] > 0
    assert (made[Surrender] > 0) == TABLES[table].surrender


def test_two_sittings_of_one_seed_are_the_same_and_of_two_seeds_are_not() -> None:
    def run(seed: int) -> list[int]:
        sitting = Sitting(CASINO, seed)
        return [sitting.round() for _ in range(100)]

    assert run(1) == run(1)
    assert run(1) != run(2)


@pytest.mark.parametrize("table", ["casino", "solo"])
def test_all_cards_come_as_often_as_each_other(table: str) -> None:
    """Chi square of first cards and upcards over the 52 faces, far from what luck would give."""
    faces: Counter[int] = Counter()

    def engine(table: Table, move: Move) -> list[Event]:
        events = apply(table, move)
        faces.update(e.card for e in events if isinstance(e, CardDealt | DealerCardDealt))
        return events

    sitting = Sitting(TABLES[table], seed=random.Random(5).getrandbits(32), engine=engine)
    for _ in range(1500):
        sitting.round()
    expected = faces.total() / 52
    chi = sum((faces[face] - expected) ** 2 / expected for face in range(52))
    assert chi < 51 + 5 * math.sqrt(2 * 51)


@pytest.mark.parametrize("table", EXACT)
def test_some_thousand_rounds_return_what_the_chart_is_worth(table: str) -> None:
    """The quick version of `python -m tests.game.returns`."""
    tally = play((table, "house", 2000, 7))
    assert abs(tally.percent - EXACT[table]) < 4 * tally.error
    assert 1.0 < tally.error * math.sqrt(2000) / 100 < 1.3  # the spread of a round, in bets


def test_tallies_add_up_to_the_mean_and_its_error() -> None:
    one, two = Tally(2, BET, BET * BET), Tally(2, -BET, BET * BET)
    both = one + two
    assert both == Tally(4, 0, 2 * BET * BET)
    assert both.percent == 100
    assert both.error == pytest.approx(100 * math.sqrt(0.5) / 2)
    assert line("casino", "house", both).startswith("| casino | house | 4 | 100.000 % | 35.355 %")


def test_rounds_are_shared_out_whole_and_each_share_has_its_own_seed() -> None:
    shares = list(jobs("bank", "house", 600_000, 3))
    assert [rounds for _, _, rounds, _ in shares] == [250_000, 250_000, 100_000]
    assert len({seed for *_, seed in shares}) == 3


def test_a_fresh_shoe_is_a_row_of_the_rules() -> None:
    assert rules_of("classic", "fresh").shuffle == "every_hand"
    assert rules_of("classic", "house") is CLASSIC
