"""The command line, and the only place that puts the parts together.

python -m bot run                the bot on Discord
python -m bot demo               the same bot on a local Discord, in the browser
python -m bot script CASE.json   plays a written case
python -m bot migrate            brings the database up to date
python -m bot check              whether all that is kept fits together
python -m bot backup FILE        a copy of the database, also while the bot runs
python -m bot restore FILE       puts a backup in the place of the database
python -m bot doctor             what keeps the bot from playing, in words
python -m bot record FILE        for contributors: holds the local Discord against Discord
"""

import argparse
import asyncio
import contextlib
import errno
import json
import os
import sys
from pathlib import Path

from . import demo, doctor, record, run
from .client import point_at
from .game.script import play_file
from .settings import BadSetting, load
from .store import BadAddress, NotSaved, SchemaMismatch, StoreLocked
from .store.audit import check
from .store.backup import back_up, restore
from .store.migrate import migrate

NOBODY_READS = 141  # the status of a program that a closed pipe has ended
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)  # for what we say


def main(arguments: list[str] | None = None) -> int:
    """The exit status: 0 done, 1 could not, 2 what was asked for makes no sense."""
    try:
        try:
            return _done(arguments)
        finally:  # else a full disk were only noticed after our last word
            if sys.stdout is not None:  # closed from the start: `>&-`
                sys.stdout.flush()
    except BrokenPipeError:
        _say_no_more()
        return NOBODY_READS
    except OSError as error:
        if error.filename is not None or error.errno not in NO_ROOM:  # not about our words
            raise
        _say_no_more()
        print(f"What there is to say can't be written: {error.strerror}.", file=sys.stderr)
        return 1


def _say_no_more() -> None:
    """What is still waiting to be written would fail again when Python ends."""
    with contextlib.suppress(OSError, ValueError):  # standard output may be no file
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _done(arguments: list[str] | None) -> int:
    given = parser().parse_args(arguments)
    try:
        return int(given.do(given))
    except (BadSetting, BadAddress) as error:
        print(error, file=sys.stderr)
        return 2
    except (StoreLocked, SchemaMismatch, NotSaved, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m bot", description="Blackjack tables for Discord.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser("run", help="run the bot on Discord")
    command.add_argument("--until-eof", action="store_true", help="stop when standard input ends")
    command.set_defaults(do=_run)

    command = commands.add_parser("demo", help="play in the browser: no account, no token")
    command.add_argument("--port", type=port, default=0, help="of the page (default: a free one)")
    command.add_argument("--no-browser", action="store_true", help="do not open a browser")
    command.add_argument("--fresh", action="store_true", help="forget earlier tables first")
    command.add_argument(
        "--database", type=Path, default=demo.DATABASE, metavar="FILE", help="where tables are kept"
    )
    command.set_defaults(do=_demo)

    command = commands.add_parser("script", help="play a written case and print the result")
    command.add_argument("case", type=Path, help="a JSON file with one case or a list of cases")
    command.set_defaults(do=_script)

    command = commands.add_parser("migrate", help="bring the database up to date")
    command.set_defaults(do=_migrate)

    command = commands.add_parser("check", help="check that all that is kept fits together")
    command.set_defaults(do=_check)

    command = commands.add_parser("backup", help="copy the database, also while the bot runs")
    command.add_argument("file", type=Path, help="the copy; must not be there yet")
    command.set_defaults(do=_backup)

    command = commands.add_parser("restore", help="put a backup in the place of the database")
    command.add_argument("file", type=Path, help="the backup")
    command.set_defaults(do=_restore)

    command = commands.add_parser("doctor", help="say what is wrong, and what to do about it")
    command.set_defaults(do=_doctor)

    command = commands.add_parser("record", help="hold the local Discord against Discord")
    command.add_argument("file", type=Path, help="the transcript, to be written or compared")
    command.add_argument("--guild", type=int, help="the id of a server of yours, for testing")
    command.add_argument("--channel", type=int, help="the id of a text channel in it")
    instead = command.add_mutually_exclusive_group()
    instead.add_argument(
        "--compare", action="store_true", help="say where the local Discord differs from the file"
    )
    instead.add_argument("--local", action="store_true", help="record the local Discord itself")
    command.set_defaults(do=_record)
    return parser


def port(text: str) -> int:
    """A port a program may listen on; 0 is any free one."""
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


def _run(given: argparse.Namespace) -> int:
    settings = load()
    if not settings.token:
        print("There is no DISCORD_TOKEN: copy .env.example to .env and put your bot's token in.")
        print("No token yet? `python -m bot demo` plays here in the browser, without an account.")
        return 2
    return asyncio.run(run.run(settings, until_eof=given.until_eof))


def _demo(given: argparse.Namespace) -> int:
    browser, fresh = not given.no_browser, given.fresh
    return asyncio.run(demo.demo(given.port, browser=browser, fresh=fresh, database=given.database))


def _script(given: argparse.Namespace) -> int:
    try:
        data = given.case.read_bytes()
    except OSError as error:
        print(f"The case can't be read: {error.strerror}: {given.case}", file=sys.stderr)
        return 2
    results, complaints = play_file(data)
    for result in results:
        print(json.dumps(result))
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 2 if complaints else 0


def _migrate(given: argparse.Namespace) -> int:
    applied = migrate(load().database_url)
    print("\n".join(f"applied {name}" for name in applied) or "The database is up to date.")
    return 0


def _check(given: argparse.Namespace) -> int:
    report = check(load().database_url)
    print(report)
    return 1 if report.problems else 0


def _backup(given: argparse.Namespace) -> int:
    report = back_up(load().database_url, given.file)
    print(f"The copy is {given.file}. {'' if report.problems else report}".rstrip())
    if report.problems:
        print("It has what is wrong with the database itself:", report, sep="\n")
    return 1 if report.problems else 0


def _restore(given: argparse.Namespace) -> int:
    aside, is_older = restore(load().database_url, given.file)
    print(f"{given.file} is the database now. Start the bot.")
    if is_older:
        print("It is of an older version of this program; the start brings it up to date.")
    if aside is not None:
        print(f"What was there before is kept as {aside}.")
    return 0


def _doctor(given: argparse.Namespace) -> int:
    return asyncio.run(doctor.doctor())


def _record(given: argparse.Namespace) -> int:
    if given.compare:
        return asyncio.run(record.compare(given.file))
    if given.local:
        return asyncio.run(record.record_locally(given.file))
    settings = load()
    if not (settings.token and given.guild and given.channel):
        print("To record Discord: DISCORD_TOKEN in .env, and --guild and --channel of a server of")
        print("yours that the bot is in. To look at the local Discord instead: --local.")
        return 2
    if given.file.is_dir() or not given.file.parent.is_dir():  # said before the work, not after
        print(f"There can be no file {given.file}.", file=sys.stderr)
        return 2
    point_at(settings)
    return asyncio.run(record.record(given.file, settings.token, given.guild, given.channel))


if __name__ == "__main__":
    sys.exit(main())
