"""One conversation, recorded twice: here, and in a place where every name is a trap."""

import asyncio

import pytest

from bot.record import play_locally, transcript
from bot.record.transcript import Entry, Heading
from bot.standin.ratelimits import RateLimits
from bot.standin.sample import FIRST_CHANNEL, FIRST_MEMBER, GUILD_ID
from bot.standin.server import Standin

TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAwMQ.GdLeak.a-token-that-nobody-may-ever-read-12"
NAMES = ('Zaphod"}],"token":"x', "Trillian <@1>", "Marvin\n{}", "Slartibartfast")
ADA, BEN = FIRST_MEMBER, FIRST_MEMBER + 1


def hostile_discord() -> Standin:
    """People, places and roles whose names must not be seen again, and other rights and owners."""
    standin = Standin(TOKEN, rate_limits=RateLimits.observed())
    guild = standin.world.guilds[GUILD_ID]
    guild.name = NAMES[3]
    for number, member in enumerate(guild.members.values()):
        member.nick = NAMES[number % 3]
        member.user.username = member.user.global_name = NAMES[(number + 1) % 3]
    for channel in guild.channels.values():
        channel.name = NAMES[3]
    for role in guild.roles.values():
        role.name = NAMES[3]
    standin.world.application.name = NAMES[3]
    guild.owner_id = standin.world.application.owner_id = str(BEN)
    guild.members[str(ADA)].roles.clear()
    guild.channels[str(FIRST_CHANNEL)].topic = NAMES[0]
    return standin


@pytest.fixture(scope="session")
def here() -> list[Entry]:
    return asyncio.run(play_locally())


@pytest.fixture(scope="session")
def there(tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    """Recorded elsewhere, among other people, and read back from its file."""
    path = tmp_path_factory.mktemp("record") / "there.jsonl"
    heading = Heading("a hostile Discord", "2026-01-01")
    transcript.write(path, heading, asyncio.run(play_locally(hostile_discord())))
    read, entries = transcript.read(path)
    assert read == heading
    return entries
