"""Statistical tests of the house's shuffle, and the output a test lab asks for; needs no numpy.

Raw output is the stream of bytes that shuffles are made of; scaled output is the shuffled cards.
"""

import hmac
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from math import comb, erfc, sqrt
from pathlib import Path
from typing import Final

import msgspec

from evenmoney.cards import DECK, DECK_SIZE, Card
from evenmoney.fairness import DIGEST_BYTES, NONCE_BYTES, VERSION, shuffle

NUMBER: Final[dict[Card, int]] = {card: number for number, card in enumerate(DECK)}
"""A card's number in the fixed order of the deck."""
ALARM: Final = 1e-6
"""A p-value below this (or above one less it) would be seen once in half a million honest tests."""


CELL_MIN: Final = 10
"""What a cell of a chi-square test must hold by expectation, or it is joined with the next."""


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


def part_of(seed: bytes) -> bytes:
    """The player's part of a run's shuffle: at a single-player table there is one, of 16 bytes."""
    return sha256(b"part" + seed).digest()[:NONCE_BYTES]


def shuffles(decks: int, master: bytes, count: int) -> Iterator[tuple[Card, ...]]:
    """That many shuffles as the house makes them, each with a seed, a cycle and a part."""
    for number in range(count):
        seed = seed_of(master, number)
        yield shuffle(decks, seed, number, (part_of(seed),))


def raw_bytes(seed: bytes, cycle: int, part: bytes, blocks: int) -> bytes:
    """The first blocks of the stream behind a shuffle with one player's part.

    HMAC-SHA256 over context and block number, as docs/fairness.md gives it.
    """
    told = struct.pack(">QBH", cycle, 1, len(part)) + part
    context = sha256(VERSION + b"shuffle" + told).digest()
    return b"".join(
        hmac.digest(seed, context + number.to_bytes(4, "big"), "sha256") for number in range(blocks)
    )


def raw_output(master: bytes, count: int, blocks: int) -> Iterator[bytes]:
    """The streams of that many shuffles, one after another."""
    for number in range(count):
        seed = seed_of(master, number)
        yield raw_bytes(seed, number, part_of(seed), blocks)


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


def normal(test: str, seen: float, mean: float, variance: float) -> Verdict:
    """Whether a sum of many independent things lies near its mean: its deviation squared."""
    statistic = (seen - mean) ** 2 / variance
    return Verdict(test, statistic, 1, upper_tail(statistic, 1))


# ---- raw output

_LOW: Final = bytes((byte & 15) << 4 for byte in range(256))
_HIGH: Final = bytes(byte >> 4 for byte in range(256))


def judge_raw(raw: Iterable[bytes]) -> list[Verdict]:
    """Two tests of the stream: its bytes, and overlapping pairs of its hexadecimal digits."""
    counts, across = Counter[int](), Counter[int]()
    for stream in raw:
        counts.update(stream)
        across.update(_digits_across(stream))
    return [
        even("raw bytes", [counts[byte] for byte in range(256)]),
        _overlaps([counts[pair] + across[pair] for pair in range(256)]),
    ]


def _digits_across(stream: bytes) -> bytes:
    """Each byte's last digit and the next one's first (round to the start), as a byte again."""
    following = stream[1:] + stream[:1]
    low, high = stream.translate(_LOW), following.translate(_HIGH)
    return (int.from_bytes(low) | int.from_bytes(high)).to_bytes(len(stream))


def _overlaps(pairs: Sequence[int]) -> Verdict:
    """Good's serial test: pairs share digits, so the single digits' chi-square is taken off."""
    singles = [sum(pairs[digit * 16 : digit * 16 + 16]) for digit in range(16)]
    both, one = even("", pairs), even("", singles)
    statistic, degrees = both.chi_square - one.chi_square, 16 * 16 - 16
    return Verdict("overlapping pairs, raw", statistic, degrees, upper_tail(statistic, degrees))


# ---- scaled output

_RANKS: Final = 13
_MIDDLE: Final = _RANKS // 2


