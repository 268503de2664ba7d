"""The page's socket, frame by frame: what a window is told, and what it may do."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import WSMsgType

from bot.standin.page_socket import Control
from bot.standin.sample import BOT_ID, STAFF_ID
from bot.standin.wire import Json
from tests.standin.conftest import (
    ADA,
    BEN,
    CHLOE,
    GENERAL,
    GUILD,
    Client,
    Standin,
    running,
)


class Window:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse, hello: Json) -> None:
        self.socket = socket
        self.hello = hello

    async def send(self, kind: str, **data: Any) -> None:
        await self.socket.send_json({"t": kind, "d": data})

    async def until(self, kind: str, **wanted: Any) -> Json:
        """The next frame of that kind with those values; others are passed over."""
        while True:
            frame = await self.socket.receive_json(timeout=5)
            data: Json = frame["d"]
            if frame["t"] == kind and all(data.get(key) == wanted[key] for key in wanted):
                return data

    def command_id(self, name: str) -> str:
        return str(next(c["id"] for c in self.hello["commands"] if c["name"] == name))


@asynccontextmanager
async def window(standin: Standin, member: str = "") -> AsyncIterator[Window]:
    query = f"?member={member}" if member else ""
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{standin.base_url}/page/ws{query}") as socket,
    ):
        hello = await socket.receive_json(timeout=5)
        assert hello["t"] == "hello"
        yield Window(socket, hello["d"])


class Form(discord.ui.Modal, title="Form"):
    field: discord.ui.Label[Any] = discord.ui.Label(
        text="Field", component=discord.ui.TextInput(custom_id="field")
    )


def page_bot() -> Client:
    client = Client()

    @client.tree.command()
    async def whisper(interaction: discord.Interaction) -> None:
        """Answers in private."""
        await interaction.response.send_message("psst", ephemeral=True)

    @client.tree.command()
    async def form(interaction: discord.Interaction) -> None:
        """Opens a form."""
        opened = Form(custom_id="form")
        opened.stop()
        await interaction.response.send_modal(opened)

    @client.tree.command()
    async def slow(interaction: discord.Interaction) -> None:
        """Thinks first."""
        await interaction.response.defer()
        await interaction.edit_original_response(content="thought")

    @client.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.modal_submit:
            await interaction.response.send_message("got it")

    return client


async def test_a_window_is_told_what_its_member_sees(standin: Standin) -> None:
    async with running(page_bot()), window(standin, BEN) as ben, window(standin) as first:
        assert ben.hello["me"] == BEN
        assert [c["name"] for c in ben.hello["channels"]] == ["general", "lounge", "quiet"]
        assert {c["name"] for c in ben.hello["commands"]} == {"whisper", "form", "slow"}
        assert ben.hello["application"] == {"id": BOT_ID, "name": "Bot", "online": True}
        assert first.hello["me"] == ADA
        assert "staff" in [c["name"] for c in first.hello["channels"]]
        assert ben.hello["server_time"] > 1_700_000_000_000


async def test_private_answers_reach_one_window_only(standin: Standin) -> None:
    async with running(page_bot()), window(standin, BEN) as ben, window(standin, CHLOE) as chloe:
        command_id = ben.command_id("whisper")
        await ben.send("command", nonce="1", channel_id=GENERAL, command_id=command_id, options=[])
        message = (await ben.until("message_create"))["message"]
        await ben.until("interaction", nonce="1", state="done")
        standin.member(CHLOE).say(GENERAL, "for all")
        assert (await chloe.until("message_create"))["message"]["content"] == "for all"
        await ben.send("open", channel_id=GENERAL)
        history = await ben.until("history")
        assert [m["id"] for m in history["ephemeral"]] == [message["id"]]
        assert [m["content"] for m in history["messages"]] == ["for all"]
        await ben.send("dismiss", message_id=message["id"])
        await ben.until("message_delete", id=message["id"])


async def test_thinking_forms_and_mistakes_are_told(standin: Standin) -> None:
    async with running(page_bot()), window(standin, BEN) as ben:
        for nonce, name in (("1", "slow"), ("2", "form")):
            command_id = ben.command_id(name)
            await ben.send(
                "command", nonce=nonce, channel_id=GENERAL, command_id=command_id, options=[]
            )
            state = "thinking" if name == "slow" else "modal"
            answer = await ben.until("interaction", nonce=nonce, state=state)
        submit = {
            "interaction_id": answer["interaction_id"],
            "custom_id": "form",
            "components": [
                {"type": 18, "component": {"type": 4, "custom_id": "field", "value": ""}}
            ],
        }
        await ben.send("modal_submit", nonce="3", **submit)
        wrong = await ben.until("interaction", nonce="3", state="invalid")
        assert wrong["errors"] == {"field": "This field is required."}
        submit["components"][0]["component"]["value"] = "x"
        await ben.send("modal_submit", nonce="4", **submit)
        await ben.until("interaction", nonce="4", state="done")
        await ben.send("command", nonce="5", channel_id=STAFF_ID, command_id="1", options=[])
        hidden = await ben.until("interaction", nonce="5", state="invalid")
        assert "cannot see" in hidden["errors"]["message"]
        await ben.send("nonsense")
        await ben.socket.send_str("not json")
        await ben.send("say", channel_id=GENERAL, content="still here")
        await ben.until("message_create")


JUNK: list[Any] = [
    *(None, True, -1, 0.5, 1 << 70, "", "0", "x" * 5000, [], [None], [[]], {}, {"a": None}),
    *([{}], [{"type": 1}], [{"type": []}], [{"name": "x", "type": 1, "options": [1]}]),
    *([{"name": "x", "type": 3, "value": {}}], [{"name": {}, "type": 3, "focused": True}]),
    *([{"type": 18, "component": []}], [{"custom_id": [], "values": [{}]}]),
]


def malformed(command_id: str, message_id: str, form_id: str) -> Iterator[tuple[str, Json]]:
    """Every kind of frame, with every piece of junk in the place of every one of its parts."""
    command = {"channel_id": GENERAL, "command_id": command_id, "options": []}
    press = {"message_id": message_id, "custom_id": "b"}
    for kind, parts in (
        ("open", {"channel_id": GENERAL}),
        ("command", {**command, "target_id": message_id}),
        ("autocomplete", command),
        ("press", {**press, "component_type": 2}),
        ("press", {**press, "component_type": 3, "values": ["x"]}),
        ("modal_submit", {"interaction_id": form_id, "components": []}),
        ("dismiss", {"message_id": message_id}),
        ("say", {"channel_id": GENERAL, "content": "x" * 2001}),
        ("delete", {"message_id": "1"}),
        ("typing", {"channel_id": GENERAL}),
        ("control", {"action": "kill"}),
    ):
        for name in parts:
            yield kind, {key: parts[key] for key in parts if key != name}
            for junk in JUNK:
                yield kind, {**parts, name: junk}


async def test_no_malformed_frame_ends_a_window(
    standin: Standin, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(page_bot()), window(standin, BEN) as ben:
        result = await standin.member(BEN).command(GENERAL, "form")
        said = standin.member(ADA).say(GENERAL, "hello")
        parts = ben.command_id("slow"), said["id"], result.interaction.id
        for kind, data in malformed(*parts):
            await ben.send(kind, **data)
            await ben.send(kind, **data, nonce="1")
        await ben.send("say", channel_id=GENERAL, content="still here")
        while (await ben.until("message_create"))["message"]["content"] != "still here":
            pass
    # Some of the frames are good enough for the bot, which may still be at work on them.
    ours = [record for record in caplog.records if not record.name.startswith("discord")]
    assert [record for record in ours if record.exc_info] == []
    assert any("makes no sense" in record.getMessage() for record in ours)


@pytest.mark.parametrize(
    "text",
    [
        *("", "not json", "1", "null", "[]", "{}", '{"t":"say"}', '{"t":"say","d":[]}'),
        *('{"t":[],"d":{}}', '{"t":"nonsense","d":{}}', "[" * 100_000, b"\xff"),
        '{"t":"say","d":{"channel_id":"' + GENERAL + '","content":"\\ud800"}}',
        '{"t":"command","d":{"channel_id":1e999,"command_id":NaN}}',
        '{"t":"say","d":{"channel_id":"' + GENERAL + '","content":"' + "x" * 2001 + '"}}',
        '{"t":"say","d":{"channel_id":"' + GENERAL + '","content":" "}}',
        '{"t":"control","d":{"action":"missing"}}',
    ],
)
async def test_a_frame_that_means_nothing_is_answered_with_an_error(
    standin: Standin, text: str | bytes
) -> None:
    async with window(standin, BEN) as ben, window(standin, ADA) as ada:
        frame = text if isinstance(text, bytes) else text.encode()
        await ben.socket.send_frame(
            frame, WSMsgType.TEXT if isinstance(text, str) else WSMsgType.BINARY
        )
        assert (await ben.until("error"))["errors"]["message"]
        await ben.send("say", channel_id=GENERAL, content="still here")
        for each in (ben, ada):
            assert (await each.until("message_create"))["message"]["content"] == "still here"


async def test_a_control_that_fails_leaves_the_window_open(
    standin: Standin, caplog: pytest.LogCaptureFixture
) -> None:
    async def act() -> None:
        raise OSError("no such process")

    standin.controls.append(Control("kill", "Kill the bot", act))
    async with window(standin, BEN) as ben:
        await ben.send("control", action="kill")
        assert "failed" in (await ben.until("error"))["errors"]["message"]
        await ben.send("open", channel_id=GENERAL)
        await ben.until("history")
    assert [record.levelname for record in caplog.records] == ["ERROR"]


async def test_a_window_hears_of_presence_commands_and_the_world(standin: Standin) -> None:
    async with window(standin, BEN) as ben:
        assert ben.hello["commands"] == []
        async with running(page_bot()):
            assert len((await ben.until("commands"))["commands"]) == 3
            assert (await ben.until("presence"))["application"] == {"online": True}
            bot = [m for m in (await ben.until("world"))["members"] if m["bot"]]
            assert bot[0]["online"]
            role = standin.editing.add_role(GUILD, "New")
            world = await ben.until("world")
            assert role.id in [r["id"] for r in world["roles"]]
        assert (await ben.until("presence"))["application"] == {"online": False}
        standin.editing.remove_member(GUILD, BEN)
        while not ben.socket.closed:
            await ben.socket.receive(timeout=5)
        assert ben.socket.close_code == 4001


async def test_without_a_bot_a_command_fails(standin: Standin) -> None:
    async with running(page_bot()):
        pass
    standin.gateway.invalidate_sessions()
    async with window(standin, BEN) as ben:
        assert ben.hello["application"]["online"] is False
        command_id = ben.command_id("slow")
        await ben.send("command", nonce="1", channel_id=GENERAL, command_id=command_id, options=[])
        await ben.until("interaction", nonce="1", state="failed")


async def test_controls_call_the_host_program(standin: Standin) -> None:
    called = []

    async def act() -> None:
        called.append("kill")

    standin.controls.append(Control("kill", "Kill the bot", act, danger=True))
    async with window(standin, BEN) as ben:
        assert ben.hello["controls"] == [{"id": "kill", "label": "Kill the bot", "danger": True}]
        await ben.send("control", action="kill")
        await standin.until(lambda: called)


async def test_pictures_and_page_files_are_served(standin: Standin) -> None:
    async with aiohttp.ClientSession() as http:
        for path, status in (
            ("/", 200),
            ("/page/style.css", 200),
            ("/page/nothing.js", 404),
            ("/page/..%2fserver.py", 404),
            ("/emojis/1.png", 404),
            ("/attachments/1/2/x.png", 404),
        ):
            async with http.get(standin.base_url + path) as response:
                assert (path, response.status) == (path, status)


async def test_another_site_cannot_open_a_window(standin: Standin) -> None:
    async with aiohttp.ClientSession() as http:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await http.ws_connect(
                f"{standin.base_url}/page/ws", headers={"Origin": "https://elsewhere.example"}
            )
