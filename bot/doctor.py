"""`bot doctor`: what keeps the bot from playing, and what to do about it, in words.

It changes nothing and may be asked while the bot runs. What it says holds no token, and of a
server only its name.
"""

import os
import shutil
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
import discord
from filelock import FileLock, Timeout

from .cogs.tables import NEEDED
from .run import lost
from .settings import BadSetting, Settings, load
from .store import NotSaved, SchemaMismatch
from .store.file import QUICK_CHECK, open_to_others, path_of, read_only, reason
from .store.migrate import FOLDER, is_current, migrations
from .store.transaction import ROOM

OLDEST = (3, 11)
PATIENCE = 5  # s for an answer of Discord's
DRIFT = 5  # s that this machine's clock may differ
LOW = 256 * 2**20  # bytes left on the disk that are worth a word
LOOK_AT = "check this machine's network, its proxy, and https://discordstatus.com."
ASKED = [*NEEDED, "send_messages_in_threads"]  # permissions, as the README's link asks for them


class Finding(NamedTuple):
    is_well: bool
    sentence: str


def well(sentence: str) -> Finding:
    return Finding(True, sentence)


def wrong(sentence: str) -> Finding:
    return Finding(False, sentence)


async def doctor() -> int:
    """Print what was found; the exit status: 0 when all is well, 1 when something is wrong."""
    worst = 0
    async for finding in examine():
        print(("ok     " if finding.is_well else "WRONG  ") + finding.sentence, flush=True)
        worst = max(worst, int(not finding.is_well))
    print("Something is wrong; see above." if worst else "All is well.")
    return worst


async def examine() -> AsyncIterator[Finding]:
    yield python(sys.version_info[:3])
    try:
        settings = load()
    except BadSetting as error:
        yield wrong(f"{error} Nothing else can be looked at before that.")
        return
    yield well("The settings can be read.")
    for stranger in settings.strangers:
        yield Finding(not stranger.meant, str(stranger))
    for finding in database(settings.database_url):
        yield finding
    if not settings.token:
        yield wrong("There is no DISCORD_TOKEN: copy .env.example to .env and put it in.")
        return
    async for finding in discords_side(settings):
        yield finding


def python(version: tuple[int, ...]) -> Finding:
    found = "Python " + ".".join(map(str, version))
    if version < OLDEST:
        return wrong(f"{found} is too old: install Python 3.11 or newer.")
    return well(f"{found} is new enough.")


# Here


def database(url: str) -> Iterator[Finding]:
    try:
        path = path_of(url).resolve()
    except ValueError as error:
        yield wrong(str(error))
        return
    folder = next(place for place in path.parents if place.exists())
    if not folder.is_dir():
        yield wrong(f"{folder} is a file, so {path} can't lie in it: change DATABASE_URL.")
        return
    yield disk(folder, shutil.disk_usage(folder).free)
    for place in (folder, path):
        if place.exists() and not os.access(place, os.W_OK):
            yield wrong(f"{place} can't be written to: give the user that runs the bot the right.")
            return
    if not path.exists():
        yield well(f"There is no {path} yet; the first start makes it.")
        return
    yield well(f"{path} can be written to.")
    for file in open_to_others(path):
        yield wrong(f"{file} can be read by others, with the cards still to come: chmod 600 {file}")
    yield owner(path)
    yield contents(path)


def disk(folder: Path, free: int) -> Finding:
    left = f"{free // 2**20:,} MB are left on the disk of {folder}"
    if free < LOW:
        return wrong(f"Only {left}: make room. Below {ROOM // 2**20} MB no bet is taken.")
    return well(left + ".")


def owner(path: Path) -> Finding:
    """A lock file that nobody holds is a leftover."""
    lock_path = path.with_name(path.name + ".lock")
    try:
        if lock_path.exists():
            with FileLock(lock_path, timeout=0):
                pass
    except Timeout:
        return well("A bot is running with this database.")
    except OSError as error:
        return wrong(f"{lock_path} can't be used ({error.strerror}): delete it.")
    return well("No bot is running with this database.")


def contents(path: Path) -> Finding:
    try:
        with closing(read_only(path)) as connection:
            is_newest = is_current(connection, path)
            is_small = path.stat().st_size <= QUICK_CHECK
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0] if is_small else "ok"
    except SchemaMismatch as error:
        return wrong(str(error))
    except NotSaved as error:
        return wrong(f"{error} Put the last backup back.")
    except sqlite3.Error as error:
        return wrong(f"{path} can't be read: {reason(error)}. Put the last backup back.")
    if found != "ok":
        return wrong(f"The database is damaged ({found}). Put the last backup back.")
    if not is_newest:
        return well("The database can be read; the next start brings it up to date.")
    return well(f"The database can be read and is up to date ({migrations(FOLDER)[-1].name}).")


