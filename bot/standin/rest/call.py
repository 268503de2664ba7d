"""One REST request, read once: route, parameters, JSON body, uploaded files."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.standin.core import Core
from bot.standin.errors import ApiError, Findings, Problem
from bot.standin.limits import LIMITS
from bot.standin.wire import Json, decode
from bot.standin.world import Picture

FILE_FIELD = re.compile(r"files\[(\d+)\]")


@dataclass
class Call:
    method: str
    pattern: str
    path: str
    params: dict[str, str]
    query: dict[str, str]
    headers: dict[str, str]
    body: Any = None
    files: list[Picture] = field(default_factory=list)

    @property
    def route(self) -> str:
        return f"{self.method} {self.pattern}"

    def object(self) -> Json:
        """The body of a route that wants a JSON object."""
        if not isinstance(self.body, dict):
            raise ApiError(Problem.BROKEN_JSON)
        return self.body

    def array(self) -> list[Json]:
        if not isinstance(self.body, list):
            raise ApiError(Problem.BROKEN_JSON)
        return self.body

    def page_size(self, limit: str, default: int) -> int:
        """How many rows of a list are asked for, within the table's limit."""
        size = self.number("limit", default)
        findings = Findings()
        findings.number(("limit",), size, limit)
        findings.refuse_if_any()
        return size

    def number(self, name: str, default: int) -> int:
        value = self.query.get(name, "")
        return int(value) if value.isdigit() else default


@dataclass
class Answer:
    """What a handler gives back: JSON, or None for an empty 204."""

    body: Any = None
    status: int = 200

    def __post_init__(self) -> None:
        if self.body is None:
            self.status = 204


Handler = Callable[[Core, Call], Awaitable[Answer]]
Route = tuple[str, str, Handler]


async def read_call(request: web.Request, pattern: str, path: str) -> Call:
    call = Call(
        request.method,
        pattern,
        path,
        dict(request.match_info),
        dict(request.query),
        {key.lower(): value for key, value in request.headers.items()},
    )
    try:
        if request.content_type.startswith("multipart/"):
            await _read_form(request, call)
        else:
            call.body = _parse(await request.read())
    except web.HTTPRequestEntityTooLarge as error:
        raise ApiError(Problem.ENTITY_TOO_LARGE) from error
    return call


async def _read_form(request: web.Request, call: Call) -> None:
    files: dict[int, Picture] = {}
    for name, value in (await request.post()).items():
        match = FILE_FIELD.fullmatch(name)
        if name == "payload_json":
            call.body = _parse(value.file.read() if isinstance(value, web.FileField) else value)
        elif match and isinstance(value, web.FileField):
            kind = _content_type(value.filename, value.content_type)
            data = value.file.read()
            if len(data) > LIMITS["attachment.bytes"].high:
                raise ApiError(Problem.ENTITY_TOO_LARGE)
            files[int(match[1])] = Picture(value.filename, kind, data)
    call.files = [files[index] for index in sorted(files)]
    call.body = {} if call.body is None else call.body


def _parse(raw: str | bytes | bytearray) -> Any:
    if not raw:
        return None
    try:
        return decode(bytes(raw) if isinstance(raw, bytearray) else raw)
    except ValueError as error:
        raise ApiError(Problem.BROKEN_JSON) from error


def _content_type(name: str, given: str) -> str:
    """discord.py uploads everything as octet-stream; Discord looks at the file."""
    known = {"png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"}
    return known.get(name.rpartition(".")[2].lower(), given)
