"""A cycle of the shuffle laid open, and whether it keeps what was promised; pure."""

from collections.abc import Sequence

import msgspec

from evenmoney.cards import Card
from evenmoney.fairness import commit_cycle, commit_order, promise_part, shuffle
from evenmoney.shoe import cut


class Reveal(msgspec.Struct, frozen=True, kw_only=True):
    """A cycle laid open: all that went into its shuffle, and what was promised before."""

    cycle: int
    rules_hash: bytes
    decks: int
    seed: bytes
    salt: bytes
    parts: tuple[bytes, ...]
    cut: int
    order: tuple[Card, ...]
    """The whole order after shuffle and cut; empty when nothing was dealt."""


def differences(reveal: Reveal, c1: str, c2: str | None, hashes: Sequence[str] = ()) -> list[str]:
    """What of a revealed cycle doesn't hold against its commitments; empty when all of it does.

    `hashes` are what the seats of a table for several promised, in seat order; a part that was not
    opened counts as empty there, and breaks no promise.
    """
    found = []
    if commit_cycle(reveal.cycle, reveal.rules_hash, reveal.seed) != c1:
        found.append("c1 does not commit to this seed, cycle and rules")
    if reveal.order and commit_order(reveal.salt, reveal.order) != c2:
        found.append("c2 does not commit to this order and salt")
    found += _broken_promises(reveal, hashes)
    shuffled = shuffle(reveal.decks, reveal.seed, reveal.cycle, reveal.parts)
    if reveal.order and cut(shuffled, reveal.cut) != reveal.order:
        found.append("seed and parts do not give this order")
    return found


def _broken_promises(reveal: Reveal, hashes: Sequence[str]) -> list[str]:
    if not hashes:
        return []
    if len(hashes) != len(reveal.parts):
        return ["there are not as many parts as hashes of parts"]
    return [
        f"part {number} is not the one its seat promised"
        for number, (part, promise) in enumerate(zip(reveal.parts, hashes, strict=True), 1)
        if part and promise_part(reveal.cycle, part) != promise
    ]
