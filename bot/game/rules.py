"""House rules: every number a table is made of, and the house tables as data.

A table differs from another in numbers, never in code: there is no subclass. The rules in force
are copied into the table when it opens, so a changed preset never alters a table in play.
"""

from functools import lru_cache
from typing import Literal

import msgspec

from .cards import DECK, VALUES

MAX_CHIPS = 10**9
CUSTOM = "custom:"  # before the name of a server's own table: chips of such a kind stay apart


class Clocks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds a question stays open; None = no clock."""

    bet: int | None = 60
    decision: int | None = 30
    insurance: int | None = 15
    result: int | None = None  # None: the result waits for Next hand
    shuffle: int = 15  # the cut window
    idle: int = 1800  # a table nobody presses is parked


class HouseRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of one table. Chips are whole; fractions are (numerator, denominator)."""

    table: str
    seats: int = 6
    seatless: int = 0  # members who may bet without a seat (room)
    chips: int = 500  # a member's stake when sitting down
    bank: int | None = None  # chips each seat adds to the house bank; None = unlimited house

    min_bet: int = 1
    max_bet: int | None = None
    ladder: tuple[int, ...] = ()  # the only bets there are; empty = any whole amount in the limits
    chip_values: tuple[int, ...] = (5, 10, 25, 50)  # what a bet is built from without a ladder
    limit: int | None = None  # most a member may have at risk in a round, insurance included

    decks: int = 6
    shuffle: Literal["low", "cut_card", "every_hand"] = "low"
    low: int = 65  # "low": shuffled when fewer cards than this, or than the worst case, remain
    penetration: int = 75  # "cut_card": per cent of the shoe dealt before the shuffle
    player_cut: bool = False  # "cut_card": a player places it, 60 to 75 cards from the end

    hits_soft_17: bool = False
    natural: tuple[int, int] = (3, 2)
    naturals_at_once: bool = False  # paid before play when the dealer has none (classic)
    insurance: Literal["none", "half", "up_to_half"] = "none"
    even_money: bool = False
    double: Literal["any", "9-11", "10-11"] = "any"  # the restricted ones mean hard totals
    double_face_down: bool = False
    double_after_split: bool = True
    split_by: Literal["value", "rank"] = "value"
    max_hands: int = 2  # all hands of a seat after splitting
    resplit_aces: bool = False
    surrender: bool = False

    full_betting: bool = (
        False  # the clocks of bet and result always run out, whoever presses (room)
    )
    missed_rounds: int = 3  # sat out running; the last of them frees the seat
    ends: Literal["bank", "host", "broke", "idle"] = "host"
    clocks: Clocks = Clocks()

    @property
    def is_solo(self) -> bool:
        """A run of one member, beside the channel's table."""
        return self.ends == "broke"

    @property
    def keeps_chips(self) -> bool:
        """Whether chips are the member's own, from table to table, not a session's."""
        return self.ends in ("host", "idle")

    @property
    def own_name(self) -> str | None:
        """The name a server gave its own table, as it was typed; None for a house table."""
        return self.table.removeprefix(CUSTOM) if self.table.startswith(CUSTOM) else None


BANK = HouseRules(
    table="bank",
    bank=1000,
    min_bet=50,
    max_bet=500,
    ladder=(50, 100, 250, 500),
    decks=5,
    ends="bank",
)

CASINO = HouseRules(
    table="casino",
    chips=1000,
    min_bet=5,
    max_bet=1000,
    decks=6,
    shuffle="cut_card",
    hits_soft_17=True,
    insurance="half",
    even_money=True,
    max_hands=4,
    surrender=True,
    clocks=Clocks(bet=30, decision=30, insurance=15, result=8),
)

CLASSIC = HouseRules(
    table="classic",
    min_bet=2,
    max_bet=500,
    decks=6,
    shuffle="cut_card",
    player_cut=True,
    naturals_at_once=True,
    insurance="up_to_half",
    double="9-11",
    double_face_down=True,
    double_after_split=False,
    split_by="rank",
    clocks=Clocks(bet=30, decision=30, insurance=15, result=8),
)

SOLO = HouseRules(
    table="solo",
    seats=1,
    min_bet=5,
    decks=1,
    shuffle="every_hand",
    max_hands=4,
    ends="broke",
    clocks=Clocks(bet=None, decision=None, insurance=None, idle=600),
)

