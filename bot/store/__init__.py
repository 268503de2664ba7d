"""What the bot keeps: tables, moves, chips, people, runs, rules. The contract every store fulfils.

1. `commit` resolves only once the play is safe on disk; until then nobody may be told of it.
2. A play is saved whole or not at all, whatever becomes of its caller.
3. A Discord interaction is applied at most once, ever; a table's moves have no hole.
4. Chips are booked twice: a table's balances sum to zero, and only mint and house may owe.
5. Chips of a member's own are at one table or in the purse, never in two places: what all members
   of a server hold at one kind of table is what the house gave them and what they won.
6. One process owns a store. When nobody can know what was saved, it stops answering.

Where to look: `sqlite` (the store), `plays` (all that a move writes), `hands` (the log read back,
hand by hand), `committer` (one writer for all), `transaction` (many plays in one), `file` (the
database file: address, owner, health), `migrate` (numbered SQL), `chain` (the hashes that tie moves
together), `audit` and `history` (the check), `prune`, `backup`.
"""

from collections.abc import Iterable
from typing import Protocol

import msgspec

from bot.game.events import Event
from bot.game.history import PlayedRound
from bot.game.moves import Move
from bot.game.rules import HouseRules
from bot.game.table import Table


class AlreadyPlayed(Exception):
    """This interaction was applied before; nothing was changed."""


class NotSaved(Exception):
    """Nothing of it is in the database, and a later try may succeed. `why` is for the log."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class PurseChanged(NotSaved):
    """A member's own chips are not what the table believed: spent elsewhere, or given before.

    Read the purse again before the next try; the same move with the same purse fails again.
    """


class TooManyRules(NotSaved):
    """The server has as many saved rules as it may have. One must be deleted first."""


class Unknown(Exception):
    """COMMIT itself failed: nobody knows what was saved. The process must stop and read again."""


class StoreLocked(Exception):
    """Another process owns this database."""


class BadAddress(ValueError):
    """What DATABASE_URL says can't be where a database is; the message says what to write."""


class SchemaMismatch(Exception):
    """This program and this database, or its migrations, do not fit together."""


class Commit(msgspec.Struct, frozen=True):
    """One move as it is saved. The table is encoded before `commit` first waits."""

    table: Table  # the state after the move
    guild: int  # Discord's id of the guild
    seq: int  # 1 for Open; rises by one with every move of the table
    press: int | None  # Discord's id of the interaction behind the move
    move: Move
    events: list[Event]


class SavedTable(msgspec.Struct):
    table: Table
    guild: int
    seq: int
    message: int | None  # Discord's id of the board's message


class Person(msgspec.Struct, frozen=True):
    """`account` is what tables and ledger know; `user` is Discord's id; `name` may be empty."""

    account: int
    user: int
    name: str


class Purse(msgspec.Struct, frozen=True):
    """A member's own chips that are at no table. `given`: by the house, stakes and re-buys."""

    chips: int
    given: int
    rebought_at: int | None  # ms since 1970


class Run(msgspec.Struct, frozen=True):
    """A solo run that has ended. `name` is as it was then; empty beyond the five best."""

    account: int
    name: str
    score: int  # the most chips held
    rounds: int
    at: int  # ms since 1970


class Store(Protocol):
    """All methods but `close` raise NotSaved, or Unknown once the store has broken."""

    async def open(self) -> None:
        """Become the owner, bring the schema up to date, start.

        Raises StoreLocked, SchemaMismatch, or NotSaved with a sentence that names the way back.
        """
        ...

    async def close(self) -> None:
        """Save what is queued, stop, and give up ownership. May be called again."""
        ...

    async def commit(self, commit: Commit) -> None:
        """Raises AlreadyPlayed or PurseChanged, and then nothing was changed.

        Purses follow the move's events; a first stake is given once and a re-buy once in 24 hours
        for each server and `rules.table`. A solo run that ended is kept with the member's name,
        unless the host changed the rules (but for clocks): such runs can't be compared.

        A caller cancelled while waiting gives up only the answer.
        """
        ...

    async def tables(self) -> list[SavedTable]:
        """Every table that is not closed, oldest first. Raises SchemaMismatch for a strange one."""
        ...

    async def last_table_id(self) -> int:
        """The highest number a table ever had; 0 when there was none."""
        ...

    async def account(self, user: int, name: str) -> Person:
        """The person behind a Discord user; created when new. A `name` given replaces the old."""
        ...

    async def people(self, accounts: Iterable[int]) -> list[Person]:
        """Those of the accounts that exist, in no particular order."""
        ...

    async def forget_names(self, accounts: Iterable[int]) -> None:
        """The names become empty; the accounts stay."""
        ...

    async def forget_other_names(self, accounts: Iterable[int]) -> None:
        """The names of all others become empty: of whoever left while nobody could forget them."""
        ...

    async def set_message(self, table: int, message: int | None) -> None:
        """Where the table's board is."""
        ...

    async def moves(self, table: int) -> list[Move]:
        """The whole log of a table in order."""
        ...

    async def ledger(self, table: int) -> dict[str, int]:
        """Account -> chips of every account that holds or owes any; they sum to zero."""
        ...

    async def purse(self, guild: int, kind: str, account: int) -> Purse | None:
        """The member's own chips for tables of the kind; None before their first stake."""
        ...

    async def best_runs(self, guild: int, count: int = 5) -> list[Run]:
        """Best score first; ties to fewer rounds, then to the earlier."""
        ...

    async def hands_of(
        self, guild: int, account: int, before: tuple[int, int] | None = None, count: int = 5
    ) -> list[PlayedRound]:
        """The last hands a member was dealt in a server and that are over, newest first.

        `before`: only those dealt to the member before that one (table, number of the hand). What
        was pruned from the log is not among them.
        """
        ...

    async def prune(self, before: int) -> int:
        """Delete the history of hands that ended before (ms since 1970); the number of moves.

        What they moved is carried on: no balance, purse or saved state changes. In small steps,
        between which play goes on.
        """
        ...

    async def save_rules(self, guild: int, name: str, rules: HouseRules) -> None:
        """Replaces rules of that name. `name`: 1 to 32 characters. Raises TooManyRules at 25."""
        ...

    async def saved_rules(self, guild: int) -> dict[str, HouseRules]:
        """By name, in the order of the names. Those this version can't read are left out."""
        ...

    async def delete_rules(self, guild: int, name: str) -> None:
        """Nothing happens when there are none of that name."""
        ...


def open_store(url: str) -> Store:
    """The store at `url`, still to be opened. Raises ValueError for an address that is none.

    `sqlite:///data/blackjack.db` is relative to the working directory, `sqlite:////srv/b.db` is
    absolute.
    """
    from .file import path_of  # these modules use the types above
    from .sqlite import SqliteStore

    return SqliteStore(path_of(url))


__all__ = [
    "AlreadyPlayed",
    "Commit",
    "NotSaved",
    "Person",
    "Purse",
    "PurseChanged",
    "Run",
    "SavedTable",
    "SchemaMismatch",
    "Store",
    "StoreLocked",
    "TooManyRules",
    "Unknown",
    "open_store",
]
