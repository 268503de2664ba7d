"""The promises of the house, one function each: what is seen from outside is held against them.

They know what was committed, sent, logged and pressed (`record`), and nothing of how the bot came
to it. Numbers are those of the list of promises; P9 and P17 to P19 have tests of their own.
"""

import base64
import logging
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bot.game.cards import DECK
from bot.game.moves import (
    Bet,
    Close,
    Cut,
    Double,
    Hit,
    Join,
    NextHand,
    Open,
    PassCut,
    Resume,
    Split,
    Stand,
    Start,
    Surrender,
    TimeUp,
)  # fmt: skip
from bot.game.play import HOUSE, MINT, balances
from bot.game.rules import TABLES
from bot.game.shoe import salt, shoe_key
from bot.game.table import Phase, Result, Table
from bot.game.view import public
from bot.render.board import board
from bot.render.faces import TEXT_FACES
from bot.render.ids import parse
from bot.render.paused import paused_board
from bot.screens import as_best
from bot.words import words_for

from .record import Played, Record, Sent

WORDS = words_for("en")
GRACE = 30.0  # s
DEALT = (Phase.INSURANCE, Phase.PLAYING)
TURN = (Hit, Stand, Double, Split, Surrender)
_CARD = re.compile(r"(?:10|[2-9AJQK])[♠♥♦♣]\ufe0e")
_FACE = {card: TEXT_FACES[card].strip("`") for card in range(DECK)}
_SECONDS = re.compile(r"\*\*\d+ (?:s|min)\*\*.*<t:")
#: What the bot says only when a move was made.
_DONE = {WORDS.say(key) for key in ("joined", "left", "left_after_hand", "closed")} | {
    WORDS.say("rebought", chips=WORDS.number(rules.chips)) for rules in TABLES.values()
}
BACK = 80  # states a late board may be old


