"""What a member is asked in private about chips: the panel a bet is built on, and exact amounts.

The panel keeps nothing: each of its buttons carries the total it leads to, and a press edits it.
Only Bet is a move, so a draft is no bet, and a double click can't add a chip twice.

`view` is the table as the member sees it: `public(table, member)`. `purse`: what a member who has
no seat would bring along, where that is known; a member new to the table brings a first stake.
"""

from typing import Any

import discord
from discord import ButtonStyle

from bot.game.view import PublicSeat, PublicTable
from bot.words import Words

from .asking import bet_limits
from .drawing import lines
from .forms import field, form
from .header import biggest_bet
from .ids import custom_id

_ACCENT = 0xF1C40F
_DIGITS = 13  # what an amount with its separators may take

Button = discord.ui.Button[Any]


def bet_panel(
    view: PublicTable, member: int, draft: int, words: Words, purse: int | None = None
) -> discord.ui.LayoutView:
    """The bet being built, `draft` chips so far; more than is possible is cut."""
    held, most = _held(view, member, purse), most_bet(view, member, purse)
    draft = max(0, min(draft, most))
    layout = discord.ui.LayoutView(timeout=None)
    container = discord.ui.Container[Any](accent_colour=_ACCENT)
    container.add_item(discord.ui.TextDisplay(_told(view, member, draft, held, words)))
    container.add_item(discord.ui.ActionRow(*_chips(view, draft, most, words)))
    container.add_item(discord.ui.ActionRow(*_ways(view, member, draft, held, most, words)))
    layout.add_item(container)
    layout.stop()
    return layout


def most_bet(view: PublicTable, member: int, purse: int | None = None) -> int:
    """The biggest bet the member could make now; 0 when even the smallest is too much."""
    most = min(_held(view, member, purse), biggest_bet(view.rules) or 10**18)
    return most if most >= view.rules.min_bet else 0


def most_insurance(view: PublicTable, member: int) -> int:
    """Half the bet, as far as chips and table limit allow."""
    seat = _seat(view, member)
    if seat is None:
        return 0
    most = min(seat.bet // 2, seat.chips)
    limit = view.rules.limit
    return most if limit is None else max(0, min(most, limit - seat.bet))


def bet_form(
    view: PublicTable, member: int, words: Words, purse: int | None = None
) -> discord.ui.Modal:
    """The form behind Custom. It answers as `betform`, the amount under `text`."""
    least, most = view.rules.min_bet, most_bet(view, member, purse)
    seat = _seat(view, member)
    return form(
        words.say("bet_title"),
        custom_id(view.id, "betform", view.decision),
        field(
            words.say("bet_label", least=least, most=max(least, most)),
            words.say("bet_about", held=words.count("chips", _held(view, member, purse))),
            words.number((seat.same_bet if seat else 0) or least),
            _DIGITS,
        ),
    )


def insurance_form(view: PublicTable, member: int, words: Words) -> discord.ui.Modal:
    """The form behind Another amount. It answers as `insureform`, the amount under `text`."""
    most = max(1, most_insurance(view, member))
    return form(
        words.say("insurance_title"),
        custom_id(view.id, "insureform", view.decision),
        field(
            words.say("insurance_label", most=most),
            words.say("insurance_about"),
            words.number(most),
            _DIGITS,
        ),
    )


def _told(view: PublicTable, member: int, draft: int, held: int, words: Words) -> str:
    rules = view.rules
    chips = words.count("chips", held)
    if held < rules.min_bet:
        broke = words.say("panel_broke", chips=chips, least=rules.min_bet)
        return lines([broke, words.say("panel_rebuy") if rules.keeps_chips else ""])
    return lines([
        words.say("panel_title", chips=draft, held=chips),
        bet_limits(rules, words),
        words.say("panel_limit", limit=rules.limit) if rules.limit is not None else "",
        _standing(view, member, draft, words),
    ])  # fmt: skip


def _standing(view: PublicTable, member: int, draft: int, words: Words) -> str:
    """What counts as the bet as things are."""
    seat = _seat(view, member)
    placed = seat.bet if seat else 0
    if placed and placed == draft:
        return words.say("panel_placed")
    if placed:
        return words.say("panel_change", chips=placed)
    return words.say("panel_draft")


def _chips(view: PublicTable, draft: int, most: int, words: Words) -> list[Button]:
    """Each chip leads to the draft with it on top."""
    return [
        _button(view, "chips", words.say("button_chip", chips=chip), draft + chip <= most,
                str(draft + chip))
        for chip in view.rules.chip_values
    ]  # fmt: skip


def _ways(
    view: PublicTable, member: int, draft: int, held: int, most: int, words: Words
) -> list[Button]:
    seat = _seat(view, member)
    limited = 0 < most < held
    all_in = words.say("button_most", chips=most) if limited else words.say("button_allin")
    place = words.say("button_place_chips", chips=draft) if draft else words.say("button_place")
    can_place = draft >= view.rules.min_bet and draft != (seat.bet if seat else 0)
    return [
        _button(view, "bet", place, can_place, str(max(1, draft)), ButtonStyle.success),
        _button(view, "clear", words.say("button_clear"), draft > 0),
        _button(view, "allin", all_in, draft < most, str(max(1, most))),
        _button(view, "custom", words.say("button_custom"), most > 0),
    ]


def _button(
    view: PublicTable, word: str, label: str, works: bool, arg: str = "",
    style: ButtonStyle = ButtonStyle.secondary,
) -> Button:  # fmt: skip
    made = custom_id(view.id, word, view.decision, arg)
    return discord.ui.Button(style=style, label=label, disabled=not works, custom_id=made)


def _seat(view: PublicTable, member: int) -> PublicSeat | None:
    return next((seat for seat in view.seats if seat.member == member), None)


def _held(view: PublicTable, member: int, purse: int | None) -> int:
    """All the chips the member could put in front of them."""
    seat = _seat(view, member)
    if seat is not None:
        return seat.chips + seat.bet
    return view.rules.chips if purse is None else purse
