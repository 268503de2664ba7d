"""`python -m bot.standin` is a local Discord for any bot, in processes of their own."""

import asyncio
import contextlib
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp

from tests.standin.conftest import ADA, GENERAL

HELLO_BOT = Path(__file__).parent / "hello_bot.py"


@contextlib.asynccontextmanager
async def process(*arguments: str) -> AsyncIterator[Process]:
    started = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, stdout=PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.wait()


async def addresses(standin: Process) -> dict[str, str]:
    """What the stand-in tells whoever started it: page, REST, gateway and token."""
    assert standin.stdout is not None
    told: dict[str, str] = {}
    async with asyncio.timeout(15):
        while "token" not in told:
            words = (await standin.stdout.readline()).decode().split()
            if len(words) == 2:
                told[words[0]] = words[1]
    return told


async def test_it_starts_alone_and_says_how_to_reach_it() -> None:
    async with process("-m", "bot.standin", "--token", "secret") as standin:
        told = await addresses(standin)
        headers = {"Authorization": "Bot secret"}
        async with aiohttp.ClientSession(headers=headers) as http:
            async with http.get(f"{told['REST']}/gateway") as response:
                assert (await response.json()) == {"url": told["gateway"]}
            async with http.get(told["page"]) as response:
                assert response.status == 200
        standin.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(standin.wait(), 10) == 0


class Window:
    """A member's window, as the page opens it: frames of a kind and its data, both ways."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket

    async def send(self, kind: str, **data: Any) -> None:
        await self._socket.send_json({"t": kind, "d": data})

    async def next(self, *kinds: str) -> Any:
        """The data of the next frame of one of these kinds."""
        async with asyncio.timeout(15):
            while True:
                frame = await self._socket.receive_json()
                if frame["t"] in kinds:
                    return frame["d"]

    async def command(self, name: str) -> Any:
        """The command of that name, as soon as a bot has registered it."""
        while True:
            data = await self.next("hello", "world", "commands")
            for command in data["commands"]:
                if command["name"] == name:
                    return command


async def test_a_bot_that_only_says_hello_is_used_through_the_page() -> None:
    async with process("-m", "bot.standin") as standin:
        told = await addresses(standin)
        arguments = (told["REST"], told["gateway"], told["token"])
        page = f"{told['page']}page/ws?member={ADA}"
        async with aiohttp.ClientSession() as http, http.ws_connect(page) as socket:
            window = Window(socket)
            async with process(str(HELLO_BOT), *arguments):
                hello = await window.command("hello")
                while not (await window.next("presence"))["application"]["online"]:
                    pass
                option = {"name": "name", "type": hello["options"][0]["type"], "value": "Ada"}
                await window.send(
                    "command",
                    nonce="1",
                    channel_id=GENERAL,
                    command_id=hello["id"],
                    options=[option],
                )
                message = (await window.next("message_create"))["message"]
    assert message["content"].startswith("Hello Ada, I am Bot")
    assert message["interaction_metadata"]["user"]["id"] == ADA
