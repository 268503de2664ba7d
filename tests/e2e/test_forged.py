"""Interactions no button of ours sends: each is refused privately or ignored, nothing changes."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.game.table import snapshot
from bot.standin.interactions import Interaction, Kind
from bot.standin.world import Message

from .channel import ADA, BEN, CHANNEL, CHLOE, HANA, LOUNGE, Channel, Json, channel, text_of

BUTTON = 2
HUGE = 10**30


async def forged(
    here: Channel,
    member: int,
    custom_id: Any,
    *,
    kind: Kind = Kind.COMPONENT,
    message: Json | None = None,
    **data: Any,
) -> str:
    """Send an interaction as nobody's Discord would; the private answer to it, or nothing."""
    core = here.standin.core
    found = core.world.channel(str(here.id))
    assert found is not None
    guild, place = found
    filled = {"custom_id": custom_id, "component_type": BUTTON, **data}
    source = Message(message, 0) if message is not None else None
    sent = core.interactions.open(
        kind, guild, place, guild.members[str(member)], filled, message=source
    )
    await here.standin.until(lambda: sent.state != "sent", 4)
    return said(here, sent)


def said(here: Channel, sent: Interaction) -> str:
    message = sent.channel.messages.get(sent.response_id or "")
    return text_of(message.data) if message is not None and message.viewer is not None else ""


def evil_ids(table: int, decision: int) -> list[Any]:
    return [
        f"bj:{HUGE}:hit:{decision}",
        f"bj:{table}:hit:{HUGE}",
        f"bj:{table}:bet:{decision}:{HUGE}",
        f"bj:{table}:bet:{decision}:0",
        f"bj:{table}:bet:{decision}:-5",
        f"bj:{table}:bet:{decision}:1e9",
        f"bj:{table}:bet:{decision}:75",
        f"bj:{table}:bet:{decision}:600",
        f"bj:{table}:bet:{decision}:1000000000",
        f"bj:{table}:bet:{decision}:٣٠٠",
        f"bj:{table}:bet:{decision}",
        f"bj:{table}:bet:{decision}:50:50",
        f"bj:{table + 1}:bet:{decision}:50",
        f"bj:{table}:bet:{decision + 1}:50",
        f"bj:{table}:bet:{decision - 1}:50",
        f"bj:{table}:hit:{decision}",
        f"bj:{table}:split:{decision}",
        f"bj:{table}:kick:{decision}:1",
        f"bj:{table}:timeup:{decision}",
        f"bj:{table}:__class__:{decision}",
        f"bj:0{table}:bet:{decision}:50",
        f"bj:{table}:bet:{decision}:50\n",
        f"bj:{table}:BET:{decision}:50",
        "bj:",
        "bj:" + "9" * 97,
        "bj:1:\x00:1",
    ]


