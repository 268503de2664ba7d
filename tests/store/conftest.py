"""Real stores in files of their own."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.sqlite import SqliteStore

from .tables import save_five_tables


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "blackjack.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(path)
    await store.open()
    yield store
    await store.close()


@pytest.fixture(scope="session")
def five(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a table of each kind, closed. It is copied, never changed."""
    path = tmp_path_factory.mktemp("five") / "blackjack.db"
    asyncio.run(save_five_tables(path))
    return path


@pytest.fixture
def played(five: Path, path: Path) -> Path:
    """A copy of `five` in the place where a test has its database."""
    path.parent.mkdir()
    return Path(shutil.copy(five, path))
