"""docs/ledger.md says what the code does."""

import re
from pathlib import Path

from evenmoney.journal import GENESIS, Entry, link
from evenmoney.ledger import AccountKind, TransferKind
from evenmoney.ledger.transfer import AMOUNT_MAX

PAGE = (Path(__file__).parents[2] / "docs" / "ledger.md").read_text(encoding="utf-8")


def test_the_page_lists_every_account_with_its_number() -> None:
    listed = re.findall(r"^\| `([A-Z]+)` \| (\d) \|", PAGE, re.MULTILINE)
    assert listed == [(kind.name, str(int(kind))) for kind in AccountKind]


def test_every_kind_of_transfer_on_the_page_exists() -> None:
    named = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)*)`", PAGE))
    kinds = {kind.name for kind in TransferKind} | {kind.name for kind in AccountKind}
    assert named - kinds == {"CHECK"}
    assert "10^15" in PAGE
    assert AMOUNT_MAX == 10**15


def test_the_pages_example_of_the_chain_is_right() -> None:
    (expected,) = re.findall(r"\b[0-9a-f]{64}\b", PAGE)
    entry = Entry(table=3, sequence=1, at_ms=1700000000001, payload=b"payload 1", digest=b"digest")
    assert link(GENESIS, entry).hex() == expected
