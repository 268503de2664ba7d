"""The taint scan: no secret of a table in anything the bot has said (promise P7).

Secrets are read from the databases a test leaves behind: seeds of shoes that were not revealed,
the salts of the cards still undealt, and their order. They are looked for in every byte that went
to the local Discord, in the log, and in what processes printed; in hex and in base64, also in the
middle of something longer, and already when only the beginning was said.
"""

import base64
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from bot.game.shoe import Shoe, salt, shoe_key
from bot.game.table import Table, from_snapshot
from bot.standin.server import Standin

LEAST = 16  # characters of an encoded secret that are no accident
_RUN = re.compile(rf"[A-Za-z0-9+/_-]{{{LEAST},}}")

#: What the test at hand has started, and what processes printed. The fixture empties both.
STANDINS: list[Standin] = []
PRINTED: list[str] = []


def secrets_of(table: Table) -> Iterator[tuple[str, bytes]]:
    """What nobody may know yet, by name."""
    for name, shoe in (("shoe", table.shoe), ("next shoe", table.next_shoe)):
        if shoe is not None and shoe.seed and not shoe.is_revealed:
            yield from _secrets_of(f"table {table.id}, {name}", shoe)


def _secrets_of(name: str, shoe: Shoe) -> Iterator[tuple[str, bytes]]:
    yield f"{name}: seed", shoe.seed
    if not shoe.order:
        return
    key = shoe_key(shoe)
    yield f"{name}: key", key
    for place in range(shoe.dealt, len(shoe.order)):
        yield f"{name}: salt {place}", salt(key, place)
    if shoe.left >= LEAST:
        yield f"{name}: order", shoe.order[shoe.dealt :]


def forms(secret: bytes) -> Iterator[str]:
    """The beginnings of a secret as it may be written, wherever in a longer text it stands."""
    yield secret.hex()[:LEAST]
    yield secret.hex().upper()[:LEAST]
    for before, unsure in ((0, 0), (1, 2), (2, 3)):  # base64 takes three bytes together
        shifted = b"\0" * before + secret
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            yield encode(shifted).decode()[unsure:][:LEAST]


def leaks(secrets: Iterable[tuple[str, bytes]], texts: Iterable[str]) -> list[str]:
    """Which secrets the texts hold. Never the secret itself: this is printed."""
    secrets, texts = list(secrets), list(texts)
    known = {form: name for name, secret in secrets for form in forms(secret)}
    found = {
        known[window]
        for text in texts
        for run in _RUN.findall(text)
        for start in range(len(run) - LEAST + 1)
        if (window := run[start : start + LEAST]) in known
    }
    logged = [text for text in texts if "\\x" in text]  # as Python writes bytes
    logged += [text.replace("\\\\", "\\") for text in logged]
    for name, secret in secrets:
        written = repr(secret)[2 : 2 + 2 * LEAST]
        found.update(name for text in logged if written in text)
    return sorted(found)


def kept_in(folder: Path) -> Iterator[Table]:
    """The tables of every database there, also of those whose bot was killed."""
    for path in sorted(folder.rglob("*.db")):
        with (
            suppress(sqlite3.Error),  # some tests leave a file that is no database
            closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection,
        ):
            for (state,) in connection.execute("SELECT state FROM saved_table").fetchall():
                yield from_snapshot(state)


def said(standin: Standin) -> Iterator[str]:
    """All that came from the bot; what the local Discord itself answered is not the bot's."""
    for entry in standin.recorder.requests():
        yield " ".join(json.dumps(entry[part], default=str) for part in ("path", "query", "body"))
    for entry in standin.recorder.frames("in"):
        yield json.dumps(entry["frame"])


def scan(folder: Path, logged: Iterable[str]) -> list[str]:
    texts = [*logged, *PRINTED]
    for standin in STANDINS:
        texts.extend(said(standin))
    secrets = [secret for table in kept_in(folder) for secret in secrets_of(table)]
    return leaks(secrets, texts)
