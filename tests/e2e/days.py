"""Bad days of Discord, each as a small play: what goes wrong, and what members do meanwhile.

A play starts with betting open for Ben and Chloé. Afterwards the board must be right again, every
chip still there, and not too much have been sent. The tests and `bad_days` share them.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.game.play import balances
from bot.standin.faults import Fault
from bot.standin.members import Result
from bot.standin.permissions import Permission
from bot.standin.ratelimits import RateLimits
from tests.clocks import HandClock

from .channel import ADA, ANSWERED, BEN, CHLOE, DMITRI, EMEKA, FARAH, GUS, Channel, channel

CALLBACK = "POST /interactions/*"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
TOKEN_EDIT = "PATCH /webhooks/*"
POST = "POST /channels/{channel_id}/messages"
BOT_ID = "1000000000000000001"
SIX = (BEN, CHLOE, DMITRI, EMEKA, FARAH, GUS)


@dataclass(frozen=True)
class Day:
    fault: str
    play: Callable[[Channel], Awaitable[asyncio.Task[Result] | None]]
    seconds: float = 5  # from the fault's beginning to the right board; judged by `bad_days`
    requests: int = 10  # about messages, meanwhile
    rate_limits: bool = False  # Discord's own, and a clock that is moved by hand


@dataclass(frozen=True)
class Report:
    fault: str
    requests: int
    seconds: float
    before: int
    after: int


async def live(day: Day, here: Channel) -> Report:
    """Play the day in a channel where betting is open."""
    loop = asyncio.get_running_loop()
    before, spoken, started = chips(here), here.spoken(), loop.time()
    rest = await day.play(here)
    await here.standin.until(lambda: is_well(here), 30)
    seconds = loop.time() - started
    if rest is not None:
        await rest
        assert is_well(here)
    return Report(day.fault, here.spoken() - spoken, seconds, before, chips(here))


@asynccontextmanager
async def alone(day: Day, path: Path) -> AsyncIterator[Channel]:
    """A Discord of its own for the day, betting open."""
    limits = RateLimits.observed() if day.rate_limits else None
    clock = HandClock(time.time_ns() // 1_000_000) if day.rate_limits else None
    async with channel(path, rate_limits=limits, clock=clock) as here:
        await here.start(*(SIX if day.rate_limits else SIX[:2]))
        await here.until_clocks_run()
        await here.until_right()  # what is sent from now on is the day's
        yield here


async def live_alone(day: Day, path: Path) -> Report:
    async with alone(day, path) as here:
        return await live(day, here)


def is_well(here: Channel) -> bool:
    return here.client.casino.is_playable(here.table) and here.is_right()


def chips(here: Channel) -> int:
    return sum(balances(here.table.state).values())


def answer_meets(fault: str, **how: Any) -> Day:
    """A press is played, and its answer meets the fault."""

    async def play(here: Channel) -> asyncio.Task[Result]:
        rule = Fault(CALLBACK, **how)
        here.standin.faults.add(rule)
        pressing = asyncio.create_task(here.press(BEN, "bet:100"))
        await here.standin.until(lambda: rule.used)
        assert here.table.state.seats[0].bet == 100
        return pressing  # whoever pressed may wait longer than the board

    return Day(f"answer: {fault}", play, seconds=4.5, requests=4)


def edit_meets(fault: str, seconds: float, requests: int = 9, **how: Any) -> Day:
    """A change without a press on the board, so the board is drawn through the channel."""

    async def play(here: Channel) -> None:
        await here.command(BEN, "show")  # the new board was never pressed: there is no token
        rule = Fault(EDIT, path=f"/channels/{here.id}/*", **how)
        here.standin.faults.add(rule)
        await here.command(CHLOE, "leave")
        await here.standin.until(lambda: rule.used)

    return Day(f"edit: {fault}", play, seconds, requests)


def post_meets(fault: str, seconds: float, requests: int = 10, **how: Any) -> Day:
    """The board is asked for anew, and what posts it fails."""

    async def play(here: Channel) -> None:
        rule = Fault(POST, path=f"/channels/{here.id}/*", **how)
        here.standin.faults.add(rule)
        result = await here.standin.member(BEN).command(here.id, "blackjack", "show")
        await here.standin.until(lambda: rule.used)
        await result.settled(20)

    return Day(f"post: {fault}", play, seconds, requests)


async def limited_play(here: Channel) -> None:
    """Six members press as fast as they can, the board moves down, clocks run out in between."""
    clock = here.client.casino.clock
    assert isinstance(clock, HandClock)
    for turn in range(3):
        await asyncio.gather(
            *(here.press(member, "bet:50") for member in SIX if here.has("bet:50"))
        )
        await here.until_right()
        while here.has("stand"):
            if turn % 2:
                seq = here.table.seq
                clock.advance(31)
                await here.standin.until(lambda: here.table.seq > seq)  # noqa: B023
            else:
                board = here.board
                await asyncio.gather(*(here.press(member, "stand", board) for member in SIX))
            await here.until_right()
        await here.command(SIX[turn], "show")
        await here.until_right()
        await here.press(SIX[turn], "next")
        await here.until_right()


async def pressed_during_a_long_429(here: Channel) -> None:
    """While Discord lets an edit wait, a press is answered with the board before that ends."""
    await here.command(BEN, "show")
    rule = Fault(EDIT, path=f"/channels/{here.id}/*", retry_after=7)
    here.standin.faults.add(rule)
    await here.command(CHLOE, "leave")
    await here.standin.until(lambda: rule.used)
    screen = here.client.screens.of(here.table)
    await here.standin.until(lambda: screen._late is not None)
    assert (await here.press(BEN, "bet:100")).kind in ANSWERED
    await here.until_right()
    assert screen._late is not None
    await here.standin.until(lambda: not screen._late is not None)  # it comes, and is drawn over


async def board_deleted(here: Channel) -> None:
    here.standin.member(ADA).delete(here.board["id"])
    await here.command(CHLOE, "leave")


async def permission_lost(here: Channel) -> None:
    editing, channel = here.standin.editing, str(here.id)
    await here.command(BEN, "show")
    editing.set_overwrite(channel, BOT_ID, deny=Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    await here.command(CHLOE, "leave")
    await here.standin.until(lambda: here.table.is_suspended)
    editing.clear_overwrite(channel, BOT_ID)


async def removed_and_invited_again(here: Channel) -> None:
    guild = here.standin.world.channel(str(here.id))
    assert guild is not None
    here.standin.editing.remove_bot(guild[0].id)
    await here.standin.until(lambda: here.table.is_suspended)
    here.standin.editing.invite_bot(guild[0].id)


async def server_unavailable(here: Channel) -> None:
    guild = here.standin.world.channel(str(here.id))
    assert guild is not None
    here.standin.editing.set_unavailable(guild[0].id)
    await here.standin.until(lambda: here.table.is_suspended)
    here.standin.editing.set_unavailable(guild[0].id, False)


async def is_back(here: Channel) -> None:
    """Connected again, and the clock runs."""
    casino = here.client.casino
    await here.standin.until(lambda: not casino.is_playable(here.table), 10)
    await here.standin.until(lambda: casino.is_playable(here.table), 30)
    await here.press(BEN, "bet:100")


async def socket_dropped(here: Channel) -> None:
    here.standin.gateway.drop_sockets()
    await is_back(here)


async def session_invalid(here: Channel) -> None:
    here.standin.gateway.invalidate_sessions()
    await is_back(here)


async def told_to_reconnect(here: Channel) -> None:
    here.standin.gateway.ask_to_reconnect()
    await is_back(here)


def gone_for(outage: float, seconds: float) -> Day:
    """Nothing listens any more; then it is there again, at the same address."""

    async def play(here: Channel) -> None:
        port = int(here.standin.base_url.rsplit(":", 1)[1])
        await here.standin.stop()
        await asyncio.sleep(outage)
        await here.standin.start(port=port)
        await here.standin.until(lambda: here.client.casino.is_playable(here.table), 30)
        await here.press(BEN, "bet:100")

    return Day(f"server gone for {outage} s", play, seconds, 4)


def closed_with(code: int) -> Day:
    async def play(here: Channel) -> None:
        here.standin.gateway.close_sockets(code)
        await is_back(here)

    return Day(f"socket closed with {code}", play, 4, 4)


UNKNOWN = {"code": 10062, "message": "Unknown interaction"}
ACKNOWLEDGED = {"code": 40060, "message": "Interaction has already been acknowledged."}

ANSWERS = [
    answer_meets("2.9 s late", delay=2.9),
    answer_meets("3.1 s late", delay=3.1),
    answer_meets("10 s late", delay=10),
    answer_meets("500", status=500),
    answer_meets("500 for ever", status=500, times=5),
    answer_meets("502", status=502),
    answer_meets("503", status=503),
    answer_meets("10062", status=404, body=UNKNOWN),
    answer_meets("40060", status=400, body=ACKNOWLEDGED),
    answer_meets("lost after it was applied", drop="after"),
    answer_meets("connection lost before", drop="before"),
]
EDITS = [
    edit_meets("500 twice", 6, status=500, times=2),
    edit_meets("503", 5, status=503),
    edit_meets("429, 5 s", 8.5, retry_after=5),
    edit_meets("lost after it was applied", 5, drop="after"),
    edit_meets("4 s late", 8, delay=4),
    post_meets("500", 5, status=500),
    post_meets("429, 4 s", 8, retry_after=4),
    post_meets("lost after it was applied", 5, drop="after"),
    Day("edit: 429, 7 s, and a press meanwhile", pressed_during_a_long_429, 11.5, 9),
]
LIMITS = Day("rate limits as observed, six play fast", limited_play, 20, 200, rate_limits=True)
PLACES = [
    Day("board deleted", board_deleted, 4, 6),
    Day("permissions lost and returned", permission_lost, 5, 9),
    Day("bot removed and invited again", removed_and_invited_again, 4, 3),
    Day("server unavailable and back", server_unavailable, 4, 3),
]
SOCKETS = [
    Day("socket dropped", socket_dropped, 4, 4),
    Day("told to reconnect", told_to_reconnect, 4, 4),
    *[closed_with(code) for code in (4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009)],
]
SESSION = Day("session invalid", session_invalid, 8, 4)
CONNECTIONS = [
    *SOCKETS,
    SESSION,
    gone_for(10, 22),
]
