"""Rules of a table in play change between hands, announced, across a restart, and not for all."""

import asyncio
from pathlib import Path

import pytest

from bot.game.cards import RANKS
from bot.game.shoe import rigged

from .channel import ADA, BEN, CHLOE, Channel, bot_in, channel, local_discord
from .desk import fill, host, make, panel, push, said, shown, values_in
from .test_forged import forged


def rig(here: Channel, cards: str) -> None:
    """The next cards of the table in the channel, from the test's sleeve."""
    faces = [RANKS.index(rank) + 13 * (n % 4) for n, rank in enumerate(cards.split())]
    here.table.state.shoe = rigged(faces + [9] * 100, here.table.state.rules.decks)


async def bet(here: Channel, member: int, chips: int) -> None:
    """Type the amount, by way of the member's private panel."""
    form = await here.press(member, "custom", shown(await here.press(member, "betpanel")))
    await here.standin.member(member).submit(form, {"text": str(chips)})


async def desk(here: Channel, member: int = BEN) -> dict[str, object]:
    """The panel of the table in play, by way of its rules."""
    card = await here.press(member, "rules")
    return shown(await push(here, shown(card), "open", member))


async def test_a_change_is_announced_and_in_force_with_the_next_hand(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await make(here, "Fridays", naturals={"natural": "6:5", "insurance": ["none"]})
        await host(here, "Fridays", BEN)
        rig(here, "A 9 K 7")
        await bet(here, BEN, 100)
        await here.until("**Blackjack +120**")
        changed = await fill(here, await desk(here), "naturals", BEN, natural="2:1")
        assert changed.kind == "update"
        assert "From the next hand on: A blackjack pays 6:5 → 2:1" in said(changed)
        await here.until("**New rules from the next hand on:** A blackjack pays 6:5 → 2:1")
        assert "Blackjack pays 6:5" in here.text, "until then the old ones are in force"
        assert "New rules from the next hand on" in said(await here.command(CHLOE, "rules"))
        await here.press(BEN, "next")
        assert "New rules" not in here.text
        assert "Blackjack pays 2:1" in here.text
        rig(here, "A 9 K 7")
        await bet(here, BEN, 100)
        await here.until("**Blackjack +200**")


async def test_other_decks_are_shuffled_before_the_next_hand(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await host(here, "casino", BEN)
        assert "312 cards left" in here.text
        rig(here, "T T 9 8")
        await bet(here, BEN, 100)
        await here.standin.until(lambda: here.has("stand"))
        promised = here.table.view().next_commit
        await here.press(BEN, "stand")
        await here.until("**Win +100**")
        await fill(here, await desk(here), "shoe", BEN, decks="8", penetration="50")
        await here.press(BEN, "next")
        assert "Shoe 2: 416 cards, being shuffled" in here.text
        assert here.table.view().next_commit != promised, "another shoe needs another promise"
        await here.press(BEN, "nocut")
        assert "Shoe 2: 416 of 416 cards left · shuffled after 208 more cards" in here.text


async def test_a_change_and_its_panel_outlive_a_restart(tmp_path: Path) -> None:
    standin = local_discord()
    await standin.start()
    try:
        async with bot_in(standin, tmp_path / "table.db") as client:
            here = Channel(standin, client=client)
            custom = shown(await make(here, "Fridays"))
            await host(here, "Fridays", BEN)
            await bet(here, BEN, 100)
            running = await desk(here)
            form = await push(here, running, "bets", BEN)
            await fill(here, running, "doubles", BEN, double=["9-11"])
        async with bot_in(standin, tmp_path / "table.db") as client:
            here = Channel(standin, client=client)
            await here.until_clocks_run()
            assert (await fill(here, custom, "bets", min_bet="25")).kind == "update"
            done = await standin.member(BEN).submit(form, {"min_bet": "50"})
            assert done.kind == "update", "a form that was open meanwhile is taken as well"
            await here.until("New rules from the next hand on:** Smallest bet 5 → 50 · Doubling")
            await here.play_out(BEN)
            await here.press(BEN, "next")
            rules = here.table.state.rules
            assert (rules.min_bet, rules.double) == (50, "9-11")
            saved = (await client.casino.rulebook.of(here.table.guild))["Fridays"]
            assert (saved.min_bet, saved.double) == (25, "any"), "the table keeps its own rules"
    finally:
        await standin.stop()


async def test_what_can_not_change_is_refused_and_what_was_typed_is_kept(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await host(here, "casino", BEN, CHLOE)
        running = await desk(here)
        for group, row, text, sentence in (
            ("seats", "seats", "1", "2 seats are taken."),
            ("seats", "chips", "5000", "Make a table of your own for that."),
            ("shoe", "decks", "9", "A shoe has 1 to 8 decks."),
            ("bets", "min_bet", "5", "These are the rules already."),
            ("bets", "min_bet", "five", "Smallest bet: please write a whole number"),
        ):
            refused = await fill(here, running, group, BEN, **{row: text})
            assert refused.kind == "ephemeral"
            assert sentence in said(refused)
            again = values_in(await push(here, shown(refused), group, BEN))
            assert again[row] == text
        ended = await fill(here, running, "end", BEN, ends=["bank"], bank="1000")
        assert "How chips are kept can't change" in said(ended)
        assert here.table.state.next_rules is None


async def test_only_the_host_and_admins_change_a_table_in_play(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await host(here, "casino", BEN, CHLOE)
        assert "bj:set:" not in str(shown(await here.press(CHLOE, "rules")))
        running = await desk(here)
        for word in ("open", "text", "edit:bets", "save:bets"):
            pressed = f"bj:set:{word.partition(':')[0]}:t{here.table.id}"
            group = word.partition(":")[2]
            answer = await forged(here, CHLOE, f"{pressed}:{group}" if group else pressed)
            assert "Only the host" in answer
        assert (await fill(here, running, "bets", BEN, min_bet="10")).kind == "update"
        by_admin = await push(here, shown(await panel(here, ADA)), "open")
        assert (await fill(here, shown(by_admin), "doubles", double=["9-11"])).kind == "update"
        to_come = here.table.state.next_rules
        assert to_come is not None
        assert (to_come.min_bet, to_come.double) == (10, "9-11"), "one change adds to the other"


async def test_two_changes_at_once_are_both_made(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await host(here, "classic", BEN)
        left, right = await desk(here), await desk(here, ADA)
        done = await asyncio.gather(
            fill(here, left, "bets", BEN, max_bet="250"),
            fill(here, right, "splits", ADA, max_hands="3"),
        )
        assert [result.kind for result in done] == ["update", "update"]
        to_come = here.table.state.next_rules
        assert to_come is not None
        assert (to_come.max_bet, to_come.max_hands) == (250, 3)


async def test_a_bank_table_is_fixed_at_start_and_free_before(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.host(BEN, CHLOE)
        running = await desk(here)
        changed = await fill(here, running, "seats", BEN, chips="800", seats="2")
        assert changed.kind == "update"
        await here.until("Everyone starts with 800 chips")
        assert not here.has("join"), "two seats are all there are"
        await here.press(BEN, "start")
        assert "fixed from Start on" in said(await push(here, running, "seats", BEN))
        assert "bj:set:" not in str(shown(await here.press(BEN, "rules")))


async def test_chips_of_a_custom_table_stay_apart(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await make(here, "rich", seats={"chips": "50000"})
        await host(here, "rich", CHLOE)
        assert here.table.state.seats[0].chips == 50_000
        await here.press(CHLOE, "leave")
        await here.command(ADA, "close")
        close = f"bj:{here.table.id}:close:{here.table.state.decision}"
        await forged(here, ADA, close, message=shown(await here.command(ADA, "close")))
        await host(here, "casino", CHLOE)
        assert here.table.state.seats[0].chips == 1000


@pytest.mark.parametrize("group", ["seats", "shoe"])
async def test_the_panel_of_a_table_that_is_gone_says_so(tmp_path: Path, group: str) -> None:
    async with channel(tmp_path) as here:
        await host(here, "casino", BEN)
        running = await desk(here)
        form = await push(here, running, group, BEN)
        close = f"bj:{here.table.id}:close:{here.table.state.decision}"
        await forged(here, BEN, close, message=shown(await here.command(BEN, "close")))
        assert "This table is gone" in said(await push(here, running, group, BEN))
        gone = await here.standin.member(BEN).submit(
            form, {"seats": "2"} if group == "seats" else {}
        )
        assert "This table is gone" in said(gone)
