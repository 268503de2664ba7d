"""Plays are saved whole, in order, once, and never through the fault of another table."""

import asyncio
import itertools
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import msgspec
import pytest

from bot.game.events import ChipsMoved
from bot.game.table import ENGINE_VERSION, snapshot
from bot.store import AlreadyPlayed, Commit, NotSaved, committer
from bot.store.sqlite import SqliteStore

from .tables import Game, at_once, break_ledger


@asynccontextmanager
async def counted(store: SqliteStore, statement: str) -> AsyncIterator[list[str]]:
    """The times the store's own connection executes the statement."""
    seen: list[str] = []

    def see(sql: str) -> None:
        if sql == statement:
            seen.append(sql)

    connection = store._opened._connection
    connection.set_trace_callback(see)
    yield seen


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as reader:
        return reader.execute(sql).fetchall()


async def test_a_play_is_in_the_file_when_commit_returns(store: SqliteStore, path: Path) -> None:
    opening = Game(7).next(press=55)
    await store.commit(opening)
    assert rows(path, "SELECT table_id, seq, press, at FROM move") == [(7, 1, 55, opening.move.at)]
    saved = rows(path, "SELECT id, guild, channel, seq, closed, state FROM saved_table")
    assert saved == [(7, 9, 107, 1, 0, snapshot(opening.table).decode())]


async def test_nobody_is_answered_before_commit(store: SqliteStore) -> None:
    game = Game(1)
    callers: list[asyncio.Task[None]] = []
    answered: list[int] = []

    def look(sql: str) -> None:
        if sql == "COMMIT":  # seen before it is executed, and everything else waits for it
            answered.append(sum(caller.done() for caller in callers))

    store._opened._connection.set_trace_callback(look)
    for number in range(1, 11):
        callers.append(asyncio.create_task(store.commit(game.next())))
        await callers[-1]
        assert answered == list(range(number))


async def test_plays_of_many_tables_share_a_transaction(store: SqliteStore) -> None:
    games = [Game(number) for number in range(1, 101)]
    async with counted(store, "COMMIT") as commits:
        for _ in range(2):
            await at_once(store, (store.commit(game.next()) for game in games))
    assert len(commits) == 2
    assert [saved.seq for saved in await store.tables()] == [2] * 100


async def test_the_writer_takes_the_next_group_while_the_loop_is_busy(
    store: SqliteStore, path: Path
) -> None:
    plays = [Game(number).next() for number in range(1, committer.GROUP + 50)]

    async def be_busy() -> None:
        """From the moment all is handed over until all is in the file, no answer gets through."""
        go.set()
        deadline = time.monotonic() + 30
        while rows(path, "SELECT count(*) FROM move") != [(len(plays),)]:
            assert time.monotonic() < deadline
            time.sleep(0.01)  # noqa: ASYNC251

    go = threading.Event()
    store._thread.submit(go.wait, 60)
    await asyncio.gather(*(store.commit(play) for play in plays), be_busy())


async def test_answers_come_a_few_at_a_turn_of_the_loop(store: SqliteStore) -> None:
    """So that whoever draws boards for them never keeps the loop from its clocks for long."""
    go = threading.Event()
    store._thread.submit(go.wait, 60)
    plays = [Game(number).next() for number in range(1, 51)]
    callers = [asyncio.create_task(store.commit(play)) for play in plays]
    await asyncio.sleep(0)  # all have handed over, and will be in one transaction
    go.set()
    answered = [0]
    async with asyncio.timeout(30):
        while answered[-1] < len(callers):
            await asyncio.sleep(0)
            answered.append(sum(caller.done() for caller in callers))
    steps = [after - before for before, after in itertools.pairwise(answered)]
    assert max(steps) == committer.ANSWERS


async def test_plays_of_one_table_keep_their_order_in_a_group(store: SqliteStore) -> None:
    game = Game(1)
    plays = list(game.play(60))
    await at_once(store, (store.commit(play) for play in plays))
    assert await store.moves(1) == [play.move for play in plays]
    (saved,) = await store.tables()
    assert saved.seq == 60
    assert snapshot(saved.table) == snapshot(plays[-1].table)


