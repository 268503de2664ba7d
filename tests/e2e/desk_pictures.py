"""Pictures of the panel of a server's own tables and of its forms, to be looked at.

python -m tests.e2e.desk_pictures FOLDER
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from bot.standin.server import Standin
from tests.standin.chromium import FLAGS, chromium_path

from .channel import ADA, BEN, CHLOE, Channel, bot_in, local_discord
from .desk import fill, host, make, panel, pick, push, shown
from .pictures import SIZES

THEMES = ("dark", "light")


async def window(browser: Browser, standin: Standin, size: str, theme: str) -> Page:
    width, height = SIZES[size]
    page = await browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        device_scale_factor=1 if size == "wide" else 2,
    )
    await page.goto(f"{standin.page_url}?member={ADA}")
    await page.locator("[data-message-id]").first.wait_for()
    await page.wait_for_load_state("networkidle")
    return page


class Camera:
    def __init__(self, browser: Browser, standin: Standin, folder: Path) -> None:
        self._browser = browser
        self._standin = standin
        self._folder = folder

    async def take(self, name: str, form: str = "") -> None:
        """The channel as Ada sees it; with `form`, after pressing the button of that id."""
        for size in SIZES:
            for theme in THEMES:
                page = await window(self._browser, self._standin, size, theme)
                if form:
                    await page.locator(f'button[data-custom-id$="{form}"]').last.click()
                    await page.get_by_test_id("modal-submit").wait_for()
                await page.screenshot(path=self._folder / f"{name}-{size}-{theme}.png")
                await page.close()


async def play(here: Channel, camera: Camera) -> None:
    await panel(here)
    await camera.take("1-no-table")
    await make(here, "Fridays ♣", bets={"min_bet": "20"}, naturals={"natural": "6:5"})
    await make(here, "**Casino** nights", "room")
    here.standin.member(ADA).dismiss(here.standin.messages(here.id, ADA)[0]["id"])
    listed = shown(await panel(here))
    await camera.take("2-list")
    await camera.take("3-new", ":new")
    await camera.take("4-import", ":import")
    here.standin.member(ADA).dismiss(listed["id"])
    made = shown(await pick(here, "Fridays ♣"))
    await camera.take("5-table")
    for group in ("bets", "clocks", "shoe", "end"):
        await camera.take(f"6-{group}", f":{group}")
    await fill(here, made, "bets", min_bet="1e9", ladder="5, ten")
    await camera.take("7-refused")
    await camera.take("8-again", ":bets")
    await push(here, made, "text")
    await camera.take("9-text")
    for message in here.standin.messages(here.id, ADA):
        here.standin.member(ADA).dismiss(message["id"])
    await host(here, "Fridays ♣", BEN, CHLOE)
    card = await here.press(ADA, "rules")
    running = shown(await push(here, shown(card), "open"))
    await fill(here, running, "shoe", decks="8")
    await fill(here, running, "doubles", double=["9-11"])
    await here.until("New rules")
    await camera.take("a-announced")


async def main(folder: Path) -> None:
    standin = local_discord()
    await standin.start()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        async with bot_in(standin, Path(tempfile.mkdtemp()) / "table.db"):
            await play(Channel(standin), Camera(browser, standin, folder))
        await browser.close()
    await standin.stop()


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    asyncio.run(main(Path(sys.argv[1])))
