"""The cashier knows who is who, what they are called, and which chips they own.

History knows people by account numbers alone. Names are kept while a member is at a table.
"""

from collections.abc import Mapping

from . import limits
from .clock import Clock
from .livetable import LiveTable
from .rulebook import Asked
from .store import Person, Store

KNOWN = 10_000  # accounts kept in memory; the store knows all


class Cashier:
    def __init__(
        self, store: Store, clock: Clock, asked: Asked, tables: Mapping[int, LiveTable]
    ) -> None:
        self._store = store
        self._clock = clock
        self._asked = asked
        self._tables = tables  # all in play: chips may be on another one
        self._accounts: dict[int, int] = {}  # Discord user -> account; numbers never change

    async def account(self, user: int) -> int:
        """The account number of a Discord user."""
        account = self._accounts.get(user)
        if account is None:
            account = self._know(await self._asked(self._store.account(user, "")))
        return account

    async def welcome(self, table: LiveTable, user: int, name: str) -> int:
        """A member comes to a table and is known there by name. Their account number."""
        account = self._accounts.get(user)
        if account is not None and table.names.get(account) == name:
            return account  # names of open tables are kept, so the store knows this one as well
        person = await self._asked(self._store.account(user, name))
        table.names[person.account] = person.name
        return self._know(person)

    def _know(self, person: Person) -> int:
        if len(self._accounts) >= KNOWN:
            self._accounts.clear()
        self._accounts[person.user] = person.account
        return person.account

    async def purse(self, table: LiveTable, account: int) -> int | None:
        """Chips the member owns and could bring to the table; None for a first stake."""
        if not table.rules.keeps_chips:
            return None
        purse = await self._asked(self._store.purse(table.guild, table.kind, account))
        return None if purse is None else purse.chips

    async def may_rebuy(self, table: LiveTable, account: int) -> None:
        """Raises Refused while the member has chips elsewhere, or was given some within a day."""
        purse = await self._asked(self._store.purse(table.guild, table.kind, account))
        if purse is None:
            return
        same = [t for t in self._tables.values() if t.guild == table.guild]
        chips = purse.chips + sum(t.chips_of(account) for t in same if t.kind == table.kind)
        limits.may_rebuy(chips, table.rules.min_bet, purse.rebought_at, self._clock.now())
