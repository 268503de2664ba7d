"""Rules that a server made for itself are kept by name, twenty-five at most."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot.game.rules import BANK, CASINO, TABLES, Clocks, HouseRules
from bot.store import NotSaved, TooManyRules
from bot.store.sqlite import SqliteStore

from .tables import GUILD, at_once

FAST = msgspec.structs.replace(CASINO, min_bet=10, clocks=Clocks(bet=10, decision=10))


@pytest.mark.parametrize("rules", [*TABLES.values(), FAST], ids=lambda rules: str(rules.table))
async def test_rules_come_back_as_they_were_saved(
    store: SqliteStore, path: Path, rules: HouseRules
) -> None:
    await store.save_rules(GUILD, "Fridays ♣", rules)
    await store.close()
    again = SqliteStore(path)
    await again.open()
    assert await again.saved_rules(GUILD) == {"Fridays ♣": rules}
    await again.close()


async def test_a_name_that_is_there_is_replaced(store: SqliteStore) -> None:
    await store.save_rules(GUILD, "ours", BANK)
    await store.save_rules(GUILD, "ours", FAST)
    assert await store.saved_rules(GUILD) == {"ours": FAST}


async def test_deleted_rules_are_gone_and_the_others_stay(store: SqliteStore) -> None:
    for name in ("b", "a", "c"):
        await store.save_rules(GUILD, name, BANK)
    await store.delete_rules(GUILD, "b")
    await store.delete_rules(GUILD, "never there")
    assert list(await store.saved_rules(GUILD)) == ["a", "c"]


async def test_servers_do_not_see_each_others_rules(store: SqliteStore) -> None:
    await store.save_rules(1, "ours", BANK)
    await store.save_rules(2, "ours", FAST)
    await store.delete_rules(2, "ours")
    assert await store.saved_rules(1) == {"ours": BANK}
    assert await store.saved_rules(2) == {}


@pytest.mark.parametrize("name", ["x", "♠" * 32])
async def test_a_name_has_up_to_32_characters(store: SqliteStore, name: str) -> None:
    await store.save_rules(GUILD, name, BANK)
    assert name in await store.saved_rules(GUILD)


@pytest.mark.parametrize("name", ["", "♠" * 33])
async def test_other_names_are_refused(store: SqliteStore, name: str) -> None:
    with pytest.raises(NotSaved):
        await store.save_rules(GUILD, name, BANK)
    assert await store.saved_rules(GUILD) == {}


async def test_the_26th_is_refused_and_replacing_is_not(store: SqliteStore) -> None:
    for number in range(25):
        await store.save_rules(GUILD, f"table {number}", BANK)
    with pytest.raises(TooManyRules, match="25"):
        await store.save_rules(GUILD, "one more", BANK)
    await store.save_rules(GUILD, "table 7", FAST)
    await store.save_rules(GUILD + 1, "one more", BANK)
    await store.delete_rules(GUILD, "table 3")
    await store.save_rules(GUILD, "one more", BANK)
    saved = await store.saved_rules(GUILD)
    assert len(saved) == 25
    assert saved["table 7"] == FAST


async def test_saving_many_at_once_fills_the_place_there_is(store: SqliteStore) -> None:
    saving = [store.save_rules(GUILD, f"table {number}", BANK) for number in range(30)]
    answers = await at_once(store, saving)
    assert [type(answer) for answer in answers if answer] == [TooManyRules] * 5
    assert len(await store.saved_rules(GUILD)) == 25


async def test_rules_of_another_version_hide_none_of_the_others(
    store: SqliteStore, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("old", "good", "newer"):
        await store.save_rules(GUILD, name, BANK)
    await store.close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE saved_rules SET rules = '{\"table\": 5}' WHERE name = 'old'")
        other.execute(
            "UPDATE saved_rules SET rules = json_set(rules, '$.jokers', 2) WHERE name = 'newer'"
        )
        other.commit()
    again = SqliteStore(path)
    await again.open()
    assert await again.saved_rules(GUILD) == {"good": BANK}
    assert "'old' can't be read" in caplog.text
    assert "'newer' can't be read" in caplog.text
    await again.close()
