"""A hikari bot with seven small commands. It prints one line a step, in the same words as
conversation.mjs, and writes to stderr whatever hikari complains about.

Usage: python conversation.py <address of the API> <token>
"""

import logging
import re
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import hikari
from hikari.impl import special_endpoints as build

UNKNOWN = re.compile("unknown|unrecognised|unexpected|discarding", re.IGNORECASE)


class Complaints(logging.Handler):
    """Warnings, and what hikari only mentions in passing: things it did not know."""

    def emit(self, record: logging.LogRecord) -> None:
        words = self.format(record)
        # Its rate limiter calls a bucket UNKNOWN until the first answer has named it.
        passing = record.name != "hikari.ratelimits" and UNKNOWN.search(words)
        if record.levelno >= logging.WARNING or passing:
            print(f"{record.name}: {words}", file=sys.stderr, flush=True)


def say(step: str, words: object) -> None:
    print(f"{step}: {words}", flush=True)


def commands() -> list[build.SlashCommandBuilder]:
    described = {
        "hello": "Greets somebody",
        "counter": "Counts presses",
        "slow": "Thinks first",
        "form": "Asks for an amount",
        "layout": "Shows Components V2",
        "post": "Posts, edits and deletes",
        "bye": "Ends the conversation",
    }
    built = {name: build.SlashCommandBuilder(name, words) for name, words in described.items()}
    who = hikari.CommandOption(
        type=hikari.OptionType.USER, name="who", description="Whom", is_required=True
    )
    built["hello"].add_option(who)
    return list(built.values())


def more(count: int) -> build.MessageActionRowBuilder:
    row = build.MessageActionRowBuilder()
    row.add_interactive_button(hikari.ButtonStyle.PRIMARY, f"count:{count}", label="More")
    return row


def layout(title: str) -> build.ContainerComponentBuilder:
    again = build.InteractiveButtonBuilder(
        style=hikari.ButtonStyle.PRIMARY, custom_id="again", label="Again"
    )
    section = build.SectionComponentBuilder(accessory=again)
    section.add_text_display(title)
    container = build.ContainerComponentBuilder(accent_color=hikari.Color(0x2ECC71))
    container.add_component(section)
    container.add_separator()
    container.add_text_display("the end")
    return container


def title_of(message: hikari.Message) -> Any:
    parts: Any = message.components
    return parts[0].components[0].components[0].content


CALLBACK = hikari.ResponseType
bot: hikari.GatewayBot


async def hello(interaction: Any) -> None:
    who = interaction.resolved.members[hikari.Snowflake(interaction.options[0].value)]
    await interaction.create_initial_response(CALLBACK.MESSAGE_CREATE, f"Hello {who.display_name}!")
    say("hello", f"{interaction.member.display_name} greets {who.display_name}")


async def counter(interaction: Any) -> None:
    answer = await interaction.create_initial_response(
        CALLBACK.MESSAGE_CREATE, "0", component=more(0)
    )
    say("counter", f"shows {answer.resource.message.content}")


async def count(interaction: Any) -> None:
    now = int(interaction.message.content) + 1
    await interaction.create_initial_response(
        CALLBACK.MESSAGE_UPDATE, str(now), component=more(now)
    )
    say("counter", f"{now} after {interaction.member.display_name}")


async def slow(interaction: Any) -> None:
    await interaction.create_initial_response(CALLBACK.DEFERRED_MESSAGE_CREATE)
    say("slow", "deferred")
    edited = await interaction.edit_initial_response("done")
    say("slow", f"edited to {edited.content}")
    extra = await interaction.execute("psst", flags=hikari.MessageFlag.EPHEMERAL)
    say("slow", f"followed by {extra.content}")


async def form(interaction: Any) -> None:
    # hikari 2.7 knows the old form only: a row with a text input that carries its own label.
    row = build.ModalActionRowBuilder()
    row.add_text_input("amount", "How many?")
    await interaction.create_modal_response("An amount", "amounts", component=row)
    say("form", "opened")


async def amounts(interaction: Any) -> None:
    given = interaction.components[0].components[0].value
    await interaction.create_initial_response(CALLBACK.MESSAGE_CREATE, f"You said {given}.")
    say("form", f"{interaction.member.display_name} said {given}")


async def show_layout(interaction: Any) -> None:
    answer = await interaction.create_initial_response(
        CALLBACK.MESSAGE_CREATE,
        component=layout("one"),
        flags=hikari.MessageFlag.IS_COMPONENTS_V2,
    )
    parts = answer.resource.message.components[0].components
    say("layout", "shows " + " ".join(str(int(part.type)) for part in parts))


async def again(interaction: Any) -> None:
    before = title_of(interaction.message)
    await interaction.create_initial_response(CALLBACK.DEFERRED_MESSAGE_UPDATE)
    edited = await interaction.edit_initial_response(component=layout("two"))
    say("layout", f"{before} became {title_of(edited)}")


async def post(interaction: Any) -> None:
    await interaction.create_initial_response(
        CALLBACK.DEFERRED_MESSAGE_CREATE, flags=hikari.MessageFlag.EPHEMERAL
    )
    card = hikari.Bytes(b"an ace", "card.txt")
    message = await bot.rest.create_message(interaction.channel_id, "first", attachment=card)
    file = message.attachments[0]
    say("post", f"{message.content}, with {file.filename} of {file.size} bytes")
    say("post", (await message.edit("second")).content)
    await message.delete()
    say("post", "deleted")
    await interaction.edit_initial_response("posted")


async def bye(interaction: Any) -> None:
    await interaction.create_initial_response(CALLBACK.MESSAGE_CREATE, "Bye!")
    say("bye", "leaving")
    await bot.close()


ACTS: dict[str, Callable[[Any], Awaitable[None]]] = {
    "hello": hello,
    "counter": counter,
    "count": count,
    "slow": slow,
    "form": form,
    "amounts": amounts,
    "layout": show_layout,
    "again": again,
    "post": post,
    "bye": bye,
}


async def on_started(event: hikari.StartedEvent) -> None:
    user, application = bot.get_me(), await bot.rest.fetch_application()
    assert user is not None
    server = next(iter(bot.cache.get_guilds_view().values()))
    say("ready", f"{user.username} in {server.name}")
    registered = await bot.rest.set_application_commands(application, commands())
    say("commands", " ".join(sorted(command.name for command in registered)))


async def on_interaction(event: hikari.InteractionCreateEvent) -> None:
    interaction: Any = event.interaction
    name = getattr(interaction, "command_name", None) or interaction.custom_id.split(":")[0]
    await ACTS[name](interaction)


async def on_channel(event: hikari.GuildChannelCreateEvent) -> None:
    say("replayed", f"#{event.channel.name} is new")


async def on_resumed(event: hikari.ShardResumedEvent) -> None:
    say("resumed", f"shard {event.shard.id}")


def main(api: str, token: str) -> None:
    global bot
    logging.getLogger("hikari").setLevel(logging.DEBUG)
    logging.getLogger().addHandler(Complaints())
    bot = hikari.GatewayBot(
        token,
        rest_url=api,
        intents=hikari.Intents.GUILDS,
        banner=None,
        logs=None,
        suppress_optimization_warning=True,
    )
    for event, listener in (
        (hikari.StartedEvent, on_started),
        (hikari.InteractionCreateEvent, on_interaction),
        (hikari.GuildChannelCreateEvent, on_channel),
        (hikari.ShardResumedEvent, on_resumed),
    ):
        bot.subscribe(event, listener)
    bot.run(check_for_updates=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
