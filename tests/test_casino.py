"""The one door: overlapping presses, alarms, recovery. Real SQLite, a clock moved by hand."""

import asyncio
from pathlib import Path
from random import Random

import msgspec
import pytest

from bot.game.engine import apply, open_table
from bot.game.legal import legal
from bot.game.moves import Bet, Close, Hit, Join, Leave, Move, Open, Refused, Resume, Stand, TimeUp
from bot.game.play import balances
from bot.game.rules import BANK
from bot.game.table import Phase, Table, snapshot
from bot.livetable import GRACE, QUEUE, LiveTable
from bot.store import AlreadyPlayed, Commit, NotSaved, Store, Unknown

from .houses import CHANNEL, GUILD, house, until


def replayed(moves: list[Move]) -> Table:
    """The table that the stored moves give, from nothing."""
    opening, *rest = moves
    assert isinstance(opening, Open)
    table, _ = open_table(opening)
    for move in rest:
        apply(table, move)
    return table


async def assert_audited(store: Store, table: LiveTable) -> None:
    """Log, snapshot and ledger tell the same story."""
    assert snapshot(replayed(await store.moves(table.id))) == snapshot(table.state)
    ledger = await store.ledger(table.id)
    assert sum(ledger.values()) == 0
    held = {account: chips for account, chips in ledger.items() if chips and account != "mint"}
    assert held == balances(table.state)


async def outcomes(*plays: object) -> list[object]:
    return await asyncio.gather(*plays, return_exceptions=True)  # type: ignore[call-overload, no-any-return]


def whys(results: list[object]) -> list[str]:
    return [result.why for result in results if isinstance(result, Refused)]


