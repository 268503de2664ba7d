"""Many presses at once, many guilds at once: nobody waits for another, nothing is left behind."""

import asyncio
import os
from pathlib import Path

import pytest

import bot.cashier
import bot.client
from bot import metrics
from bot.game.play import balances
from bot.limits import Allowance
from bot.standin.interactions import Interaction, Kind
from bot.standin.permissions import EVERYONE
from bot.standin.server import Standin
from bot.standin.world import Channel as Place
from bot.standin.world import Guild, Member, Message, Role

from .channel import (
    ANSWERED,
    BEN,
    CHLOE,
    DMITRI,
    EMEKA,
    FARAH,
    GUS,
    HANA,
    LOUNGE,
    Channel,
    Json,
    bot_in,
    channel,
    local_discord,
)

SIX = (BEN, CHLOE, DMITRI, EMEKA, FARAH, GUS)
SHARDS = 4


@pytest.fixture(autouse=True)
def _sessions_begin_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.client, "IDENTIFY_PACE", 0.05)


def at_work() -> int:
    """Tasks of the bot and of discord.py; the local Discord has some of its own."""
    codes = (getattr(task.get_coro(), "cr_code", None) for task in asyncio.all_tasks())
    paths = [Path(code.co_filename) for code in codes if code is not None]
    return sum(
        {"bot", "discord"} & set(p.parts) != set() and "standin" not in p.parts for p in paths
    )


