"""Calls to an operator's wallet are kept with the money that they move, or not at all."""

import pytest
from msgspec.structs import replace

from evenmoney.ledger import Account, AccountKind, Transfer, TransferKind
from evenmoney.store import Store, UnitRefused, WalletCall

WALLET = Account(AccountKind.WALLET, 7)
CASH = Account(AccountKind.CASH, 7)
DEBIT = WalletCall(id="d" * 32, player=7, kind="debit", amount=500, state="asked", at_ms=1)
CREDIT = WalletCall(id="c" * 32, player=7, kind="credit", amount=200, state="owed", at_ms=2)


async def debited(store: Store) -> None:
    await store.book("wallet:d", b"asked", (), at_ms=1, call=DEBIT)
    funded = (Transfer(WALLET, CASH, 500, TransferKind.FUNDED),)
    done = replace(DEBIT, state="done")
    await store.book("wallet:d:fate", b"done", funded, at_ms=1, call=done)


async def test_an_intent_stands_before_any_money_moves(store: Store) -> None:
    await store.book("wallet:d", b"asked", (), at_ms=1, call=DEBIT)
    assert await store.wallet_calls() == [DEBIT]
    assert await store.balance(CASH) == 0


async def test_an_outcome_and_its_money_are_one_step_and_the_ledger_sums_to_zero(
    store: Store,
) -> None:
    await debited(store)
    assert await store.wallet_calls() == []
    found = await store.wallet_call(DEBIT.id)
    assert found is not None
    assert found.state == "done"
    assert await store.cash_held() == {7: 500}
    assert await store.balance(WALLET) == -500
    assert await store.sum_of_all() == 0


async def test_the_fate_of_a_call_is_decided_once(store: Store) -> None:
    await debited(store)
    undoing = replace(DEBIT, state="undoing")
    with pytest.raises(UnitRefused) as refused:
        await store.book("wallet:d:fate", b"undoing", (), at_ms=1, call=undoing)
    assert refused.value.code == "key_taken"
    found = await store.wallet_call(DEBIT.id)
    assert found is not None
    assert found.state == "done"


async def test_a_credit_that_the_cash_does_not_cover_is_not_noted(store: Store) -> None:
    swept = (Transfer(CASH, WALLET, 200, TransferKind.SWEPT),)
    with pytest.raises(UnitRefused):
        await store.book("wallet:c", b"owed", swept, at_ms=1, call=CREDIT)
    assert await store.wallet_calls() == []


async def test_tries_are_counted(store: Store) -> None:
    await debited(store)
    swept = (Transfer(CASH, WALLET, 200, TransferKind.SWEPT),)
    await store.book("wallet:c", b"owed", swept, at_ms=1, call=CREDIT)
    await store.wallet_tried(CREDIT.id, 3, "no answer")
    assert await store.wallet_calls() == [replace(CREDIT, tries=3, why="no answer")]
    assert await store.wallet_call("unknown") is None


async def test_the_audit_finds_money_that_no_call_moved(store: Store) -> None:
    await store.book("odd", b"", (Transfer(WALLET, CASH, 5, TransferKind.FUNDED),), at_ms=1)
    assert await store.audit() == ["player 7's wallet account holds -5 more than was called for"]
    back = (Transfer(CASH, WALLET, 5, TransferKind.SWEPT),)
    await store.book("even", b"", back, at_ms=1)
