"""Nothing comes in from outside: time and chance are those of the loop and the seed.

Patches what the bot, discord.py and the local Discord ask of the system, for as long as a story
lasts. Whatever is forgotten here shows as two transcripts of one seed that differ.
"""

import asyncio
import contextlib
import os
import secrets
from collections.abc import Iterator
from random import Random
from typing import Any
from unittest.mock import patch

import discord.backoff
import discord.gateway
import discord.shard

import bot.client
import bot.clock

from .loop import VirtualLoop

START = 1_800_000_000_000  # ms since 1970 when a story begins


class SystemTime:
    """What `bot.clock` takes for the module `time`. `skew`: ms by which the system is wrong."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop
        self.skew = 0

    def time_ns(self) -> int:
        return (START + self.skew) * 1_000_000 + self._loop.micros * 1000

    def monotonic_ns(self) -> int:
        return self._loop.micros * 1000


class DiscordTime:
    """The clock of the local Discord, which is never wrong."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def now(self) -> int:
        return START + self._loop.micros // 1000

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Pulse:
    """In place of discord.py's heartbeat, which is a thread. The simulated Discord wants none."""

    def __init__(self, *args: object, **how: object) -> None:
        self.latency = 0.0

    def get_payload(self) -> dict[str, Any]:
        return {"op": 1, "d": None}

    beat = get_payload

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def ack(self) -> None: ...
    def tick(self) -> None: ...


@contextlib.contextmanager
def sealed(loop: VirtualLoop, seed: int) -> Iterator[SystemTime]:
    """The system's time inside; its `skew` may be changed while the story goes on."""
    time = SystemTime(loop)
    chance = Random(f"system {seed}")

    class Backoff(discord.backoff.ExponentialBackoff[Any]):
        def delay(self) -> float:  # type: ignore[override]
            return chance.uniform(0, 8)

    with contextlib.ExitStack() as patches:
        for target, name, value in (
            (bot.clock, "time", time),
            (os, "urandom", chance.randbytes),
            (secrets, "token_bytes", chance.randbytes),
            (secrets, "token_hex", lambda size=32: chance.randbytes(size).hex()),
            (secrets, "token_urlsafe", lambda size=32: _letters(chance, size)),
            (secrets, "randbelow", chance.randrange),
            (discord.gateway, "KeepAliveHandler", Pulse),
            (discord.shard, "ExponentialBackoff", Backoff),
        ):
            patches.enter_context(patch.object(target, name, value))
        yield time


def _letters(chance: Random, size: int) -> str:
    return "".join(chance.choices("abcdefghijklmnopqrstuvwxyz0123456789-_", k=size * 4 // 3))
