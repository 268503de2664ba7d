"""Situations of the casino, classic, solo and room tables, each played through the engine.

Cards are written in the order they are dealt: one to each bet, the upcard, a second one to each,
the hole card, then as they are drawn.
"""

from collections.abc import Callable

from bot.game.moves import (
    Bet,
    Close,
    Cut,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Join,
    Leave,
    NextHand,
    PassInsurance,
    SitOut,
    Split,
    Stand,
    Start,
    Surrender,
)
from bot.game.rules import CASINO, CLASSIC, ROOM, SOLO
from bot.game.table import Phase
from tests.game.tables import Game

from .felt import deal, opened, rig, seated


def casino_bets() -> Game:
    """Ana has bet, Ben may repeat his last bet, Cy sits out, Dee came too late."""
    game = a_casino_result()
    game.do(NextHand, 1)
    game.do(Bet, 1, 75)
    game.do(SitOut, 3)
    game.do(Join, 4)
    return game


def a_casino_result() -> Game:
    """Ana surrenders, Ben's soft 18 beats a dealer who draws on soft 17, Cy's pair of 8 loses."""
    game = deal(opened(CASINO, 3), "T A 8 6 6 7 8 A T 3 5 T", [25, 100, 40])
    game.do(Surrender, 1)
    game.do(Stand, 2)
    game.do(Stand, 3)
    return game


def a_casino_turn() -> Game:
    game = deal(opened(CASINO, 3), "T A 8 6 6 7 8 A T 3 5 T", [25, 100, 40])
    game.do(Surrender, 1)
    game.wait(4)
    return game


def four_hands() -> Game:
    """Ben splits eights until he has four hands; the third is asked."""
    game = deal(opened(CASINO, 2), "T 8 6 9 8 T 8 3 8 2 T 9 K", [25, 100])
    game.do(Stand, 1)
    for kind in (Split, Split, Split, Stand, Hit):
        game.do(kind, 2)
    return game


def insurance() -> Game:
    """Ana insures, Ben declines, Cy takes even money, Dee thinks with a blackjack, Eli is out."""
    game = deal(opened(CASINO, 6), "9 8 A A 7 A 7 8 K Q 5 T", [25, 100, 50, 50, 0, 200])
    game.do(Insure, 1, 12)
    game.do(PassInsurance, 2)
    game.do(EvenMoney, 3)
    game.wait(6)
    return game


def lost_insurance() -> Game:
    game = deal(opened(CASINO, 2), "9 8 A 7 8 6", [25, 100])
    game.do(Insure, 1, 12)
    game.do(PassInsurance, 2)
    return game


def won_insurance() -> Game:
    game = deal(opened(CASINO, 3), "9 A 8 A 7 K 8 K", [25, 50, 100])
    game.do(Insure, 1, 12)
    game.do(EvenMoney, 2)
    game.do(PassInsurance, 3)
    return game


def the_cut_card_is_out() -> Game:
    game = opened(CASINO, 1)
    rig(game, "T T 9 8")
    assert game.table.shoe is not None
    game.table.shoe.cut_at = 3
    game.do(Bet, 1, 25)
    return game


def a_closed_casino() -> Game:
    game = a_casino_result()
    game.do(Close, 1)
    return game


def a_players_cut() -> Game:
    """Ana places the cut card; Ben has typed a cut."""
    game = seated(CLASSIC, 3)
    game.do(Start, 1)
    game.do(Cut, 2, "ducks")
    return game


def a_classic_insurance() -> Game:
    game = deal(opened(CLASSIC, 2), "9 8 A 7 8 6", [25, 10])
    game.do(Insure, 1, 7)
    return game


def naturals_paid_at_once() -> Game:
    return deal(opened(CLASSIC, 2), "A 8 6 K 8 T", [25, 10])


def a_double_face_down() -> Game:
    game = deal(opened(CLASSIC, 2), "6 8 6 5 8 T K 9", [25, 10])
    game.do(Double, 1)
    return game


