"""The panels and forms of a server's own tables, and boards that show them, kept in `screens/`.

After a wanted change: `REDRAW=1 python -m pytest tests/render/test_custom_screens.py`.
"""

import pytest
from msgspec.structs import replace

from bot.game.moves import ChangeRules
from bot.game.rules import BANK, CASINO, CUSTOM, ROOM
from bot.game.view import public
from bot.game.written import GROUPS, read, write
from bot.render.cards import rules_card
from bot.render.desk import confirm_delete, exported, list_panel, refusal_panel, table_panel
from bot.render.desk_forms import copy_form, group_form, import_form, make_form
from bot.render.ids import DeskId
from bot.render.mistakes import line_mistakes
from bot.render.typed_before import keep
from tests.game.tables import Game, betting
from tests.screens import text_of

from .felt import ENGLISH, screen
from .test_screens import check

KEY = "0123456789ab"
OURS = replace(BANK, table=f"{CUSTOM}**Fridays** ♣", natural=(6, 5), surrender=True)


def changing() -> Game:
    """New rules are announced at a table of the server's own."""
    ours = replace(CASINO, table=OURS.table)
    game = betting(2, ours)
    game.do(ChangeRules, 1, replace(ours, decks=8, natural=(6, 5), double="9-11", seats=5, limit=9))
    return game


async def test_the_board_of_a_table_whose_rules_change() -> None:
    check("a_custom_table_changing", screen(changing()))


async def test_the_rules_of_a_table_whose_rules_change() -> None:
    view = public(changing().table)
    card = rules_card(view.rules, ENGLISH, view.next_rules, str(DeskId("open", "t7")))
    check("the_rules_of_a_custom_table_changing", text_of(card))


async def test_the_panels_are_those_on_file() -> None:
    saved = {"Fridays": OURS, "Room with a view": replace(ROOM, seats=4)}
    keys = {"Fridays": KEY, "Room with a view": KEY[::-1]}
    check("custom_list", text_of(list_panel(saved, keys, 25, ENGLISH, "t7")))
    check("custom_list_empty", text_of(list_panel({}, {}, 25, ENGLISH)))
    check("custom_panel", text_of(table_panel(OURS, KEY, ENGLISH)))
    check("custom_panel_running", text_of(table_panel(OURS, "t7", ENGLISH, replace(OURS, low=80))))
    check("custom_text", text_of(exported(OURS, ENGLISH)))
    check("custom_delete", text_of(confirm_delete(OURS, KEY, ENGLISH)))


@pytest.mark.parametrize("group", GROUPS)
async def test_the_forms_of_the_rules_are_those_on_file(group: str) -> None:
    check(f"custom_form_{group}", text_of(group_form(OURS, KEY, group, ENGLISH, {})))


async def test_the_forms_that_make_a_table_are_those_on_file() -> None:
    forms = make_form(ENGLISH, {}), copy_form(KEY, ENGLISH, {}), import_form(ENGLISH, {})
    check("custom_forms", "\n\n".join(map(text_of, forms)))


async def test_a_refused_text_is_the_one_on_file() -> None:
    text = write(OURS).replace("seats = 6", "seats = six").replace("low = 65\n", "jokers = 2\n")
    _, mistakes = read(text, "ours")
    said = {"name": "ours", "text": "seats = six"}
    panel = refusal_panel(
        line_mistakes(mistakes, ENGLISH), keep(said, ENGLISH), DeskId("import"), ENGLISH
    )
    check("custom_refused", text_of(panel))
