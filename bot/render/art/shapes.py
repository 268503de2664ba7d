"""The shapes of the cards, drawn for 22 pixels: what an emoji gets in a line of text.

There a picture point of a 128 square is a sixth of a pixel. So a card shows two things only, rank
above and suit below, as large as they fit and without a hair line. Ranks are strokes with round
ends, suits are filled; four suits, four colours, because shape alone is not enough at that size.
"""

from bot.game.cards import rank, suit

SIZE = 128  # points, and pixels of the picture
WIDTH = 116  # of the card; the rest keeps neighbours apart
PAPER = "#fffefa"
EDGE = "#7d828c"  # darker than the white theme, lighter than the dark ones

INKS = {"S": "#16181d", "H": "#e0162b", "D": "#0f62e6", "C": "#0b8a34"}

#: Centre lines in a box 44 high, with the box's width.
RANKS = {
    "A": (46, "M0 44 23 0 46 44M9 29H37"),
    "2": (40, "M1 12C2-4 39-4 39 12 39 23 24 28 1 44H40"),
    "3": (
        40,
        "M2 5C12-2 37-3 37 10.5 37 18 28 20.5 17 20.5 30 20.5 39 25 39 32.5 39 47 12 48 1 39",
    ),
    "4": (44, "M31 44V0L0 31H44"),
    "5": (40, "M36 0H6L4 20C13 13 40 12 40 29 40 47 10 48 0 39"),
    "6": (40, "M34 0C16 2 1 14 1 29 1 49 39 49 39 29.5 39 11 7 11 2 27"),
    "7": (40, "M0 0H40L14 44"),
    "8": (40, "M20 20.5C-2 20.5-2 0 20 0S42 20.5 20 20.5C-5 20.5-5 44 20 44S45 20.5 20 20.5"),
    "9": (40, "M6 44C24 42 39 30 39 15 39-5 1-5 1 14.5 1 33 33 33 38 17"),
    "T": (60, "M0 8 12 0V44M60 22C60-7 29-7 29 22S60 51 60 22Z"),
    "J": (32, "M32 0V29C32 49 0 49 0 31"),
    "Q": (48, "M44 22C44-7 0-7 0 22S44 51 44 22ZM30 29 48 45"),
    "K": (40, "M0 0V44M38 0 2 26M13 19 40 44"),
}
STROKE = 14

#: Filled outlines in a box 100 wide and high.
SUITS = {
    "S": "M50 0C58 20 100 36 100 63 100 88 66 92 57 74 58 86 62 93 70 100H30C38 93 42 86 43 74"
    " 34 92 0 88 0 63 0 36 42 20 50 0Z",
    "H": "M50 100C38 78 0 62 0 28 0-9 43-9 50 19 57-9 100-9 100 28 100 62 62 78 50 100Z",
    "D": "M50 0C66 21 81 37 97 50 81 63 66 79 50 100 34 79 19 63 3 50 19 37 34 21 50 0Z",
    "C": "M50 0A23 23 0 0 1 68 38 25 24 0 1 1 56 69C57 84 62 93 70 100H30C38 93 43 84 44 69"
    "A25 24 0 1 1 32 38 23 23 0 0 1 50 0Z",
}


def face(card: int) -> str:
    """The SVG of a card that lies face up."""
    ink = INKS[suit(card)]
    width, line = RANKS[rank(card)]
    left = (SIZE - width) / 2
    return _svg(
        _paper() + f'<path transform="translate({left} 15)" d="{line}" fill="none" stroke="{ink}"'
        f' stroke-width="{STROKE}" stroke-linecap="round" stroke-linejoin="round"/>'
        f'<path transform="translate(36 72) scale(.56 .49)" d="{SUITS[suit(card)]}" fill="{ink}"/>'
    )


def back() -> str:
    """The SVG of a card that lies face down, in a colour no suit has."""
    tile = "M0 26.5 23.5 0 47 26.5 23.5 53Z"
    tiles = "".join(
        f'<path transform="translate({17 + 47 * x} {11 + 53 * y})" d="{tile}"/>'
        for x in range(2)
        for y in range(2)
    )
    return _svg(
        _paper() + '<rect x="15" y="9" width="98" height="110" rx="11" fill="#5c1a3f"/>'
        f'<g fill="#b5527f" stroke="#f3d3e0" stroke-width="5">{tiles}</g>'
    )


def _paper() -> str:
    left = (SIZE - WIDTH) / 2 + 2
    return (
        f'<rect x="{left}" y="2" width="{WIDTH - 4}" height="{SIZE - 4}" rx="18" fill="{PAPER}"'
        f' stroke="{EDGE}" stroke-width="4"/>'
    )


def _svg(inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}"'
        f' viewBox="0 0 {SIZE} {SIZE}">{inside}</svg>'
    )
