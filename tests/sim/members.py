"""What members do: the honest, the hurried, and those who mean no good.

They see what their Discord shows them, boards with buttons and forms, and press as the step's
chance will have it. What no client would let them do they do not do, but for the malicious, who
send what they like.
"""

from random import Random
from typing import Any

from bot.game.legal import legal
from bot.game.moves import (
    Bet,
    Cut,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Join,
    Leave,
    NewSession,
    NextHand,
    PassCut,
    PassInsurance,
    SitOut,
    Split,
    Stand,
    Start,
    Surrender,
)  # fmt: skip
from bot.game.table import Table
from bot.standin.acting import Acting, InvalidInput
from bot.standin.core import Core
from bot.standin.interactions import Interaction, Kind
from bot.standin.invocations import Impossible, command_named, option_tree
from bot.standin.parts import walk
from bot.standin.sample import FIRST_CHANNEL, FIRST_MEMBER, GUILD_ID
from bot.standin.wire import Json
from bot.standin.world import Message

from .house import ELSEWHERE, ELSEWHERE_CHANNEL
from .record import Record

CHANNELS = [str(FIRST_CHANNEL + number) for number in range(3)]
USERS = [str(FIRST_MEMBER + number) for number in range(8)]
ADA, BEN = USERS[:2]  # Ada manages the server, Ben may host

#: What a member who may make such a move presses; the others are pressed now and then.
_WORDS: dict[type, tuple[str, ...]] = {
    Join: ("join",), Start: ("start",), PassCut: ("nocut",), Cut: ("cut",),
    Bet: ("bet", "bet", "betpanel", "custom", "same"), Insure: ("insure", "insureother"),
    PassInsurance: ("noinsure",), EvenMoney: ("even",), Hit: ("hit",), Stand: ("stand", "stand"),
    Double: ("double",), Split: ("split", "split"), Surrender: ("surrender",),
    NextHand: ("next",), NewSession: ("new",),
}  # fmt: skip
_SELDOM: dict[type, str] = {Leave: "leave", SitOut: "sitout"}
AMOUNTS = ("5", "10", "25", "50", "100", "7", "60")
HOSTILE_TEXTS = (
    "1e9", "-5", "٣", "1" + "0" * 30, "0", "", " ", "5; DROP TABLE move", "５", "1_000", "0x10",
    "NaN", "\u202e50", "@everyone", "9" * 14, "25.5", "\x00", "null",
)  # fmt: skip
FORGED = (
    "bj:{t}:hit:{d}", "bj:{t}:stand:{d}", "bj:{t}:bet:{d}:1000000", "bj:{t}:bet:{d}:7",
    "bj:{t}:kick:{d}:{m}", "bj:{t}:close:{d}", "bj:{t}:next:{d}", "bj:{t}:start:{d}",
    "bj:{t}:double:{d}", "bj:{t}:surrender:{d}", "bj:{t}:allin:{d}:99999", "bj:{t}:betform:{d}",
    "bj:{t}:insureform:{d}", "bj:{t}:cutform:{d}", "bj:999:hit:1", "bj:{t}:hit:0", "bj:{t}:hit",
    "bj:{t}:hit:{d}:1", "bj:{t}:HIT:{d}", "bj:٣:hit:1", "bj:{t}:hit:99999999999999999999",
    "bj:", "bj:{t}:split:{d}\n", "bj:{t}:join:{d}", "bj:{t}:insure:{d}",
)  # fmt: skip


