"""The page of the local Discord in a real Chromium, a real discord.py bot on the other side."""

import re

import pytest
from playwright.async_api import Page, expect

from bot.standin.page_socket import Control
from bot.standin.permissions import Permission
from bot.standin.world import Overwrite, Picture
from tests.standin.conftest import ADA, BEN, GENERAL, GUILD, Standin
from tests.standin.page.bot import PIXEL, Bot
from tests.standin.page.conftest import Open, control, posted

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

LOUNGE = str(int(GENERAL) + 1)

KNOWS = """async ([id, text]) => {
  const { state } = await import("/page/state.js");
  return JSON.stringify(state.messages.get(id)).includes(text);
}"""


async def test_a_command_is_picked_filled_in_and_sent_by_keyboard(window: Open, bot: Bot) -> None:
    page = await window()
    await page.get_by_test_id("composer-input").press_sequentially("/bo po")
    await expect(page.get_by_test_id("picker-item")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.keyboard.type("9")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("option-error")).to_contain_text("at most 6")
    assert bot.asked == []
    await page.keyboard.press("Backspace")
    await page.keyboard.type("3")
    await page.locator('[data-testid="option-add"][data-option="host"]').click()
    await page.keyboard.type("be")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-message-id]")).to_contain_text("used board post")
    assert bot.asked == [(3, int(BEN))]
    await expect(page.get_by_test_id("composer-input")).to_be_focused()


async def test_choices_are_asked_of_the_bot_while_typing(window: Open, bot: Bot) -> None:
    page = await window()
    await page.get_by_test_id("composer-input").press_sequentially("/board find ")
    await expect(page.get_by_test_id("suggest-item")).to_have_text(["Table North", "Table South"])
    await page.keyboard.type("sou")
    await expect(page.get_by_test_id("suggest-item")).to_have_text(["Table South"])
    await page.get_by_test_id("suggest-item").click()
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-ephemeral]")).to_contain_text("Found South")


async def test_enter_picks_no_choice_that_was_offered_for_an_older_text(
    window: Open, bot: Bot
) -> None:
    page = await window()
    await page.get_by_test_id("composer-input").press_sequentially("/board find ")
    await expect(page.get_by_test_id("suggest-item")).to_have_count(2)
    await page.evaluate(  # so quickly that the bot can't have answered in between
        """() => {
            const input = document.activeElement;
            input.value = "East";
            input.dispatchEvent(new Event("input", { bubbles: true }));
            const enter = { key: "Enter", bubbles: true, cancelable: true };
            input.dispatchEvent(new KeyboardEvent("keydown", enter));
        }"""
    )
    await expect(page.locator("[data-ephemeral]")).to_contain_text("Found East")


async def test_a_command_without_permission_is_absent(window: Open, bot: Bot) -> None:
    for member, count in ((ADA, 4), (BEN, 3)):
        page = await window(member)
        await page.get_by_test_id("composer-input").press_sequentially("/")
        await expect(page.get_by_test_id("picker-item")).to_have_count(count)


async def test_a_press_changes_the_message_in_place_in_every_window(
    window: Open, bot: Bot, standin: Standin
) -> None:
    await posted(standin)
    ada, ben = await window(ADA), await window(BEN)
    kept = await control(ben, "more").element_handle()
    await control(ben, "more").focus()
    await control(ada, "more").click()
    await expect(ben.locator(".md-h2")).to_have_text("Count 1")
    await expect(control(ben, "more")).to_be_focused()
    assert kept is not None
    assert await kept.evaluate("node => node.isConnected")


async def test_an_update_under_the_finger_does_not_swallow_the_press(
    window: Open, bot: Bot, standin: Standin
) -> None:
    message_id = await posted(standin)
    page = await window()
    await control(page, "more").hover()
    await page.mouse.down()
    await standin.member(BEN).press(message_id, "more:0")
    await page.wait_for_function(KNOWS, arg=[message_id, "Count 1"])  # drawn only after the press
    await page.mouse.up()
    await expect(page.locator(".md-h2")).to_have_text("Count 2")


