"""`python -m bot.standin` starts a local Discord and says where it is."""

import asyncio
import signal
import sys

import aiohttp


async def test_it_starts_alone_and_says_how_to_reach_it() -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.standin", "--token", "secret"),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    told: dict[str, str] = {}
    async with asyncio.timeout(15):
        while "token" not in told:
            words = (await process.stdout.readline()).decode().split()
            if len(words) == 2:
                told[words[0]] = words[1]
    headers = {"Authorization": "Bot secret"}
    async with aiohttp.ClientSession(headers=headers) as http:
        async with http.get(f"{told['REST']}/gateway") as response:
            assert (await response.json()) == {"url": told["gateway"]}
        async with http.get(told["page"]) as response:
            assert response.status == 200
    process.send_signal(signal.SIGINT)
    assert await asyncio.wait_for(process.wait(), 10) == 0
