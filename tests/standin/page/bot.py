"""The bot that the page's tests play with: a board with buttons, a form, a few commands."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands, ui

from tests.standin.conftest import Client

# One grey pixel.
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a49444154789c636800000082008177cd72b60000000049454e44ae426082"
)


class Board(ui.LayoutView):
    """A count, buttons, a select. Custom ids carry the count; presses are heard as events."""

    def __init__(self, count: int, picked: Sequence[str] = ()) -> None:
        super().__init__()
        buttons: ui.ActionRow[Any] = ui.ActionRow()
        for name in ("more", "ask", "help", "think", "silent"):
            buttons.add_item(ui.Button(label=name.title(), custom_id=f"{name}:{count}"))
        picks: ui.ActionRow[Any] = ui.ActionRow()
        options = [
            discord.SelectOption(label=f"Choice {n}", value=str(n), default=str(n) in picked)
            for n in range(4)
        ]
        picks.add_item(ui.Select(custom_id=f"picks:{count}", max_values=2, options=options))
        words = ui.TextDisplay[Any](f"## Count {count}")
        self.add_item(ui.Container(words, buttons, picks, accent_color=0x2ECC71))
        self.stop()


class Question(ui.Modal, title="A question"):
    amount: ui.Label[Any] = ui.Label(
        text="Amount", component=ui.TextInput(custom_id="amount", min_length=2)
    )
    reason: ui.Label[Any] = ui.Label(
        text="Reason", component=ui.TextInput(custom_id="reason", required=False)
    )


class Bot(Client):
    """Counts presses and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.asked: list[Any] = []
        self.think = discord.utils.MISSING
        group = app_commands.Group(name="board", description="Boards")
        for callback in (self.post, self.find, self.silent):
            group.add_command(
                app_commands.Command(
                    name=callback.__name__, description="Does it", callback=callback
                )
            )
        group.get_command("find").autocomplete("name")(self.names)  # type: ignore[union-attr]
        self.tree.add_command(group)
        secret: app_commands.Command[Any, ..., None] = app_commands.Command(
            name="secret", description="For some only", callback=self.silent
        )
        secret.default_permissions = discord.Permissions(manage_guild=True)
        self.tree.add_command(secret)

    async def post(
        self,
        interaction: discord.Interaction,
        seats: app_commands.Range[int, 1, 6],
        host: discord.Member | None = None,
    ) -> None:
        self.asked.append((seats, host and host.id))
        await interaction.response.send_message(view=Board(0))

    async def find(self, interaction: discord.Interaction, name: str) -> None:
        self.asked.append(name)
        await interaction.response.send_message(f"Found {name}", ephemeral=True)

    async def names(self, _: discord.Interaction, text: str) -> list[app_commands.Choice[str]]:
        names = [name for name in ("North", "South") if text.lower() in name.lower()]
        return [app_commands.Choice(name=f"Table {name}", value=name) for name in names]

    async def silent(self, interaction: discord.Interaction) -> None:
        """Never answers."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.modal_submit:
            self.asked.append([row["component"]["value"] for row in data["components"]])
            await interaction.response.send_message("Thanks", ephemeral=True)
        if interaction.type is discord.InteractionType.component:
            await self.pressed(interaction, data)

    async def pressed(self, interaction: discord.Interaction, data: Any) -> None:
        match data["custom_id"].partition(":")[0]:
            case "ask":
                question = Question()
                question.stop()
                await interaction.response.send_modal(question)
            case "help":
                await interaction.response.send_message("Only for you", ephemeral=True)
            case "think":
                self.think = interaction
                await interaction.response.defer(ephemeral=True, thinking=True)
            case "more" | "picks":
                self.count += 1
                self.asked.append(data.get("values"))
                await interaction.response.edit_message(
                    view=Board(self.count, data.get("values") or ())
                )
