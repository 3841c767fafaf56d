"""What a cut card does to the edge, by itself: the rounds of a shoe less a fixed count of them.

A fixed number of rounds dealt from one shoe has a fresh shoe's law, each of them; the number that
the cut card allows has not. So

    edge = (K * fresh edge + E[net to the cut card - net of the first K]) / E[rounds to it]

for any K, and with K near the mean only the few rounds between the two carry noise. Every place of
a shuffle is dealt once as the start of a round; then shoes are walked from many of its rotations.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evenmoney.analysis.kernel.compiled import entry, inner
from evenmoney.analysis.kernel.randomness import shuffle, stream_key
from evenmoney.analysis.kernel.rotations import width_of
from evenmoney.analysis.kernel.rows import deal_round, empty_desk, empty_sheaf
from evenmoney.analysis.kernel.script import Script
from evenmoney.analysis.kernel.tally import count_block

WALKS: Final = 52
"""Rotations of a shuffle from which a shoe is walked."""
CARDS_PER_ROUND: Final = 2.72
"""Cards that a box or the dealer takes in a round, about: it only places K."""
MARGIN: Final = 3.0
"""Standard deviations of a walk's cards that are kept between K rounds and the end of a shoe."""


class Walks(NamedTuple):
    """A shuffle and what a round from each of its places comes to."""

    pack: NDArray[np.uint8]
    """The shuffle, its first cards once more at its end."""
    net: NDArray[np.int64]
    stake: NDArray[np.int64]
    used: NDArray[np.int64]
    desk: NDArray[np.int64]
    sheaf: NDArray[np.int64]
    fixed: int
    """K."""


def make_walks(script: Script) -> Walks:
    """Room for one shuffle."""
    n = script.cards
    return Walks(
        np.zeros(width_of(n), dtype=np.uint8),
        np.zeros(n, dtype=np.int64),
        np.zeros(n, dtype=np.int64),
        np.zeros(n, dtype=np.int64),
        empty_desk(),
        empty_sheaf(),
        fixed_count(script),
    )


def fixed_count(script: Script) -> int:
    """K: about the mean number of rounds, but so few that they hardly ever outrun the shoe."""
    each = CARDS_PER_ROUND * (script.boxes + 1)
    mean = script.cut / each + 0.5
    spread = MARGIN * 1.7 * (script.boxes + 1) * max(mean, 1) ** 0.5 / 2
    return max(1, int(min(mean, (script.cards - spread) / each) + 0.5))


@inner
def deal_places(script: Any, walks: Any) -> None:
    """The round that starts at each place."""
    for at in range(script.cards):
        net, stake, end = deal_round(script, walks.pack, at, walks.desk, walks.sheaf)
        walks.net[at], walks.stake[at], walks.used[at] = net, stake, end - at


@inner
def walk(script: Any, walks: Any, start: Any, fixed: Any) -> Any:
    """A shoe from place `start`; gives (rounds, net beyond the fixed count, stake)."""
    at, out, dealt, rounds, beyond, stake = start, 0, 0, 0, 0, 0
    while out < script.cut or dealt < fixed:
        # A round that both sums hold cancels; what is left lies between the two ends.
        inside, counted = int(out < script.cut), int(dealt < fixed)
        beyond += walks.net[at] * (inside - counted)
        stake += walks.stake[at] * inside
        rounds += inside
        dealt += 1
        out += walks.used[at]
        at += walks.used[at]
        at -= script.cards if at >= script.cards else 0
    return rounds, beyond, stake


@entry
def walk_shoes(span: Any, ordered: Any, script: Any, walks: Any, tally: Any) -> None:
    """A span of blocks, a shuffle each: their moments hold rounds, net beyond K, and stake."""
    n, extra = script.cards, len(walks.pack) - script.cards
    for block in range(span.first, span.last):
        pack = walks.pack[:n]
        for k in range(n):
            pack[k] = ordered[k]
        shuffle(pack, stream_key(span.seed, block))
        for k in range(extra):
            walks.pack[n + k] = pack[k]
        deal_places(script, walks)
        rounds, net, stake = 0, 0, 0
        for w in range(WALKS):
            of_shoe = walk(script, walks, w * n // WALKS, walks.fixed)
            rounds, net, stake = rounds + of_shoe[0], net + of_shoe[1], stake + of_shoe[2]
        count_block(tally, rounds, net, stake)
