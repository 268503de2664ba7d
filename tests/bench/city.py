"""A local Discord full of tables, made at once: servers, members, boards, and the database.

In every channel lies a bank table with three seats, made through the casino's own door. Betting is
open: two members bet and change their minds as often as they like, the third one thinks. So each
press is a legal move that is booked in the ledger and changes the board, and no hand ever begins.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from bot.casino import Casino
from bot.clock import SystemClock
from bot.game.moves import Join, PassCut, Start
from bot.game.rules import BANK, Clocks
from bot.game.table import Phase
from bot.livetable import LiveTable
from bot.render.board import board
from bot.render.ids import custom_id
from bot.standin.bodies import V2
from bot.standin.permissions import EVERYONE
from bot.standin.ratelimits import RateLimits
from bot.standin.server import Standin
from bot.standin.world import Application, Channel, Guild, Member, Message, Role, User, World
from bot.store import open_store
from bot.words import words_for

BOT = 1000000000000000001
GUILDS, CHANNELS, MEMBERS = 1100000000000000001, 1200000000000000001, 1300000000000000001
IN_A_GUILD = 10  # channels, each with a table
SEATS = 3
RULES = msgspec.structs.replace(BANK, clocks=Clocks(bet=600))  # as long as rules allow
NAMES = ("Ada", "Ben", "Chloé", "Dmitri", "Emeka", "Farah", "Gus", "Hana")


@dataclass
class Spot:
    """A table as its members see it. `message` is the board, whatever is on it by now."""

    guild: Guild
    channel: Channel
    message: Message
    table: LiveTable

    def __post_init__(self) -> None:
        self.bets = self._bets()

    def _bets(self) -> Iterator[tuple[Member, str]]:
        """Who presses what, for ever: no bet is the one the member has made already."""
        members = [member for member in self.guild.members.values() if not member.user.bot]
        while True:
            for chips in (50, 100, 250):
                for member in members[: SEATS - 1]:
                    yield member, self.button(chips)

    def button(self, chips: int) -> str:
        return custom_id(self.table.id, "bet", self.table.state.decision, str(chips))


def world(channels: int) -> World:
    bot = User(str(BOT), "Blackjack", bot=True)
    made = World(Application(bot.id, "Blackjack", str(MEMBERS)), bot)
    for number in range(-(-channels // IN_A_GUILD)):
        guild = _guild(number, bot)
        made.guilds[guild.id] = guild
        for channel in range(number * IN_A_GUILD, min(channels, (number + 1) * IN_A_GUILD)):
            place = str(CHANNELS + channel)
            guild.channels[place] = Channel(place, guild.id, f"table-{channel}")
    return made


def _guild(number: int, bot: User) -> Guild:
    guild = Guild(str(GUILDS + number), f"Server {number}", str(MEMBERS))
    guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYONE, position=0)
    for seat in range(SEATS):
        name = NAMES[(number + seat) % len(NAMES)]
        user = User(str(MEMBERS + number * SEATS + seat), f"{name.lower()}{number}", name)
        guild.members[user.id] = Member(user)
    guild.members[bot.id] = Member(bot)
    return guild


async def build(channels: int, database: Path) -> tuple[Standin, list[Spot]]:
    """A Discord that runs, with its rate limits, and a database with a table for each channel."""
    standin = Standin(world=world(channels), rate_limits=RateLimits.observed())
    await standin.start()
    store = open_store(f"sqlite:///{database}")
    await store.open()
    casino = Casino(store, SystemClock(), lambda table: None)
    await casino.open()
    await casino.resume()
    places = [(g, c) for g in standin.world.guilds.values() for c in g.channels.values()]
    spots = await asyncio.gather(*(_spot(standin, casino, *place) for place in places))
    await casino.close()
    await store.close()
    return standin, list(spots)


async def _spot(standin: Standin, casino: Casino, guild: Guild, channel: Channel) -> Spot:
    people = [member.user for member in guild.members.values() if not member.user.bot]
    host = await casino.cashier.account(int(people[0].id))
    table = await casino.open_table(int(guild.id), int(channel.id), host, RULES)
    accounts = [
        await casino.cashier.welcome(table, int(user.id), user.global_name or "") for user in people
    ]
    for account in accounts:
        await table.play(Join(account))
    await table.play(Start(host, table.state.decision))
    for account in accounts:
        await table.play(PassCut(account, table.state.decision))
    assert table.state.phase is Phase.BETTING
    message = _board(standin, channel, table)
    await casino.set_message(table, int(message.id))
    return Spot(guild, channel, message, table)


def _board(standin: Standin, channel: Channel, table: LiveTable) -> Message:
    layout = board(table.view(), table.names, words_for("en"))
    shown = layout.to_components()  # type: ignore[no-untyped-call]
    body = {"components": shown, "flags": V2}
    return standin.core.messages.create(channel, standin.world.bot, body)
