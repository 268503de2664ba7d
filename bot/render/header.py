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
        return lines([_title(drawing), _held(drawing), fairness(drawing)])
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
    coming = view.phase is Phase.BETTING  # the hand about to be dealt
    return "## " + hand_title(view.rules, view.session, view.hand + coming, words)


def hand_title(rules: HouseRules, session: int, hand: int, words: Words) -> str:
    """`hand` counts in the session, from 1; 0 before its first one."""
    table = table_name(rules, words)
    told = session > 1 and not rules.is_solo  # a run is one's own: none is taken for another
    if not hand:
        return words.say("title_session", table=table, session=session) if told else table
    key = "title_session_hand" if told else "title_hand"
    return words.say(key, table=table, session=session, hand=hand)


def _state(drawing: Drawing) -> str:
    """Chips and cards in the house's hands; at a table that ends with the chips, the run."""
    if drawing.view.phase is Phase.LOBBY:
        return _before_start(drawing)
    return joined([_held(drawing), shoe(drawing)])


def _held(drawing: Drawing) -> str:
    """The bank, also what a closed session left of it; or the most held in a run."""
    view, words = drawing.view, drawing.words
    if view.bank_paid_in:
        return words.say("bank", chips=view.bank or 0, of=view.bank_paid_in)
    if view.rules.ends == "broke" and view.seats:
        return words.say("run_peak", chips=view.seats[0].peak)
    return ""


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
