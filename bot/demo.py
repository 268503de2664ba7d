"""`bot demo`: a local Discord, the very same bot as a process of its own, and the browser.

The bot's process may be killed at any moment: it is started again and goes on where it was. When
this process is killed, the bot notices at the end of its standard input, and ends too.
"""

import asyncio
import contextlib
import os
import secrets
import sys
import webbrowser
from pathlib import Path

from .run import stop_signal
from .standin.page_socket import Control
from .standin.sample import sample_world
from .standin.server import Standin
from .store import NotSaved, SchemaMismatch, StoreLocked
from .store.file import own
from .store.migrate import migrate

DATABASE = Path("data") / "demo.db"
AGAIN = 1.0  # s until a bot that stopped is started again
EARLY = 5.0  # s within which a failure counts as one to start
GOODBYE = 10.0  # s that the bot gets to end
PATIENCE = 3  # failures to start before giving up
NO_SENSE = 2  # the status that says it never will: a setting that can't be used


async def demo(port: int, *, browser: bool, fresh: bool, database: Path = DATABASE) -> int:
    if not can_play_with(database, fresh=fresh):
        return 1
    token = secrets.token_urlsafe(24)
    world = sample_world(
        bot_name="Blackjack",
        guild_name="The Corner Table",
        channels=("blackjack", "lounge"),
        host_role="Blackjack Host",
    )
    bot = BotProcess(token, database)
    standin = Standin(token=token, world=world, controls=[bot.kill_control()])
    try:
        await standin.start(port=port)
    except OSError as error:
        print(f"Port {port} can't be used: {os.strerror(error.errno or 0)}.", file=sys.stderr)
        return 1
    print(f"The local Discord is at {standin.page_url} (two windows can be two members).")
    print("Ctrl-C stops it. Tables are kept for the next time; --fresh forgets them.")
    running = asyncio.create_task(bot.keep_running(standin.api_base, standin.gateway_url))
    stopping = asyncio.create_task(stop_signal().wait())
    try:
        if browser:
            webbrowser.open(standin.page_url)
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        return running.result() if running.done() else 0
    finally:
        running.cancel()
        stopping.cancel()
        await asyncio.gather(running, stopping, return_exceptions=True)
        await standin.stop()


def can_play_with(database: Path, *, fresh: bool) -> bool:
    """Looked at before anything is opened; what is wrong is told here."""
    try:
        if fresh:
            forget(database)
        migrate(url_of(database))
    except StoreLocked:
        beside = database.with_name(f"another-{database.name}")
        print(
            f"A demo plays with {database} already: its address is in the window in which it was "
            "started.\nFor one more beside it, with tables of its own: "
            f"python -m bot demo --database {beside}",
            file=sys.stderr,
        )
        return False
    except (NotSaved, SchemaMismatch) as error:
        print(f"{error}\nOr begin anew without its tables: --fresh", file=sys.stderr)
        return False
    return True


def url_of(database: Path) -> str:
    return f"sqlite:///{database.as_posix()}"


def forget(database: Path) -> None:
    """Delete the demo's tables. Raises StoreLocked while a bot plays with them."""
    lock = own(database)
    try:
        for end in ("", "-wal", "-shm"):
            database.with_name(database.name + end).unlink(missing_ok=True)
    finally:
        lock.release()


class BotProcess:
    """`python -m bot run` on the local Discord, started again whenever it stops."""

    def __init__(self, token: str, database: Path) -> None:
        self._token = token
        self._database = database
        self._process: asyncio.subprocess.Process | None = None

    def kill_control(self) -> Control:
        """The page's way to see for oneself that a killed bot loses nothing."""
        return Control("kill", "Kill the bot (kill -9)", self.kill, danger=True)

    async def kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def keep_running(self, api_base: str, gateway: str) -> int:
        """Until cancelled; or until the bot has failed to start a few times, then its status."""
        environment = {
            **os.environ,
            "DISCORD_TOKEN": self._token,
            "DATABASE_URL": url_of(self._database),
            "DISCORD_API_BASE": api_base,
            "DISCORD_GATEWAY": gateway,
        }
        loop = asyncio.get_running_loop()
        failures = 0
        while True:
            started = loop.time()
            status = await self._run(environment)
            is_early = status > 0 and loop.time() - started < EARLY
            failures = failures + 1 if is_early else 0
            if failures == PATIENCE or status == NO_SENSE:
                print("The bot does not start; its own words above say why.", file=sys.stderr)
                return status
            print(f"The bot stopped ({_how(status)}); starting it again.", flush=True)
            await asyncio.sleep(AGAIN)

    async def _run(self, environment: dict[str, str]) -> int:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "run", "--until-eof",
            stdin=asyncio.subprocess.PIPE, env=environment,
        )  # fmt: skip
        self._process = process
        print(f"The bot is process {process.pid}.", flush=True)
        try:
            return await process.wait()
        finally:
            await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    for end in (process.terminate, process.kill):
        with contextlib.suppress(ProcessLookupError, TimeoutError):
            async with asyncio.timeout(GOODBYE):
                if process.returncode is None:
                    end()
                await process.wait()


def _how(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"status {status}"
