"""What a board says of people who went, of chips that are gone, and of how a session ended."""

from collections.abc import Callable

import pytest

from bot.game.moves import (
    Close,
    Insure,
    Join,
    Kick,
    Leave,
    NewSession,
    NextHand,
    Rebuy,
    Stand,
    Start,
)
from bot.game.rules import CASINO, CLASSIC, ROOM, SOLO, TABLES, HouseRules
from bot.game.table import Phase
from bot.game.view import public
from bot.render.cards import confirm_close
from bot.render.faces import TEXT_FACES, Faces
from tests.game.tables import Game, betting, pass_the_cut
from tests.screens import text_of

from .felt import ENGLISH, deal, opened, rules_with, screen, seated
from .houses import a_casino_result, a_casino_turn, a_solo_hand, insurance
from .test_limits import EMOJI, FULL, FULL_IDS, NAMES, check, fullest
from .test_screens import (
    a_beaten_table,
    a_broken_bank,
    a_member_leaving,
    a_result,
    a_turn,
)


def line(game: Game, begins: str) -> str:
    (found,) = [told for told in screen(game).splitlines() if told.startswith(begins)]
    return found


# People who went


async def test_who_leaves_at_the_result_keeps_hand_and_result_on_the_board() -> None:
    game = a_casino_result()
    before = line(game, "**Ana**")
    game.do(Leave, 1)
    assert line(game, "**Ana**") == f"{before} · has left"
    assert "Surrendered −13" in before


async def test_who_comes_back_has_the_hand_again_and_one_line() -> None:
    game = a_casino_result()
    before = line(game, "**Ana**")
    game.do(Leave, 1)
    game.do(Join, 1, 987)
    assert line(game, "**Ana**") == before


async def test_a_kick_in_mid_hand_is_said_at_once_and_after_the_hand() -> None:
    game = a_member_leaving()
    assert line(game, "**Ben**").endswith("leaves after this hand")
    game.do(Kick, 1, 2)
    assert line(game, "**Ben**").endswith("removed by the host or an admin")
    game.do(Stand, 1)
    assert line(game, "**Ben**").endswith("removed by the host or an admin")
    assert "were removed" not in screen(game)
    assert "was removed" not in screen(game), "once is enough"


async def test_a_kick_between_hands_is_said_until_the_next_one() -> None:
    game = betting(3)
    game.do(Kick, 1, 3)
    assert "**Cy** was removed by the host or an admin." in screen(game)
    game.do(Kick, 1, 2)
    assert "**Cy** and **Ben** were removed by the host or an admin." in screen(game)
    deal(game, "T 7 9 T", [50])
    assert "removed" not in screen(game)


async def test_the_standings_say_who_was_removed() -> None:
    game = a_result()
    game.do(Leave, 2)
    game.do(Kick, 1, 3)
    game.do(Close, 1)
    said = screen(game).partition("**Standings**")[2].splitlines()
    assert [told.rpartition(" · ")[2] for told in said if "Ben" in told] == ["left early"]
    assert [told.rpartition(" · ")[2] for told in said if "Cy" in told] == ["removed"]


@pytest.mark.parametrize("faces", [TEXT_FACES, EMOJI], ids=["text", "emoji"])
@pytest.mark.parametrize("rules", FULL, ids=FULL_IDS)
async def test_a_board_of_members_who_all_went_and_others_who_came_fits(
    rules: HouseRules, faces: Faces
) -> None:
    """Every hand there can be, a full table of newcomers beside them, and some sent away."""
    *_, game = fullest(rules, seed=1)
    dealt = game.members
    for member in dealt:
        game.do(Kick, 0, member, admin=True)
    for member in range(20, 30):
        game.do(Join, member)
        game.do(Kick, 0, member, admin=True)
    for member in range(30, 30 + rules.seats):
        game.do(Join, member)
        game.seat(member).chips = 0
    view = public(game.table)
    assert len(view.gone) == len(dealt)
    assert len(view.removed) == len(dealt) + 10
    for name in NAMES.values():
        check(view, name, faces)


# Chips that are gone


def a_broke_member() -> Game:
    """Ana bet all she had at the casino and lost it."""
    game = deal(opened(CASINO, 2), "T T 6 6 9 T 9", [1000, 5])
    while game.turn:
        game.do(Stand, game.turn)
    game.seat(1).chips = 0
    return game


