"""A process of its own plays, and is killed, or finds no room on its disk any more."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store.audit import check_file

from .tables import Game, must_hold

REPOSITORY = Path(__file__).resolve().parents[2]

PLAYER = """
import asyncio, sys
from pathlib import Path
from bot.store import NotSaved, Unknown
from bot.store.sqlite import SqliteStore
from tests.store.tables import Game

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await store.open()
    if len(sys.argv) > 2:
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
    for play in Game(1).play(10**6):
        try:
            await store.commit(play)
        except (NotSaved, Unknown) as error:
            print(type(error).__name__, error, flush=True)
            break
        print(play.seq, flush=True)
    await store.close()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits are POSIX's")
def test_a_disk_that_fails_during_commit_is_unknown_and_loses_nothing(path: Path) -> None:
    """A file that may not grow any more: the nearest thing to a disk that fills up at once."""
    command = [sys.executable, "-c", PLAYER, str(path), str(400_000)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY)
    assert run.returncode == 0, run.stderr
    *acknowledged, last = run.stdout.splitlines()
    assert last == "Unknown COMMIT failed: the disk can't be read or written"
    assert len(acknowledged) > 10
    must_hold(path, list(Game(1).play(len(acknowledged))))


FULL = """
from bot.store import transaction
transaction.ROOM = 0  # as if another program had taken the room a moment ago
"""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a megabyte, where this user may mount one."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    mounted = shutil.which("mount") and subprocess.run(mount, capture_output=True).returncode == 0
    yield place
    if mounted:
        subprocess.run(["umount", str(place)], check=True)


@pytest.mark.skipif(sys.platform == "win32", reason="limits are POSIX's")
def test_a_disk_that_is_full_loses_nothing(small_disk: Path) -> None:
    """A real one. Who may not mount any gets a file that may not grow, which fails alike."""
    path = small_disk / "blackjack.db"
    limit = [] if small_disk.is_mount() else ["800000"]
    command = [sys.executable, "-c", FULL + PLAYER, str(path), *limit]
    run = subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY, timeout=120)
    assert run.returncode == 0, run.stderr
    *acknowledged, last = run.stdout.splitlines()
    kind, _, why = last.partition(" ")
    assert kind in ("Unknown", "NotSaved")
    assert "the disk is full" in why or "the disk can't be read or written" in why
    assert len(acknowledged) > 10
    roomy = shutil.copytree(small_disk, small_disk.parent / "roomy") / path.name
    must_hold(roomy, list(Game(1).play(len(acknowledged))))
    assert check_file(roomy).problems == []


@pytest.mark.parametrize("plays", [1, 7, 40, 150])
def test_every_acknowledged_play_survives_a_kill(path: Path, plays: int) -> None:
    command = [sys.executable, "-c", PLAYER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=REPOSITORY, text=True) as player:
        assert player.stdout is not None
        acknowledged = [int(player.stdout.readline()) for _ in range(plays)]
        player.kill()  # in the middle of the next one
        acknowledged += [int(line) for line in player.stdout.read().split()]
    assert acknowledged == list(range(1, len(acknowledged) + 1))
    must_hold(path, list(Game(1).play(len(acknowledged))))
