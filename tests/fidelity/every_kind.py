"""A bot that is asked in every way Discord knows: what our own bot does not use is checked too."""

from typing import Any

import discord
from discord import app_commands, ui

from bot.standin.permissions import Permission
from tests.standin.conftest import (
    ADA,
    BEN,
    GENERAL,
    GUILD,
    TOKEN,
    Client,
    Standin,
    pointed_at,
    running,
)

FORMS: dict[str, list[ui.Item[Any]]] = {
    "first": [
        ui.TextInput(custom_id="text", default="so far"),
        ui.Select(custom_id="one", options=[discord.SelectOption(label="a")]),
        ui.UserSelect(custom_id="member"),
        ui.RoleSelect(custom_id="role", required=False),
        ui.ChannelSelect(custom_id="place", required=False),
    ],
    "second": [
        ui.MentionableSelect(custom_id="whom", required=False),
        ui.RadioGroup(custom_id="radio", options=[discord.RadioGroupOption(label=x) for x in "ab"]),
        ui.CheckboxGroup(
            custom_id="boxes", options=[discord.CheckboxGroupOption(label=x) for x in "ab"]
        ),
        ui.Checkbox(custom_id="box"),
    ],
}


def menus() -> ui.View:
    view = ui.View()
    view.add_item(ui.Select(custom_id="string", options=[discord.SelectOption(label="a")]))
    for kind in (ui.UserSelect, ui.RoleSelect, ui.MentionableSelect, ui.ChannelSelect):
        view.add_item(kind(custom_id=kind.__name__))
    return view


def form(name: str) -> ui.Modal:
    modal = ui.Modal(title=name, custom_id=name)
    for item in FORMS[name]:
        modal.add_item(ui.Label(text="Say", component=item))
    return modal


def asked_bot() -> Client:
    client = Client(intents=discord.Intents.all())
    group = app_commands.Group(name="all", description="All of it")

    @group.command(description="Takes every kind of option")
    async def options(
        interaction: discord.Interaction,
        text: str,
        whole: int,
        part: float,
        sure: bool,
        member: discord.Member,
        role: discord.Role,
        whom: discord.Member | discord.Role,
        place: discord.TextChannel,
    ) -> None:
        await interaction.response.send_message("asked", view=menus())

    @options.autocomplete("text")
    async def words(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=typed, value=typed)]

    @options.autocomplete("whole")
    async def numbers(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[int]]:
        return [app_commands.Choice(name=typed, value=int(typed))]

    @client.tree.command(description="Opens a form")
    async def fill(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_modal(form(name))

    @client.tree.context_menu(name="Greet")
    async def greet(interaction: discord.Interaction, member: discord.Member) -> None:
        await interaction.response.send_message("greeted", ephemeral=True)

    @client.tree.context_menu(name="Quote")
    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("quoted")

    @client.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        kinds = discord.InteractionType
        if interaction.type in (kinds.component, kinds.modal_submit):
            await interaction.response.send_message("heard")

    client.tree.add_command(group)
    return client


async def ask(standin: Standin) -> None:
    ada = standin.member(ADA)
    role = standin.world.guilds[GUILD].members[BEN].roles[0]
    await ada.autocomplete(GENERAL, "all", "options", focused=("text", "ab"), sure=True)
    await ada.autocomplete(GENERAL, "all", "options", focused=("whole", 1))
    given = {"text": "ab", "whole": 1, "part": 1.5, "sure": True}
    chosen = {"member": BEN, "role": role, "whom": role, "place": GENERAL}
    menu = (await ada.command(GENERAL, "all", "options", **given, **chosen)).message
    assert menu is not None
    for name, value in {
        "string": "a",
        "UserSelect": BEN,
        "RoleSelect": role,
        "MentionableSelect": BEN,
        "ChannelSelect": GENERAL,
    }.items():
        await ada.select(menu["id"], name, [value])
    await ada.menu(GENERAL, "Greet", BEN)
    await ada.menu(GENERAL, "Quote", ada.say(GENERAL, f"for <@{BEN}>")["id"])
    first = await ada.command(GENERAL, "fill", name="first")
    about = {"one": ["a"], "member": [BEN], "role": [role], "place": [GENERAL]}
    await ada.submit(first, about)
    second = await ada.command(GENERAL, "fill", name="second")
    await ada.submit(second, {"whom": [role], "radio": "a", "boxes": ["a", "b"], "box": True})


def change_the_world(standin: Standin) -> None:
    """Everything the page can do to a server, which a bot with all intents hears of."""
    editing = standin.editing
    member = editing.add_member(GUILD, "Zed")
    role = editing.add_role(GUILD, "Crew", int(Permission.SEND_MESSAGES))
    editing.set_member(GUILD, member.user.id, roles=[role.id])
    editing.set_role(GUILD, role.id, 0)
    editing.delete_role(GUILD, role.id)
    channel = editing.add_channel(GUILD, "new")
    editing.set_overwrite(channel.id, member.user.id, deny=Permission.VIEW_CHANNEL)
    thread = editing.add_thread(channel.id, "thread")
    editing.archive_thread(thread.id)
    editing.delete_channel(channel.id)
    editing.remove_member(GUILD, member.user.id)
    editing.rename_guild(GUILD, "Renamed")
    said = standin.member(ADA).say(GENERAL, "gone soon")
    editing.delete_message(said["id"])
    editing.set_unavailable(GUILD)
    editing.set_unavailable(GUILD, False)


async def hold_every_kind() -> None:
    standin, client = Standin(TOKEN), asked_bot()
    await standin.start()
    try:
        with pointed_at(standin):
            async with running(client):
                await ask(standin)
                change_the_world(standin)
                await standin.until(lambda: client.times("guild_available") > 1)
    finally:
        await standin.stop()
