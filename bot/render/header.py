"""The top of the board: which table, which hand, the bank, the rules in one line, the shoe."""

from bot.game.rules import HouseRules
from bot.game.table import Phase
from bot.words import Words

from .drawing import DOT, Drawing, joined, lines

_SHOWN = 12  # hex digits of a seal on the board; the whole of it is in the proof


def header(drawing: Drawing) -> str:
    if drawing.view.phase is Phase.CLOSED:
        return _title(drawing)
    return lines([_title(drawing), _state(drawing), _rules(drawing), _seals(drawing)])


def table_name(rules: HouseRules, words: Words) -> str:
    key = f"table_{rules.table}"
    return words.say(key if words.has(key) else "table_other")


def _title(drawing: Drawing) -> str:
    view, words = drawing.view, drawing.words
    table = table_name(view.rules, words)
    if view.phase is Phase.LOBBY:
        return "## " + words.say("title_session", table=table, session=view.session + 1)
    if view.phase is Phase.BETTING:  # the hand about to be dealt
        return "## " + words.say("title_hand", table=table, hand=view.hand + 1)
    if view.hand:
        return "## " + words.say("title_hand", table=table, hand=view.hand)
    return "## " + table


def _state(drawing: Drawing) -> str:
    """Chips and cards in the house's hands."""
    view, words = drawing.view, drawing.words
    if view.phase is Phase.LOBBY:
        each = words.say("chips_each", chips=view.rules.chips)
        if view.rules.bank is None:
            return each
        start = view.rules.bank * len(view.seats)
        key = "bank_at_start" if start else "bank_to_come"
        return joined([each, words.say(key, chips=start, each=view.rules.bank)])
    bank = "" if view.bank is None else words.say("bank", chips=view.bank, of=view.bank_paid_in)
    return joined([bank, _shoe(drawing)])


def _shoe(drawing: Drawing) -> str:
    view, words = drawing.view, drawing.words
    if view.phase is Phase.SHUFFLE:
        return words.say("shoe_shuffling", shoe=_next_shoe(drawing), size=_fresh(view.rules))
    if view.shoe is None:
        return ""
    left = view.shoe.size - view.shoe.dealt
    return words.say("shoe_left", shoe=view.shoe.number, left=left, size=view.shoe.size)


def _next_shoe(drawing: Drawing) -> int:
    shoe = drawing.view.shoe
    return shoe.number + 1 if shoe else 1


def _fresh(rules: HouseRules) -> int:
    return rules.decks * 52


def _rules(drawing: Drawing) -> str:
    return f"-# {rules_line(drawing.view.rules, drawing.words)}"


def rules_line(rules: HouseRules, words: Words) -> str:
    """The rules players ask about first."""
    times, out_of = rules.natural
    return joined([
        words.say("short_natural", times=times, out_of=out_of),
        words.say("short_hits" if rules.hits_soft_17 else "short_stands"),
        words.say("short_double", totals=rules.double) if rules.double != "any" else "",
        _splits(rules, words),
        words.say("short_insurance") if rules.insurance != "none" else "",
        words.say("short_surrender") if rules.surrender else "",
        _bets(rules, words),
    ])  # fmt: skip


def _splits(rules: HouseRules, words: Words) -> str:
    if rules.max_hands <= 2:
        return words.say("short_split_one" if rules.max_hands == 1 else "short_split_two")
    return words.say("short_split_more", hands=rules.max_hands)


def _bets(rules: HouseRules, words: Words) -> str:
    if rules.ladder:
        return words.say("short_bets", ladder=" ".join(map(words.number, rules.ladder)))
    if rules.max_bet is None:
        return words.say("short_from", least=rules.min_bet)
    return words.say("short_from_to", least=rules.min_bet, most=rules.max_bet)


def _seals(drawing: Drawing) -> str:
    """What binds the house: the seal of all undealt cards, the promise of the shoe to come."""
    view, words = drawing.view, drawing.words
    commit = view.next_commit[:_SHOWN]
    if view.phase in (Phase.LOBBY, Phase.SHUFFLE):
        if not commit:
            return ""
        return "-# " + words.say("first_shoe", shoe=_next_shoe(drawing), commit=commit)
    seal = view.shoe.seal[:_SHOWN] if view.shoe else ""
    parts = [
        words.say("seal", seal=seal) if seal else "",
        words.say("next_shoe", commit=commit) if commit else "",
    ]
    return f"-# {DOT.join(filter(None, parts))}" if any(parts) else ""
