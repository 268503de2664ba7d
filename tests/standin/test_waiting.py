"""Waiting for facts: a waiter that is cancelled ends, whatever happens at the same moment."""

import asyncio

from bot.standin.server import Standin


async def test_a_cancelled_waiter_ends_though_the_bell_rings_at_that_moment() -> None:
    standin = Standin()
    await standin.start()
    for ticks in range(4):  # between the bell and the cancellation
        facts: list[int] = []

        async def wait_again_and_again(facts: list[int] = facts) -> None:
            while True:
                seen = len(facts)
                await standin.until(lambda: len(facts) > seen)  # noqa: B023

        waiting = asyncio.create_task(wait_again_and_again())
        await asyncio.sleep(0.05)
        facts.append(1)
        standin.core.events.changed()
        for _ in range(ticks):
            await asyncio.sleep(0)
        waiting.cancel()
        done, _ = await asyncio.wait({waiting}, timeout=2)
        assert done, f"{ticks} ticks after the bell"
    await standin.stop()
