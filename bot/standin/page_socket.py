"""The page's WebSocket: one window, one member, JSON frames `{t, d}` both ways.

What the member may see and do is decided here and in `acting`, never by the page. The world is
sent again when it differs from what this window was told last, so no change can be forgotten.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import WSMsgType, web

from bot.standin.acting import Acting, InvalidInput
from bot.standin.core import Core
from bot.standin.events import Event
from bot.standin.interactions import Interaction
from bot.standin.invocations import Impossible
from bot.standin.page_view import history_view, home_of, world_view
from bot.standin.permissions import Permission, can
from bot.standin.wire import Json, decode, encode

log = logging.getLogger(__name__)

# What a frame whose parts are missing or of a wrong kind comes to grief with.
MALFORMED = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
SHOWN = {
    "MESSAGE_CREATE": "message_create",
    "MESSAGE_UPDATE": "message_update",
    "MESSAGE_DELETE": "message_delete",
}


@dataclass
class Control:
    """An extra of the host program, such as "Kill the bot"; the page shows it in a menu."""

    id: str
    label: str
    act: Callable[[], Awaitable[None]]
    danger: bool = False

    def view(self) -> Json:
        return {"id": self.id, "label": self.label, "danger": self.danger}


class PageSocket:
    def __init__(
        self,
        core: Core,
        controls: list[Control],
        socket: web.WebSocketResponse,
        user_id: str | None,
    ) -> None:
        self._core = core
        self._controls = controls
        self._socket = socket
        home = home_of(core, user_id)
        if home is None:
            raise Impossible("there is nobody in this world")
        self._guild, self._member = home
        self._acting = Acting(core, self._member.user.id)
        self._queue: asyncio.Queue[tuple[str, Json] | None] = asyncio.Queue()
        self._told: Json = {}
        self._stale = False

    async def run(self) -> None:
        """Until the window closes."""
        view = self._view()
        self._told = view
        self._send("hello", {**view, "server_time": self._core.clock.now()})
        stop_listening = self._core.events.listen(self._on_event)
        stop_watching = self._core.events.watch(self._on_change)
        writer = asyncio.create_task(self._write())
        try:
            await self._read()
        finally:
            stop_listening()
            stop_watching()
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer

    def _view(self) -> Json:
        controls = [control.view() for control in self._controls]
        return world_view(self._core, self._guild, self._member, controls)

    def _send(self, kind: str, data: Json) -> None:
        self._queue.put_nowait((kind, data))

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while frame := await self._queue.get():
                await self._socket.send_str(encode({"t": frame[0], "d": frame[1]}))
            await self._socket.close(code=4001, message=b"No longer a member")

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                await self._receive(message.data)

    # From the world to the page

    def _on_event(self, event: Event) -> None:
        if event.name not in SHOWN or event.channel is None or event.guild is not self._guild:
            return
        if event.viewer not in (None, self._acting.user_id):
            return
        if not can(self._guild, event.channel, self._member, Permission.VIEW_CHANNEL):
            return
        deleted = event.name == "MESSAGE_DELETE"
        short = {key: event.data[key] for key in ("channel_id", "id")} if deleted else {}
        self._send(SHOWN[event.name], short or {"message": event.data})

    def _on_change(self) -> None:
        # Several changes in one turn of the loop are told as one.
        if not self._stale:
            self._stale = True
            asyncio.get_running_loop().call_soon(self._refresh)

    def _refresh(self) -> None:
        self._stale = False
        if self._acting.user_id not in self._guild.members:
            self._queue.put_nowait(None)
            return
        view, told = self._view(), self._told
        self._told = view
        if view["application"] != told["application"]:
            self._send("presence", {"application": {"online": view["application"]["online"]}})
        if _without(view, "commands", "application") != _without(told, "commands", "application"):
            self._send("world", {**view, "server_time": self._core.clock.now()})
            return
        if view["commands"] != told["commands"]:
            self._send("commands", {"commands": view["commands"]})

    # From the page to the world

    async def _receive(self, text: str | bytes) -> None:
        data: Json = {}
        try:
            act, data = _read_frame(text)
            await act(self, data)
        except InvalidInput as refusal:
            self._refuse(data, refusal.errors)
        except Impossible as refusal:
            self._refuse(data, {"message": str(refusal)})
        except MALFORMED as error:
            log.warning("the page sent a frame that makes no sense: %r", error)
            self._refuse(data, {"message": "That made no sense to the local Discord."})
        except Exception:
            # A window goes on even where a control of the host program fails.
            log.exception("the local Discord failed at a frame of the page")
            self._refuse(data, {"message": "That failed; the local Discord's log says why."})

    def _refuse(self, data: Json, errors: Json) -> None:
        """Under the nonce of what was asked, or else as an error for the whole window."""
        if "nonce" in data:
            about = {"nonce": data["nonce"], "state": "invalid", "errors": errors}
            self._send("interaction", about)
        else:
            self._send("error", {"errors": errors})

    def _watcher(self, data: Json) -> Callable[[Interaction], None]:
        """Tells this window how the interaction fares, under the nonce it was sent with."""

        def watch(interaction: Interaction) -> None:
            about: Json = {"nonce": data["nonce"], "state": interaction.state}
            if interaction.state == "modal":
                about |= {"modal": interaction.modal, "interaction_id": interaction.id}
            elif interaction.state == "autocomplete":
                about["choices"] = interaction.choices
            elif interaction.state == "failed":
                about["error"] = interaction.error
            self._send("interaction", about)

        return watch

    async def open(self, data: Json) -> None:
        _, channel, _ = self._acting.place(str(data["channel_id"]))
        self._send("history", history_view(channel, self._acting.user_id))

    async def command(self, data: Json) -> None:
        self._acting.command(
            str(data["channel_id"]),
            str(data["command_id"]),
            data.get("options") or [],
            target_id=data.get("target_id"),
            watcher=self._watcher(data),
        )

    async def autocomplete(self, data: Json) -> None:
        self._acting.autocomplete(
            str(data["channel_id"]),
            str(data["command_id"]),
            data.get("options") or [],
            watcher=self._watcher(data),
        )

    async def press(self, data: Json) -> None:
        message_id, custom_id = str(data["message_id"]), str(data["custom_id"])
        if data.get("component_type", 2) == 2:
            self._acting.press(message_id, custom_id, self._watcher(data))
        else:
            values = data.get("values") or []
            self._acting.select(message_id, custom_id, values, self._watcher(data))

    async def modal_submit(self, data: Json) -> None:
        opener = self._core.interactions.find(str(data["interaction_id"]))
        if opener is None:
            raise Impossible("that form is too old")
        self._acting.submit(opener, data.get("components") or [], self._watcher(data))

    async def dismiss(self, data: Json) -> None:
        self._acting.dismiss(str(data["message_id"]))

    async def say(self, data: Json) -> None:
        if not isinstance(data["content"], str):
            raise TypeError("a message is a text")
        self._acting.say(str(data["channel_id"]), data["content"])

    async def delete(self, data: Json) -> None:
        self._acting.delete(str(data["message_id"]))

    async def typing(self, data: Json) -> None:
        self._acting.typing(str(data["channel_id"]))

    async def control(self, data: Json) -> None:
        found = next((c for c in self._controls if c.id == data["action"]), None)
        if found is None:
            raise Impossible("there is no such control")
        await found.act()


Act = Callable[[PageSocket, Json], Awaitable[None]]

ACTS: dict[str, Act] = {
    "open": PageSocket.open,
    "command": PageSocket.command,
    "autocomplete": PageSocket.autocomplete,
    "press": PageSocket.press,
    "modal_submit": PageSocket.modal_submit,
    "dismiss": PageSocket.dismiss,
    "say": PageSocket.say,
    "delete": PageSocket.delete,
    "typing": PageSocket.typing,
    "control": PageSocket.control,
}


def _read_frame(text: str | bytes) -> tuple[Act, Json]:
    frame = decode(text)
    if not isinstance(frame["d"], dict):
        raise TypeError("the data of a frame is an object")
    return ACTS[frame["t"]], frame["d"]


def _without(view: Json, *keys: str) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key not in keys}
