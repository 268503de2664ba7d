"""In every end-to-end test: whatever is logged as an error is one."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def no_error_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Bugs, exceptions nobody retrieved, requests the local Discord does not know."""
    yield
    gc.collect()
    errors = [
        record.getMessage()
        for record in caplog.get_records("call")
        if record.levelname in ("ERROR", "CRITICAL") and record.name.startswith(("bot", "asyncio"))
    ]
    assert not errors
