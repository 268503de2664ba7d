"""The smallest bot: one slash command. It knows the stand-in by its two addresses only."""

import sys

import discord
import yarl

API, GATEWAY, TOKEN = sys.argv[1:]
discord.http.Route.BASE = API
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(GATEWAY)

client = discord.Client(intents=discord.Intents(guilds=True))
tree: discord.app_commands.CommandTree = discord.app_commands.CommandTree(client)


@tree.command()
async def hello(interaction: discord.Interaction, name: str) -> None:
    """Says hello."""
    await interaction.response.send_message(f"Hello {name}, I am {client.user}.")


@client.event
async def setup_hook() -> None:
    await tree.sync()


client.run(TOKEN)
