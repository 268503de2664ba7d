"""How the bot answers an interaction: callbacks, follow-ups and edits through the token.

Which callback fits which interaction is a table. An ephemeral answer belongs to the member who
acted; a deferred one is a LOADING message that the first follow-up or edit fills.
"""

from collections.abc import Sequence
from typing import Any

from bot.standin.bodies import EPHEMERAL, LOADING
from bot.standin.errors import ApiError, Findings, Problem
from bot.standin.forms import check_modal
from bot.standin.interactions import (
    Interaction,
    Interactions,
    Kind,
    Reply,
    authored,
    reply_reference,
)
from bot.standin.messages import Messages
from bot.standin.wire import Json
from bot.standin.world import Message, Picture, World

ALLOWED: dict[Kind, tuple[Reply, ...]] = {
    Kind.COMMAND: (Reply.MESSAGE, Reply.DEFERRED_MESSAGE, Reply.MODAL),
    Kind.COMPONENT: (
        Reply.MESSAGE,
        Reply.DEFERRED_MESSAGE,
        Reply.DEFERRED_UPDATE,
        Reply.UPDATE,
        Reply.MODAL,
    ),
    Kind.AUTOCOMPLETE: (Reply.AUTOCOMPLETE,),
    Kind.MODAL: (
        Reply.MESSAGE,
        Reply.DEFERRED_MESSAGE,
        Reply.DEFERRED_UPDATE,
        Reply.UPDATE,
    ),
}


