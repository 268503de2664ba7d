"""`python -m tests.fidelity`: is what goes over the wire what Discord describes?

Runs the suites with every local Discord recording, checks the traffic against Discord's published
schemas, and plants mistakes in it to see that the check is not blind. With a folder that the plugin
of an earlier pytest run has filled, only checks that. Status 0: no violation, every mistake caught,
every exception needed, and the suites passed.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from bot.standin.wire import Json

from .conversation import record
from .judge import Violation, exceptions, judge, missing, read, write
from .mistakes import MISTAKES, planted
from .recording import VARIABLE

ROOT = Path(__file__).parents[2]
SUITES = ("tests/e2e", "tests/standin")
PLUGIN = "tests.fidelity.recording"


@dataclass
class Totals:
    exchanges: int = 0
    frames: int = 0


def run_suites(folder: Path) -> bool:
    """Whether their tests passed; what they said to each other is in the folder."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", PLUGIN, "-m", "not browser", *SUITES]
    environment = {**os.environ, VARIABLE: str(folder)}
    return subprocess.run(command, cwd=ROOT, env=environment).returncode == 0


def counts(voice: str, found: Violation, entry: Json) -> bool:
    """Whether a violation is one, given who is heard in the traffic (see recording)."""
    sent = found.path.startswith(("request", "route")) or found.where.startswith("from the bot")
    if voice in ("forged", "clients"):
        return sent == (voice == "forged")
    if voice == "others" and sent:
        # Refused nonsense is as it should be; nonsense that was accepted is not.
        return entry["kind"] == "rest" and entry["status"] not in range(400, 500)
    return True


def verdict(folder: Path) -> bool:
    """Prints what was checked and what is wrong with it; True if nothing is."""
    totals, violations, unneeded = Totals(), Counter[str](), set(exceptions())
    for traffic in sorted(folder.glob("*.jsonl")):
        report, entries = judge(traffic), read(traffic)
        totals.exchanges += report.exchanges
        totals.frames += report.frames
        unneeded -= report.allowed
        voice, _, _ = traffic.stem.partition("-")
        violations.update(str(v) for v in report.violations if counts(voice, v, entries[v.line]))
    unseen = not_caught([entry for path in folder.glob("bot-*.jsonl") for entry in read(path)])
    for text, times in violations.items():
        print(f"{text}\n    {times} times\n")
    for exception in unneeded:
        print(f"an exception nobody needs: {exception.where} {exception.path}\n")
    for words in unseen:
        print(f"a planted mistake was not caught: {words}\n")
    print(f"exchanges checked   {totals.exchanges}")
    print(f"frames checked      {totals.frames}")
    print(f"violations          {violations.total()}")
    print(f"planted mistakes    {len(MISTAKES) - len(unseen)} of {len(MISTAKES)} caught")
    print(f"exceptions          {len(exceptions())}, {len(unneeded)} of them not needed")
    return not (violations or unneeded or unseen)


def not_caught(traffic: list[Json]) -> list[str]:
    """The words of the mistakes that, planted into the traffic, nobody noticed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "planted.jsonl"
        write([planted(mistake, traffic) for mistake in MISTAKES], path)
        named = judge(path).violations
    return [
        mistake.words
        for number, mistake in enumerate(MISTAKES)
        if not any(v.line == number and mistake.named_by(v.path) for v in named)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fidelity", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="traffic recorded by the plugin")
    given: Path | None = parser.parse_args().folder
    if reason := missing():
        print(reason, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as new:
        folder = given or Path(new)
        passed = given is not None or run_suites(folder)
        record(Path(new), folder / "bot-conversation.jsonl")
        good = verdict(folder)
    if not passed:
        print("suites              FAILED")
    return 0 if good and passed else 1


if __name__ == "__main__":
    sys.exit(main())
