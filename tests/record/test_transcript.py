"""What a transcript keeps, what it hides, and which files are none."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.record import transcript
from bot.record.transcript import Entry, Exchange, Frame, Heading, Hider, hidden_route
from tests.record.conftest import NAMES, TOKEN


def text_of(entries: Sequence[Entry], folder: Path) -> str:
    path = folder / "text.jsonl"
    transcript.write(path, Heading("us", "2026-01-01"), entries)
    return path.read_text("utf-8")


def test_every_kind_of_answer_and_refusal_is_in_the_conversation(there: list[Entry]) -> None:
    exchanges = [entry for entry in there if isinstance(entry, Exchange)]
    callbacks = [e.body["type"] for e in exchanges if e.route.endswith("callback")]
    codes = {(e.status, e.answer["code"]) for e in exchanges if e.status >= 400}
    frames = [entry.frame for entry in there if isinstance(entry, Frame)]
    kinds = {f["d"]["type"] for f in frames if f.get("t") == "INTERACTION_CREATE"}
    assert set(callbacks) == {4, 5, 6, 7, 9}
    assert codes == {
        (400, 40060), (400, 50006), (400, 50035), (401, 50027),
        (404, 10003), (404, 10008), (404, 10062),
    }  # fmt: skip
    assert kinds == {2, 3, 5}
    assert [frame.get("t") for frame in frames].count("READY") == 2


def test_no_token_name_or_id_is_in_a_transcript(there: list[Entry], tmp_path: Path) -> None:
    text = text_of(there, tmp_path)
    for secret in (TOKEN, *TOKEN.split(".")):
        assert secret not in text
    for name in NAMES:
        assert re.split(r"\W", name)[0] not in text
    assert not re.search(r"\d{15}", text)
    assert not re.search(r"[\w-]{60}", text.replace("-", "_"))


def test_the_words_of_the_probe_stay(there: list[Entry], tmp_path: Path) -> None:
    text = text_of(there, tmp_path)
    assert all(word in text for word in ("Hello back", "## Probe 6", "Unknown Message", '"count"'))


def test_hiding_twice_changes_nothing(there: list[Entry]) -> None:
    hider = Hider()
    assert [hider.hide(entry) for entry in there] == there
    assert hider.changed == []


def test_the_same_id_has_the_same_label() -> None:
    hider = Hider()
    data = {"id": "1" * 18, "channel_id": "2" * 18, "message": {"id": "1" * 18}}
    hidden = hider.hide(Frame("a step", {"op": 0, "d": data}))
    assert isinstance(hidden, Frame)
    assert hidden.frame["d"] == {"id": "id1", "channel_id": "id2", "message": {"id": "id1"}}


@pytest.mark.parametrize(
    ("route", "hidden"),
    [
        ("GET /users/@me", "GET /users/@me"),
        ("PATCH /channels/12/messages/34", "PATCH /channels/{id}/messages/{id}"),
        ("POST /interactions/1/ab_c/callback", "POST /interactions/{id}/{token}/callback"),
        ("GET /webhooks/1/x/messages/@original", "GET /webhooks/{id}/{token}/messages/@original"),
        ("GET /users/Zaphod-B", "GET /users/{id}"),
    ],
)
def test_a_route_names_nobody(route: str, hidden: str) -> None:
    assert hidden_route(route) == hidden
    assert hidden_route(hidden) == hidden


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no transcript"),
        (b"{}", "line 1"),
        (b"not json", "line 1"),
        (b"\xff\xfe", "is no text"),
        (b'{"type":"transcript","of":"x","date":"y"}', "no transcript"),
        (b'{"type":"transcript","of":"x","date":"y"}\n{"type":"rest"}', "line 2"),
        (b'{"type":"transcript","of":"x","date":"y"}\n{"type":"frame","step":1}', "line 2"),
        (b'{"type":"frame","step":"a","frame":{}}', "no transcript"),
        (b'{"type":"transcript","of":"","date":"","version":9}\n'
         b'{"type":"frame","step":"a","frame":{}}', "version 9"),
        (b"[" * 100_000, "line 1"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_in_a_sentence(
    content: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    assert main(["record", "--compare", str(path)]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_a_file_that_is_not_there_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", "--compare", str(tmp_path / "none")]) == 2
    assert "can't be read" in capsys.readouterr().err
