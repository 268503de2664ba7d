"""The way between discord.py and the local Discord, without a socket.

What discord.py takes for an aiohttp session: requests go straight to the handlers of the local
Discord, a web socket is two queues. All that discord.py does around them is real: its retries,
rate limits, parsing, resuming. On the way requests take time and overtake each other, are lost
before or after they were applied, or are answered with 429 and 5xx, as the plan says.
"""

import asyncio
import contextvars
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp import WSMessage, WSMsgType
from multidict import CIMultiDict

from bot.standin.core import Core
from bot.standin.errors import ApiError, Problem
from bot.standin.gateway import Link
from bot.standin.ratelimits import too_many
from bot.standin.rest.call import Call
from bot.standin.rest.door import ROUTES, TOKEN_IN_PATH
from bot.standin.wire import decode, encode

from .life import Life
from .loop import LIFE

PREFIX = "/api/v10"
_ROUTES = [
    (method, pattern, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", pattern)), handler)
    for method, pattern, handler in ROUTES
]
#: Requests that may fail: those about messages and interactions. A login that fails ends a life.
_FRAIL = re.compile(r"/(channels|interactions|webhooks)/")


class Response:
    """What discord.py needs of an aiohttp response."""

    def __init__(self, method: str, status: int, headers: Mapping[str, str], body: Any) -> None:
        self.method, self.status, self.reason = method, status, ""
        self.headers: CIMultiDict[str] = CIMultiDict(headers)
        self._text = "" if body is None else body if isinstance(body, str) else encode(body)
        if body is not None and not isinstance(body, str):
            self.headers["Content-Type"] = "application/json"

    async def text(self, encoding: str = "utf-8") -> str:
        return self._text


class _Exchange:
    def __init__(self, line: "Line", method: str, url: str, about: dict[str, Any]) -> None:
        self._line, self._method, self._url, self._about = line, method, url, about

    async def __aenter__(self) -> Response:
        return await self._line.exchange(self._method, self._url, self._about)

    async def __aexit__(self, *error: object) -> None:
        pass


class Line:
    """One life's line to Discord."""

    def __init__(self, core: Core, life: Life) -> None:
        self._core = core
        self._life = life
        self._sockets: list[Socket] = []
        self.closed = False
        life.on_death.append(self._cut)

    def request(self, method: str, url: Any, **about: Any) -> _Exchange:
        return _Exchange(self, method, str(url), about)

    async def close(self) -> None:
        self.closed = True

    async def exchange(self, method: str, url: str, about: dict[str, Any]) -> Response:
        """Through the world: once sent, a request arrives whatever becomes of its sender."""
        name = f"{method} {re.sub(r'[0-9]{5,}|[a-z0-9_-]{60,}', '…', urlsplit(url).path)}"
        await self._life.step(name, "before")
        if self.closed:
            raise RuntimeError("Session is closed")
        path = urlsplit(url).path.removeprefix(PREFIX)
        data = about.get("data")
        assert data is None or isinstance(data, str), "boards have no files"
        body = None if not data else decode(data)
        self._life.watch.sends(method, path, body)
        query = {str(key): str(value) for key, value in (about.get("params") or {}).items()}
        call = Call(method, "", path, {}, query, _lower(about.get("headers") or {}), body)
        work = self._carry(call)
        answer: Response | Exception = await asyncio.shield(_outside(work))
        await self._life.step(name, "after")
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def _carry(self, call: Call) -> Response | Exception:
        plan = self._life.plan
        fault = plan.request_fault() if _FRAIL.search(call.path) else ""
        await asyncio.sleep(plan.way())
        if fault == "slow":
            await asyncio.sleep(plan.chance.uniform(1, 6))
        if fault == "lost before":
            return aiohttp.ServerDisconnectedError("the request was lost")
        response = self._answer(call, fault)
        await asyncio.sleep(plan.way())
        if fault == "lost after":
            return aiohttp.ServerDisconnectedError("the answer was lost")
        if fault == "late":
            await asyncio.sleep(plan.chance.uniform(2, 8))
        return response

    def _answer(self, call: Call, fault: str) -> Response:
        headers: dict[str, str] = {}
        try:
            if fault == "429":
                raise too_many(self._life.plan.chance.uniform(0.5, 4))
            if fault in ("500", "502", "503"):
                return Response(call.method, int(fault), {}, "ordered fault")
            if call.path.endswith("/emojis"):  # cards stay text, which can be read off a board
                raise ApiError(Problem.MISSING_PERMISSIONS)
            handler = _find(call)
            headers = self._core.rate_limits.take(self._core.clock, call.route, call.params)
            if not call.path.startswith(TOKEN_IN_PATH):
                assert call.headers.get("authorization") == f"Bot {self._core.token}"
            answer = _run(handler(self._core, call))
        except ApiError as error:
            return Response(call.method, error.status, {**headers, **error.headers}, error.body())
        return Response(call.method, answer.status, headers, answer.body)

    async def ws_connect(self, url: Any, **how: Any) -> "Socket":
        await self._life.step("gateway", "before")
        if self.closed:
            raise aiohttp.ClientConnectionError("the session is closed")
        there, here = _pair()
        request: Any = _Request(there)
        link = Link(self._core.gateway, request, there)  # type: ignore[arg-type]
        gateway = self._core.gateway
        gateway._connections.add(link.connection)
        task = _outside(link.run())

        def end(done: object) -> None:
            gateway._connections.discard(link.connection)
            gateway.events.changed()

        task.add_done_callback(end)
        self._sockets.append(here)
        return here

    def _cut(self) -> None:
        for socket in self._sockets:
            socket.abort()


class Socket:
    """One end of a web socket, as both aiohttp and the local Discord know it."""

    def __init__(self) -> None:
        self.other: Socket
        self.closed = False
        self.close_code: int | None = None
        self._inbox: asyncio.Queue[WSMessage] = asyncio.Queue()

    async def send_str(self, text: str, compress: int | None = None) -> None:
        if self.closed:
            raise ConnectionResetError("the socket is closed")
        self.other._inbox.put_nowait(WSMessage(WSMsgType.TEXT, text, ""))

    async def receive(self, timeout: float | None = None) -> WSMessage:  # noqa: ASYNC109
        if self.closed and self._inbox.empty():
            return WSMessage(WSMsgType.CLOSED, None, None)
        message = await self._inbox.get()
        if message.type in (WSMsgType.CLOSE, WSMsgType.CLOSED):
            self.closed = True
            self.close_code = message.data
        return message

    async def close(self, *, code: int = 1000, message: bytes = b"") -> None:
        self._end(code, WSMsgType.CLOSE)

    def abort(self) -> None:
        """The line breaks: both ends notice, neither hears why."""
        self._end(1006, WSMsgType.CLOSED)

    def _end(self, code: int, kind: WSMsgType) -> None:
        if self.closed:
            return
        self.closed = True
        self.close_code = self.close_code or code
        self._inbox.put_nowait(WSMessage(WSMsgType.CLOSED, code, None))
        if not self.other.closed:
            self.other._inbox.put_nowait(WSMessage(kind, code, None))


class _Request:
    """What a connection of the local Discord needs of the request that opened it."""

    def __init__(self, socket: Socket) -> None:
        self.query: dict[str, str] = {"v": "10"}
        self.transport = socket


def _pair() -> tuple[Socket, Socket]:
    there, here = Socket(), Socket()
    there.other, here.other = here, there
    return there, here


def _outside(work: Any) -> "asyncio.Task[Any]":
    """A task of the world, not of the life that caused it."""
    context = contextvars.copy_context()
    context.run(LIFE.set, None)
    return asyncio.get_running_loop().create_task(work, context=context)


def _find(call: Call) -> Any:
    for method, pattern, shape, handler in _ROUTES:
        match = shape.fullmatch(call.path) if method == call.method else None
        if match:
            call.pattern, call.params = pattern, match.groupdict()
            return handler
    raise AssertionError(f"the local Discord has no route {call.method} {call.path}")


def _run(work: Any) -> Any:
    """The answer of a handler; none of them waits for anything."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("a handler of the local Discord waited")


def _lower(headers: Mapping[str, str]) -> dict[str, str]:
    return {key.lower(): value for key, value in headers.items()}
