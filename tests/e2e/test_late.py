"""What members read who come too late, have too few chips, or may not do what they ask for."""

from pathlib import Path

from bot.cogs.custom import Admin
from bot.cogs.tables import Tables
from bot.game.table import Phase
from bot.standin.members import Result

from ..clocks import HandClock
from .channel import ADA, BEN, CHLOE, HANA, channel, parts, text_of
from .test_house_tables import bet, open_table, rig, said


async def test_a_cut_that_comes_after_its_time_is_told_so(tmp_path: Path) -> None:
    clock = HandClock()
    async with channel(tmp_path, clock=clock) as here:
        await here.until_clocks_run()
        await here.host(BEN, CHLOE)
        await here.press(BEN, "start")
        form = await here.press(BEN, "cut")
        clock.advance(15)
        await here.until("Place your bets")
        late = said(await here.standin.member(BEN).submit(form, {"text": "ducks"}))
        assert "The time to cut was over" in late
        assert "not in the shuffle" in late
        assert "answered" not in late


async def test_insurance_that_comes_after_its_time_is_told_so(tmp_path: Path) -> None:
    clock = HandClock()
    async with channel(tmp_path, clock=clock) as here:
        await here.until_clocks_run()
        await open_table(here, "classic", BEN)
        rig(here, "T A 8 9")
        await bet(here, BEN, 20)
        await here.until("Insurance?")
        form = await here.press(BEN, "insureother")
        clock.advance(30)
        await here.standin.until(lambda: here.table.phase is Phase.PLAYING)
        late = said(await here.standin.member(BEN).submit(form, {"text": "5"}))
        assert "The time for insurance is over" in late


async def test_a_panel_whose_betting_is_over_says_so_and_offers_nothing_more(
    tmp_path: Path,
) -> None:
    async with channel(tmp_path) as here:
        await open_table(here, "casino", BEN, CHLOE)
        rig(here, "T T 7 9 9 T")
        await bet(here, BEN, 50)
        words = ("clear", "chips", "allin", "custom")
        panels = [(await here.press(BEN, "betpanel")).message for _ in (*words, "later", "form")]
        assert "You can change it until betting closes" in text_of(panels[0] or {})
        form = await here.press(BEN, "custom", panels.pop())
        await bet(here, CHLOE, 50)
        await here.standin.until(lambda: here.has("stand"))
        for word in words:
            text, buttons = shown(await here.press(BEN, word, panels.pop()))
            assert "Betting is over for that hand" in text
            assert buttons == [], "the panel has given way to the sentence"
        text, buttons = shown(await here.standin.member(BEN).submit(form, {"text": "75"}))
        assert "Betting is over for that hand" in text
        assert buttons == []
        for member in (BEN, CHLOE):
            await here.press(member, "stand")
        await here.press(BEN, "next")
        text, _ = shown(await here.press(BEN, "custom", panels.pop()))
        assert "Bets are open again" in text


async def test_a_bet_that_brings_the_cards_leaves_no_panel_behind(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await open_table(here, "casino", BEN)
        rig(here, "T 7 9 T")
        panel = await here.press(BEN, "betpanel")
        form = await here.press(BEN, "custom", panel.message)
        text, buttons = shown(await here.standin.member(BEN).submit(form, {"text": "50"}))
        assert "Your bet: 50 chips. Betting is closed" in text
        assert buttons == []


def shown(answer: Result) -> tuple[str, list[str]]:
    assert answer.message is not None, answer
    found = [
        part["custom_id"] for part in parts(answer.message["components"]) if "custom_id" in part
    ]
    return text_of(answer.message), found


async def test_a_panel_of_a_closed_table_says_that_it_is_gone(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await open_table(here, "casino", BEN, CHLOE)
        panel = await here.press(BEN, "betpanel")
        asked = await here.command(BEN, "close")
        assert "Everyone keeps their chips" in said(asked)
        await here.press(BEN, "close", asked.message)
        text, buttons = shown(await here.press(BEN, "chips", panel.message))
        assert "gone" in text
        assert buttons == []


async def test_who_lost_all_hears_of_too_few_chips_and_of_new_ones(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await open_table(here, "casino", BEN, CHLOE)
        rig(here, "T T 9 6 9 T")
        await bet(here, CHLOE, 5)
        await bet(here, BEN, 1000)
        await here.standin.until(lambda: here.has("stand"))
        while here.has("stand"):
            for member in (BEN, CHLOE):
                await here.press(member, "stand")
        await here.until("Too few chips to bet? `/blackjack rebuy`")
        assert not here.table.view().seats[0].chips
        for word in ("again", "betpanel"):
            if word == "betpanel":
                await here.press(CHLOE, "next")
            told = said(await here.press(BEN, word))
            assert "You hold 0 chips and the smallest bet is 5." in told
            assert "/blackjack rebuy" in told
        await here.command(BEN, "rebuy")
        await here.until("1,000 chips")
        assert "rebuy" not in here.text


async def test_who_may_not_host_hears_of_the_run_everybody_may_begin(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        told = said(await here.command(HANA, "host"))
        assert "takes Manage Server or the role" in told
        assert "/blackjack host table: Solo" in told
        await here.command(HANA, "host", table="Solo")
        await here.until("Solo run")


async def test_help_names_every_command_there_is(tmp_path: Path) -> None:
    commands = {
        f"`/{cog.__cog_group_name__} {command.name}`"
        for cog in (Tables, Admin)
        for command in cog.__cog_app_commands__
    }
    assert len(commands) > 10
    async with channel(tmp_path) as here:
        told = said(await here.command(ADA, "help"))
    assert {name for name in commands if name not in told} == set()


async def test_help_names_every_house_table(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        told = said(await here.command(HANA, "help"))
    for name in ("bank table", "casino table", "classic table", "Solo run", "open room"):
        assert name in told
    assert "A solo run is for everybody" in told