def a_double_turned_up() -> Game:
    game = a_double_face_down()
    game.do(Stand, 2)
    return game


def a_solo_lobby() -> Game:
    return seated(SOLO)


def a_solo_bet() -> Game:
    """The second hand: a peak, and a bet to repeat."""
    game = a_solo_result()
    game.do(NextHand, 1)
    return game


def a_solo_hand() -> Game:
    return deal(opened(SOLO), "9 6 5 T", [45])


def a_solo_result() -> Game:
    """Doubled and won: the seed of the shoe is shown."""
    with_twenty = deal(opened(SOLO), "6 6 5 T 9 8", [45])
    with_twenty.do(Double, 1)
    return with_twenty


def a_run_left() -> Game:
    """Its member went away; only they can play on."""
    game = a_solo_result()
    game.do(NextHand, 1)
    game.do(Leave, 1)
    return game


def the_end_of_a_run() -> Game:
    """All of 590 chips on one hand that loses."""
    game = a_solo_bet()
    deal(game, "T T 6 T", [game.seat(1).chips])
    game.do(Stand, 1)
    return game


def a_run_ended_early() -> Game:
    game = a_solo_result()
    game.do(Close, 1)
    return game


def a_room_lobby() -> Game:
    return seated(ROOM, 2)


def room_bets() -> Game:
    """Ana and Cy have bet, Gil bets without a seat though there are some; Ben thinks."""
    game = opened(ROOM, 3)
    game.do(Bet, 1, 25)
    game.do(Bet, 7, 100)
    game.do(Cut, 1, "ducks")
    game.do(Bet, 3, 10)
    game.wait(6)
    return game


def twelve_bettors() -> Game:
    """Six seats, six without, and the first seat is asked."""
    game = opened(ROOM, 6)
    for member in range(7, 13):
        game.do(Bet, member, 10 * member)
    return deal(game, "2 3 4 5 6 7 8 9 T 2 3 4 6 " * 2, [25] * 6 + [75] * 6)


def a_room_result() -> Game:
    game = deal(opened(ROOM, 3), "9 T 6 7 9 T T", [25, 100, 0])
    game.do(Stand, 1)
    game.do(Stand, 2)
    game.wait(2)
    return game


def a_room_insurance() -> Game:
    """A bet of 1 can't be insured: nothing is asked of Ben."""
    game = deal(opened(ROOM, 2), "9 8 A 7 8 6", [25, 1])
    game.wait(1)
    return game


HOUSES: list[tuple[Callable[[], Game], Phase]] = [
    (casino_bets, Phase.BETTING),
    (a_casino_turn, Phase.PLAYING),
    (a_casino_result, Phase.RESULT),
    (four_hands, Phase.PLAYING),
    (insurance, Phase.INSURANCE),
    (lost_insurance, Phase.PLAYING),
    (won_insurance, Phase.RESULT),
    (the_cut_card_is_out, Phase.PLAYING),
    (a_closed_casino, Phase.CLOSED),
    (a_players_cut, Phase.SHUFFLE),
    (a_classic_insurance, Phase.INSURANCE),
    (naturals_paid_at_once, Phase.PLAYING),
    (a_double_face_down, Phase.PLAYING),
    (a_double_turned_up, Phase.RESULT),
    (a_solo_lobby, Phase.LOBBY),
    (a_solo_bet, Phase.BETTING),
    (a_solo_hand, Phase.PLAYING),
    (a_solo_result, Phase.RESULT),
    (a_run_left, Phase.RESULT),
    (the_end_of_a_run, Phase.ENDED),
    (a_run_ended_early, Phase.CLOSED),
    (a_room_lobby, Phase.LOBBY),
    (room_bets, Phase.BETTING),
    (twelve_bettors, Phase.PLAYING),
    (a_room_result, Phase.RESULT),
    (a_room_insurance, Phase.INSURANCE),
]
