"""Serves a house whose shoes are stacked: for tests only, and no part of the product.

`stacked_house.py CARDS.json serve …`: the file is a list, one text of cards for each cycle of a
table, the first ones to leave that cycle's shoe; a null or a missing one is shuffled as always.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from evenmoney import fairness
from evenmoney.cards import Card, parse_cards

CARDS = Path(sys.argv[1])
really_shuffled = fairness.shuffle


def stacked(decks: int, seed: bytes, cycle: int, parts: Sequence[bytes]) -> tuple[Card, ...]:
    """The shuffled pack with this cycle's cards on top."""
    pack = list(really_shuffled(decks, seed, cycle, parts))
    wanted = dict(enumerate(json.loads(CARDS.read_text()), start=1)).get(cycle)
    top = parse_cards(wanted or "")
    for card in top:
        pack.remove(card)
    return (*top, *pack)


if __name__ == "__main__":
    fairness.shuffle = stacked
    from evenmoney.cli import main

    sys.argv = ["evenmoney", *sys.argv[2:]]
    main()
