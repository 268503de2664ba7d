"""From Start to a broken bank or a beaten table, and on to a new session."""

from bot.game.events import CardsCut, SessionEnded, SessionStarted, ShoeRevealed
from bot.game.moves import Bet, Close, Cut, Join, Kick, Leave, NewSession, NextHand, Stand, Start
from bot.game.play import balances
from bot.game.rules import BANK
from bot.game.shoe import committed
from bot.game.table import Outcome, Phase, Result
from bot.game.view import public

from .tables import Game, betting, lobby, next_hand, pass_the_cut, playing

WIN = "T 7 9 T"
LOSE = "T 9 6 T"


def beaten() -> Game:
    """The only seat has lost all."""
    game = playing(LOSE, bets=[500])
    game.do(Stand, 1)
    assert game.table.outcome is Outcome.HOUSE_WINS
    return game


# Start


def test_the_host_starts_for_everybody_seated() -> None:
    game = lobby(3)
    game.do(Start, 1)
    assert game.is_in(Phase.SHUFFLE)
    assert game.said(SessionStarted) == [SessionStarted(1)]


def test_without_the_host_the_last_member_to_be_ready_starts() -> None:
    game = lobby(2, host=99)
    game.do(Start, 1)
    assert game.is_in(Phase.LOBBY)
    assert game.refused(Start, 1) == "already_ready"
    game.do(Start, 2)
    assert game.is_in(Phase.SHUFFLE)


def test_an_empty_table_does_not_start() -> None:
    assert Game().refused(Start, 1) == "no_seats"


def test_a_member_who_sits_down_late_is_not_ready_yet() -> None:
    game = lobby(2, host=99)
    game.do(Start, 1)
    game.do(Join, 3)
    game.do(Start, 2)
    assert game.is_in(Phase.LOBBY)


def test_each_seat_gets_500_and_the_bank_1000_a_seat() -> None:
    for seats in range(1, 7):
        game = betting(seats)
        assert [seat.chips for seat in game.table.seats] == [500] * seats
        assert game.table.bank == 1000 * seats


def test_no_cards_are_dealt_before_a_first_visible_shuffle() -> None:
    game = lobby(1)
    assert game.table.shoe is None
    game.do(Start, 1)
    assert game.is_in(Phase.SHUFFLE)


# End checks


def test_a_broken_bank_is_shared_by_every_seat_that_holds_the_minimum() -> None:
    game = playing("T T 7 9 6 T", bets=[500, 100, 0], chips=[500, 140, 500], bank=400)
    game.do(Stand, 1)
    game.do(Stand, 2)
    assert game.table.outcome is Outcome.PLAYERS_WIN
    # 2 holds 40; 3 was dealt no hand this session
    assert game.said(SessionEnded) == [SessionEnded("players_win", (1,))]


def test_a_seat_dealt_a_hand_earlier_shares_the_win_though_it_sat_out_the_last() -> None:
    game = playing("T T 7 7 7 T", bets=[50, 50])
    game.do(Stand, 1)
    game.do(Stand, 2)
    game.table.bank = 50
    next_hand(game, WIN, bets=[50, 0])
    game.do(Stand, 1)
    assert game.said(SessionEnded) == [SessionEnded("players_win", (1, 2))]


def test_the_house_wins_when_every_seat_is_below_the_minimum() -> None:
    game = playing(LOSE, bets=[50], chips=[75])
    game.do(Stand, 1)
    assert game.table.outcome is Outcome.HOUSE_WINS
    assert game.said(SessionEnded) == [SessionEnded("house_wins", ())]
    assert game.is_in(Phase.ENDED)
    assert game.table.deadline is None


def test_one_seat_with_the_minimum_keeps_the_session_going() -> None:
    game = playing("T T 9 6 6 T", bets=[100, 50], chips=[100, 100])
    game.do(Stand, 1)
    game.do(Stand, 2)
    assert game.table.outcome is None
    game.do(NextHand, 1)


def test_a_bank_broken_by_the_last_chips_counts_before_the_beaten_table() -> None:
    # the bank is at zero and the winner, paid 10, still holds less than the minimum
    game = playing(WIN, bets=[50], chips=[50], bank=0)
    game.do(Stand, 1)
    assert game.table.outcome is Outcome.PLAYERS_WIN


