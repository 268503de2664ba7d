"""The writer: what Discord shows of each table.

One message a table, one edit in flight, newest state wins. A board that can't be drawn never stops
the game: the next change, or `/blackjack show`, draws it again.

Who draws. A press is answered by the new board itself when no edit is in flight; otherwise it is
acknowledged, and one more edit follows with the newest state. Edits go through the token of the
newest press, which is quick; without a fresh one they go through the channel, which Discord slows
down to about one a second.
"""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import discord
from discord.utils import snowflake_time

from .casino import Casino, LiveTable
from .game.table import Phase
from .render.board import board
from .render.faces import TEXT_FACES, Faces
from .words import Words

log = logging.getLogger(__name__)

ANSWER = 2.5  # s for the board as an answer; Discord gives a press 3
TOKEN_AGE = 14 * 60 * 1000  # ms an interaction's token is used for; Discord gives it 15 min
BOARD_AGE = 50 * 60 * 1000  # ms after which a board is posted anew; Discord hinders edits at 1 h
PACE = 1.3  # s between two edits through the channel
RETRIES = (1, 2, 5, 10, 30)  # s between attempts while Discord answers with errors

_UNKNOWN_MESSAGE = 10008
_TOO_OLD = 30046
_GONE = (10003, 10004)  # channel, guild
_TOKEN_GONE = (10015, 10062, 50027)
_BETWEEN_HANDS = (Phase.LOBBY, Phase.RESULT, Phase.ENDED)


