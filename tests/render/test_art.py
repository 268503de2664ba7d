"""The committed card pictures: what Discord needs to take them and members need to read them."""

import struct
import zlib
from itertools import combinations

import pytest

from bot.emojis import CARDS
from bot.game.cards import DECK
from bot.render.art import FOLDER, file_name, picture
from bot.render.art.shapes import INKS, RANKS, SIZE, SUITS

RGBA = 6


def header(png: bytes) -> tuple[int, int, int, int]:
    """Width, height, bits a channel and colour type, from a PNG's first chunk."""
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    return width, height, depth, colour


def pixels(png: bytes) -> list[bytes]:
    """The rows of a picture without interlace, filters undone, four bytes a pixel."""
    at, packed = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        packed += png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    raw, rows = zlib.decompress(packed), [bytes(SIZE * 4)]
    for y in range(SIZE):
        line = raw[y * (SIZE * 4 + 1) : (y + 1) * (SIZE * 4 + 1)]
        rows.append(unfiltered(line[0], line[1:], rows[-1]))
    return rows[1:]


def unfiltered(kind: int, line: bytes, above: bytes) -> bytes:
    row = bytearray(line)
    for i in range(len(row)):
        left, up, corner = (row[i - 4], above[i], above[i - 4]) if i > 3 else (0, above[i], 0)
        row[i] = (row[i] + (0, left, up, (left + up) // 2, paeth(left, up, corner))[kind]) % 256
    return bytes(row)


def paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda near: abs(guess - near))


def colours(png: bytes) -> set[str]:
    return {row[i : i + 3].hex() for row in pixels(png) for i in range(0, len(row), 4)}


@pytest.mark.parametrize("card", CARDS, ids=file_name)
def test_a_card_has_a_small_square_picture_with_transparency(card: int | None) -> None:
    png = picture(card)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert header(png) == (SIZE, SIZE, 8, RGBA)
    assert len(png) <= 6 * 1024


def test_there_are_no_pictures_of_anything_else() -> None:
    assert {path.name for path in FOLDER.glob("*.png")} == {file_name(card) for card in CARDS}
    assert len(CARDS) == DECK + 1 == len({picture(card) for card in CARDS})


def test_the_corners_are_transparent_and_the_card_is_not() -> None:
    rows = pixels(picture(0))
    assert [rows[y][x * 4 + 3] for y in (0, -1) for x in (0, SIZE - 1)] == [0, 0, 0, 0]
    assert rows[SIZE // 2][SIZE // 2 * 4 + 3] == 255


@pytest.mark.parametrize("suit", range(4))
def test_a_suit_is_printed_in_its_own_ink_only(suit: int) -> None:
    inks = [ink.lstrip("#") for ink in INKS.values()]
    assert [ink for ink in inks if ink in colours(picture(suit * 13 + 9))] == [inks[suit]]


def test_every_rank_and_suit_has_a_shape_of_its_own() -> None:
    lines = [line for _, line in RANKS.values()]
    assert len(lines) == 13
    assert all(one != other for one, other in combinations([*lines, *SUITS.values()], 2))
