"""Sixty-four bytes side by side as one value of compiled code; knows no game.

What numba has no words for is written in LLVM's, which any processor can run. One with wide
vectors and byte permutes (AVX-512 VBMI) does each of these in an instruction or two. A mask is a
64-bit word, a bit for each byte, so that masks are combined by `&`, `|` and `~`.
"""

from collections.abc import Callable
from typing import Any, Final

from llvmlite import binding, ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

WIDTH: Final = 64
_BYTE: Final = ir.IntType(8)
_WORD: Final = ir.IntType(64)
_INDEX: Final = ir.IntType(32)
_VECTOR: Final = ir.VectorType(_BYTE, WIDTH)
_BITS: Final = ir.VectorType(ir.IntType(1), WIDTH)
_ZEROS: Final = ir.Constant(_VECTOR, [0] * WIDTH)
_UNDEFINED: Final = ir.Constant(_VECTOR, ir.Undefined)


def permutes_bytes() -> bool:
    """Whether this processor permutes 64 bytes by an instruction."""
    features = binding.get_host_cpu_features()
    return bool(features.get("avx512vbmi") and features.get("avx512bw"))


class _Bytes(types.Type):
    """numba's name for the value."""


_bytes: Final = _Bytes("Bytes64")


@register_model(_Bytes)
class _BytesModel(models.PrimitiveModel):
    """How numba keeps the value: as LLVM's vector."""

    def __init__(self, manager: Any, of: Any) -> None:
        super().__init__(manager, of, _VECTOR)  # type: ignore[no-untyped-call]


