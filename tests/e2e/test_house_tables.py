"""The other house tables, played in a channel: panels, forms, insurance, runs, rooms, purses."""

import asyncio
from pathlib import Path

import pytest

import bot.pace
from bot.game.cards import RANKS
from bot.game.shoe import rigged
from bot.game.table import Phase
from bot.standin.members import Result

from ..clocks import HandClock
from .channel import ADA, BEN, CHLOE, DMITRI, EMEKA, HANA, Channel, channel, text_of


def rig(here: Channel, cards: str) -> None:
    """The next cards of the table in the channel, from the test's sleeve."""
    faces = [RANKS.index(rank) + 13 * (n % 4) for n, rank in enumerate(cards.split())]
    here.table.state.shoe = rigged(faces + [9] * 100, here.table.state.rules.decks)


def said(result: Result) -> str:
    assert result.kind == "ephemeral", result
    assert result.message is not None
    return text_of(result.message)


async def open_table(here: Channel, kind: str, *members: int) -> None:
    assert "open" in said(await here.command(BEN, "host", table=kind))
    await here.until_clocks_run()  # by a move that would take a rigged shoe away again
    for member in members:
        await here.press(member, "join")
    await here.press(BEN, "start")
    for member in members:
        if here.has("nocut"):
            await here.press(member, "nocut")


async def bet(here: Channel, member: int, chips: int) -> None:
    """Type the amount, by way of the member's private panel."""
    panel = await here.press(member, "betpanel")
    form = await here.press(member, "custom", panel.message)
    await here.standin.member(member).submit(form, {"text": str(chips)})


