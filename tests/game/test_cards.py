"""Totals: aces, soft and hard."""

import pytest

from bot.game.cards import DECK, VALUES, name, total

from .tables import faces


@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [
        ("A K", 21, True),
        ("A A", 12, True),
        ("A A A", 13, True),
        ("A A 9", 21, True),
        ("A 2 A", 14, True),
        ("A 2 A 9", 13, False),
        ("A 2 A 9 A", 14, False),
        ("A 2 A 9 A 6", 20, False),
        ("A 6", 17, True),
        ("A 6 T", 17, False),
        ("A T T", 21, False),
        ("A T T A", 22, False),
        ("T J Q", 30, False),
        ("5 6", 11, False),
        ("7 7 7", 21, False),
    ],
)
def test_an_ace_counts_eleven_unless_that_busts(cards: str, points: int, soft: bool) -> None:
    assert total(faces(cards)) == (points, soft)
    assert total(list(reversed(faces(cards)))) == (points, soft)


def test_the_deck_has_four_suits_of_thirteen_ranks_and_sixteen_tens() -> None:
    assert len({name(card) for card in range(DECK)}) == 52
    assert VALUES.count(10) == 16
    assert [VALUES.count(value) for value in range(1, 10)] == [4] * 9
    assert (name(0), name(9), name(12), name(13), name(51)) == ("AS", "TS", "KS", "AH", "KC")
