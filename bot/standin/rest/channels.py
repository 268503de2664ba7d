"""Channels and their messages, as the bot reads and writes them."""

from typing import Any

from bot.standin.bodies import EPHEMERAL, LOADING
from bot.standin.core import Core
from bot.standin.errors import ApiError, Problem, refuse_field
from bot.standin.events import Event
from bot.standin.limits import LIMITS
from bot.standin.permissions import Permission, can
from bot.standin.rest.call import Answer, Call, Route
from bot.standin.rest.rights import need, need_to_send, need_unlocked, the_channel, the_message
from bot.standin.shapes import channel_shape
from bot.standin.wire import Json
from bot.standin.world import Channel, Guild, Member

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = MESSAGES + "/{message_id}"


async def get_channel(core: Core, call: Call) -> Answer:
    _, channel, _ = the_channel(core, call.params["channel_id"])
    return Answer(channel_shape(channel))


async def list_messages(core: Core, call: Call) -> Answer:
    guild, channel, bot = the_channel(core, call.params["channel_id"])
    if not can(guild, channel, bot, Permission.READ_MESSAGE_HISTORY):
        return Answer([])
    messages = [m for m in channel.messages.values() if m.viewer is None]
    messages.sort(key=lambda message: int(message.id), reverse=True)
    before, after = call.number("before", 1 << 64), call.number("after", 0)
    found = [m.data for m in messages if after < int(m.id) < before]
    limit = call.page_size("history.limit", 50)
    return Answer(found[-limit:] if "after" in call.query else found[:limit])


async def get_message(core: Core, call: Call) -> Answer:
    guild, channel, bot = the_channel(core, call.params["channel_id"])
    need(guild, channel, bot, Permission.READ_MESSAGE_HISTORY)
    return Answer(the_message(channel, call.params["message_id"]).data)


async def create_message(core: Core, call: Call) -> Answer:
    guild, channel, bot = the_channel(core, call.params["channel_id"])
    need_to_send(guild, channel, bot)
    body = call.object()
    _need_for_content(guild, channel, bot, call)
    # Ephemeral and loading belong to answers of interactions; here the flags are ignored.
    body = {**body, "flags": int(body.get("flags") or 0) & ~(EPHEMERAL | LOADING)}
    extra = _reference(guild, channel, bot, body)
    message = core.messages.create(channel, core.world.bot, body, call.files, extra=extra)
    if channel.archived:
        # A message brings a thread back. Docs: topics/threads#active-archived-threads.
        core.editing.archive_thread(channel.id, archived=False, locked=channel.locked)
    return Answer(message.data)


def _need_for_content(guild: Guild, channel: Channel, bot: Member, call: Call) -> None:
    if call.object().get("embeds"):
        need(guild, channel, bot, Permission.EMBED_LINKS)
    if call.files:
        need(guild, channel, bot, Permission.ATTACH_FILES)


def _reference(guild: Guild, channel: Channel, bot: Member, body: Json) -> Json:
    """The part of a message that says which one it answers."""
    reference: Any = body.get("message_reference")
    if not reference:
        return {}
    if not can(guild, channel, bot, Permission.READ_MESSAGE_HISTORY):
        raise ApiError(Problem.CANNOT_REPLY_WITHOUT_HISTORY)
    target = channel.messages.get(str(reference.get("message_id")))
    if target is None or target.viewer is not None:
        if reference.get("fail_if_not_exists", True):
            raise refuse_field(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return {}
    full = {"type": 0, "message_id": target.id, "channel_id": channel.id, "guild_id": guild.id}
    return {"type": 19, "message_reference": full, "referenced_message": target.data}


async def edit_message(core: Core, call: Call) -> Answer:
    guild, channel, bot = the_channel(core, call.params["channel_id"])
    message = the_message(channel, call.params["message_id"])
    if message.data["author"]["id"] != core.world.bot.id:
        raise ApiError(Problem.FOREIGN_MESSAGE)
    if channel.archived:
        raise ApiError(Problem.THREAD_ARCHIVED)
    need_unlocked(guild, channel, bot)
    age = core.clock.now() - message.created
    if age > LIMITS["message.old_edit_ms"].high:
        core.rate_limits.refuse_old_edit()
    return Answer(core.messages.edit(channel, message, call.object(), call.files).data)


async def delete_message(core: Core, call: Call) -> Answer:
    guild, channel, bot = the_channel(core, call.params["channel_id"])
    message = the_message(channel, call.params["message_id"])
    if message.data["author"]["id"] != core.world.bot.id:
        need(guild, channel, bot, Permission.MANAGE_MESSAGES)
    # Deleting is all that is still possible in an archived thread, unless it is locked as well.
    if channel.archived:
        need_unlocked(guild, channel, bot)
    core.messages.delete(channel, message)
    return Answer()


async def typing(core: Core, call: Call) -> Answer:
    guild, channel, bot = the_channel(core, call.params["channel_id"])
    need_to_send(guild, channel, bot)
    data = {"channel_id": channel.id, "guild_id": guild.id, "user_id": bot.user.id}
    core.events.tell(Event("TYPING_START", data, guild, channel))
    return Answer()


ROUTES: list[Route] = [
    ("GET", "/channels/{channel_id}", get_channel),
    ("GET", MESSAGES, list_messages),
    ("POST", MESSAGES, create_message),
    ("GET", MESSAGE, get_message),
    ("PATCH", MESSAGE, edit_message),
    ("DELETE", MESSAGE, delete_message),
    ("POST", "/channels/{channel_id}/typing", typing),
]
