"""The panel of a server's own tables, as members use it."""

import re
from typing import Any

from bot.standin.members import Result

from .channel import ADA, BEN, Channel, Json, text_of


def shown(result: Result) -> Json:
    assert result.message is not None, result
    return result.message


def said(result: Result) -> str:
    return text_of(shown(result))


def ids(message: Json) -> list[str]:
    return re.findall(r"'custom_id': '(bj:set:[^']*)'", str(message))


def part(message: Json, ending: str) -> str:
    """The custom id of a button or menu on a panel, by its word or group."""
    found = [made for made in ids(message) if re.search(f":{ending}(:|$)", made)]
    assert found, f"there is no {ending} on {text_of(message)}"
    return found[0]


async def panel(here: Channel, member: int = ADA) -> Result:
    """What `/blackjack-admin tables` answers."""
    result = await here.standin.member(member).command(here.id, "blackjack-admin", "tables")
    return await result.settled()


async def push(here: Channel, message: Json, ending: str, member: int = ADA) -> Result:
    return await here.standin.member(member).press(message["id"], part(message, ending))


async def pick(here: Channel, name: str, member: int = ADA) -> Result:
    """The panel of the table of that name, by way of the list."""
    message = shown(await panel(here, member))
    menu = next(
        row["components"][0]
        for row in message["components"][0]["components"]
        if "options" in str(row)
    )
    values = {option["label"]: option["value"] for option in menu["options"]}
    return await here.standin.member(member).select(
        message["id"], menu["custom_id"], [values[name]]
    )


async def write(here: Channel, form: Result, member: int = ADA, /, **values: Any) -> Result:
    assert form.kind == "modal", form
    result = await here.standin.member(member).submit(form, values)
    return await result.settled()


async def make(here: Channel, name: str, base: str = "casino", **change: Any) -> Result:
    """A new table; `change`: group -> rows."""
    form = await push(here, shown(await panel(here)), "new")
    made = await write(here, form, ADA, name=name, **{"from": [base]})
    for group, rows in change.items():
        made = await fill(here, shown(made), group, **rows)
        assert made.kind == "update", said(made)
    return made


async def fill(here: Channel, message: Json, group: str, member: int = ADA, **rows: Any) -> Result:
    """Fill in the form of one group; rows that are left out keep what is in them."""
    return await write(here, await push(here, message, group, member), member, **rows)


async def host(here: Channel, name: str, *members: int) -> None:
    """Ben opens the table and the members let the cards be shuffled; betting is open."""
    opened = await here.command(BEN, "host", table=name)
    assert "open" in said(opened), said(opened)
    for member in members:
        await here.press(member, "join")
    await here.press(BEN, "start")
    for member in members:
        if here.has("nocut"):
            await here.press(member, "nocut")


def values_in(form: Result) -> dict[str, str]:
    """Field -> what stands in it when it opens."""
    assert form.modal is not None, form
    found = {}
    for label in form.modal["components"]:
        field = label["component"]
        chosen = [o["value"] for o in field.get("options", []) if o.get("default")]
        found[field["custom_id"]] = field.get("value") or "".join(chosen)
    return found
