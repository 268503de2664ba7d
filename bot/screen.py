"""The writer: what Discord shows of a table.

One message a table, one drawing at a time, newest state wins. A board that can't be drawn never
stops the game: it is drawn again with the next change, press or command.

1. A press is answered by the new board itself when nobody is drawing; otherwise it is acknowledged
   and one more edit follows with the newest state.
2. Edits go through the token of the newest press, which is quick; without one they go through the
   channel, which Discord slows down to about one a second.
3. Discord may let a request wait, and discord.py waits with it. Such a request is left to itself,
   never cancelled: it may reach Discord all the same and draw an old board over a newer one, and
   discord.py 2.7.1 cancelled in a global rate limit sends nothing more, ever. At its end the writer
   draws again; the next request through the channel waits for that, presses need not.
4. Where Discord says no, nobody asks again until something happens there; the clock stands still.
5. Posting anew: the old board goes first, then the new one comes with a nonce made of the old one,
   then it is saved. Stopped at any point, doing it again leaves exactly one board.
"""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TypeVar

import discord

from . import metrics
from .casino import Casino
from .game.table import Phase
from .livetable import LiveTable
from .pace import Turns
from .presstoken import PressToken, age
from .replies import FAILURES, acknowledge, is_acknowledged, is_refusal, sent
from .store import NotSaved, Unknown

T = TypeVar("T")

log = logging.getLogger(__name__)

BOARD_AGE = 50 * 60 * 1000  # ms after which a board is posted anew; Discord hinders edits at 1 h
SLOW = 2.5  # s until an edit is left to itself
PATIENCE = 20  # s until a post is; meanwhile there is no board that could be pressed or drawn
RETRIES = (1, 2, 5, 10, 30)  # s between attempts while Discord fails

_UNKNOWN_MESSAGE = 10008
_BAD_BODY = 50035
_TOO_OLD = 30046
_TOKEN_GONE = (10015, 10062, 50027)
#: When a board may be posted anew, since nobody is about to press in a hurry.
BETWEEN_HANDS = (Phase.LOBBY, Phase.RESULT, Phase.ENDED)


class Shared(Protocol):
    """What all screens have in common: `Screens`."""

    casino: Casino
    client: discord.Client
    turns: Turns
    is_paused: bool  # the house is closing, and the boards say so
    is_closed: bool

    def draw(self, table: LiveTable, /) -> discord.ui.LayoutView: ...
    def start(self, work: Coroutine[Any, Any, T], /) -> asyncio.Task[T]: ...


