"""The log read back for one member: the hands they were dealt that are over.

A hand is told from its opening state and the events of its moves, so it can be told as long as the
log is kept, whether or not its table is still open or the member still sits there.
"""

import logging
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import msgspec

from bot.game.events import events_from_json
from bot.game.history import PlayedRound, played
from bot.game.table import from_snapshot

log = logging.getLogger(__name__)

#: guild, account, table and number of the hand before which to look (or NULL twice), how many.
HANDS_OF = """
WITH page AS (
    SELECT id, table_id, hand, ended FROM dealt
    WHERE guild = ?1 AND account = ?2 AND ended IS NOT NULL
    AND (?3 IS NULL OR id < (
        SELECT id FROM dealt WHERE table_id = ?3 AND hand = ?4 AND account = ?2
    ))
    ORDER BY id DESC LIMIT ?5
)
SELECT page.id, CASE WHEN move.seq = hand.seq THEN hand.state END, move.at, move.events
FROM page
JOIN hand ON hand.table_id = page.table_id AND hand.number = page.hand
JOIN move ON move.table_id = page.table_id AND move.seq BETWEEN hand.seq AND page.ended
ORDER BY page.id DESC, move.seq
"""


def rounds_of(rows: Iterable[Sequence[Any]], account: int) -> list[PlayedRound]:
    """The hands of `HANDS_OF`. One that this version can't read is left out."""
    found = []
    for _, moves in groupby(rows, key=lambda row: row[0]):
        _, states, times, events = zip(*moves, strict=True)
        try:
            log_of_hand = [events_from_json(text) for text in events]
            found.append(played(from_snapshot(states[0]), log_of_hand, account, times[-1]))
        except msgspec.DecodeError as error:
            log.warning("a hand of account %s can't be read: %s", account, error)
    return found
