"""The buttons of a board, as data: which a phase has, in which rows, and what each asks for.

A button of the shared board is enabled while its move is legal for anyone it is for (`view.moves`).
Every id carries the number of the question now open, so an old press is told from a new one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import discord
from discord import ButtonStyle

from bot.game.moves import (
    Bet,
    Close,
    Cut,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Join,
    Leave,
    Move,
    NewSession,
    NextHand,
    PassCut,
    PassInsurance,
    SitOut,
    Split,
    Stand,
    Start,
    Surrender,
)
from bot.game.table import Phase
from bot.game.view import PublicSeat, PublicTable
from bot.words import Words

from .ids import custom_id

_WIDTH = 5  # buttons a row, Discord's limit


@dataclass(frozen=True)
class Key:
    """`move`: None for a button that changes nothing and always works."""

    word: str
    move: type[Move] | None
    style: ButtonStyle = ButtonStyle.secondary


_KEYS = {
    key.word: key
    for key in (
        Key("join", Join),
        Key("leave", Leave),
        Key("rules", None),
        Key("start", Start, ButtonStyle.primary),
        Key("cut", Cut, ButtonStyle.primary),
        Key("nocut", PassCut),
        Key("bet", Bet, ButtonStyle.primary),
        Key("betpanel", Bet, ButtonStyle.primary),
        Key("same", Bet),
        Key("again", NextHand),
        Key("change", NextHand),
        Key("sitout", SitOut),
        Key("insure", Insure, ButtonStyle.primary),
        Key("insureother", Insure),
        Key("noinsure", PassInsurance),
        Key("even", EvenMoney),
        Key("hit", Hit, ButtonStyle.primary),
        Key("stand", Stand, ButtonStyle.primary),
        Key("double", Double),
        Key("split", Split),
        Key("surrender", Surrender),
        Key("next", NextHand, ButtonStyle.primary),
        Key("new", NewSession, ButtonStyle.primary),
        Key("endrun", Close),
    )
}

_DOOR = ("join", "leave", "endrun", "rules")

#: The rows of each phase; a row that grows beyond five breaks.
_ROWS: dict[Phase, tuple[tuple[str, ...], ...]] = {
    Phase.LOBBY: (("start", *_DOOR),),
    Phase.SHUFFLE: (("cut", "nocut"), _DOOR),
    Phase.BETTING: (("bet",), ("betpanel", "same", "sitout", "cut"), _DOOR),
    Phase.INSURANCE: (("insure", "insureother", "noinsure", "even"), _DOOR),
    Phase.PLAYING: (("hit", "stand", "double", "split", "surrender"), _DOOR),
    Phase.RESULT: (("next", "again", "change"), _DOOR),
    Phase.ENDED: (("new", *_DOOR),),
    Phase.CLOSED: (),
}

Button = discord.ui.Button[Any]
Row = discord.ui.ActionRow[Any]


def rows(view: PublicTable, words: Words) -> Iterator[Row]:
    alone: list[Button] = []  # a single button shares the row below it
    for row in _ROWS[view.phase]:
        keys = [_KEYS[word] for word in row if _has(view, word)]
        buttons = alone + [button for key in keys for button in _buttons(view, words, key)]
        alone = buttons if len(buttons) == 1 else []
        if alone:
            continue
        for start in range(0, len(buttons), _WIDTH):
            yield discord.ui.ActionRow(*buttons[start : start + _WIDTH])


def _has(view: PublicTable, word: str) -> bool:
    """Whether the table has such a button at all, enabled or not."""
    rules = view.rules
    wanted = {
        "bet": bool(rules.ladder),
        "betpanel": not rules.ladder,
        # Where the result runs its full time, bets have to wait for the betting.
        "again": not rules.full_betting,
        "change": not (rules.ladder or rules.full_betting),  # a ladder is on the board anyway
        "sitout": rules.seats > 1,  # alone, not betting is enough
        "cut": view.phase is Phase.SHUFFLE or rules.shuffle == "every_hand",
        "insureother": rules.insurance == "up_to_half",
        "even": rules.even_money,
        "surrender": rules.surrender,
        # A run is one member's: who is there need not join, and who is not can't leave.
        "join": not (rules.is_solo and view.seats),
        "leave": not rules.is_solo or bool(view.seats),
        "endrun": rules.is_solo and view.phase not in (Phase.LOBBY, Phase.ENDED),
    }
    return wanted.get(word, True)


def _buttons(view: PublicTable, words: Words, key: Key) -> Iterator[Button]:
    if key.word == "bet":
        for chips in view.rules.ladder:
            label = words.say("button_bet", chips=chips)
            yield _button(view, key, label, chips in view.bets, str(chips))
    else:
        yield _button(view, key, _label(view, words, key), _is_legal(view, key))


def _label(view: PublicTable, words: Words, key: Key) -> str:
    if key.word == "new" and view.rules.ends == "broke":
        return words.say("button_new_run")
    if key.word == "cut" and view.phase is Phase.BETTING:
        return words.say("button_cut_hand")
    if key.word == "join" and view.is_left_run:
        return words.say("button_play_on")
    return words.say(f"button_{key.word}")


def _is_legal(view: PublicTable, key: Key) -> bool:
    if key.word == "same":
        return any(_can_repeat(seat) for seat in view.seats)
    if key.word == "again" and not any(_can_repeat(seat) for seat in view.seats):
        return False
    return key.move is None or key.move in view.moves


def _can_repeat(seat: PublicSeat) -> bool:
    return seat.same_bet not in (0, seat.bet) and not (seat.waiting or seat.leaving)


def _button(view: PublicTable, key: Key, label: str, legal: bool, arg: str = "") -> Button:
    return discord.ui.Button(
        style=_style(view, key),
        label=label,
        disabled=not legal,
        custom_id=custom_id(view.id, key.word, view.decision, arg),
    )


def _style(view: PublicTable, key: Key) -> ButtonStyle:
    """What a phase is about stands out."""
    if key.move is Join and view.phase is Phase.LOBBY:
        return ButtonStyle.success
    if key.word == "cut" and view.phase is Phase.BETTING:  # there it is beside the point
        return ButtonStyle.secondary
    return key.style
