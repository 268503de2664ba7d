"""Every way a bot may answer an interaction, with discord.py doing the answering."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.standin.acting import InvalidInput
from bot.standin.invocations import Impossible
from bot.standin.members import Result
from bot.standin.parts import Part, find_component
from bot.standin.wire import Json
from tests.standin.conftest import ADA, BEN, CHLOE, GENERAL, Client, Standin, running

Answer = Callable[[discord.Interaction], Awaitable[Any]]


def bot_that(answer: Answer) -> Client:
    """A bot whose /go does `answer`."""
    client = Client()

    @client.tree.command()
    async def go(interaction: discord.Interaction) -> None:
        """Does what the test says."""
        await answer(interaction)

    return client


def on_press(client: Client, act: Answer) -> None:
    """Answers every component press and form, as a bot with one listener does."""

    @client.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        if interaction.type is not discord.InteractionType.application_command:
            await act(interaction)


def shown(result: Result) -> Json:
    assert result.message is not None
    return result.message


async def test_an_ephemeral_answer_is_seen_by_its_member_only(standin: Standin) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("psst", ephemeral=True)

    async with running(bot_that(answer)):
        result = await standin.member(ADA).command(GENERAL, "go")
    assert result.kind == "ephemeral"
    assert shown(result)["flags"] & 64
    assert len(standin.messages(GENERAL, viewer=ADA)) == 1
    assert standin.messages(GENERAL, viewer=BEN) == standin.messages(GENERAL) == []


async def test_a_deferred_answer_thinks_until_it_is_edited(standin: Standin) -> None:
    think = asyncio.Event()

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await think.wait()
        await interaction.edit_original_response(content="thought")

    async with running(bot_that(answer)):
        result = await standin.member(ADA).command(GENERAL, "go")
        assert shown(result)["flags"] & 128
        think.set()
        await result.settled()
        assert shown(result)["content"] == "thought"
        assert not shown(result)["flags"] & 128
        assert shown(result)["edited_timestamp"] is None


async def test_the_first_follow_up_fills_a_deferred_answer(standin: Standin) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.followup.send("one")
        await interaction.followup.send("two")

    async with running(bot_that(answer)):
        result = await standin.member(ADA).command(GENERAL, "go")
        await result.settled()
        await standin.until(lambda: len(standin.messages(GENERAL, ADA)) == 2)
    first, second = standin.messages(GENERAL, ADA)
    assert (first["content"], first["flags"] & 64) == ("one", 64)
    assert (second["content"], second["flags"] & 64) == ("two", 0)
    assert second["message_reference"]["message_id"] == first["id"]


async def test_a_follow_up_can_be_edited_and_deleted(standin: Standin) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("original")
        follow_up = await interaction.followup.send("follow-up", wait=True)
        await follow_up.edit(content="edited")
        await interaction.delete_original_response()

    async with running(bot_that(answer)):
        await standin.member(ADA).command(GENERAL, "go")
        await standin.until(lambda: [m["content"] for m in standin.messages(GENERAL)] == ["edited"])


async def test_a_deferred_press_edits_its_message_later(standin: Standin) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="later", custom_id="later"))
        view.stop()
        await interaction.response.send_message("before", view=view)

    async def press(interaction: discord.Interaction) -> None:
        assert interaction.message is not None
        await interaction.response.defer()
        await interaction.edit_original_response(content="after")

    client = bot_that(answer)
    on_press(client, press)
    async with running(client):
        board = shown(await standin.member(ADA).command(GENERAL, "go"))
        pressed = await standin.member(BEN).press(board["id"], "later")
        assert pressed.kind == "deferred_update"
        await standin.until(lambda: shown(pressed)["content"] == "after")
    assert [m["id"] for m in standin.messages(GENERAL)] == [board["id"]]


class Form(discord.ui.Modal, title="A form"):
    amount: discord.ui.Label[Any] = discord.ui.Label(
        text="How many?",
        component=discord.ui.TextInput(custom_id="amount", min_length=1, max_length=3),
    )
    colour: discord.ui.Label[Any] = discord.ui.Label(
        text="Which?",
        component=discord.ui.Select(
            custom_id="colour",
            options=[discord.SelectOption(label="Red"), discord.SelectOption(label="Black")],
            required=False,
            min_values=0,
        ),
    )


async def test_a_form_is_opened_filled_in_and_answered(standin: Standin) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        form = Form(custom_id="form")
        form.stop()
        await interaction.response.send_modal(form)

    submitted: list[Any] = []

    async def submit(interaction: discord.Interaction) -> None:
        submitted.append(interaction.data)
        await interaction.response.send_message("thanks")

    client = bot_that(answer)
    on_press(client, submit)
    async with running(client):
        ada = standin.member(ADA)
        form = await ada.command(GENERAL, "go")
        assert form.kind == "modal"
        assert form.modal is not None
        assert form.modal["title"] == "A form"
        with pytest.raises(InvalidInput) as refused:
            await ada.submit(form, {"amount": "12345"})
        assert refused.value.errors == {"amount": "Must be 1 to 3 characters long."}
        thanks = await ada.submit(form, {"amount": "12", "colour": ["Red"]})
    assert shown(thanks)["content"] == "thanks"
    fields = [component["component"] for component in submitted[0]["components"]]
    assert [(f["custom_id"], f.get("value", f.get("values"))) for f in fields] == [
        ("amount", "12"),
        ("colour", ["Red"]),
    ]


async def test_a_form_opened_by_a_button_may_update_its_message(standin: Standin) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="form", custom_id="open"))
        view.stop()
        await interaction.response.send_message("empty", view=view)

    async def act(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            form = Form(custom_id="form")
            form.stop()
            await interaction.response.send_modal(form)
        else:
            await interaction.response.edit_message(content="filled in")

    client = bot_that(answer)
    on_press(client, act)
    async with running(client):
        board = shown(await standin.member(ADA).command(GENERAL, "go"))
        form = await standin.member(BEN).press(board["id"], "open")
        filled = await standin.member(BEN).submit(form, {"amount": 1})
        assert filled.kind == "update"
        with pytest.raises(Impossible, match="somebody else"):
            await standin.member(ADA).submit(form, {"amount": 1})
    assert [m["content"] for m in standin.messages(GENERAL)] == ["filled in"]


class Layout(discord.ui.LayoutView):
    """A board of Components V2."""

    def __init__(self, text: str, emoji: str | None = None) -> None:
        super().__init__(timeout=None)
        button: discord.ui.Button[Layout] = discord.ui.Button(custom_id="again", label="Again")
        if emoji:
            button.emoji = discord.PartialEmoji.from_str(emoji)
        self.add_item(
            discord.ui.Container(
                discord.ui.Section(discord.ui.TextDisplay(text), accessory=button),
                discord.ui.Separator(),
                discord.ui.TextDisplay(f"<@{BEN}> is next"),
                accent_colour=0x2ECC71,
            )
        )
        self.stop()


async def test_a_layout_is_posted_pressed_and_updated(standin: Standin) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Layout("one"))

    async def press(interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=Layout("two"))

    client = bot_that(answer)
    on_press(client, press)
    async with running(client):
        board = shown(await standin.member(ADA).command(GENERAL, "go"))
        assert board["flags"] & (1 << 15)
        pressed = await standin.member(ADA).press(board["id"], "again")
    assert pressed.kind == "update"
    section = shown(pressed)["components"][0]["components"][0]
    assert section["type"] == Part.SECTION
    assert section["components"][0]["content"] == "two"
    assert [user["id"] for user in shown(pressed)["mentions"]] == [BEN]
    ids = [part["id"] for part in (section, section["components"][0], section["accessory"])]
    assert len(set(ids)) == 3


async def test_an_answer_carries_a_file_that_its_components_show(standin: Standin) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        view = discord.ui.LayoutView()
        gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery(
            discord.MediaGalleryItem("attachment://card.png", description="a card")
        )
        view.add_item(gallery)
        view.stop()
        picture = discord.File(io.BytesIO(b"picture"), "card.png")
        await interaction.response.send_message(view=view, file=picture)

    async with running(bot_that(answer)):
        board = shown(await standin.member(ADA).command(GENERAL, "go"))
    attachment = board["attachments"][0]
    assert (attachment["filename"], attachment["size"]) == ("card.png", 7)
    assert board["components"][0]["items"][0]["media"]["url"] == attachment["url"]
    assert standin.world.attachments[attachment["id"]].data == b"picture"


async def test_selects_carry_what_was_chosen(standin: Standin) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        view = discord.ui.View()
        colours = [discord.SelectOption(label=name) for name in ("red", "black")]
        view.add_item(discord.ui.Select(custom_id="colour", options=colours))
        view.add_item(discord.ui.UserSelect(custom_id="who", max_values=2))
        view.stop()
        await interaction.response.send_message("choose", view=view)

    chosen: list[Any] = []

    async def choose(interaction: discord.Interaction) -> None:
        chosen.append(interaction.data)
        await interaction.response.defer()

    client = bot_that(answer)
    on_press(client, choose)
    async with running(client):
        ada = standin.member(ADA)
        board = shown(await ada.command(GENERAL, "go"))
        await ada.select(board["id"], "colour", ["red"])
        await ada.select(board["id"], "who", [BEN, CHLOE])
        with pytest.raises(Impossible, match="offers"):
            await ada.select(board["id"], "colour", ["green"])
    assert chosen[0]["values"] == ["red"]
    assert chosen[1]["resolved"]["users"][CHLOE]["global_name"] == "Chloé"


async def test_options_arrive_resolved_and_choices_are_completed(standin: Standin) -> None:
    client = Client()
    group = app_commands.Group(name="table", description="Tables")
    heard: list[Any] = []

    @group.command()
    async def invite(
        interaction: discord.Interaction, member: discord.Member, role: discord.Role, game: str
    ) -> None:
        """Invites somebody."""
        heard.extend([member.display_name, role.name, game])
        await interaction.response.send_message("done")

    @invite.autocomplete("game")
    async def complete(
        interaction: discord.Interaction, text: str
    ) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{text}-{n}", value=f"{text}{n}") for n in (1, 2)]

    client.tree.add_command(group)
    async with running(client):
        ada = standin.member(ADA)
        choices = await ada.autocomplete(GENERAL, "table", "invite", focused=("game", "ab"))
        role = next(iter(standin.world.guilds.values())).members[BEN].roles[0]
        result = await ada.command(
            GENERAL, "table", "invite", member=BEN, role=role, game=choices[0]["value"]
        )
        with pytest.raises(InvalidInput) as refused:
            await ada.command(GENERAL, "table", "invite", member=BEN)
    assert choices == [{"name": "ab-1", "value": "ab1"}, {"name": "ab-2", "value": "ab2"}]
    assert heard == ["Ben", "Host", "ab1"]
    assert shown(result)["interaction_metadata"]["name"] == "table invite"
    assert set(refused.value.errors) == {"role", "game"}


async def test_a_bot_that_says_nothing_has_failed(standin: Standin) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        """Not a word."""

    async with running(bot_that(answer)):
        pass
    # The commands are still registered, but nobody is at the other end any more.
    for session in list(standin.gateway.sessions.values()):
        standin.gateway.forget(session)
    result = await standin.member(ADA).command(GENERAL, "go")
    assert (result.kind, result.error) == ("failed", "The application did not respond")


async def test_a_disabled_or_unknown_button_cannot_be_pressed(standin: Standin) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="off", custom_id="off", disabled=True))
        view.stop()
        await interaction.response.send_message("x", view=view, ephemeral=True)

    async with running(bot_that(answer)):
        board = shown(await standin.member(ADA).command(GENERAL, "go"))
        assert find_component(board["components"], "off")
        for member, custom_id in ((ADA, "off"), (ADA, "on"), (BEN, "off")):
            with pytest.raises(Impossible):
                await standin.member(member).press(board["id"], custom_id)
