"""A session of each of the five tables, played by clicking in a browser, with pictures.

    python -m tests.e2e.sessions FOLDER [TABLE …]

Every member plays in a window of their own, on the local Discord with the real bot. The cards come
from sealed shoes as always; their seeds are searched for until the shoe holds what is to be seen.
"""

import asyncio
import hashlib
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from bot.game.cards import rank
from bot.game.rules import TABLES, HouseRules
from bot.game.shoe import close, committed
from bot.game.table import Phase
from bot.livetable import LiveTable
from bot.render.faces import EmojiFaces
from bot.standin.server import Standin
from tests.standin.chromium import FLAGS, chromium_path

from .channel import BEN, CHANNEL, CHLOE, DMITRI, EMEKA, GUS, HANA, Channel, bot_in, local_discord

SIZES = {"wide": (1120, 1000), "phone": (390, 844)}
MESSAGE = "[data-message-id]"
BOARD = f'{MESSAGE}:not([data-ephemeral="true"])'
PRIVATE = f'{MESSAGE}[data-ephemeral="true"]'

Ranks = Sequence[str]


def stacked(rules: HouseRules, wish: Callable[[Ranks], bool]) -> Callable[[int], bytes]:
    """Seeds for a new house: the first shoe of its first table deals what is wished for."""
    numbers = count(1)
    first = next(
        seed
        for number in count()
        if wish(_dealt(rules, seed := hashlib.sha256(f"{rules.table} {number}".encode()).digest()))
    )
    others = (
        hashlib.sha256(f"{rules.table} later {number}".encode()).digest() for number in count()
    )
    return lambda size: (first if next(numbers) == 1 else next(others))[:size]


def _dealt(rules: HouseRules, seed: bytes) -> Ranks:
    shoe = committed(1, f"{CHANNEL}/1/1", rules.decks, seed)
    close(shoe)
    return [rank(card) for card in shoe.order[:20]]


def anything(cards: Ranks) -> bool:
    return True


def an_ace_up(cards: Ranks) -> bool:
    """Three seats; the second has a blackjack, the dealer an ace and no blackjack."""
    two = {cards[1], cards[5]}
    return (
        cards[3] == "A"
        and cards[7] in "6789"
        and "A" not in (cards[0], cards[4])
        and "A" in two
        and bool(two & set("TJQK"))
    )


def one_rank_four_times(cards: Ranks) -> bool:
    """Two seats; the first splits three times."""
    return cards[0] in "6789" and cards[0] == cards[3] == cards[6] == cards[8] and cards[2] in "56"


def eleven_against_six(cards: Ranks) -> bool:
    """Two seats; the first doubles, the second has a decision left."""
    mine, theirs = {cards[0], cards[3]}, [cards[1], cards[4]]
    return mine in ({"5", "6"}, {"7", "4"}) and cards[2] in "56" and set(theirs) <= set("789T")


def a_pair(cards: Ranks) -> bool:
    """Two seats; the first has a pair of eights, the second no blackjack."""
    return cards[0] == cards[3] == "8" and cards[2] in "56" and "A" not in (cards[1], cards[4])


