"""One socket of the gateway: frames in and out, compression, heartbeats, closing.

TEXT frames are plain JSON. With `compress=zlib-stream` in the URL every frame is BINARY and part
of one zlib stream for the whole connection, each ending with a sync flush.
"""

import asyncio
import contextlib
import zlib
from collections import deque
from collections.abc import Callable

from aiohttp import WSMsgType, web

from bot.standin.wire import Json, decode, encode

COMMANDS_PER_MINUTE = 120
# No answer comes back at once from Discord, and discord.py counts on it: it notes the time of a
# heartbeat in another thread after it was sent, and takes an earlier answer for a late one.
ACK_DELAY = 0.05  # s


class GatewayClose(Exception):
    """The connection ends with one of Discord's close codes."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Connection:
    def __init__(
        self,
        request: web.Request,
        socket: web.WebSocketResponse,
        *,
        compress: bool,
        note: Callable[[str, Json], None],
    ) -> None:
        self._request = request
        self.socket = socket
        self._zlib = zlib.compressobj() if compress else None
        self._note = note
        self._queue: asyncio.Queue[Json | GatewayClose] = asyncio.Queue()
        self._received: deque[float] = deque()
        self._beat = asyncio.get_running_loop().time()

    def send(self, frame: Json) -> None:
        """Queues a frame; `write` sends them in order."""
        self._queue.put_nowait(frame)

    def close(self, code: int, reason: str = "") -> None:
        """Closes after everything queued before has been sent."""
        self._queue.put_nowait(GatewayClose(code, reason))

    def drop(self) -> None:
        """Cuts the line without a word, as a broken network does."""
        if self._request.transport is not None:
            self._request.transport.abort()

    async def write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                frame = await self._queue.get()
                if isinstance(frame, GatewayClose):
                    await self.socket.close(code=frame.code, message=frame.reason.encode())
                    return
                self._note("out", frame)
                await self._write_frame(encode(frame))

    async def _write_frame(self, text: str) -> None:
        if self._zlib is None:
            await self.socket.send_str(text)
            return
        data = self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
        await self.socket.send_bytes(data)

    async def receive(self) -> Json | None:
        """The next frame of the bot, or None when the socket is closed."""
        message = await self.socket.receive()
        if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
            return None
        self._count()
        frame = _decode(message.data)
        self._note("in", frame)
        return frame

    def _count(self) -> None:
        now = asyncio.get_running_loop().time()
        self._received.append(now)
        while self._received[0] < now - 60:
            self._received.popleft()
        if len(self._received) > COMMANDS_PER_MINUTE:
            raise GatewayClose(4008, "You are being rate limited.")

    def beat(self) -> None:
        loop = asyncio.get_running_loop()
        self._beat = loop.time()
        loop.call_later(ACK_DELAY, self.send, {"op": 11, "d": None, "s": None, "t": None})

    async def watch_heartbeat(self, interval: float) -> None:
        """Closes a connection whose bot has gone silent for a beat and a half."""
        while True:
            now = asyncio.get_running_loop().time()
            left = self._beat + interval * 1.5 - now
            if left <= 0:
                self.close(4009, "Session timed out.")
                return
            await asyncio.sleep(left)


def _decode(data: str | bytes) -> Json:
    try:
        frame = decode(data)
    except ValueError as error:
        raise GatewayClose(4002, "Error while decoding payload.") from error
    if not isinstance(frame, dict) or not isinstance(frame.get("op"), int):
        raise GatewayClose(4002, "Error while decoding payload.")
    return frame
