"""A member's own chips are at one table or in the purse: never twice, and never nowhere."""

import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot.game.events import ChipsBrought, ChipsTaken, Event
from bot.game.moves import Bet, Join, Leave, Move, Rebuy, Start
from bot.game.rules import BANK, CASINO, CLASSIC, ROOM, HouseRules
from bot.store import AlreadyPlayed, Commit, NotSaved, Purse, PurseChanged
from bot.store.sqlite import SqliteStore

from .tables import GUILD, NOON, Game, at_once

DAY = 24 * 60 * 60 * 1000
ADA, BEN, HOST = 21, 22, 1


async def started(
    store: SqliteStore, number: int, rules: HouseRules = CASINO, guild: int = GUILD
) -> Game:
    """A table whose session has begun with nobody but its host. Who joins sits down at once."""
    game = Game(number, rules=rules, guild=guild)
    await store.commit(game.open())
    purse = await store.purse(guild, rules.table, HOST)
    await store.commit(game.make(Join(HOST, purse.chips if purse else None)))
    await store.commit(game.make(Start(HOST, game.table.decision)))
    return game


async def in_purse(store: SqliteStore, account: int = ADA, kind: str = "casino") -> int | None:
    purse = await store.purse(GUILD, kind, account)
    return purse.chips if purse else None


async def with_purse(store: SqliteStore, number: int, account: int = ADA) -> Game:
    """A table the member has just left with the first stake, now all in the purse."""
    game = await started(store, number)
    await store.commit(game.make(Join(account)))
    await store.commit(game.make(Leave(account)))
    assert await in_purse(store, account) == CASINO.chips
    return game


async def answers_to(store: SqliteStore, *commits: Commit) -> list[type]:
    """What callers who ask in the same moment get."""
    asked = (store.commit(commit) for commit in commits)
    return [type(answer) for answer in await at_once(store, asked)]


async def test_the_first_stake_is_at_the_table_and_comes_home_with_the_member(
    store: SqliteStore, path: Path
) -> None:
    game = await started(store, 1)
    assert await in_purse(store) is None
    await store.commit(game.make(Join(ADA)))
    assert await store.purse(GUILD, "casino", ADA) == Purse(0, 1000, None)
    await store.commit(game.make(Leave(ADA)))
    assert await store.purse(GUILD, "casino", ADA) == Purse(1000, 1000, None)
    await store.close()

    again = SqliteStore(path)
    await again.open()
    assert await again.purse(GUILD, "casino", ADA) == Purse(1000, 1000, None)
    await again.close()


async def test_the_chips_go_to_the_next_table(store: SqliteStore) -> None:
    await with_purse(store, 1)
    other = await started(store, 2)
    await store.commit(other.make(Join(ADA, 1000)))
    assert await store.purse(GUILD, "casino", ADA) == Purse(0, 1000, None)
    assert (await store.ledger(2))[f"chips:{ADA}"] == 1000


async def test_each_server_and_kind_of_table_has_its_own_purse(store: SqliteStore) -> None:
    await with_purse(store, 1)
    assert await store.purse(GUILD, "classic", ADA) is None
    assert await store.purse(GUILD + 1, "casino", ADA) is None
    await store.commit((await started(store, 2, CLASSIC)).make(Join(ADA)))
    await store.commit((await started(store, 3, guild=GUILD + 1)).make(Join(ADA)))
    assert await store.purse(GUILD, "classic", ADA) == Purse(0, 500, None)
    assert await store.purse(GUILD + 1, "casino", ADA) == Purse(0, 1000, None)
    assert await store.purse(GUILD, "casino", ADA) == Purse(1000, 1000, None)


async def test_two_tables_that_bring_the_same_chips_are_not_both_saved(store: SqliteStore) -> None:
    one, two, third = await with_purse(store, 1), await started(store, 2), await started(store, 3)
    answers = await answers_to(
        store,
        one.make(Join(ADA, 1000)),
        third.make(Join(BEN)),
        two.make(Join(ADA, 1000)),
    )
    assert answers == [type(None), type(None), PurseChanged]
    assert await in_purse(store) == 0
    assert f"chips:{ADA}" not in await store.ledger(2), "nothing of a refused play is left"
    assert [saved.seq for saved in await store.tables()] == [6, 3, 4]

    two.undo()
    await store.commit(two.make(Join(ADA, await in_purse(store))))


