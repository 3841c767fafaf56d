"""Waiting for a state, never for a time: a slow machine takes longer, and fails nothing."""

import asyncio
from collections.abc import Callable

PATIENCE_SECONDS = 180
"""How long what has to happen may take: only what never happens takes so long."""

LOOK_SECONDS = 0.02
LOOKS_MAX = int(PATIENCE_SECONDS / LOOK_SECONDS)
"""Looks are counted, not seconds: a machine may be put to sleep, or be busy with others."""


async def comes(so: Callable[[], object]) -> bool:
    """Whether it comes to that, sooner or later."""
    for _ in range(LOOKS_MAX):
        if so():
            return True
        await asyncio.sleep(LOOK_SECONDS)
    return False


async def until(so: Callable[[], object]) -> None:
    """Wait until it is so; raises `AssertionError` when it never is."""
    assert await comes(so), "it never came to that"
