"""The screens of all tables, on one Discord client: found, woken, and shown as paused at a stop."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import discord

from .casino import Casino
from .livetable import LiveTable
from .pace import Turns
from .render.best import Best
from .render.board import board
from .render.faces import TEXT_FACES, Faces
from .render.paused import paused_board
from .screen import BETWEEN_HANDS, Screen
from .store import Run
from .tasks import Tasks
from .words import Words

T = TypeVar("T")


class Screens:
    """The boards of all tables, on one Discord client."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.faces: Faces = TEXT_FACES  # until the card emojis are there
        self.casino: Casino
        self.client: discord.Client
        self._screens: dict[int, Screen] = {}
        self.turns = Turns()
        self._tasks = Tasks()
        self.is_paused = False  # the house is closing, and the boards say so
        self.is_closed = False

    def of(self, table: LiveTable) -> Screen:
        """A table's screen. One of a closed table is kept by nobody."""
        screen = self._screens.get(table.id) or Screen(self, table)
        if not table.is_closed:
            self._screens[table.id] = screen
        return screen

    def where(self, place: Callable[[LiveTable], bool]) -> list[Screen]:
        """The screens of the tables at that place."""
        return [self.of(table) for table in self.casino.tables.values() if place(table)]

    def changed(self, table: LiveTable) -> None:
        """A table has a new state (`Casino.on_change`)."""
        self.of(table).wake()
        if table.is_closed:
            self._screens.pop(table.id, None)  # the screen draws once more and is gone

    def redraw(self, place: Callable[[LiveTable], bool] = lambda table: True) -> None:
        """After a start, or with new card faces: whatever Discord shows may be behind."""
        for screen in self.where(place):
            self.start(screen.redraw())

    def draw(self, table: LiveTable) -> discord.ui.LayoutView:
        best = [as_best(run) for run in table.best]
        now = self.casino.clock.now()
        drawn = paused_board if self.is_paused else board
        return drawn(table.view(), table.names, self.words, self.faces, now, best)

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        return self._tasks.start(work)

    async def pause(self, seconds: float) -> None:
        """Show on every board that the house is closing, as far as the time goes.

        Nothing of a table changes, and what is not drawn in time is left as it is. Tables in the
        middle of a hand come first: there somebody is about to press.
        """
        self.is_paused = True
        screens = self.where(lambda table: table.message is not None)
        screens.sort(key=lambda screen: screen.table.phase in BETWEEN_HANDS)
        drawings = [self.start(screen.redraw_now()) for screen in screens]
        if drawings:
            await asyncio.wait(drawings, timeout=seconds)

    async def close(self) -> None:
        """Stop drawing. Nothing is lost: the boards are drawn again at the next start."""
        self.is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def as_best(run: Run) -> Best:
    return Best(run.name, run.score, run.rounds)
