"""`check` finds what was overwritten, lost, put elsewhere or miscounted, and nothing else."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.game.engine import apply
from bot.game.events import Event
from bot.game.moves import Bet, Move
from bot.game.table import ENGINE_VERSION, Table
from bot.store import NotSaved
from bot.store.audit import ENDS, Report, check_file
from bot.store.chain import link
from bot.store.history import history
from bot.store.sqlite import SqliteStore

from .tables import Game, at_once, break_ledger, five_tables

#: What keeps an honest program from such changes.
GUARDS = (
    "transfer_is_booked",
    "transfer_is_never_changed",
    "transfer_is_deleted_by_pruning_only",
    "purse_line_is_never_changed",
    "purse_line_is_deleted_by_pruning_only",
    "transfer_is_carried",
    "purse_line_is_carried",
)


def tamper(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as vandal:
        for guard in GUARDS:
            vandal.execute(f"DROP TRIGGER {guard}")
        for statement in statements:
            assert vandal.execute(statement).rowcount > 0, statement


def ask(path: Path, sql: str) -> list[tuple[int, ...]]:
    with closing(sqlite3.connect(path)) as reader:
        return reader.execute(sql).fetchall()


async def test_an_honest_history_is_whole(played: Path) -> None:
    report = check_file(played)
    assert report.problems == []
    ((moves,),) = ask(played, "SELECT count(*) FROM move")
    ((lines,),) = ask(played, "SELECT count(*) FROM transfer")
    assert (report.tables, report.moves, report.transfers) == (5, moves, lines)
    assert report.replayed == moves
    assert moves > 250


async def test_closed_tables_and_ended_runs_are_whole_too(store: SqliteStore, path: Path) -> None:
    games = await five_tables(store)
    for game in games:
        await store.commit(game.close())
    assert check_file(path).problems == []
    assert ask(path, "SELECT count(*) FROM run") != [(0,)]


async def test_it_may_be_checked_while_it_is_played(store: SqliteStore, path: Path) -> None:
    games = [Game(number) for number in range(1, 9)]
    for game in games:
        await store.commit(game.next())
    is_over = threading.Event()

    def look() -> list[Report]:
        reports = [check_file(path)]
        while not is_over.is_set():
            reports.append(check_file(path))
        return reports

    looking = asyncio.create_task(asyncio.to_thread(look))
    for _ in range(60):
        await asyncio.gather(*(store.commit(game.next()) for game in games))
    is_over.set()
    reports = await asyncio.wait_for(looking, 60)
    assert [report.problems for report in reports] == [[]] * len(reports)
    assert check_file(path).moves == 8 * 61


#: One change each to a row somewhere in the middle, and what is said of it.
OVERWRITTEN = {
    "the move": (
        "UPDATE move SET move = replace(move, '\"at\":1', '\"at\":2') WHERE id = 40",
        "move",
    ),
    "its events": ("UPDATE move SET events = events || ' ' WHERE id = 40", "not what was written"),
    "its time": ("UPDATE move SET at = at + 1 WHERE id = 40", "not what was written"),
    "its press": ("UPDATE move SET press = 99 WHERE id = 40", "not what was written"),
    "its engine": ("UPDATE move SET engine = 7 WHERE id = 40", "not what was written"),
    "its hash": ("UPDATE move SET hash = x'00' WHERE id = 40", "not what was written"),
    "no hash": ("UPDATE move SET hash = NULL WHERE id = 40", "not what was written"),
    "the hash of the state": (
        "UPDATE move SET state_hash = x'00' WHERE id = 40",
        "not what was written",
    ),
    "a ledger line": ("UPDATE transfer SET amount = amount + 1 WHERE id = 30", "its lines say"),
    "why chips moved": ("UPDATE transfer SET why = 'gift' WHERE id = 30", "not what was written"),
    "whose hand it was": ("UPDATE transfer SET hand = 99 WHERE id = 30", "not what was written"),
    "a lost ledger line": ("DELETE FROM transfer WHERE id = 30", "its lines say"),
    "a line too many": (
        "INSERT INTO transfer (table_id, seq, hand, debit, credit, amount, why)"
        " SELECT table_id, seq, hand, debit, credit, amount, why FROM transfer WHERE id = 30",
        "not what was written",
    ),
    "a hand's opening": (
        "UPDATE hand SET state = replace(state, '\"bank\"', '\"Bank\"')",
        "not what was written",
    ),
    "a lost opening": ("DELETE FROM hand WHERE number = 3", "not what was written"),
    "the newest state": (
        "UPDATE saved_table SET state = replace(state, '\"decision\":', '\"decision\":1')",
        "not the one that move",
    ),
    "the server": ("UPDATE saved_table SET guild = 5 WHERE id = 2", "not what was written"),
    "the channel": ("UPDATE saved_table SET channel = 5 WHERE id = 2", "channel or end"),
    "that it is open": ("UPDATE saved_table SET closed = 1 WHERE id = 2", "channel or end"),
    "its newest move": ("UPDATE saved_table SET seq = seq - 1 WHERE id = 2", "its log ends at"),
    "a balance": ("UPDATE balance SET chips = chips + 5 WHERE account = 'mint'", "off by 5 chips"),
    "a lost balance": ("DELETE FROM balance WHERE account = 'mint' AND table_id = 1", "mint holds"),
    "a purse": ("UPDATE purse SET chips = chips + 5", "purse of account"),
    "what was given": ("UPDATE purse SET given = given + 5", "purse of account"),
    "a purse line": (
        "UPDATE purse_line SET chips = 7 WHERE what = 'stake'",
        "not what was written",
    ),
    "a re-buy's time": ("UPDATE purse SET rebought_at = 5", "last re-buy"),
    "where a chain begins": (
        "INSERT INTO chain_start (table_id, pruned, seq, hash) VALUES (1, 0, 30, x'')",
        "not what was written",
    ),
    "what was carried": (
        "INSERT INTO carried (table_id, account, chips) VALUES (1, 'bank', 5)",
        "its lines say",
    ),
}


@pytest.mark.parametrize("change", OVERWRITTEN)
async def test_what_was_overwritten_is_named(played: Path, change: str) -> None:
    statement, words = OVERWRITTEN[change]
    if change == "a re-buy's time":  # nobody has re-bought: there must be a line for it
        tamper(played, "UPDATE purse_line SET what = 'rebuy' WHERE id = 2", statement)
    else:
        tamper(played, statement)
    problems = check_file(played).problems
    assert any(words in problem for problem in problems), problems


async def test_a_lost_move_is_named(played: Path) -> None:
    tamper(
        played,
        "DELETE FROM transfer WHERE table_id = 2 AND seq = 20 OR id = 1",
        "DELETE FROM move WHERE table_id = 2 AND seq = 20",
    )
    assert "Table 2: move 20 is missing." in check_file(played).problems


async def test_a_lost_end_is_named(played: Path) -> None:
    ((last,),) = ask(played, "SELECT max(seq) FROM move WHERE table_id = 1")
    tamper(played, f"DELETE FROM move WHERE table_id = 1 AND seq = {last}")
    expected = f"Table 1: its log ends at move {last - 1}, its state at {last}."
    assert expected in check_file(played).problems


async def test_two_moves_put_in_each_others_place_are_named(played: Path) -> None:
    tamper(
        played,
        "UPDATE move SET seq = 900 WHERE table_id = 1 AND seq = 20",
        "UPDATE move SET seq = 20 WHERE table_id = 1 AND seq = 21",
        "UPDATE move SET seq = 21 WHERE table_id = 1 AND seq = 900",
    )
    problems = check_file(played).problems
    assert "Table 1, move 20: it is not what was written then." in problems
    assert "Table 1, move 21: it is not what was written then." in problems


async def test_a_row_with_a_hash_of_its_own_is_noticed_by_the_next(played: Path) -> None:
    """As when a page of an older copy of the file came back: it fits itself, not its followers."""
    with closing(sqlite3.connect(played)) as vandal:
        (moved,) = (logged for logged in history(vandal, 1, 20) if logged.seq == 20)
        (before,) = vandal.execute("SELECT hash FROM move WHERE table_id = 1 AND seq = 19")
        ((guild,),) = vandal.execute("SELECT guild FROM saved_table WHERE id = 1")
        other = moved._replace(press=77)
        own = link(before[0], other.content(guild, 1))
        change = "UPDATE move SET press = 77, hash = ? WHERE table_id = 1 AND seq = 20"
        vandal.execute(change, (own,))
        vandal.commit()
    assert check_file(played).problems == ["Table 1, move 21: it is not what was written then."]


async def test_one_bad_row_is_one_bad_move(played: Path) -> None:
    tamper(played, "UPDATE move SET at = at + 1 WHERE table_id = 1 AND seq = 20")
    assert check_file(played).problems == [
        "Table 1, move 20: it is not what was written then.",
    ]


async def test_a_move_that_gives_another_table_is_named_though_the_chain_holds(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a change of the engine without a new number would look like."""
    for play in Game(1).play(80):
        await store.commit(play)

    def another_engine(table: Table, move: Move) -> list[Event]:
        events = apply(table, move)
        if isinstance(move, Bet):
            table.empty_rounds += 1
        return events

    monkeypatch.setattr("bot.store.history.apply", another_engine)
    problems = check_file(path).problems
    ((first,),) = ask(path, 'SELECT min(seq) FROM move WHERE move LIKE \'{"type":"Bet"%\'')
    assert problems[0] == f"Table 1, move {first}: played again, it differs."
    assert all(problem.endswith("played again, it differs.") for problem in problems)