async def test_a_button_pressed_twice_at_once_is_played_once(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.turn()
        member, decision = home.accounts[0], table.state.decision
        seq = table.seq
        results = await outcomes(
            table.play(Stand(member, decision), press=1),
            table.play(Stand(member, decision), press=2),
        )
        assert whys(results) == ["decision_closed"]
        assert table.seq == seq + 1
        await assert_audited(home.store, table)


async def test_six_presses_of_one_turn_play_it_once(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.turn(6)
        assert table.state.acting is not None
        asked, decision = table.state.acting[0].member, table.state.decision
        results = await outcomes(*(table.play(Stand(m, decision)) for m in home.accounts))
        assert len(whys(results)) == 5
        applied = [r for r in results if not isinstance(r, BaseException)]
        assert len(applied) == 1
        assert table.state.acting is None or table.state.acting[0].member != asked
        await assert_audited(home.store, table)


async def test_six_members_can_bet_at_once(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.betting(6)
        decision = table.state.decision
        results = await outcomes(*(table.play(Bet(m, decision, 100)) for m in home.accounts))
        assert whys(results) == []
        assert table.state.hand == 1
        assert all(seat.rounds == 1 for seat in table.state.seats)
        await assert_audited(home.store, table)


async def test_an_interaction_id_is_applied_once_even_after_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.betting(2)
        await table.play(Bet(home.accounts[0], table.state.decision, 50), press=99)
        with pytest.raises(AlreadyPlayed):
            await table.play(Bet(home.accounts[0], table.state.decision, 100), press=99)
        assert table.state.seats[0].bet == 50
        first, decision = home.accounts[0], table.state.decision
    async with house(tmp_path / "a.db") as home:
        table = home.casino.tables[1]
        with pytest.raises(AlreadyPlayed):
            await table.play(Bet(first, decision, 100), press=99)
        assert table.state.seats[0].bet == 50
        await assert_audited(home.store, table)


async def test_a_refused_move_leaves_no_trace(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.betting()
        before, seq = snapshot(table.state), table.seq
        changes = list(home.changes)
        for chips in (0, 75, 600, -50, 10**30):
            with pytest.raises(Refused):
                await table.play(Bet(home.accounts[0], table.state.decision, chips))
        assert (snapshot(table.state), table.seq, home.changes) == (before, seq, changes)
        assert len(await home.store.moves(table.id)) == seq


@pytest.mark.parametrize("seed", range(4))
async def test_a_storm_of_overlapping_presses_keeps_every_chip(tmp_path: Path, seed: int) -> None:
    """Eight members press whatever they like, many at once, some twice, some for questions past."""
    async with house(tmp_path / "a.db", seed=seed) as home:
        table = await home.table(6)
        strangers = [await home.casino.cashier.account(user) for user in (101, 102)]
        random, press = Random(seed), iter(range(1, 100_000))
        for _ in range(120):
            wishes = [
                move
                for member in home.accounts + strangers
                for move in legal(table.state, member)
                if not isinstance(move, Close) and (random.random() < 0.05 or not _is_leave(move))
            ]
            if not wishes:
                break
            burst = random.choices(wishes, k=random.randint(1, 12))
            if random.random() < 0.2:
                home.clock.advance(random.choice([1, 20, 61]))
            results = await outcomes(
                *(table.play(move, press=next(press)) for move in burst for _ in range(2))
            )
            for result in results:
                assert isinstance(result, list | Refused), result
        assert table.state.hand > 3
        await assert_audited(home.store, table)


def _is_leave(move: Move) -> bool:
    return type(move).__name__ in ("Leave", "Kick")


async def test_a_cancelled_caller_never_splits_a_move(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.turn()
        caller = asyncio.create_task(table.play(Stand(home.accounts[0], table.state.decision)))
        await asyncio.sleep(0)
        caller.cancel()
        await until(lambda: table.state.phase is not Phase.PLAYING)
        await assert_audited(home.store, table)


async def test_the_clock_stands_a_silent_seat(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.turn()
        home.clock.advance(29)
        assert table.state.phase is Phase.PLAYING
        home.clock.advance(2)
        await until(lambda: table.state.phase is not Phase.PLAYING)
        await assert_audited(home.store, table)


async def test_an_answer_stops_the_clock_of_its_question(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.turn(2)
        assert table.state.acting is not None
        await table.play(Stand(table.state.acting[0].member, table.state.decision))
        assert home.clock.pending == 1
        decision = table.state.decision
        home.clock.advance(1)
        assert table.state.decision == decision
        with pytest.raises(Refused, match="decision_closed"):
            await table.play(TimeUp(decision - 1))


async def test_a_restart_finds_the_same_cards_and_the_same_question(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.turn(3)
        before, accounts = table.state.copy(), home.accounts
        await home.casino.set_message(table, 4242)
        clock = home.clock
    clock.advance(3600)  # an hour of downtime runs no clock out
    async with house(tmp_path / "a.db", clock) as home:
        table = home.casino.tables[before.id]
        assert table.message == 4242
        assert table.names[accounts[0]] == "Member 1"
        assert table.state.deadline == clock.now() + GRACE
        after = msgspec.structs.replace(table.state, deadline=before.deadline)
        assert snapshot(after) == snapshot(before)
        assert table.state.acting is not None
        await table.play(Hit(table.state.acting[0].member, before.decision))
        moves = await home.store.moves(table.id)
        assert isinstance(moves[-2], Resume)
        await assert_audited(home.store, table)


async def test_clocks_stop_while_discord_is_away(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.turn()
        home.casino.pause(lambda guild: guild == GUILD)
        home.clock.advance(600)
        assert home.clock.pending == 0
        assert table.state.phase is Phase.PLAYING
        await home.casino.resume()
        assert table.state.deadline == home.clock.now() + GRACE
        home.clock.advance(31)
        await until(lambda: table.state.phase is not Phase.PLAYING)


async def test_another_guilds_outage_stops_no_clock_here(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.turn()
        deadline = table.state.deadline
        home.casino.pause(lambda guild: guild != GUILD)
        assert home.clock.pending == 1
        await home.casino.resume()
        assert table.state.deadline == deadline


async def test_a_channel_holds_one_table(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        await home.table()
        with pytest.raises(Refused, match="table_exists"):
            await home.casino.open_table(GUILD, CHANNEL, home.accounts[0], BANK)
        other = await home.casino.open_table(GUILD, CHANNEL + 1, home.accounts[0], BANK)
        assert other.id == 2


async def test_two_hosts_at_once_open_one_table(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        host = await home.casino.cashier.account(1)
        results = await outcomes(
            *(home.casino.open_table(GUILD, CHANNEL, host, BANK) for _ in range(3))
        )
        assert whys(results) == ["table_exists", "table_exists"]
        assert len(home.casino.tables) == 1


async def test_a_closed_table_is_gone_and_its_names_forgotten(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.turn(2)
        await table.play(Close(home.accounts[0]))
        assert home.casino.in_channel(CHANNEL) is None
        with pytest.raises(Refused, match="table_closed"):
            await table.play(Join(home.accounts[1]))
        await assert_audited(home.store, table)
        accounts = home.accounts
    async with house(tmp_path / "a.db") as home:
        assert home.casino.tables == {}
        assert {person.name for person in await home.store.people(accounts)} == {""}
        assert (await home.casino.cashier.account(1)) == accounts[0]


async def test_spam_at_one_table_is_refused_and_another_stays_quick(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.turn()
        other = await home.casino.open_table(GUILD, CHANNEL + 1, home.accounts[0], BANK)
        spam = [
            asyncio.ensure_future(table.play(Stand(home.accounts[0], 1), press=press))
            for press in range(1, QUEUE * 4 + 1)
        ]
        await other.play(Join(home.accounts[0]))
        results = await asyncio.gather(*spam, return_exceptions=True)
        assert whys(list(results)).count("too_many_presses") == QUEUE * 3
        assert other.state.seats


async def test_a_house_that_closes_accepts_nothing_and_loses_nothing(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.turn(6)
        assert table.state.acting is not None
        late = asyncio.ensure_future(
            table.play(Stand(table.state.acting[0].member, table.state.decision))
        )
        await asyncio.sleep(0)
        await home.casino.close()
        assert await late  # was under way
        with pytest.raises(Refused, match="paused"):
            await table.play(Leave(home.accounts[0]))
        assert home.clock.pending == 0
        await assert_audited(home.store, table)


async def test_the_clocks_of_a_guild_that_is_back_run_on_however_it_is_asked(
    tmp_path: Path,
) -> None:
    away: set[int] = set()
    async with house(tmp_path / "a.db") as home:
        table = await home.turn()
        for _ in range(2):  # the client asks with one and the same function every time
            away.add(GUILD)
            home.casino.pause(away.__contains__)
            home.clock.advance(600)
            away.discard(GUILD)
            await home.casino.resume(away.__contains__)
            assert table.state.deadline == home.clock.now() + GRACE
            assert home.clock.pending == 1


async def test_a_clock_that_ends_when_the_line_has_just_gone_stands_nobody(tmp_path: Path) -> None:
    away: set[int] = set()
    async with house(tmp_path / "a.db") as home:
        table = await home.turn()
        await home.casino.resume(away.__contains__)
        decision = table.state.decision
        away.add(GUILD)  # and nobody has said so yet
        home.clock.advance(31)
        await asyncio.sleep(0.05)
        assert table.state.decision == decision
        away.discard(GUILD)
        await home.casino.resume(away.__contains__)
        assert table.state.deadline == home.clock.now() + GRACE


async def test_a_table_whose_board_cannot_be_shown_stands_still(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.turn()
        home.casino.suspend(table)
        assert home.clock.pending == 0
        await home.casino.resume()  # a reconnect alone does not show it
        assert home.clock.pending == 0
        await table.play(Leave(home.accounts[0]))  # a move that still comes starts no clock
        assert home.clock.pending == 0
        home.casino.restore(table)
        await until(lambda: not table.is_suspended)


async def test_spam_never_stops_a_clock(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.turn()
        spam = [
            asyncio.ensure_future(table.play(Stand(home.accounts[0], 1), press=press))
            for press in range(1, QUEUE * 2)
        ]
        await asyncio.sleep(0)
        home.clock.advance(31)
        await asyncio.gather(*spam, return_exceptions=True)
        await until(lambda: table.state.phase is not Phase.PLAYING)


async def test_a_clock_that_rings_while_the_store_is_in_doubt_is_no_bug(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def doubt(commit: Commit) -> None:
        raise Unknown("COMMIT failed")

    async with house(tmp_path / "a.db") as home:
        await home.turn()
        monkeypatch.setattr(home.store, "commit", doubt)
        home.clock.advance(31)
        await until(home.casino.failed.done)
        assert isinstance(home.casino.failed.exception(), Unknown)
        await asyncio.sleep(0)
        assert "the clock ran out" not in caplog.text


async def test_a_board_that_could_not_be_remembered_is_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(table: int, message: int | None) -> None:
        raise NotSaved("the disk is full")

    async with house(tmp_path / "a.db") as home:
        table = await home.table()
        await home.casino.set_message(table, 1)
        monkeypatch.setattr(home.store, "set_message", refuse)
        with pytest.raises(NotSaved):
            await home.casino.set_message(table, 2)
        assert table.message == 1


async def test_a_grace_that_could_not_be_saved_is_tried_again_and_no_deadline_passes_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.turn()
        decision, commit = table.state.decision, home.store.commit

        async def refuse(commit: Commit) -> None:
            raise NotSaved("the disk is full")

        home.casino.pause(lambda guild: True)
        home.clock.advance(60)
        monkeypatch.setattr(home.store, "commit", refuse)
        await home.casino.resume()
        home.clock.advance(1)
        await asyncio.sleep(0.01)
        assert table.state.decision == decision
        monkeypatch.setattr(home.store, "commit", commit)
        home.clock.advance(5)
        await until(lambda: (table.state.deadline or 0) >= home.clock.now() + 29_000)
        assert table.state.decision == decision
        home.clock.advance(31)
        await until(lambda: table.state.decision != decision)
