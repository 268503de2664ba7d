"""A server's own tables through the real bot: made, changed, copied, exported, hosted, deleted."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.game.rules import CASINO, TABLES
from bot.game.written import GROUPS, ROWS, value_of, write_value
from bot.game.written import write as write_rules
from bot.standin.interactions import Kind
from bot.standin.invocations import Impossible

from .channel import ADA, BEN, CHLOE, GUILD, Channel, channel, text_of
from .desk import fill, ids, make, panel, part, pick, push, said, shown, values_in, write
from .test_forged import field, forged


async def saved(here: Channel) -> dict[str, Any]:
    return await here.client.casino.rulebook.of(GUILD)


async def test_a_table_is_made_changed_and_hosted(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        made = await make(here, "Fridays ♣")
        assert made.kind == "update", "the panel itself shows the new table"
        assert "Rules: Fridays ♣" in said(made)
        changed = await fill(here, shown(made), "bets", min_bet="20", max_bet="none")
        assert "from 20 up to all" in said(changed)
        changed = await fill(here, shown(changed), "naturals", natural="6:5", insurance=["none"])
        assert "pays 6:5" in said(changed)
        assert "There is no insurance." in said(changed)
        assert "open" in said(await here.command(BEN, "host", table="fridays ♣"))
        assert "Fridays ♣" in here.text
        rules = here.table.state.rules
        assert (rules.table, rules.min_bet, rules.natural) == ("custom:Fridays ♣", 20, (6, 5))
        assert "Rules: Fridays ♣" in said(await here.command(CHLOE, "rules"))


async def test_every_form_opens_with_the_values_in_force(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        made = shown(await make(here, "ours"))
        found: dict[str, str] = {}
        for group in GROUPS:
            found |= values_in(await push(here, made, group))
        assert found == {k: write_value(row, value_of(CASINO, k)) for k, row in ROWS.items()}


WRONG = [
    ("bets", "min_bet", "1e9", "Smallest bet: please write a whole number, such as 50."),
    ("bets", "min_bet", "-5", "Smallest bet: please write a whole number"),
    ("bets", "min_bet", "٣", "Smallest bet: please write a whole number"),
    ("bets", "min_bet", str(10**30), "Smallest bet: please write a whole number"),
    ("bets", "min_bet", " ", "Smallest bet: please write a whole number"),
    ("bets", "max_bet", "maybe", "please write a whole number, such as 500, or none."),
    ("bets", "ladder", "5, ten", "please write whole numbers with blanks between"),
    ("bets", "ladder", "100 50", "Bet amounts must rise"),
    ("naturals", "natural", "1.5", "please write two whole numbers with a colon, such as 3:2."),
    ("naturals", "natural", "5:2", "Blackjack pays between 1:1 and 2:1."),
    ("shoe", "decks", "9", "A shoe has 1 to 8 decks."),
    ("clocks", "bet_clock", "none", "Clocks run 5 to 600 seconds"),
    ("end", "bank", "1000", "A table has a bank exactly when it ends with the bank"),
]


async def test_what_is_written_wrong_is_refused_and_nothing_typed_is_lost(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        made = shown(await make(here, "ours"))
        before = text_of(made), await saved(here)
        for group, row, text, sentence in WRONG:
            form = await push(here, made, group)
            others = {**values_in(form), row: text}
            refused = await write(here, form, ADA, **{row: text})
            assert refused.kind == "ephemeral"
            assert sentence in said(refused), said(refused)
            assert (text_of(made), await saved(here)) == before
            again = await push(here, shown(refused), group)
            kept = {key: value.strip() for key, value in values_in(again).items()}
            assert kept == {key: value.strip() for key, value in others.items()}


async def test_what_no_form_would_send_is_refused_as_well(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        made = shown(await make(here, "ours"))
        before = await saved(here)
        save = part(made, "splits").replace(":edit:", ":save:")
        for value in ("maybe", "", "x" * 10_000):
            answer = await forged(
                here, ADA, save, kind=Kind.MODAL, message=made,
                components=[field("2", "max_hands"), field(value, "split_by"),
                            field("no", "resplit_aces")],
            )  # fmt: skip
            assert "A pair is: please write one of: two cards" in answer
        for components in ([], None, [None, 5]):
            answer = await forged(
                here, ADA, save, kind=Kind.MODAL, message=made, components=components
            )
            assert "Hands a seat may have: please write a whole number" in answer
        assert await saved(here) == before


async def test_a_refused_value_is_put_right_where_it_was_typed(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        made = shown(await make(here, "ours"))
        refused = shown(await fill(here, made, "bets", min_bet="ten", max_bet="250"))
        again = await push(here, refused, "bets")
        right = await write(here, again, min_bet="10")
        assert right.kind == "update", "the refusal becomes the panel"
        rules = (await saved(here))["ours"]
        assert (rules.min_bet, rules.max_bet) == (10, 250)


async def test_text_goes_out_and_comes_in_again(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        made = await make(here, "ours", "classic", bets={"min_bet": "7"}, shoe={"decks": "4"})
        text = said(await push(here, shown(made), "text"))
        block = text.split("```")[1].strip()
        assert "min bet = 7" in block
        form = await push(here, shown(await panel(here)), "import")
        await write(here, form, name="theirs", text=block)
        rules = await saved(here)
        assert write_value(ROWS["decks"], rules["theirs"].decks) == "4"
        assert value_of(rules["theirs"], "table") == "custom:theirs"
        assert [value_of(rules["theirs"], k) for k in ROWS] == [
            value_of(rules["ours"], k) for k in ROWS
        ]


@pytest.mark.parametrize(
    "disguised",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\n".join(f"\u200b{line}\u200d" for line in text.split("\n")),
        lambda text: "\u2068" + text.replace(" = ", "\u00a0= \u2060") + "\u2069",
        lambda text: f"```\n\ufeff{text}\n```",
    ],
    ids=["byte-order mark", "carriage returns", "zero width", "isolated", "code block"],
)
async def test_what_nobody_sees_in_a_copied_text_does_not_matter(
    tmp_path: Path, disguised: Callable[[str], str]
) -> None:
    async with channel(tmp_path) as here:
        form = await push(here, shown(await panel(here)), "import")
        text = disguised(write_rules(TABLES["classic"]))
        made = await write(here, form, name="👩\u200d👩\u200d👧 ours", text=text)
        assert made.kind == "update", said(made)
        rules = (await saved(here))["👩\u200d👩\u200d👧 ours"]
        assert [value_of(rules, k) for k in ROWS] == [value_of(TABLES["classic"], k) for k in ROWS]
        changed = await fill(here, shown(made), "bets", min_bet="\u200b1\u200b0\ufeff")
        assert changed.kind == "update", said(changed)
        assert [rules.min_bet for rules in (await saved(here)).values()] == [10]


async def test_two_tables_with_nearly_one_name_look_different(tmp_path: Path) -> None:
    names = [f"The Corner Table, evening {end}" for end in ("early", "later")]
    async with channel(tmp_path) as here:
        for name in names:
            made = await make(here, name)
            assert name in said(made)
        await here.command(ADA, "host", table=names[1])
        assert names[1] in here.text
        await here.command(ADA, "close")


async def test_a_malformed_text_is_refused_line_by_line_and_kept(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        wrong = "decks = 1e9\nseats: 3\njokers = 2\nseats = 3\nseats = 4"
        form = await push(here, shown(await panel(here)), "import")
        refused = await write(here, form, name="theirs", text=wrong)
        told = said(refused)
        for sentence in (
            "Line 1, decks: please write a whole number",
            "Line 2: please write it like this",
            "Line 3: no rule is called “jokers”",
            "Line 5: seats is there twice",
            "Missing: seatless, chips, bank",
        ):
            assert sentence in told, told
        again = await push(here, shown(refused), "import")
        assert values_in(again) == {"name": "theirs", "text": wrong}
        assert await saved(here) == {}


async def test_a_table_is_copied_and_deleted_after_a_question(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        made = await make(here, "ours", dealer={"hits_soft_17": ["no"]})
        form = await push(here, shown(made), "copy")
        twin = await write(here, form, name="Ours")
        assert "There is a table of that name already." in said(twin)
        again = await push(here, shown(twin), "copy")
        assert values_in(again) == {"name": "Ours"}
        twin = await write(here, again, name="theirs")
        assert "Rules: theirs" in said(twin)
        assert not (await saved(here))["theirs"].hits_soft_17
        asked = await push(here, shown(twin), "drop")
        assert "Delete theirs?" in said(asked)
        assert list(await saved(here)) == ["ours", "theirs"]
        gone = await push(here, shown(asked), "delete")
        assert "1 of 25" in said(gone)
        assert list(await saved(here)) == ["ours"]


async def test_two_at_work_on_one_table_lose_nothing_of_each_other(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await make(here, "ours")
        left, right = shown(await pick(here, "ours")), shown(await pick(here, "ours"))
        forms = await push(here, left, "bets"), await push(here, right, "doubles")
        done = await asyncio.gather(
            write(here, forms[0], min_bet="25"), write(here, forms[1], double=["10-11"])
        )
        assert [result.kind for result in done] == ["update", "update"]
        rules = (await saved(here))["ours"]
        assert (rules.min_bet, rules.double) == (25, "10-11")
        form = await push(here, left, "bets")
        await push(here, shown(await push(here, right, "drop")), "delete")
        assert "deleted meanwhile" in said(await write(here, form, min_bet="30"))
        assert await saved(here) == {}, "what one deleted the other does not bring back"


async def test_who_may_not_host_makes_no_table(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        with pytest.raises(Impossible, match="is offered no command"):
            await panel(here, CHLOE)
        made = shown(await make(here, "ours"))
        for custom_id in [*ids(made), "bj:set:make", "bj:set:read", part(made, "drop")]:
            assert "Manage Server" in await forged(here, CHLOE, custom_id, message=made)
        assert list(await saved(here)) == ["ours"]
        edit = part(made, "copy").replace("copy", "text")
        assert "as text" in await forged(here, BEN, edit, message=made), "his role may host"


async def test_the_list_of_tables_to_host_begins_with_the_house(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        for name in ("zulu", "Casino nights"):
            await make(here, name)

        async def offered(typed: str) -> list[str]:
            choices = await here.standin.member(BEN).autocomplete(
                here.id, "blackjack", "host", focused=("table", typed)
            )
            return [choice["value"] for choice in choices]

        house = ["bank", "casino", "classic", "solo", "room"]
        assert await offered("") == [*house, "Casino nights", "zulu"]
        assert await offered("casino") == ["casino", "Casino nights"]
        assert await offered("nothing like it") == []
        unknown = said(await here.command(BEN, "host", table="zullu"))
        assert "There is no table of that name here." in unknown
        assert "bank, casino, classic, solo, room, Casino nights, zulu" in unknown
        assert here.boards() == []


async def test_a_run_by_rules_of_the_servers_own_is_everyones_to_begin(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await make(here, "alone", "solo", bets={"min_bet": "25"})
        assert "run has begun" in said(await here.command(CHLOE, "host", table="alone"))
        assert "alone" in here.text
        assert "role" in said(await here.command(CHLOE, "host", table="bank"))


async def test_there_is_room_for_25_tables_and_names_are_anything(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        rulebook = here.client.casino.rulebook
        hostile = ["@everyone", "**bold**", "<:x:1>", "`code`", "שלום", "🃏" * 16, "a" * 32]
        for name in [*hostile, *map(str, range(24 - len(hostile)))]:
            await rulebook.make(GUILD, name, CASINO)
        made = await make(here, "the last one")
        assert "Rules: the last one" in said(made)
        assert "25 tables" in said(await make(here, "one more"))
        assert "visible characters" in said(await make(here, "\u200b \u202e"))
        assert "of that name already" in said(await make(here, "BANK"))
        for name in hostile:
            assert "Rules:" in said(await pick(here, name))
        await here.command(BEN, "host", table="@everyone")
        assert "@everyone" not in here.text
        assert "everyone" in here.text
