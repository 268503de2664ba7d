"""From a result to the next bet in one press, and what becomes of those who are not there."""

import asyncio
from pathlib import Path

from bot.game.moves import SitOut
from bot.game.table import Phase

from ..clocks import HandClock
from .channel import ADA, BEN, CHLOE, Channel, bot_in, channel, local_discord, text_of
from .test_forged import forged
from .test_house_tables import bet, open_table, rig, said


async def over(here: Channel, cards: str, *members: int, chips: int = 50) -> None:
    """A hand at the bank table in which everybody stands."""
    rig(here, cards + " 2" * 200)
    await here.bet(*members, chips=chips)
    while here.table.phase is Phase.PLAYING:
        for member in members:
            if here.has("stand"):
                await here.press(member, "stand")


def bets(here: Channel) -> list[int]:
    return [seat.bet for seat in here.table.view().seats]


async def test_same_bet_at_the_result_opens_the_next_hand_with_it(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.until_clocks_run()
        await over(here, "T T 9 9 8 8", BEN, CHLOE, chips=100)
        assert here.has("again")
        seq = here.table.seq
        await here.press(BEN, "again")
        assert (here.table.phase, bets(here)) == (Phase.BETTING, [100, 0])
        assert here.table.seq == seq + 2, "two moves, both through the door"
        await here.press(CHLOE, "same")
        assert here.table.phase is Phase.PLAYING


async def test_both_press_same_bet_in_the_same_moment(tmp_path: Path) -> None:
    """The second press finds the betting open and places its own bet."""
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.until_clocks_run()
        await over(here, "T T 9 9 8 8", BEN, CHLOE, chips=100)
        board = here.board
        pressed = await asyncio.gather(
            here.press(BEN, "again", board), here.press(CHLOE, "again", board)
        )
        if "ephemeral" in {result.kind for result in pressed}:  # read before the other's was saved
            await here.press(CHLOE if bets(here)[0] else BEN, "same")
        await here.standin.until(lambda: here.table.phase is Phase.PLAYING)
        assert [seat.hands[0].stake for seat in here.table.view().seats] == [100, 100]


async def test_a_press_on_same_bet_of_the_result_counts_once(tmp_path: Path) -> None:
    """Late presses change no bet that was made meanwhile, and open no further hand."""
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.until_clocks_run()
        await over(here, "T T 9 9 8 8", BEN, CHLOE, chips=100)
        again = here.button("again")["custom_id"]
        await here.press(BEN, "next")
        await here.press(BEN, "bet:50")
        seq = here.table.seq
        assert "That question is over" in await forged(here, BEN, again, message=here.board)
        assert (here.table.seq, bets(here)) == (seq, [50, 0])
        await forged(here, CHLOE, again, message=here.board)
        await here.standin.until(lambda: here.table.phase is Phase.PLAYING)
        assert [seat.hands[0].stake for seat in here.table.view().seats] == [50, 100]


async def test_a_shuffle_comes_before_the_same_bet(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN)
        await here.until_clocks_run()
        rig(here, "T 9 9 8")
        here.table.state.shoe.order = here.table.state.shoe.order[:60]  # type: ignore[union-attr]
        await here.bet(BEN)
        await here.press(BEN, "stand")
        assert "shuffled first" in said(await here.press(BEN, "again"))
        assert here.table.phase is Phase.SHUFFLE
        await here.until("being shuffled")


async def test_who_has_no_earlier_bet_is_told_to_pick_one(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.until_clocks_run()
        await over(here, "T T 9 9 8 8", BEN, CHLOE)
        seq = here.table.seq
        assert "don't sit" in said(await here.press(ADA, "again"))
        assert here.table.seq == seq


async def test_change_bet_opens_the_next_hand_and_the_panel(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await open_table(here, "casino", BEN, CHLOE)
        rig(here, "T T 9 9 8 8")
        for member in (BEN, CHLOE):
            await bet(here, member, 40)
        await here.standin.until(lambda: here.has("stand"))
        for member in (BEN, CHLOE):
            await here.press(member, "stand")
        change = here.button("change")["custom_id"]
        await here.press(BEN, "change")
        await panel_of(here, "Your bet: **0** of 1,040 chips")
        assert here.table.phase is Phase.BETTING
        late = await forged(here, CHLOE, change, message=here.board)
        assert "of 1,040 chips" in late, "the other was quicker: the panel alone"


async def panel_of(here: Channel, words: str) -> None:
    def shown() -> bool:
        return any(words in text_of(message) for message in here.standin.messages(here.id, BEN))

    await here.standin.until(shown)


async def test_a_freed_seat_is_told_on_the_board_and_to_its_member(tmp_path: Path) -> None:
    standin = local_discord()
    await standin.start()
    try:
        async with bot_in(standin, tmp_path / "table.db") as client:
            here = Channel(standin, client=client)
            await open_table(here, "casino", BEN, CHLOE)
            for _ in range(3):
                chloe = await here.client.casino.cashier.account(CHLOE)
                await here.table.play(SitOut(chloe, here.table.decision))
                rig(here, "T 9 9 8" + " 2" * 200)
                await bet(here, BEN, 20)
                await here.standin.until(lambda: here.has("stand"))
                await here.press(BEN, "stand")
                if len(here.table.view().seats) == 2:
                    await here.press(BEN, "next")
            await here.until("**Chloé** lost the seat: 3 hands missed running.")
            assert "Your seat was freed" in said(await here.press(CHLOE, "leave"))
        async with bot_in(standin, tmp_path / "table.db") as client:
            here = Channel(standin, client=client)
            await here.standin.until(lambda: here.has("again"), 20)  # no longer shown as paused
            assert "**Chloé** lost the seat" in here.text
            assert "Your seat was freed" in said(await here.press(CHLOE, "again"))
            await here.press(CHLOE, "join")
            assert "lost the seat" not in here.text
    finally:
        await standin.stop()


async def test_a_room_nobody_starts_closes_by_itself(tmp_path: Path) -> None:
    clock = HandClock()
    async with channel(tmp_path, clock=clock) as here:
        await here.until_clocks_run()
        assert "open" in said(await here.command(BEN, "host", table="room"))
        await here.press(BEN, "join")
        assert here.table.seq == 2, "opening a table is one move"
        await here.until("Without a press the table closes")
        clock.advance(599)
        assert here.table.phase is Phase.LOBBY
        clock.advance(1)
        await here.standin.until(lambda: here.client.casino.in_channel(here.id) is None)
        await here.until("This table is closed")
        await here.command(BEN, "host")  # and there is room for another


async def test_who_returns_to_an_emptied_table_hosts_it(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.until_clocks_run()
        await here.press(CHLOE, "leave")
        await here.press(BEN, "leave")
        await here.press(CHLOE, "join")
        chloe = await here.client.casino.cashier.account(CHLOE)
        assert here.table.host == chloe
        asked = await here.command(CHLOE, "close")
        assert "Close this table?" in said(asked)
