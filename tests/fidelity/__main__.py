"""`python -m tests.fidelity`: is what goes over the wire what Discord describes?

Runs the suites with every local Discord recording, checks the traffic against Discord's published
schemas, and plants mistakes in it to see that the check is not blind. Status 0: no violation, every
mistake caught, every exception needed, and the suites passed.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bot.standin.wire import Json

from .conversation import record
from .judge import Violation, exceptions, judge, missing, read, write
from .mistakes import MISTAKES, planted
from .recording import VARIABLE

ROOT = Path(__file__).parents[2]
PLUGIN = "tests.fidelity.recording"


def run_suite(suite: str, traffic: Path) -> bool:
    """Whether its tests passed; what they said to each other is in `traffic`."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", PLUGIN, "-m", "not browser", suite]
    return not subprocess.run(
        command, cwd=ROOT, env={**os.environ, VARIABLE: str(traffic)}
    ).returncode


def provoked(entry: Json) -> bool:
    """The local Discord's own tests send it nonsense on purpose.

    What it refused it may refuse; nonsense that it accepted is still a violation.
    """
    if entry["kind"] == "gateway":
        return bool(entry["direction"] == "in")
    return entry["status"] in range(400, 500)


def of_the_sender(found: Violation) -> bool:
    return found.path.startswith(("request", "route")) or found.where.startswith("from the bot")


def plant(traffic: list[Json], folder: Path) -> list[str]:
    """The words of the mistakes that nobody noticed."""
    write([planted(mistake, traffic) for mistake in MISTAKES], folder / "planted.jsonl")
    named = judge(folder / "planted.jsonl").violations
    return [
        mistake.words
        for number, mistake in enumerate(MISTAKES)
        if not any(v.line == number and mistake.named_by(v.path) for v in named)
    ]


def check(folder: Path) -> bool:
    bots, own = folder / "bot.jsonl", folder / "standin.jsonl"
    passed = [run_suite("tests/e2e", bots), run_suite("tests/standin", own)]
    record(folder, bots)
    bot_report, own_report = judge(bots), judge(own)
    entries = read(own)
    violations = bot_report.violations + [
        found
        for found in own_report.violations
        if not (of_the_sender(found) and provoked(entries[found.line]))
    ]
    for text, times in counted(violations).items():
        print(f"{text}\n    {times} times\n")
    unneeded = set(exceptions()) - bot_report.allowed - own_report.allowed
    for exception in unneeded:
        print(f"an exception nobody needs: {exception.where} {exception.path}\n")
    blind = plant(read(bots), folder)
    for words in blind:
        print(f"a planted mistake was not caught: {words}\n")
    print(f"exchanges checked   {bot_report.exchanges} of the bot, {own_report.exchanges} others")
    print(f"frames checked      {bot_report.frames} of the bot, {own_report.frames} others")
    print(f"violations          {len(violations)}")
    print(f"planted mistakes    {len(MISTAKES) - len(blind)} of {len(MISTAKES)} caught")
    print(f"exceptions          {len(exceptions())}, {len(unneeded)} not needed")
    print(f"suites              {'passed' if all(passed) else 'FAILED'}")
    return not (violations or unneeded or blind) and all(passed)


def counted(violations: list[Violation]) -> dict[str, int]:
    texts = [str(found) for found in violations]
    return {text: texts.count(text) for text in dict.fromkeys(texts)}


def main() -> int:
    if reason := missing():
        print(reason, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        return 0 if check(Path(folder)) else 1


if __name__ == "__main__":
    sys.exit(main())
