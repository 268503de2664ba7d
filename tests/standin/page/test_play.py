"""Playing on the page: what the keyboard and the finger rest on stays, and a newcomer finds in."""

import string
from collections.abc import Sequence
from typing import Any

import discord
import pytest
from discord import ui
from playwright.async_api import expect

from bot.standin.permissions import Permission
from bot.standin.world import Overwrite
from tests.standin.conftest import ADA, BEN, GENERAL, GUILD, Standin, running
from tests.standin.page.bot import Bot
from tests.standin.page.conftest import Open, control, posted

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PHONE = {"width": 390, "height": 700}


def board(*rows: Sequence[str], disabled: bool = False) -> ui.View:
    view = ui.View()
    for number, names in enumerate(rows):
        for name in names:
            view.add_item(
                ui.Button(label=name, custom_id=f"{name}:0", row=number, disabled=disabled)
            )
    view.stop()
    return view


def small_board() -> ui.LayoutView:
    view = ui.LayoutView()
    view.add_item(ui.ActionRow(ui.Button(label="Again", custom_id="again:0")))
    view.stop()
    return view


async def sent(bot: Bot, view: ui.View) -> discord.Message:
    channel: Any = bot.get_channel(int(GENERAL))
    message: discord.Message = await channel.send("A board", view=view)
    return message


async def test_a_backslash_hides_from_every_punctuation_character(
    window: Open, standin: Standin
) -> None:
    for mark in string.punctuation:
        standin.member(BEN).say(GENERAL, f"a\\{mark}b")
    page = await window()
    shown = await page.locator(".md").all_inner_texts()
    assert shown == [f"a{mark}b" for mark in string.punctuation]


@pytest.mark.parametrize(
    ("text", "tag", "shown"),
    [
        (r"**snake\_case**", "strong", "snake_case"),
        (r"**a\*\***", "strong", "a**"),
        (r"*a\*b*", "em", "a*b"),
        (r"_a\_ b_", "em", "a_ b"),
        (r"__a\___", "u", "a_"),
        (r"\\_a_", "em", "a"),
        (r"**\_\_init\_\_**", "strong", "__init__"),
        (r"`a\`", "code", "a\\"),
        (r"||a\||", ".spoiler-text", "a\\"),
    ],
)
async def test_an_escaped_mark_closes_nothing(
    window: Open, standin: Standin, text: str, tag: str, shown: str
) -> None:
    standin.member(BEN).say(GENERAL, text)
    page = await window()
    await expect(page.locator(f".md {tag}")).to_have_text(shown)


async def test_a_screen_reader_does_not_hear_backslashes(window: Open, standin: Standin) -> None:
    page = await window()
    standin.member(BEN).say(GENERAL, r"cool\_guy")
    await expect(page.locator("#announcer")).to_have_text("Message from Ben: cool_guy")


async def test_the_keyboard_plays_on_when_its_button_goes(window: Open, bot: Bot) -> None:
    message = await sent(bot, board(["start"]))
    page = await window()
    await control(page, "start").focus()
    for rows, expected in (
        ([["five", "ten"], ["leave"]], "five"),
        ([["hit", "stand"], ["leave"]], "hit"),
    ):
        await message.edit(view=board(*rows))
        await expect(control(page, expected)).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(control(page, "stand")).to_be_focused()
    await message.edit(view=board(["again", "change"], ["leave"]))
    await expect(control(page, "again")).to_be_focused()
    await control(page, "leave").focus()
    await message.edit(view=board(["one", "two"], ["three"]))
    await expect(control(page, "three")).to_be_focused()
    await message.edit(view=board(["start"]))
    await expect(control(page, "start")).to_be_focused()


async def test_the_keyboards_place_is_kept_while_nothing_can_be_pressed(
    window: Open, bot: Bot
) -> None:
    message = await sent(bot, board(["hit", "stand"]))
    page = await window()
    await control(page, "stand").focus()
    await message.edit(view=board(["hit", "stand"], disabled=True))
    await expect(control(page, "stand")).to_be_disabled()
    await message.edit(view=board(["hit", "stand"]))
    await expect(control(page, "stand")).to_be_focused()
    await message.edit(view=None)
    await expect(control(page, "stand")).to_have_count(0)
    await message.edit(view=board(["again", "leave"]))
    await expect(control(page, "again")).to_be_focused()


async def test_the_keyboard_comes_back_from_a_form_to_the_board(
    window: Open, bot: Bot, standin: Standin
) -> None:
    await posted(standin)
    page = await window()
    for end in ("Escape", "Enter"):
        await control(page, "ask").focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_test_id("modal-input").first).to_be_focused()
        await page.keyboard.type("75")
        await page.keyboard.press(end)
        await expect(page.get_by_test_id("modal")).to_have_count(0)
        await expect(control(page, "ask")).to_be_focused()


