"""The callback: how a bot acknowledges an interaction."""

from bot.standin.core import Core
from bot.standin.interactions import Interaction, Reply
from bot.standin.rest.call import Answer, Call, Route
from bot.standin.wire import Json
from bot.standin.world import Message


async def callback(core: Core, call: Call) -> Answer:
    interaction = core.interactions.to_acknowledge(
        call.params["interaction_id"], call.params["token"]
    )
    reply, message = core.answers.callback(interaction, call.object(), call.files)
    if call.query.get("with_response", "").lower() not in ("1", "true"):
        return Answer()
    return Answer(_response(interaction, reply, message))


def _response(interaction: Interaction, reply: Reply, message: Message | None) -> Json:
    about: Json = {"id": interaction.id, "type": int(interaction.kind)}
    if message is not None:
        about["response_message_id"] = message.id
        about["response_message_loading"] = reply is Reply.DEFERRED_MESSAGE
        about["response_message_ephemeral"] = message.viewer is not None
    # Only what was created or changed at once is a resource.
    if message is None or reply not in (Reply.MESSAGE, Reply.UPDATE):
        return {"interaction": about}
    return {"interaction": about, "resource": {"type": int(reply), "message": message.data}}


ROUTES: list[Route] = [
    ("POST", "/interactions/{interaction_id}/{token}/callback", callback),
]