def test_a_member_who_joined_during_the_last_hand_does_not_save_the_session() -> None:
    game = playing(LOSE, bets=[500])
    game.do(Join, 2)
    game.do(Stand, 1)
    assert game.table.outcome is Outcome.HOUSE_WINS
    assert [(seat.member, seat.chips) for seat in game.table.seats] == [(1, 0), (2, 0)]


def test_a_member_who_left_mid_hand_counts_with_the_hand() -> None:
    game = playing("T T 7 9 6 T", bets=[500, 500])  # 1 wins, 2 loses
    game.do(Leave, 1)
    game.do(Stand, 2)
    assert game.table.outcome is None  # 1 still held chips at the settlement
    assert game.members == [2]


def test_a_member_who_left_mid_hand_shares_the_broken_bank() -> None:
    game = playing(WIN, bets=[500], bank=500)
    game.do(Leave, 1)
    assert game.table.outcome is Outcome.PLAYERS_WIN
    assert [(line.member, line.won) for line in game.table.standings] == [(1, True)]


def test_a_member_who_left_before_the_last_hand_is_in_the_standings_without_a_win() -> None:
    game = playing("T T 7 9 7 T", bets=[100, 50])
    game.do(Stand, 1)
    game.do(Stand, 2)
    game.do(Leave, 1)
    game.table.bank = 50
    next_hand(game, WIN, bets=[50])
    game.do(Stand, 2)
    lines = [(line.member, line.chips, line.net, line.won) for line in game.table.standings]
    assert lines == [(1, 600, 100, False), (2, 550, 50, True)]
    assert game.table.standings[0].place is None


def test_the_last_able_member_walking_away_is_no_win_for_the_house() -> None:
    game = playing("T T 9 6 7 T", bets=[500, 50])
    game.do(Stand, 1)
    game.do(Stand, 2)
    game.do(Leave, 2)
    assert game.table.outcome is None
    assert game.refused(NextHand, 1) == "nobody_can_bet"
    game.do(Join, 2)  # brings 450 back
    game.do(NextHand, 1)


def test_when_only_broke_seats_remain_in_betting_the_table_parks() -> None:
    game = betting(2)
    game.seat(1).chips = 10
    game.do(Leave, 2)
    assert (game.table.phase, game.table.parked) == (Phase.RESULT, True)
    assert game.table.outcome is None


def test_a_newcomer_revives_a_table_of_broke_seats() -> None:
    game = betting(2)
    game.seat(1).chips = 10
    game.do(Leave, 2)
    game.do(Join, 3)
    next_hand(game, WIN, bets=[0, 50])
    assert game.turn == 3


# A new session


def test_a_new_session_returns_all_chips_and_begins_in_the_lobby() -> None:
    game = beaten()
    game.do(NewSession, 1)
    assert game.is_in(Phase.LOBBY)
    assert balances(game.table) == {}
    assert game.members == [1]
    game.do(Start, 1)
    assert game.table.session == 2
    assert balances(game.table) == {"chips:1": 500, "bank": 1000}


def test_no_card_of_the_last_hand_lies_on_a_new_table() -> None:
    game = beaten()
    game.do(NewSession, 1)
    assert (game.table.dealer, game.table.gone) == ([], [])
    assert not game.table.hole_shown
    assert all(seat.hands == [] for seat in game.table.seats)


def test_a_closed_table_still_shows_how_its_last_hand_ended() -> None:
    game = beaten()
    game.do(Close, 1)
    assert len(game.table.dealer) >= 2
    assert [seat.member for seat in game.table.gone] == [1]
    assert all(hand.settled for seat in game.table.gone for hand in seat.hands)
    assert balances(game.table) == {}


def test_the_hand_of_who_left_is_shown_until_the_next_one() -> None:
    game = playing("T 9 9 6 T 7 T T", bets=[100, 100])
    game.do(Leave, 1)
    game.do(Stand, 2)
    assert game.members == [2]
    (gone,) = public(game.table).gone
    assert (gone.member, gone.hands[0].result) == (1, Result.WIN)
    game.do(NextHand, 2)
    assert public(game.table).gone == ()


def test_closing_reveals_the_shoe_and_the_one_promised_after_it() -> None:
    game = betting(1)
    shoe, promised = game.table.shoe, game.table.next_shoe
    assert shoe
    assert promised
    game.do(Close, 1)
    assert game.said(ShoeRevealed) == [
        ShoeRevealed(shoe.number, shoe.seed),
        ShoeRevealed(promised.number, promised.seed),
    ]


