"""When the disk, the file or the writer fails: a plain refusal, or an honest "nobody knows".

With processes of their own that are killed or run out of disk: `test_crashes`. Power: `test_power`.
"""

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from bot.store import AlreadyPlayed, NotSaved, Unknown, transaction
from bot.store.audit import check_file
from bot.store.sqlite import SqliteStore, connect_for_writing

from .tables import Game, ask_writer, at_once, must_hold

#: A transaction that only COMMIT refuses: the row it leaves refers to nothing.
TRAP = """
CREATE TABLE parent (x INTEGER PRIMARY KEY);
CREATE TABLE trap (x INTEGER REFERENCES parent (x) DEFERRABLE INITIALLY DEFERRED);
CREATE TRIGGER spring AFTER INSERT ON move WHEN NEW.press = 666
BEGIN INSERT INTO trap VALUES (1); END;
"""


async def test_a_full_database_refuses_and_works_again_when_there_is_room(
    store: SqliteStore,
) -> None:
    game = Game(1)
    for play in game.play(5):
        await store.commit(play)
    ((pages,),) = await ask_writer(store, "PRAGMA page_count")
    await ask_writer(store, f"PRAGMA max_page_count = {pages + 2}")
    refused = None
    saved = 5
    while refused is None:
        play = game.next()
        try:
            await store.commit(play)
            saved += 1
        except NotSaved as error:
            refused = error
    assert refused.why == "the disk is full"
    assert [table.seq for table in await store.tables()] == [saved]

    await ask_writer(store, "PRAGMA max_page_count = 100000")
    await store.commit(play)
    assert [table.seq for table in await store.tables()] == [saved + 1]


