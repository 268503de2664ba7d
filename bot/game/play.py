"""One move being applied: the table it changes, when it was made, and what happened so far.

Every movement of chips goes through here, so that each is both in the table and in the events:
the store books the events, and the two must agree after every move.
"""

from functools import lru_cache

import msgspec

from .events import ChipsBrought, ChipsMoved, ChipsRebought, ChipsTaken, Event, ShoeRevealed
from .shoe import Shoe
from .table import Seat, Table

MINT = "mint"  # where chips come from and go back to
HOUSE = "house"  # the unlimited bank; it may owe
BANK = "bank"


class Play(msgspec.Struct, gc=False):
    """A struct, since one is made for every move."""

    table: Table
    at: int
    seed: bytes | None
    events: list[Event]

    def seat(self, member: int) -> Seat:
        """The seat of a member who is known to have one."""
        seat = self.table.seat_of(member)
        assert seat is not None, "legality was checked"
        return seat

    def ask(self, seconds: int | None) -> None:
        """Open the next question, answered within `seconds` (None = no clock)."""
        table = self.table
        table.decision += 1
        if table.parked:
            table.parked = False
        table.deadline = None if seconds is None else self.at + seconds * 1000

    def reveal_shoe(self) -> None:
        """The shoe is out of play: its seed may be known. An unsealed one has none."""
        self._reveal(self.table.shoe)

    def reveal_promised(self) -> None:
        """The table closes: a shoe that was promised, and perhaps cut, is never opened. Its seed
        is shown, so that no promise stays one that can't be checked."""
        self._reveal(self.table.next_shoe)

    def _reveal(self, shoe: Shoe | None) -> None:
        if shoe is not None and shoe.seed and not shoe.is_revealed:
            shoe.is_revealed = True
            self.events.append(ShoeRevealed(shoe.number, shoe.seed))

    def buy_in(self, seat: Seat, purse: int | None = None) -> None:
        """The seat's chips come to the table: those of the member's purse, or a fresh stake."""
        rules = self.table.rules
        chips = rules.chips if purse is None else purse
        seat.is_bought_in = True
        seat.chips += chips
        seat.bought += chips
        seat.peak = seat.chips
        if rules.keeps_chips:
            self.events.append(ChipsBrought(seat.member, chips, purse is None))
        self._moved(MINT, _chips(seat.member), chips, "buy_in")

    def rebuy(self, seat: Seat) -> None:
        chips = self.table.rules.chips
        seat.chips += chips
        seat.bought += chips
        self.events.append(ChipsRebought(seat.member, chips))
        self._moved(MINT, _chips(seat.member), chips, "rebuy")

    def fund_bank(self, seat: Seat) -> None:
        """The seat's part of a finite bank: once a member, at most once for each place."""
        table, chips = self.table, self.table.rules.bank
        if chips is None or seat.contributed or table.contributions >= table.rules.seats:
            return
        seat.contributed = True
        table.contributions += 1
        table.bank += chips
        self._moved(MINT, BANK, chips, "bank")

    def stake(self, seat: Seat, chips: int, why: str) -> None:
        """Chips go from the seat in front of its hand; the caller writes the bet or stake."""
        seat.chips -= chips
        self.events.append(ChipsMoved(_chips(seat.member), _bet(seat.member), chips, why))

    def give_back(self, seat: Seat, chips: int, why: str) -> None:
        """Staked chips return to the seat; the caller clears the bet or settles the hand."""
        seat.chips += chips
        self.events.append(ChipsMoved(_bet(seat.member), _chips(seat.member), chips, why))

    def collect(self, seat: Seat, chips: int, why: str) -> None:
        """Staked chips are lost to the house."""
        house = HOUSE
        if self.table.rules.bank is not None:
            house = BANK
            self.table.bank += chips
        self.events.append(ChipsMoved(_bet(seat.member), house, chips, why))

    def pay(self, seat: Seat, chips: int, why: str) -> None:
        """The house pays the seat."""
        house = HOUSE
        if self.table.rules.bank is not None:
            house = BANK
            self.table.bank -= chips
        if chips:
            seat.chips += chips
            self.events.append(ChipsMoved(house, _chips(seat.member), chips, why))

    def cash_out(self, seat: Seat) -> None:
        """The seat's chips go back where chips come from."""
        if self.table.rules.keeps_chips and seat.is_bought_in:
            self.events.append(ChipsTaken(seat.member, seat.chips))
        self._moved(_chips(seat.member), MINT, seat.chips, "cash_out")
        seat.chips = 0

    def dissolve_bank(self) -> None:
        self._moved(BANK, MINT, self.table.bank, "cash_out")
        self.table.bank = 0
        self.table.contributions = 0

    def _moved(self, source: str, target: str, chips: int, why: str) -> None:
        if chips:
            self.events.append(ChipsMoved(source, target, chips, why))


def balances(table: Table) -> dict[str, int]:
    """What the ledger must say of the table: account -> chips; mint and house owe the rest."""
    held = {BANK: table.bank}
    for seat in [*table.seats, *table.away]:
        held[_chips(seat.member)] = seat.chips
        held[_bet(seat.member)] = seat.at_risk
    return {account: chips for account, chips in held.items() if chips}


@lru_cache(maxsize=4096)
def _chips(member: int) -> str:
    return f"chips:{member}"


@lru_cache(maxsize=4096)
def _bet(member: int) -> str:
    return f"bet:{member}"
