"""The steps of a story. Each has a chance of its own, so leaving one out changes no other."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot.game.table import Table
from bot.standin.permissions import Permission
from bot.standin.sample import BOT_ID

from .members import ADA, BEN, CHANNELS, GUILD_ID, USERS

if TYPE_CHECKING:
    from .story import Story

KINDS = ("bank", "casino", "classic", "solo", "room")


def _some_table(story: "Story") -> Table | None:
    tables = [played.after for played in story.record.open_tables()]
    return story.chance.choice(tables) if tables else None


async def play(story: "Story") -> None:
    """Members answer, one after another or at once."""
    for _ in range(story.chance.randint(2, 6)):
        table = _some_table(story)
        if table is None:
            story.members.command(BEN, CHANNELS[0], "host", table=story.kinds[0])
            await asyncio.sleep(3)
            return
        asked = [table.turn.member] if table.turn else [seat.member for seat in table.seats]
        users = [str(user) for user, account in story.record.accounts.items() if account in asked]
        if not users or story.chance.random() < 0.05:
            users = list(USERS[:5])
        if story.chance.random() < 0.5:
            users = [story.chance.choice(users)]
        for user in users:
            story.members.act(user, table)
            await asyncio.sleep(story.chance.choice((0, 0.01, 0.2)))
        if story.chance.random() < 0.2:
            story.members.press_again()
        if story.chance.random() < 0.2 or table.turn is not None:  # others press as well
            story.members.press_any(table)
        await asyncio.sleep(story.chance.choice((0.1, 0.6, 1.5)))


async def hurry(story: "Story") -> None:
    """Double clicks and buttons of boards long gone."""
    table = _some_table(story)
    for _ in range(story.chance.randint(1, 4)):
        if table is not None and story.chance.random() < 0.4:
            story.members.act(story.chance.choice(USERS[:5]), table)
        story.members.press_again()
        await asyncio.sleep(story.chance.choice((0, 0, 0.05)))


async def mischief(story: "Story") -> None:
    table = _some_table(story)
    for _ in range(story.chance.randint(1, 4)):
        what = story.chance.random()
        if what < 0.3 and table is not None:
            story.members.press_any(table)
        elif what < 0.6 and table is not None:
            story.members.forge(table)
        elif what < 0.8:
            story.members.press_anothers()
        else:
            story.members.hostile_text()
        await asyncio.sleep(story.chance.choice((0, 0.05)))


async def command(story: "Story") -> None:
    channel = story.chance.choice(CHANNELS)
    user = story.chance.choice(USERS[:6])
    name = story.chance.choices(
        ("join", "leave", "show", "kick", "close", "rebuy", "best", "rules", "host"),
        (6, 2, 4, 1, 1, 2, 1, 1, 2),
    )[0]
    options = {}
    if name == "kick":
        user, options = story.chance.choice((ADA, BEN)), {"member": story.chance.choice(USERS)}
    elif name == "host":
        options = {"table": story.chance.choice(story.kinds)}
    story.members.command(user, channel, name, **options)
    if name == "close":
        await asyncio.sleep(1)
        for played in story.record.open_tables():
            for panel in story.members.panels(played.after, user):
                story.members.press(user, panel, "close")


async def wait(story: "Story") -> None:
    """Time goes by, and clocks run out."""
    await asyncio.sleep(story.chance.choice((5, 16, 31, 31, 61, 200)))


async def bad_line(story: "Story") -> None:
    """The next requests to Discord fail."""
    faults = ("slow", "lost before", "lost after", "late", "429", "500", "502", "503", "")
    weights = (2, 2, 3, 2, 2, 1, 1, 1, 3)
    story.plan.requests += story.chance.choices(faults, weights, k=story.chance.randint(1, 5))
    await play(story)


async def bad_disk(story: "Story") -> None:
    """The next statements or COMMITs fail, or take long."""
    what = story.chance.random()
    if what < 0.4:
        story.plan.store_faults += story.chance.randint(1, 4)
    elif what < 0.75:
        story.plan.slow_disk += [story.chance.uniform(0.5, 3.5)]
    else:
        skipped = [""] * story.chance.randint(0, 2)
        story.plan.commits += [*skipped, story.chance.choice(("lost", "unknown"))]
    await play(story)


async def crash(story: "Story") -> None:
    """Between any two steps: at once, or a few calls to store and Discord from now."""
    if story.chance.random() < 0.8:
        story.plan.crash_at = story.plan.steps + story.chance.randint(1, 60)
        await play(story)
        story.plan.crash_at = None
    if story.house.is_alive:
        await story.house.crash()
    story.record.count("crashes")
    await _be_away(story)


async def restart(story: "Story") -> None:
    if not story.house.is_alive:
        return
    await story.stop()
    await _be_away(story)


async def _be_away(story: "Story") -> None:
    story.record.look_at_the_line()
    if story.chance.random() < 0.3:  # presses that nobody hears
        story.members.press_again()
    await asyncio.sleep(story.chance.choice((0.2, 3, 40, 700)))


async def wrong_time(story: "Story") -> None:
    """The system's clock is set, in the middle of a life and for those that come."""
    story.time.skew += story.chance.choice((-600_000, -60_000, 45_000, 90_000, 7_200_000))
    story.record.note(f"the system's clock is wrong by {story.time.skew} ms")
    await asyncio.sleep(0.1)


async def broken_socket(story: "Story") -> None:
    gateway = story.house.core.gateway
    story.chance.choice(
        (
            gateway.drop_sockets,
            gateway.ask_to_reconnect,
            gateway.invalidate_sessions,
            lambda: gateway.close_sockets(4000),
        )
    )()
    await asyncio.sleep(story.chance.choice((0.1, 2, 12)))


async def repeat(story: "Story") -> None:
    story.members.deliver_again()
    await asyncio.sleep(story.chance.choice((0, 0.3)))


async def lost_board(story: "Story") -> None:
    """Somebody deletes the board, or takes the bot's right to write away for a while."""
    table = _some_table(story)
    board = story.members.board(table) if table is not None else None
    if table is None or board is None:
        return
    channel = str(table.channel)
    if story.chance.random() < 0.7:
        found = story.house.core.world.channel(channel)
        assert found is not None
        story.house.core.messages.delete(found[1], board)
        await play(story)
        return
    editing = story.house.core.editing
    editing.set_overwrite(channel, BOT_ID, deny=Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    await play(story)
    editing.clear_overwrite(channel, BOT_ID)
    await asyncio.sleep(1)


async def spam(story: "Story") -> None:
    """Seventy presses at one table at once."""
    table = _some_table(story)
    board = story.members.board(table) if table is not None else None
    buttons = story.members.buttons(board) if board is not None else []
    if board is not None and buttons:
        for _ in range(70):
            pressed = story.chance.choice(buttons)
            story.members.press_id(story.chance.choice(USERS), board, pressed)
    await asyncio.sleep(2)


Step = Callable[["Story"], Awaitable[None]]
STEPS: list[tuple[Step, int]] = [
    (play, 60), (hurry, 9), (mischief, 8), (command, 8), (wait, 8), (bad_line, 8), (bad_disk, 4),
    (crash, 5), (restart, 2), (wrong_time, 2), (broken_socket, 3), (repeat, 5), (lost_board, 2),
    (spam, 1),
]  # fmt: skip

#: After these a member may wait longer for an answer than Discord does, or get none.
TROUBLE = (bad_line, bad_disk, crash, restart, broken_socket, lost_board, spam)

__all__ = ["GUILD_ID", "KINDS", "STEPS", "Step", "play"]
