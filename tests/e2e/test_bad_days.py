"""What the bot does when Discord does not: the state stays, the board becomes right again."""

import asyncio
from pathlib import Path

import pytest

from bot.game.play import balances
from bot.standin.faults import Fault
from bot.store import open_store

from .channel import BEN, CHANNEL, CHLOE, channel

CALLBACK = "POST /interactions/*"


@pytest.mark.parametrize(
    "fault",
    [
        Fault(CALLBACK, status=500),
        Fault(CALLBACK, status=404, body={"code": 10062, "message": "Unknown interaction"}),
        Fault(CALLBACK, status=400, body={"code": 40060, "message": "Already acknowledged"}),
        Fault(CALLBACK, drop="after"),
        Fault(CALLBACK, drop="before"),
    ],
    ids=lambda fault: f"{fault.status or fault.drop}",
)
async def test_an_answer_that_fails_leaves_the_move_and_the_board_follows(
    tmp_path: Path, fault: Fault
) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        here.standin.faults.add(fault)
        await here.press(BEN, "bet:100")
        await here.until("**bet 100** · 400 chips")
        await here.bet(CHLOE)
        assert "bet 100" in here.text or "hand 1" in here.text


async def test_a_slow_answer_does_not_hold_up_the_others(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        fault = Fault(CALLBACK, delay=2)
        here.standin.faults.add(fault)
        board = here.board
        slow = asyncio.create_task(here.press(BEN, "bet:100", board))
        await here.standin.until(lambda: fault.used)  # Ben's answer is on its slow way
        quick = await here.press(CHLOE, "bet:50", board)
        assert quick.kind == "deferred_update"
        await slow
        await here.standin.until(lambda: here.has("stand") or here.has("next"))


async def test_a_dropped_connection_is_resumed_and_no_press_counts_twice(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        here.standin.gateway.drop_sockets()
        pressed = asyncio.create_task(here.press(BEN, "bet:100"))
        await here.until("**bet 100** · 400 chips")
        await pressed
        assert "**thinking" in here.text or "thinking" in here.text


@pytest.mark.parametrize("what", ["invalidate_sessions", "ask_to_reconnect"])
async def test_a_new_session_goes_on_with_the_same_table(tmp_path: Path, what: str) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        getattr(here.standin.gateway, what)()
        await here.standin.until(lambda: here.standin.gateway.online, 15)
        await here.bet(BEN, chips=100)
        await here.until("**bet 100** · 400 chips")


async def test_a_channel_that_forbids_writing_is_not_asked_again_and_again(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        edit = "PATCH /channels/{channel_id}/messages/{message_id}"
        token = "PATCH /webhooks/*"
        forbidden = {"code": 50013, "message": "Missing Permissions"}
        refusals = [Fault(r, times=None, status=403, body=forbidden) for r in (edit, token)]
        here.standin.faults.add(*refusals)
        await here.command(CHLOE, "leave")  # drawn by the writer
        await here.standin.until(lambda: sum(fault.used for fault in refusals))
        await asyncio.sleep(2)
        assert sum(fault.used for fault in refusals) == 1
        here.standin.faults.clear()
        assert "Chloé" in here.text
        assert (await here.press(BEN, "bet:100")).kind == "update"
        assert "Chloé" not in here.text


async def test_a_deleted_channel_loses_no_chips(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.bet(BEN, chips=100)
        here.standin.editing.delete_channel(str(CHANNEL))
        await here.standin.until(lambda: here.standin.gateway.online)
    store = open_store(f"sqlite:///{tmp_path / 'table.db'}")
    await store.open()
    (saved,) = await store.tables()
    await store.close()
    assert saved.table.seats[0].bet == 100
    assert sum(balances(saved.table).values()) == 2 * 500 + 2 * 1000
