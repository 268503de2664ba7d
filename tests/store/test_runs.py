"""Solo runs are ranked by the most chips held, and the five best keep their names."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot.game.events import SessionEnded
from bot.game.moves import Bet, Close, Join, Kick, Leave, Open, Start
from bot.game.rules import BANK, SOLO, Clocks, HouseRules
from bot.game.table import Outcome, Phase, Standing, Table
from bot.store import Commit, Run
from bot.store.sqlite import SqliteStore

from .tables import GUILD, NOON, Game

ADA, BEN = 21, 22


class Solo(Game):
    """Account 1 plays alone, and nearly always for all the chips there are."""

    def __init__(self, number: int, luck: int = 0, rules: HouseRules = SOLO) -> None:
        super().__init__(number, luck, rules)

    def opening(self) -> Iterator[Commit]:
        yield self.open()
        yield self.make(Join(1))
        yield self.make(Start(1, self.table.decision))

    def until_ended(self) -> Iterator[Commit]:
        yield from self.opening()
        while self.table.phase is not Phase.ENDED:
            yield self.next()

    def next(self, press: int | None = None) -> Commit:
        self.now += 1000
        move = self.choose()
        while isinstance(move, Join | Leave | Kick):
            move = self.choose()
        if isinstance(move, Bet):
            move = msgspec.structs.replace(move, chips=self.table.seats[0].chips)
        return self.make(move, press)


def ended(number: int, account: int, score: int, rounds: int, at: int, guild: int = 9) -> Commit:
    """A run that ended so, as the only move of its table."""
    line = Standing(account, chips=0, net=-500, rounds=rounds, won=False, place=0, peak=score)
    table = Table(number, 100 + number, SOLO, account, standings=[line])
    move = Open(number, 100 + number, account, SOLO, at=at)
    return Commit(table, guild, 1, None, move, [SessionEnded(Outcome.GAME_OVER.value, ())])


def stored_names(path: Path) -> list[str]:
    """All names in the table of runs, whoever may ask for them."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as reader:
        return [name for (name,) in reader.execute("SELECT name FROM run WHERE name <> ''")]


@pytest.mark.parametrize("luck", range(5))
async def test_a_run_out_of_chips_scores_the_most_it_held(store: SqliteStore, luck: int) -> None:
    run, most = Solo(1, luck), SOLO.chips
    for play in run.until_ended():
        await store.commit(play)
        if play.table.phase in (Phase.RESULT, Phase.ENDED):
            most = max(most, play.table.seats[0].chips)
    assert await store.best_runs(GUILD) == [Run(1, "", most, run.table.hand, run.now)]
    await store.commit(run.close())
    assert len(await store.best_runs(GUILD)) == 1, "closing the table ends no second run"


async def test_a_run_closed_early_scores_too(store: SqliteStore) -> None:
    game = Solo(1)
    for play in game.opening():
        await store.commit(play)
    await store.commit(game.make(Bet(1, game.table.decision, 5)))
    await store.commit(game.close())
    (run,) = await store.best_runs(GUILD)
    assert (run.account, run.rounds) == (1, 1)
    assert run.score >= SOLO.chips, "the start counts"


async def test_a_run_left_and_closed_by_another_is_the_players(store: SqliteStore) -> None:
    game = Solo(1)
    for play in game.opening():
        await store.commit(play)
    await store.commit(game.make(Bet(1, game.table.decision, 5)))
    await store.commit(game.make(Leave(1)))
    await store.commit(game.make(Close(ADA, admin=True)))
    assert [run.account for run in await store.best_runs(GUILD)] == [1]


async def test_a_run_without_a_hand_is_none(store: SqliteStore) -> None:
    lobby, started = Solo(1), Solo(2)
    await store.commit(lobby.open())
    await store.commit(lobby.close())
    for play in started.opening():
        await store.commit(play)
    await store.commit(started.close())
    assert await store.best_runs(GUILD) == []


