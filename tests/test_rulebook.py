"""A server's own tables are kept one change at a time: nothing is lost and nothing comes back."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec.structs import replace

from bot.game.moves import Refused
from bot.game.rules import BANK, CASINO, TABLES, HouseRules, is_ranked
from bot.rulebook import MOST, RuleBook, key_of
from bot.store.sqlite import SqliteStore

T = TypeVar("T")
GUILD, OTHER = 11, 12


async def asked(answer: Awaitable[T]) -> T:
    return await answer


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "blackjack.db")
    await store.open()
    yield store
    await store.close()


@pytest.fixture
def book(store: SqliteStore) -> RuleBook:
    return RuleBook(store, asked)


async def test_a_table_is_of_the_kind_its_name_makes(book: RuleBook) -> None:
    await book.make(GUILD, "Fridays", BANK)
    assert await book.of(GUILD) == {"Fridays": replace(BANK, table="custom:Fridays")}
    assert await book.of(OTHER) == {}
    assert await book.find(GUILD, key_of("Fridays")) == (
        "Fridays",
        replace(BANK, table="custom:Fridays"),
    )


async def test_rules_saved_under_a_house_tables_kind_become_the_servers_own(
    book: RuleBook, store: SqliteStore
) -> None:
    await store.save_rules(GUILD, "old", CASINO)
    assert (await book.of(GUILD))["old"].table == "custom:old"


async def test_no_table_of_a_servers_own_is_ranked(book: RuleBook) -> None:
    for name, rules in TABLES.items():
        assert is_ranked(rules)
        await book.make(GUILD, f"our {name}", rules)
    assert not any(map(is_ranked, (await book.of(GUILD)).values()))
    assert not is_ranked(replace(CASINO, natural=(2, 1)))
    assert is_ranked(replace(CASINO, clocks=BANK.clocks)), "clocks apart"


@pytest.mark.parametrize("name", ["ours", "OURS", "bank", "Casino"])
async def test_a_name_that_is_taken_is_refused(book: RuleBook, name: str) -> None:
    await book.make(GUILD, "Ours", BANK)
    with pytest.raises(Refused, match="custom_taken"):
        await book.make(GUILD, name, CASINO)
    assert list((await book.of(GUILD)).values()) == [replace(BANK, table="custom:Ours")]


async def test_making_one_name_at_once_makes_one_table(book: RuleBook) -> None:
    making = [book.make(GUILD, "ours", BANK) for _ in range(5)]
    answers = await asyncio.gather(*making, return_exceptions=True)
    assert [str(answer) for answer in answers if answer] == ["custom_taken"] * 4


async def test_one_too_many_is_refused_with_how_many_there_may_be(book: RuleBook) -> None:
    for number in range(MOST):
        await book.make(GUILD, f"table {number}", BANK)
    with pytest.raises(Refused) as refused:
        await book.make(GUILD, "one more", BANK)
    assert (refused.value.why, refused.value.about) == ("custom_too_many", {"most": MOST})


async def test_changes_of_many_at_once_are_all_made(book: RuleBook) -> None:
    await book.make(GUILD, "ours", replace(CASINO, max_bet=1))

    def one_more(rules: HouseRules) -> HouseRules:
        return replace(rules, max_bet=(rules.max_bet or 0) + 1)

    await asyncio.gather(*(book.change(GUILD, key_of("ours"), one_more) for _ in range(20)))
    assert (await book.of(GUILD))["ours"].max_bet == 21


async def test_a_change_that_is_refused_saves_nothing(book: RuleBook) -> None:
    await book.make(GUILD, "ours", CASINO)

    def refuse(rules: HouseRules) -> HouseRules:
        raise Refused("rules_decks")

    with pytest.raises(Refused):
        await book.change(GUILD, key_of("ours"), refuse)
    assert (await book.of(GUILD))["ours"].decks == CASINO.decks


async def test_what_is_deleted_is_not_changed_back_into_being(book: RuleBook) -> None:
    await book.make(GUILD, "ours", CASINO)
    assert await book.delete(GUILD, key_of("ours")) == "ours"
    with pytest.raises(Refused, match="custom_gone"):
        await book.change(GUILD, key_of("ours"), lambda rules: rules)
    with pytest.raises(Refused, match="custom_gone"):
        await book.delete(GUILD, key_of("ours"))
    assert await book.of(GUILD) == {}


async def test_another_servers_key_finds_nothing(book: RuleBook) -> None:
    await book.make(GUILD, "ours", CASINO)
    with pytest.raises(Refused, match="custom_gone"):
        await book.find(OTHER, key_of("ours"))
