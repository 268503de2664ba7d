"""The rules in force in words a newcomer understands, written out from their live values.

Every value of HouseRules that members can feel has its sentence here; nothing is written by hand
for one table, so a changed rule can't leave an old sentence behind.
"""

from bot.game.rules import HouseRules
from bot.words import Words

from .drawing import joined, lines
from .header import table_name


def rules_text(rules: HouseRules, words: Words) -> list[str]:
    """One text a section: a head and its sentences."""
    title = words.say("card_title", table=table_name(rules, words))
    sections = [
        ("card_goal_head", [words.say("card_goal")]),
        ("card_bets_head", _chips(rules, words)),
        ("card_moves_head", _moves(rules, words)),
        ("card_dealer_head", _dealer(rules, words)),
        ("card_pay_head", _pay(rules, words)),
        ("card_shoe_head", _cards(rules, words)),
        ("card_clock_head", _clocks(rules, words)),
        ("card_end_head", [words.say(f"card_ends_{rules.ends}", least=rules.min_bet)]),
    ]
    texts = [lines([words.say(head), *_points(said)]) for head, said in sections]
    return [f"{title}\n{texts[0]}", *texts[1:]]


def _points(said: list[str]) -> list[str]:
    sentences = [sentence for sentence in said if sentence]
    return [f"- {sentence}" for sentence in sentences] if len(sentences) > 1 else sentences


def _chips(rules: HouseRules, words: Words) -> list[str]:
    return [
        words.count("card_seats", rules.seats, chips=rules.chips),
        words.say("card_bank_unlimited")
        if rules.bank is None
        else words.say("card_bank", bank=rules.bank),
        _bets(rules, words),
        words.say("card_limit", limit=rules.limit) if rules.limit is not None else "",
    ]


def _bets(rules: HouseRules, words: Words) -> str:
    if rules.ladder:
        amounts = [words.number(chips) for chips in rules.ladder]
        return words.say("card_ladder", ladder=_or(amounts, words))
    if rules.max_bet is None:
        return words.say("card_from", least=rules.min_bet)
    return words.say("card_from_to", least=rules.min_bet, most=rules.max_bet)


def _or(amounts: list[str], words: Words) -> str:
    if len(amounts) == 1:
        return amounts[0]
    return words.say("or", first=", ".join(amounts[:-1]), last=amounts[-1])


def _moves(rules: HouseRules, words: Words) -> list[str]:
    return [
        words.say("card_hit"),
        words.say("card_double_any")
        if rules.double == "any"
        else words.say("card_double", totals=rules.double),
        words.say("card_double_down") if rules.double_face_down else "",
        *_splits(rules, words),
        words.say("card_surrender" if rules.surrender else "card_no_surrender"),
        words.say(f"card_insurance_{rules.insurance}"),
        words.say("card_even_money") if rules.even_money else "",
    ]


def _splits(rules: HouseRules, words: Words) -> list[str]:
    if rules.max_hands == 1:
        return [words.say("card_no_split")]
    return [
        words.say(f"card_split_{rules.split_by}"),
        words.say("card_split_once")
        if rules.max_hands == 2
        else words.say("card_split_more", hands=rules.max_hands),
        words.say("card_aces_again" if rules.resplit_aces else "card_aces"),
        words.say("card_das" if rules.double_after_split else "card_no_das"),
    ]


def _dealer(rules: HouseRules, words: Words) -> list[str]:
    return [
        words.say("card_hits" if rules.hits_soft_17 else "card_stands"),
        words.say("card_check" if rules.insurance == "none" else "card_check_later"),
    ]


def _pay(rules: HouseRules, words: Words) -> list[str]:
    return [
        words.say("card_win"),
        _natural(rules, words),
        words.say("card_rounding") if _rounds(rules) else "",
        words.say("card_at_once") if rules.naturals_at_once else "",
        words.say("card_split_21") if rules.max_hands > 1 else "",
        words.say("card_bank_short") if rules.bank is not None else "",
    ]


def _natural(rules: HouseRules, words: Words) -> str:
    times, out_of = rules.natural
    if times == out_of:
        return words.say("card_natural_even")
    bet = rules.min_bet * out_of  # wins whole chips, whatever the fraction
    return words.say(
        "card_natural", times=times, out_of=out_of, bet=bet, wins=bet * times // out_of
    )


def _rounds(rules: HouseRules) -> bool:
    """Whether a bet exists whose blackjack is not paid in whole chips."""
    times, out_of = rules.natural
    bets = rules.ladder or range(rules.min_bet, rules.min_bet + out_of)
    return any(bet * times % out_of for bet in bets)


def _cards(rules: HouseRules, words: Words) -> list[str]:
    return [
        words.count("card_decks", rules.decks, cards=rules.decks * 52),
        {
            "low": words.say("card_low", low=rules.low),
            "cut_card": words.say("card_cut_card", percent=rules.penetration),
            "every_hand": words.say("card_every_hand"),
        }[rules.shuffle],
        words.say("card_player_cut") if rules.player_cut else "",
        words.say("card_fair"),
    ]


def _clocks(rules: HouseRules, words: Words) -> list[str]:
    clocks = rules.clocks
    times = {
        "card_clock_shuffle": clocks.shuffle,
        "card_clock_bet": clocks.bet,
        "card_clock_insurance": clocks.insurance if rules.insurance != "none" else None,
        "card_clock_decision": clocks.decision,
        "card_clock_result": clocks.result,
    }
    said = joined(words.say(key, n=seconds) for key, seconds in times.items() if seconds)
    return [
        f"{said}.",
        words.say("card_clock_none") if clocks.result is None else "",
        words.count("card_missed", rules.missed_rounds),
    ]
