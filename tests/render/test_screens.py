"""Every phase of the house tables, as everybody sees it, kept as text in `screens/`.

After a wanted change: `REDRAW=1 python -m pytest tests/render/test_screens.py`, then read the diff.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.game.moves import (
    Bet,
    Close,
    Cut,
    Double,
    Hit,
    Join,
    Leave,
    NextHand,
    PassCut,
    SitOut,
    Split,
    Stand,
    Start,
)
from bot.game.rules import TABLES, HouseRules
from bot.game.table import Phase
from bot.game.view import public
from bot.render.cards import confirm_close, cut_form, help_card, notice, rules_card
from tests.game.tables import Game, betting, lobby, pass_the_cut
from tests.screens import text_of

from .felt import ENGLISH, deal, screen
from .houses import HOUSES

SCREENS = Path(__file__).parent / "screens"


def check(name: str, text: str) -> None:
    path = SCREENS / f"{name}.txt"
    if os.environ.get("REDRAW"):
        path.write_text(text + "\n", "utf-8")
    assert text + "\n" == path.read_text("utf-8")


def an_empty_lobby() -> Game:
    return lobby(0)


def a_lobby() -> Game:
    game = lobby(3)
    game.do(Start, 2)
    return game


def a_shuffle() -> Game:
    game = lobby(3)
    game.do(Start, 1)
    game.do(Cut, 2, "ducks")
    game.do(PassCut, 3)
    return game


def bets() -> Game:
    game = betting(3)
    game.do(Join, 4)
    game.do(Bet, 1, 100)
    game.do(SitOut, 2)
    return game


def last_chance_to_bet() -> Game:
    """The clocks have stopped after rounds nobody bet in; Ben missed his by sitting out."""
    game = betting(2)
    for _ in range(2):
        deal(game, "T T 9 9 8 8", [50, 0])
        while game.turn:
            game.do(Stand, game.turn)
        game.do(NextHand, 1)
        pass_the_cut(game)
    return game


def a_resting_bet() -> Game:
    game = betting(1)
    for _ in range(3):
        game.time_up()
    return game


def a_turn() -> Game:
    """Ana has a blackjack, Ben is asked, Cy is next, Dee sits out, Eli came too late."""
    game = deal(betting(4), "A 8 5 T K 8 9 7 3 2 4 6", [100, 50, 250, 0])
    game.do(Join, 5)
    game.wait(12)
    return game


def a_split() -> Game:
    game = a_turn()
    game.do(Split, 2)
    game.do(Double, 2)
    return game


def a_member_leaving() -> Game:
    game = deal(betting(2), "9 8 7 6 9 T", [100, 50])
    game.do(Hit, 1)
    game.do(Leave, 2)
    return game


def a_result() -> Game:
    """Blackjack, a bust, a push, a loss, a win by doubling, and Fay sat out."""
    game = deal(betting(6), "A T 9 9 5 T K 5 9 8 6 8 K T", [100, 50, 50, 50, 250, 0])
    for kind in (Hit, Stand, Stand, Double):
        game.do(kind, game.turn)
    return game


def a_dealers_blackjack() -> Game:
    return deal(betting(2), "A 9 A K 7 T", [100, 100])


def a_dealer_without_a_rival() -> Game:
    game = deal(betting(1), "T 5 6 9 T", [100])
    game.do(Hit, 1)
    return game


def a_resting_result() -> Game:
    game = a_dealers_blackjack()
    game.time_up()
    return game


def an_empty_table() -> Game:
    game = a_dealers_blackjack()
    game.do(Leave, 1)
    game.do(Leave, 2)
    return game


def a_broken_bank() -> Game:
    """The bank can't pay all three; Dee pressed Join while the hand was played."""
    game = betting(3)
    game.table.bank = 150
    deal(game, "A T 9 6 K T 9 8 T", [500, 50, 250])
    game.do(Join, 4)
    while game.turn:
        game.do(Stand, game.turn)
    return game


def a_beaten_table() -> Game:
    return deal(betting(2), "9 9 A 7 7 T", [500, 500])


def a_closed_table() -> Game:
    game = a_turn()
    game.do(Close, 1)
    return game


def a_closed_lobby() -> Game:
    game = a_lobby()
    game.do(Close, 1)
    return game


MADE: list[tuple[Callable[[], Game], Phase]] = [
    (an_empty_lobby, Phase.LOBBY),
    (a_lobby, Phase.LOBBY),
    (a_shuffle, Phase.SHUFFLE),
    (bets, Phase.BETTING),
    (last_chance_to_bet, Phase.BETTING),
    (a_resting_bet, Phase.BETTING),
    (a_turn, Phase.PLAYING),
    (a_split, Phase.PLAYING),
    (a_member_leaving, Phase.PLAYING),
    (a_result, Phase.RESULT),
    (a_dealers_blackjack, Phase.RESULT),
    (a_dealer_without_a_rival, Phase.RESULT),
    (a_resting_result, Phase.RESULT),
    (an_empty_table, Phase.RESULT),
    (a_broken_bank, Phase.ENDED),
    (a_beaten_table, Phase.ENDED),
    (a_closed_table, Phase.CLOSED),
    (a_closed_lobby, Phase.CLOSED),
]


@pytest.mark.parametrize(
    ("make", "phase"), MADE + HOUSES, ids=lambda value: getattr(value, "__name__", "")
)
async def test_the_screen_is_the_one_on_file(make: Callable[[], Game], phase: Phase) -> None:
    game = make()
    assert game.table.phase is phase
    check(make.__name__, screen(game))


def test_every_phase_has_a_screen() -> None:
    assert {phase for _, phase in MADE + HOUSES} == set(Phase)


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
async def test_the_rules_of_a_house_table_are_the_ones_on_file(rules: HouseRules) -> None:
    check(f"the_rules_of_{rules.table}", text_of(rules_card(rules, ENGLISH)))


async def test_the_help_is_the_one_on_file() -> None:
    check("the_help", text_of(help_card(ENGLISH)))


@pytest.mark.parametrize("make", [a_lobby, bets, a_turn])
async def test_closing_asks_first(make: Callable[[], Game]) -> None:
    text = text_of(confirm_close(public(make().table), ENGLISH))
    check(f"closing_{make.__name__}", text)
    assert text.endswith("[Close the table]")


async def test_the_cut_form_is_the_one_on_file() -> None:
    check("the_cut_form", text_of(cut_form(public(a_shuffle().table), ENGLISH)))


async def test_a_notice_is_its_sentence() -> None:
    assert text_of(notice(ENGLISH.say("joined"))) == "You have a seat. Good luck!"
