"""Strategy cards from files: what `evenmoney strategy --json` prints, or rows by their names."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from evenmoney.strategy.card import HARD_TOTALS, PAIRS, SOFT_TOTALS, UPCARDS, BadCell, StrategyCard

LABELS: Final = {
    "hard": [str(total) for total in HARD_TOTALS],
    "soft": [str(total) for total in SOFT_TOTALS],
    "pairs": list(PAIRS),
}
"""The rows of each part, in order."""


def parse_strategy(text: str | bytes) -> StrategyCard:
    """The card that a JSON text holds; raises `BadCell`, naming the hole or the unknown cell.

    Each of `hard`, `soft` and `pairs` is a list of rows in order, or an object of rows by total or
    rank. A row is ten cells from 2 to ace, as a list or as words. `insure` and `even_money` are
    optional.
    """
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadCell(f"the strategy is no JSON: {error}") from None
    if not isinstance(raw, Mapping):
        raise BadCell("the strategy is no JSON object with hard, soft and pairs")
    unknown = set(raw) - {*LABELS, "rules_hash", "insure", "even_money"}
    if unknown:
        raise BadCell(f"the strategy has no part {min(unknown)!r}")
    parts = {name: _part(raw, name) for name in LABELS}
    return StrategyCard(
        rules_hash=str(raw.get("rules_hash", "")),
        insure=_flag(raw, "insure"),
        even_money=_flag(raw, "even_money"),
        **parts,
    )


def _flag(raw: Mapping[str, Any], name: str) -> bool:
    value = raw.get(name, False)
    if not isinstance(value, bool):
        raise BadCell(f"{name} is true or false, not {value!r}")
    return value


def _part(raw: Mapping[str, Any], name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of one part, in order."""
    if name not in raw:
        raise BadCell(f"the strategy has no part {name!r}")
    part, labels = raw[name], LABELS[name]
    if isinstance(part, Mapping):
        for label in [*labels, *part]:
            if label not in part or label not in labels:
                raise BadCell(f"{name} {label} is {'missing' if label in labels else 'no row'}")
        part = [part[label] for label in labels]
    if not isinstance(part, Sequence) or isinstance(part, str):
        raise BadCell(f"{name} is no list of rows")
    if len(part) != len(labels):
        raise BadCell(f"{name} has {len(part)} rows, not {len(labels)}")
    return tuple(_row(row, f"{name} {label}") for label, row in zip(labels, part, strict=True))


def _row(row: object, place: str) -> tuple[str, ...]:
    cells = row.split() if isinstance(row, str) else row
    if not isinstance(cells, list):
        raise BadCell(f"{place} is no list of cells: {row!r}")
    for upcard, cell in zip(UPCARDS, cells, strict=False):
        if not isinstance(cell, str):
            spelt = msgspec.json.encode(cell).decode()
            raise BadCell(f"{place} against {upcard}: {spelt} is no choice")
    return tuple(cells)