async def test_no_forged_id_changes_anything_and_each_is_told_why(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        await here.until_clocks_run()
        table = here.table
        before, seq = snapshot(table.state), table.seq
        ids = evil_ids(table.id, table.state.decision)
        board = here.board
        answers = await asyncio.gather(*(forged(here, BEN, i, message=board) for i in ids))
        for custom_id, answer in zip(ids, answers, strict=True):
            assert answer, custom_id
            assert "went wrong on our side" not in answer, custom_id
        assert (snapshot(table.state), table.seq) == (before, seq)


async def test_a_press_counts_on_its_own_board_only(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        lounge = Channel(here.standin, LOUNGE, here.client)
        await lounge.host(HANA)
        await here.until_clocks_run()
        table, decision = here.table, here.table.state.decision
        seqs = (table.seq, lounge.table.seq)
        bet = f"bj:{table.id}:bet:{decision}:50"
        elsewhere = [
            await forged(lounge, BEN, bet, message=lounge.board),
            await forged(lounge, BEN, bet, message=here.board),
            await forged(here, BEN, bet, message=lounge.board),
            await forged(here, BEN, bet),
            await forged(here, HANA, bet, message=here.board),
            await forged(here, HANA, f"bj:{lounge.table.id}:leave:1", message=here.board),
        ]
        for answer in elsewhere:
            assert answer
            assert "went wrong on our side" not in answer
        assert (table.seq, lounge.table.seq) == seqs


async def test_a_move_from_a_private_panel_never_draws_the_board_into_it(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        panel = (await here.command(CHLOE, "help")).message
        assert panel is not None
        before = text_of(panel)
        bet = f"bj:{here.table.id}:bet:{here.table.state.decision}:50"
        await forged(here, BEN, bet, message=panel)  # Ben can't even see it
        await here.until_right()
        assert here.table.state.seats[0].bet == 50
        (panel,) = [m for m in here.standin.messages(CHANNEL, CHLOE) if m["id"] == panel["id"]]
        assert text_of(panel) == before


async def test_a_panels_button_pressed_on_the_board_leaves_the_board_alone(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        before, table = here.text, here.table
        for word in ("chips", "allin"):
            made = f"bj:{table.id}:{word}:{table.state.decision}:100"
            assert "Your bet" in await forged(here, BEN, made, message=here.board)
        assert here.text == before


async def test_anothers_question_before_closing_closes_nothing(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.start(BEN, CHLOE)
        panel = (await here.command(BEN, "close")).message
        close = f"bj:{here.table.id}:close:{here.table.state.decision}"
        assert "Only the host" in await forged(here, CHLOE, close, message=panel)
        assert not here.table.is_closed
        await forged(here, ADA, close, message=panel)  # she manages the server
        assert here.client.casino.in_channel(CHANNEL) is None


def field(value: Any, custom_id: str = "text") -> Json:
    return {"type": 18, "component": {"type": 4, "custom_id": custom_id, "value": value}}


FORMS: list[Any] = [
    [],
    None,
    [field("x" * 10_000)],
    [field("   ")],
    [field(7)],
    [field(None)],
    [field("abc", custom_id="other")],
    [{"type": 18, "component": None}],
    [{"type": 18}],
    [None, "text", 5],
    [{"type": 1, "components": []}],
]


async def test_no_malformed_form_cuts_the_cards(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.host(BEN, CHLOE)
        await here.press(BEN, "start")
        await here.until_clocks_run()
        seq = here.table.seq
        form = f"bj:{here.table.id}:cutform:{here.table.state.decision}"
        for components in FORMS:
            answer = await forged(
                here, BEN, form, kind=Kind.MODAL, message=here.board, components=components
            )
            assert "characters" in answer, components
        assert here.table.seq == seq


async def test_a_form_without_its_message_still_counts(tmp_path: Path) -> None:
    async with channel(tmp_path) as here:
        await here.host(BEN, CHLOE)
        await here.press(BEN, "start")
        form = f"bj:{here.table.id}:cutform:{here.table.state.decision}"
        two = [field("left hand"), field("right hand")]
        answer = await forged(here, BEN, form, kind=Kind.MODAL, components=two)
        assert "Go to the table" in answer
        await here.until_right()
        assert "has cut" in here.text


COMMANDS: list[Json] = [
    {"name": "poker"},
    {"name": "blackjack"},
    {"name": "blackjack", "options": []},
    {"name": "blackjack", "options": [{"type": 1, "name": "cheat", "options": []}]},
    {"name": "blackjack", "options": [{"type": 1, "name": "kick", "options": []}]},
    {
        "name": "blackjack",
        "options": [
            {"type": 1, "name": "kick", "options": [{"type": 6, "name": "member", "value": "1"}]}
        ],
    },
    {
        "name": "blackjack",
        "options": [
            {"type": 1, "name": "host", "options": [{"type": 3, "name": "table", "value": "x"}]}
        ],
    },
]


@pytest.mark.parametrize("data", COMMANDS, ids=str)
async def test_a_command_that_is_not_ours_is_refused_kindly(tmp_path: Path, data: Json) -> None:
    async with channel(tmp_path) as here:
        core = here.standin.core
        found = core.world.channel(str(CHANNEL))
        assert found is not None
        guild, place = found
        full = {"id": "1", "type": 1, **data}
        sent = core.interactions.open(Kind.COMMAND, guild, place, guild.members[str(BEN)], full)
        await here.standin.until(lambda: sent.state != "sent", 4)
        assert any(words in said(here, sent) for words in ("has just changed", "is no table"))
        assert here.client.casino.tables == {}
