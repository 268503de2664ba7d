"""`/health` and `/metrics` of the running bot: on this machine alone, and about nobody."""

import asyncio
import json
import signal
import socket
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from bot.health import Health
from bot.standin.server import Standin
from bot.store import open_store

from .channel import BEN, CHANNEL, CHLOE, GUILD, HANA, TOKEN, Channel, environment
from .process import bot, discord_here, ended, output_of


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


@asynccontextmanager
async def watched(standin: Standin, database: Path, port: int) -> AsyncIterator[Process]:
    given = {"METRICS_PORT": str(port), "LOG_FORMAT": "json"}
    process = await bot("run", **environment(standin, database), **given)
    try:
        await standin.until(lambda: standin.gateway.online, 15)
        yield process
    finally:
        await ended(process)


async def ask(port: int, path: str) -> tuple[int, str]:
    timeout = aiohttp.ClientTimeout(total=10)
    async with (
        aiohttp.ClientSession(timeout=timeout) as session,
        session.get(f"http://127.0.0.1:{port}{path}") as answer,
    ):
        return answer.status, await answer.text()


async def until_health_is(status: int, port: int) -> Any:
    """Soon after the connection, which is there before all is ready, and after its end."""
    async with asyncio.timeout(15):
        while True:
            found, text = await ask(port, "/health")
            if found == status:
                return json.loads(text)
            await asyncio.sleep(0.05)


async def numbers(port: int) -> dict[tuple[str, str], float]:
    """Sample and its one label's value -> number."""
    _, text = await ask(port, "/metrics")
    return {
        (sample.name.removeprefix("blackjack_"), ",".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_what_is_played_is_counted_and_nobody_is_named(tmp_path: Path) -> None:
    port = free_port()
    async with discord_here() as standin, watched(standin, tmp_path / "a.db", port) as process:
        here = Channel(standin)
        await here.start(BEN, CHLOE)
        assert (await here.press(HANA, "bet:50")).kind == "ephemeral"
        await here.bet(BEN)
        await until_health_is(200, port)
        found = await numbers(port)
        assert found["tables", ""] == 1
        assert found["shards_connected", ""] == 1
        assert found["moves_total", "Bet"] == 1
        assert found["moves_total", "Join"] == 2
        assert found["presses_total", ""] == 7
        assert found["commands_total", ""] == 1
        assert found["refusals_total", "not_seated"] == 1
        assert found["answer_seconds_count", ""] == 7
        assert found["commit_seconds_count", ""] > 7
        assert sum(found["boards_total", way] for way in ("answer", "token", "channel")) >= 7
        assert {"boards_in_flight", "move_queue", "store_queue", "loop_lag_seconds"} <= {
            name for name, _ in found
        }
        _, text = await ask(port, "/metrics")
        for private in ("Ben", "Chlo", "Hana", str(BEN), str(GUILD), str(CHANNEL)):
            assert private not in text
        assert here.spoken()
        process.send_signal(signal.SIGTERM)
        lines: list[dict[str, Any]] = [
            json.loads(line) for line in (await output_of(process)).splitlines()
        ]
        assert {"time", "level", "logger", "message"} <= set(lines[0])
        assert TOKEN not in str(lines)


async def test_health_is_said_with_what_is_wrong(tmp_path: Path) -> None:
    port = free_port()
    async with discord_here() as standin, watched(standin, tmp_path / "a.db", port):
        await Channel(standin).host()
        found = await until_health_is(200, port)
        assert found == {"ok": True, "tables": 1, "wrong": []}
        await standin.stop()
        found = await until_health_is(503, port)
        assert found["ok"] is False
        assert found["wrong"] == ["There is no connection to Discord; the bot keeps trying."]


async def test_a_store_that_does_not_answer_is_no_health(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'a.db'}")
    await store.open()
    health = Health(store)
    assert await health._answer() == ""
    await store.close()
    assert await health._answer() == "The database does not answer: the store is closed."


async def test_without_a_port_nobody_can_ask_and_a_taken_one_stops_no_table(
    tmp_path: Path,
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = int(taken.getsockname()[1])
        async with discord_here() as standin:
            async with watched(standin, tmp_path / "a.db", port) as process:
                await Channel(standin).host()
                process.send_signal(signal.SIGTERM)
                printed = await output_of(process)
            assert process.returncode == 0
            assert f"METRICS_PORT {port} can't be used" in printed
