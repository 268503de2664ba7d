"""Every row of the error table, met on the stand-in; which callback answers what; and 429s."""

import io
from collections.abc import AsyncIterator, Awaitable, Callable

import discord
import pytest

from bot.standin.errors import Problem
from bot.standin.faults import Fault
from bot.standin.interactions import Interaction, Kind
from bot.standin.interactions import Reply as Callback
from bot.standin.permissions import Permission
from bot.standin.sample import BOT_ID, QUIET_ID, STAFF_ID
from bot.standin.wire import Json
from bot.standin.world import Picture
from tests.standin.conftest import ADA, GENERAL, GUILD, Client, Standin, running
from tests.standin.samples import command, entry, label, modal
from tests.standin.scene import COMMANDS, EMOJIS, MESSAGES, Reply, Scene, scene
from tests.standin.test_limits_in_use import create_commands, edit_after, own_emojis

Meet = Callable[[Scene], Awaitable[Reply]]


def asking(method: str, path: str, body: object = None, token: str | None = None) -> Meet:
    """A refusal that one request is enough for."""

    async def meet(there: Scene) -> Reply:
        return await there.ask(method, path, body, token=token or there.standin.token)

    return meet


async def sending_too_fast(there: Scene) -> Reply:
    for _ in range(5):
        await there.posted()
    return await there.post({"content": "x"})


async def a_member_who_left(there: Scene) -> Reply:
    there.standin.editing.remove_member(GUILD, ADA)
    return await there.ask("GET", f"/guilds/{GUILD}/members/{ADA}")


async def a_deleted_message(there: Scene) -> Reply:
    message_id = await there.posted()
    there.standin.editing.delete_message(message_id)
    return await there.edit(message_id)


async def a_follow_up_before_the_answer(there: Scene) -> Reply:
    return await there.follow_up(there.interaction())


async def an_answer_too_late(there: Scene) -> Reply:
    interaction = there.interaction()
    await there.clock.advance(3.001)
    return await there.answer(interaction, 4, {"content": "x"})


async def too_many_emojis(there: Scene) -> Reply:
    return await own_emojis(there, 2001)


async def too_many_files(there: Scene) -> Reply:
    return await there.post({"files": [Picture("x.png", "", b"x")] * 11})


async def too_many_commands(there: Scene) -> Reply:
    for n in range(15):
        await there.register({"type": 2, "name": f"Menu {n}"})
    return await there.register({"type": 2, "name": "One more"})


async def too_many_new_commands(there: Scene) -> Reply:
    return await create_commands(there, 201)


async def an_edit_after_an_hour(there: Scene) -> Reply:
    return await edit_after(there, 3_600_001)


async def too_many_bytes(there: Scene) -> Reply:
    body = io.BytesIO(bytes(25 * 1024 * 1024 + 1))
    return await there.ask("POST", MESSAGES, data=body)


async def a_name_twice(there: Scene) -> Reply:
    await there.register(command(name="one"))
    two = await there.register(command(name="two"))
    return await there.ask("PATCH", f"{COMMANDS}/{two.body['id']}", {"name": "one"})


async def a_second_answer(there: Scene) -> Reply:
    interaction = there.interaction()
    await there.answer(interaction, 5)
    return await there.answer(interaction, 4, {"content": "x"})


async def somebody_else_s_message(there: Scene) -> Reply:
    return await there.edit(there.standin.member(ADA).say(GENERAL, "mine")["id"])


async def a_token_too_old(there: Scene) -> Reply:
    interaction = there.interaction()
    await there.answer(interaction, 5)
    await there.clock.advance(15 * 60 + 1)
    return await there.follow_up(interaction)


async def an_edit_in_an_archived_thread(there: Scene) -> Reply:
    thread = there.standin.editing.add_thread(GENERAL, "side table")
    path = f"/channels/{thread.id}/messages"
    message = await there.ask("POST", path, {"content": "x"})
    there.standin.editing.archive_thread(thread.id)
    return await there.ask("PATCH", f"{path}/{message.body['id']}", {"content": "y"})


async def a_message_in_a_locked_thread(there: Scene) -> Reply:
    thread = there.standin.editing.add_thread(GENERAL, "side table")
    there.standin.editing.archive_thread(thread.id, locked=True)
    return await there.ask("POST", f"/channels/{thread.id}/messages", {"content": "x"})


async def a_reply_without_history(there: Scene) -> Reply:
    message_id = await there.posted()
    deny = Permission.READ_MESSAGE_HISTORY
    there.standin.editing.set_overwrite(GENERAL, BOT_ID, deny=deny)
    return await there.post({"content": "x", "message_reference": {"message_id": message_id}})


