"""The demo, played by clicking: two windows are two members, a third one watches."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.standin.chromium import FLAGS, NAMES, chromium_path

from .channel import ADA, BEN, CHLOE, DMITRI

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
BOARD = '[data-message-id]:not([data-ephemeral="true"])'
PRIVATE = '[data-message-id][data-ephemeral="true"]'
PATIENCE = 15_000  # ms


@asynccontextmanager
async def demo(folder: Path) -> AsyncIterator[tuple[str, "Printed"]]:
    """`python -m bot demo` in a folder of its own: the page's address, and what it prints."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-u", "-m", "bot", "demo", "--no-browser",
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=PIPE, stderr=STDOUT,
    )  # fmt: skip
    assert process.stdout is not None
    printed = Printed(process.stdout)
    try:
        address = (await printed.until(r"(http://127\.0\.0\.1:\d+/)"))[1]
        await printed.until("ready as")
        yield address, printed
    finally:
        process.send_signal(signal.SIGTERM)
        await printed.rest()
        assert await process.wait() == 0


class Printed:
    """Lines of a process as they come."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self._stream = stream

    async def until(self, pattern: str) -> re.Match[str]:
        async with asyncio.timeout(30):
            while line := (await self._stream.readline()).decode():
                if found := re.search(pattern, line):
                    return found
        raise AssertionError(f"it ended without saying {pattern}")

    async def rest(self) -> None:
        await self._stream.read()


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    path = chromium_path()
    if path is None:
        pytest.skip(f"no Chromium here: set CHROMIUM or install one of {', '.join(NAMES)}")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        await browser.close()


async def window(browser: Browser, address: str, member: int) -> Page:
    page = await browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(PATIENCE)
    await page.goto(f"{address}?member={member}")
    await expect(page.locator("#channel-name")).not_to_be_empty()
    return page


async def command(page: Page, name: str) -> None:
    await page.get_by_test_id("composer-input").press_sequentially(f"/blackjack {name}")
    await expect(page.get_by_test_id("picker-item")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")


async def press(page: Page, move: str, argument: str = "") -> None:
    selector = f'{BOARD} button[data-custom-id^="bj:"][data-custom-id*=":{move}:"]'
    if argument:
        selector += f'[data-custom-id$=":{argument}"]'
    await page.locator(selector).click()


async def lit(page: Page) -> list[str]:
    """Ids of the board's buttons that can be pressed."""
    buttons = page.locator(f"{BOARD} button[data-custom-id]:not([disabled])")
    return await buttons.evaluate_all("all => all.map(one => one.dataset.customId)")  # type: ignore[no-any-return]


class Players:
    """Ben and Chloé, each in a window of their own."""

    def __init__(self, ben: Page, chloe: Page) -> None:
        self.pages = {"Ben": ben, "Chloé": chloe}

    async def offers(self, move: str) -> bool:
        """Whether the board offers the move, once both windows show the same."""
        ben, chloe = self.pages.values()
        async with asyncio.timeout(20):
            while (ids := await lit(ben)) != await lit(chloe):  # noqa: ASYNC110
                await asyncio.sleep(0.02)  # the page tells nobody when it has drawn
        return any(f":{move}:" in custom_id for custom_id in ids)

    async def asked(self) -> str:
        """Whose turn it is."""
        text = await self.pages["Ben"].locator(BOARD).inner_text()
        found = re.search(r"(Ben|Chloé), it.s your turn", text)
        assert found, text
        return found[1]

    async def press(self, who: str, move: str, argument: str = "") -> None:
        """Press, and wait until the other one has seen it too."""
        boards = [page.locator(BOARD) for page in self.pages.values()]
        before = await boards[0].inner_text()
        await press(self.pages[who], move, argument)
        for board in boards:
            await expect(board).not_to_have_text(before, use_inner_text=True, timeout=PATIENCE)

    async def to_a_turn(self) -> None:
        """From wherever the hand stands to a decision of one of the two."""
        while not await self.offers("hit"):
            for move in ("next", "new", "start"):
                if await self.offers(move):
                    await self.press("Ben", move)
            for who in self.pages:
                if await self.offers("nocut"):
                    await self.press(who, "nocut")
            for who in self.pages:
                if await self.offers("bet"):
                    await self.press(who, "bet", "50")

    async def play_until_split_and_doubled(self) -> set[str]:
        """Hands of the smallest bet until each move was made once, standing otherwise."""
        done: set[str] = set()
        while len(done) < 2:
            await self.to_a_turn()
            move = "stand"
            for wish in {"split", "double"} - done:
                move = wish if await self.offers(wish) else move
            await self.press(await self.asked(), move)
            done |= {move} - {"stand"}
        return done


async def test_two_members_play_in_two_windows_and_a_kill_changes_nothing(tmp_path: Path) -> None:
    async with chromium() as browser, demo(tmp_path) as (address, printed):
        ben = await window(browser, address, BEN)
        chloe = await window(browser, address, CHLOE)
        await command(ben, "host")
        await press(ben, "join")
        await press(chloe, "join")
        await expect(chloe.locator(BOARD)).to_contain_text("Ben")
        await press(ben, "start")
        await press(ben, "nocut")
        await cut_with_a_word(chloe, "third chip")
        await expect(ben.locator(BOARD)).to_contain_text("Place your bets")

        await stranger_is_refused(await window(browser, address, DMITRI))
        players = Players(ben, chloe)
        assert await players.play_until_split_and_doubled() == {"split", "double"}

        await players.to_a_turn()
        before = await cards(ben)
        assert len(before) >= 6
        await kill_the_bot(await window(browser, address, ADA))
        await printed.until("starting it again")
        await printed.until("ready as")
        assert await cards(ben) == before
        await players.press(await players.asked(), "stand")
        await players.press("Chloé", "leave")


async def cut_with_a_word(page: Page, text: str) -> None:
    await press(page, "cut")
    await page.get_by_test_id("modal-input").fill(text)
    await page.get_by_test_id("modal-submit").click()


async def stranger_is_refused(page: Page) -> None:
    await press(page, "bet", "50")
    await expect(page.locator(PRIVATE)).to_contain_text("don't sit at this table")
    await page.get_by_test_id("dismiss").click()
    await page.close()


async def kill_the_bot(page: Page) -> None:
    await page.locator("#controls").click()
    await page.get_by_test_id("control").click()
    await page.close()


async def cards(page: Page) -> list[str | None]:
    """The cards on the board, by their emojis' names."""
    pictures = page.locator(f"{BOARD} img.emoji")
    return [await picture.get_attribute("alt") for picture in await pictures.all()]
