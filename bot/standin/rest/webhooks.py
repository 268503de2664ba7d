"""The webhook behind an interaction's token: follow-ups, and its messages."""

from bot.standin.core import Core
from bot.standin.interactions import Interaction
from bot.standin.rest.call import Answer, Call, Route

HOOK = "/webhooks/{application_id}/{token}"
MESSAGE = HOOK + "/messages/{message_id}"


def _interaction(core: Core, call: Call) -> Interaction:
    return core.interactions.by_token(call.params["application_id"], call.params["token"])


async def follow_up(core: Core, call: Call) -> Answer:
    interaction = _interaction(core, call)
    return Answer(core.answers.follow_up(interaction, call.object(), call.files).data)


async def get_message(core: Core, call: Call) -> Answer:
    interaction = _interaction(core, call)
    return Answer(core.answers.named(interaction, call.params["message_id"]).data)


async def edit_message(core: Core, call: Call) -> Answer:
    interaction = _interaction(core, call)
    message = core.answers.named(interaction, call.params["message_id"])
    return Answer(core.answers.edit(interaction, message, call.object(), call.files).data)


async def delete_message(core: Core, call: Call) -> Answer:
    interaction = _interaction(core, call)
    message = core.answers.named(interaction, call.params["message_id"])
    core.answers.delete(interaction, message)
    return Answer()


ROUTES: list[Route] = [
    ("POST", HOOK, follow_up),
    ("GET", MESSAGE, get_message),
    ("PATCH", MESSAGE, edit_message),
    ("DELETE", MESSAGE, delete_message),
]
