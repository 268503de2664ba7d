"""The shoe on the board: how much is left, when it is shuffled, and what binds the house.

A shoe that lasts shows the seal of its undealt cards and the promise of the shoe after it. A shoe
of one hand shows its promise while it is bet on and played, and its seed once the hand is paid.
"""

from bot.game.table import Phase

from .drawing import DOT, SETTLED, Detail, Drawing, joined, lines

_SHOWN = 16  # hex digits on the board: too many to forge; the whole of it is in the proof


def shoe(drawing: Drawing) -> str:
    """What there is to draw from."""
    view, words = drawing.view, drawing.words
    fresh = view.rules.decks * 52
    if view.rules.shuffle == "every_hand":
        return words.say("shoe_every_hand", size=fresh)
    if view.phase is Phase.SHUFFLE:
        return words.say("shoe_shuffling", shoe=_next_number(drawing), size=fresh)
    if view.shoe is None:
        return ""
    left = view.shoe.size - view.shoe.dealt
    said = words.say("shoe_left", shoe=view.shoe.number, left=left, size=view.shoe.size)
    return joined([said, _cut_card(drawing)])


def _cut_card(drawing: Drawing) -> str:
    used, words = drawing.view.shoe, drawing.words
    if used is None or used.cut_at is None:
        return ""
    to_come = used.cut_at - used.dealt
    if to_come > 0:
        return words.count("shoe_cut", to_come)
    return words.say("shoe_cut_next" if drawing.view.phase in SETTLED else "shoe_cut_now")


def _next_number(drawing: Drawing) -> int:
    used = drawing.view.shoe
    return used.number + 1 if used else 1


def fairness(drawing: Drawing) -> str:
    """In small print."""
    view, words = drawing.view, drawing.words
    commit = view.next_commit[:_SHOWN]
    if view.phase is Phase.CLOSED:
        said = _seeds(drawing)
    elif view.phase is Phase.LOBBY or view.phase is Phase.SHUFFLE:
        first = words.say("first_shoe", shoe=_next_number(drawing), commit=commit)
        said = [first if commit else ""]
    elif view.rules.shuffle == "every_hand":
        said = _of_one_hand(drawing)
    else:
        seal = view.shoe.seal[:_SHOWN] if view.shoe else ""
        parts = [
            words.say("seal", seal=seal) if seal else "",
            words.say("next_shoe", commit=commit) if commit else "",
        ]
        said = [DOT.join(filter(None, parts))]
    return lines(f"-# {line}" for line in said if line)


def _seeds(drawing: Drawing) -> list[str]:
    """The table is gone: all that was promised can be checked."""
    view, words = drawing.view, drawing.words
    opened = view.shoe.seed if view.shoe else ""
    return [
        words.say("seed_of", shoe=view.shoe.number, seed=opened) if view.shoe and opened else "",
        words.say("seed_promised", shoe=_next_number(drawing), seed=view.next_seed)
        if view.next_seed
        else "",
    ]


def _of_one_hand(drawing: Drawing) -> list[str]:
    view, words = drawing.view, drawing.words
    used, commit = view.shoe, view.next_commit[:_SHOWN]
    if view.phase is Phase.BETTING:
        return [words.say("this_shoe", commit=commit) if commit else ""]
    if view.phase not in SETTLED:  # played from the shoe that was promised before
        return [words.say("this_shoe", commit=used.commit[:_SHOWN]) if used and used.commit else ""]
    seed = used.seed if used else ""
    if drawing.detail is not Detail.CARDS and seed:
        seed = f"{seed[:_SHOWN]}…"
    return [
        words.say("seed", seed=seed) if seed else "",
        words.say("next_hand_shoe", commit=commit) if commit else "",
    ]