MEETINGS: dict[Problem, Meet] = {
    Problem.NOT_FOUND: asking("GET", "/no/such/route"),
    Problem.UNAUTHORIZED: asking("GET", "/users/@me", token="wrong"),
    Problem.RATE_LIMITED: sending_too_fast,
    Problem.UNKNOWN_APPLICATION: asking("GET", "/applications/1/commands"),
    Problem.UNKNOWN_CHANNEL: asking("POST", "/channels/1/messages", {"content": "x"}),
    Problem.UNKNOWN_GUILD: asking("GET", "/guilds/1"),
    Problem.UNKNOWN_MEMBER: a_member_who_left,
    Problem.UNKNOWN_MESSAGE: a_deleted_message,
    Problem.UNKNOWN_ROLE: asking("GET", f"/guilds/{GUILD}/roles/1"),
    Problem.UNKNOWN_USER: asking("GET", "/users/1"),
    Problem.UNKNOWN_EMOJI: asking("GET", f"{EMOJIS}/1"),
    Problem.UNKNOWN_WEBHOOK: a_follow_up_before_the_answer,
    Problem.UNKNOWN_INTERACTION: an_answer_too_late,
    Problem.UNKNOWN_COMMAND: asking("DELETE", f"{COMMANDS}/1"),
    Problem.MAX_EMOJIS: too_many_emojis,
    Problem.MAX_FILES: too_many_files,
    Problem.MAX_COMMANDS: too_many_commands,
    Problem.DAILY_COMMANDS: too_many_new_commands,
    Problem.OLD_EDITS: an_edit_after_an_hour,
    Problem.ENTITY_TOO_LARGE: too_many_bytes,
    Problem.NAME_TAKEN: a_name_twice,
    Problem.ALREADY_ACKNOWLEDGED: a_second_answer,
    Problem.MISSING_ACCESS: asking("POST", f"/channels/{STAFF_ID}/messages", {"content": "x"}),
    Problem.FOREIGN_MESSAGE: somebody_else_s_message,
    Problem.EMPTY_MESSAGE: asking("POST", MESSAGES, {"content": ""}),
    Problem.MISSING_PERMISSIONS: asking("POST", f"/channels/{QUIET_ID}/messages", {"content": "x"}),
    Problem.INVALID_WEBHOOK_TOKEN: a_token_too_old,
    Problem.INVALID_FORM: asking("POST", MESSAGES, {"content": "x" * 2001}),
    Problem.THREAD_ARCHIVED: an_edit_in_an_archived_thread,
    Problem.BROKEN_JSON: asking("POST", MESSAGES, []),
    Problem.CANNOT_REPLY_WITHOUT_HISTORY: a_reply_without_history,
    Problem.THREAD_LOCKED: a_message_in_a_locked_thread,
}


def test_every_row_has_a_source_and_a_test() -> None:
    assert MEETINGS.keys() == set(Problem)
    assert all("#" in problem.value.source for problem in Problem)


@pytest.mark.parametrize("problem", MEETINGS, ids=lambda problem: problem.name)
async def test_a_refusal_has_its_status_code_and_words(problem: Problem) -> None:
    async with scene(limits=True) as there:
        reply = await MEETINGS[problem](there)
    assert (reply.status, reply.code) == (problem.value.status, problem.value.code)
    assert reply.body["message"] == problem.value.message
    # Without `Via` a library takes a 429 for the ban of an address.
    assert ("Via" in reply.headers) == (reply.status == 429)
    assert ("retry_after" in reply.body) == (reply.status == 429)
    assert ("errors" in reply.body) == (reply.code == 50035)


# Docs: interactions/receiving-and-responding#interaction-response-object-interaction-callback-type
ANSWERS = {
    Kind.COMMAND: {4, 5, 9},
    Kind.COMPONENT: {4, 5, 6, 7, 9},
    Kind.AUTOCOMPLETE: {8},
    Kind.MODAL: {4, 5, 6, 7},
}
DATA: dict[Callback, Json] = {
    Callback.MESSAGE: {"content": "x"},
    Callback.UPDATE: {"content": "y"},
    Callback.AUTOCOMPLETE: {"choices": []},
    Callback.MODAL: modal(label(entry())),
}


async def acted(there: Scene, kind: Kind) -> Interaction:
    """An interaction of that kind; presses, and forms opened by one, have a message."""
    about = {}
    if kind in (Kind.COMPONENT, Kind.MODAL):
        message_id = await there.posted()
        about["message"] = there.standin.world.guilds[GUILD].channels[GENERAL].messages[message_id]
    return there.interaction(kind, **about)


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.name)
async def test_each_kind_of_interaction_takes_its_kinds_of_answer(kind: Kind) -> None:
    taken = set()
    async with scene() as there:
        for callback in Callback:
            reply = await there.answer(await acted(there, kind), callback, DATA.get(callback))
            assert reply.code in (None, 50035), reply
            if reply.code is None:
                taken.add(callback)
            else:
                assert list(reply.body["errors"]) == ["type"]
    assert taken == ANSWERS[kind]


async def test_a_form_opened_by_a_command_has_no_message_to_update() -> None:
    async with scene() as there:
        for callback in (Callback.UPDATE, Callback.DEFERRED_UPDATE):
            form = there.interaction(Kind.MODAL)
            assert (await there.answer(form, callback, {"content": "y"})).code == 50035
            assert (await there.answer(form, Callback.MESSAGE, {"content": "x"})).code is None


@pytest.fixture
async def channel(standin: Standin) -> AsyncIterator[discord.TextChannel]:
    client = Client()
    async with running(client):
        found = client.get_channel(int(GENERAL))
        assert isinstance(found, discord.TextChannel)
        yield found


async def test_a_429_with_via_is_waited_for(standin: Standin, channel: discord.TextChannel) -> None:
    standin.faults.add(Fault("POST /channels/{channel_id}/messages", retry_after=0.01))
    await channel.send("patience")
    assert len(standin.messages(GENERAL)) == 1


async def test_a_429_without_via_is_given_up_at_once(
    standin: Standin, channel: discord.TextChannel
) -> None:
    body = {"message": "banned", "code": 0, "retry_after": 600, "global": True}
    standin.faults.add(Fault("POST /channels/{channel_id}/messages", status=429, body=body))
    with pytest.raises(discord.HTTPException) as refused:
        await channel.send("no patience")
    assert refused.value.status == 429
    assert standin.messages(GENERAL) == []
