"""Draw the card pictures anew: `python -m bot.render.art.draw [CHROMIUM]`.

Run by hand after a change of `shapes`; the pictures are committed, so the bot needs no browser.
"""

import shutil
import sys

from playwright.sync_api import sync_playwright

from bot.game.cards import DECK

from . import FOLDER, file_name
from .shapes import SIZE, back, face

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]


def draw(chromium: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": SIZE, "height": SIZE})
        for card in (*range(DECK), None):
            svg = back() if card is None else face(card)
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{svg}")
            page.screenshot(path=FOLDER / file_name(card), omit_background=True)
        browser.close()


if __name__ == "__main__":
    found = sys.argv[1] if len(sys.argv) > 1 else shutil.which("chromium")
    if not found:
        sys.exit("No Chromium found; name one: python -m bot.render.art.draw /path/to/chromium")
    draw(found)
