"""The benchmark of rounds runs and says what it should; how fast is not a test's business."""

import pytest

from . import bench_rounds
from .bench_rounds import OURS, measure, ours, players, report, sealed, work_of_a_round
from .others import PLAYERS


def test_ours_plays_fifty_rounds() -> None:
    ours()(50)


@pytest.mark.filterwarnings("ignore")  # theirs are not ours to mend
def test_the_packages_that_are_installed_play_fifty_rounds() -> None:
    """All of them where the extra “bench” is installed; without it ours alone."""
    able, sentences = players()
    assert len(able) + len(sentences) == 1 + len(PLAYERS)
    for play in able.values():
        play(50)


def test_a_package_that_is_missing_is_named_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ImportError("No module named 'jackpot'")

    monkeypatch.setattr(bench_rounds, "PLAYERS", {"jackpot": missing})
    able, sentences = players()
    assert list(able) == [OURS]
    assert sentences == [
        "jackpot is left out: No module named 'jackpot'. Install the extra “bench”."
    ]


def test_the_report_says_how_many_times_as_fast_ours_is() -> None:
    speeds = {OURS: [100.0, 300.0, 200.0], "other": [50.0, 150.0, 40.0]}
    _, mine, other = report(speeds)
    assert mine.split() == [OURS.split()[0], OURS.split()[1], "300", "200"]
    assert other.split() == ["other", "150", "50", "2.00", "(median", "4.00)"]


def test_everybody_is_measured_as_often_as_asked() -> None:
    speeds = measure({"a": lambda rounds: None, "b": ours()}, rounds=20, repeat=3)
    assert [len(speed) for speed in speeds.values()] == [3, 3]


def test_a_round_is_made_of_moves_and_events() -> None:
    assert work_of_a_round(100).startswith("a round of ours: 3.")


def test_sealed_shoes_have_a_line_of_their_own() -> None:
    assert "a sealed shoe (bj-fair-v1, six decks)" in sealed(shoes=1, rounds=10)
