"""The shuffle passes chi-square tests, and shuffles that are not fair fail them."""

from random import Random

import pytest

from evenmoney.analysis.shuffle_checks import (
    BLOCKS_PER_PACK,
    bytes_even,
    judge,
    raw_bytes,
    raw_output,
    seed_of,
    shuffles,
    upper_tail,
)
from evenmoney.cards import DECK, Card
from evenmoney.fairness import shuffle

MASTER = bytes(range(32))


@pytest.mark.parametrize("decks", [1, 2])
def test_the_houses_shuffle_is_not_suspicious(decks: int) -> None:
    assert not [v for v in judge(shuffles(decks, MASTER, 800)) if v.suspicious]


def test_the_raw_bytes_are_not_suspicious() -> None:
    assert not bytes_even(raw_output(MASTER, 200, BLOCKS_PER_PACK[6])).suspicious


def test_a_pack_that_is_hardly_shuffled_is_suspicious_by_every_test() -> None:
    dice = Random(1)

    def lazy() -> tuple[Card, ...]:
        at = dice.randrange(4)
        return (*DECK[at:], *DECK[:at])

    verdicts = {verdict.test for verdict in judge(lazy() for _ in range(200)) if verdict.suspicious}
    assert {"cards by place", "first card", "pairs of neighbours"} <= verdicts


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
    raw = raw_bytes(seed, 3, BLOCKS_PER_PACK[1])
    for at in range(0, len(raw), 2):
        word = int.from_bytes(raw[at : at + 2], "big")
        if below > 1 and word < 65536 - 65536 % below:
            place = word % below
            below -= 1
            cards[below], cards[place] = cards[place], cards[below]
    assert tuple(cards) == shuffle(1, seed, 3, ())


@pytest.mark.parametrize(
    ("chi_square", "degrees", "chance"),
    # Tabulated: the 5 % and 1 % points of chi-square.
    [(3.841, 1, 0.05), (67.505, 50, 0.05), (76.154, 50, 0.01), (124.342, 100, 0.05)],
)
def test_tails_are_those_of_the_tables(chi_square: float, degrees: int, chance: float) -> None:
    assert upper_tail(chi_square, degrees) == pytest.approx(chance, rel=0.01)