ROOM = HouseRules(
    table="room",
    seatless=6,
    chips=1000,
    limit=1000,
    decks=6,
    shuffle="every_hand",
    insurance="half",
    full_betting=True,
    ends="idle",
    clocks=Clocks(bet=15, decision=20, insurance=8, result=6, idle=600),
)

#: The five house tables.
TABLES = {rules.table: rules for rules in (BANK, CASINO, CLASSIC, SOLO, ROOM)}


def is_ranked(rules: HouseRules) -> bool:
    """Whether these are a house table's own rules: clocks apart, nobody has changed anything."""
    house = TABLES.get(rules.table)
    return house is not None and msgspec.structs.replace(rules, clocks=house.clocks) == house


def worst_case(rules: HouseRules, seats: int) -> int:
    """The most cards a hand with so many seats can take from a full shoe.

    Every hand, the dealer's included, is drawn up to 20 with the cheapest cards there are, and
    then takes one more.
    """
    return _most_cards(rules.decks, seats * rules.max_hands + 1)


@lru_cache(maxsize=1024)
def _most_cards(decks: int, hands: int) -> int:
    points = hands * 20
    for cards, value in enumerate(sorted(VALUES * decks)):
        if value > points:
            return cards + hands
        points -= value
    return DECK * decks + 1  # more than there is


def validate(rules: HouseRules) -> list[str]:
    """What is wrong with the rules, a key of `bot/words` each; empty when playable."""
    return [key for key, wrong in _checks(rules).items() if wrong]


def _checks(rules: HouseRules) -> dict[str, bool]:
    high = rules.max_bet if rules.max_bet is not None else MAX_CHIPS
    times, out_of = rules.natural
    ladder = rules.ladder
    clocks, alone = rules.clocks, rules.seats + rules.seatless == 1
    seconds = (clocks.bet, clocks.decision, clocks.insurance, clocks.result)
    offers = rules.insurance != "none" or rules.even_money
    return {
        "rules_seats": not 1 <= rules.seats <= 6,
        "rules_min_bet": rules.min_bet < 1,
        "rules_chips_below_min": rules.chips < rules.min_bet,
        "rules_max_below_min": high < rules.min_bet,
        "rules_limit_below_min": rules.limit is not None and rules.limit < rules.min_bet,
        "rules_chips_too_many": max(rules.chips, rules.bank or 0, high, rules.limit or 0)
        > MAX_CHIPS,
        "rules_bank": rules.bank is not None and rules.bank < 1,
        "rules_ladder_order": list(ladder) != sorted(set(ladder)),
        "rules_ladder_start": bool(ladder) and ladder[0] != rules.min_bet,
        "rules_ladder_long": len(ladder) > 14,
        "rules_ladder_end": bool(ladder) and ladder[-1] > high,
        "rules_chip_values": not 1 <= len(rules.chip_values) <= 5
        or list(rules.chip_values) != sorted(set(rules.chip_values))
        or not 1 <= rules.chip_values[0] <= rules.chip_values[-1] <= MAX_CHIPS,
        "rules_decks": not 1 <= rules.decks <= 8,
        "rules_hands": not 1 <= rules.max_hands <= 4,
        "rules_natural": not 1 <= out_of <= 100 or not out_of <= times <= 2 * out_of,
        "rules_low": not 0 <= rules.low <= 8 * DECK,
        "rules_penetration": not 50 <= rules.penetration <= 90,
        "rules_clocks": not all(s is None or 5 <= s <= 600 for s in seconds)
        # Without a clock one absent member would hold up all the others.
        or (not alone and None in (clocks.bet, clocks.decision))
        or (not alone and offers and clocks.insurance is None)
        or (rules.full_betting and clocks.bet is None)
        or not 5 <= clocks.shuffle <= 600
        or not 60 <= clocks.idle <= 86_400,
        "rules_missed_rounds": not 1 <= rules.missed_rounds <= 10,
        "rules_shoe_too_small": 1 <= rules.decks <= 8
        and worst_case(rules, max(1, rules.seats) + max(0, rules.seatless)) > DECK * rules.decks,
        "rules_penetration_player": rules.player_cut and rules.shuffle != "cut_card",
        "rules_seatless": not 0 <= rules.seatless <= 6
        or (rules.seatless > 0 and not (rules.full_betting and rules.shuffle == "every_hand")),
        "rules_ends": (rules.ends == "bank") != (rules.bank is not None)
        or (rules.ends == "broke" and not alone),
    }
