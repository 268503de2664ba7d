"""The panel of rules: every press and form on it. Nothing of it is kept between two of them.

A panel is about a table a server has made, or about one in play; the member is whoever pressed,
and what they may do is asked at each press. Rules are read anew each time, so two members can work
on one table, and a table that was deleted meanwhile is not brought back.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

import discord

from ..casino import Casino
from ..game.moves import ChangeRules, Refused
from ..game.rules import TABLES, HouseRules, validate
from ..game.written import GROUPS, read, with_values
from ..livetable import LiveTable
from ..render.cards import rules_card
from ..render.desk import (
    confirm_delete,
    exported,
    list_panel,
    refusal_panel,
    table_panel,
)
from ..render.desk_forms import (
    FROM,
    MAKING,
    NAME,
    NAME_LIMIT,
    READING,
    TEXT,
    copy_form,
    group_form,
    import_form,
    make_form,
)
from ..render.ids import DeskId
from ..render.mistakes import line_mistakes, read_rows, unplayable
from ..render.names import plain
from ..render.typed_before import keep, taken_back
from ..replies import acknowledge, edit, sent, show
from ..rulebook import MOST, key_of
from ..screens import Screens
from ..store import NotSaved
from .answers import in_time, sentence
from .rights import must_host
from .typed import chosen, seen, texts, typed

Interaction = discord.Interaction[Any]
Press = Callable[[Interaction, DeskId], Awaitable[None]]


class Wrong(Exception):
    """What a member wrote can't be taken: sentences that say what to write instead."""

    def __init__(self, sentences: Iterable[str]) -> None:
        super().__init__()
        self.sentences = list(sentences)


