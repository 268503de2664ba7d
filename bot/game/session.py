"""A session: from Start to a broken bank, a beaten table, or the host's Close.

Chips of the bank table belong to one session. They come from the mint at its start and go back
there before the next one; what everybody held at the end is kept as standings.
"""

from . import seating
from .events import SessionEnded, SessionStarted, TableClosed
from .play import Play
from .rules import HouseRules
from .table import CLOSED, LOBBY, Outcome, Seat, Standing, Table


def start(play: Play) -> None:
    """Everybody seated receives the table's stake and adds their part to the bank."""
    table = play.table
    table.session += 1
    play.events.append(SessionStarted(table.session))
    for seat in table.seats:
        seating.sit_down(play, seat)
        play.fund_bank(seat)


def outcome_now(table: Table) -> Outcome | None:
    """The end check after a settlement. Members still waiting to sit down do not count."""
    ends = table.rules.ends
    if ends not in ("bank", "broke"):
        return None
    seated = table.seated
    if not seated:
        return None
    if ends == "bank" and table.bank == 0:
        return Outcome.PLAYERS_WIN
    if all(seat.chips < table.rules.min_bet for seat in seated):
        return Outcome.HOUSE_WINS if ends == "bank" else Outcome.GAME_OVER
    return None


def end(play: Play, outcome: Outcome) -> None:
    table = play.table
    table.standings = standings(table, outcome)
    table.outcome = outcome
    winners = tuple(line.member for line in table.standings if line.won)
    play.events.append(SessionEnded(outcome.value, winners))


def standings(table: Table, outcome: Outcome) -> list[Standing]:
    """Everybody dealt a hand this session, most chips first."""
    dealt = [(seat, True) for seat in table.seats] + [(seat, False) for seat in table.away]
    lines = [
        Standing(
            member=seat.member,
            chips=seat.chips,
            net=seat.chips - seat.bought,
            rounds=seat.rounds,
            won=here and outcome is Outcome.PLAYERS_WIN and has_won(table.rules, seat),
            place=seat.place if here else None,
            peak=seat.peak,
        )
        for seat, here in dealt
        if seat.rounds
    ]
    return sorted(lines, key=lambda line: -line.chips)


def has_won(rules: HouseRules, seat: Seat) -> bool:
    """Whether a seat shares in the broken bank: it was dealt a hand and still holds the minimum."""
    return seat.rounds > 0 and seat.chips >= rules.min_bet


def renew(play: Play) -> None:
    """Back to the lobby: all chips return to the mint, the same members stay seated."""
    table = play.table
    seating.clear_seatless(play)
    _return_chips(play)
    table.gone, table.dealer, table.hole_shown = [], [], False
    table.seats = [Seat(seat.member, seat.place, since=seat.since) for seat in table.seats]
    table.phase = LOBBY
    table.outcome = None
    table.standings = []
    table.freed, table.removed = {}, {}
    table.earlier = table.hand
    play.ask(None)


def close(play: Play) -> None:
    """The table is gone for good. A session in play is recorded as ended early."""
    table = play.table
    if table.session and table.outcome is None and table.phase is not LOBBY:
        end(play, Outcome.CLOSED_EARLY)
    table.gone += [seat.copy() for seat in table.seats if seat.hands]
    if table.outcome is not None and table.rules.bank is not None:
        table.last_bank = table.bank, table.rules.bank * table.contributions
    _return_chips(play)
    table.seats = []
    table.phase = CLOSED
    play.reveal_shoe()
    play.reveal_promised()
    play.ask(None)
    play.events.append(TableClosed())


def _return_chips(play: Play) -> None:
    table = play.table
    for seat in [*table.seats, *table.away]:
        play.cash_out(seat)
    play.dissolve_bank()
    table.away = []
    table.kicked = []
