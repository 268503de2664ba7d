"""Rate limits and failures on order, as discord.py meets them."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.standin.clock import HandClock, WallClock
from bot.standin.faults import Fault
from bot.standin.ratelimits import Bucket, RateLimits
from bot.standin.recorder import Recorder
from bot.standin.server import Standin
from tests.standin.conftest import ADA, GENERAL, TOKEN, Client, pointed_at, running

SEND = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
CALLBACK = "POST /interactions/{interaction_id}/{token}/callback"
FOLLOW_UP = "POST /webhooks/{application_id}/{token}"


# A bucket like Discord's, but with a window a test can wait for.
SMALL = Bucket("channel", frozenset({SEND, EDIT}), "channel_id", 3, 0.4)


@pytest.fixture
async def limited() -> AsyncIterator[Standin]:
    standin = Standin(TOKEN, rate_limits=RateLimits([SMALL], 50))
    await standin.start()
    with pointed_at(standin):
        yield standin
    await standin.stop()


def channel_of(client: discord.Client) -> discord.TextChannel:
    channel = client.get_channel(int(GENERAL))
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_discord_py_waits_at_the_end_of_a_bucket(limited: Standin) -> None:
    client = Client()
    loop = asyncio.get_running_loop()
    async with running(client):
        started = loop.time()
        for n in range(3):
            await channel_of(client).send(str(n))
        # The third is the last of its window: its await ends only when the window does.
        assert loop.time() - started > 0.35
        await channel_of(client).send("3")
    statuses = [entry["status"] for entry in limited.recorder.requests(SEND)]
    assert statuses == [200] * 4


async def test_a_bucket_that_is_ignored_answers_429() -> None:
    clock = HandClock()
    limited = Standin(TOKEN, clock=clock, rate_limits=RateLimits([SMALL]))
    await limited.start()
    headers = {"Authorization": f"Bot {TOKEN}"}
    url = f"{limited.api_base}/channels/{GENERAL}/messages"
    async with aiohttp.ClientSession(headers=headers) as http:
        for left in ("2", "1", "0"):
            async with http.post(url, json={"content": "x"}) as response:
                assert response.headers["X-RateLimit-Remaining"] == left
        async with http.post(url, json={"content": "x"}) as response:
            body = await response.json()
            assert response.status == 429
            assert response.headers["Via"]
            assert int(response.headers["Retry-After"]) >= 1
        await clock.advance(0.4)
        async with http.post(url, json={"content": "x"}) as response:
            assert response.status == 200
    assert (body["retry_after"], body["global"]) == (0.4, False)
    assert len(limited.messages(GENERAL)) == 4
    await limited.stop()


async def test_the_global_limit_counts_everything_but_answers_to_interactions() -> None:
    clock = HandClock()
    limits = RateLimits(global_per_second=2)
    for _ in range(2):
        limits.take(clock, "GET /users/@me", {})
    for route in (CALLBACK, FOLLOW_UP):
        limits.take(clock, route, {})
    with pytest.raises(Exception, match="rate limited"):
        limits.take(clock, "GET /users/@me", {})
    await clock.advance(1)
    limits.take(clock, "GET /users/@me", {})


async def test_callbacks_carry_no_rate_limit_headers(limited: Standin) -> None:
    seen: list[list[str]] = []
    client = Client()

    @client.tree.command()
    async def go(interaction: discord.Interaction) -> None:
        """Answers."""
        url = f"{limited.api_base}/interactions/{interaction.id}/{interaction.token}/callback"
        async with aiohttp.ClientSession() as http, http.post(url, json={"type": 5}) as response:
            seen.append([name for name in response.headers if "ratelimit" in name.lower()])
            assert response.status == 204

    async with running(client):
        await limited.member(ADA).command(GENERAL, "go")
        await limited.until(lambda: seen)
    assert seen == [[]]


async def test_a_fault_answers_instead_and_changes_nothing(standin: Standin) -> None:
    client = Client()
    standin.faults.add(Fault(SEND, nth=2, status=403, body={"message": "no", "code": 50013}))
    async with running(client):
        await channel_of(client).send("one")
        with pytest.raises(discord.Forbidden):
            await channel_of(client).send("two")
        await channel_of(client).send("three")
    assert [m["content"] for m in standin.messages(GENERAL)] == ["one", "three"]


async def test_a_429_on_order_is_waited_for(standin: Standin) -> None:
    client = Client()
    standin.faults.add(Fault(SEND, retry_after=0.05))
    async with running(client):
        await channel_of(client).send("patience")
    assert [entry["status"] for entry in standin.recorder.requests(SEND)] == [429, 200]


async def test_a_dropped_answer_may_have_been_applied(standin: Standin) -> None:
    client = Client()
    async with running(client):
        for drop, applied in (("before", 0), ("after", 1)):
            standin.faults.add(Fault(SEND, drop=drop))
            with pytest.raises(aiohttp.ClientError):
                await channel_of(client).send("x", nonce="once")
            assert len(standin.messages(GENERAL)) == applied
        # With the nonce the second try finds the first message.
        await channel_of(client).send("x", nonce="once")
    assert len(standin.messages(GENERAL)) == 1


async def test_a_delay_passes_on_the_clock() -> None:
    clock = HandClock()
    standin = Standin(TOKEN, clock=clock)
    standin.faults.add(Fault(SEND, delay=10))
    await standin.start()
    client = Client()
    with pointed_at(standin):
        async with running(client):
            sending = asyncio.create_task(channel_of(client).send("slow"))
            await standin.until(lambda: standin.recorder.requests(SEND))
            await standin.until(lambda: clock.sleeping)
            assert not sending.done()
            await clock.advance(10)
            await sending
    await standin.stop()


async def test_the_recorder_keeps_everything_but_tokens(tmp_path: Path) -> None:
    path = tmp_path / "wire.jsonl"
    standin = Standin(TOKEN, recorder=Recorder(WallClock(), TOKEN, path))
    await standin.start()
    client = Client()
    tokens = []

    @client.tree.command()
    async def go(interaction: discord.Interaction) -> None:
        """Answers."""
        tokens.append(interaction.token)
        await interaction.response.send_message("here")
        await interaction.edit_original_response(content="there")

    with pointed_at(standin):
        async with running(client):
            await standin.member(ADA).command(GENERAL, "go")
            await standin.until(lambda: standin.messages(GENERAL)[0]["content"] == "there")
    await standin.stop()
    text = path.read_text(encoding="utf-8")
    entries = [json.loads(line) for line in text.splitlines()]
    assert TOKEN not in text + str(standin.recorder.entries)
    assert tokens[0] not in text + str(standin.recorder.entries)
    assert {"rest", "gateway"} == {entry["kind"] for entry in entries}
    assert any(entry.get("answer", {}) and entry["route"] == "/users/@me" for entry in entries)


async def test_sleepers_wake_in_the_order_of_their_hours() -> None:
    clock = HandClock(start=0)
    woken: list[tuple[str, int]] = []

    async def sleep(name: str, seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append((name, clock.now()))

    async with asyncio.TaskGroup() as group:
        for name, seconds in (("late", 3), ("early", 1), ("never", 9)):
            group.create_task(sleep(name, seconds))
        await asyncio.sleep(0)
        await clock.advance(5)
        assert woken == [("early", 1000), ("late", 3000)]
        await clock.advance(5)


async def test_a_bug_of_the_stand_in_is_loud(
    standin: Standin, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standin.core.world, "bot", None)
    headers = {"Authorization": f"Bot {TOKEN}"}
    url = f"{standin.api_base}/users/@me"
    async with aiohttp.ClientSession(headers=headers) as http, http.get(url) as response:
        assert response.status == 500
    assert any(record.levelno == logging.ERROR for record in caplog.records)
