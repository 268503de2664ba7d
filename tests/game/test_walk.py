"""Any moves, in any order, by anybody: what must hold holds."""

import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from msgspec.structs import replace

from bot.game.engine import apply
from bot.game.legal import PHASES, legal, refusal
from bot.game.moves import Bet, Close, Join, Kick, Leave, Move, Resume, Start, TimeUp
from bot.game.rules import BANK, HouseRules, validate
from bot.game.table import Outcome, Phase, Result

from .walk import AMOUNTS, ANSWERS, MEMBERS, Walk, resume, wait_and_ring

#: The bank table, and tables whose sessions end soon, whose shoe is small or whose rules are odd.
TABLES = (
    BANK,
    replace(BANK, chips=100, bank=150),
    replace(BANK, chips=50, bank=50, seats=3),
    replace(BANK, decks=1, seats=2, max_hands=4, resplit_aces=True),
    replace(BANK, seats=4, max_hands=4, surrender=True, hits_soft_17=True, ladder=(), chips=333),
    replace(BANK, seats=1, max_hands=1, double="9-11", natural=(6, 5)),
)

members = st.sampled_from([*MEMBERS, 0, -1, 10**18])
wrong = st.sampled_from([-1, 1, 2, -(10**6), 10**6])


class AnyTable(RuleBasedStateMachine):
    @initialize(
        rules=st.sampled_from(TABLES),
        host=st.sampled_from([1, 2, 99]),
        luck=st.integers(0, 2**16),
        seats=st.integers(0, 6),
    )
    def open(self, rules: HouseRules, host: int, luck: int, seats: int) -> None:
        self.walk = Walk(rules, host, luck)
        for member in range(1, seats + 1):
            self.walk.offer(self.walk.move(Join, member))
        self.walk.offer(self.walk.move(Start, host))

    @rule(picks=st.lists(st.integers(0, 10**6), min_size=1, max_size=12))
    def the_game_goes_on(self, picks: list[int]) -> None:
        for pick in picks:
            moves = legal_moves(self.walk)
            if moves:
                assert self.walk.offer(stamped(self.walk, moves[pick % len(moves)]))

    @rule(member=st.sampled_from(MEMBERS), pick=st.integers(0, 10**6))
    def one_member_does_something_legal(self, member: int, pick: int) -> None:
        moves = [move for move in legal(self.walk.table, member) if not isinstance(move, Close)]
        if moves:
            assert self.walk.offer(stamped(self.walk, moves[pick % len(moves)]))

    @rule(member=members, kind=st.sampled_from(ANSWERS))
    def anybody_answers_anything(self, member: int, kind: type[Move]) -> None:
        self.walk.offer(self.walk.move(kind, member))

    @rule(member=members, kind=st.sampled_from([*ANSWERS]), off=wrong)
    def a_wrong_decision_is_refused(self, member: int, kind: type[Move], off: int) -> None:
        number = self.walk.table.decision + off
        assert not self.walk.offer(self.walk.move(kind, member, decision=number))

    @rule(member=members, chips=st.sampled_from(AMOUNTS) | st.integers())
    def anybody_bets_anything(self, member: int, chips: int) -> None:
        self.walk.offer(self.walk.move(Bet, member, chips))

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
    max_examples=80, stateful_step_count=60, deadline=None, derandomize=True
)
TestAnyTable = AnyTable.TestCase


def legal_moves(walk: Walk) -> list[Move]:
    """Of everybody, but for the moves that end a walk early."""
    quiet = (Close, Kick, Leave)
    moves = [move for member in MEMBERS for move in legal(walk.table, member)]
    return [move for move in moves if not isinstance(move, quiet)]


def stamped(walk: Walk, move: Move) -> Move:
    seed: Any = walk.move(TimeUp).seed
    return replace(move, at=walk.now, seed=seed)


@pytest.mark.parametrize("rules", TABLES)
def test_the_tables_of_the_walks_are_playable(rules: HouseRules) -> None:
    assert validate(rules) == []


def random_move(walk: Walk, dice: random.Random) -> Move:
    """Mostly playing; now and then somebody leaves, is kicked, or does not answer."""
    roll = dice.random()
    if roll < 0.04:
        return walk.move(Leave, dice.choice(MEMBERS))
    if roll < 0.05:
        return walk.move(Kick, dice.choice(MEMBERS), dice.choice(MEMBERS))
    moves = legal_moves(walk)
    if roll < 0.10 or not moves:
        return wait_and_ring(walk)
    return stamped(walk, dice.choice(moves))


@pytest.mark.parametrize("luck", range(12))
def test_a_long_random_walk_keeps_every_promise(luck: int) -> None:
    """Longer than hypothesis goes: sessions end and begin again."""
    dice = random.Random(luck)
    walk = Walk(TABLES[luck % len(TABLES)], host=1, luck=luck << 20)
    for step in range(300):
        walk.offer(random_move(walk, dice))
        if step % 30 == 0:
            walk.check_offers()
            walk.check_clocks_run_out()
    walk.end()


def test_the_random_walks_come_to_all_that_can_happen() -> None:
    """They are worth something only if they get everywhere."""
    seen: set[object] = set()
    for luck in range(12):
        dice = random.Random(luck)
        walk = Walk(TABLES[luck % len(TABLES)], host=1, luck=luck << 20)
        for _ in range(300):
            move = random_move(walk, dice)
            if refusal(walk.table, move) is None:
                apply(walk.table, move)
                seen |= {type(move), walk.table.phase, walk.table.outcome}
                seen |= {hand.result for seat in walk.table.seats for hand in seat.hands}
    missing = {*Phase, *Outcome, *Result, *PHASES} - seen
    assert missing == {Phase.CLOSED, Close, Resume, Outcome.CLOSED_EARLY, Result.EVEN_MONEY}