async def test_a_table_is_saved_as_it_was_when_it_was_handed_over(store: SqliteStore) -> None:
    game = Game(1)
    play = game.next()
    before = snapshot(play.table)

    async def change() -> None:
        """It has been handed over, and not been written yet."""
        play.table.bank = 999

    await at_once(store, (store.commit(play), change()))
    (saved,) = await store.tables()
    assert snapshot(saved.table) == before


async def test_a_press_is_applied_once_and_its_group_is_not_affected(store: SqliteStore) -> None:
    one, two = Game(1), Game(2)
    await store.commit(one.next(press=50))
    again = one.next(press=50)
    answers = await at_once(store, (store.commit(again), store.commit(two.next(press=51))))
    assert [type(answer) for answer in answers] == [AlreadyPlayed, type(None)]
    assert len(await store.moves(1)) == 1
    await store.commit(msgspec.structs.replace(again, press=52))


async def test_the_very_same_play_twice_is_a_press_already_played(store: SqliteStore) -> None:
    play = Game(1).next(press=50)
    answers = await at_once(store, (store.commit(play), store.commit(play)))
    assert answers[0] is None
    assert isinstance(answers[1], AlreadyPlayed)
    with pytest.raises(AlreadyPlayed):
        await store.commit(play)


async def test_a_press_stays_spent_after_a_restart(store: SqliteStore, path: Path) -> None:
    game = Game(1)
    await store.commit(game.next(press=50))
    await store.close()
    again = SqliteStore(path)
    await again.open()
    with pytest.raises(AlreadyPlayed):
        await again.commit(game.next(press=50))
    assert [saved.seq for saved in await again.tables()] == [1]
    await again.close()


async def test_a_press_of_one_table_is_spent_for_all(store: SqliteStore) -> None:
    await store.commit(Game(1).next(press=50))
    with pytest.raises(AlreadyPlayed):
        await store.commit(Game(2).next(press=50))
    assert [saved.table.id for saved in await store.tables()] == [1]


async def test_a_press_that_was_not_saved_may_come_again(store: SqliteStore) -> None:
    play = Game(1).next(press=50)
    with pytest.raises(NotSaved):
        await store.commit(break_ledger(play))
    await store.commit(play)


async def test_chips_nobody_has_are_refused_and_only_at_their_table(store: SqliteStore) -> None:
    games = [Game(number) for number in range(1, 6)]
    for game in games:
        await store.commit(game.next())
    plays = [game.next() for game in games]
    plays[2] = break_ledger(plays[2])
    answers = await at_once(store, (store.commit(play) for play in plays))
    assert [type(answer) for answer in answers if answer] == [NotSaved]
    assert isinstance(answers[2], NotSaved)
    assert "CHECK" in answers[2].why
    assert [saved.seq for saved in await store.tables()] == [2, 2, 1, 2, 2]
    assert await store.ledger(3) == {}, "nothing of a refused play is left"


async def test_the_move_after_a_lost_one_is_refused_too(store: SqliteStore) -> None:
    game = Game(1)
    await store.commit(game.next())
    lost, after = break_ledger(game.next()), game.next()
    answers = await at_once(store, (store.commit(lost), store.commit(after)))
    assert [type(answer) for answer in answers] == [NotSaved, NotSaved]
    (saved,) = await store.tables()
    assert saved.seq == 1


@pytest.mark.parametrize("seq", [1, 3, 7])
async def test_a_log_has_no_hole_and_no_second_beginning(store: SqliteStore, seq: int) -> None:
    game = Game(1)
    await store.commit(game.next())
    with pytest.raises(NotSaved):
        await store.commit(msgspec.structs.replace(game.next(), seq=seq))


@pytest.mark.parametrize("chips", [0, -5, 2**70])
async def test_a_transfer_moves_a_whole_number_of_chips(store: SqliteStore, chips: int) -> None:
    play = Game(1).next()
    bad = msgspec.structs.replace(play, events=[ChipsMoved("mint", "bank", chips, "x")])
    with pytest.raises(NotSaved):
        await store.commit(bad)
    assert await store.tables() == []