class Screen:
    """The board of one table."""

    def __init__(self, screens: Shared, table: LiveTable) -> None:
        self.table = table
        self.shown = 0  # the sequence number Discord shows; 0 when nobody knows
        self.is_blocked = False  # Discord forbids us to write here, or there is no here any more
        self._screens = screens
        self._pen = asyncio.Lock()  # one drawing at a time
        self._late: asyncio.Task[Any] | None = None  # a request left to itself
        self._claims = 0  # presses under way that will draw what they change
        self._owes = False  # a press was only acknowledged: its board waits for no other press
        self._writer: asyncio.Task[None] | None = None
        self._nudge = asyncio.Event()
        self._token = PressToken()
        self._posted: int | None = None  # when, if it was in this life of the house
        self._told = False  # the host knows that it is blocked
        self._cleared: set[int] = set()  # old boards that were asked to go
        self._may_repeat = table.seq > 1  # the next post's nonce may have been used

    @property
    def is_behind(self) -> bool:
        return self.shown < self.table.seq

    @property
    def is_drawing(self) -> bool:
        return self._pen.locked()

    @property
    def _should_draw(self) -> bool:
        is_free = self._owes or not self._claims
        return self.is_behind and is_free and not self.is_blocked and not self._screens.is_closed

    @contextmanager
    def claim(self) -> Iterator[None]:
        """While a press is under way, nobody else need draw what it changes."""
        self.is_blocked = False  # somebody sees the board
        self._claims += 1
        try:
            yield
        finally:
            self._claims -= 1
            self.wake()

    def wake(self) -> None:
        """See to it that the newest state is drawn, now or by whoever is drawing."""
        if not self._should_draw:
            return
        if self._writer is None or self._writer.done():
            self._writer = self._screens.start(self._write())
        else:
            self._nudge.set()

    def try_again(self) -> None:
        """Something changed where Discord had said no."""
        self.is_blocked = False
        self.wake()

    def block(self, why: object) -> None:
        """Discord will not have it: asking again and again would get the bot banned."""
        log.warning("table %s: its board can't be shown: %r", self.table.id, why)
        self.is_blocked = True
        self.shown = 0
        self._screens.casino.suspend(self.table)

    def must_tell_host(self) -> bool:
        """Whether the table stands still and its host was not told yet; now they are."""
        must, self._told = self.is_blocked and not self._told, self.is_blocked
        return must

    async def redraw(self) -> None:
        """Draw the same state again; after a drawing under way, which may show it as it was."""
        async with self._pen:
            self.shown = 0
        self.wake()

    async def redraw_now(self) -> None:
        """The same, and wait until it is drawn or Discord has said no."""
        await self.redraw()
        if self._writer is not None:
            await asyncio.wait({self._writer})

    async def answer(self, press: discord.Interaction[Any]) -> None:
        """Answer a press on this board that was applied: with the new board, if it can be drawn."""
        if is_acknowledged(press) or self.is_drawing or self._is_old():
            if is_acknowledged(press) or await acknowledge(press):
                self._token.keep(press)
            self._owes = True
            self.wake()
            return
        async with self._pen:
            seq = self.table.seq
            answer = press.response.edit_message(view=self._screens.draw(self.table))
            if await metrics.board_answered(sent(answer)):
                self._token.keep(press)
                self._drawn(seq)

    def is_on(self, message: discord.Message | None) -> bool:
        """Whether the message is this board."""
        return message is not None and message.id == self.table.message

    def clear_away(self, message: discord.Message) -> None:
        """A board older than this one: left behind by a kill between posting and remembering it.

        Tried once. A younger one may be this board itself, not remembered yet.
        """
        now = self.table.message
        if now is not None and message.id < now and message.id not in self._cleared:
            self._cleared.add(message.id)
            self._screens.start(self._clear_away(message.id))

    async def _clear_away(self, message: int) -> None:
        await self._wait_for_turn(token=False)
        with suppress(*FAILURES):
            await self._delete(message)

    async def post(self) -> None:
        """A new board at the bottom of the channel; the old one goes. Raises one of FAILURES."""
        asked = self._screens.casino.clock.now()
        try:
            await self._wait_for_turn(token=False)
            async with self._pen:
                if self._posted is None or self._posted <= asked:  # else another asked as well
                    await self._post()
        except FAILURES as error:
            if is_refusal(error):
                self.block(error)
            raise
        finally:
            self.wake()

    async def _write(self) -> None:
        failures = 0
        while self._should_draw:
            try:
                await self._wait_for_turn(token=self._newest_press() is not None)
                async with self._pen:
                    if self.is_behind:
                        await self._draw()
                failures = 0
            except (*FAILURES, NotSaved, Unknown) as error:
                if is_refusal(error):
                    self.block(error)
                    return
                log.warning("table %s: board not drawn: %r", self.table.id, error)
                self._token.drop()
                await self._pause(RETRIES[min(failures, len(RETRIES) - 1)])
                failures += 1
            except Exception:
                log.exception("table %s, move %s: a board we can't draw", self.table.id, self.shown)
                self.shown = self.table.seq  # the next change may be drawn again

    async def _pause(self, seconds: float) -> None:
        """Until the next attempt; with a new change after a second already."""
        self._nudge.clear()
        await asyncio.sleep(min(seconds, RETRIES[0]))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds - RETRIES[0]):
                await self._nudge.wait()

    async def _wait_for_turn(self, *, token: bool) -> None:
        """Keep Discord's pace; every caller gets a turn of its own."""
        if token:
            await self._token.wait()
            return
        await self._screens.turns.wait(self.table.channel)
        if self._late is not None:
            await asyncio.wait({self._late})

    async def _draw(self) -> None:
        """Bring the message up to date, by the quickest way that is open."""
        table, seq = self.table, self.table.seq
        if table.message is None or self._is_old():
            await self._post()
            return
        layout, press = self._screens.draw(table), self._newest_press()
        try:
            if press is not None:
                await self._ask("token", press.edit_original_response(view=layout))
            else:
                await self._ask("channel", self._message(table.message).edit(view=layout))
        except discord.HTTPException as error:
            if error.code in (_UNKNOWN_MESSAGE, _TOO_OLD):
                await self._post()
                return
            if press is not None and error.code in _TOKEN_GONE:
                self._token.drop()
                return  # the next round goes through the channel
            if error.code != _BAD_BODY:
                raise
            log.error("table %s, move %s: a board Discord won't have: %s", table.id, seq, error)
        self._drawn(seq)

    async def _post(self) -> None:
        table, old, seq = self.table, self.table.message, self.table.seq
        if table.is_closed:  # a closed table's board may stay deleted
            self._drawn(seq)
            return
        self.shown = 0
        if old is not None:
            await self._delete(old)
        repeated, self._may_repeat = self._may_repeat, True
        nonce = f"{table.id % 100_000}-{old or 0}"
        layout = self._screens.draw(table)
        sending = self._channel.send(view=layout, nonce=nonce)
        message = await self._ask("channel", sending, PATIENCE)
        await self._screens.casino.set_message(table, message.id)
        self._may_repeat = False
        self._token.drop()
        self._posted = self._screens.casino.clock.now()
        # Discord answers a repeated nonce with the first message, which shows what was true then.
        self._drawn(0 if repeated else seq)

    async def _delete(self, message: int) -> None:
        try:
            await self._ask("channel", self._message(message).delete())
        except discord.NotFound as error:
            if error.code != _UNKNOWN_MESSAGE:
                raise

    async def _ask(self, way: str, request: Coroutine[Any, Any, T], seconds: float = SLOW) -> T:
        """A request's result. TimeoutError when Discord lets it wait: it is left to itself."""
        if self._screens.is_closed:
            request.close()
            raise ConnectionError("we are closing")
        task = self._screens.start(request)
        metrics.watch_board(way, task)
        done, _ = await asyncio.wait({task}, timeout=seconds)
        if not done:
            self._late = task
            task.add_done_callback(self._came_late)
            raise TimeoutError("Discord lets it wait")
        return task.result()

    def _came_late(self, task: asyncio.Task[Any]) -> None:
        if self._late is task:
            self._late = None
        if task.cancelled():
            return  # everything is closing
        task.exception()  # what is wrong with it will be wrong with the next one
        self.shown = 0  # it may have drawn an old board over a newer one
        self.wake()

    def _drawn(self, seq: int) -> None:
        self.shown = max(self.shown, seq)
        self._owes = self._owes and self.is_behind
        if self.table.is_suspended:
            self._screens.casino.restore(self.table)

    def _newest_press(self) -> discord.Interaction[Any] | None:
        """The newest press on this board, while its token can be used."""
        return self._token.of(self.table.message, self._screens.casino.clock.now())

    def _is_old(self) -> bool:
        """Whether the board should be posted anew, at a moment when that disturbs nobody."""
        if self.table.message is None or self.table.phase not in BETWEEN_HANDS:
            return False
        if self._screens.is_paused:
            return False  # there is no time for that
        now = self._screens.casino.clock.now()
        if self._posted is not None:  # a system's clock that is wrong moves no board twice
            return now - self._posted > BOARD_AGE
        return age(self.table.message, now) > BOARD_AGE

    @property
    def _channel(self) -> discord.PartialMessageable:
        return self._screens.client.get_partial_messageable(
            self.table.channel, guild_id=self.table.guild
        )

    def _message(self, message: int) -> discord.PartialMessage:
        return self._channel.get_partial_message(message)