# There


async def discords_side(settings: Settings) -> AsyncIterator[Finding]:
    base = settings.api_base or discord.http.Route.BASE
    headers = {"Authorization": f"Bot {settings.token}", "User-Agent": "DiscordBot (doctor, 1)"}
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    try:
        async with aiohttp.ClientSession(headers=headers, timeout=timeout) as session:
            async for finding in _asked(session, base):
                yield finding
    except (aiohttp.ClientError, OSError) as error:
        yield wrong(f"{lost(error)}: {LOOK_AT}")
    except ValueError:
        yield wrong(f"What answers at {base} is not Discord: {LOOK_AT}")


async def _asked(session: aiohttp.ClientSession, base: str) -> AsyncIterator[Finding]:
    async with session.get(f"{base}/users/@me") as answer:
        yield clocks(answer.headers.get("Date", ""), time.time())
        if answer.status != 200:
            yield refused(answer.status)
            return
        name = shown((await answer.json())["username"])
    yield well(f"Discord accepts the token: the bot is {name}.")
    async with session.get(f"{base}/applications/@me") as answer:
        if answer.status != 200:
            yield refused(answer.status)
            return
        about = await answer.json()
    for finding in application(about):
        yield finding
    yield well(f"To invite the bot: {invite(about['id'])}")
    async with session.get(f"{base}/users/@me/guilds") as answer:
        if answer.status != 200:
            yield refused(answer.status)
            return
        for finding in servers(await answer.json()):
            yield finding


def clocks(date: str, now: float) -> Finding:
    """`date`: the header of an answer; `now`: seconds since 1970 on this machine."""
    try:
        ahead = now - parsedate_to_datetime(date).timestamp()
    except ValueError:
        return well("Discord did not say what time it is, so the clocks can't be compared.")
    if abs(ahead) <= DRIFT:
        return well("This machine's clock agrees with Discord's.")
    way = "ahead of" if ahead > 0 else "behind"
    return wrong(
        f"This machine's clock is {abs(ahead):.0f} s {way} Discord's: turn on its time "
        "synchronisation, or boards are posted anew at the wrong moments."
    )


def refused(status: int) -> Finding:
    if status == 401:
        return wrong(
            "Discord refuses the token: in the Developer Portal, under Bot, press Reset Token "
            "and put the new one into .env as DISCORD_TOKEN."
        )
    return wrong(f"Discord answers with status {status}: try again in a few minutes.")


def application(about: dict[str, Any]) -> Iterator[Finding]:
    """Settings of the Developer Portal that keep presses or invitations away."""
    if about.get("interactions_endpoint_url"):
        yield wrong(
            "In the Developer Portal an Interactions Endpoint URL is set, so presses go there and "
            "not to the bot: clear that field."
        )
    if about.get("bot_require_code_grant"):
        yield wrong(
            "In the Developer Portal the bot requires a code grant, so the invite link does not "
            "work: switch that off, under Bot."
        )


def invite(application: str) -> str:
    asked = discord.Permissions(**dict.fromkeys(ASKED, True))
    return discord.utils.oauth_url(
        int(application), permissions=asked, scopes=("bot", "applications.commands")
    )


def servers(guilds: list[dict[str, Any]]) -> Iterator[Finding]:
    """What the bot's roles lack there. A channel may take away more: `/blackjack host` names it."""
    if not guilds:
        yield wrong("The bot is in no server yet: open the link above.")
    for guild in guilds:
        have = discord.Permissions(int(guild.get("permissions") or 0))
        missing = [name for name in ASKED if not (have.administrator or getattr(have, name))]
        name = shown(guild["name"])
        if missing:
            names = ", ".join(word.replace("_", " ").title() for word in missing)
            yield wrong(
                f"In the server {name} the bot may not: {names}. Give its role these permissions, "
                "or open the link above again."
            )
        else:
            yield well(f"In the server {name} the bot's roles allow all it needs.")


def shown(name: str) -> str:
    """A stranger's text on this terminal: without what would steer it."""
    return "".join(char for char in name if char.isprintable()) or "?"
