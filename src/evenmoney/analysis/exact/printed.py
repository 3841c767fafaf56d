"""The printed card: one choice for each total and upcard, from the values of two-card hands."""

from typing import Final, NamedTuple

import numpy as np

from evenmoney.analysis.exact.hands import RANKS, Bools, Floats
from evenmoney.analysis.exact.play import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Choices
from evenmoney.analysis.exact.split import Strategy
from evenmoney.analysis.exact.table import Table
from evenmoney.analysis.exact.values import NOT_OFFERED, Values
from evenmoney.strategy.card import HARD_TOTALS, SOFT_TOTALS, UPCARDS, StrategyCard

CELLS: Final = {
    (STAND, False, STAND): "S",
    (HIT, False, HIT): "H",
    (DOUBLE, True, HIT): "D",
    (DOUBLE, True, STAND): "Ds",
    (SURRENDER, False, HIT): "Rh",
    (SURRENDER, False, STAND): "Rs",
    (SURRENDER, True, HIT): "Rd",
    (SURRENDER, True, STAND): "Rds",
}
"""The cell of (best action, double better than hit and stand, better of hit and stand)."""


class Averages(NamedTuple):
    """(action, row, upcard) values averaged over the two-card hands of a total."""

    hard: Floats
    soft: Floats


def printed_card(table: Table, values: Values, rules_hash: str) -> StrategyCard:
    """The card that is best on average over the two-card hands of each total.

    Hands weigh with their chance; pairs that are split are left out, unless a total has no other
    hand. `values` are those of best play afterwards.
    """
    best = values.value.argmax(axis=0)
    split = best == SPLIT
    averages = _averages(table, values, split)
    hard = [_row(averages.hard[:, row]) for row in range(len(HARD_TOTALS))]
    soft = [_row(averages.soft[:, row]) for row in range(len(SOFT_TOTALS))]
    pairs = []
    for rank in range(RANKS):
        hand = table.hands.row(rank, rank)
        total, is_soft = table.hands.total[hand], table.hands.soft[hand]
        cells = soft[total - SOFT_TOTALS[0]] if is_soft else hard[total - HARD_TOTALS[0]]
        pairs.append(tuple(_pair_cell(values.value[:, hand, up], cells[up]) for up in range(RANKS)))
    insure, even_money = _insurance(table)
    return StrategyCard(
        rules_hash=rules_hash,
        hard=tuple(hard),
        soft=tuple(soft),
        pairs=tuple(pairs),
        insure=insure,
        even_money=even_money,
    )


def _averages(table: Table, values: Values, split: Bools) -> Averages:
    """Values weighted over the hands of each total; totals without a hand stand."""
    hard = np.zeros((SURRENDER + 1, len(HARD_TOTALS), RANKS))
    soft = np.zeros((SURRENDER + 1, len(SOFT_TOTALS), RANKS))
    for part in (hard, soft):
        part[HIT, -1] = -1.0
    for hand in table.pairs_of_cards:
        is_soft, total = table.hands.soft[hand], table.hands.total[hand]
        row = total - (SOFT_TOTALS if is_soft else HARD_TOTALS)[0]
        # Total 4 and soft 12 are pairs and nothing else.
        kept = ~split[hand] | (total == 4) | (is_soft & (total == 12))
        offered = values.value[:, hand] > NOT_OFFERED
        value = np.where(offered, values.value[:, hand], 0.0)
        (soft if is_soft else hard)[:, row] += table.dealt[hand] * kept * value
    return _without_what_is_not_offered(table, Averages(hard, soft))


def _without_what_is_not_offered(table: Table, averages: Averages) -> Averages:
    for part, totals, is_soft in (
        (averages.hard, HARD_TOTALS, False),
        (averages.soft, SOFT_TOTALS, True),
    ):
        part[SPLIT] = NOT_OFFERED
        part[SURRENDER, :, ~table.surrenders] = NOT_OFFERED
        part[SURRENDER, -1] = NOT_OFFERED
        for row, total in enumerate(totals):
            rows = (table.hands.total == total) & (table.hands.soft == is_soft) & table.doubles
            if not rows.any():
                part[DOUBLE, row] = NOT_OFFERED
    return averages


def _row(values: Floats) -> tuple[str, ...]:
    """The ten cells of a total from its (action, upcard) averages."""
    cells = []
    for up in range(RANKS):
        best = int(values[:, up].argmax())
        then = HIT if values[HIT, up] > values[STAND, up] else STAND
        doubles = best != then and values[DOUBLE, up] > values[then, up]
        cells.append(CELLS[best, bool(doubles), then])
    return tuple(cells)


def _pair_cell(values: Floats, cell: str) -> str:
    """The cell of a pair from its values by action and the cell of its total.

    It is split where that is best of all; and where surrender is best but isn't what its total
    says, if splitting still beats the total's choice.
    """
    best = int(values.argmax())
    if best == SPLIT:
        return "P"
    if best != SURRENDER or values[SPLIT] < values[[STAND, HIT, DOUBLE]].max():
        return "-"
    return "Rp" if cell.startswith("R") else "P"


def _insurance(table: Table) -> tuple[bool, bool]:
    """Whether insurance pays on average, and whether even money beats keeping a natural."""
    ace = UPCARDS.index("A")
    alive, natural = table.stood.alive[:, ace], table.stood.natural[:, ace]
    insure = table.rules.insurance and (table.dealt * (natural - alive / 2)).sum() > 0
    odds = table.rules.blackjack_pays
    kept, taken = alive * odds.pays / odds.to, alive + natural
    row = table.natural
    return bool(insure), bool(table.rules.even_money and taken[row] > kept[row])


class Followed(NamedTuple):
    """What a card does with every hand: (hand, upcard) choices."""

    first: Choices
    """The first action of two-card hands."""
    after: Strategy
    """The play of split hands, and of later cards."""


def follow(card: StrategyCard, table: Table) -> Followed:
    """The choices of a card for every hand of a table."""
    hands = table.hands
    cells = np.array(
        [
            card.soft[total - SOFT_TOTALS[0]] if soft else card.hard[max(total, 4) - HARD_TOTALS[0]]
            for total, soft in zip(hands.total, hands.soft, strict=True)
        ]
    )
    later = np.where(np.isin(cells, ["H", "D", "Rh", "Rd"]), HIT, STAND).astype(np.int8)
    later[table.closed] = STAND
    doubled = table.doubles[:, np.newaxis] & np.isin(cells, ["D", "Ds", "Rd", "Rds"])
    unsplit = np.where(doubled, DOUBLE, later)
    second = unsplit if table.rules.double_after_split else later
    given_up = np.char.startswith(cells, "R") & table.surrenders
    first = np.where(given_up, SURRENDER, unsplit)
    for rank in range(RANKS):
        _follow_pair(card, table, rank, first)
    return Followed(first.astype(np.int8), Strategy(second.astype(np.int8), later))


def _follow_pair(card: StrategyCard, table: Table, rank: int, first: Choices) -> None:
    row = table.hands.row(rank, rank)
    for up, cell in enumerate(card.pairs[rank]):
        if cell == "P" or (cell == "Rp" and not table.surrenders[up]):
            first[row, up] = SPLIT
        elif cell == "Rp":
            first[row, up] = SURRENDER
