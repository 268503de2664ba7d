"""What keeps a game from being compiled is said. That it is the same game, the command checks."""

from pathlib import Path

import pytest

from .compiled import NotCompiled, compile_into


def test_what_hinders_a_compilation_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.bench.compiled.MODULES", ("no_such_module",))
    with pytest.raises(NotCompiled, match=r"no_such_module|mypyc"):
        compile_into(tmp_path)
