"""`python -m bot.standin`: a local Discord of its own, for any bot that can be pointed at it."""

import argparse
import asyncio
import contextlib
import logging

from bot.standin.ratelimits import RateLimits
from bot.standin.server import DEFAULT_TOKEN, Standin

HOW = """\
A local Discord is running. Nothing leaves this computer.

  page      {page}
  REST      {api}
  gateway   {gateway}
  token     {token}

Point a discord.py bot at it before it starts:

  import discord, yarl
  discord.http.Route.BASE = "{api}"
  discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("{gateway}")
  client.run("{token}")

Ctrl-C stops it.
"""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot.standin", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 (the default) takes a free one")
    parser.add_argument("--token", default=DEFAULT_TOKEN, help="what the bot must log in with")
    parser.add_argument("--no-limits", action="store_true", help="no rate limits")
    return parser.parse_args()


async def main(port: int, token: str, limits: RateLimits) -> None:
    standin = Standin(token, rate_limits=limits)
    await standin.start(port=port)
    words = {"page": standin.page_url, "api": standin.api_base, "gateway": standin.gateway_url}
    print(HOW.format(**words, token=token), flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await standin.stop()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    chosen = arguments()
    rate_limits = RateLimits() if chosen.no_limits else RateLimits.observed()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main(chosen.port, chosen.token, rate_limits))
