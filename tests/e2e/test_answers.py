"""Answers that go wrong on every path there is, and what races with them."""

import asyncio
from pathlib import Path

import pytest

import bot.client
import bot.cogs.answers
import bot.pace
import bot.presstoken
from bot.screen import Screen
from bot.standin.faults import Fault
from bot.standin.ratelimits import OBSERVED, RateLimits
from bot.store import NotSaved

from .channel import ANSWERED, BEN, CHLOE, DMITRI, EMEKA, HANA, Channel, channel, text_of
from .days import CALLBACK, EDIT, POST, TOKEN_EDIT

FOLLOW_UP = "POST /webhooks/*"
UNKNOWN = {"code": 10062, "message": "Unknown interaction"}
FAILING = [
    Fault(CALLBACK, status=404, body=UNKNOWN),
    Fault(CALLBACK, drop="after"),
    Fault(CALLBACK, drop="before"),
    Fault(CALLBACK, status=502, times=5),
]


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The local Discord limits nothing unless told to, so nobody need keep its real pace."""
    monkeypatch.setattr(bot.pace, "PACE", 0.3)


def again(fault: Fault) -> Fault:
    """A fault that was not used up yet."""
    return Fault(
        fault.route, status=fault.status, body=fault.body, drop=fault.drop, times=fault.times
    )


@pytest.fixture
def _every_move_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Saving takes longer than a member is left without a word, so all is acknowledged first."""
    monkeypatch.setattr(bot.cogs.answers, "PATIENCE", 0)
    monkeypatch.setattr("bot.replies.ANSWER", 0.4)
    monkeypatch.setattr(bot.pace, "PACE", 0.2)
    monkeypatch.setattr(bot.presstoken, "TOKEN_PACE", 0.1)


def name(fault: Fault) -> str:
    return str(fault.status or fault.drop)


@pytest.mark.usefixtures("_every_move_is_slow")
async def test_a_slow_move_whose_acknowledgement_fails_is_shown_all_the_same(
    tmp_path: Path,
) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        for chips, fault in zip((100, 250, 50, 100), FAILING, strict=True):
            here.standin.faults.add(again(fault))
            pressing = asyncio.create_task(here.press(BEN, f"bet:{chips}"))
            await here.standin.until(lambda: bets(here) == chips and here.is_right())  # noqa: B023
            pressing.cancel()
            here.standin.faults.clear()