class Promises:
    def __init__(self, record: Record) -> None:
        self.record = record
        record.promises = self
        self._answered: set[tuple[Any, ...]] = set()
        self._opened: dict[tuple[int, int], tuple[float, float]] = {}
        self._looks: dict[int, tuple[int, list[str]]] = {}
        self._secrets: dict[bytes, list[str]] = {}

    def on_play(self, played: Played) -> None:
        self.p16_bounds()
        for check in (
            self.p1_ledger, self.p2_nothing_negative, self.p3_once, self.p6_no_refund,
            self.p8_owner, self.p10_one_settlement, self.p12_clock, self.p13_doubt,
        ):  # fmt: skip
            check(played)

    def on_send(self, sent: Sent) -> None:
        matched = self.p4_saved_first(sent) if sent.is_board else None
        self.p4_said_after(sent)
        self.p7_no_secret(sent.path + " " + sent.text, sent.path)
        self.p7_no_card(sent, matched)

    def on_log(self, line: logging.LogRecord, text: str) -> None:
        shown = text + (str(line.exc_info[1]) if line.exc_info else "")
        self.p7_no_secret(shown, "the log")
        if _CARD.search(shown):
            self.breaks("P7", f"a card in the log: {text}")
        if line.exc_info and line.levelno >= logging.ERROR and line.name.startswith("bot."):
            self.breaks("bug", f"{text}: {line.exc_info[1]!r}")

    def breaks(self, promise: str, why: str) -> None:
        self.record.breaks(promise, why)

    # P1, P2: the ledger

    def p1_ledger(self, played: Played) -> None:
        rows = self.record.rows(
            "SELECT account, chips FROM balance WHERE table_id = ? AND chips <> 0", played.table
        )
        ledger = dict(rows)
        if sum(ledger.values()) != 0:
            self.breaks("P1", f"table {played.table}: the ledger sums to {sum(ledger.values())}")
        held = {name: chips for name, chips in ledger.items() if name not in (MINT, HOUSE)}
        if held != balances(played.after):
            self.breaks("P1", f"table {played.table}: {held} booked, {balances(played.after)} held")

    def p2_nothing_negative(self, played: Played) -> None:
        table = played.after
        chips = [table.bank, *(min(s.chips, s.bet, s.insurance) for s in table.seats)]
        if min(chips) < 0:
            self.breaks("P2", f"table {table.id}: chips below zero")

    # P3: each press and each decision once

    def p3_once(self, played: Played) -> None:
        move = played.move
        keys: list[tuple[Any, ...]] = []
        if played.press is not None:
            keys.append(("press", played.press))
        parks = isinstance(move, TimeUp) and played.after.decision == move.decision
        if isinstance(move, (*TURN, NextHand, TimeUp)) and not parks:  # the question stays open
            keys.append(("decision", played.table, move.decision))
        elif isinstance(move, Cut | PassCut):
            keys.append(("cut", played.table, move.decision, move.member))
        for key in keys:
            if key in self._answered:
                self.breaks("P3", f"{key} was applied twice, the second time as {move}")
            self._answered.add(key)

    # P4: save, then show

    def p4_saved_first(self, sent: Sent) -> Played | None:
        """The committed state that draws this board; there must be one."""
        look = looks(components(sent))
        tables = {found.table for part in look if part and (found := parse(part.split(" ")[0]))}
        if len(tables) != 1:
            candidates = [plays[-1].table for plays in self.record.plays.values()]
        else:
            candidates = list(tables)
        for table in candidates:
            for played in reversed(self.record.plays.get(table, [])[-BACK:]):
                if look in self._drawings(played):
                    return played
        self.breaks("P4", f"no committed state draws this board: {sent.path} {look}")
        return None

    def _drawings(self, played: Played) -> Iterator[list[str]]:
        """The board of that state, in play and, from a house that is closing, paused."""
        live = self.record.live(played.table)
        names = live.names if live else {}
        best = [as_best(run) for run in live.best] if live else []
        for draw in (board, paused_board):
            made = draw(
                public(played.after), names, WORDS, TEXT_FACES, self.record.bot_time(), best
            )
            yield looks(made.to_components())  # type: ignore[no-untyped-call]

    def p4_said_after(self, sent: Sent) -> None:
        """That something is done is said when it is saved."""
        about = sent.interaction
        if about is None or not isinstance(sent.body, dict):
            return
        said = {str(p.get("content")) for p in walk(components(sent)) if p.get("content")}
        if said & _DONE and ("press", int(about.id)) not in self._answered:
            self.breaks("P4", f"said before it was saved: {said & _DONE}")

    # P6: what was dealt is played

    def p6_no_refund(self, played: Played) -> None:
        if played.before is None or played.before.phase not in DEALT:
            return
        for event in played.events:
            if event.get("type") == "ChipsMoved" and event["why"] in ("bet_returned", "void"):
                self.breaks("P6", f"table {played.table}: a dealt hand's bet came back: {event}")
        if played.after.hand != played.before.hand or played.after.phase is Phase.BETTING:
            settled = any(event.get("type") == "HandFinished" for event in played.events)
            if not settled:
                self.breaks("P6", f"table {played.table}: a hand was never finished")

    # P8: only the owner, in turn, here, now

    def p8_owner(self, played: Played) -> None:
        move, before = played.move, played.before
        if played.press is None:
            if isinstance(move, Bet) and self._was_repeated(played):
                return
            if not isinstance(move, Open | TimeUp | Resume | Close | Join | Start):
                self.breaks("P8", f"nobody pressed {move}")
            return
        press = self.record.presses.get(played.press)
        member = getattr(move, "member", None)
        if press is None or member != self.record.accounts.get(press.user):
            self.breaks("P8", f"{move} was not pressed by that member")
            return
        if before is None or (press.channel, press.guild) != (before.channel, played.guild):
            self.breaks("P8", f"{move} was pressed elsewhere")
        found = parse(press.custom_id) if press.custom_id else None
        if found is not None and found.table != played.table:
            self.breaks("P8", f"{move} was pressed at table {found.table}")
        decision = getattr(move, "decision", None)
        if before is not None and decision is not None:
            named = found.decision if found else decision
            if found and found.move == "again" and isinstance(move, Bet):
                named += 1  # the press answers the result, its bet the question behind
            if decision != before.decision or named != decision:
                self.breaks("P8", f"{move} answers another question than {before.decision}")
            if isinstance(move, TURN) and (before.turn is None or before.turn.member != member):
                self.breaks("P8", f"{move} out of turn")

    def _was_repeated(self, played: Played) -> bool:
        """Whether the bet is the second half of Same bet at a result: one press makes two moves."""
        bet, before = played.move, self.record.plays[played.table]
        opened = [p for p in before if isinstance(p.move, NextHand) and p.press is not None]
        press = self.record.presses.get(opened[-1].press or 0) if opened else None
        found = parse(press.custom_id) if press is not None and press.custom_id else None
        return (
            isinstance(bet, Bet)
            and press is not None
            and found is not None
            and (found.table, found.move) == (played.table, "again")
            and found.decision + 1 == bet.decision
            and self.record.accounts.get(press.user) == bet.member
        )

    # P10: a hand settles at once

    def p10_one_settlement(self, played: Played) -> None:
        table = played.after
        hands = [hand for seat in table.seats for hand in seat.hands]
        if table.phase is Phase.PLAYING:
            compared = (Result.WIN, Result.PUSH, Result.LOSE)
            if any(hand.settled and hand.result in compared for hand in hands):
                self.breaks("P10", f"table {table.id}: some hands are settled, others not")
        elif table.phase is Phase.RESULT and not all(hand.settled for hand in hands):
            self.breaks("P10", f"table {table.id}: a result with a hand that is not settled")

    # P12: our absence fires no deadline

    def p12_clock(self, played: Played) -> None:
        table, before, move = played.after, played.before, played.move
        if isinstance(move, TimeUp) and before is not None:
            opened, seconds = self._opened.get((before.id, before.decision), (0.0, 0.0))
            absent = any(end is None or end > opened for _, end in self.record.offline)
            if not absent and played.at < opened + seconds - 0.01:
                self.breaks("P12", f"{move} after {played.at - opened:.2f} s of {seconds} s")
            for start, end in self.record.offline:
                assert start is not None
                if end is None and played.at > start + 8:
                    self.breaks("P12", f"{move} while nobody could press")
                early = end is not None and max(opened, played.at - GRACE + 0.01) < end
                if end is not None and early and played.at >= start + 8:  # not saved as it broke
                    self.breaks("P12", f"{move} {played.at - end:.2f} s after an absence")
        key = (table.id, table.decision)
        changed = before is None or before.deadline != table.deadline
        if table.deadline is not None and changed and not isinstance(move, Resume):
            waited = (self.record.bot_time() - move.at) / 1000  # for a slow disk
            self._opened[key] = (played.at - waited, (table.deadline - move.at) / 1000)

    # P13: in doubt, stop

    def p13_doubt(self, played: Played) -> None:
        if self.record.doubtful == self.record.lives:
            self.breaks("P13", f"{played.move} was saved after a COMMIT that nobody knows of")

    # P7: no secret leaves

    def p7_no_secret(self, text: str, where: str) -> None:
        for seed in self.record.house.seeds:
            for form in self._forms(seed):
                if form in text and not self._may_show(seed):
                    self.breaks("P7", f"a seed in {where}")
        for played in self.record.open_tables():
            for form in self._sealed(played):
                if form in text:
                    self.breaks("P7", f"a key, salt or the coming cards in {where}")

    def _forms(self, seed: bytes) -> list[str]:
        if seed not in self._secrets:
            self._secrets[seed] = spellings(seed)
        return self._secrets[seed]

    def _may_show(self, seed: bytes) -> bool:
        """Once its shoe is out of play; never a shoe's with which a hand is under way."""
        for plays in self.record.plays.values():
            table = plays[-1].after
            if table.next_shoe is not None and table.next_shoe.seed == seed:
                return table.phase is Phase.CLOSED  # it will never be opened
            if table.shoe is not None and table.shoe.seed == seed:
                return table.shoe.is_revealed and table.phase not in DEALT
        return any(
            played.after.shoe is not None and played.after.shoe.seed == seed
            for plays in self.record.plays.values()
            for played in plays
        )

    def _sealed(self, played: Played) -> list[str]:
        """Of the shoe in play: its key, the salts of what comes, the next cards in a row."""
        shoe = played.after.shoe
        if shoe is None or shoe.is_revealed or not shoe.order:
            return []
        key = shoe_key(shoe)
        coming = list(shoe.order[shoe.dealt : shoe.dealt + 4])
        found = [*spellings(key), *spellings(salt(key, shoe.dealt))]
        if len(coming) == 4:
            found += [",".join(map(str, coming)), ", ".join(map(str, coming))]
        return found

    def p7_no_card(self, sent: Sent, matched: Played | None) -> None:
        """Only cards that lie open, and each as often as it lies there."""
        shown = Counter(_CARD.findall(sent.text))
        if not shown:
            return
        if sent.is_board:
            states = [matched.after] if matched is not None else []
        else:
            channel = sent.interaction.channel.id if sent.interaction else ""
            plays = [p for p in self.record.plays.values() if str(p[-1].after.channel) == channel]
            states = [played.after for table in plays for played in table[-5:]]
        if states and not any(shown <= Counter(visible(state)) for state in states):
            self.breaks("P7", f"cards that nobody may see yet: {dict(shown)} in {sent.path}")

    # P5: after a crash everything is as it was

    def p5_same_again(self) -> None:
        client = self.record.house.client
        assert client is not None
        saved = {played.table: played for played in self.record.open_tables()}
        if client.casino.tables.keys() != saved.keys():
            self.breaks("P5", f"tables {sorted(client.casino.tables)}, saved {sorted(saved)}")
        for number, table in client.casino.tables.items():
            if number in saved and not same(table.state, saved[number].after):
                self.breaks("P5", f"table {number} came back another")

    # P16: nothing grows without end

    def p16_bounds(self) -> None:
        client, life = self.record.house.client, self.record.house.life
        if client is None or life is None:
            return
        life.tasks = [task for task in life.tasks if not task.done()]
        if len(life.tasks) > 400:
            self.breaks("P16", f"{len(life.tasks)} tasks")
        for table in client.casino.tables.values():
            if table._waiting > 60:
                self.breaks("P16", f"{table._waiting} presses wait at table {table.id}")

    def every_press_is_answered(self) -> None:
        """Within Discord's 3 seconds, when nothing went wrong around that time."""
        record = self.record
        due = [asked for asked in record.asked if asked[0] < record.now() - 4]
        record.asked = [asked for asked in record.asked if asked[0] >= record.now() - 4]
        for at, about in due:
            is_calm = not any(at - 40 < trouble < at + 4 for trouble in record.troubles)
            if is_calm and about.reply is None:
                what = about.data.get("custom_id") or about.name
                self.breaks("answer", f"press {about.id} ({what}) was never answered")

    def memory_is_the_file(self) -> None:
        """Between two moves a table in memory is what the file holds."""
        client = self.record.house.client
        for number, table in client.casino.tables.items() if client is not None else ():
            saved = self.record.newest(number)
            if saved is None or table._lock.locked() or table.seq != saved.seq:
                continue
            if table.state != saved.after:
                self.breaks("P5", f"table {number} in memory is not the one in the file")


