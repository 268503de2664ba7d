"""Names of members: kept while they are at a table, and asked for no more than needed."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.game.moves import Close, Kick
from bot.store import NotSaved, Person

from .houses import House, house


class Asked:
    """Counts how often the casino asks the store about members."""

    def __init__(self, home: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        account = home.store.account

        async def counted(user: int, name: str) -> Person:
            self.times += 1
            return await account(user, name)

        monkeypatch.setattr(home.store, "account", counted)


async def name_of(home: House, account: int) -> str:
    (person,) = await home.store.people([account])
    return person.name


async def test_who_is_known_at_the_table_by_that_name_is_not_looked_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.table(members=2)
        asked = Asked(home, monkeypatch)
        assert await home.casino.cashier.welcome(table, 1, "Member 1") == home.accounts[0]
        assert asked.times == 0


async def test_a_member_with_a_new_name_is_known_by_it_at_once_and_later(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.table(members=1)
        account = await home.casino.cashier.welcome(table, 1, "Renamed")
        assert account == home.accounts[0]
        assert table.names[account] == await name_of(home, account) == "Renamed"


async def test_a_name_forgotten_with_its_table_is_written_again_at_the_next_one(
    tmp_path: Path,
) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.table(members=1)
        (account,) = home.accounts
        await table.play(Close(account))
        async with asyncio.timeout(10):
            while await name_of(home, account):
                pass
        other = await home.table(members=1)
        assert other.names[account] == await name_of(home, account) == "Member 1"


async def test_a_name_that_could_not_be_forgotten_is_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(accounts: Iterable[int]) -> None:
        raise NotSaved("the disk is full")

    async with house(tmp_path / "a.db") as home:
        table = await home.table(members=2)
        first, second = home.accounts
        monkeypatch.setattr(home.store, "forget_names", fail)
        await table.play(Close(first))
        await home.table(members=1)
    async with house(tmp_path / "a.db") as home:
        assert [await name_of(home, account) for account in (first, second)] == ["Member 1", ""]


async def test_who_was_removed_is_called_by_name_after_a_restart_too(tmp_path: Path) -> None:
    async with house(tmp_path / "a.db") as home:
        table = await home.table(members=2)
        host, removed = home.accounts
        await table.play(Kick(host, removed))
    async with house(tmp_path / "a.db") as home:
        (table,) = home.casino.tables.values()
        assert set(table.view().removed) == {removed}
        assert table.names[removed] == "Member 2"