class Answers:
    def __init__(self, world: World, interactions: Interactions, messages: Messages) -> None:
        self._world = world
        self._interactions = interactions
        self._messages = messages

    def callback(
        self, interaction: Interaction, body: Json, files: Sequence[Picture]
    ) -> tuple[Reply, Message | None]:
        """Acknowledges the interaction; nothing has happened if this raises."""
        reply = _reply_type(interaction, body.get("type"))
        try:
            message, state = self._carry_out(interaction, reply, body.get("data") or {}, files)
        except ApiError as error:
            # What is wrong with a callback is wrong inside its `data`.
            error.errors = error.errors and {"data": error.errors}
            raise
        interaction.response_id = message.id if message else None
        self._interactions.acknowledge(interaction, reply, state)
        return reply, message

    def _carry_out(
        self, interaction: Interaction, reply: Reply, data: Json, files: Sequence[Picture]
    ) -> tuple[Message | None, str]:
        message: Message | None = None
        state = "done"
        if reply is Reply.MESSAGE:
            message = self._respond(interaction, data, files)
        elif reply is Reply.DEFERRED_MESSAGE:
            message, state = self._think(interaction, data), "thinking"
        elif reply is Reply.UPDATE:
            message = self._update(interaction, data, files)
        elif reply is Reply.DEFERRED_UPDATE:
            message = self._source(interaction)
        elif reply is Reply.AUTOCOMPLETE:
            interaction.choices, state = _choices(data), "autocomplete"
        elif reply is Reply.MODAL:
            interaction.modal, state = check_modal(data), "modal"
        return message, state

    def follow_up(self, interaction: Interaction, body: Json, files: Sequence[Picture]) -> Message:
        """A further message; the first after "thinking" takes the place of the thinking one."""
        original = self._message(interaction, interaction.response_id)
        if original is not None and original.flags & LOADING:
            return self._fill(interaction, original, body, files)
        ephemeral = bool(int(body.get("flags") or 0) & EPHEMERAL)
        return self._messages.create(
            interaction.channel,
            self._world.bot,
            body,
            files,
            viewer=interaction.member.user.id if ephemeral else None,
            extra={**authored(interaction, self._world.bot.id), **reply_reference(original)},
        )

    def named(self, interaction: Interaction, message_id: str) -> Message:
        """A message this token may touch: its answers, and the message it was pressed on."""
        if message_id == "@original":
            found = self._message(interaction, interaction.response_id)
        else:
            found = self._message(interaction, message_id)
            if found is not None and not _belongs(interaction, found):
                found = None
        if found is None:
            raise ApiError(Problem.UNKNOWN_MESSAGE)
        return found

    def edit(
        self, interaction: Interaction, message: Message, body: Json, files: Sequence[Picture]
    ) -> Message:
        if message.flags & LOADING:
            return self._fill(interaction, message, body, files)
        return self._messages.edit(interaction.channel, message, body, files)

    def delete(self, interaction: Interaction, message: Message) -> None:
        self._messages.delete(interaction.channel, message)
        if message.flags & LOADING:
            self._interactions.acknowledge(interaction, Reply.DEFERRED_MESSAGE, "done")

    def _respond(self, interaction: Interaction, data: Json, files: Sequence[Picture]) -> Message:
        interaction.ephemeral = bool(int(data.get("flags") or 0) & EPHEMERAL)
        source = self._message(interaction, interaction.message_id)
        return self._messages.create(
            interaction.channel,
            self._world.bot,
            data,
            files,
            viewer=interaction.member.user.id if interaction.ephemeral else None,
            extra={**authored(interaction, self._world.bot.id), **reply_reference(source)},
        )

    def _think(self, interaction: Interaction, data: Json) -> Message:
        flags = int(data.get("flags") or 0) & EPHEMERAL
        interaction.ephemeral = bool(flags)
        source = self._message(interaction, interaction.message_id)
        return self._messages.create(
            interaction.channel,
            self._world.bot,
            {"flags": flags | LOADING},
            viewer=interaction.member.user.id if flags else None,
            extra={**authored(interaction, self._world.bot.id), **reply_reference(source)},
            unchecked=True,
        )

    def _fill(
        self, interaction: Interaction, message: Message, body: Json, files: Sequence[Picture]
    ) -> Message:
        filled = self._messages.edit(interaction.channel, message, body, files, quiet_edit=True)
        self._interactions.acknowledge(interaction, Reply.DEFERRED_MESSAGE, "done")
        return filled

    def _update(self, interaction: Interaction, data: Json, files: Sequence[Picture]) -> Message:
        message = self._source(interaction)
        return self._messages.edit(interaction.channel, message, data, files)

    def _source(self, interaction: Interaction) -> Message:
        message = self._message(interaction, interaction.message_id)
        if message is None:
            raise ApiError(Problem.UNKNOWN_MESSAGE)
        return message

    def _message(self, interaction: Interaction, message_id: str | None) -> Message | None:
        if message_id is None:
            return None
        return interaction.channel.messages.get(message_id)


def _reply_type(interaction: Interaction, value: Any) -> Reply:
    allowed = ALLOWED[interaction.kind]
    if interaction.kind is Kind.MODAL and interaction.message_id is None:
        # A form opened by a command has no message to update.
        allowed = (Reply.MESSAGE, Reply.DEFERRED_MESSAGE)
    if value not in allowed:
        findings = Findings()
        findings.one_of(("type",), [int(reply) for reply in allowed])
        findings.refuse_if_any()
    return Reply(value)


def _choices(data: Json) -> list[Json]:
    findings = Findings()
    choices = data.get("choices")
    if not isinstance(choices, list):
        findings.required(("choices",))
        choices = []
    findings.size(("choices",), len(choices), "autocomplete.choices")
    for index, choice in enumerate(choices):
        path = ("choices", index)
        findings.text((*path, "name"), choice.get("name"), "choice.name")
        if isinstance(choice.get("value"), str):
            findings.text((*path, "value"), choice["value"], "choice.value")
        elif choice.get("value") is None:
            findings.required((*path, "value"))
    findings.refuse_if_any()
    return choices


def _belongs(interaction: Interaction, message: Message) -> bool:
    if message.id in (interaction.response_id, interaction.message_id):
        return True
    answered = message.data.get("interaction_metadata") or {}
    return bool(answered.get("id") == interaction.id)
