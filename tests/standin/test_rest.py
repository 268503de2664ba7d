"""Routes a bot uses besides answering: commands, emojis, histories, people."""

import base64
import io
from typing import Any

import aiohttp
import discord
import pytest

from bot.standin.limits import LIMITS
from bot.standin.sample import BOT_ID
from tests.standin.conftest import ADA, GENERAL, GUILD, TOKEN, Client, Standin, running


def channel_of(client: discord.Client) -> discord.TextChannel:
    channel = client.get_channel(int(GENERAL))
    assert isinstance(channel, discord.TextChannel)
    return channel


def client_with(*names: str) -> Client:
    client = Client()

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("hello")

    for name in names:
        client.tree.command(name=name, description=name)(answer)
    return client


async def test_a_command_keeps_its_id_over_syncs(standin: Standin) -> None:
    client = client_with("one", "two")
    async with running(client):
        first = {command.name: command.id for command in await client.tree.fetch_commands()}
        client.tree.remove_command("two")
        again = {command.name: command.id for command in await client.tree.sync()}
    assert set(first) == {"one", "two"}
    assert again == {"one": first["one"]}


async def test_a_server_has_commands_of_its_own(standin: Standin) -> None:
    client = client_with("everywhere")
    guild = discord.Object(int(GUILD))
    async with running(client):
        client.tree.copy_global_to(guild=guild)
        await client.tree.sync(guild=guild)
        assert (await standin.member(ADA).command(GENERAL, "everywhere")).kind == "message"
        registered = await client.tree.fetch_commands(guild=guild)
        assert [command.guild_id for command in registered] == [int(GUILD)]
        await registered[0].edit(description="changed")
        await registered[0].delete()
        assert await client.tree.fetch_commands(guild=guild) == []


async def test_an_unknown_command_cannot_be_deleted(standin: Standin) -> None:
    client = client_with("one")
    async with running(client):
        command = (await client.tree.fetch_commands())[0]
        await command.delete()
        with pytest.raises(discord.NotFound) as refused:
            await command.delete()
    assert refused.value.code == 10063


PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)


async def test_emojis_are_uploaded_shown_used_and_deleted(standin: Standin) -> None:
    client = client_with("one")
    async with running(client):
        emoji = await client.create_application_emoji(name="ace", image=PNG)
        assert [e.name for e in await client.fetch_application_emojis()] == ["ace"]
        async with (
            aiohttp.ClientSession() as http,
            http.get(f"{standin.base_url}/emojis/{emoji.id}.png") as response,
        ):
            assert (response.content_type, await response.read()) == ("image/png", PNG)
        view = discord.ui.View()
        view.add_item(discord.ui.Button(custom_id="x", emoji=emoji))
        view.stop()
        message = await channel_of(client).send("with a button", view=view)
        button = standin.messages(GENERAL)[0]["components"][0]["components"][0]
        assert button["emoji"] == {"id": str(emoji.id), "name": "ace"}
        await emoji.delete()
        with pytest.raises(discord.HTTPException, match="Invalid emoji"):
            await message.edit(view=view)
        for name, image in (("x", PNG), ("no spaces", PNG), ("big", PNG + bytes(256 * 1024))):
            with pytest.raises(discord.HTTPException) as refused:
                await client.create_application_emoji(name=name, image=image)
            assert refused.value.code == 50035


async def test_emojis_are_at_most_two_thousand(standin: Standin) -> None:
    client = client_with("one")
    emojis = standin.world.application.emojis
    emojis.update({str(n): {"id": str(n), "name": f"e{n}"} for n in range(2000)})
    async with running(client):
        with pytest.raises(discord.HTTPException) as refused:
            await client.create_application_emoji(name="one_more", image=PNG)
    assert refused.value.code == 30008


async def test_histories_are_read_backwards_and_without_ephemeral_messages(
    standin: Standin,
) -> None:
    client = client_with("one")
    async with running(client):
        channel = channel_of(client)
        sent = [await channel.send(str(n)) for n in range(5)]
        assert [m.content async for m in channel.history(limit=3)] == ["4", "3", "2"]
        before = [m.content async for m in channel.history(before=sent[2])]
        assert before == ["1", "0"]
        after = [m.content async for m in channel.history(after=sent[2], oldest_first=True)]
        assert after == ["3", "4"]
        reply = await sent[0].reply("an answer")
        assert reply.reference is not None
        assert reply.reference.message_id == sent[0].id
        async with channel.typing():
            pass


async def test_people_and_servers_can_be_fetched(standin: Standin) -> None:
    client = client_with("one")
    async with running(client):
        guild = await client.fetch_guild(int(GUILD))
        assert (guild.name, guild.approximate_member_count) == ("Local Server", 9)
        member = await guild.fetch_member(int(ADA))
        assert (member.display_name, len(member.roles)) == ("Ada", 2)
        assert (await client.fetch_user(int(ADA))).global_name == "Ada"
        assert {role.name for role in await guild.fetch_roles()} >= {"@everyone", "Admin", "Host"}
        assert len(await guild.fetch_channels()) == 4
        assert client.user is not None
        assert str(client.user.id) == BOT_ID == str(client.application_id)
        me = await client.application_info()
        assert me.owner.id == int(ADA)


async def test_gateway_addresses_are_told(standin: Standin) -> None:
    headers = {"Authorization": f"Bot {TOKEN}"}
    async with aiohttp.ClientSession(headers=headers) as http:
        for path in ("gateway", "gateway/bot"):
            async with http.get(f"{standin.api_base}/{path}") as response:
                assert (await response.json())["url"] == standin.gateway_url


async def test_context_menus_name_their_target(standin: Standin) -> None:
    client = client_with("one")
    targets = []

    @client.tree.context_menu(name="Greet")
    async def greet(interaction: discord.Interaction, member: discord.Member) -> None:
        targets.append(member.display_name)
        await interaction.response.send_message("greeted")

    @client.tree.context_menu(name="Quote")
    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        targets.append(message.content)
        await interaction.response.send_message("quoted")

    async with running(client):
        ada = standin.member(ADA)
        await ada.menu(GENERAL, "Greet", BOT_ID)
        said = ada.say(GENERAL, "quote me")
        await ada.menu(GENERAL, "Quote", said["id"])
    assert targets == ["Bot", "quote me"]


async def test_what_is_too_large_is_refused(standin: Standin) -> None:
    headers = {"Authorization": f"Bot {TOKEN}"}
    url = f"{standin.api_base}/channels/{GENERAL}/messages"
    body = b"x" * (LIMITS["message.request_bytes"].high + 1)
    async with (
        aiohttp.ClientSession(headers=headers) as http,
        http.post(url, data=io.BytesIO(body)) as response,
    ):
        assert response.status == 413
        assert (await response.json())["code"] == 40005


async def test_commands_one_by_one_have_a_highest_number(standin: Standin) -> None:
    client = client_with("one")
    async with running(client):
        assert client.application_id is not None
        menu: Any = {"type": 2}
        for n in range(15):
            menu["name"] = f"Menu {n}"
            await client.http.upsert_global_command(client.application_id, menu)
        menu["name"] = "One more"
        with pytest.raises(discord.HTTPException) as refused:
            await client.http.upsert_global_command(client.application_id, menu)
    assert refused.value.code == 30032