async def test_a_cancelled_caller_loses_only_the_answer(store: SqliteStore, path: Path) -> None:
    game = Game(1)
    plays = list(game.play(30))
    callers = [asyncio.create_task(store.commit(play)) for play in plays]
    await asyncio.sleep(0)  # all have handed over
    for caller in callers:
        caller.cancel()
    answers = await asyncio.gather(*callers, return_exceptions=True)
    assert {type(answer) for answer in answers} == {asyncio.CancelledError}
    await store.set_message(1, 5)  # behind them
    assert await store.moves(1) == [play.move for play in plays]
    (saved,) = await store.tables()
    assert snapshot(saved.table) == snapshot(plays[-1].table)


async def test_callers_cancelled_at_any_moment_split_nothing(store: SqliteStore) -> None:
    games = [Game(number) for number in range(1, 9)]
    for game in games:
        await store.commit(game.next())
    for turns in range(25):
        callers = [asyncio.create_task(store.commit(game.next())) for game in games]
        for _ in range(turns + 1):
            await asyncio.sleep(0)
        for caller in callers[::2]:
            caller.cancel()
        await asyncio.gather(*callers, return_exceptions=True)
    for saved, game in zip(await store.tables(), games, strict=True):
        assert saved.seq == game.seq
        assert snapshot(saved.table) == snapshot(game.table)


async def test_what_does_not_fit_in_the_queue_is_refused_at_once(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(committer, "QUEUE", 3)
    plays = [Game(number).next() for number in range(1, 11)]
    answers = await at_once(store, (store.commit(play) for play in plays))
    refused = [answer for answer in answers if isinstance(answer, NotSaved)]
    assert len(refused) == 7
    assert {error.why for error in refused} == {"too much is waiting to be saved"}
    assert len(await store.tables()) == 3


async def test_each_hand_keeps_its_opening_state_and_engine(store: SqliteStore, path: Path) -> None:
    dealt: list[Commit] = []
    for play in Game(1).play(120):
        await store.commit(play)
        if any(type(event).__name__ == "HandBegan" for event in play.events):
            dealt.append(play)
    assert len(dealt) > 5
    assert rows(path, "SELECT number, seq, engine, state FROM hand ORDER BY number") == [
        (play.table.hand, play.seq, ENGINE_VERSION, snapshot(play.table).decode()) for play in dealt
    ]


async def test_a_bet_is_booked_for_the_hand_it_is_made_for(store: SqliteStore, path: Path) -> None:
    for play in Game(1).play(200):
        await store.commit(play)
    wrong = rows(
        path,
        "SELECT hand, sum(CASE WHEN debit LIKE 'bet:%' THEN -amount ELSE amount END) AS open"
        " FROM transfer WHERE debit LIKE 'bet:%' OR credit LIKE 'bet:%'"
        " GROUP BY hand HAVING open <> 0 ORDER BY hand",
    )
    assert len(wrong) <= 1, "only the hand in play has stakes that are neither paid nor lost"


async def test_a_closed_table_stays_but_is_not_loaded(store: SqliteStore) -> None:
    game = Game(3)
    for play in game.play(10):
        await store.commit(play)
    await store.commit(game.close())
    assert await store.tables() == []
    assert await store.last_table_id() == 3
    assert len(await store.moves(3)) == 11
    assert await store.ledger(3) == {}


async def test_the_board_is_remembered_and_forgotten(store: SqliteStore) -> None:
    game = Game(1)
    await store.commit(game.next())
    await store.set_message(1, 1234)
    await store.commit(game.next())
    assert [saved.message for saved in await store.tables()] == [1234]
    await store.set_message(1, None)
    assert [saved.message for saved in await store.tables()] == [None]


async def test_tables_are_numbered_from_the_last_one_there_was(store: SqliteStore) -> None:
    assert await store.last_table_id() == 0
    for number in (4, 2):
        await store.commit(Game(number).next())
    assert await store.last_table_id() == 4
