"""The taint scan can fail: secrets planted in each place and each form are found."""

import base64
import logging
from pathlib import Path

import pytest

from . import taint
from .channel import BEN, CHLOE, Channel, channel


def secrets(path: Path) -> dict[str, bytes]:
    return {
        name: secret for table in taint.kept_in(path) for name, secret in taint.secrets_of(table)
    }


async def test_a_table_in_play_has_secrets_and_none_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.bet(BEN, CHLOE)
        await here.until_right()
        found = secrets(tmp_path)
        names = {name.partition(": ")[2].split()[0] for name in found}
        assert names == {"seed", "key", "salt", "order"}
        assert len(found) > 200, "salts of five decks, and the seeds of this shoe and the next"
        shoe = here.table.view().shoe
        assert shoe is not None
        said = [text for standin in taint.STANDINS for text in taint.said(standin)]
        assert any(shoe.seal[:16] in text for text in said), "the scan reads the boards"
        lines = [record.getMessage() for record in caplog.get_records("call")]
        assert taint.scan(tmp_path, lines) == []


async def test_a_secret_is_found_in_every_form(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        found = secrets(tmp_path)
        for name, secret in list(found.items())[::40]:
            wrapped = b'{"seed":' + secret + b"}"
            for text in (
                f"seed {secret.hex()}",
                f"seed=0x{secret.hex().upper()}",
                base64.b64encode(secret).decode(),
                base64.urlsafe_b64encode(secret).decode(),
                base64.b64encode(wrapped).decode(),
                base64.b64encode(b"." + wrapped).decode(),
                base64.urlsafe_b64encode(b".." + wrapped).decode(),
                f"bj:1:{secret.hex()[:16]}:7",
                f"Shoe(seed={secret!r}) \\x",
            ):
                assert taint.leaks(found.items(), ["harmless", text]) == [name], text


async def test_a_seed_in_a_message_or_in_the_log_is_found(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        (name, seed), *_ = secrets(tmp_path).items()
        place = here.client.get_partial_messageable(here.id)
        await place.send(f"the seed is {seed.hex()}")
        assert taint.scan(tmp_path, []) == [name]
        forget_last_message(here)
        assert taint.scan(tmp_path, []) == []
        taint.PRINTED.append(f"seed {seed.hex()}")
        assert taint.scan(tmp_path, []) == [name]
        taint.PRINTED.clear()
        logging.getLogger("bot.casino").debug("table %s: seed %s", 1, seed.hex())
        lines = [record.getMessage() for record in caplog.get_records("call")]
        assert taint.scan(tmp_path, lines) == [name]
        caplog.clear()  # or this test would fail as it should


def forget_last_message(here: Channel) -> None:
    """What was planted is no leak of the bot's."""
    entries = here.standin.recorder.entries
    entries.remove(here.standin.recorder.requests("POST /channels")[-1])
