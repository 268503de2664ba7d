"""Forms: short questions whose answer is typed. Each is stopped before it is handed out."""

from typing import Any

import discord

TEXT = "text"  # the custom id of a form's first field, whatever it asks
PLACE = "place"  # where the cut card goes, the second field of the cutter's form


def form(title: str, custom_id: str, *fields: "discord.ui.Label[Any]") -> discord.ui.Modal:
    made = discord.ui.Modal(title=title, custom_id=custom_id)
    for field in fields:
        made.add_item(field)
    made.stop()
    return made


def field(
    label: str, about: str, example: str, most: int, custom_id: str = TEXT, required: bool = True
) -> "discord.ui.Label[Any]":
    """One line of at most `most` characters; `example` stands in it until something is typed."""
    return discord.ui.Label(
        text=label,
        description=about,
        component=discord.ui.TextInput(
            custom_id=custom_id,
            min_length=1 if required else None,
            max_length=most,
            placeholder=example,
            required=required,
        ),
    )
