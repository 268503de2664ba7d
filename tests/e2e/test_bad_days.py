"""What the bot does when Discord does not: the state stays, the board becomes right again."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import discord
import pytest

import bot.client
import bot.pace
from bot.clock import SystemClock
from bot.game.moves import Leave
from bot.game.play import balances
from bot.livetable import GRACE
from bot.run import build, next_pause, serve
from bot.standin.faults import Fault
from bot.store import open_store
from tests.clocks import HandClock

from .channel import (
    ADA,
    BEN,
    CHANNEL,
    CHLOE,
    DMITRI,
    EMEKA,
    GUILD,
    HANA,
    LOUNGE,
    TOKEN,
    Channel,
    channel,
    local_discord,
    settings,
    text_of,
)
from .days import (
    ANSWERS,
    CALLBACK,
    EDIT,
    EDITS,
    LIMITS,
    PLACES,
    POST,
    SESSION,
    SOCKETS,
    TOKEN_EDIT,
    Day,
    Report,
    alone,
    gone_for,
    live,
    live_alone,
)

EPHEMERAL = 64
REAL_PACE = bot.pace.PACE


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The local Discord limits nothing unless told to, so nobody need keep its real pace."""
    monkeypatch.setattr(bot.client, "IDENTIFY_PACE", 0.2)
    monkeypatch.setattr(bot.client, "LONGEST_WAIT", 1)
    monkeypatch.setattr(bot.pace, "PACE", 0.3)


def assert_survived(day: Day, report: Report, *, requests: bool = True) -> None:
    """How long it took is for `bad_days` to say: here a board only has to become right."""
    assert report.after == report.before, day.fault
    assert not requests or report.requests <= day.requests, day.fault


async def all_at_once(days: Sequence[Day], here: Channel) -> list[Report]:
    """Each day at a table of its own, under way at the same time."""
    channels = [here]
    while len(channels) < len(days):
        made = here.standin.editing.add_channel(str(GUILD), f"table-{len(channels)}")
        channels.append(Channel(here.standin, int(made.id), here.client))
    for other in channels:
        await other.start(BEN, CHLOE)
        await other.until_right()
    lives = []
    for day, other in zip(days, channels, strict=True):
        lives.append(asyncio.create_task(live(day, other)))
        rules = here.standin.faults.rules
        if day in ANSWERS:  # the next answer of all meets the fault
            await here.standin.until(lambda: rules and rules[-1].used)  # noqa: B023
            await asyncio.sleep(0)
    return await asyncio.gather(*lives)


async def test_whatever_happens_to_an_answer_the_move_counts_once_and_is_shown(
    tmp_path: Path,
) -> None:
    async with channel(tmp_path) as here:
        reports = await all_at_once(ANSWERS, here)
        for day, report in zip(ANSWERS, reports, strict=True):
            assert_survived(day, report, requests=False)
        assert here.spoken() < 20 * len(ANSWERS), "no storm"


async def test_whatever_happens_to_an_edit_or_a_post_the_board_follows(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        reports = await all_at_once(EDITS, here)
        for day, report in zip(EDITS, reports, strict=True):
            assert_survived(day, report, requests=False)
        assert here.spoken() < 25 * len(EDITS), "no storm"


async def test_fast_play_under_discords_limits_is_never_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.pace, "PACE", REAL_PACE)
    async with alone(LIMITS, tmp_path) as here:
        assert_survived(LIMITS, await live(LIMITS, here))
        assert [e for e in here.standin.recorder.requests() if e["status"] == 429] == []


@pytest.mark.parametrize("day", PLACES, ids=lambda day: day.fault)
async def test_a_place_that_is_lost_and_returns_has_its_board_again(
    tmp_path: Path, day: Day
) -> None:
    assert_survived(day, await live_alone(day, tmp_path))


