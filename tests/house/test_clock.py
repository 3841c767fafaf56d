"""The house's clock, when somebody sets the machine's."""

import time

import pytest

from evenmoney.house.clock import LoopClock

HOUR_NS = 3600 * 10**9


@pytest.mark.parametrize("set_by", [HOUR_NS, -HOUR_NS])
def test_setting_the_machines_clock_moves_no_deadline(
    monkeypatch: pytest.MonkeyPatch, set_by: int
) -> None:
    clock = LoopClock()
    before, real = clock.now_ms(), time.time_ns
    assert abs(before - real() // 1_000_000) < 1000
    monkeypatch.setattr(time, "time_ns", lambda: real() + set_by)
    assert 0 <= clock.now_ms() - before < 1000
