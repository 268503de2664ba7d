"""The card pictures as emojis of our application, which every server can show.

An emoji's name carries three signs of its picture's hash: a picture drawn anew is uploaded under a
new name, and the old one goes. Names are short because every card on a board pays for its name out
of the message's 4,000 characters. Emojis that others made for the application are never touched.
Whatever Discord refuses, the game goes on with cards written as text.
"""

import asyncio
import base64
import hashlib
import logging
import re

import aiohttp
import discord

from .game import cards
from .game.cards import DECK, RANKS, SUITS
from .render.art import picture
from .render.faces import EmojiFaces

log = logging.getLogger(__name__)

PACE = 0.03  # s between uploads: Discord takes 50 requests a second in all, and the game goes first

CARDS: tuple[int | None, ...] = (*range(DECK), None)  # None lies face down

_OURS = re.compile(rf"bj(?:[{RANKS}][{SUITS}]|XX)[a-z2-7]{{3}}")


def emoji_name(card: int | None, png: bytes) -> str:
    """`bjASk4x`: ours, the card (XX is the back), and the version of its picture."""
    version = base64.b32encode(hashlib.sha256(png).digest())[:3].decode().lower()
    return f"bj{'XX' if card is None else cards.name(card)}{version}"


class CardEmojis:
    def __init__(self) -> None:
        self._pictures = {card: picture(card) for card in CARDS}
        self._names = {card: emoji_name(card, png) for card, png in self._pictures.items()}

    async def ensure(self, client: discord.Client) -> EmojiFaces | None:
        """Upload what is missing; the faces once all are there, None when Discord refuses.

        It may take minutes, where Discord slows uploads down: run it in the background. What was
        uploaded before a refusal is kept, and the next call goes on from there.
        """
        try:
            there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
            await self._upload_missing(client, there)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("cards stay text, their emojis can't be had: %r", error)
            return None
        await self._delete_outdated(there)
        return EmojiFaces({card: str(there[name]) for card, name in self._names.items()})

    async def _upload_missing(
        self, client: discord.Client, there: dict[str, discord.Emoji]
    ) -> None:
        missing = [card for card, name in self._names.items() if name not in there]
        for card in missing:
            there[self._names[card]] = await client.create_application_emoji(
                name=self._names[card], image=self._pictures[card]
            )
            await asyncio.sleep(PACE)
        if missing:
            log.info("uploaded %d card emojis", len(missing))

    async def _delete_outdated(self, there: dict[str, discord.Emoji]) -> None:
        """Last, so that no card is ever without a picture; failing, the next start tries again."""
        current = set(self._names.values())
        try:
            for name, emoji in there.items():
                if _OURS.fullmatch(name) and name not in current:
                    await emoji.delete()
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("outdated card emojis stay: %r", error)