async def test_of_many_tables_that_bring_a_purse_one_gets_it(store: SqliteStore) -> None:
    games = [await with_purse(store, 1)] + [await started(store, n) for n in range(2, 13)]
    answers = await answers_to(store, *(game.make(Join(ADA, 1000)) for game in games))
    assert Counter(answers) == {type(None): 1, PurseChanged: 11}
    assert await in_purse(store) == 0


async def test_a_first_stake_is_given_once_however_many_tables_are_joined(
    store: SqliteStore,
) -> None:
    games = [await started(store, number) for number in range(1, 5)]
    answers = await answers_to(store, *(game.make(Join(ADA)) for game in games))
    assert Counter(answers) == {type(None): 1, PurseChanged: 3}
    assert await store.purse(GUILD, "casino", ADA) == Purse(0, 1000, None)
    games[1].undo()
    with pytest.raises(PurseChanged, match="a first stake is given once"):
        await store.commit(games[1].make(Join(ADA)))


async def test_chips_may_be_taken_and_brought_in_one_transaction_in_that_order(
    store: SqliteStore,
) -> None:
    one, two = await started(store, 1), await started(store, 2)
    await store.commit(one.make(Join(ADA)))
    take, bring = one.make(Leave(ADA)), two.make(Join(ADA, 1000))
    assert await answers_to(store, bring, take) == [PurseChanged, type(None)]
    two.undo()
    await store.commit(two.make(Join(ADA, 1000)))
    take, bring = two.make(Leave(ADA)), one.make(Join(ADA, 1000))
    assert await answers_to(store, take, bring) == [type(None)] * 2
    assert await in_purse(store) == 0


async def test_a_press_that_comes_again_is_played_already_not_a_changed_purse(
    store: SqliteStore,
) -> None:
    play = (await started(store, 1)).make(Join(ADA), press=50)
    await store.commit(play)
    with pytest.raises(AlreadyPlayed):
        await store.commit(play)


async def test_a_bet_without_a_seat_brings_its_own_chips(store: SqliteStore) -> None:
    game = await started(store, 1, ROOM)
    await store.commit(game.make(Bet(ADA, game.table.decision, 100)))
    assert await store.purse(GUILD, "room", ADA) == Purse(0, 1000, None)


async def test_chips_of_a_session_leave_no_purse(store: SqliteStore) -> None:
    for play in Game(1, rules=BANK).play(200):
        await store.commit(play)
    assert [await in_purse(store, account, "bank") for account in range(1, 5)] == [None] * 4


def rebuying(game: Game, account: int = ADA) -> Commit:
    """The member, who sits here without chips, is given a new stake."""
    return game.make(Rebuy(account))


async def test_a_new_stake_is_counted_and_dated(store: SqliteStore) -> None:
    game = await with_purse(store, 1)
    await store.commit(game.make(Join(ADA, 0)))
    await store.commit(rebuying(game))
    assert await store.purse(GUILD, "casino", ADA) == Purse(1000, 2000, NOON)
    await store.commit(game.make(Leave(ADA)))
    assert await store.purse(GUILD, "casino", ADA) == Purse(2000, 2000, NOON)


@pytest.mark.parametrize(("later", "is_given"), [(0, False), (DAY - 1, False), (DAY, True)])
async def test_the_next_new_stake_comes_after_a_day(
    store: SqliteStore, later: int, is_given: bool
) -> None:
    one, two = await with_purse(store, 1), await started(store, 2)
    for game in (one, two):
        await store.commit(game.make(Join(ADA, 0)))
    await store.commit(rebuying(one))
    two.now += later
    if is_given:
        await store.commit(rebuying(two))
        assert await store.purse(GUILD, "casino", ADA) == Purse(1000, 3000, NOON + DAY)
    else:
        with pytest.raises(PurseChanged, match="less than 24 hours ago"):
            await store.commit(rebuying(two))
        assert await store.purse(GUILD, "casino", ADA) == Purse(1000, 2000, NOON)


async def test_two_tables_give_one_new_stake(store: SqliteStore) -> None:
    one, two = await with_purse(store, 1), await started(store, 2)
    for game in (one, two):
        await store.commit(game.make(Join(ADA, 0)))
    assert await answers_to(store, rebuying(one), rebuying(two)) == [type(None), PurseChanged]
    assert await store.purse(GUILD, "casino", ADA) == Purse(1000, 2000, NOON)


