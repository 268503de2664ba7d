"""The conversation, step by step: all that the bot lives by, and the refusals it must know.

A step's name is in the transcript and is what a person reads. Views are built, stopped and sent:
the probe keeps none, as the bot keeps none.
"""

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import ui
from discord.http import Route

from .probe import CannotAct, Ear, FillIn, Hands, Press, Talk, Type, connected
from .transcript import Entry, Json

COMMAND: Any = {
    "name": "probe",
    "description": "One step of a conversation that is being recorded",
    "options": [{"type": 3, "name": "word", "description": "A word, where one is asked for"}],
}
NOBODY = 1  # an id that nothing has
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"


def board(count: int) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=0x2E7D32)
    box.add_item(ui.TextDisplay(f"## Probe {count}"))
    secret: ui.Button[Any] = ui.Button(label="Private", custom_id="private")
    box.add_item(ui.Section(ui.TextDisplay("A section"), accessory=secret))
    box.add_item(ui.Separator(spacing=discord.SeparatorSpacing.large))
    buttons: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    green = discord.ButtonStyle.success
    buttons.add_item(ui.Button(label=f"Count {count}", custom_id="count", style=green, emoji="🂡"))
    buttons.add_item(ui.Button(label="Later", custom_id="later"))
    buttons.add_item(ui.Button(label="Form", custom_id="form"))
    buttons.add_item(ui.Button(label="Closed", custom_id="closed", disabled=True))
    box.add_item(buttons)
    options = [discord.SelectOption(label=word.title(), value=word) for word in ("one", "two")]
    menu: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    menu.add_item(ui.Select(custom_id="menu", placeholder="Choose", options=options))
    view.add_item(box)
    view.add_item(menu)
    view.stop()
    return view


def form() -> ui.Modal:
    modal = ui.Modal(title="A form", custom_id="form")
    field: ui.TextInput[Any] = ui.TextInput(custom_id="field", placeholder="Anything", max_length=9)
    modal.add_item(ui.Label(text="A word", component=field))
    modal.stop()
    return modal


def refused() -> contextlib.suppress:
    """What Discord should refuse. Whether it does is for the comparison to see."""
    return contextlib.suppress(discord.HTTPException)


async def answer_raw(talk: Talk, asked: discord.Interaction[Any], body: Json) -> None:
    """An answer that discord.py would not let us send, and Discord will refuse."""
    route = Route("POST", CALLBACK, interaction_id=asked.id, interaction_token=asked.token)
    with refused():
        await talk.probe.http.request(route, json=body)


# Before the connection is cut


async def answer_a_command(talk: Talk) -> None:
    asked = await talk.ask(Type("hello"))
    await asked.response.send_message("Hello back")
    await answer_raw(talk, asked, {"type": 4, "data": {"content": "Hello again"}})
    await asked.original_response()
    await asked.edit_original_response(content="Hello, better")
    await asked.delete_original_response()


async def follow_an_answer(talk: Talk) -> None:
    asked = await talk.ask(Type())
    await asked.response.send_message("To be followed")
    more = await asked.followup.send("A follow-up", wait=True)
    await more.edit(content="A follow-up, edited")
    await more.delete()
    with refused():
        await more.edit(content="A follow-up that is gone")


async def think_first(talk: Talk) -> None:
    asked = await talk.ask(Type())
    await asked.response.defer(thinking=True)
    await asked.edit_original_response(content="Thought")


async def think_in_private(talk: Talk) -> None:
    asked = await talk.ask(Type())
    await asked.response.defer(thinking=True, ephemeral=True)
    await asked.followup.send("Thought in private", ephemeral=True)


async def post_a_board(talk: Talk) -> None:
    message = await talk.channel.send(view=board(1))
    talk.board = message.id
    await message.edit(view=board(2))
    await talk.channel.fetch_message(message.id)


async def redraw_as_the_answer(talk: Talk) -> None:
    pressed = await talk.ask(Press(talk.board, "count", "Count 2"))
    await pressed.response.edit_message(view=board(3))


async def redraw_through_the_token(talk: Talk) -> None:
    pressed = await talk.ask(Press(talk.board, "later", "Later"))
    await pressed.response.defer()
    await pressed.edit_original_response(view=board(4))


async def answer_in_private(talk: Talk) -> None:
    pressed = await talk.ask(Press(talk.board, "private", "Private"))
    await pressed.response.send_message("Only you see this", ephemeral=True)
    private = await pressed.original_response()
    with refused():
        await talk.channel.fetch_message(private.id)


