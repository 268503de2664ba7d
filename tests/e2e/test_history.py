"""Members look at the last hands they played: their own, over, private, and still there later."""

from pathlib import Path

from bot.game.shoe import rigged
from bot.game.table import Phase

from .channel import (
    ADA,
    BEN,
    CHLOE,
    DMITRI,
    EMEKA,
    GUILD,
    HANA,
    Channel,
    bot_in,
    channel,
    local_discord,
    text_of,
)
from .test_forged import forged
from .test_house_tables import bet, open_table, rig, said


async def history(here: Channel, member: int) -> str:
    return said(await here.command(member, "history"))


async def play_a_hand(here: Channel, cards: str, *members: int) -> None:
    """A hand at the bank table in which everybody stands."""
    rig(here, cards)
    await here.bet(*members)
    while here.table.state.phase is Phase.PLAYING:
        for member in members:
            if here.has("stand"):
                await here.press(member, "stand")


async def test_a_member_reads_cards_choices_pay_and_chips(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.until_clocks_run()
        assert "No hand of yours" in await history(here, BEN)
        rig(here, "8 T 9 8 7 9 3 2 T K")
        await here.bet(BEN, CHLOE, chips=100)
        await here.press(BEN, "split")
        assert "No hand of yours" in await history(here, BEN), "it is still played"
        for word in ("double", "hit", "stand"):
            if here.has(word):
                await here.press(BEN, word)
        while here.table.state.phase is Phase.PLAYING:
            who = BEN if here.table.state.turn.member == here.table.state.seats[0].member else CHLOE  # type: ignore[union-attr]
            await here.press(who, "stand")
        told = await history(here, BEN)
        seat = here.table.state.seats[0]
        assert "The bank table · hand 1" in told
        assert "split, double" in told
        assert f"Chips 500 → **{seat.chips}**" in told
        assert "You `10" in await history(here, CHLOE)
        assert "No hand of yours" in await history(here, DMITRI), "a member's own, nobody else's"


async def test_older_hands_are_a_press_away(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN)
        await here.until_clocks_run()
        for _ in range(7):
            await play_a_hand(here, "T 9 9 9", BEN)
            await here.press(BEN, "next")
        first = await here.command(BEN, "history")
        assert "hand 7" in said(first)
        assert "hand 2" not in said(first)
        older = await here.press(BEN, "older", first.message)
        assert older.kind == "update"
        assert older.message is not None
        assert [f"hand {n}**" in text_of(older.message) for n in (3, 2, 1)] == [False, True, True]
        newest = await here.press(BEN, "newest", older.message)
        assert newest.message is not None
        assert "hand 7" in text_of(newest.message)


async def test_hands_are_there_after_a_restart_leaving_and_closing(tmp_path: Path) -> None:
    standin = local_discord()
    await standin.start()
    try:
        async with bot_in(standin, tmp_path / "table.db") as client:
            here = Channel(standin, client=client)
            await here.start(BEN, CHLOE)
            await here.until_clocks_run()
            await play_a_hand(here, "T T 9 9 8 8", BEN, CHLOE)
            before = await history(here, BEN)
            await here.press(BEN, "leave")
            assert await history(here, BEN) == before
        async with bot_in(standin, tmp_path / "table.db") as client:
            here = Channel(standin, client=client)
            assert await history(here, BEN) == before
            asked = await here.command(ADA, "close")
            await here.press(ADA, "close", asked.message)
            assert await history(here, BEN) == before
            assert "Win" in await history(here, BEN)
    finally:
        await standin.stop()


async def test_insurance_and_a_card_face_down_are_told(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await open_table(here, "classic", BEN, CHLOE)
        rig(here, "6 9 A 5 9 8 K")
        for member in (BEN, CHLOE):
            await bet(here, member, 20)
        await here.standin.until(lambda: here.has("insure"))
        await here.press(BEN, "insure")
        await here.press(CHLOE, "noinsure")
        await here.press(BEN, "double")
        assert "No hand of yours" in await history(here, BEN), "its last card lies face down"
        await here.press(CHLOE, "stand")
        told = await history(here, BEN)
        assert "`K" in told
        assert "insured 10 · insurance −10" in told
        assert "no insurance" in await history(here, CHLOE)


async def test_a_solo_run_and_a_table_are_in_one_list(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.command(HANA, "host", table="solo")
        await bet(here, HANA, 500)
        run = here.client.casino.run_of(here.id, await here.client.casino.cashier.account(HANA))
        assert run is not None
        while run.state.phase in (Phase.BETTING, Phase.PLAYING):  # until the board has caught up
            await here.standin.until(lambda: here.has("stand") or run.state.phase is Phase.RESULT)
            if here.has("stand"):
                await here.press(HANA, "stand")
        told = await history(here, HANA)
        assert "Solo run · hand 1" in told
        assert "Chips 500 →" in told


async def test_a_round_without_cards_left_is_told_as_void(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await open_table(here, "casino", BEN, CHLOE)
        here.table.state.shoe = rigged([9, 9, 5, 9, 9, 6], 6)
        for member in (BEN, CHLOE):
            await bet(here, member, 50)
        await here.standin.until(lambda: here.has("hit"))
        await here.press(BEN, "hit")
        told = await history(here, BEN)
        assert "void" in told
        assert "Chips 1,000 → **1,000**" in told


async def test_forged_pages_show_nobody_elses_hands(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.until_clocks_run()
        await play_a_hand(here, "T T 9 9 8 8", BEN, CHLOE)
        table = here.table.id
        private = await here.command(EMEKA, "history")
        for custom_id in (f"bj:{table}:older:1", f"bj:{table}:older:2", f"bj:{table}:newest:1"):
            answer = await forged(here, EMEKA, custom_id, message=private.message)
            assert "Win" not in answer
            assert "Dealer" not in answer
            assert "unknown" not in answer
        for custom_id in (f"bj:{table}:older:0", f"bj:{table}:older:1:1", f"bj:{table}:older:x"):
            assert "gone" in await forged(here, BEN, custom_id, message=private.message)
        on_the_board = await forged(here, BEN, f"bj:{table}:older:2", message=here.board)
        assert "gone" in on_the_board
        assert here.table.guild == GUILD
