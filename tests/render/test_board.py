"""What the buttons of a board promise, in every phase and through whole sessions."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.game.legal import STRANGER, legal, refusal, same_bet
from bot.game.moves import Bet, Close, Insure, Kick, Leave, NextHand, SitOut
from bot.game.rules import BANK, TABLES, HouseRules
from bot.game.table import Phase
from bot.game.view import PublicTable, public
from bot.render.best import Best
from bot.render.board import board
from bot.render.buttons import _KEYS
from bot.render.cards import best_card, confirm_close, cut_form, help_card, notice, rules_card
from bot.render.ids import parse
from bot.standin.components import ComponentCheck
from bot.standin.errors import Findings
from bot.standin.parts import walk
from tests.game.tables import Game, betting, lobby

from .felt import BEST, ENGLISH, NAMES, as_sent, deal, rules_with, screen, seated
from .houses import HOUSES
from .test_screens import MADE, a_turn, bets

ANSWERS = {
    key.move: key.word
    for key in _KEYS.values()
    if key.move not in (None, Bet, Insure) and key.word not in ("again", "change")
}
SEEDS = [(rules, seed) for rules in TABLES.values() for seed in range(5)]


def parts_of(view: PublicTable) -> list[dict[str, Any]]:
    layout = board(view, NAMES, ENGLISH, now=0)
    return layout.to_components()  # type: ignore[no-any-return, no-untyped-call]


def buttons(view: PublicTable) -> dict[str, bool]:
    """Custom id -> whether it works."""
    return {
        part["custom_id"]: not part.get("disabled", False)
        for part in walk(parts_of(view))
        if "custom_id" in part
    }


def played(rules: HouseRules, seed: int, steps: int = 60) -> Iterator[Game]:
    """A session as members press at random, seen after every move."""
    luck = Random(seed)
    game = seated(rules, luck.randint(1, min(4, rules.seats)))
    for _ in range(steps):
        moves = [
            move for member in (*game.members, 9)
            for move in legal(game.table, member)
            if not isinstance(move, Leave | Close | Kick) or luck.random() < 0.1
        ]  # fmt: skip
        if game.table.deadline and game.table.phase is Phase.BETTING and luck.random() < 0.1:
            game.time_up()
            yield game
            continue
        if not moves:
            return
        move = luck.choice(moves)
        told = {name: getattr(move, name) for name in move.__struct_fields__}
        game.do(type(move), **{k: v for k, v in told.items() if k not in ("at", "seed")})
        yield game


def promised(game: Game) -> Iterator[tuple[str, str]]:
    """Word and argument of every button that somebody's legal move is behind."""
    table, rules = game.table, game.table.rules
    for member in {*game.members, table.host, STRANGER}:
        for move in legal(table, member):
            if isinstance(move, Bet):
                yield ("bet", str(move.chips)) if rules.ladder else ("betpanel", "")
            elif isinstance(move, Insure):
                yield "insure", ""
                if rules.insurance == "up_to_half":
                    yield "insureother", ""
            elif isinstance(move, Close):
                if rules.is_solo and table.phase not in (Phase.LOBBY, Phase.ENDED):
                    yield "endrun", ""
            elif type(move) in ANSWERS and not (isinstance(move, SitOut) and rules.seats == 1):
                yield ANSWERS[type(move)], ""
            if isinstance(move, NextHand) and not rules.full_betting:
                if not rules.ladder:
                    yield "change", ""
                if any(same_bet(table, other) for other in game.members):
                    yield "again", ""
        again = Bet(member, table.decision, same_bet(table, member))
        if member in game.members and refusal(table, again) is None:
            yield "same", ""


@pytest.mark.parametrize(("rules", "seed"), SEEDS, ids=lambda value: getattr(value, "table", value))
async def test_a_button_works_exactly_while_its_move_is_legal_for_someone(
    rules: HouseRules, seed: int
) -> None:
    for game in played(rules, seed):
        works = {
            (press.move, press.arg)
            for custom_id, on in buttons(public(game.table)).items()
            if on and (press := parse(custom_id)) and press.move != "rules"
        }
        assert works == set(promised(game)), game.table.phase


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
async def test_every_button_names_the_table_and_the_open_decision(rules: HouseRules) -> None:
    for game in played(rules, seed=1, steps=40):
        for custom_id in buttons(public(game.table)):
            press = parse(custom_id)
            assert press is not None
            assert (press.table, press.decision) == (game.table.id, game.table.decision)


@pytest.mark.parametrize(
    ("make", "phase"), MADE + HOUSES, ids=lambda value: getattr(value, "__name__", "")
)
async def test_discord_takes_the_board_of_every_phase(make: Any, phase: Phase) -> None:
    findings = Findings()
    ComponentCheck(findings).message(parts_of(public(make().table)), v2=True)
    findings.refuse_if_any()


