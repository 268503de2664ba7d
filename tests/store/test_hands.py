"""A member finds the hands they played: their own, those that are over, page by page, for good."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot.game.events import HandBegan
from bot.game.legal import legal
from bot.game.moves import (
    Bet,
    Close,
    Hit,
    Join,
    Kick,
    Leave,
    Move,
    PassCut,
    Rebuy,
    SitOut,
    Stand,
    Start,
    TimeUp,
)
from bot.game.rules import TABLES, HouseRules
from bot.game.table import Phase
from bot.store.sqlite import SqliteStore

from .tables import GUILD, Game

ADA, BEN = 1, 2


class Evening(Game):
    """Nobody gets up, so chips come once; where nobody may move the clock does."""

    def choose(self) -> Move:
        table, left_out = self.table, (Leave, Kick, Close, SitOut, Rebuy)
        moves = [move for member in range(1, 5) for move in legal(table, member)]
        moves = [move for move in moves if not isinstance(move, left_out)]
        have_bet = {seat.member for seat in table.seats if seat.bet}
        moves = [m for m in moves if not isinstance(m, Bet) or m.member not in have_bet]
        all_bet = table.phase is Phase.BETTING and all(s.bet for s in table.seats)
        if table.deadline is not None and (not moves or all_bet):
            self.now = max(self.now, table.deadline)
            return TimeUp(table.decision)
        move = self._dice.choice(moves)
        if isinstance(move, Bet):  # the smallest, so that chips last for the evening
            return msgspec.structs.replace(move, chips=table.rules.min_bet)
        return move


async def played(store: SqliteStore, game: Game, moves: int) -> dict[int, list[int]]:
    """Random play, each move saved: member -> numbers of the hands dealt to them."""
    dealt: dict[int, list[int]] = {}
    for commit in game.play(moves):
        await store.commit(commit)
        for event in commit.events:
            if isinstance(event, HandBegan):
                for member in event.members:
                    dealt.setdefault(member, []).append(event.hand)
    return dealt


async def over(store: SqliteStore, game: Game) -> None:
    while game.table.phase in (Phase.INSURANCE, Phase.PLAYING):
        await store.commit(game.next())


async def numbers(
    store: SqliteStore, member: int, before: tuple[int, int] | None = None, count: int = 1000
) -> list[int]:
    return [hand.hand for hand in await store.hands_of(GUILD, member, before, count)]


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
async def test_every_hand_of_a_member_is_found_newest_first(
    store: SqliteStore, rules: HouseRules
) -> None:
    game = Evening(1, rules=rules)
    dealt = await played(store, game, 500)
    await over(store, game)
    assert len(dealt[ADA]) > 5
    for member, hands in dealt.items():
        assert await numbers(store, member) == hands[::-1]


async def test_pages_follow_each_other_without_a_gap(store: SqliteStore) -> None:
    game = Evening(1)
    dealt = await played(store, game, 400)
    await over(store, game)
    found: list[int] = []
    before = None
    while page := await store.hands_of(GUILD, ADA, before, 3):
        assert len(page) <= 3
        found += [hand.hand for hand in page]
        before = (1, found[-1])
    assert found == dealt[ADA][::-1]


async def test_a_hand_in_play_is_not_among_them(store: SqliteStore) -> None:
    """Nor is it once its member has left: the others still play it."""
    game = Game(1)
    for commit in (game.open(), game.make(Join(ADA)), game.make(Join(BEN))):
        await store.commit(commit)
    await store.commit(game.make(Start(ADA, game.table.decision)))
    for member in (ADA, BEN):
        await store.commit(game.make(PassCut(member, game.table.decision)))
    for member in (ADA, BEN):
        await store.commit(game.make(Bet(member, game.table.decision, 50)))
    assert game.table.phase is Phase.PLAYING, "another luck would do"
    assert await numbers(store, ADA) == []
    await store.commit(game.make(Leave(ADA)))
    assert game.table.phase is Phase.PLAYING
    assert await numbers(store, ADA) == []
    while game.table.phase is Phase.PLAYING:
        kind = Hit if game.table.acting and game.table.acting[1].total < 12 else Stand
        await store.commit(game.make(kind(BEN, game.table.decision)))
    assert await numbers(store, ADA) == [1]


async def test_hands_are_a_members_own_in_their_own_server(store: SqliteStore) -> None:
    here, there = Game(1), Game(2, guild=GUILD + 1)
    await played(store, here, 150)
    dealt = await played(store, there, 150)
    assert {hand.table for hand in await store.hands_of(GUILD, ADA, count=100)} == {1}
    assert {hand.table for hand in await store.hands_of(GUILD + 1, ADA, count=100)} == {2}
    assert await store.hands_of(GUILD, 99) == []
    # A forged button names a hand of another server, or one that there never was.
    assert await store.hands_of(GUILD, 99, (1, 1)) == []
    assert await numbers(store, ADA, (1, 10**9)) == []
    assert all(
        hand.table == 1 for hand in await store.hands_of(GUILD, ADA, (2, dealt[ADA][-1]), 100)
    )


async def test_hands_are_there_after_a_restart_and_after_the_table_closed(
    store: SqliteStore, path: Path
) -> None:
    game = Evening(1)
    await played(store, game, 300)
    await over(store, game)
    before = await store.hands_of(GUILD, ADA)
    assert len(before) == 5
    await store.commit(game.close())
    await store.close()
    again = SqliteStore(path)
    await again.open()
    assert await again.hands_of(GUILD, ADA) == before
    await again.close()


async def test_what_is_pruned_from_the_log_is_gone_from_the_list(
    store: SqliteStore, path: Path
) -> None:
    game = Evening(1)
    dealt = await played(store, game, 200)
    await over(store, game)
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM hand WHERE number <= 2")
        connection.commit()
    again = SqliteStore(path)
    await again.open()
    assert await numbers(again, ADA) == [hand for hand in dealt[ADA][::-1] if hand > 2]
    await again.close()


async def test_a_hand_that_cannot_be_read_hides_no_other(
    store: SqliteStore, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game = Evening(1)
    dealt = await played(store, game, 200)
    await over(store, game)
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE hand SET state = '{}' WHERE number = ?", (dealt[ADA][0],))
        connection.commit()
    again = SqliteStore(path)
    await again.open()
    assert await numbers(again, ADA) == dealt[ADA][:0:-1]
    assert "can't be read" in caplog.text
    await again.close()