def judge(packs: Iterable[Sequence[Card]]) -> list[Verdict]:
    """Seven tests of shuffled packs: cards by place, first cards, pairs and rises of neighbours,
    their correlation, runs of a colour, and how many cards show all ranks."""
    places: list[list[int]] = []
    pairs, rises = [0] * DECK_SIZE**2, [0] * 2
    products, runs, lengths = 0, 0, Counter[int]()
    for pack in packs:
        numbers = [NUMBER[card] for card in pack]
        places = places or [[0] * DECK_SIZE for _ in numbers]
        for place, number in enumerate(numbers):
            places[place][number] += 1
        for left, right in zip(numbers[::2], numbers[1::2], strict=True):
            pairs[left * DECK_SIZE + right] += 1
            if left != right:
                rises[left < right] += 1
        products += _neighbours_product(numbers)
        runs += _runs_of_a_colour(numbers)
        lengths[_cards_for_all_ranks(numbers)] += 1
    return [
        _by_place(places),
        even("first card", places[0]),
        _neighbours(pairs, len(places)),
        even("rises among neighbours", rises),
        _correlation(products, len(places) // DECK_SIZE, lengths.total()),
        _runs(runs, len(places), lengths.total()),
        _coupons(lengths, len(places)),
    ]


def _neighbours_product(numbers: Sequence[int]) -> int:
    """The sum of products of neighbouring ranks, counted from the middle one; the last card's
    neighbour is the first."""
    ranks = [number % _RANKS - _MIDDLE for number in numbers]
    return sum(left * right for left, right in pairwise((*ranks, ranks[0])))


def _correlation(products: int, decks: int, packs: int) -> Verdict:
    """Serial correlation of ranks, with Wald and Wolfowitz' mean and variance (1943) of the
    circular product of a shuffled row whose sum is 0."""
    n = decks * DECK_SIZE
    squares, fourths = (
        4 * decks * sum((rank - _MIDDLE) ** power for rank in range(_RANKS)) for power in (2, 4)
    )
    mean = -squares / (n - 1)
    variance = (squares**2 - fourths) / (n - 1) - mean**2
    variance += (squares**2 - 2 * fourths) / ((n - 1) * (n - 2))
    return normal("serial correlation", products, packs * mean, packs * variance)


def _runs_of_a_colour(numbers: Sequence[int]) -> int:
    """How many runs of red or black cards a pack has: clubs and spades are first and last."""
    red = [13 <= number < 39 for number in numbers]
    return 1 + sum(left != right for left, right in pairwise(red))


def _runs(runs: int, n: int, packs: int) -> Verdict:
    """Runs of two kinds of n / 2 each have mean 1 + n / 2 and variance n (n - 2) / 4 (n - 1)."""
    return normal(
        "runs of a colour", runs, packs * (1 + n / 2), packs * n * (n - 2) / (4 * (n - 1))
    )


def _cards_for_all_ranks(numbers: Sequence[int]) -> int:
    """How many cards from the top show every rank at least once."""
    seen: set[int] = set()
    for taken, number in enumerate(numbers, 1):
        seen.add(number % _RANKS)
        if len(seen) == _RANKS:
            return taken
    return len(numbers)


def _coupons(lengths: Counter[int], n: int) -> Verdict:
    """The coupon collector's test, with the exact chances of drawing without putting back."""
    total, of_a_rank = lengths.total(), n // _RANKS
    shown = [_chance_of_all_ranks(taken, n, of_a_rank) for taken in range(n + 1)]
    statistic, cells, seen, expected = 0.0, 0, 0, 0.0
    for taken in range(1, n + 1):
        seen += lengths[taken]
        expected += total * (shown[taken] - shown[taken - 1])
        if (expected >= CELL_MIN and total * (1 - shown[taken]) >= CELL_MIN) or taken == n:
            statistic += (seen - expected) ** 2 / expected
            cells, seen, expected = cells + 1, 0, 0.0
    return Verdict("cards for all ranks", statistic, cells - 1, upper_tail(statistic, cells - 1))


def _chance_of_all_ranks(taken: int, n: int, of_a_rank: int) -> float:
    """The chance that so many cards of n show all ranks, by inclusion and exclusion."""
    ways: int = sum(
        (-1) ** missing * comb(_RANKS, missing) * comb(n - missing * of_a_rank, taken)
        for missing in range(_RANKS + 1)
    )
    return float(ways / comb(n, taken))


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
