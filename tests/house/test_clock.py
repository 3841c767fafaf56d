"""The house's clock, when somebody sets the machine's."""

import time

import pytest

from evenmoney.house.clock import LoopClock

HOUR_MS = 3600 * 1000


@pytest.mark.parametrize("set_by", [HOUR_MS, -HOUR_MS])
def test_setting_the_machines_clock_moves_no_deadline(
    monkeypatch: pytest.MonkeyPatch, set_by: int
) -> None:
    clock = LoopClock()
    before, real = clock.now_ms(), time.time_ns
    assert abs(before - real() // 1_000_000) < HOUR_MS / 2
    monkeypatch.setattr(time, "time_ns", lambda: real() + set_by * 10**6)
    assert 0 <= clock.now_ms() - before < HOUR_MS / 2
