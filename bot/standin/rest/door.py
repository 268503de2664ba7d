"""The door of the REST API: every request is read, noted, failed on order, limited, checked,
handled, and answered in Discord's form.

Laws: `Content-Type: application/json` without a charset, or discord.py hands strings around; an
unknown route is a loud 404, logged and recorded; a refusal never leaves a half-done change.
"""

import asyncio
import logging
from typing import Any

from aiohttp import web

from bot.standin.core import Core
from bot.standin.errors import ApiError, Problem
from bot.standin.faults import Fault
from bot.standin.ratelimits import too_many
from bot.standin.rest import application, channels, commands, guilds, interactions, webhooks
from bot.standin.rest.call import Answer, Call, Handler, Route, read_call
from bot.standin.wire import encode

log = logging.getLogger(__name__)

PREFIX = "/api/v10"
# Routes whose secret is in the path, not in a header.
TOKEN_IN_PATH = ("/interactions/", "/webhooks/")
ROUTES: list[Route] = [
    *application.ROUTES,
    *commands.ROUTES,
    *guilds.ROUTES,
    *channels.ROUTES,
    *interactions.ROUTES,
    *webhooks.ROUTES,
]


class Door:
    def __init__(self, core: Core) -> None:
        self._core = core

    def add_routes(self, app: web.Application) -> None:
        for method, pattern, handler in ROUTES:
            app.router.add_route(method, PREFIX + pattern, self._serve(pattern, handler))
        app.router.add_route("*", "/api/{tail:.*}", self._serve("unknown", _unknown))

    def _serve(self, pattern: str, handler: Handler) -> Any:
        async def serve(request: web.Request) -> web.Response:
            return await self._answer(request, pattern, handler)

        return serve

    async def _answer(self, request: web.Request, pattern: str, handler: Handler) -> web.Response:
        path = request.path.removeprefix(PREFIX)
        headers: dict[str, str] = {}
        entry = self._core.recorder.request(request.method, pattern, path, None)
        try:
            call = await read_call(request, pattern, path)
            entry.update(query=call.query, body=call.body)
            fault = self._core.faults.pick(call.method, pattern, path)
            answer = await self._fail_on_order(request, fault)
            if answer is None:
                headers = self._core.rate_limits.take(self._core.clock, call.route, call.params)
                self._authorize(call)
                answer = await handler(self._core, call)
            if fault and fault.drop == "after":
                _hang_up(request)
        except ApiError as error:
            answer = Answer(error.body(), error.status)
            headers = {**headers, **error.headers}
        except Exception:
            # A bug of the stand-in must not look like a fault of Discord that was ordered.
            log.exception("the local Discord failed at %s %s", request.method, path)
            answer = Answer({"message": "500: the local Discord has a bug", "code": 0}, 500)
        self._core.recorder.answer(entry, answer.status, answer.body)
        return _response(answer, headers)

    async def _fail_on_order(self, request: web.Request, fault: Fault | None) -> Answer | None:
        if fault is None:
            return None
        if fault.delay:
            await self._core.clock.sleep(fault.delay)
        if fault.drop == "before":
            _hang_up(request)
        if fault.retry_after is not None:
            raise too_many(fault.retry_after)
        if fault.status is not None:
            body = {"message": f"{fault.status}: ordered fault", "code": 0}
            return Answer(body if fault.body is None else fault.body, fault.status)
        return None

    def _authorize(self, call: Call) -> None:
        if call.path.startswith(TOKEN_IN_PATH):
            return
        if call.headers.get("authorization") != f"Bot {self._core.token}":
            raise ApiError(Problem.UNAUTHORIZED)


def _response(answer: Answer, headers: dict[str, str]) -> web.Response:
    if answer.body is None:
        return web.Response(status=204, headers=headers)
    if isinstance(answer.body, str):
        return web.Response(text=answer.body, status=answer.status, headers=headers)
    return web.Response(
        body=encode(answer.body).encode(),
        status=answer.status,
        headers=headers,
        content_type="application/json",
    )


def _hang_up(request: web.Request) -> None:
    """Cuts the connection: the client never learns whether its request was applied."""
    if request.transport is not None:
        request.transport.abort()
    raise asyncio.CancelledError


async def _unknown(core: Core, call: Call) -> Answer:
    log.error("the local Discord has no route %s %s", call.method, call.path)
    raise ApiError(Problem.NOT_FOUND)
