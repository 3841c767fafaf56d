"""The strategy card: one choice for each total and upcard, and its look-up; knows no money."""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from evenmoney.cards import Card
from evenmoney.rules.action import Action
from evenmoney.rules.hand import count

UPCARDS: Final = "23456789TA"
"""The columns of a card, in order."""

HARD_TOTALS: Final = range(4, 22)
SOFT_TOTALS: Final = range(12, 22)
PAIRS: Final = "23456789TA"
"""The rows of a card's three parts."""

_HIT, _STAND = (Action.HIT,), (Action.STAND,)
PREFERENCES: Final[dict[str, tuple[Action, ...]]] = {
    "H": _HIT,
    "S": _STAND,
    "D": (Action.DOUBLE, *_HIT),
    "Ds": (Action.DOUBLE, *_STAND),
    "Rh": (Action.SURRENDER, *_HIT),
    "Rs": (Action.SURRENDER, *_STAND),
    "Rd": (Action.SURRENDER, Action.DOUBLE, *_HIT),
    "Rds": (Action.SURRENDER, Action.DOUBLE, *_STAND),
}
"""What a cell says, best first. The last choice is its hit-or-stand part, for later cards."""

PAIR_PREFERENCES: Final[dict[str, tuple[Action, ...]]] = {
    "P": (Action.SPLIT,),
    "Rp": (Action.SURRENDER, Action.SPLIT),
    "-": (),
}
"""What a pair's cell says before its total is asked; `-` plays the pair like any hand."""

Row = tuple[str, ...]
"""Ten cells in the order of `UPCARDS`."""


class BadCell(ValueError):
    """A strategy card with a hole or an unknown cell; its argument names the place."""


class StrategyCard(msgspec.Struct, frozen=True, kw_only=True):
    """The choices for one set of rules.

    `hard` has a row for each of `HARD_TOTALS`, `soft` for each of `SOFT_TOTALS` (cells of
    `PREFERENCES`), `pairs` for each of `PAIRS` (cells of `PAIR_PREFERENCES`).
    """

    rules_hash: str
    hard: tuple[Row, ...]
    soft: tuple[Row, ...]
    pairs: tuple[Row, ...]
    insure: bool = False
    """Whether insurance is worth taking, whatever the hand."""
    even_money: bool = False
    """Whether a natural is better off with 1:1 at once."""

    def __post_init__(self) -> None:
        _check_part("hard", self.hard, [str(total) for total in HARD_TOTALS], PREFERENCES)
        _check_part("soft", self.soft, [str(total) for total in SOFT_TOTALS], PREFERENCES)
        _check_part("pairs", self.pairs, list(PAIRS), PAIR_PREFERENCES)

    def cell(self, total: int, soft: bool, upcard: str) -> str:
        """The cell of a total against an upcard, given as a card or one of `UPCARDS`."""
        rows, first = (self.soft, SOFT_TOTALS[0]) if soft else (self.hard, HARD_TOTALS[0])
        return rows[total - first][column(upcard)]

    def pair_cell(self, rank: str, upcard: str) -> str:
        """The cell of a pair, its rank being one of `PAIRS`."""
        return self.pairs[PAIRS.index(rank)][column(upcard)]


def choose(
    card: StrategyCard, hand: Sequence[Card], upcard: Card, offers: Collection[Action]
) -> Action:
    """The card's choice among the actions on offer, of which there must be one at least.

    A cell that can't be followed falls to its next choice: a split to the hand's total, a double
    to hit or stand; at 21, and for split aces, where hitting isn't offered, it stands.
    """
    for action in preferences(card, hand, upcard):
        if action in offers:
            return action
    return Action.STAND if Action.STAND in offers else Action.PASS


def preferences(card: StrategyCard, hand: Sequence[Card], upcard: Card) -> tuple[Action, ...]:
    """All that the card would do with a hand, best first; insurance and even money included."""
    first = ((Action.EVEN_MONEY,) if card.even_money else ()) + (
        (Action.INSURE,) if card.insure else ()
    )
    total, soft = hand_total(hand)
    if total > 21:
        return first
    own = PREFERENCES[card.cell(total, soft, upcard)]
    if len(hand) == 2 and fold_rank(hand[0]) == fold_rank(hand[1]):
        own = PAIR_PREFERENCES[card.pair_cell(fold_rank(hand[0]), upcard)] + own
    return first + own


def hand_total(hand: Sequence[Card]) -> tuple[int, bool]:
    """The best total of a hand, and whether an ace counts eleven in it.

    >>> hand_total((Card("As"), Card("6d")))
    (17, True)
    """
    return count(tuple(hand))


def fold_rank(card: str) -> str:
    """A card's column in `UPCARDS`: its rank, all ten-valued cards being `T`."""
    return "T" if card[0] in "JQK" else card[0]


def column(upcard: str) -> int:
    """The number of an upcard's column, 0 to 9; raises ValueError for what is no rank."""
    return UPCARDS.index(fold_rank(upcard))


def _check_part(
    name: str, rows: tuple[Row, ...], labels: list[str], known: dict[str, tuple[Action, ...]]
) -> None:
    if len(rows) != len(labels):
        raise BadCell(f"{name} has {len(rows)} rows, not {len(labels)}")
    for label, row in zip(labels, rows, strict=True):
        if len(row) != len(UPCARDS):
            raise BadCell(f"{name} {label} has {len(row)} cells, not {len(UPCARDS)}")
        for upcard, cell in zip(UPCARDS, row, strict=True):
            if cell not in known:
                raise BadCell(f"{name} {label} against {upcard}: {cell!r} is no choice")
