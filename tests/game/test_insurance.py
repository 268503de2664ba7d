"""Insurance and even money: casino, classic and room; one window for all seats."""

import pytest
from msgspec.structs import replace

from bot.game.events import (
    DealerChecked,
    EvenMoneyTaken,
    InsuranceOffered,
    InsuranceSettled,
    Insured,
)
from bot.game.legal import legal
from bot.game.moves import (
    Close,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Join,
    Kick,
    Leave,
    PassInsurance,
    Rebuy,
    Split,
    Stand,
)
from bot.game.play import balances
from bot.game.rules import BANK, CASINO, CLASSIC, ROOM, SOLO, Clocks, HouseRules
from bot.game.table import Outcome, Phase, Result

from .tables import Game, picture, playing

LOW = "9 A 5 6"  # one seat with 14, ace up, 17 in all
TEN = "9 A 5 K"  # the dealer has a natural
TWO = "9 8 A 5 8 6"  # two seats, ace up


@pytest.mark.parametrize("rules", [CASINO, CLASSIC, ROOM], ids=lambda rules: rules.table)
def test_an_ace_up_asks_all_seats_before_the_dealer_looks(rules: HouseRules) -> None:
    game = playing(TWO, bets=[100, 50], rules=rules)
    assert game.is_in(Phase.INSURANCE)
    assert game.said(InsuranceOffered) == [InsuranceOffered((1, 2))]
    assert game.said(DealerChecked) == []
    game.do(PassInsurance, 2)  # in any order
    game.do(Insure, 1, 50)
    assert game.said(Insured) == [Insured(2, 0), Insured(1, 50)]
    assert game.said(DealerChecked) == [DealerChecked(False)]
    assert game.turn == 1


@pytest.mark.parametrize("rules", [CASINO, CLASSIC, ROOM], ids=lambda rules: rules.table)
@pytest.mark.parametrize(("upcard", "hole"), [("K", "A"), ("T", "A"), ("T", "9"), ("9", "8")])
def test_only_an_ace_up_is_insured(rules: HouseRules, upcard: str, hole: str) -> None:
    game = playing(f"9 {upcard} 5 {hole}", bets=[100], rules=rules)
    assert game.said(InsuranceOffered) == []
    assert game.table.phase is (Phase.RESULT if hole == "A" else Phase.PLAYING)


@pytest.mark.parametrize("rules", [BANK, SOLO], ids=lambda rules: rules.table)
def test_bank_and_solo_have_no_insurance_and_look_at_once(rules: HouseRules) -> None:
    game = playing(LOW, bets=[50], rules=rules)
    assert game.said(DealerChecked) == [DealerChecked(False)]
    assert game.turn == 1
    assert playing(TEN, bets=[50], rules=rules).is_in(Phase.RESULT)


def test_insurance_is_staked_at_once_and_pays_two_to_one() -> None:
    game = playing(TEN, bets=[100], rules=CASINO)
    before = balances(game.table)
    assert before == {"chips:1": 900, "bet:1": 100}
    game.do(Insure, 1, 50)
    assert game.said(InsuranceSettled) == [InsuranceSettled(1, 100)]
    assert balances(game.table) == {"chips:1": 1000}  # the bet is lost, the insurance won twice
    assert game.hand(1).net == -100
    assert game.seat(1).insurance_net == 100


def test_insurance_is_in_front_of_the_seat_until_it_is_lost() -> None:
    game = playing(f"{LOW} T", bets=[100], rules=CASINO)
    game.do(Insure, 1, 50)
    assert balances(game.table) == {"chips:1": 850, "bet:1": 150}
    game.do(Stand, 1)
    assert game.said(InsuranceSettled) == [InsuranceSettled(1, -50)]


@pytest.mark.parametrize(("bet", "half"), [(25, 12), (5, 2), (2, 1), (3, 1)])
def test_half_is_rounded_down_to_whole_chips(bet: int, half: int) -> None:
    game = playing(LOW, bets=[bet], rules=ROOM)
    for wrong in {0, -1, half - 1, half + 1, bet, 10**30} - {half}:
        assert game.refused(Insure, 1, wrong) == "insurance_half"
    game.do(Insure, 1, half)


