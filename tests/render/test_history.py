"""The card of a member's last hands: what it says, where it leads, what fits."""

from bot.game.history import PlayedHand, PlayedRound
from bot.game.rules import BANK, CASINO
from bot.game.table import Result
from bot.render.faces import TEXT_FACES, Faces
from bot.render.history import PAGE, history_card
from bot.render.ids import PressId, parse
from bot.standin.parts import walk
from tests.screens import text_of

from .felt import ENGLISH
from .test_limits import EMOJI

SPLIT = PlayedRound(
    table=7,
    rules=CASINO,
    hand=12,
    session=1,
    of_session=12,
    at=1_800_000_000_000,
    dealer=(9, 5, 6),
    hands=(
        PlayedHand((0, 7), ("split",), 100, Result.LOSE, -100),
        PlayedHand((13, 2, 3, 4), ("split", "hit", "hit", "stand"), 100, Result.WIN, 100),
    ),
    insurance=50,
    insurance_net=-50,
    before=1000,
    after=950,
    is_void=False,
)
VOID = PlayedRound(
    table=7,
    rules=BANK,
    hand=3,
    session=2,
    of_session=1,
    at=1_800_000_000_000,
    dealer=(9, None),
    hands=(PlayedHand((5, 4, None), ("double",), 100, None, 0),),
    insurance=None,
    insurance_net=0,
    before=500,
    after=500,
    is_void=True,
)
ENDLESS = PlayedRound(
    table=2**63 - 1,
    rules=CASINO,
    hand=10**9,
    session=10**9,
    of_session=10**9,
    at=1_800_000_000_000,
    dealer=tuple(range(12)),
    hands=(PlayedHand(tuple(range(12)), ("hit",) * 10, 10**9, Result.BUST, -(10**9)),) * 4,
    insurance=10**9,
    insurance_net=10**9,
    before=10**9,
    after=10**9,
    is_void=False,
)


def ids(rounds: list[PlayedRound], first: bool = True) -> list[PressId | None]:
    layout = history_card(rounds, ENGLISH, first=first)
    parts = walk(layout.to_components())  # type: ignore[no-untyped-call]
    return [parse(part["custom_id"]) for part in parts if "custom_id" in part]


async def test_cards_choices_pay_and_chips_are_told() -> None:
    text = text_of(history_card([SPLIT], ENGLISH))
    assert "The casino table · hand 12" in text
    assert "Dealer 10♠ 6♠ 7♠ · 23" in text
    assert "Hand 1 A♠ 8♠ · soft 19 · split · bet 100 · **Lost −100**" in text
    assert "Hand 2 A♥ 3♠ 4♠ 5♠ · 13 · split, hit 2×, stand · bet 100 · **Win +100**" in text
    assert "insured 50 · insurance −50 · Chips 1,000 → **950** (−50)" in text


async def test_a_void_hand_is_told_without_a_card_nobody_saw() -> None:
    text = text_of(history_card([VOID], ENGLISH))
    assert "Dealer 10♠ ▒▒ · 10 + ?" in text
    assert "You 6♠ 5♠ ▒▒ · 11 + ? · double · bet 100\n" in text
    assert "your bet came back" in text
    assert "(±0)" in text


async def test_a_full_page_leads_to_the_hands_before_its_last_one() -> None:
    assert ids([SPLIT] * (PAGE - 1) + [VOID]) == [PressId(7, "older", 3, "")]
    assert ids([SPLIT] * (PAGE - 1)) == []
    assert ids([SPLIT], first=False) == [PressId(7, "newest", 12, "")]


async def test_a_member_without_hands_is_told_so() -> None:
    assert "No hand of yours is over yet" in text_of(history_card([], ENGLISH))
    assert ids([]) == []
    assert "no older hands" in text_of(history_card([], ENGLISH, first=False))
    assert [press and press.move for press in ids([], first=False)] == ["newest"]


async def test_the_longest_hands_fit_and_what_does_not_is_on_the_next_page() -> None:
    def size(faces: Faces, rounds: list[PlayedRound]) -> tuple[int, int]:
        layout = history_card(rounds, ENGLISH, faces)
        return layout.content_length(), text_of(layout).count("hand 1,000,000,000")

    length, shown = size(EMOJI, [ENDLESS] * PAGE)
    assert length <= 4000
    assert 0 < shown <= PAGE
    assert size(TEXT_FACES, [SPLIT] * PAGE)[0] <= 4000
    assert len(ids([ENDLESS] * PAGE)) == 1, "there is a way to those that did not fit"