class Desk:
    def __init__(self, casino: Casino, screens: Screens, host_role: str) -> None:
        self._casino = casino
        self._book = casino.rulebook
        self._words = screens.words
        self._host_role = host_role
        self._changing = asyncio.Lock()  # who changes some rows of a table in play
        self._presses: dict[str, Press] = {
            "list": self._list,
            "pick": self._pick,
            "open": self._open,
            "new": self._open_form,
            "import": self._open_form,
            "copy": self._open_form,
            "edit": self._open_form,
            "make": self._make,
            "twin": self._make,
            "read": self._make,
            "save": self._save,
            "text": self._text,
            "drop": self._drop,
            "delete": self._delete,
        }

    async def press(self, interaction: Interaction, pressed: DeskId) -> None:
        """Raises Refused; the caller answers with its sentence."""
        self.must_be_allowed(interaction, pressed)
        await self._presses[pressed.word](interaction, pressed)

    def must_be_allowed(self, interaction: Interaction, pressed: DeskId) -> None:
        """Of a table in play the game itself says who may change it."""
        if pressed.table is None:
            must_host(interaction, self._host_role, "need_host_role_custom")

    async def explain(self, interaction: Interaction, table: LiveTable) -> None:
        """The rules in force, and those to come; whoever may change them is offered to."""
        pressed = DeskId("open", f"t{table.id}")
        try:
            await self._table(interaction, pressed)
            change = str(pressed)
        except (Refused, NotSaved):
            change = ""
        card = rules_card(table.rules, self._words, table.next_rules, change)
        await show(interaction, card)

    async def all_tables(self, interaction: Interaction) -> discord.ui.LayoutView:
        saved = await self._book.of(interaction.guild_id or 0)
        table = self._casino.in_channel(interaction.channel_id or 0)
        here = f"t{table.id}" if table is not None else ""
        keys = {name: key_of(name) for name in saved}
        return list_panel(saved, keys, MOST, self._words, here)

    async def _list(self, interaction: Interaction, pressed: DeskId) -> None:
        await edit(interaction, await self.all_tables(interaction))

    async def _pick(self, interaction: Interaction, pressed: DeskId) -> None:
        key = chosen(interaction)
        _, rules = await self._book.find(interaction.guild_id or 0, key)
        await edit(interaction, table_panel(rules, key, self._words))

    async def _open(self, interaction: Interaction, pressed: DeskId) -> None:
        await edit(interaction, await self._panel(interaction, pressed))

    async def _panel(self, interaction: Interaction, pressed: DeskId) -> discord.ui.LayoutView:
        table = await self._table(interaction, pressed)
        if table is not None:
            rules, to_come = table.rules, table.next_rules
        else:
            rules, to_come = await self._rules(interaction, pressed), None
        return table_panel(rules, pressed.target, self._words, to_come)

    async def _rules(self, interaction: Interaction, pressed: DeskId) -> HouseRules:
        """The newest rules of what the panel is about; of a table in play, those to come."""
        table = await self._table(interaction, pressed)
        if table is not None:
            return table.newest_rules
        _, rules = await self._book.find(interaction.guild_id or 0, pressed.target)
        return rules

    async def _table(self, interaction: Interaction, pressed: DeskId) -> LiveTable | None:
        """The table in play that is meant. Raises Refused where the member may not change it."""
        if pressed.table is None:
            return None
        table = self._casino.tables.get(pressed.table)
        place = interaction.guild_id, interaction.channel_id
        if table is None or (table.guild, table.channel) != place:
            raise Refused("unknown_table")
        refused = table.refusal(await self._change(interaction, table.newest_rules))
        if refused is not None and refused.why != "change_nothing":
            raise refused
        return table

    async def _change(self, interaction: Interaction, rules: HouseRules) -> ChangeRules:
        member = await self._casino.cashier.account(interaction.user.id)
        return ChangeRules(member, rules, interaction.permissions.manage_guild)

    async def _open_form(self, interaction: Interaction, pressed: DeskId) -> None:
        """With what was typed before, where the message that was pressed is a refusal."""
        words, before = self._words, texts(interaction.message)
        if pressed.word == "edit":
            if pressed.group not in GROUPS:
                raise Refused("not_now")
            rules = await self._rules(interaction, pressed)
            again = taken_back(before, GROUPS[pressed.group], words)
            made = group_form(rules, pressed.target, pressed.group, words, again)
        elif pressed.word == "import":
            made = import_form(words, taken_back(before, READING, words))
        elif pressed.word == "copy":
            await self._rules(interaction, pressed)
            made = copy_form(pressed.target, words, taken_back(before, MAKING, words))
        else:
            made = make_form(words, taken_back(before, MAKING, words))
        await sent(interaction.response.send_modal(made))

    async def _make(self, interaction: Interaction, pressed: DeskId) -> None:
        """A new table: from a house table, as a copy, or from a text."""
        asked = {
            "make": (DeskId("new"), MAKING),
            "twin": (DeskId("copy", pressed.target), (NAME,)),
            "read": (DeskId("import"), READING),
        }
        again, fields = asked[pressed.word]
        said = _of(typed(interaction), fields)

        async def make() -> discord.ui.LayoutView:
            name, rules = _name(said), await self._beginning(interaction, pressed, said)
            await self._book.make(interaction.guild_id or 0, name, rules)
            return await self._panel(interaction, DeskId("open", key_of(name)))

        await self._answer(interaction, make(), said, again)

    async def _beginning(
        self, interaction: Interaction, pressed: DeskId, said: Mapping[str, str]
    ) -> HouseRules:
        if pressed.word == "twin":
            return await self._rules(interaction, pressed)
        if pressed.word == "make":
            if said[FROM] not in TABLES:
                raise Refused("custom_unknown", names=", ".join(TABLES))
            return TABLES[said[FROM]]
        rules, mistakes = read(seen(said[TEXT]), "custom")
        if rules is None:
            raise Wrong(line_mistakes(mistakes, self._words))
        return self._playable(rules)

    def _playable(self, rules: HouseRules) -> HouseRules:
        if wrong := validate(rules):
            raise Wrong(unplayable(wrong, self._words))
        return rules

    async def _save(self, interaction: Interaction, pressed: DeskId) -> None:
        """One group of rules. Its values are read at once and put into the newest rules."""
        if pressed.group not in GROUPS:
            raise Refused("not_now")
        said = _of(typed(interaction), GROUPS[pressed.group])

        async def save() -> discord.ui.LayoutView:
            await self._table(interaction, pressed)  # who may not change it is told so first
            rows = {key: seen(text) for key, text in said.items()}
            values, mistakes = read_rows(rows, self._words)
            if mistakes:
                raise Wrong(mistakes)

            def revise(rules: HouseRules) -> HouseRules:
                return self._playable(with_values(rules, values))

            if pressed.table is None:
                await self._book.change(interaction.guild_id or 0, pressed.target, revise)
            else:
                await self._change_in_play(interaction, pressed, revise)
            return await self._panel(interaction, pressed)

        again = DeskId("edit", pressed.target, pressed.group)
        await self._answer(interaction, save(), said, again)

    async def _change_in_play(
        self, interaction: Interaction, pressed: DeskId, revise: Callable[[HouseRules], HouseRules]
    ) -> None:
        async with self._changing:
            table = await self._table(interaction, pressed)
            assert table is not None
            revised = revise(table.newest_rules)
            await table.play(await self._change(interaction, revised), press=interaction.id)

    async def _answer(
        self,
        interaction: Interaction,
        work: Any,
        said: Mapping[str, str],
        again: DeskId,
    ) -> None:
        """The panel as it now is; or what is wrong, with all that was typed and a way back."""
        try:
            panel = await in_time(work, lambda: acknowledge(interaction))
        except Wrong as wrong:
            sentences = wrong.sentences
        except Refused as refused:
            sentences = [sentence(self._words, refused, None)]
        else:
            await edit(interaction, panel)
            return
        kept = keep(said, self._words)
        await show(interaction, refusal_panel(sentences, kept, again, self._words))

    async def _text(self, interaction: Interaction, pressed: DeskId) -> None:
        await show(interaction, exported(await self._rules(interaction, pressed), self._words))

    async def _drop(self, interaction: Interaction, pressed: DeskId) -> None:
        rules = await self._rules(interaction, pressed)
        await edit(interaction, confirm_delete(rules, pressed.target, self._words))

    async def _delete(self, interaction: Interaction, pressed: DeskId) -> None:
        await self._book.delete(interaction.guild_id or 0, pressed.target)
        await edit(interaction, await self.all_tables(interaction))


def _of(said: Mapping[str, str], fields: Iterable[str]) -> dict[str, str]:
    """The fields we asked for; one that did not come is as good as empty."""
    return {field: said.get(field, "") for field in fields}


def _name(said: Mapping[str, str]) -> str:
    """The name as everybody will see it."""
    name = plain(said[NAME]) if len(said[NAME]) <= NAME_LIMIT else ""
    if not name:
        raise Refused("custom_name_bad", most=NAME_LIMIT)
    return name
