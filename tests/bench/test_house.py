"""What `bench house` prints is what happened."""

import pytest

from evenmoney.bench.house import measure

BOTS = 6
RATE = 60.0


@pytest.mark.parametrize("rate", [0.0, RATE])
def test_the_bench_plays_whole_rounds_and_counts_what_they_cost(rate: float) -> None:
    figures = measure(BOTS, seconds=2.0, rate=rate)
    assert figures.bots == figures.tables == BOTS
    assert 0 < figures.rounds < figures.actions
    assert figures.server_cpu_seconds > 0
    assert 0 < figures.commit_ms_p50 <= figures.commit_ms_p99
    assert figures.commit_ms_p50 <= figures.round_trip_ms_p50 <= figures.round_trip_ms_p99


def test_at_a_given_rate_no_more_is_sent_than_that() -> None:
    figures = measure(BOTS, seconds=3.0, rate=RATE)
    assert figures.actions_per_second <= RATE * 1.1
    assert figures.actions_per_second >= RATE * 0.5
