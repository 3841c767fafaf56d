"""Counter-based random words keyed by (seed, block), and shuffles made of them; knows no game.

Word number `i` of a stream is a pure function of the stream's key and `i`, so that a block of
rounds is the same whichever core deals it. The function is wyrand's: one 128-bit product.
"""

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types, uint64
from numba.extending import intrinsic

from evenmoney.analysis.kernel.compiled import inlined, inner

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
STEP = np.uint64(0xA0761D6478BD642F)
TWIST = np.uint64(0xE7037ED1A0B428DB)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)


def _wide_product(builder: Any, args: Any) -> tuple[Any, Any]:
    """The low and the high half of a 128-bit product, in LLVM's own words."""
    wide, narrow = ir.IntType(128), ir.IntType(64)
    product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
    high = builder.lshr(product, ir.Constant(wide, 64))
    return builder.trunc(product, narrow), builder.trunc(high, narrow)


def _high_product(_typing: Any, _a: Any, _b: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return _wide_product(builder, args)[1]

    return types.uint64(types.uint64, types.uint64), generate


def _folded_product(_typing: Any, _a: Any, _b: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        low, high = _wide_product(builder, args)
        return builder.xor(low, high)

    return types.uint64(types.uint64, types.uint64), generate


high_product: Any = intrinsic(_high_product)
"""The high 64 bits of the product of two 64-bit words: a word scaled to a bound."""

folded_product: Any = intrinsic(_folded_product)
"""Both halves of a 128-bit product, folded together by exclusive or."""


@inlined
def mixed(word: Any) -> Any:
    """A 64-bit word stirred so that neighbours have nothing in common (splitmix64's finish)."""
    z = uint64(word)
    z = (z ^ (z >> uint64(30))) * MIX_A
    z = (z ^ (z >> uint64(27))) * MIX_B
    return z ^ (z >> uint64(31))


@inner
def stream_key(seed: Any, block: Any) -> Any:
    """The key of a block's stream of words."""
    return mixed(mixed(uint64(seed) + GOLDEN) + uint64(block) * GOLDEN)


@inner
def word(key: Any, i: Any) -> Any:
    """Word number `i` of a stream."""
    return word_at(key + uint64(i) * STEP)


@inlined
def word_at(counter: Any) -> Any:
    """The word of a counter, which goes up by `STEP` from word to word."""
    return folded_product(counter, counter ^ TWIST)


@inner
def below(bound: Any, key: Any, i: Any) -> Any:
    """A number from 0 to `bound` - 1 by word `i`; its bias is below `bound` / 2**64."""
    return np.int64(high_product(word(key, i), uint64(bound)))


@inlined
def by_high_half(word: Any, bound: Any) -> Any:
    """A number below `bound` by the high half of a word; its bias is below `bound` / 2**32."""
    return ((word >> HALF) * bound) >> HALF


@inlined
def by_low_half(word: Any, bound: Any) -> Any:
    """Another by the low half."""
    return ((word & LOW) * bound) >> HALF


class Step(NamedTuple):
    """What a step of many rounds draws by: where its words begin in a stream, and the pack's
    size.
    """

    counter: Any
    size: Any


@inner
def shuffle(pack: Any, key: Any) -> None:
    """Shuffle a pack in place (Fisher-Yates) by the first words of a stream."""
    n = uint64(len(pack))
    for k in range(n - uint64(1)):
        j = k + high_product(word(key, k), n - k)
        card = pack[j]
        pack[j] = pack[k]
        pack[k] = card
