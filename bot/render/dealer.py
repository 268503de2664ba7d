"""The dealer's cards, one of them face down while hands are played."""

from .drawing import Drawing, joined


def dealer(drawing: Drawing) -> str:
    view = drawing.view
    if not view.dealer:
        return ""
    total = drawing.total(view.dealer, view.dealer_total, view.dealer_soft)
    caption = joined([drawing.words.say("dealer"), _state(drawing)])
    return f"{caption}\n## {drawing.cards(view.dealer)} · {total}"


def _state(drawing: Drawing) -> str:
    view, words = drawing.view, drawing.words
    if None in view.dealer:
        return words.say("dealer_hidden")
    if view.dealer_total > 21:
        return words.say("dealer_bust")
    if view.dealer_total == 21 and len(view.dealer) == 2:
        return words.say("dealer_blackjack")
    draws_on = view.rules.hits_soft_17 and view.dealer_soft and view.dealer_total == 17
    if view.dealer_total < 17 or draws_on:  # bust, surrendered and blackjack hands need no dealer
        return words.say("dealer_keeps")
    return words.say("dealer_stands", total=view.dealer_total)