async def test_moves_of_another_engine_are_not_played_again(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(1)
    for play in game.play(60):
        await store.commit(play)
    for name in ("history", "audit"):
        monkeypatch.setattr(f"bot.store.{name}.ENGINE_VERSION", ENGINE_VERSION + 1)
    monkeypatch.setattr("bot.store.plays.ENGINE_VERSION", ENGINE_VERSION + 1)
    for play in game.play(100):
        await store.commit(play)
    report = check_file(path)
    assert report.problems == []
    assert report.moves == 160
    newer = f"SELECT min(seq) FROM hand WHERE engine = {ENGINE_VERSION + 1}"
    ((opening,),) = ask(path, newer)
    assert report.replayed == 160 - opening


async def test_a_refused_play_leaves_no_link_behind(store: SqliteStore, path: Path) -> None:
    game, other = Game(1), Game(2)
    await store.commit(game.next())
    for _ in range(10):
        lost = game.next()
        asked = (store.commit(break_ledger(lost)), store.commit(other.next()))
        answers = await at_once(store, asked)
        assert isinstance(answers[0], NotSaved)
        await store.commit(lost)
    assert check_file(path).problems == []
    assert check_file(path).moves == 21


async def test_a_broken_end_of_the_history_keeps_the_bot_from_starting(played: Path) -> None:
    ((seq,),) = ask(played, "SELECT max(seq) FROM move WHERE table_id = 1")
    tamper(played, f"UPDATE move SET at = at + 1 WHERE table_id = 1 AND seq = {seq - 3}")
    with pytest.raises(NotSaved) as refused:
        await SqliteStore(played).open()
    assert f"Table 1, move {seq - 3}: it is not what was written then." in refused.value.why
    assert "python -m bot restore FILE" in refused.value.why


async def test_a_state_that_was_overwritten_keeps_the_bot_from_starting(played: Path) -> None:
    tamper(played, "UPDATE balance SET chips = chips + 1 WHERE account LIKE 'chips:%'")
    with pytest.raises(NotSaved, match="ledger and the table disagree"):
        await SqliteStore(played).open()


async def test_what_lies_further_back_is_for_check_to_find(played: Path) -> None:
    ((seq,),) = ask(played, "SELECT max(seq) FROM move WHERE table_id = 1")
    tamper(played, f"UPDATE move SET at = at + 1 WHERE table_id = 1 AND seq = {seq - ENDS - 1}")
    store = SqliteStore(played)
    await store.open()
    await store.close()
    assert len(check_file(played).problems) == 1


async def test_a_table_that_can_not_be_decoded_is_a_finding(played: Path) -> None:
    tamper(played, "UPDATE saved_table SET state = x'ff00' WHERE id = 1")
    problems = check_file(played).problems
    assert any(problem.startswith("Table 1") for problem in problems)
    assert not any(problem.startswith("Table 2") for problem in problems)


async def test_the_command_says_a_sentence_and_a_status(
    played: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{played}")
    assert main(["check"]) == 0
    assert capsys.readouterr().out.startswith("All is well. Tables: 5; moves: ")
    tamper(played, "UPDATE transfer SET amount = amount + 1 WHERE id = 30")
    assert main(["check"]) == 1
    said = capsys.readouterr().out
    assert "its lines say" in said
    assert said.splitlines()[-1].startswith("Stop the bot and put back the newest backup")


def test_where_there_is_nothing_there_is_nothing_to_check(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    assert main(["check"]) == 1
    assert "There is no database" in capsys.readouterr().err
    assert not path.exists()
