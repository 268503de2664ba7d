"""The verdict of Discord's published schemas on recorded traffic.

The schemas are checked in Node (`node/check.mjs`). What they call wrong although Discord itself
does it so is listed in `exceptions.json`, each with its reason.
"""

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from bot.standin.wire import Json

HERE = Path(__file__).parent
NODE = HERE / "node"
INSTALL = "npm ci --prefix tests/fidelity/node"


@dataclass(frozen=True)
class Violation:
    line: int
    kind: str  # "wrong", or "unknown field"
    where: str
    path: str
    value: str | None
    message: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}\n    {self.path} {self.message}\n    {self.value}"


@dataclass(frozen=True)
class AllowedFor:
    """An exception: patterns as in file names, where `*` also crosses slashes."""

    where: str
    path: str
    reason: str
    message: str = "is no field of this object"

    def covers(self, found: Violation) -> bool:
        pairs = (
            (found.where, self.where),
            (found.path, self.path),
            (found.message, self.message),
        )
        return all(fnmatchcase(text, pattern) for text, pattern in pairs)


@dataclass
class Report:
    exchanges: int
    frames: int
    violations: list[Violation]
    allowed: set[AllowedFor]  # the exceptions that were needed


def missing() -> str:
    """What this machine lacks to check anything; empty when nothing is."""
    node = shutil.which("node")
    version = subprocess.check_output([node, "--version"], text=True) if node else "v0"
    if int(version[1:].split(".")[0]) < 20:
        return "Node 20 or newer is not installed"
    if not (NODE / "node_modules" / "discord-api-spec").is_dir():
        return f"Discord's schemas are not installed: {INSTALL}"
    return ""


def exceptions() -> list[AllowedFor]:
    listed = json.loads((HERE / "exceptions.json").read_text(encoding="utf-8"))
    paths = [[e["path"]] if isinstance(e["path"], str) else e["path"] for e in listed]
    return [
        AllowedFor(**{**entry, "path": path})
        for entry, several in zip(listed, paths, strict=True)
        for path in several
    ]


def judge(traffic: Path) -> Report:
    done = subprocess.run(
        ["node", str(NODE / "check.mjs"), str(traffic)], capture_output=True, encoding="utf-8"
    )
    if done.returncode:
        raise RuntimeError(f"the check itself failed:\n{done.stderr}")
    found: Json = json.loads(done.stdout)
    report = Report(found["exchanges"], found["frames"], [], set())
    known = exceptions()
    for entry in found["violations"]:
        violation = Violation(**entry)
        allowed = {exception for exception in known if exception.covers(violation)}
        report.allowed |= allowed
        if not allowed:
            report.violations.append(violation)
    return report


def read(traffic: Path) -> list[Json]:
    return [json.loads(line) for line in traffic.read_text(encoding="utf-8").splitlines()]


def write(entries: Sequence[Json], traffic: Path) -> None:
    lines = (json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)
    traffic.write_text("".join(lines), encoding="utf-8")
