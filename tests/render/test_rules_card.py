"""The rules card says what the rules in force are, whatever a host has set."""

from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.rules import BANK, CASINO, CLASSIC, ROOM, SOLO, TABLES, Clocks, HouseRules
from bot.render.cards import rules_card
from bot.render.header import rules_line
from bot.render.rules_text import codes_text, rules_text
from tests.screens import text_of

from .felt import ENGLISH

HINTS = get_type_hints(HouseRules)
SECONDS = st.none() | st.integers(5, 600)


def one_of(field: str) -> Any:
    return st.sampled_from(get_args(HINTS[field]))


RULES = st.builds(
    HouseRules,
    table=st.sampled_from([*TABLES, "a table of the host's own"]),
    seats=st.integers(1, 6),
    chips=st.integers(1, 10**9),
    bank=st.none() | st.integers(1, 10**9),
    min_bet=st.integers(1, 1000),
    max_bet=st.none() | st.integers(1000, 10**6),
    ladder=st.lists(st.integers(1, 10**6), max_size=14, unique=True).map(sorted).map(tuple),
    limit=st.none() | st.integers(1000, 10**6),
    decks=st.integers(1, 8),
    seatless=st.integers(0, 6),
    chip_values=st.just((1, 5, 25, 100, 500)),
    full_betting=st.booleans(),
    shuffle=one_of("shuffle"),
    player_cut=st.booleans(),
    hits_soft_17=st.booleans(),
    natural=st.sampled_from([(3, 2), (6, 5), (1, 1), (2, 1)]),
    naturals_at_once=st.booleans(),
    insurance=one_of("insurance"),
    even_money=st.booleans(),
    double=one_of("double"),
    double_face_down=st.booleans(),
    double_after_split=st.booleans(),
    split_by=one_of("split_by"),
    max_hands=st.integers(1, 4),
    resplit_aces=st.booleans(),
    surrender=st.booleans(),
    missed_rounds=st.integers(1, 10),
    ends=one_of("ends"),
    clocks=st.builds(Clocks, bet=SECONDS, decision=SECONDS, insurance=SECONDS, result=SECONDS),
)


@settings(deadline=None)
@given(RULES)
async def test_any_rules_can_be_explained_in_one_message(rules: HouseRules) -> None:
    layout = rules_card(rules, ENGLISH)
    assert layout.content_length() <= 4000
    assert "{" not in text_of(layout)
    assert rules_line(rules, ENGLISH)


