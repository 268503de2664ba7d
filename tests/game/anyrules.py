"""House rules drawn at random: every row of the tables set to anything that may be played."""

import random
from typing import Any

import msgspec

from bot.game.rules import TABLES, Clocks, HouseRules, validate

_CHIPS = (5, 50, 99, 100, 333, 500, 1000, 10**6, 10**9)


def random_rules(dice: random.Random) -> HouseRules:
    """A house table with some of its rows changed, drawn again until it can be played."""
    while True:
        base = dice.choice(list(TABLES.values()))
        rows = _rows(dice)
        changed = dice.sample(sorted(rows), dice.randrange(len(rows) + 1))
        try:
            rules = msgspec.structs.replace(base, **_together(base, rows, changed))
        except IndexError:
            continue
        if not validate(rules):
            return rules


def other_rules(rules: HouseRules, dice: random.Random) -> HouseRules:
    """What a host might change them to while the table is open; its kind stays."""
    while True:
        rows = _rows(dice)
        changed = set(dice.sample(sorted(rows), dice.randint(1, 12))) - {"table", "chips", "ends"}
        try:
            other = msgspec.structs.replace(rules, **_together(rules, rows, sorted(changed)))
        except IndexError:
            continue
        if not validate(other):
            return other


def _together(base: HouseRules, rows: dict[str, Any], changed: list[str]) -> dict[str, Any]:
    """Rows that only make sense together are drawn together."""
    changes = {row: rows[row] for row in changed}
    least = changes.get("min_bet", base.min_bet)
    if "ladder" in changes or (base.ladder and "min_bet" in changes):
        most = changes.get("max_bet", base.max_bet) or 10**9
        steps = [least * times for times in (1, 2, 3, 5, 10) if least * times <= most]
        changes["ladder"] = tuple(steps) if rows["ladder"] else ()
    ends = changes.get("ends", base.ends)
    changes["bank"] = (changes.get("bank") or base.bank or 200) if ends == "bank" else None
    if changes.get("seatless", base.seatless):
        changes |= {"full_betting": True, "shuffle": "every_hand", "player_cut": False}
    if ends == "broke":
        changes |= {"seats": 1, "seatless": 0}
    if changes.get("shuffle", base.shuffle) != "cut_card":
        changes["player_cut"] = False
    return changes


def _rows(dice: random.Random) -> dict[str, Any]:
    clock = (5, 8, 15, 30, 600)
    out_of = dice.choice((1, 2, 5, 7))
    return {
        "table": dice.choice([*TABLES, "ours"]),
        "seats": dice.randint(1, 6),
        "seatless": dice.choice((0, 0, 1, 3, 6)),
        "chips": dice.choice(_CHIPS),
        "bank": dice.choice((1, 50, 150, 1000, 10**6)),
        "min_bet": dice.choice((1, 2, 3, 5, 25, 50)),
        "max_bet": dice.choice((None, 5, 50, 75, 500, 10**9)),
        "ladder": dice.random() < 0.5,
        "chip_values": tuple(sorted(dice.sample((1, 2, 5, 10, 25, 50, 100), dice.randint(1, 5)))),
        "limit": dice.choice((None, 50, 100, 333, 1000)),
        "decks": dice.randint(1, 8),
        "shuffle": dice.choice(("low", "cut_card", "every_hand")),
        "low": dice.choice((0, 20, 65, 416)),
        "penetration": dice.randint(50, 90),
        "player_cut": dice.random() < 0.5,
        "hits_soft_17": dice.random() < 0.5,
        "natural": (dice.randint(out_of, 2 * out_of), out_of),
        "naturals_at_once": dice.random() < 0.5,
        "insurance": dice.choice(("none", "half", "up_to_half")),
        "even_money": dice.random() < 0.5,
        "double": dice.choice(("any", "9-11", "10-11")),
        "double_face_down": dice.random() < 0.5,
        "double_after_split": dice.random() < 0.5,
        "split_by": dice.choice(("value", "rank")),
        "max_hands": dice.randint(1, 4),
        "resplit_aces": dice.random() < 0.5,
        "surrender": dice.random() < 0.5,
        "full_betting": dice.random() < 0.3,
        "missed_rounds": dice.randint(1, 4),
        "ends": dice.choice(("bank", "host", "broke", "idle")),
        "clocks": Clocks(
            bet=dice.choice((None, *clock)),
            decision=dice.choice((None, *clock)),
            insurance=dice.choice((None, *clock)),
            result=dice.choice((None, *clock)),
            shuffle=dice.choice(clock),
            idle=dice.choice((60, 600, 1800)),
        ),
    }
