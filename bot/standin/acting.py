"""What members do, whoever drives them: a test or the page. Checked like a Discord client does."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.standin.core import Core
from bot.standin.events import Event
from bot.standin.forms import check_submission, fill
from bot.standin.interactions import Interaction, Kind
from bot.standin.invocations import (
    Impossible,
    check_options,
    command_data,
    command_named,
    leaves,
    press_data,
    resolved,
    select_data,
)
from bot.standin.limits import LIMITS
from bot.standin.permissions import Permission, can, can_send
from bot.standin.wire import Json
from bot.standin.world import Channel, Guild, Member, Message

Watcher = Callable[[Interaction], None]


class InvalidInput(Impossible):
    """The member's client marks these inputs and sends nothing."""

    def __init__(self, errors: Json) -> None:
        super().__init__(str(errors))
        self.errors = errors


class Acting:
    """One member at work."""

    def __init__(self, core: Core, user_id: str) -> None:
        self._core = core
        self.user_id = user_id

    def place(self, channel_id: str) -> tuple[Guild, Channel, Member]:
        """The channel, if the member is in its server and can see it."""
        found = self._core.world.channel(str(channel_id))
        if found is None:
            raise Impossible(f"there is no channel {channel_id}")
        guild, channel = found
        member = guild.members.get(self.user_id)
        if guild.unavailable:
            raise Impossible(f"{guild.name} is not available")
        if member is None or not can(guild, channel, member, Permission.VIEW_CHANNEL):
            raise Impossible(f"{self.user_id} cannot see channel {channel_id}")
        return guild, channel, member

    def message(self, message_id: str) -> tuple[Guild, Channel, Member, Message]:
        found = self._core.world.message(str(message_id))
        if found is None or not found[2].seen_by(self.user_id):
            raise Impossible(f"{self.user_id} sees no message {message_id}")
        return (*self.place(found[1].id), found[2])

    def command(
        self,
        channel_id: str,
        name_or_id: str,
        options: list[Json],
        *,
        target_id: str | None = None,
        watcher: Watcher | None = None,
    ) -> Interaction:
        """A slash command, or with `target_id` a command of a member's or message's menu."""
        guild, channel, member = self.place(channel_id)
        command = command_named(self._core.world.application, guild, channel, member, name_or_id)
        if errors := check_options(command, options):
            raise InvalidInput(errors)
        data = command_data(command, guild, channel, member, options)
        if command["type"] != 1:
            data |= self._target(command, guild, channel, member, str(target_id))
        return self._core.interactions.open(
            Kind.COMMAND,
            guild,
            channel,
            member,
            data,
            name=_full_name(command["name"], options),
            watcher=watcher,
        )

    def _target(
        self, command: Json, guild: Guild, channel: Channel, member: Member, target_id: str
    ) -> Json:
        if command["type"] == 2:
            found = resolved(guild, channel, member, [target_id])
        else:
            found = {"messages": {target_id: self.message(target_id)[3].data}}
        return {"target_id": target_id, "resolved": found}

    def autocomplete(
        self,
        channel_id: str,
        name_or_id: str,
        options: list[Json],
        watcher: Watcher | None = None,
    ) -> Interaction:
        guild, channel, member = self.place(channel_id)
        command = command_named(self._core.world.application, guild, channel, member, name_or_id)
        focused = [leaf for leaf in leaves(options) if leaf.get("focused")]
        if not focused:
            raise Impossible("no option is focused")
        for leaf in focused:  # what is still being typed is text, also where a number is wanted
            leaf["value"] = str(leaf["value"])
        if errors := check_options(command, options, partial=True):
            raise InvalidInput(errors)
        return self._core.interactions.open(
            Kind.AUTOCOMPLETE,
            guild,
            channel,
            member,
            command_data(command, guild, channel, member, options),
            name=command["name"],
            watcher=watcher,
        )

    def press(self, message_id: str, custom_id: str, watcher: Watcher | None = None) -> Interaction:
        guild, channel, member, message = self.message(message_id)
        return self._core.interactions.open(
            Kind.COMPONENT,
            guild,
            channel,
            member,
            press_data(message, custom_id),
            message=message,
            watcher=watcher,
        )

    def select(
        self,
        message_id: str,
        custom_id: str,
        values: Sequence[str],
        watcher: Watcher | None = None,
    ) -> Interaction:
        guild, channel, member, message = self.message(message_id)
        chosen = [str(value) for value in values]
        return self._core.interactions.open(
            Kind.COMPONENT,
            guild,
            channel,
            member,
            select_data(message, custom_id, chosen, guild, channel, member),
            message=message,
            watcher=watcher,
        )

    def submit(
        self, opener: Interaction, components: list[Json], watcher: Watcher | None = None
    ) -> Interaction:
        """Sends in the form that `opener` was answered with."""
        if opener.modal is None:
            raise Impossible("that interaction was not answered with a form")
        if opener.member.user.id != self.user_id:
            raise Impossible("the form was opened for somebody else")
        if errors := check_submission(opener.modal, components):
            raise InvalidInput(errors)
        guild, channel, member = self.place(opener.channel.id)
        source = channel.messages.get(opener.message_id or "")
        data: Json = {"custom_id": opener.modal["custom_id"], "components": components}
        if chosen := _chosen_ids(components):
            data["resolved"] = resolved(guild, channel, member, chosen)
        return self._core.interactions.open(
            Kind.MODAL,
            guild,
            channel,
            member,
            data,
            message=source,
            opened_by=opener,
            watcher=watcher,
        )

    def fill_in(
        self, opener: Interaction, values: Mapping[str, Any], watcher: Watcher | None = None
    ) -> Interaction:
        if opener.modal is None:
            raise Impossible("that interaction was not answered with a form")
        return self.submit(opener, fill(opener.modal, values), watcher)

    def say(self, channel_id: str, content: str) -> Message:
        guild, channel, member = self.place(channel_id)
        if not can_send(guild, channel, member) or channel.archived:
            raise Impossible(f"{member.user.username} may not write in #{channel.name}")
        most = LIMITS["message.content"].high
        if not content.strip() or len(content) > most:
            raise Impossible(f"a message has 1 to {most} characters")
        return self._core.messages.create(channel, member.user, {"content": content})

    def delete(self, message_id: str) -> None:
        guild, channel, member, message = self.message(message_id)
        own = message.data["author"]["id"] == self.user_id
        if not own and not can(guild, channel, member, Permission.MANAGE_MESSAGES):
            raise Impossible(f"{member.user.username} may not delete that message")
        self._core.messages.delete(channel, message)

    def dismiss(self, message_id: str) -> None:
        """Takes an ephemeral message off the member's screen."""
        _, channel, _, message = self.message(message_id)
        if message.viewer is None:
            raise Impossible("only ephemeral messages can be dismissed")
        self._core.messages.delete(channel, message)

    def typing(self, channel_id: str) -> None:
        guild, channel, member = self.place(channel_id)
        data = {"channel_id": channel.id, "guild_id": guild.id, "user_id": member.user.id}
        self._core.events.tell(Event("TYPING_START", data, guild, channel))


def _full_name(name: str, options: Sequence[Json]) -> str:
    """ "table join" for a sub-command, as Discord shows it above the answer."""
    if options and options[0]["type"] in (1, 2):
        return f"{name} {_full_name(options[0]['name'], options[0].get('options') or [])}"
    return name


def _chosen_ids(components: Sequence[Json]) -> list[str]:
    fields = [c.get("component") or {} for c in components]
    return [key for f in fields if f.get("type") in (5, 6, 7, 8) for key in f.get("values") or []]
