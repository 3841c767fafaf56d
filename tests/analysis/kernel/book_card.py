"""A strategy card from the books (six decks, dealer stands on soft 17), for tests."""

from evenmoney.strategy.card import HARD_TOTALS, PAIRS, SOFT_TOTALS, StrategyCard

_HARD = {
    9: "H D D D D H H H H H",
    10: "D D D D D D D D H H",
    11: "D D D D D D D D D H",
    12: "H H S S S H H H H H",
    13: "S S S S S H H H H H",
    14: "S S S S S H H H H H",
    15: "S S S S S H H H Rh H",
    16: "S S S S S H H Rh Rh Rh",
}
_SOFT = {
    13: "H H H D D H H H H H",
    14: "H H H D D H H H H H",
    15: "H H D D D H H H H H",
    16: "H H D D D H H H H H",
    17: "H D D D D H H H H H",
    18: "S Ds Ds Ds Ds S S H H H",
}
_PAIRS = {
    "2": "P P P P P P - - - -",
    "3": "P P P P P P - - - -",
    "4": "- - - P P - - - - -",
    "6": "P P P P P - - - - -",
    "7": "P P P P P P - - - -",
    "8": "P P P P P P P P P P",
    "9": "P P P P P - P P - -",
    "A": "P P P P P P P P P P",
}


def _row(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def book_card() -> StrategyCard:
    """The card of the books; hands it has no row for hit below and stand above."""
    hits, stands, plays_on = _row("H " * 10), _row("S " * 10), _row("- " * 10)
    return StrategyCard(
        rules_hash="",
        hard=tuple(
            _row(_HARD[t]) if t in _HARD else hits if t < 9 else stands for t in HARD_TOTALS
        ),
        soft=tuple(
            _row(_SOFT[t]) if t in _SOFT else hits if t < 13 else stands for t in SOFT_TOTALS
        ),
        pairs=tuple(_row(_PAIRS[p]) if p in _PAIRS else plays_on for p in PAIRS),
    )
