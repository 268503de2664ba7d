"""Drives a member from a test: `await standin.member(id).press(message_id, "hit")`.

Every call sends the interaction and waits until the bot has acknowledged it or the 3 seconds are
over. What a client would not allow raises `Impossible`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.standin.acting import Acting
from bot.standin.core import Core
from bot.standin.interactions import Interaction, Reply
from bot.standin.invocations import Impossible, command_named, leaves, option_tree
from bot.standin.wire import Json

# Real seconds until a silent bot is a bug of the test: the 3 s run on the stand-in's clock.
PATIENCE = 10.0


class Result:
    """What a member sees of the bot's answer. `message` is always its newest state."""

    def __init__(self, core: Core, interaction: Interaction) -> None:
        self._core = core
        self.interaction = interaction

    def __repr__(self) -> str:
        return f"<Result {self.kind} error={self.error} message={self.message}>"

    @property
    def kind(self) -> str:
        """message, ephemeral, update, deferred_update, modal, failed or autocomplete."""
        reply = self.interaction.reply
        if reply is None:
            return "failed"
        if reply in (Reply.MESSAGE, Reply.DEFERRED_MESSAGE):
            return "ephemeral" if self.interaction.ephemeral else "message"
        return reply.name.lower()

    @property
    def message(self) -> Json | None:
        message_id = self.interaction.response_id
        found = self.interaction.channel.messages.get(message_id or "")
        return found.data if found else None

    @property
    def modal(self) -> Json | None:
        return self.interaction.modal

    @property
    def choices(self) -> list[Json] | None:
        return self.interaction.choices

    @property
    def error(self) -> str | None:
        return self.interaction.error

    async def settled(self, timeout: float = 20.0) -> "Result":  # noqa: ASYNC109
        """Waits until a "thinking" answer has been replaced."""
        await self._core.waiting.until(lambda: self.interaction.settled, timeout)
        return self


class MemberDriver:
    def __init__(self, core: Core, user_id: str) -> None:
        self._core = core
        self._acting = Acting(core, user_id)
        self.user_id = user_id

    async def command(
        self, channel_id: str | int, name: str, /, *path: str, **options: Any
    ) -> Result:
        """`await ada.command(channel, "table", "join", bet=5)`."""
        tree = option_tree(self._registered(channel_id, name), path, options)
        return await self._answered(self._acting.command(str(channel_id), name, tree))

    async def menu(self, channel_id: str | int, name: str, target_id: str | int) -> Result:
        """A command of a member's or a message's context menu."""
        target = str(target_id)
        return await self._answered(
            self._acting.command(str(channel_id), name, [], target_id=target)
        )

    async def press(self, message_id: str | int, custom_id: str) -> Result:
        return await self._answered(self._acting.press(str(message_id), custom_id))

    async def select(
        self, message_id: str | int, custom_id: str, values: Sequence[str | int]
    ) -> Result:
        chosen = [str(value) for value in values]
        return await self._answered(self._acting.select(str(message_id), custom_id, chosen))

    async def submit(self, form: Result, values: Mapping[str, Any] | None = None) -> Result:
        """Fills in the form of an earlier result; fields left out keep what is in them."""
        return await self._answered(self._acting.fill_in(form.interaction, values or {}))

    async def autocomplete(
        self,
        channel_id: str | int,
        name: str,
        /,
        *path: str,
        focused: tuple[str, Any],
        **options: Any,
    ) -> list[Json]:
        """The choices offered while the member types `focused` = (option, text so far)."""
        command = self._registered(channel_id, name)
        tree = option_tree(command, path, {**options, focused[0]: focused[1]})
        for leaf in leaves(tree):
            if leaf["name"] == focused[0]:
                leaf["focused"] = True
        result = await self._answered(self._acting.autocomplete(str(channel_id), name, tree))
        return result.choices or []

    def say(self, channel_id: str | int, content: str) -> Json:
        return self._acting.say(str(channel_id), content).data

    def delete(self, message_id: str | int) -> None:
        self._acting.delete(str(message_id))

    def dismiss(self, message_id: str | int) -> None:
        self._acting.dismiss(str(message_id))

    def _registered(self, channel_id: str | int, name: str) -> Json:
        guild, channel, member = self._acting.place(str(channel_id))
        return command_named(self._core.world.application, guild, channel, member, name)

    async def _answered(self, interaction: Interaction) -> Result:
        try:
            await self._core.waiting.until(lambda: interaction.state != "sent", PATIENCE)
        except TimeoutError as error:
            raise Impossible("no answer, and the stand-in's clock stands still") from error
        return Result(self._core, interaction)