def test_a_shoe_that_was_being_cut_when_the_table_closed_can_be_checked() -> None:
    """Its commitment was shown and members had cut: seed and cuts are all that makes it."""
    game = lobby(2)
    game.do(Start, 1)
    game.do(Cut, 2, "ducks")
    promise = public(game.table).next_commit
    assert public(game.table).next_seed == ""
    game.do(Close, 1)
    (revealed,) = game.said(ShoeRevealed)
    (cut,) = game.said(CardsCut)
    assert (revealed.shoe, cut.text) == (1, "ducks")
    again = committed(1, "42/7/1", BANK.decks, revealed.seed)
    assert again.commit.hex() == promise
    assert public(game.table).next_seed == revealed.seed.hex()


def test_a_new_session_begins_with_a_new_shoe_and_reveals_the_old_one() -> None:
    game = betting(1)
    old = game.table.shoe
    assert old
    game.table.bank = 1  # the first win breaks it
    game.seat(1).chips = 10_000
    while game.table.phase is not Phase.ENDED:
        game.table.bank = 1
        game.do(Bet, 1, 50)
        while game.table.phase is Phase.PLAYING:
            game.do(Stand, 1)
        if game.table.phase is Phase.RESULT:
            game.do(NextHand, 1)
        assert game.table.shoe is old, "one shoe was enough"
    game.do(NewSession, 1)
    game.do(Start, 1)
    pass_the_cut(game)
    assert game.said(ShoeRevealed) == [ShoeRevealed(1, old.seed)]
    new = game.table.shoe
    assert new
    assert (new.number, new.dealt) == (2, 0)


def test_hands_and_shoes_go_on_counting_in_a_new_session() -> None:
    game = beaten()
    game.do(NewSession, 1)
    game.do(Start, 1)
    pass_the_cut(game)
    game.rig(WIN)
    game.do(Bet, 1, 50)
    assert game.table.hand == 2
    assert game.table.next_shoe
    assert game.table.next_shoe.number == 3


def test_members_who_left_start_afresh_in_a_new_session() -> None:
    game = playing("T T 9 6 6 T", bets=[500, 500])
    game.do(Leave, 2)
    game.do(Stand, 1)
    assert game.table.outcome is Outcome.HOUSE_WINS
    game.do(NewSession, 1)
    game.do(Join, 2)
    game.do(Start, 1)
    assert game.seat(2).chips == 500
    assert game.table.bank == 2000


def test_a_kick_lasts_for_one_session() -> None:
    game = playing("T T 9 6 6 T", bets=[500, 50])
    game.do(Kick, 1, 2)
    game.do(Stand, 1)
    assert game.table.phase is Phase.RESULT  # 2 left with 450
    game.do(Close, 1)
    ended = beaten()
    ended.table.kicked.append(5)
    ended.do(NewSession, 1)
    ended.do(Join, 5)


def test_only_who_sits_or_hosts_opens_a_new_session() -> None:
    game = beaten()
    assert game.refused(NewSession, 99) == "not_seated"
    game.do(Leave, 1)
    assert game.refused(NewSession, 1) == "no_seats"  # still the host
    game.do(Join, 2)
    game.do(NewSession, 2)


def test_between_sessions_members_come_and_go_without_chips() -> None:
    game = beaten()
    game.do(Join, 2)
    game.do(Leave, 2)
    game.do(Leave, 1)
    game.do(Join, 1)
    game.do(Join, 3)
    assert balances(game.table) == {"bank": 1500}
    game.do(NewSession, 3)
    assert game.members == [1, 3]


def test_closing_after_the_end_keeps_the_outcome() -> None:
    game = beaten()
    game.do(Close, 1)
    assert game.table.outcome is Outcome.HOUSE_WINS
    assert len(game.said(SessionEnded)) == 1


def test_closing_the_lobby_ends_no_session() -> None:
    game = lobby(1)
    game.do(Close, 1)
    assert game.said(SessionEnded) == []


def test_closing_early_is_recorded_with_every_seats_net() -> None:
    game = playing(WIN, bets=[100])
    game.do(Stand, 1)
    game.do(Close, 1)
    assert game.said(SessionEnded) == [SessionEnded("closed_early", ())]
    assert [(line.member, line.net, line.rounds) for line in game.table.standings] == [(1, 100, 1)]
