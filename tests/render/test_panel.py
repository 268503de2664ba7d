"""The private bet panel and the forms: what they offer is exactly what the table would take."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.legal import refusal
from bot.game.moves import Bet, Insure, PassInsurance
from bot.game.rules import CASINO, CLASSIC, ROOM, SOLO
from bot.game.view import PublicTable, public
from bot.render.cards import cut_form
from bot.render.ids import parse
from bot.render.panel import bet_form, bet_panel, insurance_form, most_bet, most_insurance
from bot.standin.components import ComponentCheck
from bot.standin.errors import Findings
from bot.standin.parts import walk
from tests.game.tables import Game
from tests.screens import text_of

from .felt import ENGLISH, opened, rules_with
from .houses import a_classic_insurance, a_players_cut, casino_bets, room_bets
from .test_screens import check

TABLES = [CASINO, CLASSIC, SOLO, ROOM, rules_with(ROOM, chips=5000)]


def seen(game: Game, member: int) -> PublicTable:
    return public(game.table, member)


def sent(game: Game, member: int, draft: int) -> list[dict[str, Any]]:
    layout = bet_panel(seen(game, member), member, draft, ENGLISH)
    assert layout.is_finished()
    return layout.to_components()  # type: ignore[no-any-return, no-untyped-call]


def buttons(parts: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Custom id -> button."""
    return {part["custom_id"]: part for part in walk(parts) if "custom_id" in part}


@pytest.mark.parametrize(
    ("name", "member", "draft"),
    [("nothing_yet", 2, 0), ("a_draft", 2, 75), ("a_bet_in_place", 1, 75), ("a_change", 1, 100)],
)
async def test_the_panel_is_the_one_on_file(name: str, member: int, draft: int) -> None:
    panel = bet_panel(seen(casino_bets(), member), member, draft, ENGLISH)
    check(f"panel_{name}", text_of(panel))


async def test_the_panel_of_a_bettor_without_a_seat_is_the_one_on_file() -> None:
    check("panel_without_a_seat", text_of(bet_panel(seen(room_bets(), 9), 9, 30, ENGLISH)))


async def test_the_panel_of_a_member_out_of_chips_is_the_one_on_file() -> None:
    game = opened(CASINO)
    game.seat(1).chips = 4
    check("panel_out_of_chips", text_of(bet_panel(seen(game, 1), 1, 0, ENGLISH)))


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(TABLES), st.integers(0, 3000), st.integers(0, 2000), st.integers(0, 10**12))
async def test_a_button_of_the_panel_works_exactly_when_its_bet_would_be_taken(
    rules: Any, chips: int, bet: int, draft: int
) -> None:
    game = opened(rules, 1)
    game.seat(1).chips = chips
    if refusal(game.table, game.move(Bet, 1, bet)) is None and rules.full_betting:
        game.do(Bet, 1, bet)
    parts = sent(game, 1, draft)
    findings = Findings()
    ComponentCheck(findings).message(parts, v2=True)
    findings.refuse_if_any()
    most = most_bet(seen(game, 1), 1)
    for custom_id, button in buttons(parts).items():
        press = parse(custom_id)
        assert press is not None
        assert (press.table, press.decision) == (game.table.id, game.table.decision)
        works = not button.get("disabled", False)
        if press.move == "bet" and int(press.arg) > draft:  # nothing is drafted
            assert not works
        elif press.move == "bet":
            assert works == (refusal(game.table, game.move(Bet, 1, int(press.arg))) is None)
        elif works and press.move in ("chips", "allin"):
            assert int(press.arg) <= most


@settings(deadline=None)
@given(st.sampled_from(TABLES), st.integers(0, 3000))
async def test_the_most_is_the_most_the_table_takes(rules: Any, chips: int) -> None:
    game = opened(rules, 1)
    game.seat(1).chips = chips
    most = most_bet(seen(game, 1), 1)
    if most:
        assert refusal(game.table, game.move(Bet, 1, most)) is None
    more = max(most + 1, rules.min_bet)
    assert refusal(game.table, game.move(Bet, 1, more)) is not None


async def test_each_chip_carries_the_total_it_leads_to() -> None:
    found = buttons(sent(casino_bets(), 2, 75))
    n = casino_bets().table.decision
    assert [(parse(i).arg, b["label"]) for i, b in found.items() if ":chips:" in i] == [  # type: ignore[union-attr]
        ("80", "+5"), ("85", "+10"), ("100", "+25"), ("125", "+50"),
    ]  # fmt: skip
    assert {f"bj:7:clear:{n}", f"bj:7:allin:{n}:1000", f"bj:7:custom:{n}", f"bj:7:bet:{n}:75"} < (
        found.keys()
    )


async def test_a_chip_that_leads_to_all_in_and_all_in_itself_are_two_buttons() -> None:
    game = opened(SOLO)
    found = buttons(sent(game, 1, 450))
    assert sum(i.endswith(":500") for i in found) == 2
    assert len(found) == 8


async def test_what_a_member_without_a_seat_brings_along_counts() -> None:
    view = seen(room_bets(), 9)
    assert [most_bet(view, 9), most_bet(view, 9, purse=40), most_bet(view, 9, purse=0)] == [
        1000, 40, 0,
    ]  # fmt: skip


async def test_half_the_bet_is_insured_as_far_as_the_chips_go() -> None:
    game = a_classic_insurance()
    assert most_insurance(seen(game, 2), 2) == 5
    game.seat(2).chips = 3
    most = most_insurance(seen(game, 2), 2)
    assert most == 3
    assert refusal(game.table, game.move(Insure, 2, most)) is None
    assert refusal(game.table, game.move(Insure, 2, most + 1)) is not None
    game.do(PassInsurance, 2)
    assert most_insurance(seen(game, 99), 99) == 0


async def test_the_forms_are_the_ones_on_file() -> None:
    bet = text_of(bet_form(seen(casino_bets(), 2), 2, ENGLISH))
    insured = text_of(insurance_form(seen(a_classic_insurance(), 2), 2, ENGLISH))
    check("the_bet_form", bet)
    check("the_insurance_form", insured)


async def test_only_the_cutter_is_asked_for_the_place_of_the_cut_card() -> None:
    game = a_players_cut()
    assert game.table.cutter == 1
    check("the_cut_form_of_the_cutter", text_of(cut_form(seen(game, 1), ENGLISH, 1)))
    fields = cut_form(seen(game, 1), ENGLISH, 1).to_dict()["components"]
    assert [field["component"]["custom_id"] for field in fields] == ["text", "place"]
    assert [field["component"]["required"] for field in fields] == [True, False]
    assert len(fields[1]["label"]) <= 45
    for form in (cut_form(seen(game, 2), ENGLISH, 2), cut_form(seen(game, 2), ENGLISH)):
        assert len(form.to_dict()["components"]) == 1


async def test_forms_answer_for_their_table_and_decision_and_are_not_kept() -> None:
    game = a_classic_insurance()
    view, n = seen(game, 2), game.table.decision
    forms = {"betform": bet_form(view, 2, ENGLISH), "insureform": insurance_form(view, 2, ENGLISH)}
    for word, form in forms.items():
        assert form.is_finished()
        made = form.to_dict()
        assert made["custom_id"] == f"bj:7:{word}:{n}"
        assert made["components"][0]["component"]["custom_id"] == "text"
        assert len(made["title"]) <= 45
        assert len(made["components"][0]["label"]) <= 45
        assert len(made["components"][0]["description"]) <= 100
