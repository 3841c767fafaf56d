"""docs/wallet.md says what the code does."""

import re
from pathlib import Path

from evenmoney.house import awaiting, errands, funding, lanes
from evenmoney.players import wallet_http
from evenmoney.players.wallet_http import Balance, Credit, Debit, Rollback, signature

PAGE = (Path(__file__).parents[2] / "docs" / "wallet.md").read_text("utf-8")


def _line(word: str) -> str:
    """What the page's example says after a word."""
    found = re.search(rf"^    {word} +(.*)$", PAGE, re.MULTILINE)
    assert found is not None
    return found[1]


def test_the_pages_example_of_a_signature_is_right() -> None:
    secret, body, signed = (_line(word) for word in ("secret", "body", "header"))
    expected = f"{wallet_http.SIGNATURE}: {signature(secret.encode(), body.encode())}"
    assert signed == expected


def test_every_request_is_on_the_page_with_its_fields() -> None:
    rows = re.findall(r'^\| `{"type":"(\w+)",(.*)}` \|', PAGE, re.MULTILINE)
    told = {tag: set(re.findall(r'"(\w+)"', fields)) for tag, fields in rows if tag != "done"}
    kinds = (Balance, Debit, Credit, Rollback)
    made = {kind.__struct_config__.tag: set(kind.__struct_fields__) for kind in kinds}
    assert {tag: told[str(tag)] for tag in made} == made


def test_the_bounds_on_the_page_are_those_of_the_code() -> None:
    assert f"| {wallet_http.CALL_SECONDS:g} s | `wallet_http.CALL_SECONDS`" in PAGE
    fetch = f"{errands.FETCH_SECONDS:g} s, {errands.FETCH_TRIES} tries"
    assert f"| {fetch} | `errands.FETCH_SECONDS`" in PAGE
    *first, last = errands.RETRY_SECONDS
    assert f"after {', '.join(map(str, first))} and {last} seconds" in PAGE
    assert f"| {len(errands.RETRY_SECONDS) + 1}, in" in PAGE
    assert f"| {errands.AT_ONCE_MAX} | `errands.AT_ONCE_MAX`" in PAGE
    assert f"| {wallet_http.CONNECTIONS_MAX} | `wallet_http" in PAGE
    assert f"| {lanes.WAITING_MAX}, then" in PAGE
    assert f"| {funding.IDLE_MS // 1000} s | `funding" in PAGE
    assert f"| {awaiting.HELD_MS_MAX // 1000} s | `awaiting" in PAGE
    assert f"{wallet_http.ANSWER_MAX_BYTES} bytes" in PAGE
