"""The top of the board: which table, which hand, the bank or the run, the rules in one line."""

from functools import lru_cache

from bot.game.rules import HouseRules
from bot.game.table import Phase
from bot.words import Words

from .changes import announced
from .drawing import Drawing, joined, lines
from .names import whole
from .shoe import fairness, shoe


def header(drawing: Drawing) -> str:
    if drawing.view.phase is Phase.CLOSED:
        return lines([_title(drawing), fairness(drawing)])
    rules = rules_line(drawing.view.rules, drawing.words)
    to_come = announced(drawing.view, drawing.words)
    return lines([_title(drawing), _state(drawing), f"-# {rules}", fairness(drawing), to_come])


def table_name(rules: HouseRules, words: Words) -> str:
    if rules.own_name is not None:
        return whole(rules.own_name)
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
    """Chips and cards in the house's hands; at a table that ends with the chips, the run."""
    view, words = drawing.view, drawing.words
    if view.phase is Phase.LOBBY:
        return _before_start(drawing)
    if view.bank is not None:
        held = words.say("bank", chips=view.bank, of=view.bank_paid_in)
    elif view.rules.ends == "broke" and view.seats:
        held = words.say("run_peak", chips=view.seats[0].peak)
    else:
        held = ""
    return joined([held, shoe(drawing)])


def _before_start(drawing: Drawing) -> str:
    view, words = drawing.view, drawing.words
    alone = view.rules.seats == 1
    each = words.say("chips_yours" if alone else "chips_each", chips=view.rules.chips)
    if view.rules.bank is None:
        return each
    start = view.rules.bank * len(view.seats)
    key = "bank_at_start" if start else "bank_to_come"
    return joined([each, words.say(key, chips=start, each=view.rules.bank)])


@lru_cache(maxsize=256)  # the same at each drawing of a table
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
        words.say("short_limit", limit=rules.limit) if rules.limit is not None else "",
    ])  # fmt: skip


def _splits(rules: HouseRules, words: Words) -> str:
    if rules.max_hands <= 2:
        return words.say("short_split_one" if rules.max_hands == 1 else "short_split_two")
    return words.say("short_split_more", hands=rules.max_hands)


def _bets(rules: HouseRules, words: Words) -> str:
    if rules.ladder:
        return words.say("short_bets", ladder=" ".join(map(words.number, rules.ladder)))
    if rules.max_bet is None:  # the table limit, if there is one, is told of all stakes together
        return words.say("short_from", least=rules.min_bet)
    return words.say("short_from_to", least=rules.min_bet, most=rules.max_bet)


def biggest_bet(rules: HouseRules) -> int | None:
    """The most a bet may be, whoever has the chips; None where only the chips say."""
    return min((cap for cap in (rules.max_bet, rules.limit) if cap is not None), default=None)
