"""What `bench house` prints is what happened."""

import time
from pathlib import Path

import pytest
import uvloop

from evenmoney.bench.bots import Acknowledged, Bot, come_in
from evenmoney.bench.house import GAME, STAKE, Figures, Server, measure, running_server
from evenmoney.compiled import taken

BOTS = 6
RATE = 60.0
PRESSES = 20


def measured(rate: float) -> Figures:
    """The figures of a measure long enough for this machine to have played a round in it."""
    for seconds in (2.0, 8.0, 32.0):
        figures = measure(BOTS, seconds, rate=rate)
        if figures.rounds and figures.commit_ms_p50 and figures.server_cpu_seconds:
            return figures
    raise AssertionError("no round was played")


@pytest.mark.parametrize("rate", [0.0, RATE])
def test_the_bench_plays_whole_rounds_and_counts_what_they_cost(rate: float) -> None:
    figures = measured(rate)
    assert figures.bots == figures.tables == BOTS
    assert 0 < figures.rounds <= figures.actions
    assert figures.actions_per_second == pytest.approx(
        figures.actions / figures.seconds, abs=0.1, rel=0.01
    )
    assert figures.server_cpu_seconds > 0
    assert 0 < figures.commit_ms_p50 <= figures.commit_ms_p99
    assert 0 < figures.round_trip_ms_p50 <= figures.round_trip_ms_p99
    assert 0 < figures.flush_ms_p50 <= figures.flush_ms_p99
    assert figures.compiled == taken()


def test_at_a_given_rate_no_more_is_sent_than_that(tmp_path: Path) -> None:
    with running_server(str(tmp_path / "house.db"), tmp_path / "times.json") as server:
        passed = uvloop.run(presses(server, 1 / RATE))
    assert all(seconds >= number / RATE for number, seconds in enumerate(passed)), passed


async def presses(server: Server, pace_seconds: float) -> list[float]:
    """When each of a bot's presses was answered, in seconds since it began."""
    answered: list[float] = []

    def took(_: Acknowledged) -> None:
        answered.append(time.perf_counter() - began)
        if len(answered) == PRESSES:
            bot.stop()

    guest = come_in(server.address)
    bot = Bot(
        server.address, guest, GAME, seed=1, stake=STAKE, took=took, pace_seconds=pace_seconds
    )
    began = time.perf_counter()
    await bot.play()
    assert len(answered) == PRESSES
    return answered
