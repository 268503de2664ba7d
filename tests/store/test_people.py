"""People are random numbers, and their names can be forgotten."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store import Person
from bot.store.sqlite import LAST_ACCOUNT, SqliteStore

ADA, BEN = 80_351_110_224_678_912, 2**62  # Discord's ids are large


async def test_an_account_is_random_and_stays(store: SqliteStore, path: Path) -> None:
    ada = await store.account(ADA, "Ada")
    ben = await store.account(BEN, "Ben")
    assert 1 <= ada.account <= LAST_ACCOUNT
    assert ada.account != ben.account
    assert await store.account(ADA, "Ada") == ada
    await store.close()

    again = SqliteStore(path)
    await again.open()
    assert await again.account(BEN, "Ben") == ben
    await again.close()


async def test_accounts_tell_nothing_about_who_came_first(store: SqliteStore) -> None:
    people = [await store.account(user, "x") for user in range(1, 31)]
    accounts = [person.account for person in people]
    assert accounts != sorted(accounts)
    assert max(accounts) > 2**45
    assert len(set(accounts)) == 30


async def test_members_who_press_at_once_get_one_account(store: SqliteStore) -> None:
    people = await asyncio.gather(*(store.account(ADA, "Ada") for _ in range(20)))
    assert len(set(people)) == 1


async def test_a_new_name_replaces_the_old_one(store: SqliteStore) -> None:
    ada = await store.account(ADA, "Ada")
    assert await store.account(ADA, "Countess 👑") == Person(ada.account, ADA, "Countess 👑")
    assert await store.people([ada.account]) == [Person(ada.account, ADA, "Countess 👑")]


async def test_asking_for_the_account_alone_keeps_the_name(store: SqliteStore) -> None:
    nobody = await store.account(ADA, "")
    assert nobody.name == ""
    ada = await store.account(ADA, "Ada")
    assert ada.account == nobody.account
    assert await store.account(ADA, "") == ada


async def test_a_name_wins_over_none_when_both_are_new(store: SqliteStore) -> None:
    await asyncio.gather(store.account(ADA, "Ada"), store.account(ADA, ""))
    assert (await store.account(ADA, "")).name == "Ada"


async def test_a_known_name_costs_no_write(store: SqliteStore, path: Path) -> None:
    await store.account(ADA, "Ada")
    wal = path.with_name(path.name + "-wal")
    size = wal.stat().st_size
    await store.account(ADA, "Ada")
    assert wal.stat().st_size == size


async def test_names_are_forgotten_and_accounts_stay(store: SqliteStore) -> None:
    ada, ben = await store.account(ADA, "Ada"), await store.account(BEN, "Ben")
    await store.forget_names([ada.account, 5])
    people = await store.people([ada.account, ben.account, 5])
    assert {(person.account, person.name) for person in people} == {
        (ada.account, ""),
        (ben.account, "Ben"),
    }
    assert await store.account(ADA, "Ada") == ada


async def test_all_names_but_those_of_some_are_forgotten(store: SqliteStore) -> None:
    ada, ben = await store.account(ADA, "Ada"), await store.account(BEN, "Ben")
    await store.forget_other_names([ben.account, 5])
    people = await store.people([ada.account, ben.account])
    assert sorted(person.name for person in people) == ["", "Ben"]
    await store.forget_other_names([])
    assert [person.name for person in await store.people([ben.account])] == [""]


async def test_asking_for_nobody_finds_nobody(store: SqliteStore) -> None:
    assert await store.people([]) == []
    await store.forget_names([])


async def test_only_the_row_of_a_person_knows_the_discord_user(
    store: SqliteStore, path: Path
) -> None:
    await store.account(ADA, "Ada")
    await store.close()
    with closing(sqlite3.connect(path)) as reader:
        tables = reader.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        holds = [
            name
            for (name,) in tables
            if any(ADA in row for row in reader.execute(f"SELECT * FROM {name}"))
        ]
    assert holds == ["person"]
