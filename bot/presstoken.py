"""The newest press on a board: for a while its token edits that board quickly."""

import asyncio
import math
from typing import Any

import discord
from discord.utils import snowflake_time

TOKEN_AGE = 14 * 60 * 1000  # ms an interaction's token is used for; Discord gives it 15 min
TOKEN_PACE = 0.45  # s between two edits through a token: 5 in 2 s


class PressToken:
    def __init__(self) -> None:
        self._press: discord.Interaction[Any] | None = None
        self._message: int | None = None  # the board it was made on
        self._turn = -math.inf  # loop time of the newest edit's turn

    def keep(self, press: discord.Interaction[Any]) -> None:
        """What else came with the press is let go, or each table kept a whole message."""
        self._press, self._message = press, press.message.id if press.message else None
        press.message = press.data = None

    def drop(self) -> None:
        """There is a new board, or Discord no longer takes the token."""
        self._press = None

    def of(self, board: int | None, now: int) -> discord.Interaction[Any] | None:
        """The press, if it was made on that board and a short while ago; `now` in ms."""
        press = self._press
        if press is None or self._message != board or age(press.id, now) >= TOKEN_AGE:
            return None
        return press

    async def wait(self) -> None:
        """Wait for a turn: Discord takes five edits in two seconds."""
        now = asyncio.get_running_loop().time()
        self._turn = max(now, self._turn + TOKEN_PACE)
        await asyncio.sleep(self._turn - now)


def age(snowflake: int, now: int) -> int:
    """Milliseconds from when Discord made the message or interaction until `now`."""
    return now - int(snowflake_time(snowflake).timestamp() * 1000)
