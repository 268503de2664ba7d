"""Clocks that have run out, and what our own absence does to them."""

from collections.abc import Callable

from . import rounds, seating, session
from .events import ClockExtended
from .hands import answer
from .moves import Resume, TimeUp
from .play import Play
from .table import Phase


def time_up(play: Play, move: TimeUp) -> None:
    if play.table.parked:  # only a table that ends by being forgotten has a clock while it rests
        session.close(play)
    else:
        _TIME_UP[play.table.phase](play)


def _result_over(play: Play) -> None:
    """The next betting opens by itself where the table has a clock for it."""
    if play.table.rules.clocks.result is None:
        _forgotten(play)
    else:
        rounds.open_round(play)


def _betting_over(play: Play) -> None:
    if play.table.rules.clocks.bet is None:
        _forgotten(play)  # a table of one without clocks: nobody has to be waited for
    else:
        rounds.sit_out_the_silent(play)
        rounds.close_betting(play)


def _forgotten(play: Play) -> None:
    """The idle time has passed without a press."""
    if play.table.rules.ends == "idle":
        session.close(play)
    else:
        rounds.park(play)


def _insurance_over(play: Play) -> None:
    """No answer is no insurance."""
    for seat in play.table.seats:
        seat.answered = True
    rounds.advance(play)


def _decision_over(play: Play) -> None:
    """All hands of the seat that was asked stand."""
    seating.stand_all(play, answer(play)[0], "clock")
    rounds.advance(play)
    if play.table.rules.clocks.decision is None and play.table.phase is Phase.RESULT:
        rounds.park(play)


def resume(play: Play, move: Resume) -> None:
    table = play.table
    if table.deadline is not None:
        table.deadline = max(table.deadline, move.at + move.grace)
        play.events.append(ClockExtended(table.deadline))


_TIME_UP: dict[Phase, Callable[[Play], None]] = {
    Phase.LOBBY: session.close,
    Phase.SHUFFLE: rounds.end_shuffle,
    Phase.BETTING: _betting_over,
    Phase.INSURANCE: _insurance_over,
    Phase.PLAYING: _decision_over,
    Phase.RESULT: _result_over,
}
