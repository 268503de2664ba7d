"""`python -m tests.promises [P1 …] [--runs N]`: every promise has a test, and the test can fail.

For each promise of the project (README, "What is promised"): its test is run, then a bug is planted
and the test must fail, then the bug is taken back and the test must pass again. All of it happens
in a copy of the project. The bugs are the small patches in this folder; `*.toml` says which test
notices which. Status 1 when a test fails without its bug or passes with it.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
HERE = Path("tests/promises")
LONGEST = 600  # s a test may take before it counts as failed
PARTS = ("bot", "tests", "migrations", "docs", "pyproject.toml", "README.md", ".env.example")


@dataclass(frozen=True)
class Promise:
    promise: str  # P1 … P18
    words: str
    test: str  # as pytest is told it
    patch: str  # a file of this folder

    @property
    def number(self) -> int:
        return int(self.promise.removeprefix("P"))


@dataclass
class Outcome:
    ran: int = 0
    failures: int = 0
    noticed: bool = False
    what: str = ""  # what went wrong with the patch itself


def promises() -> list[Promise]:
    return sorted(_read(), key=lambda promise: (promise.number, promise.test))


def _read() -> Iterator[Promise]:
    for path in sorted((ROOT / HERE).glob("*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["promise"]:
            yield Promise(**entry)


def copy_of_the_project(folder: Path) -> Path:
    copied = folder / "project"
    copied.mkdir()
    ignored = shutil.ignore_patterns("__pycache__", "node_modules", ".hypothesis")
    for name in PARTS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copied / name, ignore=ignored)
        elif (ROOT / name).exists():
            shutil.copy(ROOT / name, copied / name)
    return copied


def run(test: str, project: Path) -> tuple[int, bool]:
    """How many tests ran, and whether all of them passed."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", test]
    clean = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    try:
        done = subprocess.run(
            command, cwd=project, env=clean, capture_output=True, text=True, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        return 0, False
    ran = sum(int(n) for n in re.findall(r"(\d+) (?:passed|failed|error)", done.stdout))
    return ran, done.returncode == 0 and ran > 0


def plant(patch: str, project: Path, *, back: bool = False) -> str:
    """Apply the patch or take it back; what is wrong with it, or nothing."""
    command = ["git", "apply", *(["--reverse"] if back else []), str(HERE / patch)]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True)
    return done.stderr.strip()


def hold(promise: Promise, runs: int, project: Path) -> Outcome:
    outcome = Outcome()
    for _ in range(runs):
        _count(outcome, *run(promise.test, project))
    outcome.what = plant(promise.patch, project)
    if not outcome.what:
        outcome.noticed = not run(promise.test, project)[1]
        outcome.what = plant(promise.patch, project, back=True)
        _count(outcome, *run(promise.test, project))
    return outcome


def _count(outcome: Outcome, ran: int, passed: bool) -> None:
    outcome.ran += ran
    outcome.failures += not passed


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.promises", description=__doc__)
    parser.add_argument("only", nargs="*", metavar="P", help="such as P4; all unless told")
    parser.add_argument("--runs", type=int, default=1, help="of each test, before its bug")
    given = parser.parse_args()
    wanted = [p for p in promises() if not given.only or p.promise in given.only]
    bad = 0
    row = "{:<4} {:>5} {:>9}  {:<8} {}"
    print(row.format("", "ran", "failures", "bug", "promise and test"))
    with TemporaryDirectory() as folder:
        project = copy_of_the_project(Path(folder))
        for promise in wanted:
            outcome = hold(promise, given.runs, project)
            bug = "noticed" if outcome.noticed else "MISSED"
            print(row.format(
                promise.promise, outcome.ran, outcome.failures, bug, promise.words
            ))  # fmt: skip
            print(f"{'':<29}{promise.test}", flush=True)
            if outcome.what:
                print(f"{'':<29}{outcome.what}", flush=True)
            bad += bool(outcome.failures or not outcome.noticed or outcome.what)
    missing = set(range(1, 19)) - {promise.number for promise in promises()}
    if missing and not given.only:
        print("without a test:", ", ".join(f"P{number}" for number in sorted(missing)))
    return 1 if bad or (missing and not given.only) else 0


if __name__ == "__main__":
    sys.exit(main())
