"""The decorators of the kernel: what is called from Python, and what only compiled code calls."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])


_UNWRAPPED: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}


def entry(function: F) -> F:
    """Called from Python, without the interpreter's lock; its machine code is kept on disk."""
    return cast(F, njit(nogil=True, cache=True)(function))


def inner(function: F) -> F:
    """Called from compiled code only, and kept as part of its callers."""
    return cast(F, njit(nogil=True, **_UNWRAPPED)(function))


def inlined(function: F) -> F:
    """Written out at every call: small, or called so often that passing arguments tells."""
    return cast(F, njit(nogil=True, forceinline=True, **_UNWRAPPED)(function))