@pytest.mark.usefixtures("_every_move_is_slow")
async def test_a_slow_move_that_is_refused_is_told_in_a_follow_up(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        result = await here.standin.member(HANA).press(
            here.board["id"], here.button("bet:50")["custom_id"]
        )
        assert result.kind == "deferred_update"
        await here.standin.until(lambda: "don't sit at this table" in private(here, HANA))
        await here.until_right()


def bets(here: Channel) -> int:
    """What Ben bets."""
    return here.table.state.seats[0].bet


def private(here: Channel, member: int) -> str:
    """All that only this member sees."""
    found = [m for m in here.standin.messages(here.id, member) if m["flags"] & 64]
    return "\n".join(map(text_of, found))


@pytest.mark.parametrize("fault", FAILING[:3], ids=name)
async def test_a_private_answer_that_fails_is_given_up_without_a_noise(
    tmp_path: Path, fault: Fault
) -> None:
    async with channel(tmp_path) as here:
        await here.host(BEN, CHLOE)
        await here.press(BEN, "start")
        await here.until_clocks_run()
        seq = here.table.seq
        for member, word in ((HANA, "nocut"), (HANA, "rules"), (BEN, "cut")):
            rule = again(fault)
            here.standin.faults.add(rule)
            pressing = asyncio.create_task(here.press(member, word))
            await here.standin.until(lambda: rule.used)  # noqa: B023
            pressing.cancel()
        assert here.table.seq == seq
        await here.press(BEN, "nocut")
        await here.until_right()


async def test_a_command_whose_acknowledgement_was_lost_still_gets_its_answer(
    tmp_path: Path,
) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        here.standin.faults.add(Fault(CALLBACK, drop="after"))  # it arrived, and nobody told us
        assert "Here is the table again" in text_of((await here.command(BEN, "show")).message or {})


async def test_a_follow_up_that_fails_at_first_comes_later(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        here.standin.faults.add(Fault(FOLLOW_UP, status=503))
        assert "Here is the table again" in text_of((await here.command(BEN, "show")).message or {})


async def test_when_discord_slows_down_all_edits_presses_are_answered_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every fifth request through the channel waits 5 s; the bot makes too many on purpose."""
    monkeypatch.setattr(bot.pace, "PACE", 0.05)
    async with channel(tmp_path, rate_limits=RateLimits.observed()) as here:
        await here.start(BEN, CHLOE)
        await here.until_right()
        await here.command(BEN, "show")
        for member in (DMITRI, EMEKA, HANA):
            await here.standin.member(member).command(here.id, "blackjack", "join")
            await here.until_right(8)
        await here.command(BEN, "show")
        loop = asyncio.get_running_loop()
        pressed = loop.time()
        result = await here.press(BEN, "bet:100")
        assert result.kind in ANSWERED
        assert loop.time() - pressed < 3, "it waited for the edits"
        await here.until_right()


async def test_a_global_rate_limit_delays_edits_and_no_press(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.command(BEN, "show")
        core, blocked = here.standin.core, here.client.http._global_over
        core.rate_limits = RateLimits(OBSERVED, 1)
        core.rate_limits._global.append(core.clock.now() + 3000)  # nothing for four seconds
        await here.standin.member(DMITRI).command(here.id, "blackjack", "join")
        await here.standin.until(lambda: not blocked.is_set())
        bet = here.button("bet:100")["custom_id"]
        result = await here.standin.member(BEN).press(here.board["id"], bet)
        assert not blocked.is_set(), "it waited until edits may go again"
        assert result.kind in ANSWERED
        await here.until_right()


async def test_a_board_left_behind_goes_when_somebody_presses_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between posting a board and saving where it is, and away until its nonce is old."""
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        with monkeypatch.context() as patch:
            patch.setattr(Screen, "_delete", left_alone)
            await here.command(BEN, "show")
        old, newest = here.boards()
        for member in (BEN, CHLOE):
            pressed = await here.press(member, "bet:50", old)
            assert "The table has moved" in text_of(pressed.message or {})
        await here.standin.until(lambda: here.boards() == [newest])
        assert (await here.press(BEN, "bet:50")).kind in ANSWERED
        asked = here.standin.recorder.requests("DELETE")
        assert [entry["path"].endswith(old["id"]) for entry in asked].count(True) == 1


async def left_alone(screen: Screen, message: int) -> None:
    pass


async def test_a_board_that_could_not_be_remembered_is_posted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        store, fails = here.client.casino._store, iter([True])
        remember = store.set_message

        async def refuse_once(table: int, message: int | None) -> None:
            if next(fails, False):
                raise NotSaved("the disk is full")
            await remember(table, message)

        monkeypatch.setattr(store, "set_message", refuse_once)
        result = await here.command(BEN, "show")
        assert "can't save right now" in text_of(result.message or {})
        await here.until_right()
        await here.standin.until(lambda: here.table.message == int(here.board["id"]))
        assert (await here.press(BEN, "bet:100")).kind in ANSWERED
    caplog.clear()


async def test_a_press_that_was_put_off_waits_for_no_other_press(tmp_path: Path) -> None:
    """Ben's press is only acknowledged; his board comes though Chloé's press never ends."""
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.until_clocks_run()  # a move nobody presses would wait for the claim
        screen = here.client.screens.of(here.table)
        slow = Fault(CALLBACK, delay=1)
        here.standin.faults.add(slow)
        board = here.board
        first = asyncio.create_task(here.press(CHLOE, "bet:50", board))
        await here.standin.until(lambda: slow.used)
        with screen.claim():
            assert (await here.press(BEN, "bet:100", board)).kind == "deferred_update"
            await first
            await here.until_right(3)


async def test_a_board_we_cannot_draw_stops_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        draw = here.client.screens.draw

        def broken(table: object) -> None:
            raise ValueError("a bug of ours")

        monkeypatch.setattr(here.client.screens, "draw", broken)
        await here.command(DMITRI, "join")
        await here.standin.until(lambda: "a board we can't draw" in caplog.text)
        assert here.table.state.seat_of(await here.client.casino.cashier.account(DMITRI))
        monkeypatch.setattr(here.client.screens, "draw", draw)
        await here.command(EMEKA, "join")
        await here.until_right()
    caplog.clear()


async def test_presses_in_a_channel_that_forbids_writing_do_not_storm_it(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.command(BEN, "show")
        forbidden = {"code": 50013, "message": "Missing Permissions"}
        refusals = [
            Fault(route, times=None, status=403, body=forbidden)
            for route in (EDIT, TOKEN_EDIT, POST)
        ]
        here.standin.faults.add(*refusals)
        await here.command(CHLOE, "leave")
        await here.standin.until(lambda: here.table.is_suspended)
        loop, started = asyncio.get_running_loop(), asyncio.get_running_loop().time()
        for _ in range(20):
            await here.press(HANA, "bet:50")  # refused, and each time one might try again
        paced = (loop.time() - started) / bot.pace.PACE
        assert sum(fault.used for fault in refusals) <= 3 + paced
        here.standin.faults.clear()
        assert (await here.press(BEN, "bet:100")).kind in ANSWERED
        await here.until_right()
        await here.standin.until(lambda: not here.table.is_suspended)


async def test_tables_of_a_channel_share_its_pace_and_all_share_discords(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.pace, "PACE", 0.2)
    monkeypatch.setattr(bot.pace, "TOGETHER", 10)
    monkeypatch.setattr(bot.pace, "KEPT", 4)
    async with channel(tmp_path) as here:
        loop, turns = asyncio.get_running_loop(), here.client.screens.turns
        for channels, seconds in (([1] * 4, 0.6), (list(range(2, 9)), 0.6)):
            started = loop.time()
            await asyncio.gather(*map(turns.wait, channels))
            assert loop.time() - started > seconds - 0.05
        await asyncio.sleep(0.25)
        await turns.wait(9)
        assert list(turns.of) == [9]
