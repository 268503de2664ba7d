"""A server's own tables through the real bot: made, changed, hosted, played, exported, deleted."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from bot.game.cards import RANKS
from bot.game.shoe import rigged
from bot.game.table import Phase
from bot.standin.members import Result

from .channel import ADA, BEN, CHLOE, GUILD, HANA, Channel, bot_in, channel, local_discord, text_of

Json = dict[str, Any]


def shown(result: Result) -> Json:
    assert result.message is not None, result
    return result.message


def said(result: Result) -> str:
    return text_of(shown(result))


def part(message: Json, id_end: str) -> str:
    """The custom id of a button or menu on a panel, by how it ends."""
    found = re.findall(r"'custom_id': '(bj:set:[^']*)'", str(message))
    return next(custom_id for custom_id in found if re.search(f"{id_end}$", custom_id))


async def panel(here: Channel, member: int = ADA) -> Result:
    result = await here.standin.member(member).command(here.id, "blackjack-admin", "tables")
    return await result.settled()


async def push(here: Channel, member: int, message: Json, id_end: str) -> Result:
    return await here.standin.member(member).press(message["id"], part(message, id_end))


async def pick(here: Channel, member: int, message: Json, label: str) -> Result:
    options = {o["label"]: o["value"] for o in eval_options(message)}
    return await here.standin.member(member).select(
        message["id"], part(message, "pick"), [options[label]]
    )


def eval_options(message: Json) -> list[Json]:
    rows = message["components"][0]["components"]
    return next(
        row["components"][0]["options"]
        for row in rows
        if row.get("components") and "options" in row["components"][0]
    )


async def make(here: Channel, name: str, base: str = "casino", member: int = ADA) -> Result:
    form = await push(here, member, shown(await panel(here, member)), "new")
    assert form.kind == "modal", form
    return await here.standin.member(member).submit(form, {"name": name, "from": [base]})


async def fill(here: Channel, member: int, message: Json, group: str, **values: Any) -> Result:
    form = await push(here, member, message, f":{group}")
    assert form.kind == "modal", form
    return await here.standin.member(member).submit(form, values)


async def test_a_table_is_made_changed_and_hosted(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        made = await make(here, "Fridays ♣")
        assert made.kind == "update", made
        assert "Rules: Fridays ♣" in said(made)
        changed = await fill(here, ADA, shown(made), "bets", min_bet="20", max_bet="none")
        assert "from 20 up to all" in said(changed)
        changed = await fill(here, ADA, shown(changed), "naturals", natural="6:5")
        assert "pays 6:5" in said(changed)
        opened = await here.command(BEN, "host", table="fridays ♣")
        assert "open" in said(opened), said(opened)
        assert "Fridays ♣" in here.text
        rules = here.table.state.rules
        assert (rules.table, rules.min_bet, rules.natural) == ("custom:Fridays ♣", 20, (6, 5))
