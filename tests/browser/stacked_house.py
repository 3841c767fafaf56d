"""Serves a house whose shoes are stacked: for tests only, and no part of the product.

The cards are a file, a list with one text for each cycle of a table: the first cards to leave that
cycle's shoe; a null or a missing one is shuffled as always. The product is imported
once, and forked for each house: so a house opens in a fifth of the time.
"""

import json
import os
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from evenmoney import fairness
from evenmoney.cards import Card, parse_cards
from evenmoney.cli import main

really_shuffled = fairness.shuffle


class StackedShoes:
    """Packs as they are shuffled, with a cycle's cards on top."""

    def __init__(self, cards: Path) -> None:
        self.cards = cards

    def __call__(
        self, decks: int, seed: bytes, cycle: int, parts: Sequence[bytes]
    ) -> tuple[Card, ...]:
        pack = list(really_shuffled(decks, seed, cycle, parts))
        wanted = dict(enumerate(json.loads(self.cards.read_text()), start=1)).get(cycle)
        top = parse_cards(wanted or "")
        for card in top:
            pack.remove(card)
        return (*top, *pack)


def serve(cards: Path, words: Sequence[str], log: Path, told: Connection) -> None:
    """`evenmoney serve` in this process: what it prints goes to `told`, its log to `log`."""
    os.dup2(told.fileno(), sys.stdout.fileno())
    with log.open("a") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    told.close()
    fairness.shuffle = StackedShoes(cards)
    sys.argv = ["evenmoney", "serve", *words]
    main()
