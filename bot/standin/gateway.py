"""The gateway: HELLO, IDENTIFY, READY, events, heartbeats, RESUME, and the ways it ends.

Docs: events/gateway, topics/opcodes-and-status-codes#gateway. A session outlives its socket: what
happens meanwhile is kept and replayed, in order and exactly once from the stand-in's side.
"""

import asyncio
import contextlib
from collections.abc import Callable

from aiohttp import web

from bot.standin.connection import Connection, GatewayClose
from bot.standin.events import Event, Events
from bot.standin.recorder import Recorder
from bot.standin.sessions import KNOWN_INTENTS, Intent, Session
from bot.standin.shapes import (
    gateway_guild_shape,
    member_shape,
    own_user_shape,
    partial_application_shape,
)
from bot.standin.wire import Json
from bot.standin.world import Guild, World

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT, CHUNK, INVALID = 1, 2, 3, 4, 6, 7, 8, 9
KEPT_SESSIONS = 16


class Gateway:
    """`privileged_members` and `privileged_content` say which intents the bot may ask for."""

    def __init__(
        self, world: World, events: Events, recorder: Recorder, token: str, base: Callable[[], str]
    ) -> None:
        self.heartbeat_interval = 41.25
        self.recommended_shards = 1
        self.privileged_members = True
        self.privileged_content = True
        self.sessions: dict[str, Session] = {}
        self.world = world
        self.events = events
        self.recorder = recorder
        self.token = token
        self._base = base
        self._connections: set[Connection] = set()
        events.listen(self._offer)

    def url(self) -> str:
        return self._base().replace("http://", "ws://") + "/gateway"

    @property
    def online(self) -> bool:
        """Whether any shard of the bot is connected and identified."""
        return any(session.connection for session in self.sessions.values())

    def interact(self, guild: Guild, payload: Json) -> bool:
        """Sends an INTERACTION_CREATE to the guild's shard; False when there is none.

        A session whose socket is gone gets it with the replay, as with any event.
        """
        sessions = [session for session in self.sessions.values() if session.has(guild)]
        for session in sessions:
            session.dispatch("INTERACTION_CREATE", payload)
        return bool(sessions)

    # Faults a test can order

    def drop_sockets(self) -> None:
        """The network breaks; sessions can be resumed."""
        for connection in list(self._connections):
            connection.drop()

    def ask_to_reconnect(self) -> None:
        for connection in list(self._connections):
            connection.send({"op": RECONNECT, "d": None, "s": None, "t": None})

    def invalidate_sessions(self, *, resumable: bool = False) -> None:
        for session in list(self.sessions.values()):
            if session.connection:
                session.connection.send({"op": INVALID, "d": resumable, "s": None, "t": None})
            if not resumable:
                self.forget(session)

    def close_sockets(self, code: int, reason: str = "") -> None:
        for connection in list(self._connections):
            connection.close(code, reason)

    def forget(self, session: Session) -> None:
        self.sessions.pop(session.id, None)
        session.connection = None
        self.events.changed()

    def _offer(self, event: Event) -> None:
        for session in list(self.sessions.values()):
            session.offer(event, self.world)

    # One connection

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        link = Link(self, request, socket)
        self._connections.add(link.connection)
        try:
            await link.run()
        finally:
            self._connections.discard(link.connection)
            self.events.changed()
        return socket


