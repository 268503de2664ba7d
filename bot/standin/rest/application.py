"""The bot's own record: gateway address, its user, its application, its emojis."""

import base64
import binascii
import re

from bot.standin.core import Core
from bot.standin.errors import ApiError, Findings, Problem, refuse_field
from bot.standin.limits import LIMITS
from bot.standin.rest.call import Answer, Call, Route
from bot.standin.shapes import application_shape, own_user_shape, user_shape
from bot.standin.wire import Json
from bot.standin.world import Picture

EMOJI_NAME = re.compile(r"\w+", re.ASCII)
DATA_URI = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", re.DOTALL)


async def gateway(core: Core, call: Call) -> Answer:
    return Answer({"url": core.gateway.url()})


async def gateway_bot(core: Core, call: Call) -> Answer:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    shards = core.gateway.recommended_shards
    return Answer({"url": core.gateway.url(), "shards": shards, "session_start_limit": limit})


async def own_user(core: Core, call: Call) -> Answer:
    return Answer(own_user_shape(core.world))


async def user(core: Core, call: Call) -> Answer:
    found = core.world.user(call.params["user_id"])
    if found is None:
        raise ApiError(Problem.UNKNOWN_USER)
    return Answer(user_shape(found))


async def own_application(core: Core, call: Call) -> Answer:
    return Answer(application_shape(core.world))


def check_application(core: Core, call: Call) -> None:
    if call.params["application_id"] != core.world.application.id:
        raise ApiError(Problem.UNKNOWN_APPLICATION)


async def list_emojis(core: Core, call: Call) -> Answer:
    check_application(core, call)
    return Answer({"items": list(core.world.application.emojis.values())})


async def create_emoji(core: Core, call: Call) -> Answer:
    check_application(core, call)
    application = core.world.application
    if len(application.emojis) >= LIMITS["emojis.total"].high:
        raise ApiError(Problem.MAX_EMOJIS)
    body = call.object()
    findings = Findings()
    findings.text(("name",), body.get("name"), "emoji.name")
    if not EMOJI_NAME.fullmatch(str(body.get("name"))):
        findings.add(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    findings.refuse_if_any()
    picture = _picture(body)
    emoji_id = core.ids.next()
    application.emoji_pictures[emoji_id] = picture
    application.emojis[emoji_id] = _emoji_shape(core, emoji_id, body["name"], picture)
    core.events.changed()
    return Answer(application.emojis[emoji_id], 201)


def _picture(body: Json) -> Picture:
    match = DATA_URI.fullmatch(str(body.get("image") or ""))
    if not match or not match[2]:
        raise refuse_field(("image",), "BASE64_TYPE_INVALID", "Invalid image data")
    try:
        data = base64.b64decode(match[2], validate=True)
    except binascii.Error as error:
        raise refuse_field(("image",), "BASE64_TYPE_INVALID", "Invalid image data") from error
    if len(data) > LIMITS["emoji.bytes"].high:
        raise refuse_field(
            ("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb."
        )
    return Picture(str(body["name"]), match[1], data)


def _emoji_shape(core: Core, emoji_id: str, name: str, picture: Picture) -> Json:
    return {
        "id": emoji_id,
        "name": name,
        "roles": [],
        "user": user_shape(core.world.bot),
        "require_colons": True,
        "managed": False,
        "animated": picture.content_type == "image/gif",
        "available": True,
    }


def _emoji(core: Core, call: Call) -> Json:
    check_application(core, call)
    emoji = core.world.application.emojis.get(call.params["emoji_id"])
    if emoji is None:
        raise ApiError(Problem.UNKNOWN_EMOJI)
    return emoji


async def get_emoji(core: Core, call: Call) -> Answer:
    return Answer(_emoji(core, call))


async def rename_emoji(core: Core, call: Call) -> Answer:
    emoji = _emoji(core, call)
    findings = Findings()
    findings.text(("name",), call.object().get("name"), "emoji.name")
    findings.refuse_if_any()
    emoji["name"] = call.object()["name"]
    core.events.changed()
    return Answer(emoji)


async def delete_emoji(core: Core, call: Call) -> Answer:
    emoji = _emoji(core, call)
    del core.world.application.emojis[emoji["id"]]
    core.world.application.emoji_pictures.pop(emoji["id"], None)
    core.events.changed()
    return Answer()


ROUTES: list[Route] = [
    ("GET", "/gateway", gateway),
    ("GET", "/gateway/bot", gateway_bot),
    ("GET", "/users/@me", own_user),
    ("GET", "/users/{user_id}", user),
    ("GET", "/oauth2/applications/@me", own_application),
    ("GET", "/applications/@me", own_application),
    ("GET", "/applications/{application_id}/emojis", list_emojis),
    ("POST", "/applications/{application_id}/emojis", create_emoji),
    ("GET", "/applications/{application_id}/emojis/{emoji_id}", get_emoji),
    ("PATCH", "/applications/{application_id}/emojis/{emoji_id}", rename_emoji),
    ("DELETE", "/applications/{application_id}/emojis/{emoji_id}", delete_emoji),
]
