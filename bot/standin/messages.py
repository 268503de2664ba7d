"""Messages come to be, change and go: the one place that does it, and tells everybody.

Bodies are checked here (`bodies`), rights are not: that is the business of the REST routes. An
ephemeral message has a viewer; it goes to that member and to the bot, and to nobody else.
"""

import copy
import re
from collections.abc import Callable, Sequence

from bot.standin.bodies import (
    EPHEMERAL,
    LOADING,
    SILENT,
    SUPPRESS_EMBEDS,
    V2,
    check_edit,
    check_new,
)
from bot.standin.clock import Clock
from bot.standin.errors import refuse_field
from bot.standin.events import Event, Events
from bot.standin.parts import SELECTS, Part, complete, resolve_media, walk
from bot.standin.shapes import member_shape, user_shape
from bot.standin.snowflakes import Snowflakes
from bot.standin.wire import Json, iso
from bot.standin.world import Channel, Guild, Message, Picture, User, World

NONCE_MS = 5 * 60_000  # "the past few minutes" (docs, create-message)
SENDABLE_FLAGS = SUPPRESS_EMBEDS | EPHEMERAL | LOADING | SILENT | V2
MENTION = re.compile(r"<@!?(\d{15,20})>")


class Messages:
    def __init__(
        self,
        world: World,
        clock: Clock,
        ids: Snowflakes,
        events: Events,
        base_url: Callable[[], str],
    ) -> None:
        self._world = world
        self._clock = clock
        self._ids = ids
        self._events = events
        self._base_url = base_url
        self._nonces: dict[tuple[str, str, str], tuple[int, str]] = {}

    def create(
        self,
        channel: Channel,
        author: User,
        body: Json,
        files: Sequence[Picture] = (),
        *,
        viewer: str | None = None,
        extra: Json | None = None,
        unchecked: bool = False,
    ) -> Message:
        """Posts a message; with `enforce_nonce` a repeated nonce returns the first one again."""
        if again := self._posted_before(channel, author, body):
            return again
        if not unchecked:
            check_new(body, files, set(self._world.application.emojis))
        message = self._build(channel, author, body, files, viewer, extra or {})
        channel.messages[message.id] = message
        self._remember_nonce(channel, author, body, message)
        self._tell("MESSAGE_CREATE", channel, message)
        return message

    def edit(
        self,
        channel: Channel,
        message: Message,
        body: Json,
        files: Sequence[Picture] = (),
        *,
        quiet_edit: bool = False,
    ) -> Message:
        """Changes what the body names. `quiet_edit`: the first content of a deferred answer."""
        check_edit(body, message.data, files, set(self._world.application.emojis))
        data = copy.deepcopy(message.data)
        for key, empty in (("content", ""), ("embeds", []), ("components", [])):
            if key in body:
                data[key] = copy.deepcopy(body[key]) or empty
        keep = data["flags"] & (EPHEMERAL | V2)
        if body.get("flags") is not None:
            data["flags"] = keep | (body["flags"] & (SUPPRESS_EMBEDS | V2))
        data["flags"] &= ~LOADING
        if not quiet_edit:
            data["edited_timestamp"] = iso(self._clock.now())
        self._attach(channel, data, body, files)
        self._finish(data, body)
        message.data = data
        self._tell("MESSAGE_UPDATE", channel, message)
        return message

    def delete(self, channel: Channel, message: Message) -> None:
        channel.messages.pop(message.id, None)
        guild = self._world.guilds[channel.guild_id]
        data = {"id": message.id, "channel_id": channel.id, "guild_id": guild.id}
        self._events.tell(Event("MESSAGE_DELETE", data, guild, channel, message.viewer))

    def _posted_before(self, channel: Channel, author: User, body: Json) -> Message | None:
        if not body.get("enforce_nonce") or body.get("nonce") is None:
            return None
        key = (channel.id, author.id, str(body["nonce"]))
        posted, message_id = self._nonces.get(key, (0, ""))
        if self._clock.now() - posted > NONCE_MS:
            return None
        return channel.messages.get(message_id)

    def _remember_nonce(self, channel: Channel, author: User, body: Json, message: Message) -> None:
        if body.get("nonce") is None:
            return
        now = self._clock.now()
        self._nonces = {k: v for k, v in self._nonces.items() if now - v[0] <= NONCE_MS}
        self._nonces[channel.id, author.id, str(body["nonce"])] = (now, message.id)

    def _build(
        self,
        channel: Channel,
        author: User,
        body: Json,
        files: Sequence[Picture],
        viewer: str | None,
        extra: Json,
    ) -> Message:
        now = self._clock.now()
        flags = int(body.get("flags") or 0) & SENDABLE_FLAGS
        data: Json = {
            "id": self._ids.next(),
            "channel_id": channel.id,
            "type": 0,
            "author": user_shape(author),
            "content": body.get("content") or "",
            "timestamp": iso(now),
            "edited_timestamp": None,
            "tts": bool(body.get("tts")),
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": copy.deepcopy(body.get("embeds") or []),
            "components": copy.deepcopy(body.get("components") or []),
            "pinned": False,
            "flags": (flags & ~EPHEMERAL) | (EPHEMERAL if viewer else 0),
        }
        if body.get("nonce") is not None:
            data["nonce"] = body["nonce"]
        if author.id == self._world.bot.id:
            data["application_id"] = self._world.application.id
        data.update(extra)
        self._attach(channel, data, body, files)
        self._finish(data, body)
        return Message(data, now, viewer)

    def _finish(self, data: Json, body: Json) -> None:
        """Fills in what Discord derives: component ids, embed types, who is mentioned."""
        complete(data["components"])
        for part in walk(data["components"]):
            if part["type"] in SELECTS:
                part.pop("required", None)  # it means something in a form only
        for embed in data["embeds"]:
            embed.setdefault("type", "rich")
            for field in embed.get("fields") or []:
                field.setdefault("inline", False)
        texts = [part["content"] for part in walk(data["components"]) if part["type"] == Part.TEXT]
        data["mentions"] = self._mentioned([data["content"], *texts], body.get("allowed_mentions"))

    def _mentioned(self, texts: Sequence[str], allowed: Json | None) -> list[Json]:
        found = dict.fromkeys(user_id for text in texts for user_id in MENTION.findall(text))
        if allowed is not None and "users" not in (allowed.get("parse") or []):
            wanted = {str(user_id) for user_id in allowed.get("users") or []}
            found = {user_id: None for user_id in found if user_id in wanted}
        users = (self._world.user(user_id) for user_id in found)
        return [user_shape(user) for user in users if user]

    def _attach(self, channel: Channel, data: Json, body: Json, files: Sequence[Picture]) -> None:
        """New files join those that `attachments` keeps, then components may point at them."""
        entries = body.get("attachments")
        described = {str(entry.get("id")): entry for entry in entries or []}
        kept = [a for a in data["attachments"] if entries is None or a["id"] in described]
        new = [
            self._store(channel, file, described.get(str(index), {}))
            for index, file in enumerate(files)
        ]
        data["attachments"] = [*kept, *new]
        self._resolve_media(data)

    def _store(self, channel: Channel, file: Picture, entry: Json) -> Json:
        attachment_id = self._ids.next()
        name = str(entry.get("filename") or file.name)
        self._world.attachments[attachment_id] = file
        url = f"{self._base_url()}/attachments/{channel.id}/{attachment_id}/{name}"
        return {
            "id": attachment_id,
            "filename": name,
            "size": len(file.data),
            "url": url,
            "proxy_url": url,
            "content_type": file.content_type,
            **({"description": entry["description"]} if entry.get("description") else {}),
        }

    def _resolve_media(self, data: Json) -> None:
        by_name = {a["filename"]: a for a in data["attachments"]}

        def resolve(item: Json) -> Json:
            return _media(item, by_name, self._ids)

        resolve_media(data["components"], resolve)
        for embed in data["embeds"]:
            for key in ("image", "thumbnail"):
                if isinstance(embed.get(key), dict):
                    embed[key] = resolve(embed[key])

    def _tell(self, name: str, channel: Channel, message: Message) -> None:
        guild = self._world.guilds[channel.guild_id]
        data = {**message.data, **self._origin(guild, message)}
        self._events.tell(Event(name, data, guild, channel, message.viewer))

    def _origin(self, guild: Guild, message: Message) -> Json:
        """Ephemeral messages go to people, not through the server, so they carry no guild."""
        if message.viewer is not None:
            return {}
        member = guild.members.get(message.data["author"]["id"])
        shape = {"member": member_shape(member, with_user=False)} if member else {}
        return {"guild_id": guild.id, **shape}


def _media(item: Json, by_name: dict[str, Json], ids: Snowflakes) -> Json:
    """A media item as Discord unfurls it; one that already was keeps its id."""
    url = str(item["url"])
    size = {"width": None, "height": None}
    if not url.startswith("attachment://"):
        return {"id": ids.next(), "proxy_url": url, **size, **item}
    attachment = by_name.get(url.removeprefix("attachment://"))
    if attachment is None:
        raise refuse_field(
            ("attachments",),
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            f"The referenced attachment was not found: {url}",
        )
    return {
        "id": ids.next(),
        "url": attachment["url"],
        "proxy_url": attachment["proxy_url"],
        **size,
        "content_type": attachment["content_type"],
        "attachment_id": attachment["id"],
    }