async def test_bets_are_refused_before_the_disk_is_full(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Game(1).next()
    with monkeypatch.context() as patch:
        patch.setattr(transaction, "ROOM", 2**60)
        with pytest.raises(NotSaved, match="the disk is full"):
            await store.commit(play)
    await store.commit(play)


async def test_a_database_that_becomes_read_only_refuses(store: SqliteStore) -> None:
    play = Game(1).next()
    await ask_writer(store, "PRAGMA query_only = ON")
    with pytest.raises(NotSaved, match="the database is read-only"):
        await store.commit(play)
    with pytest.raises(NotSaved):
        await store.account(5, "Ada")
    assert await store.tables() == []
    await ask_writer(store, "PRAGMA query_only = OFF")
    await store.commit(play)


async def test_another_programs_lock_refuses_all_at_once_and_passes(
    store: SqliteStore, path: Path
) -> None:
    plays = [Game(number).next() for number in range(1, 21)]
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        saving = [store.commit(play) for play in plays]
        answers = await asyncio.wait_for(asyncio.gather(*saving, return_exceptions=True), 3)
        other.execute("ROLLBACK")
    assert {str(answer) for answer in answers} == {"another program has locked the database"}
    await asyncio.gather(*(store.commit(play) for play in plays))


async def test_a_commit_that_raises_is_unknown_and_ends_the_store(
    store: SqliteStore, path: Path
) -> None:
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(TRAP)
    store = SqliteStore(path)
    await store.open()
    one, two = Game(1), Game(2)
    await store.commit(one.next())
    asked = (store.commit(one.next(press=666)), store.commit(two.next()), store.account(5, "Ada"))
    answers = await at_once(store, asked)
    assert [type(answer) for answer in answers] == [Unknown] * 3
    for refused in (store.commit(two.next()), store.tables(), store.set_message(1, 2)):
        with pytest.raises(Unknown, match="COMMIT failed: FOREIGN KEY"):
            await refused
    await store.close()

    again = SqliteStore(path)
    await again.open()
    assert [(saved.table.id, saved.seq) for saved in await again.tables()] == [(1, 1)]
    await again.close()


class Failing:
    """sqlite3's connection on a disk that fails in COMMIT, before or after it has worked."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.fails = ""  # "before" or "after"

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor | None:
        cursor = None
        if sql != "COMMIT" or self.fails != "before":
            cursor = self._connection.execute(sql, *parameters)
        if sql == "COMMIT" and self.fails:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = "SQLITE_IOERR_WRITE"
            raise error
        return cursor


@pytest.mark.parametrize(("fails", "there"), [("before", 5), ("after", 6)])
async def test_an_io_error_in_commit_is_unknown_whatever_the_disk_has_done(
    path: Path, fails: str, there: int
) -> None:
    """Nobody is told that it was saved or that it was not; what is there shows at the restart."""
    failing: list[Failing] = []

    def connect(path: Path) -> sqlite3.Connection:
        failing.append(Failing(connect_for_writing(path)))
        return cast(sqlite3.Connection, failing[0])

    store = SqliteStore(path, connect)
    await store.open()
    game, other = Game(1), Game(2)
    for play in game.play(5):
        await store.commit(play)
    failing[0].fails = fails
    asked = (store.commit(game.next(press=70)), store.commit(other.next(press=71)))
    answers = await at_once(store, asked)
    assert [type(answer) for answer in answers] == [Unknown, Unknown]
    assert str(answers[0]) == "COMMIT failed: the disk can't be read or written"
    with pytest.raises(Unknown):
        await store.tables()
    await store.close()

    again = SqliteStore(path)
    await again.open()
    assert [saved.seq for saved in await again.tables()] == [there] + [1] * (there - 5)
    if there == 6:  # the member presses again: applied once all the same
        with pytest.raises(AlreadyPlayed):
            await again.commit(game.next(press=70))
    await again.close()
    assert check_file(path).problems == []


async def test_a_store_that_is_not_open_refuses(path: Path) -> None:
    store = SqliteStore(path)
    await store.close()
    with pytest.raises(NotSaved, match="not open"):
        await store.commit(Game(1).next())
    await store.open()
    await store.close()
    with pytest.raises(NotSaved, match="closed"):
        await store.commit(Game(1).next())


async def test_closing_saves_what_is_queued(store: SqliteStore, path: Path) -> None:
    games = [Game(number) for number in range(1, 601)]  # more than one transaction takes
    saving = [asyncio.create_task(store.commit(game.next())) for game in games]
    await asyncio.sleep(0)
    await store.close()
    assert all(task.done() and task.exception() is None for task in saving)
    again = SqliteStore(path)
    await again.open()
    assert len(await again.tables()) == 600
    await again.close()


async def test_a_cancelled_close_still_closes(store: SqliteStore, path: Path) -> None:
    saving = asyncio.create_task(store.commit(Game(1).next()))
    await asyncio.sleep(0)
    closing_ = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    closing_.cancel()
    await saving
    await store.close()
    again = SqliteStore(path)
    await again.open()
    assert len(await again.tables()) == 1
    await again.close()


@pytest.mark.parametrize("turns", range(0, 24, 2))
async def test_a_writer_torn_away_leaves_nobody_waiting(
    store: SqliteStore, path: Path, turns: int
) -> None:
    """What a loop does to it that is shut down without a close: at any moment of its work."""
    game = Game(1)
    await store.commit(game.next())
    callers = [asyncio.create_task(store.commit(game.next())) for _ in range(20)]
    for _ in range(turns):
        await asyncio.sleep(0)
    assert store._task is not None
    store._task.cancel()
    answers = await asyncio.wait_for(asyncio.gather(*callers, return_exceptions=True), 5)
    assert {type(answer) for answer in answers} <= {type(None), Unknown, NotSaved}
    with pytest.raises((Unknown, NotSaved)):
        await store.tables()
    await store.close()

    again = SqliteStore(path)
    await again.open()
    (table,) = await again.tables()
    assert table.seq == 1 + answers.count(None), "saved and answered, or neither"
    await again.close()


def test_a_loop_that_ends_without_close_leaves_no_thread_and_no_lock(path: Path) -> None:
    async def forgetful() -> None:
        store = SqliteStore(path)
        await store.open()
        await store.commit(Game(1).next())

    before = threading.active_count()
    asyncio.run(forgetful())
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join(5)
    assert threading.active_count() <= before
    must_hold(path, [Game(1).next()])
