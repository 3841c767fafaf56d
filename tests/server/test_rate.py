"""How much is let through: so much at once, so much a second."""

from hypothesis import given
from hypothesis import strategies as st

from evenmoney.server.rate import Bucket, Buckets


@given(st.lists(st.floats(0, 10), max_size=200), st.integers(1, 20), st.integers(1, 20))
def test_never_more_than_the_burst_and_the_rate_pass(
    gaps: list[float], per_second: int, burst: int
) -> None:
    bucket = Bucket(per_second, burst, 0.0)
    now, passed = 0.0, 0
    for gap in gaps:
        now += gap
        passed += bucket.take(now)
        assert passed <= burst + per_second * now + 1e-6


def test_who_keeps_to_the_rate_is_never_stopped() -> None:
    bucket = Bucket(10, 1, 0.0)
    assert all(bucket.take(step / 10 + 1e-9 * step) for step in range(1, 200))


def test_each_has_a_bucket_of_his_own_and_of_too_many_the_last_are_remembered() -> None:
    buckets = Buckets(per_second=1, burst=1, known_max=2)
    assert buckets.take("ann", 0.0)
    assert buckets.take("bob", 0.0)
    assert not buckets.take("ann", 0.0)
    assert buckets.take("cid", 0.0)
    assert not buckets.take("ann", 0.0), "she asked after Bob did"
    assert buckets.take("bob", 0.0), "he was forgotten"