async def test_a_private_answer_is_seen_by_its_member_until_dismissed(
    window: Open, bot: Bot, standin: Standin
) -> None:
    await posted(standin)
    ada, ben = await window(ADA), await window(BEN)
    await control(ada, "help").click()
    await expect(ada.locator("[data-ephemeral]")).to_contain_text("Only you can see this")
    await control(ada, "more").click()
    await expect(ben.locator(".md-h2")).to_have_text("Count 1")
    await expect(ben.locator("[data-ephemeral]")).to_have_count(0)
    await ada.get_by_test_id("dismiss").click()
    await expect(ada.locator("[data-ephemeral]")).to_have_count(0)
    await standin.until(lambda: len(standin.messages(GENERAL, viewer=ADA)) == 1)


async def test_thinking_is_shown_until_the_bot_has_thought(
    window: Open, bot: Bot, standin: Standin
) -> None:
    await posted(standin)
    page = await window()
    await control(page, "think").click()
    await expect(page.locator("[data-ephemeral]")).to_contain_text("is thinking…")
    await bot.think.edit_original_response(content="Thought")
    await expect(page.locator("[data-ephemeral]")).to_contain_text("Thought")
    await expect(page.locator(".thinking")).to_have_count(0)


async def test_a_silent_bot_is_reported_after_three_seconds(
    window: Open, bot: Bot, standin: Standin
) -> None:
    await posted(standin)
    page = await window()
    await control(page, "silent").click()
    await expect(control(page, "silent")).to_have_attribute("aria-busy", "true")
    await page.get_by_test_id("composer-input").press_sequentially("/board silent ")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("interaction-failed")).to_have_text("This interaction failed")
    await expect(page.get_by_test_id("command-failed")).to_have_text(
        "The application did not respond"
    )
    await expect(control(page, "silent")).not_to_have_attribute("aria-busy", "true")


async def test_a_form_is_checked_before_it_is_sent(
    window: Open, bot: Bot, standin: Standin
) -> None:
    await posted(standin)
    page = await window()
    await control(page, "ask").click()
    form, errors = page.get_by_test_id("modal"), page.get_by_test_id("modal-field-error")
    await page.get_by_test_id("modal-submit").click()
    await expect(errors.first).to_have_text("This field is required.")
    await expect(page.get_by_test_id("modal-input").first).to_be_focused()
    await page.keyboard.type("7")
    await page.keyboard.press("Enter")
    await expect(errors.first).to_have_text("Write at least 2 characters.")
    await page.keyboard.press("Escape")
    await expect(form).to_have_count(0)
    await control(page, "ask").click()
    await page.get_by_test_id("modal-input").first.fill("75")
    await page.get_by_test_id("modal-submit").click()
    await expect(form).to_have_count(0)
    await expect(page.locator("[data-ephemeral]")).to_contain_text("Thanks")
    assert bot.asked[1:] == [["75", ""]]


async def test_a_select_of_several_is_sent_when_it_is_closed(
    window: Open, bot: Bot, standin: Standin
) -> None:
    await posted(standin)
    page = await window()
    await control(page, "picks").click()
    for number in (3, 1):
        await page.get_by_test_id("select-option").nth(number).click()
    await expect(page.get_by_test_id("select-option").nth(0)).to_have_attribute(
        "aria-disabled", "true"
    )
    await page.get_by_test_id("select-done").click()
    await expect(page.locator(".md-h2")).to_have_text("Count 1")
    assert bot.asked[1:] == [["1", "3"]]
    await expect(control(page, "picks")).to_contain_text("Choice 3")


HOSTILE = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>\u202egnp\u0489' * 3


