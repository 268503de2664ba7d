"""`/health` and `/metrics` for whoever watches the bot, on this machine alone.

Health is a fact of this moment: every shard has a connection, and the store answers.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from . import metrics
from .client import Client
from .store import NotSaved, Store, Unknown

log = logging.getLogger(__name__)

HERE = "127.0.0.1"  # and nowhere else: nobody is asked for a password
PATIENCE = 2.0  # s the store may take to answer


class Health:
    def __init__(self, store: Store) -> None:
        self.client: Client | None = None  # of the house's present life
        self._store = store

    @asynccontextmanager
    async def served(self, port: int | None) -> AsyncIterator[None]:
        """While the bot runs; without a port, or when it is taken, the bot runs without."""
        if port is None:
            yield
            return
        app = web.Application()
        app.router.add_get("/health", self._health)
        app.router.add_get("/metrics", self._metrics)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        try:
            await web.TCPSite(runner, HERE, port).start()
            log.info("health and metrics are at http://%s:%d", HERE, port)
        except OSError as error:
            log.error("METRICS_PORT %d can't be used, so nobody can watch: %s", port, error)
        try:
            yield
        finally:
            await runner.cleanup()

    async def _health(self, request: web.Request) -> web.Response:
        wrong = [why for why in (self._connection(), await self._answer()) if why]
        body = {"ok": not wrong, "tables": self._tables(), "wrong": wrong}
        return web.json_response(body, status=503 if wrong else 200)

    def _connection(self) -> str:
        """What is wrong with it; empty when nothing is."""
        is_there = self.client is not None and self.client.is_connected
        return "" if is_there else "There is no connection to Discord; the bot keeps trying."

    async def _answer(self) -> str:
        """What is wrong with the store; empty when it answers."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.last_table_id()
        except TimeoutError:
            return f"The database does not answer within {PATIENCE:.0f} s."
        except (NotSaved, Unknown) as error:
            return f"The database does not answer: {error}."
        return ""

    def _tables(self) -> int:
        return len(self.client.casino.tables) if self.client is not None else 0

    async def _metrics(self, request: web.Request) -> web.Response:
        metrics.tables.set(self._tables())
        found = generate_latest(metrics.REGISTRY)
        return web.Response(body=found, headers={"Content-Type": CONTENT_TYPE_LATEST})
