"""Two short conversations: with our bot, and with one that is asked in every way there is."""

import asyncio
from pathlib import Path

import pytest

from bot.standin.faults import Fault
from bot.standin.permissions import Permission
from tests.e2e.channel import BEN, CHLOE, DMITRI, Channel, channel
from tests.fidelity.every_kind import hold_every_kind
from tests.fidelity.recording import record_to

UNKNOWN_INTERACTION = {"code": 10062, "message": "Unknown interaction"}


async def hold(here: Channel) -> None:
    """A table opens, a form is sent, bets are placed, Discord fails, and the line breaks."""
    standin = here.standin
    standin.faults.add(Fault("POST /channels/*", retry_after=0.01))
    await here.host(BEN, CHLOE)
    await here.command(BEN, "kick", member=DMITRI)
    await here.press(BEN, "start")
    form = await here.press(BEN, "cut")
    await standin.member(BEN).submit(form, {"text": "by hand"})
    await here.press(CHLOE, "nocut")
    standin.faults.add(Fault("POST /interactions/*", status=404, body=UNKNOWN_INTERACTION))
    await here.press(BEN, "bet:100")
    await here.until("**bet 100**")
    standin.editing.set_overwrite(str(here.id), str(BEN), allow=Permission.SEND_MESSAGES)
    standin.gateway.drop_sockets()
    await standin.until(lambda: standin.gateway.online and resumed(here), 10)


def resumed(here: Channel) -> bool:
    return any(e["frame"].get("t") == "RESUMED" for e in here.standin.recorder.frames("out"))


def record(folder: Path, traffic: Path) -> None:
    async def talk() -> None:
        async with channel(folder) as here:
            await hold(here)
        await hold_every_kind()

    with pytest.MonkeyPatch.context() as patch:
        record_to(traffic, patch)
        asyncio.run(talk())
