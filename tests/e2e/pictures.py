"""Pictures of every phase, wide and at 390 px, light and dark, to be looked at.

    python -m tests.e2e.pictures FOLDER

Six members play on the local Discord with the real bot; what a window shows is saved as PNG.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from bot.standin.server import Standin
from tests.standin.chromium import FLAGS, chromium_path

from .channel import BEN, CHLOE, DMITRI, EMEKA, FARAH, GUS, Channel, bot_in, local_discord

SIX = (BEN, CHLOE, DMITRI, EMEKA, FARAH, GUS)
SIZES = {"wide": (1280, 1300), "phone": (390, 844)}


class Camera:
    def __init__(self, browser: Browser, standin: Standin, folder: Path) -> None:
        self._browser = browser
        self._standin = standin
        self._folder = folder

    async def take(self, name: str) -> None:
        """The channel as Ben sees it, in every size and theme."""
        for size, (width, height) in SIZES.items():
            for theme in ("dark", "light"):
                page = await self._browser.new_page(
                    viewport={"width": width, "height": height},
                    color_scheme=theme,
                    device_scale_factor=2 if size == "wide" else 3,
                )
                await page.goto(f"{self._standin.page_url}?member={BEN}")
                await page.locator("[data-message-id]").first.wait_for()
                await page.wait_for_load_state("networkidle")
                await page.screenshot(path=self._folder / f"{name}-{size}-{theme}.png")
                board = page.locator('[data-message-id]:not([data-ephemeral="true"])').last
                if size == "wide":
                    await board.screenshot(path=self._folder / f"{name}-board-{theme}.png")
                await page.close()


async def play(here: Channel, camera: Camera) -> None:
    await here.command(BEN, "host")
    for member in SIX[:4]:
        await here.press(member, "join")
    await camera.take("1-lobby")
    for member in SIX[4:]:
        await here.press(member, "join")
    await here.press(BEN, "start")
    await here.press(CHLOE, "nocut")
    await camera.take("2-shuffle")
    for member in SIX:
        if here.has("nocut"):
            await here.press(member, "nocut")
    await here.press(BEN, "bet:100")
    await here.press(CHLOE, "bet:250")
    await camera.take("3-betting")
    await deal(here)
    while not here.has("split"):
        await stand(here)
        await deal(here)
    await here.press(asked(here), "split")
    await camera.take("4-turn")
    await stand(here)
    await camera.take("5-result")
    while not here.has("new"):
        await deal(here, chips=(500, 250, 100, 50))
        await stand(here)
    await camera.take("6-end")


async def deal(here: Channel, chips: tuple[int, ...] = (50,)) -> None:
    """Everybody bets the first of the amounts they can afford."""
    while not here.has("hit") and not here.has("new"):
        if here.has("next"):
            await here.press(BEN, "next")
        for member in SIX:
            for amount in chips:
                word = f"bet:{amount}"
                if here.has(word) and (await here.press(member, word)).kind == "update":
                    break


async def stand(here: Channel) -> None:
    while here.has("stand"):
        await here.press(asked(here), "stand")


NAMES = ("Ben", "Chloé", "Dmitri", "Emeka", "Farah", "Gus")


def asked(here: Channel) -> int:
    return next(m for m, name in zip(SIX, NAMES, strict=True) if f"**{name}**, it" in here.text)


async def main(folder: Path) -> None:
    standin = local_discord()
    await standin.start()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        async with bot_in(standin, Path(tempfile.mkdtemp()) / "table.db"):
            await asyncio.sleep(1)  # for the card emojis
            await play(Channel(standin), Camera(browser, standin, folder))
        await browser.close()
    await standin.stop()


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    asyncio.run(main(Path(sys.argv[1])))
