"""Who may host. Discord hides commands, but hidden commands are no protection."""

from typing import Any

import discord

from ..game.moves import Refused


def must_host(
    interaction: discord.Interaction[Any], host_role: str, why: str = "need_host_role"
) -> None:
    """Manage Server, or a role with the configured name. Raises Refused(why)."""
    roles = getattr(interaction.user, "roles", [])
    if interaction.permissions.manage_guild:
        return
    if not any(role.name == host_role for role in roles):
        raise Refused(why, role=host_role)
