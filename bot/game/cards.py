"""Cards and totals.

A card is a face number 0 … 51: rank = face mod 13 in A23456789TJQK, suit = face div 13 in SHDC
(the numbering of bj-fair-v1, so a shoe's order needs no translation).
"""

from collections.abc import Iterable

RANKS = "A23456789TJQK"
SUITS = "SHDC"
DECK = 52

#: Pip value of each face, the ace counted as 1.
VALUES = tuple(min(face % 13 + 1, 10) for face in range(DECK))


def rank(card: int) -> str:
    """`A`, `2` … `9`, `T`, `J`, `Q` or `K`."""
    return RANKS[card % 13]


def suit(card: int) -> str:
    """`S`, `H`, `D` or `C`."""
    return SUITS[card // 13]


def name(card: int) -> str:
    """Two letters, rank then suit: `AS`, `TH`."""
    return rank(card) + suit(card)


#: What a face is worth at most: the ace 11.
WORTH = tuple(11 if value == 1 else value for value in VALUES)

#: Pip values again; an ace also counts one above the bits that the pips of any hand can fill.
_ACE = 1 << 16
_WEIGHTS = tuple(value + _ACE if value == 1 else value for value in VALUES)


def total(cards: Iterable[int]) -> tuple[int, bool]:
    """The best total of a hand and whether it is soft (an ace still counts 11).

    At most one ace can count 11: two would be 22.
    """
    weight = 0
    for card in cards:
        weight += _WEIGHTS[card]
    if weight < _ACE:
        return weight, False
    points = weight % _ACE
    if points <= 11:
        return points + 10, True
    return points, False
