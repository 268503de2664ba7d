"""Who may see and do what: overwrites, hidden commands, and what a bot is told about itself."""

import discord
import pytest
from discord import app_commands

from bot.standin.invocations import Impossible
from bot.standin.permissions import ALL, EVERYONE, Permission, can_send, channel_permissions
from bot.standin.sample import ADMIN_ROLE, BOT_ID, HOST_ROLE, QUIET_ID, STAFF_ID, sample_world
from bot.standin.world import Overwrite, World
from tests.standin.conftest import ADA, BEN, CHLOE, GENERAL, GUILD, Client, Standin, running


def rights(world: World, channel_id: str, user_id: str) -> int:
    guild = world.guilds[GUILD]
    return channel_permissions(guild, guild.channels[channel_id], guild.members[user_id])


def test_the_owner_may_do_everything() -> None:
    assert rights(sample_world(), STAFF_ID, ADA) == ALL


def test_who_cannot_see_a_channel_can_do_nothing_in_it() -> None:
    world = sample_world()
    assert rights(world, STAFF_ID, BEN) == 0
    assert rights(world, STAFF_ID, BOT_ID) == 0


def test_overwrites_go_from_everyone_over_roles_to_the_member() -> None:
    world = sample_world()
    channel = world.guilds[GUILD].channels[GENERAL]
    send = int(Permission.SEND_MESSAGES)
    channel.overwrites[GUILD] = Overwrite(GUILD, 0, deny=send)
    assert not rights(world, GENERAL, BEN) & send
    channel.overwrites[HOST_ROLE] = Overwrite(HOST_ROLE, 0, allow=send)
    assert rights(world, GENERAL, BEN) & send
    assert not rights(world, GENERAL, CHLOE) & send
    channel.overwrites[BEN] = Overwrite(BEN, 1, deny=send)
    assert not rights(world, GENERAL, BEN) & send


def test_the_quiet_channel_is_quiet_for_the_bot_only() -> None:
    guild = sample_world().guilds[GUILD]
    quiet = guild.channels[QUIET_ID]
    assert can_send(guild, quiet, guild.members[BEN])
    assert not can_send(guild, quiet, guild.members[BOT_ID])


def test_administrators_may_do_everything() -> None:
    world = sample_world()
    world.guilds[GUILD].roles[HOST_ROLE].permissions = int(Permission.ADMINISTRATOR)
    assert rights(world, STAFF_ID, BEN) == ALL


def guarded_bot() -> tuple[Client, list[discord.Permissions]]:
    client = Client()
    told: list[discord.Permissions] = []

    @client.tree.command()
    @app_commands.default_permissions(manage_guild=True)
    async def admin(interaction: discord.Interaction) -> None:
        """For those who manage the server."""
        await interaction.response.send_message("yes", ephemeral=True)

    @client.tree.command()
    async def who(interaction: discord.Interaction) -> None:
        """What the bot and the member may do here."""
        told.extend([interaction.app_permissions, interaction.permissions])
        await interaction.response.send_message("noted", ephemeral=True)

    return client, told


async def test_a_guarded_command_is_hidden_from_others(standin: Standin) -> None:
    client, _ = guarded_bot()
    async with running(client):
        assert (await standin.member(ADA).command(GENERAL, "admin")).kind == "ephemeral"
        with pytest.raises(Impossible, match="offered no command"):
            await standin.member(BEN).command(GENERAL, "admin")
        standin.editing.set_member(GUILD, BEN, roles=[ADMIN_ROLE])
        assert (await standin.member(BEN).command(GENERAL, "admin")).kind == "ephemeral"


async def test_an_interaction_says_what_bot_and_member_may_do(standin: Standin) -> None:
    client, told = guarded_bot()
    async with running(client):
        # Answering needs no right to send: the answer goes through the interaction.
        result = await standin.member(BEN).command(QUIET_ID, "who")
        assert result.kind == "ephemeral"
    for_bot, for_ben = told
    assert not for_bot.send_messages
    assert for_bot.view_channel
    assert for_ben.send_messages
    assert for_ben.value == EVERYONE


async def test_commands_can_be_forbidden_in_a_channel(standin: Standin) -> None:
    client, _ = guarded_bot()
    async with running(client):
        deny = Permission.USE_APPLICATION_COMMANDS
        standin.editing.set_overwrite(GENERAL, GUILD, deny=deny)
        with pytest.raises(Impossible):
            await standin.member(BEN).command(GENERAL, "who")
        standin.editing.clear_overwrite(GENERAL, GUILD)
        await standin.member(BEN).command(GENERAL, "who")


async def test_members_write_and_delete_within_their_rights(standin: Standin) -> None:
    ben, chloe = standin.member(BEN), standin.member(CHLOE)
    message = ben.say(GENERAL, "mine")
    with pytest.raises(Impossible):
        chloe.delete(message["id"])
    with pytest.raises(Impossible):
        chloe.say(STAFF_ID, "let me in")
    ben.delete(message["id"])
    assert standin.messages(GENERAL) == []


async def test_nothing_works_in_a_server_during_an_outage(standin: Standin) -> None:
    client, _ = guarded_bot()
    async with running(client):
        standin.editing.set_unavailable(GUILD)
        with pytest.raises(Impossible, match="not available"):
            await standin.member(BEN).command(GENERAL, "who")
        standin.editing.set_unavailable(GUILD, False)
        await standin.member(BEN).command(GENERAL, "who")


async def test_who_has_left_can_do_nothing(standin: Standin) -> None:
    client, _ = guarded_bot()
    async with running(client):
        standin.editing.remove_member(GUILD, BEN)
        with pytest.raises(Impossible):
            await standin.member(BEN).command(GENERAL, "who")
        standin.editing.remove_bot(GUILD)
        with pytest.raises(Impossible):
            await standin.member(CHLOE).command(GENERAL, "who")
