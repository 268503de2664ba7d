"""Other blackjack packages of PyPI, played as ours is: one seat, six decks, the chart, flat bets.

Each is loaded when it is asked for, since none has to be installed. `PLAYERS[name]()` is a function
that plays so many rounds. It takes the shortest way through the package there is, and what the
package can't do (see each) is left out in its favour.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from msgspec.structs import replace

from bot.game.moves import Double, Hit, Split, Stand, Surrender
from bot.game.rules import CASINO
from tests.game.chart import Chart

Rounds = Callable[[int], None]

CHART = Chart(CASINO)
PLAIN = Chart(replace(CASINO, surrender=False, hits_soft_17=False))
DECKS = 6
CHIPS = 10**9
BET = 100


def blackjack21() -> Rounds:
    """Dealer hits soft 17, doubles, splits and surrender; no insurance, and no chips are moved.

    A hand does not say whether it is soft, so the package's own count is called once for both.
    """
    package = import_module("blackjack21")
    count = import_module("blackjack21.utils").calculate_hand
    deck = package.Deck(package.DEFAULT_SUITS, count=DECKS)
    table = package.Table(
        [("Ada", BET)], deck, hit_soft_17=True, on_round_reset=package.shoe_reset_hook(deck)
    )
    playing = package.GameState.PLAYERS_TURN
    moves = {
        Hit: table.hit,
        Stand: table.stand,
        Double: table.double_down,
        Split: table.split,
        Surrender: table.surrender,
    }

    def play(rounds: int) -> None:
        for _ in range(rounds):
            table.start_game()
            if table.state is playing:
                upcard = table.dealer.hand[0].value % 10 or 10
                while table.state is playing:
                    hand = table.current_hand
                    points, soft = count(hand)
                    if len(hand) > 2:
                        kind = CHART.later(points, soft, upcard)
                    else:
                        hands, value = len(table.players[0].hands), hand[0].value
                        pair = value % 10 or 10 if value == hand[1].value and hands < 4 else 0
                        kind = CHART.first(points, soft, upcard, pair, hands > 1)
                    moves[kind]()

    return play


def py21() -> Rounds:
    """All moves ours has, by the package's own basic strategy. It keeps a history of all hands.

    A game begins anew with each call, so that the history does not grow without end.
    """
    game = import_module("py21.game").Game
    player = import_module("py21.player").Player
    rules = {"num_decks": DECKS, "min_bet": BET, "soft_stand": False}

    def play(rounds: int) -> None:
        table = game([player(CHIPS)], rules=rules)
        for _ in range(rounds):
            table.play_round()

    return play


def jackblack() -> Rounds:
    """Doubles and splits; no surrender, dealer stands on all 17s, cards are dealt to the last one.

    A hand that was split begins with one card and has to be hit for its second.
    """
    package = import_module("jackblack")
    words = {
        Hit: package.HIT,
        Stand: package.STAY,
        Double: package.DOUBLE_DOWN,
        Split: package.SPLIT,
    }

    class Basic(package.Strategy):  # type: ignore[misc, name-defined]
        def decide(self, player: Any, choices: Any, dealer: Any = None, players: Any = ()) -> Any:
            hand = player.hand
            points = player.hand_value()
            if len(hand) == 1:
                return package.HIT
            soft = points != player.lowest_hand_value()
            upcard = dealer.hand[0].value % 10 or 10
            if len(hand) > 2:
                return words[PLAIN.later(points, soft, upcard)]
            pair = hand[0].value % 10 or 10 if player.can_split() else 0
            return words[PLAIN.first(points, soft, upcard, pair, player.is_pseudo)]

    ada = package.Player("Ada", CHIPS, Basic(auto_log=False))
    deck = package.Deck(DECKS, True)
    simulation = package.Simulation([ada], deck, BET)

    def play(rounds: int) -> None:
        simulation.run(rounds)

    return play


PLAYERS: dict[str, Callable[[], Rounds]] = {
    "blackjack21": blackjack21,
    "py21": py21,
    "jackblack": jackblack,
}
