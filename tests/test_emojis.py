"""Card emojis on a local Discord, with discord.py doing the talking."""

import json
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot import client
from bot.emojis import CARDS, CardEmojis, emoji_name
from bot.game.cards import DECK
from bot.render.art import picture
from bot.render.faces import TEXT_FACES, EmojiFaces
from bot.screens import Screens
from bot.settings import Settings
from bot.standin.clock import HandClock
from bot.standin.faults import Fault
from bot.standin.server import Standin
from bot.words import words_for
from tests.houses import house, until
from tests.standin.conftest import GENERAL, TOKEN, Client, pointed_at, running, standin

__all__ = ["standin"]  # a fixture

UPLOAD = "POST /applications/{application_id}/emojis"
LIST = "GET /applications/{application_id}/emojis"
DELETE = "DELETE /applications/{application_id}/emojis/{emoji_id}"
ACE_OF_SPADES = 0


def names(standin: Standin) -> list[str]:
    return [emoji["name"] for emoji in standin.world.application.emojis.values()]


async def ensured(standin: Standin, *before: str) -> EmojiFaces | None:
    """What a bot gets that finds emojis of the names `before` at its application."""
    bot = Client()
    bot.sync_on_start = False
    async with running(bot):
        for label in before:
            await bot.create_application_emoji(name=label, image=picture(ACE_OF_SPADES))
        return await CardEmojis().ensure(bot)


def test_names_are_short_valid_and_all_different() -> None:
    found = [emoji_name(card, picture(card)) for card in CARDS]
    assert len({label.lower() for label in found}) == DECK + 1
    assert all(re.fullmatch(r"[A-Za-z0-9_]{7}", label) for label in found)


def test_a_picture_drawn_anew_has_a_new_name() -> None:
    assert emoji_name(ACE_OF_SPADES, b"old") != emoji_name(ACE_OF_SPADES, b"new")


async def test_all_cards_are_uploaded_and_written_as_emojis(standin: Standin) -> None:
    faces = await ensured(standin)
    emojis = standin.world.application.emojis
    assert faces is not None
    assert len(emojis) == DECK + 1
    assert set(faces) == set(CARDS)
    for card in CARDS:
        emoji = discord.PartialEmoji.from_str(faces[card])
        assert emojis[str(emoji.id)]["name"] == emoji.name
        assert standin.world.application.emoji_pictures[str(emoji.id)].data == picture(card)


async def test_a_second_start_uploads_nothing(standin: Standin) -> None:
    first = await ensured(standin)
    standin.faults.add(Fault(UPLOAD, status=500, times=None), Fault(DELETE, status=500, times=None))
    assert first is not None
    assert await ensured(standin) == first
    assert all(rule.seen == 0 for rule in standin.faults.rules)


async def test_an_outdated_picture_of_ours_is_replaced(standin: Standin) -> None:
    faces = await ensured(standin, "bjASaaa", "bjXX777")
    assert faces is not None
    assert len(names(standin)) == DECK + 1
    assert not {"bjASaaa", "bjXX777"} & set(names(standin))


async def test_emojis_of_others_stay(standin: Standin) -> None:
    others = ["bjorn", "bj1Sabc", "bjASabcd", "AS", "bj_logo"]
    assert await ensured(standin, *others) is not None
    assert set(others) < set(names(standin))
    assert len(names(standin)) == len(others) + DECK + 1


@pytest.mark.parametrize("route", [LIST, UPLOAD])
@pytest.mark.parametrize("status", [400, 403])
async def test_after_a_refusal_cards_stay_text(
    standin: Standin, caplog: pytest.LogCaptureFixture, route: str, status: int
) -> None:
    standin.faults.add(Fault(route, status=status, body={"code": 30008, "message": "Maximum"}))
    with caplog.at_level(logging.WARNING, "bot.emojis"):
        assert await ensured(standin) is None
    assert [record.name for record in caplog.records].count("bot.emojis") == 1


async def test_the_next_start_goes_on_where_a_refusal_stopped(standin: Standin) -> None:
    standin.faults.add(Fault(UPLOAD, nth=21, status=400, body={"code": 30008, "message": "No"}))
    assert await ensured(standin) is None
    assert len(names(standin)) == 20
    assert await ensured(standin) is not None
    assert len(names(standin)) == DECK + 1


async def test_a_slowed_down_upload_is_waited_for(standin: Standin) -> None:
    standin.faults.add(Fault(UPLOAD, nth=3, retry_after=0.05))
    assert await ensured(standin) is not None
    assert len(names(standin)) == DECK + 1


async def test_an_outdated_emoji_that_cannot_be_deleted_does_no_harm(standin: Standin) -> None:
    standin.faults.add(Fault(DELETE, status=403, body={"code": 50013, "message": "No"}))
    faces = await ensured(standin, "bjASaaa")
    assert faces is not None
    assert faces[ACE_OF_SPADES] != TEXT_FACES[ACE_OF_SPADES]
    assert "bjASaaa" in names(standin)


@pytest.fixture
async def held() -> AsyncIterator[Standin]:
    """A stand-in that takes the thirtieth picture only when its clock moves on."""
    held = Standin(TOKEN, clock=HandClock())
    held.faults.add(Fault(UPLOAD, nth=30, delay=1))
    await held.start()
    with pointed_at(held):
        yield held
    await held.stop()


async def test_a_board_changes_over_when_all_pictures_are_there(
    held: Standin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def board() -> str:
        return json.dumps(held.messages(GENERAL), ensure_ascii=False)

    clock = held.clock
    assert isinstance(clock, HandClock)
    monkeypatch.setattr("tests.houses.CHANNEL", int(GENERAL))
    screens = Screens(words_for("en"))
    async with house(tmp_path / "casino.db") as home:
        view = (await home.turn()).view()
        dealt = [*view.seats[0].hands[0].cards, *view.dealer]
        screens.casino = home.casino
        settings = Settings(TOKEN, "", "", "", "INFO", "")
        async with running(client.Client(settings, home.casino, screens)):
            await held.until(lambda: all(TEXT_FACES[card] in board() for card in dealt))
            await until(lambda: clock.sleeping)
            await clock.advance(1)
            emojis = [emoji_name(card, picture(card)) for card in dealt]
            await held.until(lambda: all(f"<:{label}:" in board() for label in emojis))
            assert not any(TEXT_FACES[card] in board() for card in dealt)
        await screens.close()
