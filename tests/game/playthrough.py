"""Golden playthroughs: a game as a text file, with what everybody sees after each move.

A file begins with lines of `# why`, `table: casino` and, where rows are changed, `rules: {…}`, as
JSON. A line with `> ` is something done, and the lines behind it are the screen it led to:

    > 1 join            a member's move: join [purse], leave, start, cut [TEXT [PLACE]], pass,
    > 2 bet 25          bet CHIPS, sitout, insure CHIPS, noinsure, even, hit, stand, double,
    > 1 !split          split, surrender, next, rebuy, new, close, kick MEMBER; `!`: is refused
    > cards 9 8 A T     what the shoe deals from here on (at solo and room: in the coming hand)
    > clock             the alarm of the open question rings
    > wait 5            seconds

`recorded(text)` plays what is done in a file and writes the file as it should be.
"""

import msgspec
from msgspec.structs import replace

from bot.game.cards import name, rank
from bot.game.moves import (
    Bet,
    Close,
    Cut,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Join,
    Kick,
    Leave,
    Move,
    NewSession,
    NextHand,
    PassCut,
    PassInsurance,
    Rebuy,
    SitOut,
    Split,
    Stand,
    Start,
    Surrender,
)
from bot.game.rules import TABLES, HouseRules
from bot.game.shoe import rigged
from bot.game.view import PublicHand, PublicSeat, PublicTable, public
from bot.render.board import board
from tests.render.felt import ENGLISH, NAMES
from tests.screens import text_of

from .tables import Game

#: Tables whose games are recorded as the board draws them; the others as plain lines of the view.
DRAWN = {"bank"}

_MOVES: dict[str, type[Move]] = {
    "join": Join, "leave": Leave, "start": Start, "cut": Cut, "pass": PassCut, "bet": Bet,
    "sitout": SitOut, "insure": Insure, "noinsure": PassInsurance, "even": EvenMoney, "hit": Hit,
    "stand": Stand, "double": Double, "split": Split, "surrender": Surrender, "next": NextHand,
    "rebuy": Rebuy, "new": NewSession, "close": Close, "kick": Kick,
}  # fmt: skip


def recorded(text: str) -> str:
    head = [line for line in text.partition("\n> ")[0].splitlines() if line]
    done = [line for line in text.splitlines() if line.startswith("> ")]
    game = Game(_rules(head))
    parts = ["\n".join(head)]
    for line in done:
        said = _do(game, line.removeprefix("> "))
        parts.append("\n".join([line, *said]))
    return "\n\n".join(parts) + "\n"


def _rules(head: list[str]) -> HouseRules:
    told = dict(line.split(": ", 1) for line in head if not line.startswith("#"))
    rules = TABLES[told["table"]]
    changes = msgspec.to_builtins(rules) | msgspec.json.decode(told.get("rules", "{}"))
    return msgspec.convert(changes, HouseRules)


def _do(game: Game, line: str) -> list[str]:
    """What is to be seen afterwards; nothing for what only prepares."""
    first, *words = line.split()
    if first == "cards":
        _rig(game, " ".join(words))
        return []
    if first == "wait":
        game.wait(int(words[0]))
        return []
    if first == "clock":
        game.time_up()
        return _screen(game)
    kind = _MOVES[words[0].removeprefix("!")]
    values = [int(word) if word.isdigit() else word for word in words[1:]]
    if words[0].startswith("!"):
        return [f"refused: {game.refused(kind, int(first), *values)}"]
    game.do(kind, int(first), *values)
    return _screen(game)


def _rig(game: Game, cards: str) -> None:
    """These cards, and behind them the rest of a whole shoe; the cut card stays where it was."""
    decks, before = game.table.rules.decks, game.table.shoe
    first: list[int] = []
    rest = list(range(52)) * decks
    for wanted in cards.split():
        found = next(card for card in rest[len(first) % 4 * 13 :] + rest if rank(card) == wanted)
        rest.remove(found)
        first.append(found)
    shoe = rigged(first + rest, decks)
    if game.table.rules.shuffle == "every_hand":
        assert game.table.next_shoe is not None
        game.table.next_shoe = replace(shoe, number=game.table.next_shoe.number)
    else:
        shoe.cut_at = before.cut_at if before else None
        game.table.shoe = shoe


def _screen(game: Game) -> list[str]:
    view = public(game.table)
    if view.rules.table in DRAWN:
        return text_of(board(view, NAMES, ENGLISH, now=game.now)).splitlines()
    return _plain(view, game.now)


def _plain(view: PublicTable, now: int) -> list[str]:
    seconds = "" if view.deadline is None else f" · {(view.deadline - now) // 1000} s"
    rests = " · rests" if view.parked else ""
    lines = [f"{view.phase.value} · hand {view.hand}{seconds}{rests}"]
    if view.dealer:
        lines.append(f"dealer {_cards(view.dealer)} = {view.dealer_total}")
    lines += [_seat(view, seat) for seat in view.seats]
    if view.outcome is not None:
        lines.append(f"end: {view.outcome.value}")
        lines += [
            f"{NAMES[line.member]}: {line.chips} ({line.net:+d}), most {line.peak}"
            for line in view.standings
        ]
    moves = sorted(move.__name__ for move in view.moves)
    return [*lines, f"moves: {' '.join(moves)}"]


def _seat(view: PublicTable, seat: PublicSeat) -> str:
    words = [f"{NAMES[seat.member]} {seat.chips}:"]
    if seat.bet and not seat.hands:
        words.append(f"bets {seat.bet}")
    words += [_hand(hand) for hand in seat.hands]
    if seat.insurance:
        net = seat.insurance_net
        words.append(f"insured {seat.insurance}" + (f" {net:+d}" if net is not None else ""))
    flags = {
        "without a seat": seat.seatless, "waits": seat.waiting, "leaves": seat.leaving,
        "broke": seat.broke, "cuts": view.cutter == seat.member and view.phase.value == "shuffle",
    }  # fmt: skip
    return " ".join(words + [f"({flag})" for flag, is_so in flags.items() if is_so])


def _hand(hand: PublicHand) -> str:
    mark = ">" if hand.active else ""
    ended = "" if hand.result is None else f" {hand.result.value} {hand.net:+d}"
    return f"{mark}[{_cards(hand.cards)} = {hand.total}, stake {hand.stake}{ended}]"


def _cards(cards: tuple[int | None, ...]) -> str:
    return " ".join("?" if card is None else name(card) for card in cards)
