"""The rules of a bonus as values: what a round does to it can be undone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from evenmoney.players import bonus as rules
from evenmoney.players.bonus import BonusPart, BonusStep
from evenmoney.store.store import Bonus

AMOUNT = 1000


def granted(required: int) -> Bonus:
    return Bonus(
        number=1,
        player=1,
        kind="free_amount",
        games=(),
        amount=AMOUNT,
        required=required,
        granted_at_ms=0,
        expires_at_ms=None,
        balance=AMOUNT,
    )


def played(bonus: Bonus, staked: int, paid: int) -> BonusStep:
    return rules.settled(rules.moved(bonus, staked), staked, paid)


rounds = st.tuples(st.integers(1, 12), st.integers(0, 3)).map(
    lambda r: (100 * r[0], 50 * r[0] * r[1])
)


@given(
    required=st.sampled_from([0, 500, 1000, 3000]),
    before=st.lists(rounds, max_size=3),
    round=rounds,
)
def test_the_last_round_called_off_leaves_all_as_it_was(
    required: int, before: list[tuple[int, int]], round: tuple[int, int]
) -> None:
    bonus = granted(required)
    for staked, paid in before:
        if bonus.state == "open" and staked <= bonus.balance:
            bonus = played(bonus, staked, paid).bonus
    staked, paid = round
    if bonus.state != "open" or staked > bonus.balance:
        return
    step = played(bonus, staked, paid)
    part = BonusPart(staked, paid, step.released, step.released)
    undone = rules.called_off(step.bonus, part)
    assert undone.bonus == bonus
    assert (undone.back, undone.released) == (step.released, 0)
    assert (undone.forfeited, undone.lacks) == (-step.forfeited, 0)


@given(
    required=st.sampled_from([0, 500, 1000, 3000]),
    rounds=st.lists(rounds, min_size=1, max_size=4),
    off=st.integers(0, 3),
    end=st.sampled_from(["", "closed", "expired"]),
)
def test_nothing_is_made_or_lost_and_no_balance_falls_below_zero(
    required: int, rounds: list[tuple[int, int]], off: int, end: str
) -> None:
    bonus, told = granted(required), []
    for staked, paid in rounds:
        if bonus.state == "open" and staked <= bonus.balance:
            step = played(bonus, staked, paid)
            told.append((staked, paid, step.released, bonus.released))
            bonus = step.bonus
    if not told:
        return
    if bonus.state == "open" and end:
        bonus = (rules.closed if end == "closed" else rules.expired)(bonus).bonus
    staked, paid, released, before = told[off % len(told)]
    part = BonusPart(staked, paid, released, bonus.released - before)
    undone = rules.called_off(bonus, part)
    after = undone.bonus
    assert after.balance >= 0
    assert after.released >= 0
    assert after.forfeited >= 0
    assert after.balance == 0 or after.state == "open"
    assert undone.back <= bonus.released
    assert after.released == bonus.released - undone.back + undone.released
    assert after.forfeited == bonus.forfeited + undone.forfeited
    change = staked - paid + undone.lacks
    total = bonus.balance + bonus.released + bonus.forfeited
    assert after.balance + after.released + after.forfeited == total + change
    assert undone.lacks <= max(0, paid - staked)


CASES = {
    "won and closed before the requirement was met": (3000, [(400, 800)], "closed", 0, 0),
    "won and expired": (3000, [(400, 800)], "expired", 0, 0),
    "won, met later, and half of it lost before": (
        1000,
        [(400, 800), (300, 0), (400, 400)],
        "closed",
        100,
        0,
    ),
    "won and released at once": (400, [(400, 800)], "", 400, 1000),
    "won and released by a later round": (800, [(400, 800), (400, 400)], "", 400, 1000),
    "won, and lost again with all the rest": (9000, [(400, 800), (1400, 0)], "", 0, 0),
    "won, and the grant used up by a later round": (
        0,
        [(400, 800), (600, 600)],
        "",
        400,
        1000,
    ),
    "lost, used up": (9000, [(1000, 0)], "", 0, 1000),
    "lost, used up later": (9000, [(400, 0), (600, 0)], "", 0, 400),
}


@pytest.mark.parametrize(
    ("required", "rounds", "end", "from_cash", "left"), CASES.values(), ids=CASES.keys()
)
def test_what_comes_from_cash_when_the_first_round_is_called_off(
    required: int, rounds: list[tuple[int, int]], end: str, from_cash: int, left: int
) -> None:
    bonus, first = granted(required), None
    for staked, paid in rounds:
        step = played(bonus, staked, paid)
        first = first if first is not None else step.released
        bonus = step.bonus
    if end:
        bonus = (rules.closed if end == "closed" else rules.expired)(bonus).bonus
    staked, paid = rounds[0]
    assert first is not None
    undone = rules.called_off(bonus, BonusPart(staked, paid, first, bonus.released))
    assert (undone.back - undone.released, undone.bonus.balance) == (from_cash, left)


def test_a_bonus_with_a_bet_on_the_table_is_not_at_its_end() -> None:
    step = played(granted(9000), 1000, 2000)
    laid = rules.moved(step.bonus, 2000)
    undone = rules.called_off(laid, BonusPart(1000, 2000, 0, 0), lies=True)
    assert undone.bonus == replace(laid, wagered=0)
    assert undone.lacks == 1000
