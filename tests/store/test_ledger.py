"""What is stored adds up: replays, balances, and a ledger nobody can edit."""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from bot.game.play import HOUSE, MINT, balances
from bot.game.table import snapshot
from bot.store.sqlite import SqliteStore

from .tables import Game, replay


def transfers(path: Path, table: int) -> dict[str, int]:
    """Balances from nothing but the transfers."""
    sums: Counter[str] = Counter()
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as reader:
        query = "SELECT debit, credit, amount FROM transfer WHERE table_id = ?"
        for debit, credit, amount in reader.execute(query, (table,)):
            sums[debit] -= amount
            sums[credit] += amount
    return {account: chips for account, chips in sums.items() if chips}


@pytest.mark.parametrize("luck", range(4))
async def test_ledger_transfers_and_table_agree_after_every_move(
    store: SqliteStore, path: Path, luck: int
) -> None:
    for play in Game(1, luck).play(300):
        await store.commit(play)
        ledger = await store.ledger(1)
        held = {name: chips for name, chips in ledger.items() if name not in (MINT, HOUSE)}
        assert held == balances(play.table)
        assert sum(ledger.values()) == 0
    assert await store.ledger(1) == transfers(path, 1)


@pytest.mark.parametrize("luck", range(4))
async def test_the_stored_moves_replayed_give_the_stored_table(
    store: SqliteStore, luck: int
) -> None:
    for play in Game(1, luck).play(300):
        await store.commit(play)
    (saved,) = await store.tables()
    assert snapshot(replay(await store.moves(1))) == snapshot(saved.table)


async def test_tables_have_ledgers_of_their_own(store: SqliteStore, path: Path) -> None:
    games = [Game(1), Game(2)]
    for _ in range(80):
        for game in games:
            await store.commit(game.next())
    assert await store.ledger(1) == transfers(path, 1)
    assert await store.ledger(2) == transfers(path, 2)
    assert await store.ledger(1) != await store.ledger(2)


@pytest.mark.parametrize(
    "change", ["UPDATE transfer SET amount = amount + 1", "DELETE FROM transfer"]
)
async def test_the_ledger_can_only_be_added_to(store: SqliteStore, path: Path, change: str) -> None:
    for play in Game(1).play(40):
        await store.commit(play)
    await store.close()
    with (
        closing(sqlite3.connect(path)) as other,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
    ):
        other.execute(change)


async def test_nobody_but_mint_and_house_can_owe(store: SqliteStore, path: Path) -> None:
    await store.commit(Game(1).next())
    await store.close()
    book = (
        "INSERT INTO transfer (table_id, seq, hand, debit, credit, amount, why)"
        " VALUES (1, 1, 0, ?, 'x', 5, 'test')"
    )
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        for account in ("mint", "house"):
            other.execute(book, (account,))
        for account in ("bank", "chips:1", "bet:1"):
            with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
                other.execute(book, (account,))
