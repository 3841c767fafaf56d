"""Faults that a test plants between two steps of a commit. Without one, nothing is added to it."""

import os
import signal
from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple

VARIABLE = "EVENMONEY_STORE_FAULT"
"""The environment variable in which a test gives its faults, such as `kill:before:commit:3`."""

Deed = Literal["kill", "full", "broken"]
Side = Literal["before", "after"]
Step = tuple[str, Callable[..., object]]


class DiskFull(Exception):
    """A planted fault: stands for the disk having no room left."""


class Broken(Exception):
    """A planted fault: stands for a disk or connection that broke at this point."""


class Fault(NamedTuple):
    """`deed` happens before or after `step`, the `turn`th time it is reached (1: the first)."""

    deed: Deed
    side: Side
    step: str
    turn: int = 1


def parse_faults(text: str) -> tuple[Fault, ...]:
    """The faults a text such as `kill:before:commit:3 full:after:journal` gives.

    >>> parse_faults("kill:before:commit:3")
    (Fault(deed='kill', side='before', step='commit', turn=3),)
    """
    return tuple(_parse_fault(word) for word in text.split())


def _parse_fault(word: str) -> Fault:
    deed, side, step, *turn = word.split(":")
    if deed not in ("kill", "full", "broken") or side not in ("before", "after") or len(turn) > 1:
        raise ValueError(f"a fault is written like kill:before:commit:3, not {word!r}")
    return Fault(deed, side, step, int(turn[0]) if turn else 1)  # type: ignore[arg-type]


def faults_of(environment: Mapping[str, str]) -> tuple[Fault, ...]:
    """The faults that the environment asks for: none, but in a test."""
    return parse_faults(environment.get(VARIABLE, ""))


def planted(steps: Iterable[Step], faults: Iterable[Fault]) -> tuple[Step, ...]:
    """The steps with the faults between them, each under its step's name; the very same steps when
    there are none.

    Raises `ValueError` when a fault names a step that doesn't exist.
    """
    planted = list(steps)
    for fault in faults:
        places = [place for place, (name, _) in enumerate(planted) if name == fault.step]
        if not places:
            raise ValueError(f"a commit has no step {fault.step!r}")
        place = places[0] if fault.side == "before" else places[-1] + 1
        planted.insert(place, (fault.step, _trap(fault)))
    return tuple(planted)


def _trap(fault: Fault) -> Callable[..., object]:
    turns = 0

    def strike(*_: object) -> None:
        nonlocal turns
        turns += 1
        if turns == fault.turn:
            _do(fault)

    return strike


def _do(fault: Fault) -> None:
    if fault.deed == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    where = f"planted {fault.side} {fault.step}"
    raise DiskFull(where) if fault.deed == "full" else Broken(where)
