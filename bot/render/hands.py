"""Hands as they lie on the felt: a caption, then cards and total on a line of their own.

A hand that is still played keeps its cards in every detail; finished ones give up theirs first.
"""

from bot.game.table import Phase, Result
from bot.game.view import PublicHand, PublicSeat

from .drawing import SETTLED, Detail, Drawing, joined, lines


def hands(drawing: Drawing, seat: PublicSeat) -> str:
    """The hands of a split seat, numbered from left to right."""
    numbered = list(enumerate(seat.hands, start=1))
    if drawing.detail is not Detail.LINES:
        return lines(_numbered(drawing, n, hand) for n, hand in numbered)
    brief = joined(_brief(drawing, n, hand) for n, hand in numbered if hand.done)
    return lines([brief, *(_numbered(drawing, n, hand) for n, hand in numbered if not hand.done)])


def _brief(drawing: Drawing, n: int, hand: PublicHand) -> str:
    return f"{n}: {hand_state(drawing, hand)} {_total(drawing, hand)}"


def _numbered(drawing: Drawing, n: int, hand: PublicHand) -> str:
    arrow = "▶ " if hand.active else ""
    caption = joined([drawing.words.say("hand_of", n=n), hand_caption(drawing, hand)])
    cards = hand_cards(drawing, hand)
    between = "\n" if cards.startswith("#") else " · "
    return f"{arrow}{caption}{between}{cards}"


def hand_caption(drawing: Drawing, hand: PublicHand) -> str:
    """How the hand stands or ended, and what is on it."""
    words = drawing.words
    doubled = words.say("doubled_down" if None in hand.cards else "doubled")
    return joined([
        hand_state(drawing, hand),
        words.say("bet", chips=hand.stake),
        doubled if hand.doubled else "",
    ])  # fmt: skip


def hand_state(drawing: Drawing, hand: PublicHand) -> str:
    words = drawing.words
    if hand.result is not None and _is_paid(drawing, hand.result):
        return words.say(f"result_{hand.result.value}", net=words.signed(hand.net))
    if hand.result is not None:  # known before the settlement
        return words.say(f"state_{hand.result.value}")
    if hand.active:
        return words.say("state_active")
    if hand.natural:
        return words.say("state_blackjack")
    if drawing.view.phase is Phase.INSURANCE:  # the seat is asked, not the hand
        return ""
    return words.say("state_done" if hand.done else "state_waits")


def _is_paid(drawing: Drawing, result: Result) -> bool:
    """All hands once the dealer has played; a blackjack already where it is paid at once."""
    return drawing.view.phase in SETTLED or result is Result.BLACKJACK


def hand_cards(drawing: Drawing, hand: PublicHand) -> str:
    """Cards and total: large while they matter, then as the detail allows."""
    total = _total(drawing, hand)
    if not hand.done or drawing.detail is Detail.CARDS:
        return f"## {drawing.cards(hand.cards)} · {total}"
    if drawing.detail is Detail.TEXT:
        return f"{drawing.cards(hand.cards, text=True)} · {total}"
    return f"**{total}**"


def _total(drawing: Drawing, hand: PublicHand) -> str:
    """Of the cards that show; a double's last one may lie face down."""
    total = drawing.total(hand.cards, hand.total, hand.soft)
    return drawing.words.say("hidden_more", total=total) if None in hand.cards else total