class Room:
    """The members of a channel, each at a window of their own, and a camera."""

    def __init__(self, here: Channel, browser: Browser, folder: Path) -> None:
        self.here = here
        self._browser = browser
        self._folder = folder
        self._windows: dict[int, Page] = {}

    async def window(self, member: int) -> Page:
        if member not in self._windows:
            width, height = SIZES["wide"]
            page = await self._browser.new_page(viewport={"width": width, "height": height})
            page.set_default_timeout(15_000)
            await page.goto(f"{self.here.standin.page_url}?member={member}")
            await page.get_by_test_id("composer-input").wait_for()
            self._windows[member] = page
        return self._windows[member]

    async def host(self, member: int, table: str) -> None:
        """`/blackjack host table: …`, typed and picked."""
        page, boards = await self.window(member), len(self.here.boards())
        await page.get_by_test_id("composer-input").press_sequentially("/blackjack host")
        await page.get_by_test_id("picker-item").first.wait_for()
        await page.keyboard.press("Enter")
        await page.locator('[data-testid="option-add"][data-option="table"]').click()
        await page.get_by_test_id("option-input").press_sequentially(table)
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
        await self.here.standin.until(lambda: len(self.here.boards()) > boards)
        await self._still()

    async def command(self, member: int, name: str) -> None:
        """A command without options."""
        page, before = await self.window(member), self._answers()
        await page.get_by_test_id("composer-input").press_sequentially(f"/blackjack {name}")
        await page.get_by_test_id("picker-item").first.wait_for()
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
        await self.here.standin.until(lambda: self._answers() > before)

    async def click(self, member: int, move: str, argument: str = "", where: str = BOARD) -> None:
        """A button of the newest message there; then until the bot has answered."""
        page, before = await self.window(member), self._answers()
        selector = f'{where} button[data-custom-id*=":{move}:"]:not([disabled])'
        if argument:
            selector += f'[data-custom-id$=":{argument}"]'
        await page.locator(selector).last.click()
        await self.here.standin.until(lambda: self._answers() > before)
        await self._still()

    def _answers(self) -> int:
        return len(self.here.standin.recorder.requests("POST /interactions"))

    async def _still(self) -> None:
        """Every board shows its table as it is now."""
        screens = self.here.client.screens

        def drawn() -> bool:
            found = screens.where(lambda table: True)
            return not any(screen.is_behind or screen.is_drawing for screen in found)

        await self.here.standin.until(drawn)

    async def picture(self, name: str, member: int = BEN, private: bool = False) -> None:
        """What the member sees, wide and on a phone; the board alone, or with what is private."""
        await self._still()
        for size, (width, height) in SIZES.items():
            page = await self._browser.new_page(
                viewport={"width": width, "height": height},
                color_scheme="dark",
                device_scale_factor=1.5,
            )
            await page.goto(f"{self.here.standin.page_url}?member={member}")
            await page.locator(MESSAGE).first.wait_for()
            await page.wait_for_load_state("networkidle")
            await page.screenshot(path=self._folder / f"{name}-{size}.png")
            if size == "wide":
                shown = page.locator(PRIVATE if private else BOARD).last
                await shown.screenshot(path=self._folder / f"{name}.png")
            await page.close()

    @property
    def table(self) -> LiveTable:
        return self.here.table

    async def start(self, table: str, *members: int) -> None:
        await self.host(BEN, table)
        for member in members:
            await self.click(member, "join")
        await self.click(BEN, "start")
        for member in members:
            if self.table.phase is Phase.SHUFFLE:
                await self.click(member, "nocut")

    async def bet(self, member: int, *chips: int) -> None:
        """Chip by chip on the private panel; each leads to the sum so far."""
        await self.click(member, "betpanel")
        total = 0
        for chip in chips:
            total += chip
            await self.click(member, "chips", str(total), PRIVATE)
        await self.click(member, "bet", str(total), PRIVATE)
        await (await self.window(member)).get_by_test_id("dismiss").last.click()

    async def stand(self, *members: int) -> None:
        """Everybody asked stands, until the hand is over."""
        accounts = {
            await self.here.client.casino.cashier.account(member): member for member in members
        }
        while (turn := self.table.view().turn) is not None:
            await self.click(accounts[turn], "stand")


async def bank(room: Room) -> None:
    await room.start("bank", BEN, CHLOE)
    for member in (BEN, CHLOE):
        await room.click(member, "bet", "100")
    await room.click(BEN, "split")
    await room.picture("bank-turn")
    await room.stand(BEN, CHLOE)
    await room.picture("bank-result")
    await room.click(BEN, "again")
    await room.picture("bank-betting")
    await room.command(BEN, "history")
    await room.picture("history", private=True)


