"""The campaign's operator can find a loss: what he was told was done, and is not there."""

from pathlib import Path

from evenmoney.store import open_store

from .operator import Operator


async def test_a_gift_or_a_void_that_was_promised_and_is_not_in_the_record_is_told(
    tmp_path: Path,
) -> None:
    operator = Operator(str(tmp_path / "house.db"), tmp_path, (), seed=1)
    operator.voided.add("1-7")
    operator._granted.add("gift-1")
    store = await open_store(str(tmp_path / "house.db"))
    try:
        assert await operator.check(store, {}) == [
            "bonus gift-1 was granted, and is not in the record",
            "round 1-7 was voided, and is not",
        ]
    finally:
        await store.close()