async def test_hostile_names_and_texts_stay_text(window: Open, standin: Standin) -> None:
    standin.world.guilds[GUILD].members[BEN].nick = HOSTILE + "W" * 300
    for text in (HOSTILE, "[x](javascript:window.hit=1)", "**_~|`" * 330, "W" * 2000):
        standin.member(BEN).say(GENERAL, text)
    page = await window(viewport={"width": 390, "height": 800})
    await expect(page.locator("[data-message-id]")).to_have_count(4)
    await expect(page.locator(".md").first).to_have_text(HOSTILE)
    assert await page.evaluate("window.hit") is None
    assert await page.locator(".md a, .md img, .md script").count() == 0
    assert await overflow(page) == 0


async def overflow(page: Page) -> int:
    return int(
        await page.evaluate(
            "Math.max(...['html', '#scroller', '.composer'].map("
            "name => document.querySelector(name).scrollWidth)) - innerWidth"
        )
    )


async def test_a_phone_has_drawers_and_no_sideways_scrolling(
    window: Open, bot: Bot, standin: Standin
) -> None:
    await posted(standin)
    page = await window(viewport={"width": 390, "height": 800})
    await expect(control(page, "more")).to_be_visible()
    assert await overflow(page) == 0
    channel = page.locator(f'[data-channel-id="{LOUNGE}"]')
    await expect(channel).to_be_hidden()
    await page.get_by_test_id("open-channels").click()
    await channel.click()
    await expect(channel).to_be_hidden()
    await expect(page.locator("#channel-name")).to_have_text("lounge")


async def test_the_theme_follows_the_system_until_it_is_chosen(window: Open) -> None:
    page = await window(color_scheme="light")
    background = "getComputedStyle(document.querySelector('main')).backgroundColor"
    light = await page.evaluate(background)
    await page.emulate_media(color_scheme="dark")
    dark = await page.evaluate(background)
    assert light != dark
    await page.get_by_test_id("theme-toggle").click()
    assert await page.evaluate(background) == light
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")


async def test_markdown_is_drawn_as_discord_draws_it(window: Open, standin: Standin) -> None:
    soon = standin.clock.now() // 1000 + 40
    text = f"## Cards <:ace:{ADA}>\n-# small\n**bold** <@{BEN}> <t:{soon}:R> ||hid|| snake_case_x"
    standin.world.application.emoji_pictures[ADA] = Picture("ace", "image/png", PIXEL)
    standin.member(BEN).say(GENERAL, text)
    page = await window()
    box = await page.locator(".md-h2 .emoji").bounding_box()
    assert box is not None
    assert 27 <= box["width"] <= 29
    await expect(page.locator(".mention")).to_have_text("@Ben")
    await expect(page.locator("strong", has_text="bold")).to_be_visible()
    counted = page.locator("time[data-style=R]")
    before = await counted.inner_text()
    assert re.fullmatch(r"in \d+ seconds", before)
    await expect(counted).not_to_have_text(before)
    await page.locator(".spoiler").click()
    await expect(page.locator(".spoiler-text")).to_have_css("visibility", "visible")


async def test_the_page_comes_back_after_the_server_has_been_away(
    window: Open, standin: Standin
) -> None:
    standin.member(BEN).say(GENERAL, "before")
    page = await window()
    port = int(standin.base_url.rpartition(":")[2])
    await standin.stop()
    await expect(page.get_by_test_id("reconnecting")).to_be_visible()
    await standin.start(port=port)
    standin.member(BEN).say(GENERAL, "meanwhile")
    await expect(page.get_by_test_id("reconnecting")).to_be_hidden()
    await expect(page.locator(".md")).to_have_text(["before", "meanwhile"])