def same(one: Table, other: Table) -> bool:
    """But for the clock, which an absence moves."""
    one, other = one.copy(), other.copy()
    one.deadline = other.deadline = None
    return one == other


def visible(table: Table) -> Iterator[str]:
    """The cards that lie open, by the rules of a card table and not by `public`."""
    for number, card in enumerate(table.dealer):
        if number != 1 or table.hole_shown:
            yield _FACE[card]
    for seat in [*table.seats, *table.gone]:
        for hand in seat.hands:
            hidden = hand.face_down and table.phase in DEALT
            for card in hand.cards[:-1] if hidden else hand.cards:
                yield _FACE[card]


def spellings(secret: bytes) -> list[str]:
    encoded = base64.b64encode(secret).decode().rstrip("=")
    return [secret.hex(), secret.hex().upper(), encoded, repr(secret)[2:-1]]


def components(sent: Sent) -> list[Any]:
    if not isinstance(sent.body, dict):
        return []
    data = sent.body.get("data") or {} if sent.path.startswith("/interactions/") else sent.body
    return list(data.get("components") or [])


def walk(parts: list[Any]) -> Iterator[Any]:
    for part in parts:
        yield part
        yield from walk(part.get("components") or [])
        if part.get("accessory"):
            yield part["accessory"]


def looks(parts: list[Any]) -> list[str]:
    """What members see and can press, but for the seconds that run by themselves."""
    found = []
    for part in walk(parts):
        if "custom_id" in part:
            found.append(f"{part['custom_id']} {bool(part.get('disabled'))}")
        elif part.get("content"):
            found.append(_SECONDS.sub("", str(part["content"])))
    return found