@pytest.mark.parametrize("chips", [1, 20, 49, 50])
def test_at_the_classic_table_any_whole_amount_up_to_half_insures(chips: int) -> None:
    game = playing(TEN, bets=[100], rules=CLASSIC)
    for wrong in -1, 0, 51, 100, 10**30:
        assert game.refused(Insure, 1, wrong) == "insurance_up_to"
    game.do(Insure, 1, chips)
    assert game.seat(1).chips == 400 + 2 * chips


@pytest.mark.parametrize("rules", [replace(CASINO, min_bet=1), ROOM, replace(CLASSIC, min_bet=1)])
def test_a_bet_of_one_chip_is_not_insured(rules: HouseRules) -> None:
    game = playing(LOW, bets=[1], rules=rules)
    assert game.is_in(Phase.PLAYING)
    game = playing(TWO, bets=[1, 50], rules=rules)
    assert game.said(InsuranceOffered) == [InsuranceOffered((2,))]
    assert game.refused(Insure, 1, 1) == "insurance_one"
    assert game.refused(PassInsurance, 1) == "already_answered"
    game.do(PassInsurance, 2)
    assert game.turn == 1


def test_a_natural_on_one_chip_may_still_take_even_money() -> None:
    game = playing("A A K 9", bets=[1], rules=replace(CASINO, min_bet=1))
    assert {type(move) for move in legal(game.table, 1)} >= {EvenMoney, PassInsurance}
    assert game.refused(Insure, 1, 0) == "insurance_one"
    game.do(EvenMoney, 1)
    assert game.seat(1).chips == 1001


def test_no_answer_is_no_insurance() -> None:
    game = playing(TWO, bets=[100, 50], rules=ROOM)
    assert game.table.deadline == game.now + 8_000
    game.do(Insure, 1, 50)
    game.time_up()
    assert game.seat(2).insurance == 0
    assert game.said(Insured) == [Insured(1, 50)]
    assert game.turn == 1


@pytest.mark.parametrize(("rules", "seconds"), [(CASINO, 15), (CLASSIC, 15), (ROOM, 8)])
def test_the_window_has_a_clock_of_its_own(rules: HouseRules, seconds: int) -> None:
    game = playing(LOW, bets=[100], rules=rules)
    assert game.table.deadline == game.now + seconds * 1000


def test_a_table_of_one_without_clocks_gives_the_window_its_idle_time() -> None:
    clocks = Clocks(bet=None, decision=None, insurance=None, idle=600)
    game = playing(LOW, bets=[5], rules=replace(SOLO, insurance="half", clocks=clocks))
    assert game.table.deadline == game.now + 600_000
    game.time_up()
    assert game.turn == 1


def test_an_answer_counts_once() -> None:
    for rules in CASINO, CLASSIC, ROOM:
        game = playing("9 8 7 A 5 8 7 6", bets=[100, 50, 50], rules=rules)
        game.do(Insure, 1, 50)
        game.do(PassInsurance, 2)
        for member, half in (1, 50), (2, 25):
            assert game.refused(Insure, member, half) == "already_answered"
            assert game.refused(PassInsurance, member) == "already_answered"
        assert balances(game.table)["bet:1"] == 150


def test_an_answer_to_a_window_that_is_over_is_late() -> None:
    game = playing(LOW, bets=[100], rules=CASINO)
    asked = game.table.decision
    game.time_up()
    assert game.refused(Insure, 1, 50, decision=asked) == "decision_closed"
    assert game.refused(Insure, 1, 50) == "not_now"


def test_nobody_plays_while_insurance_is_open() -> None:
    game = playing(LOW, bets=[100], rules=CASINO)
    for kind in Hit, Stand, Double, Split:
        assert game.refused(kind, 1) == "not_now"


