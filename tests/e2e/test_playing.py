"""Members of a channel play against the real bot, over the real wire."""

import asyncio
from pathlib import Path

import pytest

from bot.standin.members import Result

from .channel import (
    ADA,
    ANSWERED,
    BEN,
    CHANNEL,
    CHLOE,
    DMITRI,
    EMEKA,
    FARAH,
    GUS,
    HANA,
    QUIET,
    Channel,
    channel,
    text_of,
)

SIX = (BEN, CHLOE, DMITRI, EMEKA, FARAH, GUS)


def said(result: Result) -> str:
    """The private sentence a member got."""
    assert result.kind == "ephemeral", result
    assert result.message is not None
    return text_of(result.message)


async def test_a_hand_from_host_to_the_next_hand(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        assert "Place your bets" in here.text
        await here.bet(BEN, CHLOE, chips=100)
        await here.play_out(BEN, CHLOE)
        result = await here.press(CHLOE, "next")
        assert result.kind in ANSWERED
        await here.until("Place your bets")
        await here.press(CHLOE, "leave")
        assert "Chloé" not in here.text
        assert len(here.boards()) == 1, "one message is the table"


async def test_a_typed_cut_is_acknowledged_on_the_board(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.host(BEN, CHLOE)
        await here.press(BEN, "start")
        form = await here.press(BEN, "cut")
        assert form.kind == "modal"
        done = await here.standin.member(BEN).submit(form, {"text": "third chip, left hand"})
        assert done.kind == "update"
        assert "being shuffled" in here.text
        late = await here.press(BEN, "cut")
        assert "answered already" in said(late)
        await here.press(CHLOE, "nocut")
        assert "Place your bets" in here.text


async def test_a_strangers_press_is_refused_privately(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        before = here.text
        result = await here.press(DMITRI, "bet:50")
        assert "don't sit at this table" in said(result)
        assert here.text == before
        assert result.message not in here.standin.messages(CHANNEL, BEN)
        assert result.message in here.standin.messages(CHANNEL, DMITRI)


async def test_a_button_pressed_twice_at_once_counts_once(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        results = await asyncio.gather(*(here.press(BEN, "bet:100") for _ in range(2)))
        kinds = sorted(result.kind for result in results)
        assert kinds[0] in ANSWERED or kinds[1] in ANSWERED
        assert "ephemeral" in kinds
        refused = next(result for result in results if result.kind == "ephemeral")
        assert "100 already" in said(refused)
        assert "**bet 100** · 400 chips" in here.text


async def test_one_press_each_by_all_six_plays_the_turn_once(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(*SIX)
        await here.bet(*SIX)
        while not here.has("stand"):
            await here.press(BEN, "next")
            await here.bet(*SIX)
        board = here.board
        results = await asyncio.gather(*(here.press(m, "stand", board) for m in SIX))
        refused = [result for result in results if result.kind == "ephemeral"]
        assert len(refused) == 5
        assert all("turn" in said(r) or "That question is over" in said(r) for r in refused)


async def test_a_seventh_member_is_told_that_the_table_is_full(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.host(*SIX)
        result = await here.command(HANA, "join")
        assert "All 6 seats are taken" in said(result)
        assert "Hana" not in here.text


async def test_hosting_needs_permission_or_the_role(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        assert "Manage Server" in said(await here.command(CHLOE, "host"))
        assert here.boards() == []
        assert "open" in said(await here.command(ADA, "host"))
        assert "already has a table" in said(await here.command(BEN, "host"))
        assert len(here.boards()) == 1


async def test_a_channel_without_permission_is_named_before_anything_opens(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        quiet = Channel(here.standin, QUIET)
        assert "Send Messages" in said(await quiet.command(BEN, "host"))
        assert quiet.boards() == []
        assert "no table in this channel" in said(await quiet.command(BEN, "join"))


async def test_closing_asks_first_and_only_the_host_may(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.bet(BEN, CHLOE)
        assert "Only the host" in said(await here.command(CHLOE, "close"))
        asked = await here.command(BEN, "close")
        assert here.has("stand") or here.has("next"), "asking closes nothing"
        assert asked.message is not None
        done = await here.press(BEN, "close", asked.message)
        assert done.kind == "update"
        await here.until("closed")
        assert not here.has("join")
        assert "no table in this channel" in said(await here.command(CHLOE, "join"))


async def test_the_host_takes_a_members_seat_away(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.host(BEN, CHLOE, DMITRI)
        assert "Only the host" in said(await here.command(CHLOE, "kick", member=DMITRI))
        assert "Chloé was removed" in said(await here.command(BEN, "kick", member=CHLOE))
        await here.until("**Chloé** was removed by the host or an admin.")
        assert "2 of 6 seats taken" in here.text
        assert "removed from this table" in said(await here.command(CHLOE, "join"))


async def test_joining_and_leaving_by_command(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.host(BEN)
        assert "You have a seat" in said(await here.command(CHLOE, "join"))
        await here.until("Chloé")
        assert "already have a seat" in said(await here.command(CHLOE, "join"))
        assert "You left" in said(await here.command(CHLOE, "leave"))
        await here.standin.until(lambda: "Chloé" not in here.text)


@pytest.mark.parametrize(("name", "words"), [("rules", "3:2"), ("help", "/blackjack")])
async def test_rules_and_help_are_private_cards(tmp_path: Path, name: str, words: str) -> None:
    async with channel(tmp_path) as here:
        assert words in said(await here.command(HANA, name))


async def test_a_deleted_board_comes_back_once(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        here.standin.member(ADA).delete(here.board["id"])
        assert here.boards() == []
        await here.command(CHLOE, "leave")  # any change draws the board
        await here.standin.until(lambda: len(here.boards()) == 1)
        assert (await here.press(BEN, "bet:50")).kind in ANSWERED


async def test_show_moves_the_board_down_and_old_buttons_say_where(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        old = here.board
        here.standin.member(CHLOE).say(CHANNEL, "where is it?")
        await here.command(CHLOE, "show")
        assert [m["id"] for m in here.boards()] != [old["id"]]
        assert len(here.boards()) == 1
        assert (await here.press(BEN, "bet:50")).kind in ANSWERED


async def test_hostile_names_stay_names(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        evil = "**@everyone** \u202e<:x:1> [a](http://b) " + "Z\u0353\u0353\u0353\u0353" * 200
        guild = here.standin.world.guilds["1100000000000000001"]
        guild.members[str(CHLOE)].nick = evil
        await here.host(BEN, CHLOE)
        assert "\u202e" not in here.text
        assert "@everyone" not in here.text.replace("@\u200beveryone", "")
        line = next(line for line in here.text.splitlines() if "everyone" in line)
        assert len(line) < 250
