"""Old history goes; chips, chain, last hands and best runs stay."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot import run
from bot.__main__ import main
from bot.game.moves import Leave
from bot.game.rules import BANK, CASINO, SOLO
from bot.game.table import snapshot
from bot.store import AlreadyPlayed, NotSaved
from bot.store import prune as pruning
from bot.store.audit import check_file
from bot.store.prune import checkpoints, writes_of
from bot.store.sqlite import SqliteStore

from .tables import NOON, Game, five_tables, play_on

DAY = 24 * 60 * 60 * 1000
NEVER = NOON + 1000 * DAY  # before this, everything was


@pytest.fixture(autouse=True)
def small_steps_without_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.sqlite.PAUSE", 0)
    monkeypatch.setattr(pruning, "STEP", 25)


def ask(path: Path, sql: str) -> list[tuple[int, ...]]:
    with closing(sqlite3.connect(path)) as reader:
        return reader.execute(sql).fetchall()


async def kept(store: SqliteStore, tables: int = 5) -> list[object]:
    """What pruning must not change."""
    ledgers = [await store.ledger(number) for number in range(1, tables + 1)]
    runs = await store.best_runs(9 + tables)
    return [
        [(saved.seq, snapshot(saved.table)) for saved in await store.tables()], ledgers, runs,
        [await store.purse(9 + number, kind, member)
         for number, kind in enumerate(("bank", "casino", "classic", "solo", "room"), 1)
         for member in range(1, 5)],
    ]  # fmt: skip


async def test_what_is_kept_is_whole_and_no_chip_is_lost(store: SqliteStore, path: Path) -> None:
    games = await five_tables(store)
    before = await kept(store)
    ((moves,),) = ask(path, "SELECT count(*) FROM move")
    pruned = await store.prune(NEVER)
    assert ask(path, "SELECT count(*) FROM move") == [(moves - pruned,)]
    assert pruned > moves / 2
    assert await kept(store) == before
    report = check_file(path)
    assert report.problems == []
    assert report.moves == moves - pruned
    assert report.replayed > 0

    for game in games:  # the first kept link holds the next ones, too
        await play_on(store, game, 60)
    assert check_file(path).problems == []
    assert await store.prune(NEVER) > 0
    assert check_file(path).problems == []
    assert await store.prune(NEVER) == 0, "what is left is the last hands"


async def test_a_pruned_database_opens_again(store: SqliteStore, path: Path) -> None:
    await five_tables(store)
    await store.prune(NEVER)
    before = await kept(store)
    await store.close()
    again = SqliteStore(path)
    await again.open()
    assert await kept(again) == before
    await again.close()


async def test_every_hand_that_ended_since_is_whole(store: SqliteStore, path: Path) -> None:
    """With the bets before its deal, at every possible day."""
    for play in Game(1).play(300):
        await store.commit(play)
    hands = "SELECT hand, count(*), sum(amount) FROM transfer GROUP BY hand ORDER BY hand"
    before = ask(path, hands)
    ended = ask(path, "SELECT json_extract(value, '$.hand'), at FROM move, json_each(events)"
        " WHERE json_extract(value, '$.type') = 'HandFinished'")  # fmt: skip
    ends = {line[0]: line[1] for line in ended}
    assert len(ends) > 20
    for day in sorted(ends.values())[::4]:
        await store.prune(day)
        young = {hand for hand, at in ends.items() if at >= day}
        assert [line for line in ask(path, hands) if line[0] in young] == [
            line for line in before if line[0] in young
        ]
        assert {seq for (seq,) in ask(path, "SELECT number FROM hand")} >= young
        assert check_file(path).problems == []
    assert ask(path, "SELECT pruned FROM chain_start") != [(0,)]


async def test_a_young_history_is_left_alone(store: SqliteStore, path: Path) -> None:
    for play in Game(1).play(100):
        await store.commit(play)
    assert await store.prune(NOON) == 0
    assert ask(path, "SELECT count(*) FROM chain_start") == [(0,)]


async def test_an_old_closed_table_keeps_its_last_move(store: SqliteStore, path: Path) -> None:
    game = Game(1)
    for play in game.play(100):
        await store.commit(play)
    await store.commit(game.close())
    assert await store.prune(NOON + 50_000) < 50, "closed a moment ago"
    await store.prune(NEVER)
    assert ask(path, "SELECT seq FROM move") == [(101,)]
    assert ask(path, "SELECT count(*) FROM transfer WHERE seq < 101") == [(0,)]
    assert await store.last_table_id() == 1
    assert check_file(path).problems == []


async def test_purses_are_carried(store: SqliteStore, path: Path) -> None:
    game = Game(1, rules=CASINO)
    await play_on(store, game, 80)
    seat = game.table.seats[0].member
    await store.commit(game.make(Leave(seat)))
    await play_on(store, game, 150)
    await store.commit(game.close())
    members = range(1, 5)
    before = [await store.purse(9, "casino", member) for member in members]
    assert before[seat - 1] is not None
    await store.prune(NEVER)
    assert ask(path, "SELECT count(*) FROM purse_carried") != [(0,)]
    assert [await store.purse(9, "casino", member) for member in members] == before
    assert check_file(path).problems == []


async def test_best_runs_outlive_their_moves(store: SqliteStore, path: Path) -> None:
    game = Game(1, rules=SOLO)
    await store.account(5, "Ada")
    await play_on(store, game, 60)
    await store.commit(game.close())
    runs = await store.best_runs(9)
    assert runs
    await store.prune(NEVER)
    assert await store.best_runs(9) == runs
    assert check_file(path).problems == []


async def test_play_goes_on_meanwhile(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = Game(1), Game(2)
    for play in old.play(400):
        await store.commit(play)
    monkeypatch.setattr("bot.store.sqlite.PAUSE", 0.001)
    going = asyncio.create_task(store.prune(NEVER))
    between = 0
    while not going.done():
        await asyncio.wait_for(store.commit(new.next()), 5)
        await asyncio.wait_for(store.commit(old.next()), 5)
        between += ask(path, "SELECT count(*) FROM chain_start") == [(1,)]
    assert await going > 300
    assert between > 5, "it went step by step"
    assert check_file(path).problems == []


async def test_each_step_leaves_a_whole_history(store: SqliteStore, path: Path) -> None:
    """A bot that is stopped in the middle of pruning has pruned half."""
    for play in Game(1).play(200):
        await store.commit(play)
    steps = checkpoints(path, NEVER)
    assert len(steps) >= 5
    for table, seq, _ in steps:
        await store._opened.write(writes_of(table, seq))
        assert check_file(path).problems == []
    assert ask(path, "SELECT min(seq) FROM move") == [(steps[-1][1] + 1,)]


async def test_nothing_but_a_checkpoint_lets_a_ledger_line_go(
    store: SqliteStore, path: Path
) -> None:
    for play in Game(1).play(200):
        await store.commit(play)
    await store.prune(NOON + 100_000)
    ((pruned,),) = ask(path, "SELECT pruned FROM chain_start")
    assert pruned > 0
    for line in ("transfer", "purse_line"):
        await store._opened.write([(f"DELETE FROM {line} WHERE seq <= ?", [(pruned,)])])
    with pytest.raises(NotSaved, match="append-only"):
        await store._opened.write([("DELETE FROM transfer WHERE seq > ?", [(pruned,)])])


async def test_a_press_of_a_kept_move_is_still_spent(store: SqliteStore) -> None:
    game = Game(1)
    for play in game.play(200, press=1000):
        await store.commit(play)
    await store.prune(NEVER)
    with pytest.raises(AlreadyPlayed):
        await store.commit(game.next(press=1199))


async def test_moves_older_than_the_chain_are_pruned_as_well(
    store: SqliteStore, path: Path
) -> None:
    """Those that an older version wrote: their chain begins later, and so it stays."""
    game = Game(1, rules=BANK)
    for play in game.play(120):
        await store.commit(play)
    begin = "INSERT INTO chain_start (table_id, pruned, seq, hash) SELECT 1, 0, ?, x''"
    await store._opened.write([
        ("UPDATE move SET hash = NULL, state_hash = NULL WHERE 1 = ?", [(1,)]), (begin, [(120,)]),
    ])  # fmt: skip
    for play in game.play(120):
        await store.commit(play)
    assert check_file(path).problems == []
    assert check_file(path).unchained == 120
    for day in range(30_000, 240_000, 30_000):
        await store.prune(NOON + day)
        assert check_file(path).problems == []
    assert check_file(path).unchained == 0


async def test_the_running_bot_prunes_by_its_setting(store: SqliteStore, path: Path) -> None:
    game = Game(1)
    game.now = 1_600_000_000_000  # some years ago
    for play in game.play(150):
        await store.commit(play)
    pruning = asyncio.create_task(run._prune_daily(store, 30))
    async with asyncio.timeout(30):
        while ask(path, "SELECT pruned > 50 FROM chain_start") != [(1,)]:
            await store.last_table_id()  # which waits for the writer
    assert not pruning.done(), "there is another day tomorrow"
    pruning.cancel()
    await run._prune_daily(store, None)  # keeps everything, and does nothing more


@pytest.mark.parametrize("days", ["0", "-1", "1.5", "seven", "٣", "9999999", "1e3"])
def test_other_words_than_days_are_refused(
    days: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HISTORY_DAYS", days)
    assert main(["check"]) == 2
    assert "HISTORY_DAYS must be a whole number of days" in capsys.readouterr().err