async def test_two_hundred_presses_at_one_table_hold_up_no_other(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        lounge = Channel(here.standin, LOUNGE, here.client)
        await here.start(*SIX)
        await lounge.start(HANA)
        await here.until_clocks_run()
        await here.until_right()
        await lounge.until_right()  # nothing under way that a press would have to wait for
        before, tasks, seq = balances(here.table.state), at_work(), here.table.seq
        board = here.board
        storm = [
            asyncio.create_task(here.press(SIX[n % 6], ("bet:50", "sitout")[n % 2], board))
            for n in range(200)
        ]
        await asyncio.sleep(0)
        assert (await lounge.press(HANA, "bet:100")).kind in ANSWERED
        assert not all(press.done() for press in storm), "she need not wait for the storm to pass"
        results = await asyncio.gather(*storm)
        assert {r.kind for r in results} <= {"update", "deferred_update", "ephemeral"}
        await here.until_right()
        assert here.table.seq - seq < 12, "a seat may change its answer, but not two hundred times"
        assert sum(balances(here.table.state).values()) == sum(before.values())
        await here.standin.until(lambda: at_work() <= tasks)
        await here.standin.until(lambda: not here.client.screens._tasks)


async def test_a_flood_at_one_table_is_left_unread_while_another_stays_quick(
    tmp_path: Path,
) -> None:
    """All at once, as if a second's presses came in none: more by STORM, in presses."""
    storm = int(os.environ.get("STORM", "600"))
    async with channel(tmp_path) as here:
        lounge = Channel(here.standin, LOUNGE, here.client)
        await here.start(*SIX[:4])
        await lounge.start(HANA)
        await here.until_clocks_run()
        board, before, spoken = here.board, balances(here.table.state), here.spoken()
        seq, unread_before = here.table.seq, unread()
        here.client._flood, read = Allowance([(10, 3600.0)]), 4 * 10
        custom_ids = [here.button(word)["custom_id"] for word in ("bet:50", "bet:100", "sitout")]
        sent = [flung(here, SIX[n % 4], custom_ids[n % 3], board) for n in range(storm)]
        assert (await lounge.press(HANA, "bet:100")).kind in ANSWERED, "within Discord's 3 s"
        await here.standin.until(lambda: here.spoken() > spoken)
        await here.until_right()
        await here.standin.until(lambda: at_rest(here))
        await here.standin.until(lambda: unread() - unread_before == storm - read)
        assert sum(one.state == "done" for one in sent) <= read
        assert here.spoken() - spoken <= 2 * read + 2, "an answer and an edit at most, and Hana's"
        assert here.table.seq - seq <= read
        assert sum(balances(here.table.state).values()) == sum(before.values())


def flung(here: Channel, member: int, custom_id: str, board: Json) -> Interaction:
    """A press whose answer nobody waits for."""
    found = here.standin.core.world.channel(str(here.id))
    assert found is not None
    guild, place = found
    data = {"custom_id": custom_id, "component_type": 2}
    return here.standin.core.interactions.open(
        Kind.COMPONENT, guild, place, guild.members[str(member)], data, message=Message(board, 0)
    )


def unread() -> float:
    return metrics.REGISTRY.get_sample_value("blackjack_presses_unread_total") or 0


def at_rest(here: Channel) -> bool:
    return not here.client.casino._tasks and not here.client.screens._tasks


async def test_one_button_pressed_twenty_times_by_one_member_counts_once(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.until_clocks_run()
        seq, board = here.table.seq, here.board
        results = await asyncio.gather(*(here.press(BEN, "bet:100", board) for _ in range(20)))
        assert sorted(r.kind in ANSWERED for r in results) == [False] * 19 + [True]
        assert here.table.seq == seq + 1
        await here.until_right()


async def test_what_is_remembered_has_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.client, "REMEMBERED", 5)
    monkeypatch.setattr(bot.cashier, "KNOWN", 3)
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        board = here.board
        await asyncio.gather(*(here.press(member, "bet:50", board) for member in (*SIX, HANA)))
        assert len(here.client._seen) == 5
        assert len(here.client.casino.cashier._accounts) <= 3
        asked = await here.command(BEN, "close")
        assert asked.message is not None
        await here.press(BEN, "close", asked.message)
        await here.until("closed")
        assert not here.client.screens._screens


def guild_on(shard: int) -> Guild:
    """A server that belongs to a shard, with the people of the sample."""
    number = str(((1 << 40) + shard) << 22)
    guild = Guild(number, f"Server {shard}", str(HANA))
    guild.roles[number] = Role(number, "@everyone", EVERYONE)
    place = str(int(number) + 1)
    guild.channels[place] = Place(place, number, "table")
    return guild


def settle(standin: Standin) -> list[Channel]:
    """A server for each shard; Hana owns them all."""
    (sample,) = standin.world.guilds.values()
    found = []
    for shard in range(SHARDS):
        guild = guild_on(shard)
        for member in sample.members.values():
            guild.members[member.user.id] = Member(member.user)
        standin.world.guilds[guild.id] = guild
        found.append(Channel(standin, int(next(iter(guild.channels)))))
    return found


async def test_an_outage_of_one_shard_stops_the_clocks_of_its_servers_only(tmp_path: Path) -> None:
    standin = local_discord()
    standin.gateway.recommended_shards = SHARDS
    channels = settle(standin)
    await standin.start()
    try:
        async with bot_in(standin, tmp_path / "a.db") as client:
            casino = client.casino
            for here in channels:
                here._client = client
                await standin.until(lambda: len(standin.gateway.sessions) == SHARDS)
                await here.command(HANA, "host")
                await here.press(HANA, "join")
                await here.press(HANA, "start")
                await here.press(HANA, "nocut")
            tables = [here.table for here in channels]
            await standin.until(lambda: len(client._met) == SHARDS)  # and their clocks run
            assert all(map(casino.is_playable, tables))
            seqs = [table.seq for table in tables]
            (session,) = (s for s in standin.gateway.sessions.values() if s.shard == 2)
            assert session.connection is not None
            session.connection.drop()
            await standin.until(lambda: not casino.is_playable(tables[2]))
            assert [casino.is_playable(t) for t in tables] == [True, True, False, True]
            await standin.until(lambda: casino.is_playable(tables[2]))
            await standin.until(lambda: tables[2].seq > seqs[2])
            await channels[2].press(HANA, "bet:50")
            assert [t.seq for t in tables] == [seqs[0], seqs[1], seqs[2] + 2, seqs[3]]
    finally:
        await standin.stop()
