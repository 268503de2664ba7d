"""Any moves, in any order, by anybody, at any table: what must hold holds."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from msgspec.structs import replace

from bot.game.engine import apply
from bot.game.legal import PHASES, legal, refusal
from bot.game.moves import (
    Bet,
    Close,
    EvenMoney,
    Insure,
    Join,
    Kick,
    Leave,
    Move,
    Rebuy,
    Resume,
    Start,
    TimeUp,
)
from bot.game.rules import BANK, CASINO, CLASSIC, ROOM, SOLO, HouseRules, validate
from bot.game.table import Outcome, Phase, Result

from .anyrules import random_rules
from .walk import (
    AMOUNTS,
    ANSWERS,
    MEMBERS,
    Walk,
    legal_moves,
    random_move,
    resume,
    stamped,
    wait_and_ring,
)

#: The house tables, and tables whose sessions end soon, whose shoe is small or whose rules are odd.
TABLES = (
    BANK,
    CASINO,
    CLASSIC,
    replace(SOLO, chips=20),
    ROOM,
    replace(ROOM, seats=2, seatless=3, chips=50),
    replace(BANK, chips=100, bank=150),
    replace(BANK, chips=50, bank=50, seats=3, naturals_at_once=True),
    replace(BANK, decks=1, seats=2, max_hands=4, resplit_aces=True),
    replace(CASINO, decks=2, seats=3, resplit_aces=True, double_face_down=True, limit=400),
    replace(BANK, seats=4, max_hands=4, surrender=True, hits_soft_17=True, ladder=(), chips=333),
    replace(BANK, seats=1, max_hands=1, double="9-11", natural=(6, 5), even_money=True),
)

#: What the random walks below leave alone.
NEVER_OR_BY_HAND = {Phase.CLOSED, Close, Resume, Outcome.CLOSED_EARLY}
#: What `test_volume` comes to.
RARE = {EvenMoney, Result.EVEN_MONEY, Outcome.GAME_OVER, Outcome.PLAYERS_WIN, Rebuy}

members = st.sampled_from([*MEMBERS, 0, -1, 10**18])
wrong = st.sampled_from([-1, 1, 2, -(10**6), 10**6])


class AnyTable(RuleBasedStateMachine):
    @initialize(
        rules=st.sampled_from(TABLES) | st.integers(0, 10**6),
        host=st.sampled_from([1, 1, 2, 99]),
        luck=st.integers(0, 2**16),
        seats=st.integers(0, 6),
    )
    def open(self, rules: HouseRules | int, host: int, luck: int, seats: int) -> None:
        if isinstance(rules, int):
            rules = random_rules(random.Random(rules))
        self.walk = Walk(rules, host, luck)
        for member in range(1, seats + 1):
            self.walk.offer(self.walk.move(Join, member))
        self.walk.offer(self.walk.move(Start, host))

    @rule(picks=st.lists(st.integers(0, 10**6), min_size=1, max_size=12))
    def the_game_goes_on(self, picks: list[int]) -> None:
        for pick in picks:
            moves = legal_moves(self.walk)
            if moves:
                self._take(moves[pick % len(moves)])

    @rule(member=st.sampled_from(MEMBERS), pick=st.integers(0, 10**6))
    def one_member_does_something_legal(self, member: int, pick: int) -> None:
        moves = [move for move in legal(self.walk.table, member) if not isinstance(move, Close)]
        if moves:
            self._take(moves[pick % len(moves)])

    def _take(self, move: Move) -> None:
        move = stamped(self.walk, move)
        assert self.walk.offer(move) or getattr(move, "purse", None) is not None

    @rule(member=members, kind=st.sampled_from(ANSWERS))
    def anybody_answers_anything(self, member: int, kind: type[Move]) -> None:
        self.walk.offer(self.walk.move(kind, member))

    @rule(member=members, kind=st.sampled_from([*ANSWERS]), off=wrong)
    def a_wrong_decision_is_refused(self, member: int, kind: type[Move], off: int) -> None:
        number = self.walk.table.decision + off
        assert not self.walk.offer(self.walk.move(kind, member, decision=number))

    @rule(
        member=members,
        kind=st.sampled_from([Bet, Insure]),
        chips=st.sampled_from(AMOUNTS) | st.integers(),
    )
    def anybody_stakes_anything(self, member: int, kind: type[Move], chips: int) -> None:
        self.walk.offer(self.walk.move(kind, member, chips))

    @rule(member=members, victim=members, admin=st.booleans())
    def anybody_kicks_anybody(self, member: int, victim: int, admin: bool) -> None:
        self.walk.offer(self.walk.move(Kick, member, victim, admin))

    @precondition(lambda self: len(self.walk.moves) > 60)
    @rule(member=members, admin=st.booleans())
    def anybody_closes(self, member: int, admin: bool) -> None:
        self.walk.offer(self.walk.move(Close, member, admin))

    @rule(member=members)
    def anybody_leaves(self, member: int) -> None:
        self.walk.offer(self.walk.move(Leave, member))

    @rule()
    def the_clock_runs_out(self) -> None:
        rings = self.walk.table.deadline is not None
        assert self.walk.offer(wait_and_ring(self.walk)) == rings

    @rule(early=st.integers(1, 10**6))
    def an_early_alarm_is_refused(self, early: int) -> None:
        at = (self.walk.table.deadline or 0) - early
        assert not self.walk.offer(self.walk.move(TimeUp, at=at))

    @rule(away=st.integers(0, 10**6))
    def the_bot_was_away(self, away: int) -> None:
        assert self.walk.offer(resume(self.walk, away))

    @precondition(lambda self: len(self.walk.moves) % 5 == 0)
    @rule()
    def what_is_offered_is_what_is_accepted(self) -> None:
        self.walk.check_offers()
        self.walk.check_clocks_run_out()

    def teardown(self) -> None:
        if hasattr(self, "walk"):
            self.walk.end()


AnyTable.TestCase.settings = settings(
    max_examples=25, stateful_step_count=50, deadline=None, derandomize=True
)
TestAnyTable = AnyTable.TestCase


@pytest.mark.parametrize("rules", TABLES)
def test_the_tables_of_the_walks_are_playable(rules: HouseRules) -> None:
    assert validate(rules) == []


@pytest.mark.parametrize("luck", range(len(TABLES)))
def test_a_long_random_walk_keeps_every_promise(luck: int) -> None:
    """Longer than hypothesis goes: sessions end and begin again."""
    walk_along(Walk(TABLES[luck], host=1, luck=luck << 20), random.Random(luck), 80)


@pytest.mark.parametrize("luck", range(12))
def test_a_random_walk_at_a_table_of_random_rules_keeps_every_promise(luck: int) -> None:
    dice = random.Random(luck)
    walk_along(Walk(random_rules(dice), host=1, luck=luck << 20), dice, 60)


def walk_along(walk: Walk, dice: random.Random, steps: int) -> None:
    for step in range(steps):
        walk.offer(random_move(walk, dice))
        if step % 30 == 0:
            walk.check_offers()
            walk.check_clocks_run_out()
    walk.end()


def test_the_random_walks_come_to_all_that_can_happen() -> None:
    """They are worth something only if they get everywhere."""
    missing: set[object] = {*Phase, *Outcome, *Result, *PHASES}
    for luck in range(len(TABLES)):
        dice = random.Random(luck)
        walk = Walk(TABLES[luck], host=1, luck=luck << 20)
        for _ in range(200):
            move = random_move(walk, dice)
            if refusal(walk.table, move) is None:
                apply(walk.table, move)
                missing -= {type(move), walk.table.phase, walk.table.outcome}
                missing -= {hand.result for seat in walk.table.seats for hand in seat.hands}
    assert missing - RARE == NEVER_OR_BY_HAND
