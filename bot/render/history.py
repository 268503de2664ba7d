"""A member's last hands as a private card: dealer, cards, choices, pay, chips before and after.

Every hand is a few lines. When they are too much for one message emojis give way to text cards,
and then the oldest hands move to the next page.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import discord

from bot.game.cards import VALUES, total
from bot.game.history import PlayedHand, PlayedRound
from bot.words import Words

from .drawing import joined, lines
from .faces import TEXT_FACES, Faces, show
from .header import hand_title
from .ids import custom_id

PAGE = 5  # hands
_ACCENT = 0x5865F2
_CHARACTERS = 3_500  # of 4,000 over all texts
_BYTES = 8_000

Button = discord.ui.Button[Any]


def history_card(
    rounds: Sequence[PlayedRound], words: Words, faces: Faces = TEXT_FACES, *, first: bool = True
) -> discord.ui.LayoutView:
    """`rounds`: the page's hands, newest first. `first`: nothing newer came before them."""
    texts = _fitting(rounds, words, faces)
    layout = discord.ui.LayoutView(timeout=None)
    container = discord.ui.Container[Any](accent_colour=_ACCENT)
    container.add_item(discord.ui.TextDisplay(_head(texts, words, first)))
    for text in texts:
        container.add_item(discord.ui.Separator())
        container.add_item(discord.ui.TextDisplay(text))
    if buttons := list(_buttons(rounds[: len(texts)], words, first, len(rounds) > len(texts))):
        container.add_item(discord.ui.ActionRow(*buttons))
    layout.add_item(container)
    layout.stop()
    return layout


def _head(texts: Sequence[str], words: Words, first: bool) -> str:
    if not texts:
        return words.say("history_none" if first else "history_end")
    return lines([words.say("history_title"), words.say("history_about")])


def _fitting(rounds: Sequence[PlayedRound], words: Words, faces: Faces) -> list[str]:
    """As many hands as fit one message, in the finer cards if all of them do."""
    for drawn in (faces, TEXT_FACES):
        texts = [_round(played, words, drawn) for played in rounds]
        if _fits(texts):
            return texts
    while not _fits(texts):
        texts.pop()
    return texts


def _fits(texts: Iterable[str]) -> bool:
    text = "".join(texts)
    return len(text) <= _CHARACTERS and len(text.encode()) <= _BYTES


def _buttons(
    shown: Sequence[PlayedRound], words: Words, first: bool, cut: bool
) -> Iterable[Button]:
    """A full page may have a next one; an empty first page needs no button at all."""
    if not first:
        last = shown[-1] if shown else None
        yield Button(
            label=words.say("button_newest"),
            custom_id=custom_id(last.table if last else 1, "newest", last.hand if last else 1),
        )
    if shown and (cut or len(shown) == PAGE):
        yield Button(
            label=words.say("button_older"),
            custom_id=custom_id(shown[-1].table, "older", shown[-1].hand),
        )


def _round(played: PlayedRound, words: Words, faces: Faces) -> str:
    title = words.say(
        "history_round",
        hand=hand_title(played.rules, played.session, played.of_session, words),
        stamp=str(played.at // 1000),
    )
    dealer = words.say(
        "history_dealer", cards=show(faces, played.dealer), total=_total(played.dealer, words)
    )
    chips = words.say(
        "history_chips",
        before=played.before,
        after=played.after,
        net=words.signed(played.after - played.before),
    )
    return lines([
        title,
        dealer,
        *_hands(played, words, faces),
        words.say("history_void") if played.is_void else "",
        joined([_insurance(played, words), chips]),
    ])  # fmt: skip


def _hands(played: PlayedRound, words: Words, faces: Faces) -> Iterable[str]:
    split = len(played.hands) > 1
    for n, hand in enumerate(played.hands, start=1):
        cards, points = show(faces, hand.cards), _total(hand.cards, words)
        if split:
            said = words.say("history_hand_of", n=n, cards=cards, total=points)
        else:
            said = words.say("history_hand", cards=cards, total=points)
        bet = words.say("bet", chips=hand.stake)
        yield joined([said, _choices(hand, words), bet, _result(hand, words)])


def _choices(hand: PlayedHand, words: Words) -> str:
    """In the order they were made; hits that follow each other are counted."""
    return ", ".join(
        _choice(choice, len(list(run)), words) for choice, run in groupby(hand.choices)
    )


def _choice(choice: str, times: int, words: Words) -> str:
    if choice == "hit" and times > 1:
        return words.say("choice_hits", n=times)
    return words.say(f"choice_{choice}")


def _result(hand: PlayedHand, words: Words) -> str:
    if hand.result is None:
        return ""
    return words.say(f"result_{hand.result.value}", net=words.signed(hand.net))


def _insurance(played: PlayedRound, words: Words) -> str:
    if played.insurance is None:
        return ""
    if not played.insurance:
        return words.say("history_no_insurance")
    return joined([
        words.say("history_insured", chips=played.insurance),
        "" if played.is_void else words.say(
            "insurance_net", net=words.signed(played.insurance_net)
        ),
    ])  # fmt: skip


def _total(cards: Sequence[int | None], words: Words) -> str:
    """As the board writes it: `soft 18`, and what a card that was never turned leaves open."""
    shown = [card for card in cards if card is not None]
    points, soft = total(shown)
    if len(shown) == 1 and VALUES[shown[0]] == 1:
        said = words.say("ace")
    else:
        said = words.say("soft" if soft and points < 21 else "hard", total=points)
    return words.say("hidden_more", total=said) if None in cards else said