async def test_chips_build_a_bet_on_a_private_panel(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await open_table(here, "casino", BEN, CHLOE)
        panel = await here.press(BEN, "betpanel")
        assert panel.kind == "ephemeral"
        assert panel.message is not None
        for total in (50, 75, 100):
            panel = await here.press(BEN, f"chips:{total}", panel.message)
            assert panel.kind == "update"
            assert panel.message is not None
        assert here.table.state.seats[0].bet == 0, "a draft is no bet"
        done = await here.press(BEN, "bet:100", panel.message)
        assert done.kind == "update"
        await here.until("**bet 100** · 900 chips")
        assert "your bet" in text_of(done.message or {"components": []}).lower()


async def test_an_exact_amount_is_typed_and_checked(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await open_table(here, "casino", BEN, CHLOE)
        panel = await here.press(BEN, "betpanel")
        for text, words in (
            ("4", "smallest bet"),
            ("1,001", "biggest bet"),
            ("1e3", "whole number"),
        ):
            form = await here.press(BEN, "custom", panel.message)
            assert form.kind == "modal"
            refused = await here.standin.member(BEN).submit(form, {"text": text})
            assert words in said(refused)
        form = await here.press(BEN, "custom", panel.message)
        await here.standin.member(BEN).submit(form, {"text": "137"})
        await here.until("**bet 137** · 863 chips")


async def test_insurance_is_one_window_for_all_seats(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await open_table(here, "casino", BEN, CHLOE, DMITRI)
        rig(here, "T A 9 A 8 K 7 K")  # Chloé has a natural, so has the dealer
        for member in (BEN, CHLOE, DMITRI):
            await bet(here, member, 100)
        await here.standin.until(lambda: here.has("insure"))
        await here.press(BEN, "insure")
        await here.press(CHLOE, "even")
        await here.press(DMITRI, "noinsure")
        await here.standin.until(lambda: here.has("next"))
        chips = [seat.chips for seat in here.table.state.seats]
        assert chips == [1000 - 100 + 100, 1000 + 100, 1000 - 100]


async def test_the_same_bet_again_and_surrender(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await open_table(here, "casino", BEN)
        rig(here, "T T 6 7 T T 6 7")
        await bet(here, BEN, 40)
        await here.standin.until(lambda: here.has("surrender"))
        await here.press(BEN, "surrender")
        assert here.table.state.seats[0].chips == 980
        await here.press(BEN, "next")
        await here.press(BEN, "same")
        assert here.table.state.seats[0].at_risk == 40


async def test_a_doubled_card_stays_face_down_until_the_settlement(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await open_table(here, "classic", BEN, CHLOE)
        rig(here, "6 9 7 5 9 9 5 K")
        for member in (BEN, CHLOE):
            await bet(here, member, 10)
        await here.standin.until(lambda: here.has("double"))
        await here.press(BEN, "double")
        assert here.table.state.seats[0].hands[0].cards[-1] % 13 == 4
        assert "· 16" not in here.text
        await here.press(CHLOE, "stand")
        assert "· 16" in here.text


async def test_a_solo_run_is_its_members_own_and_scores(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        assert "run has begun" in said(await here.command(HANA, "host", table="solo"))
        await here.host(BEN)  # the channel's table lives beside it
        assert len(here.boards()) == 2
        run = here.boards()[0]
        assert "run is Hana's own" in said(await here.press(BEN, "betpanel", run))
        assert not any(offers(here, run, word) for word in ("join", "start"))
        panel = await here.press(HANA, "betpanel", run)
        panel = await here.press(HANA, "allin:500", panel.message)
        await here.press(HANA, "bet:500", panel.message)
        table = here.client.casino.run_of(here.id, await here.client.casino.cashier.account(HANA))
        assert table is not None
        while table.state.outcome is None:
            board = here.boards()[0]
            word = next((w for w in ("stand", "next", "same") if offers(here, board, w)), None)
            if word is None:
                await asyncio.sleep(0.01)  # the board is on its way
            else:
                await here.press(HANA, word, board)
        best = await here.command(EMEKA, "best")
        assert "Hana" in said(best)


def run_board(here: Channel) -> dict[str, object]:
    """The board of the one run in the channel."""
    return next(board for board in here.boards() if "Solo run" in text_of(board))


async def test_a_run_left_beside_a_table_is_found_again_and_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.pace, "PACE", 0.3)  # the local Discord limits nothing here
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.command(HANA, "host", table="solo")
        assert "left the table" in said(await here.command(HANA, "leave")), "the run, not Ben's"
        await here.standin.until(lambda: len(here.boards()) == 2)
        await here.standin.until(lambda: "has left this run" in text_of(here.boards()[1]))
        left = here.boards()[1]
        assert here.button("join", left)["label"] == "Play on"
        assert "run is Hana's own" in said(await here.press(DMITRI, "join", left))

        assert "Your run goes on" in said(await here.command(HANA, "host", table="solo"))
        run = run_board(here)
        assert run["id"] != left["id"], "it is at the bottom again"
        assert "The run rests" in text_of(run)
        await here.press(HANA, "next", run)
        run = run_board(here)
        panel = await here.press(HANA, "betpanel", run)
        assert "of 500 chips" in said(panel)

        assert "Only the host" in said(await here.press(DMITRI, "endrun", run))
        asked = await here.press(HANA, "endrun", run)
        assert "End this run?" in said(asked)
        await here.press(HANA, "close", asked.message)
        await here.standin.until(lambda: len(here.client.casino.tables) == 1)
        assert "run has begun" in said(await here.command(HANA, "host", table="solo"))


async def test_an_admin_ends_the_run_of_another_member(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.command(HANA, "host", table="solo")
        assert "no solo run" in said(await here.command(ADA, "close", run_of=DMITRI))
        assert "Only the host" in said(await here.command(DMITRI, "close", run_of=HANA))
        asked = await here.command(ADA, "close", run_of=HANA)
        assert "End this run?" in said(asked)
        await here.press(ADA, "close", asked.message)
        await here.standin.until(lambda: not here.client.casino.tables)


async def test_rules_are_those_of_the_run_where_there_is_no_table(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.command(HANA, "host", table="solo")
        assert "Rules: Solo run" in said(await here.command(HANA, "rules"))
        assert "Rules: The bank table" in said(await here.command(DMITRI, "rules"))


def offers(here: Channel, board: dict[str, object], word: str) -> bool:
    try:
        return not here.button(word, board).get("disabled")
    except AssertionError:
        return False


async def test_the_room_deals_members_without_a_seat_and_goes_on_by_itself(tmp_path: Path) -> None:
    clock = HandClock()
    async with channel(tmp_path, clock=clock) as here:
        await open_table(here, "room", BEN)
        for member in (BEN, CHLOE):  # Chloé has no seat
            await bet(here, member, 100)
        assert here.table.state.hand == 0, "the full time for bets always runs"
        await here.standin.until(lambda: moved(clock) and here.table.state.hand == 1)
        assert [seat.place for seat in here.table.state.seats] == [0, 6]
        await here.standin.until(lambda: moved(clock) and here.table.state.phase is Phase.RESULT)
        await here.standin.until(lambda: moved(clock) and here.table.state.phase is Phase.BETTING)
        assert [seat.place for seat in here.table.state.seats] == [0, 1], "a free seat is taken"


def moved(clock: HandClock) -> bool:
    """A second goes by."""
    clock.advance(1)
    return True


async def test_chips_of_the_casino_are_the_members_own(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await open_table(here, "casino", BEN, CHLOE)
        rig(here, "T 9 9 6 T T T")
        for member in (BEN, CHLOE):
            await bet(here, member, 100)
        while here.has("stand"):
            for member in (BEN, CHLOE):
                if here.has("stand"):
                    await here.press(member, "stand")
        won = here.table.state.seats[0].chips
        assert won != 1000
        await here.press(BEN, "leave")
        await here.press(BEN, "join")
        await here.standin.until(lambda: len(here.table.state.seats) == 2)
        assert here.table.state.seats[0].chips == won
        refused = said(await here.command(BEN, "rebuy"))
        assert here.table.state.seats[0].chips == won, refused
