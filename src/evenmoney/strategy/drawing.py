"""A strategy card for people: as text for a terminal, and as a picture; decides nothing."""

from collections.abc import Callable, Iterator
from html import escape
from typing import Final, NamedTuple

from evenmoney.strategy.card import (
    HARD_TOTALS,
    PAIRS,
    SOFT_TOTALS,
    UPCARDS,
    Row,
    StrategyCard,
)

MEANINGS: Final = {
    "H": "hit",
    "S": "stand",
    "D": "double, else hit",
    "Ds": "double, else stand",
    "P": "split",
    "Rh": "surrender, else hit",
    "Rs": "surrender, else stand",
    "Rd": "surrender, else double, else hit",
    "Rds": "surrender, else double, else stand",
    "Rp": "surrender, else split",
}
"""What the cells say in words."""

Paint = Callable[[str, str], str]
"""Given a padded cell and its cell, the text to print."""


class Part(NamedTuple):
    """One of the three tables of a card."""

    title: str
    rows: list[tuple[str, Row]]
    """Label and cells, from the top of the printed card down."""


def parts(card: StrategyCard) -> Iterator[Part]:
    """The card's tables; pairs that are played by their total show that total's cells."""
    hard = list(zip(map(str, HARD_TOTALS), card.hard, strict=True))
    soft = [(f"A{label(total - 11)}", card.soft[total - 12]) for total in SOFT_TOTALS]
    # Hard 4 and soft 12 are pairs; at 21 there is nothing to choose.
    yield Part("Hard totals", hard[-2:0:-1])
    yield Part("Soft totals", soft[-2:0:-1])
    yield Part("Pairs", [(2 * rank, _pair_row(card, rank)) for rank in reversed(PAIRS)])


def label(value: int) -> str:
    """A card's value as it is written: 10 is T."""
    return "T" if value == 10 else str(value)


def _pair_row(card: StrategyCard, rank: str) -> Row:
    """The pair's own cells, and its total's where it has none."""
    total, soft = (12, True) if rank == "A" else (2 * (PAIRS.index(rank) + 2), False)
    cells = []
    for upcard in UPCARDS:
        own = card.pair_cell(rank, upcard)
        cells.append(card.cell(total, soft, upcard) if own == "-" else own)
    return tuple(cells)


def meanings(card: StrategyCard) -> dict[str, str]:
    """The cells that the card uses, in words."""
    used = {cell for part in parts(card) for _, row in part.rows for cell in row}
    return {cell: words for cell, words in MEANINGS.items() if cell in used}


def card_text(card: StrategyCard, paint: Paint = lambda padded, _: padded) -> str:
    """The card as lines of text; `paint` may colour each cell."""
    lines = []
    for part in parts(card):
        lines.append(f"{part.title:12}" + "".join(f"{upcard:>4}" for upcard in UPCARDS))
        for name, row in part.rows:
            cells = "".join(paint(f"{cell:^4}", cell) for cell in row)
            lines.append(f"{name:>10}  " + cells)
        lines.append("")
    lines += [f"{cell:>4}  {words}" for cell, words in meanings(card).items()]
    return "\n".join([*lines, *_side_bets(card)])


def _side_bets(card: StrategyCard) -> list[str]:
    insurance = "take insurance" if card.insure else "never insure"
    return [f"      {insurance}", *(["      take even money"] if card.even_money else [])]


CELL: Final = 34
LABEL: Final = 60
MARGIN: Final = 24
TOP: Final = 56
COLUMN: Final = LABEL + CELL * len(UPCARDS) + 40
"""From the left edge of the hard totals to that of the soft totals and the pairs beside them."""
FILLS: Final = {
    "H": ("#efe6d2", "#1b1a17"),
    "S": ("#dfd2b7", "#1b1a17"),
    "D": ("#2f62b5", "#ffffff"),
    "P": ("#5ccdc6", "#03201e"),
    "R": ("#6a48a6", "#ffffff"),
}
"""Ground and words by a cell's first letter; the letters themselves carry the meaning."""

PLAIN: Final = "13px Archivo, Helvetica, sans-serif"


def card_svg(card: StrategyCard, title: str) -> str:
    """The card as an SVG picture on paper, wider than it is high so that a page holds it."""
    hard, soft, pairs = parts(card)
    left, left_end = _table(hard, MARGIN, TOP)
    upper, upper_end = _table(soft, MARGIN + COLUMN, TOP)
    lower, lower_end = _table(pairs, MARGIN + COLUMN, upper_end)
    legend = [f"{cell}  {words}" for cell, words in meanings(card).items()]
    legend += [each.strip() for each in _side_bets(card)]
    lines = [_words(MARGIN, left_end + 16 + 20 * k, line, PLAIN) for k, line in enumerate(legend)]
    heading = _words(MARGIN, 34, title, "600 20px Besley, Georgia, serif")
    width, height = 2 * COLUMN + MARGIN, max(lower_end, left_end + 20 * len(legend)) + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(title)}" fill="#1b1a17">'
        f'<rect width="100%" height="100%" fill="#f7f1e3"/>'
        f"{heading}{''.join(left + upper + lower + lines)}</svg>\n"
    )


def _table(part: Part, x: int, y: int) -> tuple[list[str], int]:
    """One table of the card with its upper left corner there, and where it ends."""
    body = [
        _words(x, y + 22, part.title.partition(" ")[0], "600 13px Archivo, Helvetica, sans-serif")
    ]
    body += [_centred(x, column, y, upcard) for column, upcard in enumerate(UPCARDS)]
    for name, row in part.rows:
        y += CELL
        body.append(_words(x, y + 22, name, PLAIN))
        body += [_cell(x, column, y, cell) for column, cell in enumerate(row)]
    return body, y + CELL + 16


def _words(x: int, y: int, words: str, font: str) -> str:
    return f'<text x="{x}" y="{y}" style="font:{font}">{escape(words)}</text>'


def _centred(left: int, column: int, y: int, words: str, fill: str = "#1b1a17") -> str:
    x = left + LABEL + column * CELL + CELL // 2
    style = "font:600 13px Archivo, Helvetica, sans-serif"
    return (
        f'<text x="{x}" y="{y + 22}" text-anchor="middle" fill="{fill}" style="{style}">'
        f"{escape(words)}</text>"
    )


def _cell(left: int, column: int, y: int, cell: str) -> str:
    ground, ink = FILLS[cell[0]]
    x = left + LABEL + column * CELL
    box = f'<rect x="{x}" y="{y}" width="{CELL - 2}" height="{CELL - 2}" fill="{ground}"/>'
    return box + _centred(left, column, y, cell, ink)
