"""A plain discord.py bot, and members who use it."""

import discord

from tests.standin.conftest import ADA, BEN, GENERAL, Client, Standin, running


class CounterView(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0

    @discord.ui.button(label="0", custom_id="more")
    async def more(
        self, interaction: discord.Interaction, button: discord.ui.Button["CounterView"]
    ) -> None:
        self.count += 1
        button.label = str(self.count)
        await interaction.response.edit_message(content=f"{self.count} so far", view=self)


def hello_bot() -> Client:
    client = Client()

    @client.tree.command()
    async def hello(interaction: discord.Interaction, name: str, times: int = 1) -> None:
        """Greets somebody."""
        await interaction.response.send_message(" ".join([f"Hello {name}!"] * times))

    @client.tree.command()
    async def count(interaction: discord.Interaction) -> None:
        """Shows a counter."""
        await interaction.response.send_message("none so far", view=CounterView())

    return client


async def test_a_command_is_answered_with_a_message(standin: Standin) -> None:
    async with running(hello_bot()):
        result = await standin.member(ADA).command(GENERAL, "hello", name="world", times=2)
    assert result.kind == "message"
    assert result.message is not None
    assert result.message["content"] == "Hello world! Hello world!"
    assert result.message["interaction_metadata"]["name"] == "hello"
    assert [m["content"] for m in standin.messages(GENERAL)] == ["Hello world! Hello world!"]


async def test_a_press_updates_its_message(standin: Standin) -> None:
    async with running(hello_bot()):
        shown = await standin.member(ADA).command(GENERAL, "count")
        assert shown.message is not None
        for member in (ADA, BEN):
            pressed = await standin.member(member).press(shown.message["id"], "more")
            assert pressed.kind == "update"
    assert shown.message["content"] == "2 so far"
    assert shown.message["components"][0]["components"][0]["label"] == "2"
    assert len(standin.messages(GENERAL)) == 1


async def test_a_bot_posts_edits_and_deletes_in_a_channel(standin: Standin) -> None:
    client = hello_bot()
    async with running(client):
        channel = client.get_channel(int(GENERAL))
        assert isinstance(channel, discord.TextChannel)
        message = await channel.send("first")
        await message.edit(content="second")
        assert [m["content"] for m in standin.messages(GENERAL)] == ["second"]
        assert standin.messages(GENERAL)[0]["edited_timestamp"]
        await message.delete()
    assert standin.messages(GENERAL) == []