async def test_discord_takes_the_private_cards() -> None:
    view = public(a_turn().table)
    layouts = [
        *(rules_card(rules, ENGLISH) for rules in TABLES.values()), help_card(ENGLISH),
        confirm_close(view, ENGLISH), best_card(BEST, ENGLISH), best_card([], ENGLISH),
        notice("Hi."),
    ]  # fmt: skip
    for layout in layouts:
        findings = Findings()
        parts = layout.to_components()  # type: ignore[no-untyped-call]
        ComponentCheck(findings).message(parts, v2=True)
        findings.refuse_if_any()


async def test_every_layout_is_stopped_so_discord_py_stores_none() -> None:
    view = public(a_turn().table)
    layouts = [
        board(view, NAMES, ENGLISH), rules_card(BANK, ENGLISH), help_card(ENGLISH),
        confirm_close(view, ENGLISH), cut_form(view, ENGLISH), best_card(BEST, ENGLISH),
        notice("Hi."),
    ]  # fmt: skip
    assert all(layout.is_finished() for layout in layouts)


async def test_the_cut_form_answers_for_its_table_and_decision() -> None:
    game = lobby(2)
    form = cut_form(public(game.table), ENGLISH).to_dict()
    assert form["custom_id"] == f"bj:7:cutform:{game.table.decision}"
    field = form["components"][0]["component"]
    assert (field["custom_id"], field["min_length"], field["max_length"]) == ("text", 1, 64)
    assert len(form["title"]) <= 45
    assert len(form["components"][0]["label"]) <= 45
    assert len(form["components"][0]["description"]) <= 100


async def test_surrender_has_a_button_only_where_the_rules_have_it() -> None:
    with_it = public(deal(betting(1, rules_with(surrender=True)), "T 6 6 T", [50]).table)
    without = public(deal(betting(1), "T 6 6 T", [50]).table)
    assert any(":surrender:" in custom_id for custom_id in buttons(with_it))
    assert not any(":surrender:" in custom_id for custom_id in buttons(without))


async def test_a_long_ladder_breaks_into_rows_of_five() -> None:
    game = betting(6, rules_with(ladder=tuple(range(50, 501, 50))))
    rows = [part for part in walk(parts_of(public(game.table))) if part["type"] == 1]
    assert [len(row["components"]) for row in rows] == [5, 5, 2, 3]


async def test_a_clock_counts_down_in_words_and_by_itself() -> None:
    game = a_turn()
    assert "**18 s** to answer · ends <t:1800000030:R>" in screen(game)
    game.wait(60)
    assert "**0 s** to answer" in screen(game)
    unknown = board(public(game.table), NAMES, ENGLISH)
    assert "**30 s**" in str(unknown.to_components())  # type: ignore[no-untyped-call]


async def test_a_long_clock_is_told_in_minutes() -> None:
    clocks = BANK.clocks.__class__(bet=600)
    assert "**10 min** to answer" in screen(betting(1, rules_with(clocks=clocks)))


async def test_a_member_without_a_name_is_someone() -> None:
    layout = board(public(bets().table), {}, ENGLISH)
    assert "**Someone**" in str(layout.to_components())  # type: ignore[no-untyped-call]


HOSTILE = "**x** @everyone <@1>\n## big"


@pytest.mark.parametrize(
    "make", [make for make, _ in MADE + HOUSES], ids=lambda make: make.__name__
)
async def test_a_name_cannot_write_markup_on_any_board(make: Any) -> None:
    view, best = public(make().table), [Best(HOSTILE, 700, 5)]
    text = as_sent(view, names=dict.fromkeys(range(20), HOSTILE), best=best)
    assert_harmless(text)
    assert (r"\*\*x\*\*".replace("\\", r"\\") in text) is (
        view.phase is Phase.LOBBY
        or bool(view.seats or view.gone or view.standings or view.is_left_run)
    )


async def test_a_name_cannot_write_markup_on_the_list_of_the_best() -> None:
    layout = best_card([Best(HOSTILE, 700, 5)], ENGLISH)
    assert_harmless(str(layout.to_components()))  # type: ignore[no-untyped-call]


def assert_harmless(text: str) -> None:
    assert "@everyone" not in text
    assert "<@1>" not in text
    assert "x**" not in text
    assert r"\n## big" not in text


def test_the_random_sessions_reach_every_open_phase() -> None:
    seen = {game.table.phase for rules, seed in SEEDS for game in played(rules, seed)}
    assert set(Phase) - {Phase.ENDED, Phase.CLOSED} <= seen