@pytest.mark.parametrize(
    "event", [ChipsTaken(ADA, 5), ChipsBrought(ADA, 0), ChipsBrought(ADA, 5)], ids=repr
)
async def test_nothing_happens_to_a_purse_that_is_not_there(
    store: SqliteStore, event: Event
) -> None:
    play = Game(1, rules=CASINO).open()
    with pytest.raises(PurseChanged, match="there is none"):
        await store.commit(msgspec.structs.replace(play, events=[*play.events, event]))
    assert await store.tables() == []


@pytest.mark.parametrize("chips", [-5, 2**63])
async def test_a_purse_takes_only_whole_chips(store: SqliteStore, chips: int) -> None:
    game = await with_purse(store, 1)
    play = game.make(Join(ADA, 1000))
    with pytest.raises(NotSaved):
        await store.commit(msgspec.structs.replace(play, events=[ChipsTaken(ADA, chips)]))
    assert await in_purse(store) == 1000


async def test_the_lines_of_a_purse_can_only_be_added_to(store: SqliteStore, path: Path) -> None:
    await with_purse(store, 1)
    await store.close()
    with closing(sqlite3.connect(path)) as other:
        for change in ("UPDATE purse_line SET chips = 1", "DELETE FROM purse_line"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                other.execute(change)
        with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
            other.execute("UPDATE purse SET chips = chips - 1001")


#: Per server, kind of table and member: what the purse and the open tables hold, and what the
#: house gave and paid. By the ledger and the purses alone.
_HELD_AND_OWED = """
WITH place AS MATERIALIZED (
    SELECT id, guild, json_extract(state, '$.rules.table') AS kind FROM saved_table
),
flow AS (SELECT * FROM transfer JOIN place ON place.id = table_id),
member AS (
    SELECT guild, kind, substr(credit, instr(credit, ':') + 1) AS account,
        amount AS held, (debit = 'house') * amount AS net FROM flow WHERE instr(credit, ':')
    UNION ALL
    SELECT guild, kind, substr(debit, instr(debit, ':') + 1),
        -amount, -(credit = 'house') * amount FROM flow WHERE instr(debit, ':')
)
SELECT coalesce(p.chips, 0) + sum(m.held), coalesce(p.given, 0) + sum(m.net), sum(m.net)
FROM member AS m LEFT JOIN purse AS p
    ON p.guild = m.guild AND p.kind = m.kind AND p.account = CAST(m.account AS INTEGER)
GROUP BY m.guild, m.kind, m.account
"""


class Night:
    """Four members at tables of all kinds that keep chips, and whatever they like to do there."""

    def __init__(self, store: SqliteStore, luck: int) -> None:
        self.store = store
        self.dice = random.Random(luck)
        plan = [(CASINO, 1), (CASINO, 1), (CASINO, 2), (CLASSIC, 1), (ROOM, 1)]
        self.games = [
            Game(number, luck, rules, guild) for number, (rules, guild) in enumerate(plan, 1)
        ]

    async def begin(self) -> None:
        for game in self.games:
            await self.store.commit(game.open())

    async def moves(self) -> Counter[type]:
        """One move at every table, in the same moment."""
        plays = []
        for game in self.games:
            game.now += self.dice.choice((1000, 1000, 1000, DAY // 20))
            plays.append(game.make(await self._informed(game, game.choose())))
        answers = await answers_to(self.store, *plays)
        for game, answer in zip(self.games, answers, strict=True):
            if answer is not type(None):
                game.undo()
        return Counter(answers)

    async def _informed(self, game: Game, move: Move) -> Move:
        """With the purse as it is before any of this moment's moves."""
        if not isinstance(move, Join | Bet):
            return move
        purse = await self.store.purse(game.guild, game.rules.table, move.member)
        return msgspec.structs.replace(move, purse=purse.chips if purse else None)


@pytest.mark.parametrize("luck", range(2))
async def test_what_members_hold_is_what_the_house_gave_and_what_they_won(
    store: SqliteStore, path: Path, luck: int
) -> None:
    night = Night(store, luck)
    await night.begin()
    answers: Counter[type] = Counter()
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as reader:
        for _ in range(150):
            answers += await night.moves()
            members = reader.execute(_HELD_AND_OWED).fetchall()
            assert all(held == owed for held, owed, _ in members), members
    assert sum(net != 0 for *_, net in members) >= 8, "they have won and lost"
    assert set(answers) == {type(None), PurseChanged}
