"""The pictures of the 52 cards and of a card's back, as PNG files beside this module."""

from pathlib import Path

from bot.game.cards import name

FOLDER = Path(__file__).parent


def file_name(card: int | None) -> str:
    """`AS.png` … `KC.png`; None is a card that lies face down."""
    return "back.png" if card is None else f"{name(card)}.png"


def picture(card: int | None) -> bytes:
    return (FOLDER / file_name(card)).read_bytes()
