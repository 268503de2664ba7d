"""Other rules at a table that is open: which may be asked for. `rounds` puts them in force.

Where chips belong to a session (bank, solo), the rules are fixed at Start. Elsewhere a change is
announced and takes effect between hands; another one, or the old rules again, replaces it.
"""

from .moves import ChangeRules, Refused
from .rules import TABLES, HouseRules, validate
from .table import Phase, Seat, Table


def refused(table: Table, move: ChangeRules, seat: Seat | None) -> Refused | None:
    rules, now = move.rules, table.rules
    if not (move.admin or move.member == table.host):
        return Refused("only_host")
    if not now.keeps_chips and table.phase is not Phase.LOBBY:
        return Refused("rules_fixed")
    if not _is_of_the_kind(rules, now):
        return Refused("change_kind")
    if now.keeps_chips and now.table in TABLES and rules.chips != now.chips:
        return Refused("change_stake")
    wrong = validate(rules)
    if wrong:
        return Refused(wrong[0])
    seated = len(table.seats) - len(table.seatless)
    if rules.seats < seated:
        return Refused("change_seats", seats=seated)
    return Refused("change_nothing") if rules == (table.next_rules or now) else None


def _is_of_the_kind(rules: HouseRules, now: HouseRules) -> bool:
    """Whether chips stay what they are: the member's own of one kind, a session's, or a run's."""
    how = rules.ends == now.ends or (rules.keeps_chips and now.keeps_chips)
    return how and rules.table == now.table
