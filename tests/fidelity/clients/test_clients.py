"""Bots of other libraries on the stand-in: only the address is not Discord's.

A discord.js bot and a hikari bot hold the same conversation with three members. What they print
must be `conversation.txt`, line for line, and they may complain about nothing.
"""

import asyncio
import contextlib
import importlib.util
import shutil
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.standin.members import Result
from bot.standin.ratelimits import RateLimits
from bot.standin.sample import BOT_ID
from bot.standin.server import Standin
from bot.standin.wire import Json
from tests.standin.conftest import ADA, BEN, CHLOE, GENERAL, GUILD

HERE = Path(__file__).parent
TRANSCRIPT = (HERE / "conversation.txt").read_text(encoding="utf-8").splitlines()
PATIENCE = 15.0


@dataclass
class Program:
    """A running bot: what it has said so far, and what it has complained about."""

    process: asyncio.subprocess.Process
    said: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    async def listen(self) -> None:
        await asyncio.gather(
            _lines(self.process.stdout, self.said), _lines(self.process.stderr, self.complaints)
        )


async def _lines(stream: asyncio.StreamReader | None, into: list[str]) -> None:
    assert stream is not None
    async for line in stream:
        into.append(line.decode().rstrip("\n"))


@contextlib.asynccontextmanager
async def started(*command: str) -> AsyncIterator[Program]:
    pipe = asyncio.subprocess.PIPE
    program = Program(await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe))
    listening = asyncio.create_task(program.listen())
    try:
        yield program
    finally:
        if program.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                program.process.kill()
        await program.process.wait()
        await listening


class Conversation:
    """What the members do, and what they must see."""

    def __init__(self, standin: Standin, program: Program) -> None:
        self._standin = standin
        self._program = program
        self._heard = 0
        self.ada, self.ben, self.chloe = (standin.member(key) for key in (ADA, BEN, CHLOE))

    async def hears(self, lines: int) -> None:
        """Waits for the next lines of the transcript, which must be the expected ones."""
        self._heard += lines
        program = self._program
        with contextlib.suppress(TimeoutError):
            await self._standin.until(
                lambda: len(program.said) >= self._heard or program.process.returncode is not None,
                PATIENCE,
            )
        assert program.said == TRANSCRIPT[: self._heard], program.complaints

    async def whole(self) -> None:
        await self.hears(2)
        for part in (self.greeting, self.counting, self.thinking, self.filling_in):
            await part()
        for part in (self.laying_out, self.posting, self.breaking_off, self.leaving):
            await part()

    async def greeting(self) -> None:
        greeted = await self.ada.command(GENERAL, "hello", who=BEN)
        assert (greeted.kind, _message(greeted)["content"]) == ("message", "Hello Ben!")
        await self.hears(1)

    async def counting(self) -> None:
        counter = _message(await self.ada.command(GENERAL, "counter"))
        await self.hears(1)
        for count, member in enumerate((self.ben, self.chloe)):
            pressed = await member.press(counter["id"], f"count:{count}")
            assert pressed.kind == "update"
            await self.hears(1)
        message = _message(pressed)
        assert (message["id"], message["content"]) == (counter["id"], "2")
        assert message["components"][0]["components"][0]["custom_id"] == "count:2"

    async def thinking(self) -> None:
        slow = await (await self.ada.command(GENERAL, "slow")).settled()
        await self.hears(3)
        assert (_message(slow)["content"], _message(slow)["flags"]) == ("done", 0)
        last = self._standin.messages(GENERAL, viewer=ADA)[-1]
        assert (last["content"], last["flags"] & 64) == ("psst", 64)
        assert last not in self._standin.messages(GENERAL, viewer=BEN)

    async def filling_in(self) -> None:
        form = await self.ada.command(GENERAL, "form")
        assert form.modal is not None
        assert (form.kind, form.modal["title"]) == ("modal", "An amount")
        await self.hears(1)
        answered = await self.ada.submit(form, {"amount": "12"})
        assert _message(answered)["content"] == "You said 12."
        await self.hears(1)

    async def laying_out(self) -> None:
        board = _message(await self.ada.command(GENERAL, "layout"))
        assert board["flags"] & 1 << 15
        await self.hears(1)
        pressed = await self.ben.press(board["id"], "again")
        assert pressed.kind == "deferred_update"
        await self.hears(1)
        assert _message(pressed)["components"][0]["components"][0]["components"][0]["content"] == (
            "two"
        )

    async def posting(self) -> None:
        before = [message["id"] for message in self._standin.messages(GENERAL)]
        posted = await (await self.ada.command(GENERAL, "post")).settled()
        assert (posted.kind, _message(posted)["content"]) == ("ephemeral", "posted")
        assert [message["id"] for message in self._standin.messages(GENERAL)] == before
        await self.hears(3)

    async def breaking_off(self) -> None:
        """The line is cut; what happens meanwhile is told when the bot is back."""
        standin = self._standin
        sessions = dict(standin.gateway.sessions)
        standin.gateway.drop_sockets()
        await standin.until(lambda: not standin.gateway.online)
        standin.editing.add_channel(GUILD, "lobby")
        await self.hears(2)
        assert standin.gateway.sessions == sessions
        again = await self.ben.command(GENERAL, "hello", who=ADA)
        assert _message(again)["content"] == "Hello Ada!"
        await self.hears(1)

    async def leaving(self) -> None:
        await self.chloe.command(GENERAL, "bye")
        await self.hears(1)
        async with asyncio.timeout(PATIENCE):
            assert await self._program.process.wait() == 0


def _message(result: Result) -> Json:
    assert result.message is not None, result
    assert result.message["author"]["id"] == BOT_ID
    return result.message


@pytest.fixture
async def standin() -> AsyncIterator[Standin]:
    standin = Standin(rate_limits=RateLimits.observed())
    await standin.start()
    yield standin
    await standin.stop()
    assert standin.recorder.unknown_routes() == []


async def converse(standin: Standin, *command: str) -> list[str]:
    """The whole conversation; returns the complaints."""
    async with started(*command) as program:
        await Conversation(standin, program).whole()
    assert program.said == TRANSCRIPT
    return program.complaints


async def test_a_discord_js_bot_holds_a_conversation(standin: Standin) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    if not (HERE / "node_modules" / "discord.js").is_dir():
        pytest.skip("discord.js is not installed: run `npm ci` in tests/fidelity/clients")
    script = str(HERE / "conversation.mjs")
    complaints = await converse(standin, node, script, f"{standin.base_url}/api", standin.token)
    # The cut line is the test's own doing; it is all that may be said of.
    cut = "The gateway closed with an unexpected code 1006, attempting to resume."
    assert complaints == [f"debug: [WS => Shard 0] {cut}"]


async def test_a_hikari_bot_holds_a_conversation(standin: Standin) -> None:
    if importlib.util.find_spec("hikari") is None:
        pytest.skip("hikari is not installed: `pip install -e '.[test]'`")
    script = str(HERE / "conversation.py")
    complaints = await converse(
        standin, sys.executable, "-W", "error", script, standin.api_base, standin.token
    )
    cut = "failed to communicate with server, reason was: 'Socket has closed'. Will retry shortly"
    assert complaints == [f"hikari.gateway.0: {cut}"]
