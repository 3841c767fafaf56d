"""A strategy from a file is taken whole, or refused with the place of its hole."""

from typing import Any

import msgspec
import pytest

from evenmoney.analysis.kernel.strategy_file import LABELS, parse_strategy
from evenmoney.strategy.card import BadCell
from tests.analysis.kernel.book_card import book_card


def by_name() -> dict[str, dict[str, Any]]:
    """The book's card with its rows by name, each as words."""
    card = book_card()
    return {
        part: {label: " ".join(row) for label, row in zip(labels, getattr(card, part), strict=True)}
        for part, labels in LABELS.items()
    }


def test_what_the_strategy_command_prints_can_be_read_back() -> None:
    card = book_card()
    assert parse_strategy(msgspec.json.encode(card)) == card


def test_rows_may_be_given_by_name_and_as_words() -> None:
    assert parse_strategy(msgspec.json.encode(by_name())) == book_card()


def test_a_missing_row_is_named() -> None:
    rows = by_name()
    del rows["hard"]["16"]
    with pytest.raises(BadCell, match="hard 16 is missing"):
        parse_strategy(msgspec.json.encode(rows))


def test_a_missing_cell_is_named_by_its_row() -> None:
    rows = by_name()
    rows["soft"]["18"] = "S S S"
    with pytest.raises(BadCell, match="soft 18 has 3 cells"):
        parse_strategy(msgspec.json.encode(rows))


def test_an_unknown_choice_is_named_with_its_upcard() -> None:
    rows = by_name()
    rows["pairs"]["8"] = "P P P P P P P P P X"
    with pytest.raises(BadCell, match="pairs 8 against A: 'X'"):
        parse_strategy(msgspec.json.encode(rows))


def test_a_cell_that_holds_no_text_is_named_with_its_upcard() -> None:
    rows = by_name()
    rows["hard"]["16"] = [*"SSSSSSSSS", None]
    with pytest.raises(BadCell, match="hard 16 against A: null is no choice"):
        parse_strategy(msgspec.json.encode(rows))


def test_a_list_with_too_few_rows_is_refused() -> None:
    rows = msgspec.to_builtins(book_card())
    with pytest.raises(BadCell, match="soft has 9 rows, not 10"):
        parse_strategy(msgspec.json.encode(rows | {"soft": rows["soft"][1:]}))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "no JSON"),
        ("[]", "no JSON object"),
        ('{"hard": []}', "hard has 0 rows, not 18"),
        ('{"soft": []}', "no part 'hard'"),
        ('{"hard": 7, "soft": [], "pairs": []}', "hard is no list"),
        ('{"tough": []}', "no part 'tough'"),
    ],
)
def test_what_is_no_strategy_is_told_in_words(text: str, words: str) -> None:
    with pytest.raises(BadCell, match=words):
        parse_strategy(text)
