"""Interactions: what a member does, sent to the bot, and what the bot makes of it.

The life of one: `sent` to the bot, then acknowledged once within 3 seconds (or `failed`), then
open to follow-ups through its token for 15 minutes. Docs: interactions/receiving-and-responding.
"""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

from bot.standin.clock import Clock
from bot.standin.errors import ApiError, Problem
from bot.standin.events import Events
from bot.standin.limits import LIMITS
from bot.standin.permissions import channel_permissions
from bot.standin.shapes import acting_member_shape, channel_shape, user_shape
from bot.standin.snowflakes import Snowflakes
from bot.standin.wire import Json
from bot.standin.world import Channel, Guild, Member, Message, World

KEPT = 5_000  # interactions remembered; older ones are forgotten like an expired token
NO_ANSWER = "The application did not respond"


class Kind(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Reply(IntEnum):
    PONG = 1
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    AUTOCOMPLETE = 8
    MODAL = 9


@dataclass
class Interaction:
    """One act of a member. `message_id` is the message whose component was used, if any."""

    id: str
    token: str
    kind: Kind
    guild: Guild
    channel: Channel
    member: Member
    data: Json
    created: int
    name: str | None = None
    message_id: str | None = None
    opened_by: "Interaction | None" = None
    state: str = "sent"
    reply: Reply | None = None
    error: str | None = None
    response_id: str | None = None
    ephemeral: bool = False
    modal: Json | None = None
    choices: list[Json] | None = None
    watchers: list[Callable[["Interaction"], None]] = field(default_factory=list)

    @property
    def settled(self) -> bool:
        return self.state not in ("sent", "thinking")

    def enter(self, state: str) -> None:
        self.state = state
        for watcher in list(self.watchers):
            watcher(self)

    def metadata(self) -> Json:
        """`interaction_metadata` of the messages that answer this interaction."""
        shape: Json = {
            "id": self.id,
            "type": int(self.kind),
            "user": user_shape(self.member.user),
            "authorizing_integration_owners": {"0": self.guild.id},
        }
        if self.name:
            shape["name"] = self.name
        if self.kind is Kind.COMPONENT:
            shape["interacted_message_id"] = self.message_id
        if self.kind is Kind.MODAL and self.opened_by:
            shape["triggering_interaction_metadata"] = self.opened_by.metadata()
        return shape


class Interactions:
    def __init__(
        self,
        world: World,
        clock: Clock,
        ids: Snowflakes,
        events: Events,
        send: Callable[[Guild, Json], bool],
    ) -> None:
        self._world = world
        self._clock = clock
        self._ids = ids
        self._events = events
        self._send = send
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._deadlines: set[asyncio.Task[None]] = set()

    def open(
        self,
        kind: Kind,
        guild: Guild,
        channel: Channel,
        member: Member,
        data: Json,
        *,
        name: str | None = None,
        message: Message | None = None,
        opened_by: Interaction | None = None,
        watcher: Callable[[Interaction], None] | None = None,
    ) -> Interaction:
        """Sends the act to the bot; with no bot connected it fails at once."""
        interaction = Interaction(
            self._ids.next(),
            secrets.token_urlsafe(48),
            kind,
            guild,
            channel,
            member,
            data,
            self._clock.now(),
            name=name,
            message_id=message.id if message else None,
            opened_by=opened_by,
            watchers=[watcher] if watcher else [],
        )
        self._remember(interaction)
        interaction.enter("sent")
        if self._send(guild, self._payload(interaction, message)):
            self._watch_deadline(interaction)
        else:
            self.fail(interaction, NO_ANSWER)
        return interaction

    def find(self, interaction_id: str) -> Interaction | None:
        return self._by_id.get(interaction_id)

    def to_acknowledge(self, interaction_id: str, token: str) -> Interaction:
        """The interaction a callback names, if it may still be acknowledged."""
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise ApiError(Problem.UNKNOWN_INTERACTION)
        if interaction.reply is not None:
            raise ApiError(Problem.ALREADY_ACKNOWLEDGED)
        if self._age(interaction) > LIMITS["interaction.ack_ms"].high:
            raise ApiError(Problem.UNKNOWN_INTERACTION)
        _check_channel(interaction)
        return interaction

    def by_token(self, application_id: str, token: str) -> Interaction:
        """The interaction a webhook route names, if it was acknowledged and is still open."""
        interaction = self._by_token.get(token)
        if application_id != self._world.application.id:
            raise ApiError(Problem.UNKNOWN_WEBHOOK)
        if interaction is None or self._age(interaction) > LIMITS["interaction.token_ms"].high:
            raise ApiError(Problem.INVALID_WEBHOOK_TOKEN)
        if interaction.reply is None:
            raise ApiError(Problem.UNKNOWN_WEBHOOK)
        _check_channel(interaction)
        return interaction

    def acknowledge(self, interaction: Interaction, reply: Reply, state: str) -> None:
        interaction.reply = reply
        interaction.enter(state)
        self._events.changed()

    def fail(self, interaction: Interaction, error: str) -> None:
        interaction.error = error
        interaction.enter("failed")
        self._events.changed()

    def close(self) -> None:
        for task in self._deadlines:
            task.cancel()

    def _age(self, interaction: Interaction) -> int:
        return self._clock.now() - interaction.created

    def _remember(self, interaction: Interaction) -> None:
        self._by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        if len(self._by_id) > KEPT:
            oldest = self._by_id.pop(next(iter(self._by_id)))
            self._by_token.pop(oldest.token, None)

    def _watch_deadline(self, interaction: Interaction) -> None:
        task = asyncio.create_task(self._deadline(interaction))
        self._deadlines.add(task)
        task.add_done_callback(self._deadlines.discard)

    async def _deadline(self, interaction: Interaction) -> None:
        await self._clock.sleep(LIMITS["interaction.ack_ms"].high / 1000)
        if interaction.reply is None:
            self.fail(interaction, NO_ANSWER)

    def _payload(self, interaction: Interaction, message: Message | None) -> Json:
        guild, channel = interaction.guild, interaction.channel
        bot = guild.members.get(self._world.bot.id)
        app_permissions = channel_permissions(guild, channel, bot) if bot else 0
        member_permissions = channel_permissions(guild, channel, interaction.member)
        payload: Json = {
            "id": interaction.id,
            "application_id": self._world.application.id,
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "guild_id": guild.id,
            "guild": {"id": guild.id, "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "locale": "en-US",
            "channel_id": channel.id,
            "channel": {**channel_shape(channel), "permissions": str(member_permissions)},
            "member": acting_member_shape(guild, channel, interaction.member),
            "app_permissions": str(app_permissions),
            "entitlements": [],
            "authorizing_integration_owners": {"0": guild.id},
            "context": 0,
            "attachment_size_limit": LIMITS["attachment.bytes"].high,
        }
        if message is not None:
            payload["message"] = message.data
        return payload


def _check_channel(interaction: Interaction) -> None:
    """The channel may have been deleted since."""
    if interaction.channel.id not in interaction.guild.channels:
        raise ApiError(Problem.UNKNOWN_CHANNEL)


def authored(interaction: Interaction, application_id: str) -> Json:
    """What a message carries because it answers an interaction."""
    extra: Json = {
        "webhook_id": application_id,
        "application_id": application_id,
        "interaction_metadata": interaction.metadata(),
    }
    if interaction.kind is Kind.COMMAND:
        extra["type"] = 20 if interaction.data.get("type", 1) == 1 else 23
        extra["interaction"] = {
            "id": interaction.id,
            "type": int(interaction.kind),
            "name": interaction.name,
            "user": user_shape(interaction.member.user),
        }
    return extra


def reply_reference(message: Message | None) -> Json:
    """A follow-up shows as a reply to the message it follows."""
    if message is None:
        return {}
    return {
        "type": 19,
        "message_reference": {
            "type": 0,
            "message_id": message.id,
            "channel_id": message.data["channel_id"],
        },
    }
