"""What members type as a number of chips."""

import pytest

from bot.cogs.wishes import amount
from bot.game.moves import Refused


@pytest.mark.parametrize(
    ("typed", "chips"),
    [
        ("50", 50),
        (" 50 ", 50),
        ("0", 0),
        ("1,000", 1000),
        ("1.000", 1000),
        ("1 000", 1000),
        ("1\u202f000", 1000),
        ("1’000’000", 1_000_000),
    ],
)
def test_thousands_may_be_set_apart(typed: str, chips: int) -> None:
    assert amount(typed) == chips


@pytest.mark.parametrize(
    "typed",
    ["25.0", "2.5", "1,5", "0.1", "5 0", "1,00", "12,34,567", "1,000.5", "1,000.000", "0,100",
     "1e9", "-5", "+5", "٥٠", "５０", "all", "", "1_0", "1" * 14],
)  # fmt: skip
def test_a_fraction_or_anything_else_is_no_number_of_chips(typed: str) -> None:
    with pytest.raises(Refused, match="no_number"):
        amount(typed)
