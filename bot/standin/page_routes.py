"""What the browser fetches: the page and its files, pictures, and the page's WebSocket."""

from pathlib import Path

from aiohttp import web

from bot.standin.core import Core
from bot.standin.page_socket import Control, PageSocket
from bot.standin.world import Picture

PAGE = Path(__file__).parent / "page"
FRESH = {"Cache-Control": "no-cache"}
# Uploads come from anywhere: only plain pictures are shown, the rest is offered as a download.
SHOWN_TYPES = ("image/png", "image/jpeg", "image/gif", "image/webp")


class PageRoutes:
    def __init__(self, core: Core, controls: list[Control]) -> None:
        self._core = core
        self._controls = controls
        self._windows: set[web.WebSocketResponse] = set()

    async def close(self) -> None:
        """Open windows are told, so that stopping does not wait for them."""
        for window in list(self._windows):
            await window.close(code=1001, message=b"The local Discord is closing")

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get("/", self._index)
        app.router.add_get("/page/ws", self._socket)
        app.router.add_get("/page/{name}", self._file)
        app.router.add_get("/emojis/{name}", self._emoji)
        app.router.add_get("/attachments/{channel_id}/{attachment_id}/{name}", self._attachment)

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / "index.html", headers=FRESH)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        path = PAGE / request.match_info["name"]
        if path.parent != PAGE or not path.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(path, headers=FRESH)

    async def _emoji(self, request: web.Request) -> web.Response:
        emoji_id = request.match_info["name"].partition(".")[0]
        return _picture(self._core.world.application.emoji_pictures.get(emoji_id))

    async def _attachment(self, request: web.Request) -> web.Response:
        return _picture(self._core.world.attachments.get(request.match_info["attachment_id"]))

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        origin = request.headers.get("Origin", "")
        # Another site in the same browser must not be able to play here.
        if origin and origin.partition("://")[2] != request.host:
            raise web.HTTPForbidden
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        self._windows.add(socket)
        try:
            page = PageSocket(self._core, self._controls, socket, request.query.get("member"))
            await page.run()
        finally:
            self._windows.discard(socket)
        return socket


def _picture(picture: Picture | None) -> web.Response:
    if picture is None:
        raise web.HTTPNotFound
    headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "max-age=3600"}
    if picture.content_type not in SHOWN_TYPES:
        headers["Content-Disposition"] = "attachment"
        return web.Response(
            body=picture.data, content_type="application/octet-stream", headers=headers
        )
    return web.Response(body=picture.data, content_type=picture.content_type, headers=headers)