async def test_who_is_broke_is_told_of_the_new_chips() -> None:
    game = a_broke_member()
    told = "Too few chips to bet? /blackjack rebuy gives you new ones, once in 24 hours."
    assert line(game, "**Ana**").endswith("below the smallest bet")
    assert told in screen(game)
    game.do(NextHand, 2)
    pass_the_cut(game)
    assert told in screen(game)
    game.do(Rebuy, 1)
    assert "rebuy" not in screen(game)


async def test_chips_at_risk_are_not_gone_yet() -> None:
    game = deal(opened(CASINO, 1), "T 6 7 T", [1000])
    assert game.table.phase is Phase.PLAYING
    assert "rebuy" not in screen(game)


@pytest.mark.parametrize("make", [a_beaten_table, a_result])
async def test_where_chips_are_the_sessions_nobody_is_told_of_new_ones(
    make: Callable[[], Game],
) -> None:
    assert "rebuy" not in screen(make())


# The end


async def test_equal_results_share_a_place() -> None:
    game = deal(opened(CASINO, 3), "T T T 7 9 9 6 T", [50, 50, 50])
    while game.turn:
        game.do(Stand, game.turn)
    game.do(Close, 1)
    said = screen(game).partition("**Standings**\n")[2].splitlines()[:3]
    assert [told[:2] for told in said] == ["1\\", "1\\", "3\\"]


async def test_a_bank_that_fell_short_is_said_of_the_closed_table_too() -> None:
    game = a_broken_bank()
    short = "It could not pay all it owed"
    assert short in screen(game)
    game.do(Close, 1)
    assert short in screen(game)
    assert "Bank **0** (began with 3,000)" in screen(game)


async def test_who_left_counts_among_those_who_were_paid_short() -> None:
    game = a_broken_bank()
    for member in game.members:
        game.do(Leave, member)
    assert "It could not pay all it owed" in screen(game)


async def test_insurance_that_was_paid_short_counts() -> None:
    for bank, is_short in ((100, True), (500, False)):
        game = opened(rules_with(insurance="half", chips=1000), 1)
        game.table.bank = bank
        deal(game, "A A K K", [500])
        game.do(Insure, 1, 250)
        assert game.table.bank == 0
        assert ("It could not pay all it owed" in screen(game)) is is_short


async def test_a_session_closed_early_shows_its_last_bank() -> None:
    game = a_result()
    bank = game.table.bank
    game.do(Close, 1)
    assert f"Bank **{bank:,}** (began with 6,000)" in screen(game)


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
async def test_a_closed_table_says_how_to_open_the_next_one(rules: HouseRules) -> None:
    game = seated(rules)
    game.do(Close, 1)
    assert "/blackjack host" in screen(game)
    assert ("table: Solo" in screen(game)) is (rules is SOLO)


async def test_closing_says_what_becomes_of_chips_where_nobody_can_win() -> None:
    wins = "nobody wins it"
    for game in (a_casino_turn(), opened(CLASSIC, 2), opened(ROOM, 2), seated(CASINO, 1)):
        told = text_of(confirm_close(public(game.table), ENGLISH))
        assert "Everyone keeps their chips" in told
        assert wins not in told
        game.do(Close, 1)
        assert "Nobody won it" not in screen(game)
    told = text_of(confirm_close(public(a_solo_hand().table), ENGLISH))
    assert "Its score is the most that was held" in told
    assert wins not in told
    assert wins in text_of(confirm_close(public(a_turn().table), ENGLISH))


async def test_hands_that_are_insured_are_settled_before_a_table_closes() -> None:
    assert "are settled first" in text_of(confirm_close(public(insurance().table), ENGLISH))


async def test_a_second_session_counts_its_own_hands() -> None:
    game = a_beaten_table()
    game.do(NewSession, 1)
    game.do(Start, 1)
    assert screen(game).startswith("## The bank table · session 2\n")
    pass_the_cut(game)
    assert screen(game).startswith("## The bank table · session 2 · hand 1\n")
    deal(game, "T T 7 9 9 T", [50, 50])
    while game.turn:
        game.do(Stand, game.turn)
    assert screen(game).startswith("## The bank table · session 2 · hand 1\n")
    game.do(Close, 1)
    assert "· 1 hand" in screen(game).partition("**Standings**")[2]