async def casino(room: Room) -> None:
    members = (BEN, CHLOE, DMITRI)
    await room.start("casino", *members)
    await room.click(BEN, "betpanel")
    for total in (50, 75, 80):
        await room.click(BEN, "chips", str(total), PRIVATE)
    await room.picture("chips", private=True)
    await room.click(BEN, "bet", "80", PRIVATE)
    await (await room.window(BEN)).get_by_test_id("dismiss").last.click()
    await room.bet(CHLOE, 50)
    await room.bet(DMITRI, 50, 50)
    await room.click(BEN, "insure")
    await room.picture("insurance", CHLOE)
    await room.click(DMITRI, "noinsure")
    await room.click(CHLOE, "even")
    await room.stand(*members)
    await room.picture("casino-result")


async def four_hands(room: Room) -> None:
    await room.start("casino", BEN, CHLOE)
    await room.bet(BEN, 50)
    await room.bet(CHLOE, 50, 25)
    for _ in range(3):
        await room.click(BEN, "split")
    await room.click(BEN, "stand")
    await room.picture("split")
    await room.stand(BEN, CHLOE)
    await room.picture("split-result")


async def classic(room: Room) -> None:
    await room.start("classic", BEN, CHLOE)
    for member in (BEN, CHLOE):
        await room.bet(member, 50)
    await room.click(BEN, "double")
    await room.picture("double")
    await room.stand(CHLOE)
    await room.picture("classic-result")


async def solo(room: Room) -> None:
    """Three runs, all of the chips on every hand until they are gone."""
    for member in (GUS, EMEKA, HANA):
        await room.host(member, "solo")
        account = await room.here.client.casino.cashier.account(member)
        run = room.here.client.casino.run_of(room.here.id, account)
        assert run is not None
        await _play_to_the_end(room, member, run)
    await room.picture("scores", HANA)


async def _play_to_the_end(room: Room, member: int, run: LiveTable) -> None:
    while run.phase is not Phase.ENDED:
        if run.phase is Phase.BETTING:
            await room.click(member, "betpanel")
            half = run.view().seats[0].chips // 2
            stake = "allin" if half < 50 or run.view().hand > 6 else "chips"
            await room.click(member, stake, where=PRIVATE)
            await room.click(member, "bet", where=PRIVATE)
            await (await room.window(member)).get_by_test_id("dismiss").last.click()
        elif run.phase is Phase.PLAYING:
            points = next(hand.total for hand in run.view().seats[0].hands if hand.active)
            await room.click(member, "hit" if points < 15 else "stand")
        else:
            await room.click(member, "next")


async def room(room: Room) -> None:
    await room.start("room", BEN, CHLOE)
    for member in (BEN, EMEKA):
        await room.bet(member, 50)
    await room.picture("countdown")
    await room.here.standin.until(lambda: room.table.phase is not Phase.BETTING, 30)
    await room.picture("room-cards")
    await room.here.standin.until(lambda: room.table.phase is Phase.RESULT, 120)
    await room.picture("room-result")


#: The sessions: how they are played, at which table, and with what in the first shoe.
SESSIONS: dict[str, tuple[Callable[[Room], Awaitable[None]], str, Callable[[Ranks], bool]]] = {
    "bank": (bank, "bank", a_pair),
    "casino": (casino, "casino", an_ace_up),
    "four": (four_hands, "casino", one_rank_four_times),
    "classic": (classic, "classic", eleven_against_six),
    "solo": (solo, "solo", anything),
    "room": (room, "room", anything),
}


@asynccontextmanager
async def opened(
    standin: Standin, browser: Browser, folder: Path, entropy: Callable[[int], bytes]
) -> AsyncIterator[Room]:
    await standin.start()
    try:
        with tempfile.TemporaryDirectory() as kept:
            async with bot_in(standin, Path(kept) / "table.db", entropy=entropy) as client:
                here = Channel(standin, client=client)
                await here.until_clocks_run()
                await standin.until(lambda: isinstance(client.screens.faces, EmojiFaces))
                yield Room(here, browser, folder)
    finally:
        await standin.stop()


async def main(folder: Path, wanted: Sequence[str]) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        for name in wanted or SESSIONS:
            play, table, wish = SESSIONS[name]
            entropy = stacked(TABLES[table], wish)
            async with opened(local_discord(), browser, folder, entropy) as room:
                await play(room)
            for context in browser.contexts:
                await context.close()
            print(f"{name} played", flush=True)
        await browser.close()


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:]))