#: One change of the bank table's rules and what its card then says.
CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"seats": 1}, "One player."),
    ({"chips": 750}, "Everyone starts with 750 chips."),
    ({"bank": 2500}, "Each player adds 2,500 chips"),
    ({"bank": None}, "The house can pay every win"),
    ({"ladder": (50, 75)}, "Bets are 50 or 75,"),
    ({"ladder": ()}, "any whole amount from 50 to 500"),
    ({"ladder": (), "max_bet": None}, "any whole amount from 50 up"),
    ({"limit": 900}, "stays within 900"),
    ({"decks": 1}, "One deck, 52 cards."),
    ({"low": 80}, "fewer than 80 are left"),
    ({"shuffle": "every_hand"}, "Shuffled for every hand."),
    ({"shuffle": "cut_card", "penetration": 80}, "once 80 % are dealt"),
    ({"hits_soft_17": True}, "draws again on a soft 17"),
    ({"natural": (6, 5)}, "pays 6:5; a bet of 250 wins 300."),
    ({"natural": (1, 1)}, "first two cards) pays like any win"),
    (
        {"ladder": (50, 75)},
        "an odd bet gives up the half chip of a blackjack (a bet of 75 wins 112)",
    ),
    ({"insurance": "half"}, "you can put half your bet on a dealer blackjack"),
    ({"even_money": True}, "you can settle for 1:1"),
    ({"double": "10-11"}, "on a hard 10 or 11,"),
    ({"double_after_split": False}, "Hands from a split can't be doubled."),
    ({"split_by": "rank"}, "K and K, not K and 10"),
    ({"max_hands": 1}, "Pairs can't be split."),
    ({"max_hands": 4}, "up to 4 hands"),
    ({"resplit_aces": True}, "unless you split them again"),
    ({"surrender": True}, "get half the bet back"),
    ({"missed_rounds": 1}, "Sit out one hand"),
    ({"clocks": Clocks(bet=45)}, "45 s to bet"),
    ({"seats": 1, "clocks": Clocks(bet=None, decision=None)}, "No clock hurries you."),
    ({"clocks": Clocks(result=8)}, "8 s for the result"),
    ({"min_bet": 25, "ladder": (25, 50)}, "at least 25 chips wins"),
    ({"ends": "host"}, "until the host closes the table"),
    ({"ends": "host"}, "Chips stay yours"),
    ({"ends": "broke"}, "your score is the most you ever held"),
    ({"ends": "idle"}, "when nobody bets, the table rests"),
    ({"seatless": 4}, "4 more may bet without a seat."),
    ({"ladder": (), "chip_values": (1, 100)}, "from chips of 1 and 100, or type it"),
    ({"ladder": (), "limit": 400}, "any whole amount from 50 to 400"),
    ({"naturals_at_once": True}, "paid at once when the dealer has none"),
    ({"double_face_down": True}, "stays face down until the hand is paid"),
    ({"insurance": "up_to_half"}, "any amount up to half your bet"),
    ({"insurance": "half"}, "with an ace after insurance"),
    ({"surrender": True, "ladder": ()}, "Half of an odd bet is rounded down too."),
    ({"surrender": True, "min_bet": 1, "ladder": ()}, "a bet of 1 can't be halved"),
    ({"natural": (6, 5), "ladder": (), "min_bet": 51}, "is rounded down (a bet of 51 wins 61)"),
    ({"shuffle": "cut_card", "player_cut": True}, "placing it, 60 to 75 cards from the end"),
    ({"table": "casino", "shuffle": "cut_card", "decks": 2}, "it may be shuffled earlier"),
    ({"shuffle": "every_hand"}, "With the result the **Seed** is shown"),
    ({"full_betting": True}, "Bets stay open for 60 s"),
    ({"insurance": "half", "clocks": Clocks(insurance=9)}, "9 s for insurance"),
    ({"clocks": Clocks(idle=300)}, "after 5 min the table rests"),
]


def whole(rules: HouseRules) -> str:
    return "\n".join([*rules_text(rules, ENGLISH), codes_text(rules, ENGLISH)])


@pytest.mark.parametrize(("change", "said"), CHANGES, ids=lambda value: str(value)[:40])
def test_a_changed_rule_changes_what_the_card_says(change: dict[str, Any], said: str) -> None:
    before = whole(BANK)
    after = whole(msgspec.structs.replace(BANK, **change))
    assert said in after
    assert said not in before


#: What each house table says that is peculiar to it, and what would be untrue of it.
PECULIAR: list[tuple[HouseRules, list[str], list[str]]] = [
    (BANK, ["There is no insurance.", "Bank at zero"], ["without a seat", "**Seed** is shown"]),
    (CASINO, ["up to 4 hands", "half the bet back", "once 75 % are dealt"], ["face down until"]),
    (CLASSIC, ["hard 9, 10 or 11", "K and K, not K and 10", "can't be doubled"], ["75 %"]),
    (SOLO, ["a bet of 5 wins 7", "One deck", "No clock"], ["Sit out", "new stake", "s to cut"]),
    (ROOM, ["6 more may bet without a seat", "8 s for insurance", "within 1,000"], ["s to cut"]),
]


@pytest.mark.parametrize(("rules", "true", "untrue"), PECULIAR, ids=TABLES)
def test_a_house_table_says_what_is_peculiar_to_it(
    rules: HouseRules, true: list[str], untrue: list[str]
) -> None:
    text = whole(rules)
    assert [said for said in true if said not in text] == []
    assert [said for said in untrue if said in text] == []
