"""The rules card says what the rules in force are, whatever a host has set."""

from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.rules import BANK, Clocks, HouseRules
from bot.render.cards import rules_card
from bot.render.header import rules_line
from bot.render.rules_text import rules_text
from tests.screens import text_of

from .felt import ENGLISH

HINTS = get_type_hints(HouseRules)
SECONDS = st.none() | st.integers(5, 600)


def one_of(field: str) -> Any:
    return st.sampled_from(get_args(HINTS[field]))


RULES = st.builds(
    HouseRules,
    table=st.sampled_from(["bank", "casino", "a table of the host's own"]),
    seats=st.integers(1, 6),
    chips=st.integers(1, 10**9),
    bank=st.none() | st.integers(1, 10**9),
    min_bet=st.integers(1, 1000),
    max_bet=st.none() | st.integers(1000, 10**6),
    ladder=st.lists(st.integers(1, 10**6), max_size=14, unique=True).map(sorted).map(tuple),
    limit=st.none() | st.integers(1000, 10**6),
    decks=st.integers(1, 8),
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
    ({"ladder": (50, 75)}, "Half chips are rounded down"),
    ({"insurance": "half"}, "you can insure half your bet"),
    ({"even_money": True}, "you can take even money"),
    ({"double": "10-11"}, "on a hard 10-11"),
    ({"double_after_split": False}, "Hands from a split can't be doubled."),
    ({"split_by": "rank"}, "K and K, not K and 10"),
    ({"max_hands": 1}, "Pairs can't be split."),
    ({"max_hands": 4}, "up to 4 hands"),
    ({"resplit_aces": True}, "unless you split them again"),
    ({"surrender": True}, "get half the bet back"),
    ({"missed_rounds": 1}, "Sit out one hand"),
    ({"clocks": Clocks(bet=45)}, "45 s to bet"),
    ({"clocks": Clocks(decision=None)}, "60 s to bet, or you sit the hand out."),
    ({"clocks": Clocks(result=8)}, "8 s for the result"),
    ({"min_bet": 25, "ladder": (25, 50)}, "at least 25 chips wins"),
    ({"ends": "host"}, "until the host closes the table"),
]


@pytest.mark.parametrize(("change", "said"), CHANGES, ids=lambda value: str(value)[:40])
def test_a_changed_rule_changes_what_the_card_says(change: dict[str, Any], said: str) -> None:
    before = "\n".join(rules_text(BANK, ENGLISH))
    after = "\n".join(rules_text(msgspec.structs.replace(BANK, **change), ENGLISH))
    assert said in after
    assert said not in before