async def test_sessions_of_other_tables_are_no_runs(store: SqliteStore) -> None:
    game = Game(1, rules=BANK)
    for play in game.play(100):
        await store.commit(play)
    assert game.table.hand > 0
    await store.commit(game.close())
    assert await store.best_runs(GUILD) == []


@pytest.mark.parametrize(
    ("change", "ranked"),
    [({"clocks": Clocks(bet=None, decision=None, idle=60)}, 1), ({"chips": 10**9}, 0)],
    ids=["clocks", "chips"],
)
async def test_runs_by_other_rules_are_not_ranked(
    store: SqliteStore, change: dict[str, object], ranked: int
) -> None:
    for play in Solo(1, rules=msgspec.structs.replace(SOLO, **change)).until_ended():
        await store.commit(play)
    assert len(await store.best_runs(GUILD)) == ranked


async def test_the_best_score_is_first_then_fewer_rounds_then_the_earlier(
    store: SqliteStore,
) -> None:
    for number, (score, rounds, at) in enumerate(
        [(900, 9, 50), (1000, 9, 50), (1000, 8, 60), (1000, 8, 55), (500, 1, 10), (1000, 8, 55)], 1
    ):
        await store.commit(ended(number, number, score, rounds, at))
    assert [run.account for run in await store.best_runs(GUILD)] == [4, 6, 3, 2, 1]
    assert [run.account for run in await store.best_runs(GUILD, 6)] == [4, 6, 3, 2, 1, 5]
    assert [run.account for run in await store.best_runs(GUILD, 1)] == [4]


async def test_servers_have_their_own_best(store: SqliteStore) -> None:
    await store.commit(ended(1, ADA, 900, 3, NOON, guild=8))
    await store.commit(ended(2, BEN, 700, 3, NOON, guild=9))
    assert [run.account for run in await store.best_runs(8)] == [ADA]
    assert [run.account for run in await store.best_runs(9)] == [BEN]
    assert await store.best_runs(7) == []


async def test_a_name_is_kept_with_the_run_when_the_person_is_forgotten(
    store: SqliteStore,
) -> None:
    ada = await store.account(ADA, "Ada")
    await store.commit(ended(1, ada.account, 900, 3, NOON))
    await store.commit(ended(2, BEN, 800, 3, NOON))  # nobody knows who that is
    await store.forget_names([ada.account])
    assert await store.best_runs(GUILD) == [
        Run(ada.account, "Ada", 900, 3, NOON),
        Run(BEN, "", 800, 3, NOON),
    ]


async def test_a_name_is_as_it_was_when_the_run_ended(store: SqliteStore) -> None:
    ada = await store.account(ADA, "Ada")
    await store.commit(ended(1, ada.account, 900, 3, NOON))
    await store.account(ADA, "Countess")
    assert [run.name for run in await store.best_runs(GUILD)] == ["Ada"]


async def test_a_run_that_falls_out_of_the_five_best_loses_its_name(
    store: SqliteStore, path: Path
) -> None:
    ada = await store.account(ADA, "Ada")
    ben = await store.account(BEN, "Ben")
    await store.commit(ended(1, ada.account, 600, 3, NOON))
    await store.commit(ended(2, ada.account, 500, 3, NOON, guild=8))
    for number in range(3, 7):
        await store.commit(ended(number, ben.account, 700, 3, NOON))
    assert sorted(stored_names(path)) == ["Ada"] * 2 + ["Ben"] * 4

    await store.commit(ended(7, ben.account, 700, 3, NOON))
    assert [run.name for run in await store.best_runs(GUILD, 9)] == ["Ben"] * 5 + [""]
    assert [run.name for run in await store.best_runs(8)] == ["Ada"], "another server's best"
    await store.commit(ended(8, ada.account, 600, 3, NOON))
    assert sorted(stored_names(path)) == ["Ada"] + ["Ben"] * 5, "it never was among the best"