def test_without_the_chips_a_seat_is_not_asked_and_hears_why() -> None:
    game = playing(TWO, bets=[100, 100], chips=[100, 1000], rules=CASINO)
    assert game.said(InsuranceOffered) == [InsuranceOffered((2,))]
    assert game.refused(Insure, 1, 50) == "too_few_chips"
    alone = playing(LOW, bets=[100], chips=[149], rules=CASINO)
    assert alone.is_in(Phase.PLAYING)
    assert playing(LOW, bets=[100], chips=[101], rules=CLASSIC).is_in(Phase.INSURANCE)


def test_insurance_counts_for_the_table_limit_before_and_after_it_is_lost() -> None:
    over = playing(LOW, bets=[100], rules=replace(ROOM, limit=149))
    assert over.is_in(Phase.PLAYING)
    within = playing("8 A 8 6 3 3", bets=[100], rules=replace(ROOM, limit=249))
    within.do(Insure, 1, 50)
    assert within.refused(Double, 1) == "table_limit"
    assert within.refused(Split, 1) == "table_limit"
    declined = playing("8 A 8 6 3 3", bets=[100], rules=replace(ROOM, limit=249))
    declined.do(PassInsurance, 1)
    declined.do(Split, 1)
    assert declined.refused(Double, 1) == "table_limit"


def test_the_dealers_natural_takes_original_bets_and_pushes_naturals() -> None:
    game = playing("9 A A 5 K K", bets=[100, 100], rules=ROOM)
    game.do(Insure, 1, 50)
    game.do(PassInsurance, 2)
    assert [game.hand(member).result for member in (1, 2)] == [Result.LOSE, Result.PUSH]
    assert [game.seat(member).chips for member in (1, 2)] == [1000, 1000]


def test_an_insured_natural_wins_the_bet_whatever_the_hole_card_is() -> None:
    for hole in "K", "9":
        game = playing(f"A A K {hole}", bets=[100], rules=CASINO)
        game.do(Insure, 1, 50)
        assert game.seat(1).chips == 1100


# Leaving during the window


def test_who_leaves_during_the_window_is_not_insured_and_holds_nobody_up() -> None:
    game = playing(TWO, bets=[100, 50], rules=CASINO)
    game.do(Leave, 1)
    assert game.is_in(Phase.INSURANCE)
    assert game.refused(Insure, 1, 50) == "already_answered"
    game.do(PassInsurance, 2)
    assert game.turn == 2
    game.rig("T T")
    game.do(Stand, 2)
    assert game.members == [2]


def test_insurance_taken_before_leaving_stays_on_the_table() -> None:
    game = playing("9 8 A 5 8 K", bets=[100, 50], rules=CASINO)
    game.do(Insure, 1, 50)
    game.do(Leave, 1)
    game.do(PassInsurance, 2)
    assert InsuranceSettled(1, 100) in game.events
    assert game.members == [2]


def test_when_the_last_asked_is_kicked_play_goes_on() -> None:
    game = playing(TWO, bets=[100, 50], rules=CASINO)
    game.do(PassInsurance, 1)
    game.do(Kick, 1, 2)
    assert game.turn == 1


def test_a_newcomer_during_the_window_is_not_waited_for() -> None:
    game = playing(LOW, bets=[100], rules=CASINO)
    game.do(Join, 2)
    assert game.refused(PassInsurance, 2) == "from_next_hand"
    assert game.refused(PassInsurance, 3) == "not_seated"
    game.do(PassInsurance, 1)
    assert game.turn == 1


def test_a_seat_that_sat_out_is_not_asked() -> None:
    game = playing(LOW, bets=[0, 100], rules=CASINO)
    assert game.refused(PassInsurance, 1) == "no_hand"
    assert game.said(InsuranceOffered) == [InsuranceOffered((2,))]


def test_leaving_and_coming_back_does_not_insure_twice() -> None:
    game = playing(TWO, bets=[100, 50], rules=CASINO)
    game.do(Insure, 1, 50)
    game.do(Leave, 1)
    game.do(Join, 1)
    assert game.refused(Insure, 1, 50) == "already_answered"
    assert balances(game.table)["bet:1"] == 150