async def choose_from_a_menu(talk: Talk) -> None:
    chosen = await talk.ask(Press(talk.board, "menu", "Choose", choice="one"))
    broken = {"type": 1, "components": [{"type": 2, "style": 1}]}
    await answer_raw(talk, chosen, {"type": 7, "data": {"components": [broken]}})
    await chosen.response.defer()


async def open_and_send_a_form(talk: Talk) -> None:
    pressed = await talk.ask(Press(talk.board, "form", "Form"))
    await pressed.response.send_modal(form())
    sent = await talk.ask(FillIn("field"))
    await sent.response.edit_message(view=board(5))


# After it


async def press_what_an_earlier_connection_sent(talk: Talk) -> None:
    pressed = await talk.ask(Press(talk.board, "count", "Count 5"))
    await pressed.response.edit_message(view=board(6))


async def touch_what_was_deleted(talk: Talk) -> None:
    message = talk.channel.get_partial_message(talk.board)
    await message.delete()
    with refused():
        await message.edit(view=board(7))
    with refused():
        await message.fetch()
    with refused():
        await message.delete()


async def ask_for_nonsense(talk: Talk) -> None:
    answer = {"interaction_id": NOBODY, "interaction_token": "nobody"}
    hook = {"webhook_id": _me(talk), "webhook_token": "nobody"}
    nonsense: tuple[tuple[str, str, Json, Json], ...] = (
        (
            "POST",
            "/channels/{channel_id}/messages",
            {"channel_id": talk.channel.id},
            {"content": ""},
        ),
        ("GET", "/channels/{channel_id}", {"channel_id": NOBODY}, {}),
        ("POST", CALLBACK, answer, {"type": 6}),
        ("POST", "/webhooks/{webhook_id}/{webhook_token}", hook, {"content": "Nobody"}),
    )
    for method, path, ids, body in nonsense:
        given: Any = {"json": body} if body else {}
        with refused():
            await talk.probe.http.request(Route(method, path, **ids), **given)


Step = Callable[[Talk], Awaitable[None]]
BEFORE: tuple[Step, ...] = (
    answer_a_command,
    follow_an_answer,
    think_first,
    think_in_private,
    post_a_board,
    redraw_as_the_answer,
    redraw_through_the_token,
    answer_in_private,
    choose_from_a_menu,
    open_and_send_a_form,
)
AFTER: tuple[Step, ...] = (
    press_what_an_earlier_connection_sent,
    touch_what_was_deleted,
    ask_for_nonsense,
)


async def hold(
    token: str, guild: int, channel: int, hands: Hands, patience: float | None = None
) -> list[Entry]:
    """The whole conversation. The command is there only while it lasts."""
    ear = Ear(token, guild, channel)
    talk = Talk(ear, channel, hands, patience)
    async with connected(ear, token) as talk.probe:
        check_place(talk.probe, guild, channel)
        ear.step = "register the command"
        command = await talk.probe.http.upsert_guild_command(_me(talk), guild, COMMAND)
        try:
            await take(BEFORE, talk)
        except BaseException:
            await _remove(talk, guild, command)
            raise
    ear.step = "connect again"
    async with connected(ear, token) as talk.probe:
        try:
            await take(AFTER, talk)
        finally:
            await _remove(talk, guild, command)
    return ear.entries


async def _remove(talk: Talk, guild: int, command: Any) -> None:
    talk.ear.step = "remove the command"
    await talk.probe.http.delete_guild_command(_me(talk), guild, int(command["id"]))


def _me(talk: Talk) -> int:
    assert talk.probe.application_id is not None, "the probe has not logged in"
    return talk.probe.application_id


async def take(steps: tuple[Step, ...], talk: Talk) -> None:
    for step in steps:
        talk.ear.step = step.__name__.replace("_", " ")
        # What fails is seen in the transcript, and the next step may still go well.
        with contextlib.suppress(discord.HTTPException, CannotAct, TimeoutError):
            await step(talk)


class NoPlace(Exception):
    """The probe can't speak where it was told to; the message says why."""


def check_place(probe: discord.Client, guild: int, channel: int) -> None:
    server = probe.get_guild(guild)
    if server is None:
        raise NoPlace(f"The bot is in no server {guild}: invite it there first.")
    place = server.get_channel(channel)
    if not isinstance(place, discord.TextChannel):
        raise NoPlace(f"The server has no text channel {channel} that the bot can see.")
    rights = place.permissions_for(server.me)
    if not (rights.send_messages and rights.read_message_history):
        raise NoPlace("The bot may not send messages and read the history in that channel.")