def _operation(result: Any, *takes: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compiled code's operation of that signature, given as what it builds."""

    def made(build: Callable[..., Any]) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return build(builder, *args)

        def typed() -> Any:
            return result(*takes), generate

        # numba wants a function with as many parameters as the operation has.
        shapes = {
            0: lambda _typing: typed(),
            1: lambda _typing, _a: typed(),
            2: lambda _typing, _a, _b: typed(),
            3: lambda _typing, _a, _b, _c: typed(),
        }
        return intrinsic(shapes[len(takes)])

    return made


def _pointer(context: Any, builder: Any, array: Any, place: tuple[Any, Any]) -> Any:
    """Where in an array of that type a vector begins."""
    data = context.make_array(array)(context, builder, place[0]).data
    return builder.bitcast(builder.gep(data, [place[1]]), _VECTOR.as_pointer())


def _load(_typing: Any, array: Any, _index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_pointer(context, builder, signature.args[0], args), align=1)

    return _bytes(array, types.uint64), generate


def _store(_typing: Any, array: Any, _index: Any, _value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _pointer(context, builder, signature.args[0], args[:2])
        builder.store(args[2], pointer, align=1)
        return context.get_dummy_value()

    return types.void(array, types.uint64, _bytes), generate


def _copy_sixteen(_typing: Any, to: Any, _at: Any, source: Any, _from: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        few = ir.VectorType(_BYTE, 16).as_pointer()
        ends = [
            builder.bitcast(_pointer(context, builder, signature.args[k], args[k : k + 2]), few)
            for k in (0, 2)
        ]
        builder.store(builder.load(ends[1], align=1), ends[0], align=1)
        return context.get_dummy_value()

    return types.void(to, types.uint64, source, types.uint64), generate


copy_sixteen: Any = intrinsic(_copy_sixteen)
"""(array, index, source, index): copy sixteen bytes."""
load: Any = intrinsic(_load)
"""(array, index): the bytes of an array from a place on."""
store: Any = intrinsic(_store)
"""(array, index, bytes): write bytes into an array from a place on."""


def _everywhere(builder: Any, byte: Any) -> Any:
    one = builder.insert_element(_UNDEFINED, byte, _INDEX(0))
    return builder.shuffle_vector(one, _UNDEFINED, ir.Constant(ir.VectorType(_INDEX, WIDTH), None))


def _mask(builder: Any, sign: str, one: Any, other: Any) -> Any:
    return builder.bitcast(builder.icmp_unsigned(sign, one, other), _WORD)


@_operation(_bytes, types.uint8)
def all_of(builder: Any, byte: Any) -> Any:
    """The same byte in all lanes."""
    return _everywhere(builder, byte)


@_operation(_bytes, _bytes, _bytes)
def plus(builder: Any, one: Any, other: Any) -> Any:
    """Sums, modulo 256."""
    return builder.add(one, other)


@_operation(_bytes, _bytes, _bytes)
def either(builder: Any, one: Any, other: Any) -> Any:
    """Bits that are in either."""
    return builder.or_(one, other)


@_operation(_bytes, _bytes, types.uint8)
def shifted(builder: Any, value: Any, by: Any) -> Any:
    """Bytes shifted up by so many bits."""
    return builder.shl(value, _everywhere(builder, by))


@_operation(types.uint64, _bytes, types.uint8)
def equal(builder: Any, value: Any, byte: Any) -> Any:
    """Mask of the bytes that are this one."""
    return _mask(builder, "==", value, _everywhere(builder, byte))


@_operation(types.uint64, _bytes, types.uint8)
def below(builder: Any, value: Any, byte: Any) -> Any:
    """Mask of the bytes below this one."""
    return _mask(builder, "<", value, _everywhere(builder, byte))


@_operation(types.uint64, _bytes, _bytes)
def above(builder: Any, one: Any, other: Any) -> Any:
    """Mask of the lanes where one is above the other."""
    return _mask(builder, ">", one, other)


@_operation(types.uint64, _bytes, _bytes)
def same(builder: Any, one: Any, other: Any) -> Any:
    """Mask of the lanes where two are the same."""
    return _mask(builder, "==", one, other)


@_operation(types.uint64, _bytes, _bytes)
def common(builder: Any, one: Any, other: Any) -> Any:
    """Mask of the lanes where two have a bit in common."""
    return _mask(builder, "!=", builder.and_(one, other), _ZEROS)


@_operation(_bytes, types.uint64, _bytes, _bytes)
def pick(builder: Any, mask: Any, one: Any, other: Any) -> Any:
    """`one` where the mask has a bit, else `other`."""
    return builder.select(builder.bitcast(mask, _BITS), one, other)


@_operation(_bytes, _bytes, _bytes)
def permute(builder: Any, table: Any, index: Any) -> Any:
    """[lane] -> table[index % 64]."""
    return _permuted(builder, table, index)


@_operation(_bytes, _bytes, _bytes, _bytes)
def permute_two(builder: Any, low: Any, high: Any, index: Any) -> Any:
    """[lane] -> the entry index % 128 of two tables, one after the other."""
    if permutes_bytes():
        return _instruction(builder, "llvm.x86.avx512.vpermi2var.qi.512", low, index, high)
    upper = builder.and_(index, ir.Constant(_VECTOR, [WIDTH] * WIDTH))
    found = _permuted(builder, high, index), _permuted(builder, low, index)
    return builder.select(builder.icmp_unsigned("!=", upper, _ZEROS), *found)


def _permuted(builder: Any, table: Any, index: Any) -> Any:
    if permutes_bytes():
        return _instruction(builder, "llvm.x86.avx512.permvar.qi.512", table, index)
    found = _UNDEFINED
    for k in range(WIDTH):
        at = builder.and_(builder.extract_element(index, _INDEX(k)), _BYTE(WIDTH - 1))
        found = builder.insert_element(found, builder.extract_element(table, at), _INDEX(k))
    return found


def _instruction(builder: Any, name: str, *args: Any) -> Any:
    kind = ir.FunctionType(_VECTOR, [_VECTOR] * len(args))
    module = builder.module
    function = cgutils.get_or_insert_function(module, kind, name)  # type: ignore[no-untyped-call]
    return builder.call(function, args)


@_operation(types.uint64, types.uint64)
def how_many(builder: Any, mask: Any) -> Any:
    """How many bits a mask has."""
    return builder.ctpop(mask)


@_operation(types.uint64, types.uint64)
def lowest(builder: Any, mask: Any) -> Any:
    """The number of a mask's lowest bit; it must have one."""
    return builder.cttz(mask, ir.IntType(1)(1))
