"""The rules in force in words a newcomer understands, written out from their live values.

Every value of HouseRules that members can feel has its sentence here; nothing is written by hand
for one table, so a changed rule can't leave an old sentence behind.
"""

from bot.game.rounds import EMPTY_ROUNDS
from bot.game.rules import CASINO, TABLES, HouseRules, is_ranked
from bot.game.shoe import FROM_END
from bot.words import Words

from .drawing import lines
from .header import biggest_bet, table_name


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
        ("card_end_head", _end(rules, words)),
    ]
    texts = [lines([words.say(head), *_points(said)]) for head, said in sections]
    return [f"{title}\n{texts[0]}", *texts[1:]]


def _end(rules: HouseRules, words: Words) -> list[str]:
    unranked = rules.is_solo and not is_ranked(rules)
    key = "card_ends_broke_unranked" if unranked else f"card_ends_{rules.ends}"
    return [words.say(key, least=rules.min_bet, n=_idle_minutes(rules))]


def _idle_minutes(rules: HouseRules) -> int:
    return max(1, rules.clocks.idle // 60)


def _points(said: list[str]) -> list[str]:
    sentences = [sentence for sentence in said if sentence]
    return [f"- {sentence}" for sentence in sentences] if len(sentences) > 1 else sentences


def _chips(rules: HouseRules, words: Words) -> list[str]:
    return [
        words.count("card_seats", rules.seats, chips=rules.chips),
        words.say("card_seatless", n=rules.seatless) if rules.seatless else "",
        words.say("card_keeps", chips=rules.chips) if rules.keeps_chips else "",
        words.say("card_bank_unlimited")
        if rules.bank is None
        else words.say("card_bank", bank=rules.bank),
        _bets(rules, words),
        _building(rules, words),
        words.say("card_limit", limit=rules.limit) if rules.limit is not None else "",
    ]


def _bets(rules: HouseRules, words: Words) -> str:
    if rules.ladder:
        amounts = [words.number(chips) for chips in rules.ladder]
        return words.say("card_ladder", ladder=_joined("or", amounts, words))
    most = biggest_bet(rules)
    if most is None:
        return words.say("card_from", least=rules.min_bet)
    return words.say("card_from_to", least=rules.min_bet, most=most)


def _building(rules: HouseRules, words: Words) -> str:
    if rules.ladder:
        return ""
    values = [words.number(chips) for chips in rules.chip_values]
    return words.say("card_chips", values=_joined("and", values, words))


def _joined(word: str, amounts: list[str], words: Words) -> str:
    if len(amounts) == 1:
        return amounts[0]
    return words.say(word, first=", ".join(amounts[:-1]), last=amounts[-1])


def _moves(rules: HouseRules, words: Words) -> list[str]:
    return [
        words.say("card_hit"),
        words.say("card_double_any")
        if rules.double == "any"
        else words.say("card_double", totals=words.say(f"totals_{rules.double}")),
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
        words.say("card_no_rival"),
    ]


def _pay(rules: HouseRules, words: Words) -> list[str]:
    return [
        words.say("card_win"),
        _natural(rules, words),
        words.say("card_at_once") if rules.naturals_at_once else "",
        _rounding(rules, words),
        _halves(rules, words),
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


def _rounding(rules: HouseRules, words: Words) -> str:
    """Where a bet exists whose blackjack is not paid in whole chips, with the first such bet."""
    times, out_of = rules.natural
    bets = rules.ladder or range(rules.min_bet, rules.min_bet + out_of)
    bet = next((bet for bet in bets if bet * times % out_of), None)
    if bet is None:
        return ""
    key = "card_odd_bet" if out_of == 2 else "card_rounding"
    return words.say(key, bet=bet, wins=bet * times // out_of)


def _halves(rules: HouseRules, words: Words) -> str:
    """Where half of a bet, to surrender or to insure, may have to be rounded."""
    is_odd = any(bet % 2 for bet in rules.ladder) if rules.ladder else True
    if not is_odd or not (rules.surrender or rules.insurance != "none"):
        return ""
    return words.say("card_halves_one" if rules.min_bet == 1 else "card_halves")


def _cards(rules: HouseRules, words: Words) -> list[str]:
    fair = "card_fair_hand" if rules.shuffle == "every_hand" else "card_fair"
    return [
        words.count("card_decks", rules.decks, cards=rules.decks * 52),
        _shuffle(rules, words),
        words.say("card_early") if _is_shuffled_early(rules) else "",
        words.say(fair),
    ]


def codes_text(rules: HouseRules, words: Words) -> str:
    """What binds the house, for whoever wonders about the small print of the board."""
    if rules.shuffle == "every_hand":
        keys = ["card_code_hand", "card_code_order_hand", "card_code_seed"]
    else:
        keys = ["card_code_shoe", "card_code_order", "card_code_seal", "card_code_end"]
    return lines([words.say("card_codes_head"), *_points([words.say(key) for key in keys])])


def _shuffle(rules: HouseRules, words: Words) -> str:
    if rules.shuffle == "every_hand":
        return words.say("card_every_hand")
    if rules.shuffle == "low":
        return words.say("card_low", low=rules.low)
    if rules.player_cut:
        least, most = FROM_END
        return words.say("card_player_cut", least=least, most=most)
    return words.say("card_cut_card", percent=rules.penetration)


def _is_shuffled_early(rules: HouseRules) -> bool:
    """Fewer decks than the house table has: the cut card alone no longer promises enough."""
    usual = TABLES.get(rules.table, CASINO).decks
    return rules.shuffle == "cut_card" and rules.decks < usual


def _clocks(rules: HouseRules, words: Words) -> list[str]:
    clocks = rules.clocks
    times = {
        "card_clock_shuffle": clocks.shuffle if rules.shuffle != "every_hand" else None,
        "card_clock_bet_full" if rules.full_betting else "card_clock_bet": clocks.bet,
        "card_clock_insurance": clocks.insurance if rules.insurance != "none" else None,
        "card_clock_decision": clocks.decision,
        "card_clock_result": clocks.result,
    }
    said = [words.say(key, n=seconds) for key, seconds in times.items() if seconds]
    idle = _idle_minutes(rules)
    forgotten = "card_clock_closed" if rules.ends == "idle" else "card_clock_none"
    return [
        *(f"{sentence[0].upper()}{sentence[1:]}." for sentence in said),
        words.say("card_no_clock") if clocks.decision is None else "",
        words.say(forgotten, n=idle) if clocks.result is None else "",
        words.say("card_idle", n=idle) if clocks.decision is None else "",
        words.say("card_empty", n=EMPTY_ROUNDS) if clocks.bet is not None else "",
        words.count("card_missed", rules.missed_rounds) if rules.seats > 1 else "",
    ]