def test_closing_during_the_window_settles_the_hand_and_the_insurance() -> None:
    game = playing(TEN, bets=[100], rules=CASINO)
    game.do(Close, 1)
    assert game.table.phase is Phase.CLOSED
    assert balances(game.table) == {}
    assert [line.net for line in game.table.standings] == [-100]
    assert game.table.outcome is Outcome.CLOSED_EARLY


# Even money


def test_even_money_pays_one_to_one_whatever_the_hole_card_is() -> None:
    for hole in "K", "9":
        game = playing(f"A A K {hole}", bets=[25], rules=CASINO)
        game.do(EvenMoney, 1)
        assert game.said(EvenMoneyTaken) == [EvenMoneyTaken(1)]
        assert picture(game).startswith("dealer A")
        assert (game.hand(1).result, game.hand(1).net) == (Result.EVEN_MONEY, 25)
        assert game.seat(1).chips == 1025


def test_even_money_is_for_naturals_and_where_the_table_offers_it() -> None:
    assert playing(LOW, bets=[50], rules=CASINO).refused(EvenMoney, 1) == "even_money_natural"
    assert playing("A A K 9", bets=[50], rules=CLASSIC).refused(EvenMoney, 1) == "no_even_money"
    assert playing("A A K 9", bets=[50], rules=ROOM).refused(EvenMoney, 1) == "no_even_money"


def test_even_money_and_insurance_exclude_each_other() -> None:
    game = playing("A 8 A K 8 6", bets=[100, 50], rules=CASINO)
    game.do(EvenMoney, 1)
    assert game.refused(Insure, 1, 50) == "already_answered"
    other = playing("A 8 A K 8 6", bets=[100, 50], rules=CASINO)
    other.do(Insure, 1, 50)
    assert other.refused(EvenMoney, 1) == "already_answered"


def test_with_even_money_and_no_insurance_only_naturals_are_asked() -> None:
    rules = replace(CASINO, insurance="none")
    game = playing("A 8 A K 8 6", bets=[100, 50], rules=rules)
    assert game.said(InsuranceOffered) == [InsuranceOffered((1,))]
    assert game.refused(Insure, 1, 50) == "no_insurance"
    game.do(EvenMoney, 1)
    assert game.turn == 2


def test_the_dealer_draws_nothing_for_even_money_alone() -> None:
    game = playing("A A K 2", bets=[100], rules=CASINO)
    game.do(EvenMoney, 1)
    assert len(game.table.dealer) == 2


# A finite bank


def custom_bank(**change: object) -> HouseRules:
    rules = {"insurance": "half", "even_money": True, **change}
    return replace(BANK, **rules)


def test_a_finite_bank_collects_lost_insurance_and_owes_what_is_won_with_the_rest() -> None:
    lost = playing("9 A K 9 T T T", bets=[100], rules=custom_bank(), bank=0)
    lost.do(Insure, 1, 50)
    lost.do(Stand, 1)  # 19 against 20
    assert lost.table.bank == 150
    won = playing("A 9 A K 5 K", bets=[100, 100], rules=custom_bank(), bank=0)
    won.do(EvenMoney, 1)
    won.do(Insure, 2, 50)
    # 100 collected from the lost bet; 100 owed for even money and 100 for the insurance
    assert (won.hand(1).net, won.seat(2).insurance_net) == (50, 50)
    assert won.table.bank == 0
    assert won.table.outcome is Outcome.PLAYERS_WIN


def test_rebuying_does_not_reopen_insurance() -> None:
    game = playing(LOW, bets=[100], chips=[100], rules=CASINO)
    assert game.refused(Rebuy, 1) == "rebuy_not_needed"  # the hand may still be won


def test_every_move_of_the_window_is_offered_by_name() -> None:
    game: Game = playing("A A K 9", bets=[100], rules=CASINO)
    offered = {type(move) for move in legal(game.table, 1)}
    assert offered == {Leave, Close, Insure, PassInsurance, EvenMoney}