class Screen:
    """The board of one table."""

    def __init__(self, screens: "Screens", table: LiveTable) -> None:
        self.table = table
        self.shown = 0  # the sequence number Discord shows
        self.is_blocked = False  # Discord forbids us to write here; a command tries again
        self._screens = screens
        self._drawing = asyncio.Lock()  # one edit in flight
        self._claims = 0  # presses under way that will draw what they change
        self._writer: asyncio.Task[None] | None = None
        self._press: discord.Interaction | None = None  # the newest press, for its token
        self._last_edit = -PACE

    @property
    def is_behind(self) -> bool:
        return self.shown < self.table.seq

    @contextmanager
    def claim(self) -> Iterator[None]:
        """While a press is under way, nobody else need draw what it changes."""
        self._claims += 1
        try:
            yield
        finally:
            self._claims -= 1
            self.wake()

    def wake(self) -> None:
        """See to it that the newest state is drawn, now or by whoever is drawing."""
        if self._claims or self.is_blocked or not self.is_behind:
            return
        if self._writer is None or self._writer.done():
            self._writer = self._screens.start(self._write())

    async def redraw(self) -> None:
        """Draw the same state again; after an edit in flight, which may show it as it was."""
        async with self._drawing:
            self.shown = 0
        self.wake()

    async def answer(self, press: discord.Interaction) -> None:
        """Answer a press that was applied: with the board when it can be drawn at once."""
        self.is_blocked = False
        if press.response.is_done() or self._drawing.locked():
            if not press.response.is_done():
                await press.response.defer()
            self._press = press
            return
        async with self._drawing:
            seq = self.table.seq
            try:
                async with asyncio.timeout(ANSWER):
                    await press.response.edit_message(view=self._screens.draw(self.table))
            except (discord.HTTPException, TimeoutError) as error:
                log.info("table %s: a press was not answered: %r", self.table.id, error)
                return  # the writer draws it
            self.shown = max(self.shown, seq)
            self._press = press

    async def post(self) -> discord.Message | None:
        """A new board at the bottom of the channel; the old one goes. None when not allowed."""
        async with self._drawing:
            return await self._post()

    async def _post(self) -> discord.Message | None:
        table, old, seq = self.table, self.table.message, self.table.seq
        # The same nonce until the new message is saved: a crash in between leaves one board.
        nonce = f"{table.id % 100_000}-{old or 0}"
        channel = self._screens.channel(table)
        message = await channel.send(view=self._screens.draw(table), nonce=nonce)
        await self._screens.casino.set_message(table, message.id)
        self.shown, self._press, self.is_blocked = seq, None, False
        if old is not None and old != message.id:
            try:
                await channel.get_partial_message(old).delete()
            except discord.HTTPException as error:
                log.info("table %s: the old board stays: %r", table.id, error)
        return message

    async def _write(self) -> None:
        failures = 0
        while self.is_behind and not self._claims and not self.is_blocked:
            try:
                if not self._has_token():
                    await self._keep_pace()
                async with self._drawing:
                    if self.is_behind:
                        await self._draw()
                failures = 0
            except discord.Forbidden as error:
                self._block(error)
            except (discord.HTTPException, OSError, TimeoutError) as error:
                if getattr(error, "code", 0) in _GONE:
                    self._block(error)
                    return
                log.warning("table %s: board not drawn: %r", self.table.id, error)
                self._press = None
                await asyncio.sleep(RETRIES[min(failures, len(RETRIES) - 1)])
                failures += 1

    def _block(self, error: Exception) -> None:
        """Discord will not have it: asking again and again would get the bot banned."""
        log.warning("table %s: may not write in its channel: %r", self.table.id, error)
        self.is_blocked = True

    async def _draw(self) -> None:
        """Bring the message up to date, by the quickest way that is open."""
        table = self.table
        if table.message is None or self._is_old(table.message):
            await self._post()
            return
        seq = table.seq
        layout = self._screens.draw(table)
        try:
            if self._press is not None and self._has_token():
                await self._press.edit_original_response(view=layout)
            else:
                await (
                    self._screens.channel(table)
                    .get_partial_message(table.message)
                    .edit(view=layout)
                )
        except discord.HTTPException as error:
            if error.code in (_UNKNOWN_MESSAGE, _TOO_OLD):
                if not table.is_closed:  # a closed table's board may stay deleted
                    await self._post()
            elif self._press is not None and error.code in _TOKEN_GONE:
                self._press = None
                return  # the next round goes through the channel
            else:
                raise
        self.shown = max(self.shown, seq)

    def _has_token(self) -> bool:
        return self._press is not None and self._age(self._press.id) < TOKEN_AGE

    def _is_old(self, message: int) -> bool:
        return self.table.state.phase in _BETWEEN_HANDS and self._age(message) > BOARD_AGE

    def _age(self, snowflake: int) -> int:
        """Milliseconds since Discord made the message or interaction."""
        made = int(snowflake_time(snowflake).timestamp() * 1000)
        return self._screens.casino.clock.now() - made

    async def _keep_pace(self) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._last_edit + PACE - loop.time()))
        self._last_edit = loop.time()


class Screens:
    """The boards of all tables, on one Discord client."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.faces: Faces = TEXT_FACES  # until the card emojis are there
        self.casino: Casino
        self.client: discord.Client
        self._screens: dict[int, Screen] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def of(self, table: LiveTable) -> Screen:
        screen = self._screens.get(table.id)
        if screen is None:
            screen = self._screens[table.id] = Screen(self, table)
        return screen

    def changed(self, table: LiveTable) -> None:
        """A table has a new state (`Casino.on_change`)."""
        screen = self.of(table)
        if table.is_closed:
            del self._screens[table.id]  # the screen draws once more and is gone
        screen.wake()

    def redraw_all(self) -> None:
        """After a start, or with new card faces: whatever Discord shows may be behind."""
        for table in self.casino.tables.values():
            self.start(self.of(table).redraw())

    def draw(self, table: LiveTable) -> discord.ui.LayoutView:
        return board(table.view(), table.names, self.words, self.faces, self.casino.clock.now())

    def channel(self, table: LiveTable) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(table.channel, guild_id=table.guild)

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Stop drawing. Nothing is lost: the boards are drawn again at the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