class Members:
    def __init__(self, core: Core, record: Record) -> None:
        self.core = core
        self.record = record
        self.chance = Random(0)
        self.sent: list[tuple[Interaction, Json]] = []  # with the payload, for replays
        self.old: list[tuple[Interaction, Message]] = []  # presses with their boards as they were
        self._forms: set[str] = set()  # interactions whose form was filled in

    def did(self, act: Any) -> Interaction | None:
        """Carry out what a client would let the member do."""
        try:
            interaction: Interaction = act()
        except (Impossible, InvalidInput, KeyError):
            return None
        self.record.note_press(interaction)
        for session in self.core.gateway.sessions.values():
            if session.has(interaction.guild):
                self.sent.append((interaction, session.buffer[-1][1]["d"]))
        return interaction

    # What is on the screen

    def board(self, table: Table) -> Message | None:
        return next((m for m in reversed(self._messages(table)) if m.viewer is None), None)

    def panels(self, table: Table, user: str) -> list[Message]:
        return [m for m in self._messages(table) if m.viewer == user]

    def _messages(self, table: Table) -> list[Message]:
        found = self.core.world.channel(str(table.channel))
        wanted = f"bj:{table.id}:"
        return [
            message
            for message in (found[1].messages.values() if found else ())
            if any(
                str(p.get("custom_id", "")).startswith(wanted)
                for p in walk(message.data["components"])
            )
        ]

    def buttons(self, message: Message) -> list[str]:
        return [
            part["custom_id"]
            for part in walk(message.data["components"])
            if str(part.get("custom_id", "")).startswith("bj:") and not part.get("disabled")
        ]

    # The honest

    def act(self, user: str, table: Table) -> Interaction | None:
        """Answer the table's question, if it is asked of this member; join if not seated."""
        if (form := self._open_form(user)) is not None and self.chance.random() < 0.9:
            return self.fill_in(form, self._honest_text(form))
        account = self.record.accounts.get(int(user), 0)
        kinds = {type(move) for move in legal(table, account)}
        on_panel = Bet in kinds and not table.rules.ladder and self.chance.random() < 0.7
        if on_panel and (pressed := self._on_panel(user, table)) is not None:
            return pressed
        words = [word for kind in kinds for word in _WORDS.get(kind, ())]
        words += [
            word for kind, word in _SELDOM.items() if kind in kinds and self.chance.random() < 0.02
        ]
        words.sort()  # a set of classes has no order of its own
        if "nocut" in words:
            words += ["nocut"] * 3
        board = self.board(table)
        if board is None or not words:
            return None
        return self.press(user, board, self.chance.choice(words))

    def press(self, user: str, message: Message, word: str) -> Interaction | None:
        ids = [made for made in self.buttons(message) if made.split(":")[2] == word]
        if not ids:
            return None
        return self.press_id(user, message, self.chance.choice(ids))

    def press_id(self, user: str, message: Message, custom_id: str) -> Interaction | None:
        then = Message(message.data, message.created, message.viewer)  # an edit replaces the data
        pressed = self.did(lambda: Acting(self.core, user).press(message.id, custom_id))
        if pressed is not None:
            self.old.append((pressed, then))
            del self.old[:-30]
        return pressed

    def _on_panel(self, user: str, table: Table) -> Interaction | None:
        now = f":{table.decision}"
        for panel in reversed(self.panels(table, user)):
            ids = [made for made in self.buttons(panel) if f"{now}:" in made or made.endswith(now)]
            bets = [made for made in ids if ":bet:" in made]
            if ids:
                wanted = bets if bets and self.chance.random() < 0.6 else ids
                return self.press_id(user, panel, self.chance.choice(wanted))
        return None

    def _open_form(self, user: str) -> Interaction | None:
        for interaction, _ in reversed(self.sent[-20:]):
            is_open = interaction.modal is not None and interaction.id not in self._forms
            if is_open and interaction.member.user.id == user:
                return interaction
        return None

    def _honest_text(self, form: Interaction) -> str:
        assert form.modal is not None
        if ":cutform:" in form.modal["custom_id"]:
            return self.chance.choice(("seven of hearts", "x", "é" * 20))
        return self.chance.choice(AMOUNTS)

    def fill_in(self, form: Interaction, text: str) -> Interaction | None:
        self._forms.add(form.id)
        user = form.member.user.id
        return self.did(lambda: Acting(self.core, user).fill_in(form, {"text": text}))

    def command(self, user: str, channel: str, name: str, **options: Any) -> Interaction | None:
        acting = Acting(self.core, user)

        def act() -> Interaction:
            guild, place, member = acting.place(channel)
            made = command_named(self.core.world.application, guild, place, member, "blackjack")
            return acting.command(channel, "blackjack", option_tree(made, (name,), options))

        return self.did(act)

    # The hurried

    def press_again(self) -> Interaction | None:
        """The same button of the board as it was, perhaps long gone."""
        if not self.old:
            return None
        before, message = self.chance.choice(self.old)
        return self._send(before, message, before.data["custom_id"], before.member.user.id)

    # The malicious

    def press_anothers(self) -> Interaction | None:
        if not self.old:
            return None
        before, message = self.chance.choice(self.old)
        return self._send(before, message, before.data["custom_id"], self.chance.choice(USERS))

    def press_any(self, table: Table) -> Interaction | None:
        """Whatever is enabled on the board, by whoever sits there: mostly it is another's turn."""
        board = self.board(table)
        buttons = self.buttons(board) if board is not None else []
        seated = [seat.member for seat in table.seats]
        users = [user for user, account in self.record.accounts.items() if account in seated]
        if board is None or not buttons or not users:
            return None
        return self.press_id(str(self.chance.choice(users)), board, self.chance.choice(buttons))

    def forge(self, table: Table) -> Interaction | None:
        board = self.board(table)
        if board is None:
            return None
        target = self.chance.choice(sorted(self.record.accounts.values()) or [1])
        decision = max(0, table.decision + self.chance.choice((0, 0, 0, -1, 1)))
        made = self.chance.choice(FORGED).format(t=table.id, d=decision, m=target)
        user = self.chance.choice(USERS)
        guild, channel, member = Acting(self.core, user).place(str(table.channel))
        if self.chance.random() < 0.3:  # from another server, or from another channel of this one
            if self.chance.random() < 0.5:
                guild = self.core.world.guilds[ELSEWHERE]
                channel, member = guild.channels[ELSEWHERE_CHANNEL], guild.members[user]
            else:
                channel = guild.channels[self.chance.choice(CHANNELS)]
        kind = self.chance.choice((Kind.COMPONENT, Kind.COMPONENT, Kind.MODAL))
        data: Json = {"custom_id": made, "component_type": 2}
        if kind is Kind.MODAL:
            data = {"custom_id": made, "components": self._typed()}
        return self.did(
            lambda: self.core.interactions.open(kind, guild, channel, member, data, message=board)
        )

    def _typed(self) -> Any:
        """Fields of a form that nobody opened: of any shape, with anything in them."""
        text = self.chance.choice((*HOSTILE_TEXTS, *AMOUNTS))
        field: Json = {"type": 4, "id": 2, "custom_id": "text", "value": text}
        label = {"type": 18, "id": 1, "component": field}
        return self.chance.choice(
            ([label], [label, label], [], [{"type": 1, "components": [field]}])
        )

    def hostile_text(self) -> Interaction | None:
        """Into a form that really is open."""
        for interaction, _ in reversed(self.sent[-40:]):
            if interaction.modal is not None:
                return self.fill_in(interaction, self.chance.choice(HOSTILE_TEXTS))
        return None

    def _send(
        self, before: Interaction, message: Message, custom_id: str, user: str
    ) -> Interaction | None:
        member = before.guild.members[user]
        data = {"custom_id": custom_id, "component_type": 2}
        newest = before.channel.messages.get(message.id, message)
        pressed = newest if self.chance.random() < 0.5 else message
        return self.did(
            lambda: self.core.interactions.open(
                Kind.COMPONENT, before.guild, before.channel, member, data, message=pressed
            )
        )

    # What Discord does by itself

    def deliver_again(self) -> None:
        """Interactions that were delivered before, in this life or an earlier one."""
        if not self.sent:
            return
        for _ in range(self.chance.randint(1, 3)):
            interaction, payload = self.chance.choice(self.sent[-25:])
            self.record.note(f"delivered again: {interaction.id}")
            self.record.count("replays")
            for session in self.core.gateway.sessions.values():
                if session.has(interaction.guild):
                    session.dispatch("INTERACTION_CREATE", payload)


__all__ = ["ADA", "BEN", "CHANNELS", "GUILD_ID", "USERS", "Members"]