async def test_the_keyboard_finds_what_became_of_the_board_behind_a_form(
    window: Open, bot: Bot, standin: Standin
) -> None:
    message_id = await posted(standin)
    page = await window()
    await control(page, "ask").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("modal")).to_be_visible()
    channel: Any = bot.get_channel(int(GENERAL))
    await channel.get_partial_message(int(message_id)).edit(view=small_board())
    await expect(page.locator(".button", has_text="Again")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(control(page, "again")).to_be_focused()


async def test_who_went_elsewhere_is_not_called_back(window: Open, bot: Bot) -> None:
    message = await sent(bot, board(["hit"]))
    page = await window()
    await control(page, "hit").focus()
    await message.edit(view=None)
    await expect(control(page, "hit")).to_have_count(0)
    await page.keyboard.type("hello")
    await message.edit(view=board(["again"]))
    await expect(control(page, "again")).to_be_visible()
    await expect(page.get_by_test_id("composer-input")).to_be_focused()
    await expect(page.get_by_test_id("composer-input")).to_have_value("hello")


async def test_typing_on_a_button_writes_into_the_composer(window: Open, bot: Bot) -> None:
    await sent(bot, board(["hit"]))
    page = await window()
    await control(page, "hit").focus()
    await page.keyboard.type("/bo")
    await expect(page.get_by_test_id("composer-input")).to_have_value("/bo")
    await expect(page.get_by_test_id("picker-item")).to_have_count(3)


async def test_a_picker_that_goes_on_below_fades_out_there(window: Open, bot: Bot) -> None:
    page = await window(viewport={"width": 800, "height": 300})
    await page.get_by_test_id("composer-input").press_sequentially("/")
    listed, items = page.locator(".suggest-list"), page.get_by_test_id("picker-item")
    await expect(items.last).not_to_be_in_viewport(ratio=1)
    await expect(listed).to_have_class("suggest-list more-below")
    assert "gradient" in await listed.evaluate("node => getComputedStyle(node).maskImage")
    await page.keyboard.press("ArrowUp")
    await expect(items.last).to_be_in_viewport(ratio=1)
    await expect(listed).to_have_class("suggest-list more-above")
    await page.keyboard.type("bo po")
    await expect(listed).to_have_class("suggest-list")


async def test_a_newcomer_is_told_of_the_commands_where_there_are_any(
    window: Open, standin: Standin
) -> None:
    quiet = standin.world.guilds[GUILD].channels[str(int(GENERAL) + 1)]
    quiet.overwrites[GUILD] = Overwrite(GUILD, 0, deny=int(Permission.SEND_MESSAGES))
    page = await window(BEN)
    beginning = page.locator(".beginning")
    await expect(beginning).to_contain_text("This is the start of the #general channel.")
    await expect(beginning).not_to_contain_text("Type /")
    async with running(Bot()):
        await expect(beginning).to_contain_text("Type / to see Bot's commands.")
        await page.locator(f'#channel-list [data-channel-id="{quiet.id}"]').click()
        await expect(beginning).to_contain_text("#lounge")
        await expect(beginning).not_to_contain_text("Type /")


@pytest.mark.parametrize("lines", [0, 1, 10])
async def test_a_private_answer_does_not_push_the_board_from_under_the_finger(
    window: Open, bot: Bot, standin: Standin, lines: int
) -> None:
    for number in range(lines):
        standin.member(BEN).say(GENERAL, f"line {number}\n" * 4)
    message_id = await posted(standin)
    page = await window(viewport=PHONE)
    await control(page, "more").hover()
    await page.mouse.down()
    before = await control(page, "more").bounding_box()
    await standin.member(ADA).press(message_id, "help:0")
    await expect(page.locator("[data-ephemeral]")).to_have_count(1)
    after = await control(page, "more").bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) <= 1  # a pressed button gives way by a pixel
    await page.mouse.up()
    await expect(page.locator(".md-h2")).to_have_text("Count 1")
    await expect(page.get_by_test_id("dismiss")).to_be_in_viewport()


async def test_a_reader_who_scrolls_is_not_brought_back(
    window: Open, bot: Bot, standin: Standin
) -> None:
    for number in range(20):
        standin.member(BEN).say(GENERAL, f"line {number}\n" * 4)
    message_id = await posted(standin)
    page = await window(viewport=PHONE)
    await control(page, "more").click()
    await expect(page.locator(".md-h2")).to_have_text("Count 1")
    await page.mouse.wheel(0, -600)
    await expect(page.get_by_test_id("jump")).to_be_visible()
    await standin.member(ADA).press(message_id, "help:1")
    await expect(page.get_by_test_id("jump")).to_have_text("1 new message")


async def test_what_the_server_refuses_is_said(window: Open, standin: Standin) -> None:
    page = await window()
    await page.evaluate(
        """async () => {
            const { tell } = await import("/page/state.js");
            tell("delete", "1");
        }"""
    )
    await expect(page.locator("#toast")).to_contain_text("sees no message 1")