async def test_a_broken_socket_is_replaced_and_the_clocks_run_on(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        for day in SOCKETS:
            assert_survived(day, await live(day, here))


@pytest.mark.parametrize("day", [gone_for(1.5, 12), SESSION], ids=lambda day: day.fault)
async def test_after_an_outage_the_same_table_goes_on(tmp_path: Path, day: Day) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        before = here.table
        assert_survived(day, await live(day, here))
        assert here.table is before, "nothing had to be built anew"
        deadline = here.table.state.deadline
        assert deadline is not None
        assert deadline - here.client.casino.clock.now() > GRACE - 5_000


@pytest.mark.parametrize("code", [4004, 4010, 4014])
async def test_a_session_discord_will_not_have_ends_the_connection_not_the_program(
    tmp_path: Path, code: int
) -> None:
    standin = local_discord()
    await standin.start()
    given = settings(standin, tmp_path / "a.db")
    store = open_store(given.database_url)
    await store.open()
    client = await build(given, store, SystemClock())
    serving = asyncio.create_task(serve(client, TOKEN, asyncio.Event()))
    await standin.until(lambda: standin.gateway.online)
    standin.gateway.close_sockets(code)
    with pytest.raises(discord.ClientException):  # what `run` answers by building the house anew
        await asyncio.wait_for(serving, 10)
    await store.close()
    await standin.stop()


def test_the_pause_after_a_long_good_connection_is_the_shortest() -> None:
    assert [next_pause(failures) for failures in (1, 2, 6, 99)] == [1, 2, 60, 60]


async def test_an_interaction_delivered_twice_is_handled_once(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.press(BEN, "bet:100")
        await here.press(HANA, "rules")
        await here.command(HANA, "help")
        await here.command(HANA, "join")
        await here.until_clocks_run()
        await here.until_right()
        spoken, table = here.spoken(), here.table.seq
        (session,) = here.standin.gateway.sessions.values()
        for _, frame in list(session.buffer):
            if frame["t"] == "INTERACTION_CREATE":
                session.dispatch("INTERACTION_CREATE", frame["d"])
        await here.press(CHLOE, "bet:50")  # comes after all of them
        assert here.spoken() == spoken + 1
        assert here.table.seq == table + 1


async def test_a_refused_command_is_answered_once(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.command(BEN, "join")
        await here.command(BEN, "help")
        private = [m for m in here.standin.messages(CHANNEL, BEN) if m["flags"] & EPHEMERAL]
        assert len(private) == 2


async def test_what_cannot_be_read_ends_no_connection(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        (session,) = here.standin.gateway.sessions.values()
        for data in ({}, {"id": "1"}, {"id": "2", "type": 3, "data": {}}):
            session.dispatch("INTERACTION_CREATE", data)
        session.dispatch("CHANNEL_UPDATE", {"id": "x"})
        await here.press(BEN, "bet:100")
        await here.until_right()
        assert next(iter(here.standin.gateway.sessions.values())) is session
    assert sum("can't read" in message for message in caplog.messages) == 4
    caplog.clear()


async def test_a_host_is_told_once_that_a_table_stands_still(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.bet(BEN, chips=100)
        lounge = Channel(here.standin, LOUNGE, here.client)
        table = here.table
        here.standin.editing.delete_channel(str(CHANNEL))
        await here.standin.until(lambda: table.is_suspended)
        asked = len(here.standin.recorder.requests())
        assert "Your table is open" in text_of((await lounge.command(BEN, "host")).message or {})

        def told() -> int:
            texts = [text_of(m) for m in here.standin.messages(LOUNGE, BEN)]
            return sum("stands still" in text for text in texts)

        await here.standin.until(told)
        await lounge.command(BEN, "help")
        await lounge.command(BEN, "help")
        assert told() == 1
        await lounge.until_right()
        later = here.standin.recorder.requests()[asked:]
        assert later
        assert not any(str(CHANNEL) in entry["path"] for entry in later), "the channel is lost"
        assert table.state.seats[0].bet == 100
        assert sum(balances(table.state).values()) == 2 * 500 + 2 * 1000


async def test_a_table_in_a_thread_stands_still_while_it_is_archived(tmp_path: Path) -> None:
    async with channel(tmp_path) as home:
        thread = home.standin.editing.add_thread(str(CHANNEL), "high rollers")
        here = Channel(home.standin, int(thread.id), home.client)
        await here.start(BEN, CHLOE)
        await here.command(BEN, "show")
        home.standin.editing.archive_thread(thread.id)
        await here.table.play(Leave(await here.client.casino.cashier.account(CHLOE)))
        await home.standin.until(lambda: here.table.is_suspended)
        home.standin.editing.archive_thread(thread.id, archived=False)
        await here.standin.until(lambda: not here.table.is_suspended)
        await here.until_right()


async def test_an_old_board_moves_down_between_hands_and_only_once(tmp_path: Path) -> None:
    clock = HandClock(time.time_ns() // 1_000_000)
    async with channel(tmp_path, clock=clock) as here:
        await here.host(BEN)
        old = here.board["id"]
        clock.advance(51 * 60)
        await here.press(CHLOE, "join")
        await here.until_right()
        new = here.board["id"]
        assert new != old
        await here.press(DMITRI, "join")
        await here.command(EMEKA, "join")
        await here.until_right()
        assert here.board["id"] == new, "a clock that is wrong does not move it again and again"


async def test_a_board_refused_for_its_age_is_posted_anew(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.command(BEN, "show")
        old = here.board["id"]
        too_old = {"code": 30046, "message": "Too old", "retry_after": 0.01, "global": False}
        here.standin.faults.add(Fault(EDIT, times=5, status=429, body=too_old))
        here.standin.faults.add(Fault(TOKEN_EDIT, times=None, status=429, body=too_old))
        await here.command(CHLOE, "leave")
        await here.standin.until(lambda: here.boards() and here.board["id"] != old)
        await here.until_right()


async def test_a_closed_table_is_drawn_for_the_last_time(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        asked = await here.command(BEN, "close")
        here.standin.faults.add(Fault(TOKEN_EDIT, status=503), Fault(EDIT, status=503))
        assert asked.message is not None
        await here.press(BEN, "close", asked.message)
        await here.until("closed")
        assert not here.client.screens.where(lambda table: True)


async def test_closing_a_table_whose_board_is_deleted_posts_none(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        asked = await here.command(BEN, "close")
        here.standin.member(ADA).delete(here.board["id"])
        assert asked.message is not None
        await here.press(BEN, "close", asked.message)
        await asyncio.sleep(1.5)
        assert [m for m in here.boards() if not m["flags"] & EPHEMERAL] == []


async def test_two_who_ask_for_the_board_at_once_get_one(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        old = here.board["id"]
        await asyncio.gather(*(here.command(m, "show") for m in (BEN, CHLOE, BEN)))
        await here.until_right()
        assert here.board["id"] != old
        assert len(here.standin.recorder.requests("POST /channels")) == 2


async def test_a_place_nobody_may_write_in_gets_no_table(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        here.standin.faults.add(Fault(POST, status=403, body={"code": 50013, "message": "no"}))
        result = await here.command(BEN, "host")
        assert "can't write in this channel" in text_of(result.message or {})
        assert here.client.casino.in_channel(CHANNEL) is None
        await here.host(BEN, CHLOE)
        await here.until_right()


async def test_hosting_survives_a_lost_answer_to_the_first_post(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        here.standin.faults.add(Fault(POST, drop="after"), Fault(CALLBACK, status=503))
        await here.command(BEN, "host")
        await here.until_right()
        assert len(here.boards()) == 1
