"""A decision's clock stands still while an answer to it waits for money, and for no other."""

from evenmoney.house.awaiting import HELD_MS_MAX, Awaiting
from evenmoney.house.state import Deadlines, TableState

ENDS = 20_000


def state(decision: int) -> TableState:
    """A table that asks for that decision until `ENDS`."""
    return TableState(seats=(), decision=decision, deadlines=Deadlines(turn_ms=ENDS))


def test_the_clock_stands_still_while_an_answer_waits_and_goes_on_after_it() -> None:
    awaiting = Awaiting()
    awaiting.begin(7, 19_000)
    assert awaiting.until(state(7), ENDS) == ENDS + HELD_MS_MAX
    awaiting.end(7, 21_000)
    assert awaiting.until(state(7), 21_000) == ENDS + 2_000
    assert awaiting.until(state(7), ENDS + 2_000) is None


def test_an_answer_that_comes_too_late_does_not_start_the_next_decisions_clock() -> None:
    awaiting = Awaiting()
    awaiting.begin(7, 1_000)
    awaiting.begin(8, 19_000)
    awaiting.end(7, 19_500)
    assert awaiting.until(state(8), ENDS) == ENDS + HELD_MS_MAX
    awaiting.end(8, 21_000)
    assert awaiting.until(state(8), 21_000) == ENDS + 2_000


def test_the_clock_stands_still_until_the_last_of_two_answers_is_done() -> None:
    awaiting = Awaiting()
    awaiting.begin(7, 18_000)
    awaiting.begin(7, 19_000)
    awaiting.end(7, 19_500)
    assert awaiting.until(state(7), ENDS) == ENDS + HELD_MS_MAX
    awaiting.end(7, 21_000)
    assert awaiting.until(state(7), 21_000) == ENDS + 3_000
