"""The shuffle passes statistical tests, and shuffles that are not fair fail them."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from math import comb
from random import Random

import pytest

from evenmoney.analysis.shuffle_checks import (
    BLOCKS_PER_PACK,
    _chance_of_all_ranks,
    _digits_across,
    judge,
    judge_raw,
    part_of,
    raw_bytes,
    raw_output,
    seed_of,
    shuffles,
    upper_tail,
)
from evenmoney.cards import DECK, Card
from evenmoney.fairness import shuffle

MASTER = bytes(range(32))


@pytest.mark.parametrize(("decks", "count"), [(1, 800), (2, 800), (4, 400), (6, 400), (8, 300)])
def test_the_houses_shuffle_passes_every_test_at_99_percent(decks: int, count: int) -> None:
    """Fixed seeds; `evenmoney lab shuffle` runs the same tests with fresh ones."""
    verdicts = judge(shuffles(decks, MASTER, count))
    assert {v.test: v.p_value for v in verdicts if v.p_value < 0.01} == {}
    assert len(verdicts) == 7


def test_the_stream_behind_it_passes_every_test_at_99_percent() -> None:
    verdicts = judge_raw(raw_output(MASTER, 500, BLOCKS_PER_PACK[6]))
    assert {v.test: v.p_value for v in verdicts if v.p_value < 0.01} == {}


def suspicious(packs: Iterable[tuple[Card, ...]]) -> set[str]:
    return {verdict.test for verdict in judge(packs) if verdict.suspicious}


def test_a_pack_that_is_hardly_shuffled_is_suspicious_by_every_test() -> None:
    dice = Random(1)

    def lazy() -> tuple[Card, ...]:
        at = dice.randrange(4)
        return (*DECK[at:], *DECK[:at])

    assert suspicious(lazy() for _ in range(200)) == {
        "cards by place",
        "first card",
        "pairs of neighbours",
        "rises among neighbours",
        "serial correlation",
        "runs of a colour",
        "cards for all ranks",
    }


def test_cards_that_stick_together_are_suspicious_by_what_looks_at_neighbours() -> None:
    """Every card and place is as likely as it should be here; only the pairs are not."""
    dice = Random(3)

    def sticky() -> tuple[Card, ...]:
        rows = [DECK[at : at + 4] for at in range(0, 52, 4)]
        dice.shuffle(rows)
        pack = [card for row in rows for card in row]
        at = dice.randrange(52)
        return (*pack[at:], *pack[:at])

    found = suspicious(sticky() for _ in range(400))
    assert {"pairs of neighbours", "serial correlation", "runs of a colour"} <= found
    assert "first card" not in found


def test_a_stream_whose_bytes_follow_each_other_is_suspicious_by_its_overlaps() -> None:
    counted = {v.test: v.suspicious for v in judge_raw([bytes(range(256))] * 40)}
    assert counted == {"raw bytes": True, "overlapping pairs, raw": True}, "too even"
    dice = Random(4)

    def walking() -> bytes:
        """Every other byte is the one before it with its two digits changed over."""
        first = dice.randbytes(64)
        return bytes(b for byte in first for b in (byte, (byte << 4 | byte >> 4) & 255))

    found = {v.test: v.suspicious for v in judge_raw(walking() for _ in range(400))}
    assert found["overlapping pairs, raw"]


def test_overlapping_pairs_are_those_of_the_digits_written_out() -> None:
    stream = bytes.fromhex("0f1e2d3c")
    digits = stream.hex()
    pairs = Counter(a + b for a, b in pairwise(digits + digits[0]))
    across = Counter(f"{byte:02x}" for byte in (*stream, *_digits_across(stream)))
    assert across == pairs


def test_the_chance_of_all_ranks_is_that_of_counting() -> None:
    assert _chance_of_all_ranks(12, 13, 1) == 0
    assert _chance_of_all_ranks(13, 13, 1) == 1
    # Of 26 cards, two of each rank, 13 show all ranks in 2^13 ways.
    assert _chance_of_all_ranks(13, 26, 2) == pytest.approx(2**13 / comb(26, 13))


def test_the_biased_shuffle_of_beginners_is_suspicious() -> None:
    dice = Random(2)

    def biased() -> tuple[Card, ...]:
        pack = list(DECK)
        for i in range(52):
            j = dice.randrange(52)
            pack[i], pack[j] = pack[j], pack[i]
        return tuple(pack)

    found = {v.test: v for v in judge(biased() for _ in range(3000))}
    assert found["cards by place"].suspicious


def test_raw_output_is_the_stream_the_cards_come_from() -> None:
    seed, cards, below = seed_of(MASTER, 3), list(DECK), 52
    part = part_of(seed)
    raw = raw_bytes(seed, 3, part, BLOCKS_PER_PACK[1])
    for at in range(0, len(raw), 2):
        word = int.from_bytes(raw[at : at + 2], "big")
        if below > 1 and word < 65536 - 65536 % below:
            place = word % below
            below -= 1
            cards[below], cards[place] = cards[place], cards[below]
    assert tuple(cards) == shuffle(1, seed, 3, (part,))


@pytest.mark.parametrize(
    ("chi_square", "degrees", "chance"),
    # Tabulated: the 5 % and 1 % points of chi-square.
    [(3.841, 1, 0.05), (67.505, 50, 0.05), (76.154, 50, 0.01), (124.342, 100, 0.05)],
)
def test_tails_are_those_of_the_tables(chi_square: float, degrees: int, chance: float) -> None:
    assert upper_tail(chi_square, degrees) == pytest.approx(chance, rel=0.01)
