"""A real Chromium on the page of a local Discord, a real discord.py bot on the other side."""

import functools
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from tests.standin.chromium import FLAGS, NAMES, chromium_path
from tests.standin.conftest import ADA, GENERAL, TOKEN, Standin, pointed_at, running
from tests.standin.page.bot import Bot

WAIT = 5000
# One loop for a module: a browser lives in the loop it was started in, and starting is slow.
module_loop = functools.partial(pytest_asyncio.fixture, loop_scope="module")

Open = Callable[..., Awaitable[Page]]


@module_loop(scope="module")
async def browser() -> AsyncIterator[Browser]:
    path = chromium_path()
    if path is None:
        pytest.skip(f"no Chromium here: set CHROMIUM or install one of {', '.join(NAMES)}")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        await browser.new_context()  # shared by the windows that ask for nothing special
        yield browser
        await browser.close()


@module_loop
async def standin() -> AsyncIterator[Standin]:
    standin = Standin(TOKEN)
    await standin.start()
    with pointed_at(standin):
        yield standin
    await standin.stop()


@module_loop
async def window(browser: Browser, standin: Standin) -> AsyncIterator[Open]:
    """Opens windows; a script error in any of them fails the test."""
    errors: list[str] = []
    pages: list[Page] = []

    async def open_window(member: str = ADA, **options: Any) -> Page:
        plain = browser.contexts[0].new_page
        page = await (browser.new_page(**options) if options else plain())
        pages.append(page)
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(f"{standin.page_url}?member={member}")
        await expect(page.locator("#channel-name")).not_to_be_empty()
        await expect(page.locator("#loading")).to_be_hidden()
        return page

    yield open_window
    for page in pages:
        await page.close()
    assert errors == []


@module_loop
async def bot(standin: Standin) -> AsyncIterator[Bot]:
    bot = Bot()
    async with running(bot):
        yield bot


async def posted(standin: Standin) -> str:
    result = await standin.member(ADA).command(GENERAL, "board", "post", seats=2)
    assert result.message is not None
    return str(result.message["id"])


def control(page: Page, name: str) -> Locator:
    return page.locator(f'[data-message-id] [data-custom-id^="{name}:"]')
