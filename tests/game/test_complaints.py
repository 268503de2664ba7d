"""What players complain about elsewhere, as far as it is a matter of rules. None of it here."""

from bot.game.events import HandStood, MemberLeft
from bot.game.legal import legal
from bot.game.moves import (
    Bet,
    Double,
    Hit,
    Join,
    Leave,
    NextHand,
    Open,
    SitOut,
    Split,
    Stand,
    TimeUp,
)
from bot.game.play import balances
from bot.game.rules import BANK, worst_case
from bot.game.table import Phase, Result

from .tables import Game, betting, next_hand, pass_the_cut, playing

TWO = "T T 7 9 9 T"


def test_bets_are_not_stacked_by_repeated_clicks() -> None:
    game = betting(2)
    game.do(Bet, 1, 50)
    for _ in range(5):
        assert game.refused(Bet, 1, 50) == "already_bet"
    game.do(Bet, 1, 100)
    assert balances(game.table)["bet:1"] == 100


def test_one_click_on_double_doubles_once() -> None:
    game = playing("6 5 6 5 6 T 2 2 T", bets=[50, 50])
    asked = game.table.decision
    game.do(Double, 1)
    assert game.refused(Double, 1, decision=asked) == "decision_closed"
    assert game.hand(1).stake == 100


def test_stakes_are_escrowed_from_the_bet_to_the_settlement() -> None:
    game = playing("8 6 8 T 3 3 T T", bets=[100])
    assert balances(game.table) == {"chips:1": 400, "bet:1": 100, "bank": 1000}
    game.do(Split, 1)
    assert balances(game.table) == {"chips:1": 300, "bet:1": 200, "bank": 1000}
    game.do(Double, 1)
    assert balances(game.table) == {"chips:1": 200, "bet:1": 300, "bank": 1000}


def test_no_double_and_no_split_without_the_chips() -> None:
    game = playing("8 6 8 T", bets=[100], chips=[199])
    assert game.refused(Double, 1) == "too_few_chips"
    assert game.refused(Split, 1) == "too_few_chips"
    assert {type(move) for move in legal(game.table, 1)} >= {Hit, Stand}
    assert not {type(move) for move in legal(game.table, 1)} & {Double, Split}


def test_after_a_split_took_the_last_chips_there_is_no_double() -> None:
    game = playing("8 6 8 T 3 3", bets=[100], chips=[200])
    game.do(Split, 1)
    assert game.refused(Double, 1) == "too_few_chips"


def test_a_21_after_a_split_is_not_paid_three_to_two() -> None:
    for cards in "A 7 A T K 2", "K 7 K T A 9":
        game = playing(cards, bets=[100])
        game.do(Split, 1)
        while game.table.phase is Phase.PLAYING:
            game.do(Stand, 1)
        assert game.hand(1).result is Result.WIN
        assert game.hand(1).net == 100


def test_a_natural_does_not_push_a_three_card_21() -> None:
    game = playing("A T 7 K 9 4 T", bets=[100, 50])
    game.do(Stand, 2)
    assert game.hand(1).result is Result.BLACKJACK
    assert game.hand(1).net == 150


def test_a_tie_returns_the_bet() -> None:
    for card, hole in ("7", "7"), ("8", "8"), ("9", "9"), ("T", "T"):
        game = playing(f"T T {card} {hole}", bets=[100])
        game.do(Stand, 1)
        assert game.hand(1).result is Result.PUSH
        assert balances(game.table) == {"chips:1": 500, "bank": 1000}


def test_no_split_is_offered_after_a_hit() -> None:
    game = playing("4 6 4 T 4", bets=[50])
    assert Split in {type(move) for move in legal(game.table, 1)}
    game.do(Hit, 1)
    assert Split not in {type(move) for move in legal(game.table, 1)}


def test_the_dealer_never_hits_17_or_more() -> None:
    for upcard, hole in ("T", "7"), ("A", "6"), ("9", "8"), ("A", "7"), ("T", "T"):
        game = playing(f"T {upcard} 9 {hole}", bets=[50])  # not a card more
        game.do(Stand, 1)
        assert len(game.table.dealer) == 2


def test_the_shoe_does_not_run_out_with_six_players_who_take_all_they_can() -> None:
    game = betting(6)
    for _ in range(12):
        for member in game.members:
            game.do(Bet, member, 50) if game.is_in(Phase.BETTING) else None
            game.seat(member).chips = 1000
        while game.is_in(Phase.PLAYING):
            assert game.turn
            offered = {type(move) for move in legal(game.table, game.turn)}
            low = game.hand(game.turn).total < 17
            game.do(Split if Split in offered else Hit if low else Stand, game.turn)
        game.table.bank = 10_000
        game.do(NextHand, 1)
        pass_the_cut(game)
        assert game.table.shoe
        assert game.table.shoe.left >= worst_case(BANK, 6)


def test_an_absent_player_does_not_block_the_table() -> None:
    game = playing(TWO, bets=[50, 50])
    game.time_up()
    assert game.said(HandStood) == [HandStood(1, 0, "clock")]
    game.do(Stand, 2)
    for _ in range(3):
        game.do(NextHand, 2)
        while game.is_in(Phase.SHUFFLE):
            game.time_up()
        game.rig("T 7 9 T")
        game.do(Bet, 2, 50)
        game.time_up()  # 1 does not bet
        game.do(Stand, 2)
    assert game.said(MemberLeft) == [MemberLeft(1, "missed_rounds")]
    assert game.table.host == 2


def test_an_absent_host_of_a_table_where_nobody_bets_does_not_block_who_comes_later() -> None:
    game = betting(1)
    while not game.table.parked:
        game.time_up()
    game.do(Join, 2)
    game.do(Bet, 2, 50)
    game.rig("T 7 9 T")
    game.time_up()
    assert game.turn == 2


def test_a_leaver_is_not_dealt_back_in() -> None:
    game = playing(TWO, bets=[50, 50])
    game.do(Leave, 2)
    game.do(Stand, 1)
    next_hand(game, "T 7 9 T", bets=[50])
    assert game.members == [1]


def test_a_timeout_is_said_once() -> None:
    game = playing(TWO, bets=[50, 50])
    asked = game.table.decision
    game.time_up()
    game.wait(100)
    assert game.refused(TimeUp, decision=asked) == "decision_closed"
    assert len(game.said(HandStood)) == 1


def test_one_tables_hand_does_not_touch_another() -> None:
    one, other = betting(2), betting(2)
    before = other.table.copy()
    one.do(Bet, 1, 50)
    one.do(SitOut, 2)
    assert other.table == before


def test_tables_opened_with_the_same_rules_share_no_state() -> None:
    one, other = Game(), Game()
    one.do(Join, 1)
    assert other.members == []
    assert one.refused(Open, 8, 43, 1, BANK) == "not_now"


def test_a_member_plays_with_at_most_the_chips_they_have_whatever_they_press() -> None:
    game = betting(1)
    game.seat(1).chips = 99
    for chips in 100, 250, 500, 99, 75, 0, -50:
        assert game.refused(Bet, 1, chips)
    game.rig("8 7 8 T 2 2")
    game.do(Bet, 1, 50)
    assert game.refused(Split, 1) == "too_few_chips"
    assert game.seat(1).chips == 49
