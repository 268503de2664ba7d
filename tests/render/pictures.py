"""Pictures of every screen of the house tables, wide and at 390 px, light and dark.

    python -m tests.render.pictures FOLDER [NAME …]

The layouts are posted to the local Discord by a small client; nothing is played there.
"""

import asyncio
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
from playwright.async_api import Browser, Page, async_playwright

from bot.emojis import CardEmojis
from bot.game.rules import TABLES
from bot.game.view import public
from bot.render.board import board
from bot.render.cards import best_card, cut_form, rules_card
from bot.render.faces import TEXT_FACES, Faces
from bot.render.panel import bet_form, bet_panel, insurance_form
from bot.standin.server import Standin
from tests.game import tables
from tests.standin.chromium import FLAGS, chromium_path
from tests.standin.conftest import BEN, GENERAL, TOKEN, Client, pointed_at, running

from .felt import BEST, ENGLISH, NAMES
from .houses import HOUSES, a_classic_insurance, a_players_cut, casino_bets, room_bets

SIZES = {"wide": 1000, "phone": 390}
Layout = discord.ui.LayoutView


def screens(faces: Faces) -> dict[str, Callable[[], Layout]]:
    def drawn(make: Callable[[], tables.Game]) -> Layout:
        game = make()
        return board(public(game.table), NAMES, ENGLISH, faces, game.now, BEST)

    found: dict[str, Callable[[], Layout]] = {
        make.__name__: lambda make=make: drawn(make)  # type: ignore[misc]
        for make, _ in HOUSES
    }
    for rules in TABLES.values():
        found[f"rules_{rules.table}"] = lambda rules=rules: rules_card(rules, ENGLISH)  # type: ignore[misc]
    found["panel"] = lambda: bet_panel(public(casino_bets().table, 2), 2, 75, ENGLISH)
    found["panel_room"] = lambda: bet_panel(public(room_bets().table, 9), 9, 30, ENGLISH)
    found["best"] = lambda: best_card(BEST, ENGLISH)
    return found


class Poster(Client):
    """Answers any press with the form that was asked for last."""

    form: Callable[[], discord.ui.Modal]

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(self.form())

    async def post(self, layout: Layout) -> discord.Message:
        channel = self.get_channel(int(GENERAL))
        assert isinstance(channel, discord.TextChannel)
        return await channel.send(view=layout)


async def each_page(browser: Browser, standin: Standin) -> list[tuple[str, Page]]:
    pages = []
    for size, width in SIZES.items():
        for theme in ("dark", "light"):
            page = await browser.new_page(
                viewport={"width": width, "height": 1500},
                color_scheme=theme,
                device_scale_factor=2 if size == "phone" else 1,
            )
            await page.goto(f"{standin.page_url}?member={BEN}")
            pages.append((f"{size}-{theme}", page))
    return pages


async def take(client: Poster, browser: Browser, standin: Standin, folder: Path) -> None:
    faces = await CardEmojis().ensure(client) or TEXT_FACES
    pages = await each_page(browser, standin)
    for name, make in screens(faces).items():
        if len(sys.argv) > 2 and name not in sys.argv[2:]:
            continue
        message = await client.post(make())
        for kind, page in pages:
            shown = page.locator(f'[data-message-id="{message.id}"]')
            await shown.wait_for()
            await page.wait_for_load_state("networkidle")
            await shown.screenshot(path=folder / f"{name}-{kind}.png")
    await take_forms(client, pages, folder)


async def take_forms(client: Poster, pages: list[tuple[str, Page]], folder: Path) -> None:
    forms: dict[str, Callable[[], discord.ui.Modal]] = {
        "form_bet": lambda: bet_form(public(casino_bets().table, 2), 2, ENGLISH),
        "form_insurance": lambda: insurance_form(
            public(a_classic_insurance().table, 2), 2, ENGLISH
        ),
        "form_cut": lambda: cut_form(public(a_players_cut().table, 1), ENGLISH, 1),
    }
    message = await client.post(bet_panel(public(casino_bets().table, 2), 2, 75, ENGLISH))
    for name, make in forms.items():
        if len(sys.argv) > 2 and name not in sys.argv[2:]:
            continue
        client.form = make
        for kind, page in pages:
            await page.locator(
                f'[data-message-id="{message.id}"] button', has_text="+5"
            ).first.click()
            await page.get_by_role("dialog").wait_for()
            await page.screenshot(path=folder / f"{name}-{kind}.png")
            await page.keyboard.press("Escape")


async def main(folder: Path) -> None:
    tables.NOON = int(time.time() * 1000)
    standin = Standin(TOKEN)
    await standin.start()
    with pointed_at(standin):
        client = Poster()
        async with running(client), async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
            await take(client, browser, standin, folder)
            await browser.close()
    await standin.stop()


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    asyncio.run(main(Path(sys.argv[1])))
