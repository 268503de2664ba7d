"""Strangers, old boards, other servers, what is typed instead of an amount, names made to break."""

import asyncio
from pathlib import Path

import pytest

from bot.game.table import snapshot
from bot.limits import Allowance, commands
from bot.standin.interactions import Kind
from bot.standin.world import Guild, Member, Role

from .channel import (
    ADA,
    ANSWERED,
    BEN,
    CHANNEL,
    CHLOE,
    DMITRI,
    EMEKA,
    HANA,
    Channel,
    channel,
    text_of,
)
from .test_forged import HUGE, field, forged

AMOUNTS = [
    "1e9", "-5", "٣", "３", "+50", "0x32", "5 0 chips", "50.5e1", "NaN", "∞", "½", "", "   ", "0",
    str(HUGE), str(2**63), "9" * 4000, "50\x0050", "__import__", "50;50",
]  # fmt: skip

NAMES = [
    "**bold** _it_ ~~no~~ ||sp||",
    "@everyone",
    "<@1300000000000000002> <@&1> <#1>",
    "\u202egnp.exe\u2066",
    "z" + "\u0301" * 500,
    "👩‍👩‍👧‍👦" * 10_000,
    "<:x:1> <a:y:2>",
    "https://evil.example/a [click](https://evil.example)",
    "# head\n> quote\n```",
    "\x00\x1b[31m\u200b",
    "<t:0:R> </help:1>",
]


async def test_no_amount_but_whole_chips_is_ever_a_bet(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.command(BEN, "host", table="casino")
        await here.press(BEN, "join")
        await here.press(BEN, "start")
        await here.press(BEN, "nocut")
        await here.until_clocks_run()
        table = here.table
        before, seq = snapshot(table.state), table.seq
        form = f"bj:{table.id}:betform:{table.state.decision}"
        for text in AMOUNTS:
            answer = await forged(
                here, BEN, form, kind=Kind.MODAL, message=here.board, components=[field(text)]
            )
            assert answer, text
            assert "went wrong on our side" not in answer, text
            assert len(answer) < 300, "what was typed is not repeated"
        assert (snapshot(table.state), table.seq) == (before, seq)


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
async def test_a_hostile_name_is_only_a_name(tmp_path: Path, name: str) -> None:
    async with channel(tmp_path) as here:
        (guild,) = here.standin.world.guilds.values()
        guild.members[str(CHLOE)].user.global_name = name
        await here.start(BEN, CHLOE)
        await here.until_right()
        text = here.text
        for evil in ("<@13", "<:x", "\u202e", "\x1b", "https://", "](", "||sp", "**bold", "<t:0"):
            assert evil not in text, evil
        assert "@everyone" not in text
        assert len(text) < 4000
        assert (await here.press(CHLOE, "bet:50")).kind in ANSWERED
        for entry in here.standin.recorder.requests():
            body = entry["body"]
            said = body.get("data", body) if isinstance(body, dict) else {}
            if isinstance(said, dict) and "components" in said and "custom_id" not in said:
                assert said.get("allowed_mentions", {"parse": []})["parse"] == [], "nobody is rung"
        printed = [m for m in here.standin.messages(CHANNEL) if m["mentions"]]
        assert printed == []


async def test_a_press_from_another_server_or_on_an_old_board_changes_nothing(
    tmp_path: Path,
) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.until_clocks_run()
        old = here.board
        await here.command(ADA, "show")
        await here.until_right()
        table, seq = here.table, here.table.seq
        bet = f"bj:{table.id}:bet:{table.state.decision}:50"
        assert "The table has moved" in await forged(here, BEN, bet, message=old)
        answer = await forged(another_server(here), BEN, bet, message=here.board)
        assert "This table is gone" in answer
        assert table.seq == seq


def another_server(here: Channel) -> Channel:
    """One that Ben is in as well, with a channel of its own."""
    (guild,) = here.standin.world.guilds.values()
    number = str(((1 << 41) + 1) << 22)
    other = Guild(number, "Another", str(BEN))
    other.roles[number] = Role(number, "@everyone", guild.roles[guild.id].permissions)
    for member in guild.members.values():
        other.members[member.user.id] = Member(member.user)
    place = next(iter(guild.channels.values()))
    twin = type(place)(str(int(number) + 1), number, "table")
    other.channels[twin.id] = twin
    here.standin.world.guilds[number] = other
    return Channel(here.standin, int(twin.id), here.client)


async def test_a_sixth_command_at_once_is_refused_kindly_and_nobody_else_is(
    tmp_path: Path,
) -> None:
    async with channel(tmp_path) as here:
        await here.host()
        here.client.tree.allowance = Allowance(commands(30))  # type: ignore[attr-defined]
        results = [await here.command(HANA, "help") for _ in range(7)]
        said = [text_of(result.message or {"components": []}) for result in results]
        assert all("/blackjack" in text for text in said[:5])
        assert "That is a lot of commands. Please try again in" in said[6]
        others = await asyncio.gather(*(here.command(m, "help") for m in (DMITRI, EMEKA)))
        assert not any("a lot of commands" in str(result.message) for result in others)
        assert not here.client.screens.of(here.table).is_behind


async def test_a_storm_by_one_member_is_acknowledged_and_draws_nothing(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.until_clocks_run()
        await here.until_right()
        here.client.cogs["Presses"]._allowance = Allowance([(8, 3600.0)])  # type: ignore[attr-defined]
        board, spoken, edited = here.board, here.spoken(), here.board.get("edited_timestamp")
        custom_id = here.button("bet:50")["custom_id"]
        hana = here.standin.member(HANA)
        results = await asyncio.gather(*(hana.press(board["id"], custom_id) for _ in range(20)))
        assert sorted(r.kind for r in results) == ["deferred_update"] * 12 + ["ephemeral"] * 8
        assert here.spoken() == spoken + 20
        assert here.board.get("edited_timestamp") == edited
        assert (await here.press(BEN, "bet:50")).kind in ANSWERED, "others play on"
