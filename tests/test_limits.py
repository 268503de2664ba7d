"""How many tables a server has, how many commands a member gives: refused kindly, and bounded."""

from pathlib import Path

import pytest

from bot.game.moves import Close, Join, Leave, Refused, Start
from bot.game.rules import TABLES, HouseRules
from bot.limits import RUNS, Allowance, commands, crowd, flood, presses
from bot.livetable import LiveTable

from .houses import CHANNEL, GUILD, House, house


def test_five_commands_at_once_are_fine_and_the_sixth_waits_a_second() -> None:
    allowance = Allowance(commands(30))
    assert [allowance.take(1, 100.0) for _ in range(6)] == [0, 0, 0, 0, 0, 1]
    assert allowance.take(2, 100.0) == 0, "everybody has an allowance of their own"
    assert allowance.take(1, 101.0) == 0


def test_who_waits_as_long_as_told_is_allowed_again() -> None:
    allowance, now = Allowance(commands(30)), 100.0
    for _ in range(200):
        if wait := allowance.take(1, now):
            now += wait
            assert allowance.take(1, now) == 0
    assert now > 100


def test_no_more_than_thirty_a_minute_and_what_is_refused_costs_nothing() -> None:
    allowance = Allowance(commands(30))
    minute = [allowance.take(1, 100 + second / 4) for second in range(240)]
    assert 30 <= minute.count(0) <= 60, "what was left, and what came back meanwhile"
    later = [allowance.take(1, 160 + second / 4) for second in range(240)]
    assert later.count(0) <= 30


def test_what_is_acknowledged_is_more_than_anyone_means_and_less_than_what_is_read() -> None:
    """Twenty presses in four seconds are a quick hand on the chips, and a flood is no member."""
    chips, read, board = Allowance(presses(5)), Allowance(flood(5)), Allowance(crowd(5))
    assert not any(chips.take(1, 100 + n / 5) for n in range(20))
    second = [100 + n / 1000 for n in range(1000)]
    assert [chips.take(1, now) for now in second].count(0) <= 45
    assert [read.take(1, now) for now in second].count(0) <= 90
    assert [board.take(9, now) for now in second].count(0) <= 500


def test_the_members_remembered_have_a_bound() -> None:
    allowance = Allowance(commands(30), members=100)
    for member in range(10_000):
        assert allowance.take(member, 1.0) == 0
    assert len(allowance._left) == 100


async def test_a_server_has_so_many_tables_and_one_that_is_closed_makes_room(
    tmp_path: Path,
) -> None:
    async with house(tmp_path / "a.db") as home:
        casino = home.casino
        casino._most = 3
        host = await casino.cashier.account(1)
        bank = TABLES["bank"]
        tables = [await casino.open_table(GUILD, CHANNEL + n, host, bank) for n in range(3)]
        with pytest.raises(Refused, match="too_many_tables"):
            await casino.open_table(GUILD, CHANNEL + 20, host, bank)
        await casino.open_table(GUILD + 1, CHANNEL + 30, host, bank)  # of another server
        await casino.open_table(GUILD, CHANNEL + 20, host, TABLES["solo"])  # counted apart
        assert len(casino.tables) == 5
        await tables[-1].play(Close(host))
        await casino.open_table(GUILD, CHANNEL + 20, host, bank)


async def test_runs_that_rest_give_up_their_place(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        casino, solo = home.casino, TABLES["solo"]
        casino._most = RUNS + 1
        members = [await casino.cashier.account(user) for user in range(1, RUNS + 3)]
        runs = [await begun(home, member, solo) for member in members[:RUNS]]
        with pytest.raises(Refused, match="too_many_runs"):
            await casino.open_table(GUILD, CHANNEL, members[RUNS], solo)
        for run in runs[1:]:
            await run.play(Leave(run.host))
        await begun(home, members[RUNS], solo)
        assert len(casino.tables) == RUNS + 1, "a resting run is in nobody's way in the channel"
        await begun(home, members[RUNS + 1], solo)
        assert runs[1].is_closed, "the server is full: the oldest that rests has ended"
        assert [run.is_closed for run in runs].count(True) == 1


async def begun(home: House, member: int, rules: HouseRules) -> LiveTable:
    run = await home.casino.open_table(GUILD, CHANNEL, member, rules)
    await run.play(Join(member))
    await run.play(Start(member, run.decision))
    return run
