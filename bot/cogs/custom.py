"""`/blackjack-admin tables`, and the server's own tables in the list of `/blackjack host`."""

import discord
from discord import app_commands
from discord.ext import commands

from ..casino import Casino
from ..game.moves import Refused
from ..game.rules import TABLES, HouseRules
from ..render.ids import DeskId
from ..render.names import plain, whole
from ..replies import show
from ..store import NotSaved, Unknown
from ..words import Words
from .desk import Desk

_OFFERED = 25  # by Discord's rule
_NAMED = 10  # tables in a sentence

HOUSE_TABLES = {
    "bank": "Bank: break the house bank together",
    "casino": "Casino: insurance, surrender, splits to four hands",
    "classic": "Classic: players cut, doubles lie face down",
    "solo": "Solo: a run of your own, one deck",
    "room": "Room: quick hands for everyone, seat or no seat",
}


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class Admin(
    commands.GroupCog, group_name="blackjack-admin", group_description="This server's own tables"
):
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(description="Make, change, copy, export and delete tables of your own")
    async def tables(self, interaction: discord.Interaction) -> None:
        self._desk.must_be_allowed(interaction, DeskId("list"))
        await show(interaction, await self._desk.all_tables(interaction))


async def offered(casino: Casino, guild: int, typed: str) -> list[app_commands.Choice[str]]:
    """What `/blackjack host` lists while somebody types: the house tables, then the server's."""
    try:
        saved = list(await casino.rulebook.of(guild))
    except (NotSaved, Unknown):
        saved = []  # the house tables can be had all the same
    listed = [*HOUSE_TABLES.items(), *((name, plain(name) or name) for name in saved)]
    sought = typed.strip().casefold()
    found = [
        app_commands.Choice(name=label, value=value)
        for value, label in listed
        if sought in label.casefold() or sought in value.casefold()
    ]
    return found[:_OFFERED]


async def named(casino: Casino, guild: int, name: str | None, words: Words) -> HouseRules:
    """The rules that are meant, however they were typed. Raises Refused with what there is."""
    if name is None:
        return TABLES["bank"]
    sought = name.strip().casefold()
    for key, label in HOUSE_TABLES.items():
        if sought in (key, label.casefold(), words.say(f"table_{key}").casefold()):
            return TABLES[key]
    saved = await casino.rulebook.of(guild)
    for other, rules in saved.items():
        if sought == other.casefold():
            return rules
    there = [*TABLES, *(whole(other) for other in saved)]
    listed = ", ".join(there[:_NAMED]) + (" …" if len(there) > _NAMED else "")
    raise Refused("custom_unknown", names=listed)
