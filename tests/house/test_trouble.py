"""A table that can't write tries again: pauses that grow to a bound, one alarm at a time."""

from evenmoney.house.trouble import AGAIN_MS, Trouble
from tests.house.playing import HandClock


def test_the_pauses_grow_to_a_bound_and_are_short_again_once_something_was_kept() -> None:
    clock = HandClock()
    rung: list[int] = []
    trouble = Trouble(clock, lambda: rung.append(clock.now))
    pauses = []
    for turn in range(8):
        if turn == 6:
            trouble.over()
        began = clock.now
        for _ in range(3):
            trouble.met("classic-1", OSError("no room"))
        clock.advance(60)
        pauses.append(rung[-1] - began)
    assert pauses == [*AGAIN_MS, AGAIN_MS[-1], AGAIN_MS[-1], AGAIN_MS[0], AGAIN_MS[1]]
    assert len(rung) == 8


def test_at_its_end_it_rings_no_more() -> None:
    clock = HandClock()
    rung: list[int] = []
    trouble = Trouble(clock, lambda: rung.append(clock.now))
    trouble.met("classic-1", OSError("no room"))
    trouble.end()
    clock.advance(60)
    assert rung == []
