"""The published basic-strategy charts, and a player who keeps to them.

The charts are those that Wizard of Odds prints for four to eight decks (dealer stands on soft 17,
dealer hits soft 17) and for a single deck (stands on soft 17). They speak of a hand's total and
the dealer's upcard only, never of the cards already gone, and never insure.

    chart = Chart(rules)
    chart.move(seat, hand, upcard)     the kind of move the chart makes, one the rules allow

The player's chips are taken to be enough for every double and split.
"""

from collections.abc import Iterator

from bot.game.cards import VALUES, total
from bot.game.moves import Double, Hit, Split, Stand, Surrender
from bot.game.rules import HouseRules
from bot.game.table import Hand, Seat

Kind = type[Hit] | type[Stand] | type[Double] | type[Split] | type[Surrender]

#: Upcards in the order of a chart's columns; an ace is 1 as in `VALUES`.
COLUMNS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)

#: H hit, S stand, D double or hit, d double or stand, R surrender or hit, r surrender or stand;
#: of pairs also P split, p split where a double may follow, q surrender or split.
Rows = dict[int, str]

HARD: Rows = {
    **dict.fromkeys(range(2, 9), "HHHHHHHHHH"),
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDDH",
    12: "HHSSSHHHHH",
    13: "SSSSSHHHHH",
    14: "SSSSSHHHHH",
    15: "SSSSSHHHRH",
    16: "SSSSSHHRRR",
    **dict.fromkeys(range(17, 22), "SSSSSSSSSS"),
}
SOFT: Rows = {
    12: "HHHHHHHHHH",  # two aces that may not be split again
    13: "HHHDDHHHHH",
    14: "HHHDDHHHHH",
    15: "HHDDDHHHHH",
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "SddddSSHHH",
    19: "SSSSSSSSSS",
    20: "SSSSSSSSSS",
    21: "SSSSSSSSSS",
}
#: Two cards of the same value; a dot, and a value without a row: played as their total.
PAIRS: Rows = {
    1: "PPPPPPPPPP",
    2: "ppPPPP....",
    3: "ppPPPP....",
    4: "...pp.....",
    6: "pPPPP.....",
    7: "PPPPPP....",
    8: "PPPPPPPPPP",
    9: "PPPPP.PP..",
}

#: What is played otherwise where the dealer hits soft 17.
HITS_SOFT_17 = {
    "hard": {11: "DDDDDDDDDD", 15: "SSSSSHHHRR", 17: "SSSSSSSSSr"},
    "soft": {18: "dddddSSHHH", 19: "SSSSdSSSSS"},
    "pairs": {8: "PPPPPPPPPq"},
}
#: And from a single deck.
ONE_DECK = {
    "hard": {8: "HHHDDHHHHH", 9: "DDDDDHHHHH", 11: "DDDDDDDDDD"},
    "soft": {
        13: "HHDDDHHHHH",
        14: "HHDDDHHHHH",
        17: "DDDDDHHHHH",
        18: "SddddSSHHS",
        19: "SSSSdSSSSS",
    },
    "pairs": {
        2: "pPPPPP....",
        3: "ppPPPPp...",
        4: "..ppp.....",
        6: "PPPPPp....",
        7: "PPPPPPp.S.",
    },
}


class Chart:
    """The chart for a table's rules."""

    def __init__(self, rules: HouseRules) -> None:
        other = ONE_DECK if rules.decks == 1 else HITS_SOFT_17 if rules.hits_soft_17 else {}
        self._most_hands = rules.max_hands
        pairs = PAIRS | other.get("pairs", {})
        totals = {False: HARD | other.get("hard", {}), True: SOFT | other.get("soft", {})}
        self._pairs = {
            (value, column, split): kind
            for value, column, letter in _cells(pairs)
            for split in (False, True)
            if (kind := _pair(letter, rules, split))
        }
        self._first, self._split, self._later = (
            {
                (points, soft, column): _total(letter, doubles(rules, points, soft), surrenders)
                for soft, rows in totals.items()
                for points, column, letter in _cells(rows)
            }
            for doubles, surrenders in (
                (_may_double, rules.surrender),
                (_may_double_after_split, False),
                (_never, False),
            )
        )

    def move(self, seat: Seat, hand: Hand, upcard: int) -> Kind:
        """What the chart does with the hand whose turn it is, against the dealer's upcard."""
        cards, column = hand.cards, VALUES[upcard]
        points, soft = total(cards)
        if len(cards) > 2:
            return self._later[points, soft, column]
        value = VALUES[cards[0]]
        if value == VALUES[cards[1]] and len(seat.hands) < self._most_hands:
            return self.first(points, soft, column, value, hand.split)
        return (self._split if hand.split else self._first)[points, soft, column]

    def first(self, points: int, soft: bool, column: int, pair: int, split: bool) -> Kind:
        """With two cards. `pair`: the value of two cards that may be split, else 0."""
        kind = self._pairs.get((pair, column, split))
        if kind is not None:
            return kind
        return (self._split if split else self._first)[points, soft, column]

    def later(self, points: int, soft: bool, column: int) -> Kind:
        """With more cards: hit or stand."""
        return self._later[points, soft, column]


def _cells(rows: Rows) -> Iterator[tuple[int, int, str]]:
    """Row, column and letter of every cell."""
    for row, letters in rows.items():
        for column, letter in zip(COLUMNS, letters, strict=True):
            yield row, column, letter


def _total(letter: str, doubles: bool, surrenders: bool) -> Kind:
    if letter in "Dd" and doubles:
        return Double
    if letter in "Rr" and surrenders:
        return Surrender
    return Stand if letter in "Sdr" else Hit


def _pair(letter: str, rules: HouseRules, split: bool) -> Kind | None:
    """None: it is played as its total."""
    if letter == "." or (letter == "p" and not rules.double_after_split):
        return None
    if letter == "q" and rules.surrender and not split:
        return Surrender
    return Stand if letter == "S" else Split


def _may_double(rules: HouseRules, points: int, soft: bool) -> bool:
    least = {"any": 0, "9-11": 9, "10-11": 10}[rules.double]
    return not least or (not soft and least <= points <= 11)


def _may_double_after_split(rules: HouseRules, points: int, soft: bool) -> bool:
    return rules.double_after_split and _may_double(rules, points, soft)


def _never(rules: HouseRules, points: int, soft: bool) -> bool:
    return False
