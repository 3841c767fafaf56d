"""Chi-square tests of the house's shuffle, and the output a test lab asks for; needs no numpy.

Raw output is the stream of bytes that shuffles are made of; scaled output is the shuffled cards.
"""

import hmac
import struct
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from math import erfc, sqrt
from pathlib import Path
from typing import Final

import msgspec

from evenmoney.cards import DECK, DECK_SIZE, Card
from evenmoney.fairness import DIGEST_BYTES, VERSION, shuffle

NUMBER: Final[dict[Card, int]] = {card: number for number, card in enumerate(DECK)}
"""A card's number in the fixed order of the deck."""
ALARM: Final = 1e-6
"""A p-value below this (or above one less it) would be seen once in half a million honest tests."""


class Verdict(msgspec.Struct, frozen=True):
    """One test: its statistic, degrees of freedom, and how likely so large a one is by chance."""

    test: str
    chi_square: float
    degrees: int
    p_value: float

    @property
    def suspicious(self) -> bool:
        """Whether the statistic is too large, or too small, to be chance."""
        return not ALARM < self.p_value < 1 - ALARM


def seed_of(master: bytes, number: int) -> bytes:
    """The seed of shuffle `number` of a run, derived from the run's own."""
    return sha256(master + struct.pack(">Q", number)).digest()


def shuffles(decks: int, master: bytes, count: int) -> Iterator[tuple[Card, ...]]:
    """That many shuffles as the house makes them, each with a seed and a cycle of its own."""
    for number in range(count):
        yield shuffle(decks, seed_of(master, number), number, ())


def raw_bytes(seed: bytes, cycle: int, blocks: int) -> bytes:
    """The first blocks of the stream behind a shuffle without players' parts.

    HMAC-SHA256 over context and block number, as docs/fairness.md gives it.
    """
    context = sha256(VERSION + b"shuffle" + struct.pack(">QB", cycle, 0)).digest()
    return b"".join(
        hmac.digest(seed, context + number.to_bytes(4, "big"), "sha256") for number in range(blocks)
    )


def raw_output(master: bytes, count: int, blocks: int) -> Iterator[bytes]:
    """The streams of that many shuffles, one after another."""
    for number in range(count):
        yield raw_bytes(seed_of(master, number), number, blocks)


def upper_tail(chi_square: float, degrees: int) -> float:
    """The chance of a larger chi-square (exact for one degree, else Wilson and Hilferty's)."""
    if degrees == 1:
        return erfc(sqrt(chi_square / 2))
    spread = 2 / (9 * degrees)
    z = ((chi_square / degrees) ** (1 / 3) - 1 + spread) / sqrt(spread)
    return erfc(z / sqrt(2)) / 2


def even(test: str, counts: Sequence[int], degrees: int | None = None) -> Verdict:
    """Whether all counts could come from equal chances."""
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    degrees = degrees or len(counts) - 1
    return Verdict(test, statistic, degrees, upper_tail(statistic, degrees))


def bytes_even(raw: Iterable[bytes]) -> Verdict:
    """Whether all 256 values of a byte are equally frequent."""
    counts = [0] * 256
    for block in raw:
        for byte in block:
            counts[byte] += 1
    return even("raw bytes", counts)


def judge(packs: Iterable[Sequence[Card]]) -> list[Verdict]:
    """Four tests of shuffled packs: cards by place, first cards, neighbours, fixed places."""
    places: list[list[int]] = []
    pairs, rises = [0] * DECK_SIZE**2, [0] * 2
    for pack in packs:
        numbers = [NUMBER[card] for card in pack]
        places = places or [[0] * DECK_SIZE for _ in numbers]
        for place, number in enumerate(numbers):
            places[place][number] += 1
        for left, right in zip(numbers[::2], numbers[1::2], strict=True):
            pairs[left * DECK_SIZE + right] += 1
            if left != right:
                rises[left < right] += 1
    return [
        _by_place(places),
        even("first card", places[0]),
        _neighbours(pairs, len(places)),
        even("rises among neighbours", rises),
    ]


def _by_place(places: Sequence[Sequence[int]]) -> Verdict:
    """Every card equally often at every place.

    Each pack holds each card equally often, so that both places and cards lose a degree of
    freedom; drawing without replacement from `n` places scales Pearson's statistic by (n - 1) / n.
    """
    n = len(places)
    flat = [count for place in places for count in place]
    found = even("cards by place", flat)
    degrees = (n - 1) * (DECK_SIZE - 1)
    statistic = found.chi_square * (n - 1) / n
    return Verdict(found.test, statistic, degrees, upper_tail(statistic, degrees))


def _neighbours(pairs: Sequence[int], cards: int) -> Verdict:
    """Every pair of different cards, or of copies, as often as its chance says."""
    copies = cards // DECK_SIZE
    other, same = copies / (cards - 1), (copies - 1) / (cards - 1)
    total, statistic, cells = sum(pairs), 0.0, 0
    for number, count in enumerate(pairs):
        chance = (same if number % (DECK_SIZE + 1) == 0 else other) / DECK_SIZE
        if chance:
            statistic += (count - total * chance) ** 2 / (total * chance)
            cells += 1
    return Verdict("pairs of neighbours", statistic, cells - 1, upper_tail(statistic, cells - 1))


def scaled_line(pack: Sequence[Card]) -> str:
    """One shuffle as numbers of cards, 0 to 51, as labs read it."""
    return " ".join(str(NUMBER[card]) for card in pack)


BLOCKS_PER_PACK: Final = {decks: decks * DECK_SIZE * 2 // DIGEST_BYTES + 2 for decks in range(1, 9)}
"""Blocks of the stream that are drawn at first for a shuffle of so many decks."""


def written_packs(packs: Iterable[tuple[Card, ...]], path: Path) -> Iterator[tuple[Card, ...]]:
    """The packs, each written to a file as a line of numbers on its way."""
    with path.open("w", encoding="ascii") as file:
        for pack in packs:
            file.write(scaled_line(pack) + "\n")
            yield pack


def written_bytes(stream: Iterable[bytes], path: Path) -> Iterator[bytes]:
    """The bytes, written to a file on their way."""
    with path.open("wb") as file:
        for block in stream:
            file.write(block)
            yield block
