"""`bot record`: how true is the local Discord? A conversation with Discord itself, to compare with.

A small bot and a person hold a conversation on a real server; what is said is written down without
names, texts of others and secrets. Later anybody can hold the same conversation with the local
Discord and read where it differs.
"""

import itertools
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import aiohttp
import discord
import yarl

from ..standin.invocations import Impossible
from ..standin.members import Result
from ..standin.ratelimits import RateLimits
from ..standin.sample import FIRST_CHANNEL, FIRST_MEMBER, GUILD_ID
from ..standin.server import Standin
from . import transcript
from .compare import differences
from .probe import Act, CannotAct, FillIn, Press, Type
from .steps import NoPlace, hold
from .transcript import BadTranscript, Entry, Heading

PATIENCE = 15.0  # s for a driven act; a person has all the time


async def record(path: Path, token: str, guild: int, channel: int) -> int:
    """With a person, on Discord (or where DISCORD_API_BASE points). 0: the file is written."""
    print("You and your bot now go through a short conversation, most of which is yours to start:")
    print(f"be in the channel {channel}, do what is printed here, and wait for the next line.")
    print(
        "Nothing is kept of names and of what others write. Ctrl-C stops; then no file is made.\n"
    )
    numbers = itertools.count(1)

    async def tell(act: Act) -> None:
        print(f"{next(numbers)}. {act}", flush=True)

    try:
        entries = await hold(token, guild, channel, tell)
    except discord.LoginFailure:
        print("Discord refuses the token.", file=sys.stderr)
    except NoPlace as error:
        print(error, file=sys.stderr)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        print(f"The conversation could not be held: {error}", file=sys.stderr)
    else:
        return _write(path, "Discord", entries)
    return 1


async def record_locally(path: Path) -> int:
    """The same with the local Discord and nobody's help: to try it, or to see what is kept."""
    return _write(path, "the local Discord", await play_locally())


def _write(path: Path, of: str, entries: list[Entry]) -> int:
    try:
        transcript.write(path, Heading(of, datetime.now(UTC).date().isoformat()), entries)
    except OSError as error:
        print(f"{path} can't be written: {error.strerror}", file=sys.stderr)
        return 1
    print(f"{len(entries)} exchanges and frames written to {path}.")
    return 0


async def compare(path: Path) -> int:
    """0: the local Discord says the same; 1: what differs is printed; 2: no such transcript."""
    try:
        heading, there = transcript.read(path)
    except BadTranscript as error:
        print(f"{error}.", file=sys.stderr)
        return 2
    found = differences(there, await play_locally())
    for line in found:
        print(line)
    print(f"{len(there)} exchanges and frames with {heading.of} of {heading.date} compared:")
    print(f"{len(found) or 'no'} difference{'' if len(found) == 1 else 's'}.")
    return 1 if found else 0


async def play_locally(standin: Standin | None = None) -> list[Entry]:
    """The same conversation with a local Discord in this process."""
    standin = standin or Standin(rate_limits=RateLimits.observed())
    await standin.start()
    try:
        with _pointed_at(standin):
            return await hold(
                standin.token, int(GUILD_ID), FIRST_CHANNEL, Driver(standin).act, PATIENCE
            )
    finally:
        await standin.stop()


@contextmanager
def _pointed_at(standin: Standin) -> Iterator[None]:
    route, socket = discord.http.Route, discord.gateway.DiscordWebSocket
    before = route.BASE, socket.DEFAULT_GATEWAY
    route.BASE, socket.DEFAULT_GATEWAY = standin.api_base, yarl.URL(standin.gateway_url)
    try:
        yield
    finally:
        route.BASE, socket.DEFAULT_GATEWAY = before


class Driver:
    """Does in the local Discord what a person does in the real one."""

    def __init__(self, standin: Standin) -> None:
        self._member = standin.member(FIRST_MEMBER)
        self._last: Result | None = None

    async def act(self, act: Act) -> None:
        try:
            self._last = await self._do(act)
        except Impossible as error:
            raise CannotAct from error

    async def _do(self, act: Act) -> Result:
        match act:
            case Type(word):
                options = {"word": word} if word else {}
                return await self._member.command(FIRST_CHANNEL, "probe", **options)
            case Press(message, custom_id, _, choice) if choice:
                return await self._member.select(message, custom_id, [choice])
            case Press(message, custom_id):
                return await self._member.press(message, custom_id)
            case FillIn(field):
                assert self._last is not None, "nothing was done that could open a form"
                return await self._member.submit(self._last, {field: "anything"})
