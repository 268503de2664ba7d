"""The conversation is held with one person, in one place, and tidies up after itself."""

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.record import play_locally, transcript
from bot.record.compare import differences, name_of
from bot.record.probe import Act
from bot.record.steps import NoPlace, hold
from bot.record.transcript import Entry
from bot.standin.members import Result
from bot.standin.sample import FIRST_CHANNEL, GUILD_ID, QUIET_ID
from bot.standin.server import Standin
from tests.record.conftest import ADA, BEN, TOKEN, hostile_discord
from tests.standin.conftest import pointed_at


def test_the_command_is_removed_at_the_end(there: list[Entry]) -> None:
    assert name_of(there[-1]) == "DELETE /applications/{id}/guilds/{id}/commands/{id}"


async def test_the_command_is_removed_when_the_hands_fail() -> None:
    standin = Standin()

    async def hands(act: Act) -> None:
        raise RuntimeError("no more")

    await standin.start()
    try:
        with pointed_at(standin), pytest.raises(RuntimeError, match="no more"):
            await hold(standin.token, int(GUILD_ID), FIRST_CHANNEL, hands)
    finally:
        await standin.stop()
    last = standin.recorder.requests()[-1]
    assert (last["method"], last["status"]) == ("DELETE", 204)


@pytest.mark.parametrize(
    ("guild", "channel", "words"),
    [
        (7, FIRST_CHANNEL, "in no server 7"),
        (int(GUILD_ID), 7, "no text channel 7"),
        (int(GUILD_ID), int(QUIET_ID), "may not send messages"),
    ],
)
async def test_a_place_where_it_cannot_speak_is_refused_at_once(
    guild: int, channel: int, words: str
) -> None:
    standin = Standin()
    await standin.start()
    try:
        with pointed_at(standin), pytest.raises(NoPlace, match=words):
            await hold(standin.token, guild, channel, hands=never)
    finally:
        await standin.stop()
    assert not [e for e in standin.recorder.requests() if e["method"] != "GET"]


async def never(act: Act) -> None:
    raise AssertionError(f"nobody should have been asked to {act}")


def test_without_a_token_it_says_what_is_needed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert main(["record", "file.jsonl", "--guild", "1", "--channel", "2"]) == 2
    assert "DISCORD_TOKEN" in capsys.readouterr().out


def test_a_file_that_cannot_be_is_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    path = str(tmp_path / "none" / "file.jsonl")
    assert main(["record", path, "--guild", "1", "--channel", "2"]) == 2
    assert "no file" in capsys.readouterr().err


class Person:
    """Reads the lines and does what they say, through a client of the local Discord."""

    def __init__(self, standin: Standin, user: int) -> None:
        self._standin = standin
        self._member = standin.member(user)
        self._last: Result | None = None

    def board(self) -> str:
        return str(self._standin.messages(FIRST_CHANNEL, viewer=0)[-1]["id"])

    async def follow(self, line: str) -> None:
        if found := re.search(r"type  /probe(?: word:(\w+))?$", line):
            options = {"word": found[1]} if found[1] else {}
            self._last = await self._member.command(FIRST_CHANNEL, "probe", **options)
        elif found := re.search(r"press the button  (\w+)", line):
            self._last = await self._member.press(self.board(), found[1].lower())
        elif "choose  One" in line:
            self._last = await self._member.select(self.board(), "menu", ["one"])
        elif "into the form" in line:
            assert self._last is not None
            self._last = await self._member.submit(self._last, {"field": "a secret"})


async def test_a_person_is_guided_and_a_bystander_is_not_heard(tmp_path: Path) -> None:
    """In a process of its own, as on Discord: somebody reads the lines and acts."""
    standin, path = hostile_discord(), tmp_path / "person.jsonl"
    ada, ben = Person(standin, ADA), standin.member(BEN)
    meanwhile: list[asyncio.Task[Result]] = []
    await standin.start()
    try:
        recording = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "record", str(path),
            "--guild", GUILD_ID, "--channel", str(FIRST_CHANNEL),
            env={
                **os.environ, "DISCORD_TOKEN": TOKEN, "DISCORD_API_BASE": standin.api_base,
                "DISCORD_GATEWAY": standin.gateway_url,
            },
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert recording.stdout is not None
        async for line in recording.stdout:
            if b"Count 2" in line:
                meanwhile.append(asyncio.create_task(ben.press(ada.board(), "count")))
                await asyncio.sleep(0)  # the bystander is first
            await ada.follow(line.decode().rstrip())
        assert await recording.wait() == 0
    finally:
        for task in meanwhile:
            task.cancel()
        await asyncio.gather(*meanwhile, return_exceptions=True)
        await standin.stop()
    heard = [e["frame"] for e in standin.recorder.frames("out")]
    assert len([f for f in heard if f.get("t") == "INTERACTION_CREATE"]) == 12  # one is Ben's
    assert "a secret" not in path.read_text("utf-8")
    assert differences(transcript.read(path)[1], await play_locally()) == []