class Link:
    """A connection on its way from HELLO to its session."""

    def __init__(
        self, gateway: Gateway, request: web.Request, socket: web.WebSocketResponse
    ) -> None:
        self._gateway = gateway
        self._query = dict(request.query)
        self._session: Session | None = None
        compress = self._query.get("compress") == "zlib-stream"
        self.connection = Connection(request, socket, compress=compress, note=self._note)

    def _note(self, direction: str, frame: Json) -> None:
        shard = self._session.shard if self._session else None
        self._gateway.recorder.frame(direction, shard, frame)

    async def run(self) -> None:
        interval = self._gateway.heartbeat_interval
        hello = {"heartbeat_interval": int(interval * 1000), "_trace": []}
        self.connection.send({"op": 10, "d": hello, "s": None, "t": None})
        tasks = [
            asyncio.create_task(self.connection.write()),
            asyncio.create_task(self.connection.watch_heartbeat(interval)),
        ]
        try:
            await self._receive()
        except GatewayClose as close:
            self.connection.close(close.code, close.reason)
            # The writer sends what is queued and then the close frame.
            await asyncio.wait([tasks[0]], timeout=5)
        finally:
            self._leave()
            for task in tasks:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    async def _receive(self) -> None:
        if self._query.get("v", "10") not in ("9", "10"):
            raise GatewayClose(4012, "Invalid API version.")
        while (frame := await self.connection.receive()) is not None:
            self._handle(frame["op"], frame.get("d"))

    def _leave(self) -> None:
        if self._session and self._session.connection is self.connection:
            self._session.connection = None

    def _handle(self, op: int, data: object) -> None:
        if op == HEARTBEAT:
            self.connection.beat()
        elif op in (IDENTIFY, RESUME):
            if self._session is not None:
                raise GatewayClose(4005, "Already authenticated.")
            if not isinstance(data, dict):
                raise GatewayClose(4002, "Error while decoding payload.")
            (self._identify if op == IDENTIFY else self._resume)(data)
        elif op not in (PRESENCE, VOICE, CHUNK):
            raise GatewayClose(4001, "Unknown opcode.")
        elif self._session is None:
            raise GatewayClose(4003, "Not authenticated.")
        elif op == CHUNK and isinstance(data, dict):
            self._send_members(self._session, data)

    def _identify(self, data: Json) -> None:
        self._check_token(data)
        shard, count = _shard(data.get("shard"))
        self._check_intents(data.get("intents"))
        gateway = self._gateway
        session = Session(int(data["intents"]), shard, count, connection=self.connection)
        for old in [s for s in gateway.sessions.values() if s.shard == shard and not s.connection]:
            gateway.forget(old)
        gateway.sessions[session.id] = session
        if len(gateway.sessions) > KEPT_SESSIONS:
            gateway.forget(next(iter(gateway.sessions.values())))
        self._session = session
        self._send_ready(session)
        gateway.events.changed()

    def _check_token(self, data: Json) -> None:
        if str(data.get("token", "")).removeprefix("Bot ") != self._gateway.token:
            raise GatewayClose(4004, "Authentication failed.")

    def _check_intents(self, intents: object) -> None:
        if not isinstance(intents, int) or intents < 0 or intents & ~KNOWN_INTENTS:
            raise GatewayClose(4013, "Invalid intent(s).")
        forbidden = 0 if self._gateway.privileged_members else Intent.GUILD_MEMBERS
        if not self._gateway.privileged_content:
            forbidden |= Intent.MESSAGE_CONTENT
        if intents & forbidden:
            raise GatewayClose(4014, "Disallowed intent(s).")

    def _send_ready(self, session: Session) -> None:
        world = self._gateway.world
        mine = [g for g in world.guilds.values() if session.has(g) and world.bot.id in g.members]
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": own_user_shape(world),
                "guilds": [{"id": guild.id, "unavailable": True} for guild in mine],
                "session_id": session.id,
                "session_type": "normal",
                "resume_gateway_url": self._gateway.url(),
                "shard": [session.shard, session.shard_count],
                "application": partial_application_shape(world.application),
                "private_channels": [],
                "relationships": [],
                "presences": [],
                "_trace": [],
            },
        )
        if session.intents & Intent.GUILDS:
            for guild in mine:
                if not guild.unavailable:
                    session.dispatch("GUILD_CREATE", guild_create(world, guild, session.intents))

    def _resume(self, data: Json) -> None:
        self._check_token(data)
        session = self._gateway.sessions.get(str(data.get("session_id")))
        sequence = data.get("seq")
        if session is None or not isinstance(sequence, int) or not session.can_replay(sequence):
            self.connection.send({"op": INVALID, "d": False, "s": None, "t": None})
            return
        if sequence > session.sequence:
            raise GatewayClose(4007, "Invalid seq.")
        if session.connection is not None and session.connection is not self.connection:
            session.connection.close(4000, "Resumed elsewhere.")
        session.connection = self.connection
        self._session = session
        session.replay(sequence)
        session.dispatch("RESUMED", {"_trace": []})
        self._gateway.events.changed()

    def _send_members(self, session: Session, data: Json) -> None:
        """Answers REQUEST_GUILD_MEMBERS in one chunk."""
        guild = self._gateway.world.guilds.get(str(data.get("guild_id")))
        if guild is None:
            return
        wanted = {str(user_id) for user_id in data.get("user_ids") or []}
        query = str(data.get("query") or "").lower()
        found = [
            member_shape(member)
            for member in guild.members.values()
            if (member.user.id in wanted if wanted else member.user.username.startswith(query))
        ]
        chunk = {"guild_id": guild.id, "members": found, "chunk_index": 0, "chunk_count": 1}
        missing = sorted(wanted - set(guild.members))
        if data.get("nonce") is not None:
            chunk["nonce"] = data["nonce"]
        session.dispatch("GUILD_MEMBERS_CHUNK", {**chunk, "not_found": missing})


def guild_create(world: World, guild: Guild, intents: int) -> Json:
    """Without GUILD_MEMBERS a bot gets only itself."""
    everybody = list(guild.members.values())
    shown = everybody if intents & Intent.GUILD_MEMBERS else [guild.members[world.bot.id]]
    return gateway_guild_shape(guild, shown)


def _shard(value: object) -> tuple[int, int]:
    if value is None:
        return 0, 1
    if not isinstance(value, list) or len(value) != 2:
        raise GatewayClose(4010, "Invalid shard.")
    shard, count = value
    if not (isinstance(shard, int) and isinstance(count, int) and 0 <= shard < count):
        raise GatewayClose(4010, "Invalid shard.")
    return shard, count
