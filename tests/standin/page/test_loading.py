"""The page's first moment: it is there before it knows anything, and may be typed into."""

import asyncio

import pytest
from playwright.async_api import Route, WebSocketRoute, expect

from tests.standin.page.bot import Bot
from tests.standin.page.conftest import Open

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest.mark.parametrize("late", ["main.js", "ws"])
async def test_what_is_typed_before_the_page_is_ready_is_not_lost(
    window: Open, bot: Bot, late: str
) -> None:
    """Before its scripts are there, and before the server has said which channels there are."""
    page = await window()
    asked, let_go = asyncio.Event(), asyncio.Event()

    async def late_script(route: Route) -> None:
        asked.set()
        await let_go.wait()
        await route.continue_()

    async def late_frames(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        frames: list[str | bytes] = []
        server.on_message(lambda frame: frames.append(frame))
        asked.set()
        await let_go.wait()
        for frame in frames:
            socket.send(frame)
        server.on_message(socket.send)

    if late == "ws":
        await page.route_web_socket("**/page/ws*", late_frames)
    else:
        await page.route("**/main.js", late_script)
    await page.reload(wait_until="commit")
    await asyncio.wait_for(asked.wait(), 10)
    await expect(page.get_by_test_id("composer-input")).to_be_focused()
    await page.keyboard.type("/boa")
    let_go.set()
    await expect(page.locator("#channel-name")).not_to_be_empty()
    await page.keyboard.type("rd po")
    await expect(page.get_by_test_id("composer-input")).to_have_value("/board po")
    await expect(page.get_by_test_id("picker-item")).to_have_count(1)
