"""Each operation on 64 bytes does what numpy does to 64 bytes."""

from typing import Any

import numpy as np
import pytest
from numba import njit, uint8, uint64

from evenmoney.analysis.kernel import vectors as v

RANDOM = np.random.default_rng(4)
ONE, OTHER, INDEX = (RANDOM.integers(0, 256, 64).astype(np.uint8) for _ in range(3))


def lanes_of(mask: int) -> list[bool]:
    return [bool(mask >> lane & 1) for lane in range(v.WIDTH)]


def test_masks_have_a_bit_for_each_lane_that_compares_so() -> None:
    load, below, equal, above, same, common = (v.load, v.below, v.equal, v.above, v.same, v.common)

    @njit
    def compared(one: Any, other: Any, byte: Any) -> Any:
        a, b, c = load(one, uint64(0)), load(other, uint64(0)), uint8(byte)
        return below(a, c), equal(a, c), above(a, b), same(a, b), common(a, b)

    like = ONE.copy()
    like[::2] = OTHER[::2]
    found = [lanes_of(int(mask)) for mask in compared(like, OTHER, like[5])]
    wanted = [like < like[5], like == like[5], like > OTHER, like == OTHER, (like & OTHER) != 0]
    assert found == [lanes.tolist() for lanes in wanted]


def test_bytes_are_added_shifted_joined_and_picked_lane_by_lane() -> None:
    load, store, plus, either, shifted, pick, all_of = (
        v.load,
        v.store,
        v.plus,
        v.either,
        v.shifted,
        v.pick,
        v.all_of,
    )

    @njit
    def computed(one: Any, other: Any, mask: Any, out: Any) -> None:
        a, b = load(one, uint64(0)), load(other, uint64(0))
        store(out, uint64(0), plus(a, b))
        store(out, uint64(64), either(a, b))
        store(out, uint64(128), shifted(a, uint8(3)))
        store(out, uint64(192), pick(mask, a, all_of(uint8(9))))

    out, mask = np.zeros(256, dtype=np.uint8), 0xF0F0_1234_5678_9ABC
    computed(ONE, OTHER, np.uint64(mask), out)
    picked = np.where(lanes_of(mask), ONE, np.uint8(9))
    assert out.reshape(4, 64).tolist() == [
        part.tolist() for part in (ONE + OTHER, ONE | OTHER, ONE << np.uint8(3), picked)
    ]


@pytest.mark.parametrize("by_instruction", [False, True])
def test_a_permutation_looks_every_lane_up_by_an_instruction_or_without(
    by_instruction: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if by_instruction and not v.permutes_bytes():
        pytest.skip("this processor has no such instruction")
    monkeypatch.setattr(v, "permutes_bytes", lambda: by_instruction)
    load, store, permute, permute_two = v.load, v.store, v.permute, v.permute_two

    @njit
    def looked_up(one: Any, other: Any, index: Any, out: Any) -> None:
        a, b, at = load(one, uint64(0)), load(other, uint64(0)), load(index, uint64(0))
        store(out, uint64(0), permute(a, at))
        store(out, uint64(64), permute_two(a, b, at))

    out = np.zeros(128, dtype=np.uint8)
    looked_up(ONE, OTHER, INDEX, out)
    assert out[:64].tolist() == ONE[INDEX % 64].tolist()
    assert out[64:].tolist() == np.concatenate([ONE, OTHER])[INDEX % 128].tolist()


def test_bits_are_counted_and_the_lowest_is_found_and_sixteen_bytes_are_copied() -> None:
    how_many, lowest, copy_sixteen = v.how_many, v.lowest, v.copy_sixteen

    @njit
    def bits(mask: Any, out: Any, source: Any) -> Any:
        copy_sixteen(out, uint64(3), source, uint64(7))
        return how_many(mask), lowest(mask)

    out = np.zeros(32, dtype=np.uint8)
    assert bits(np.uint64(0b1011000), out, ONE) == (3, 3)
    assert out.tolist() == [0] * 3 + ONE[7:23].tolist() + [0] * 13