async def test_what_a_member_may_not_do_is_not_offered(window: Open, standin: Standin) -> None:
    _, lounge = standin.world.channel(LOUNGE) or pytest.fail("there is no lounge")
    lounge.overwrites[GUILD] = Overwrite(GUILD, 0, deny=int(Permission.SEND_MESSAGES))
    standin.member(ADA).say(GENERAL, "mine")
    ada, ben = await window(ADA), await window(BEN)
    await ben.get_by_test_id("message-menu").focus()
    await ben.keyboard.press("Enter")
    await expect(ben.get_by_test_id("copy-id")).to_be_visible()
    await expect(ben.get_by_test_id("delete-message")).to_have_count(0)
    await ben.keyboard.press("Escape")
    await ben.locator(f'#channel-list [data-channel-id="{LOUNGE}"]').click()
    await expect(ben.get_by_test_id("composer-input")).to_be_disabled()
    await ada.get_by_test_id("message-menu").focus()
    await ada.keyboard.press("Enter")
    await ada.get_by_test_id("delete-message").click()
    await expect(ada.locator("[data-message-id]")).to_have_count(0)


async def test_one_window_becomes_another_member(window: Open) -> None:
    page = await window(ADA)
    await page.get_by_test_id("member-switcher").click()
    await page.locator(f'[data-testid="member-choice"][data-value="{BEN}"]').click()
    await expect(page.get_by_test_id("member-switcher")).to_contain_text("Ben")
    assert f"member={BEN}" in page.url
    await page.go_back()
    await expect(page.get_by_test_id("member-switcher")).to_contain_text("Ada")


async def test_a_reader_further_up_stays_where_they_read(window: Open, standin: Standin) -> None:
    ids = [standin.member(BEN).say(GENERAL, f"line {n}\n" * 3)["id"] for n in range(30)]
    page = await window(viewport={"width": 800, "height": 600})
    await expect(page.locator(f'[data-message-id="{ids[29]}"]')).to_be_in_viewport()
    read = page.locator(f'[data-message-id="{ids[15]}"]')
    jump = page.get_by_test_id("jump")
    while not await jump.is_visible():  # until the list no longer settles at its end
        await read.evaluate("node => node.scrollIntoView({ block: 'center' })")
        await page.wait_for_timeout(50)
    await expect(jump).to_have_text("Jump to present")
    before = await read.bounding_box()
    standin.member(ADA).delete(ids[0])
    standin.member(BEN).say(GENERAL, "news")
    await expect(page.get_by_test_id("jump")).to_have_text("1 new message")
    await expect(page.locator(f'[data-message-id="{ids[0]}"]')).to_have_count(0)
    assert await read.bounding_box() == before
    await page.get_by_test_id("jump").click()
    await expect(page.locator(".md", has_text="news")).to_be_in_viewport()


async def test_the_host_programs_controls_are_offered(window: Open, standin: Standin) -> None:
    done: list[str] = []

    async def act() -> None:
        done.append("restarted")

    standin.controls.append(Control("restart", "Restart it", act))
    page = await window()
    await page.get_by_test_id("controls").click()
    await page.get_by_test_id("control").click()
    await expect(page.get_by_role("menu")).to_have_count(0)
    await standin.until(lambda: done == ["restarted"])


async def test_a_patched_row_keeps_its_controls_and_the_focus(window: Open) -> None:
    """Straight at dom.js: versioned custom ids, and a button that moves to a new row."""
    page = await window()
    kept = await page.evaluate(
        """async () => {
            const { h, morph } = await import("/page/dom.js");
            const button = (id, label) => h("button", {
                "data-custom-id": id, "data-key": id, "data-like": label }, label);
            const row = (...buttons) => h("div", { class: "row", "data-key": "1" }, buttons);
            const live = h("div", null, row(button("a:1", "A"), button("b", "B")));
            document.body.append(live);
            const [a, b] = live.querySelectorAll("button");
            b.focus();
            morph(live, h("div", null, row(button("a:2", "A")), row(button("c", "C")),
                row(button("b", "B!"))));
            return [a.dataset.customId, a.isConnected, b.textContent,
                document.activeElement === b, live.querySelectorAll("button").length];
        }"""
    )
    assert kept == ["a:2", True, "B!", True, 3]
