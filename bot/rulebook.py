"""A server's own tables: rules kept under a name, up to twenty-five.

Whoever changes some rows reads, changes and saves while nobody else does: two members at work on
one table lose nothing of each other's, and neither brings back what the other deleted.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec

from .game.moves import Refused
from .game.rules import CUSTOM, TABLES, HouseRules
from .store import Store, TooManyRules

NAME_LIMIT = 32  # characters, as the store takes them
MOST = 25  # tables of a server; the store refuses more
KEY_DIGITS = 12


class Asked(Protocol):
    """The store's answer, or what it raises."""

    async def __call__(self, answer: Awaitable[Any], /) -> Any: ...


class RuleBook:
    def __init__(self, store: Store, asked: Asked) -> None:
        self._store = store
        self._asked = asked
        self._writing = asyncio.Lock()

    async def of(self, guild: int) -> dict[str, HouseRules]:
        """By name, in the order of the names; each of the kind that its name makes."""
        saved = await self._asked(self._store.saved_rules(guild))
        return {name: _as_kind(rules, name) for name, rules in saved.items()}

    async def find(self, guild: int, key: str) -> tuple[str, HouseRules]:
        """The table behind a `key_of`. Raises Refused when there is none any more."""
        for name, rules in (await self.of(guild)).items():
            if key_of(name) == key:
                return name, rules
        raise Refused("custom_gone")

    async def make(self, guild: int, name: str, rules: HouseRules) -> None:
        """A table of a new name. Raises Refused for one that is taken, or one too many."""
        async with self._writing:
            taken = {other.casefold() for other in await self.of(guild)} | set(TABLES)
            if name.casefold() in taken:
                raise Refused("custom_taken")
            try:
                await self._asked(self._store.save_rules(guild, name, _as_kind(rules, name)))
            except TooManyRules as error:
                raise Refused("custom_too_many", most=MOST) from error

    async def change(
        self, guild: int, key: str, revise: Callable[[HouseRules], HouseRules]
    ) -> tuple[str, HouseRules]:
        """What `revise` makes of the newest rules is saved; what it raises leaves them be."""
        async with self._writing:
            name, rules = await self.find(guild, key)
            revised = revise(rules)
            await self._asked(self._store.save_rules(guild, name, revised))
            return name, revised

    async def delete(self, guild: int, key: str) -> str:
        """The name of the table that is gone; tables opened with its rules play on."""
        async with self._writing:
            name, _ = await self.find(guild, key)
            await self._asked(self._store.delete_rules(guild, name))
            return name


def key_of(name: str) -> str:
    """What stands for a name where a name can't: the same after every restart."""
    return hashlib.sha256(name.encode()).hexdigest()[:KEY_DIGITS]


def _as_kind(rules: HouseRules, name: str) -> HouseRules:
    return msgspec.structs.replace(rules, table=f"{CUSTOM}{name}")
