"""The watchdog tells of a stall that a test makes on purpose."""

import asyncio
import threading
import time

import pytest

from bot import metrics
from bot.watchdog import Watchdog


def stalls() -> float:
    return metrics.REGISTRY.get_sample_value("blackjack_loop_stalls_total") or 0


def the_loop_is_held_here(seconds: float) -> None:
    time.sleep(seconds)


async def until_beaten(before: float) -> None:
    async with asyncio.timeout(10):
        while stalls() == before:  # noqa: ASYNC110  (nothing tells of it but the count)
            await asyncio.sleep(0.01)


async def test_a_short_stall_is_counted_and_a_long_one_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with Watchdog(warned=60):
        await asyncio.sleep(0.05)
        before = stalls()
        the_loop_is_held_here(0.2)
        await until_beaten(before)
    assert not caplog.records
    async with Watchdog(warned=0.4):
        await asyncio.sleep(0.05)
        before = stalls()
        the_loop_is_held_here(1.0)
        await until_beaten(before)
    told = [record.getMessage() for record in caplog.records]  # a busy machine adds its own
    during = [line for line in told if "has stood still" in line]
    assert any("the_loop_is_held_here" in line for line in during), "it says where"
    assert any("loop stood still for" in line for line in told)
    longest = metrics.REGISTRY.get_sample_value("blackjack_loop_longest_stall_seconds")
    assert longest is not None
    assert longest > 0.9


async def test_it_leaves_no_thread_and_no_task_behind() -> None:
    async with Watchdog():
        assert any(thread.name == "watchdog" for thread in threading.enumerate())
    assert not any(thread.name == "watchdog" for thread in threading.enumerate())
    assert len(asyncio.all_tasks()) == 1
