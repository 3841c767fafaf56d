"""Bonuses are kept with the entries and the money that changed them, or not at all."""

import pytest
from msgspec.structs import replace

from evenmoney.ledger import Account, AccountKind, Transfer, TransferKind
from evenmoney.store import Bonus, Store, Unit, UnitRefused, open_store
from tests.store.units import entry, escrow, seated

ADJUSTMENT = Account(AccountKind.ADJUSTMENT)


def bonus_account(player: int) -> Account:
    return Account(AccountKind.BONUS, player)


def fresh(player: int, amount: int = 500, expires_at_ms: int | None = None) -> Bonus:
    return Bonus(
        number=0,
        player=player,
        kind="free_amount",
        games=("free-amount", "classic"),
        amount=amount,
        required=0,
        granted_at_ms=1,
        expires_at_ms=expires_at_ms,
        balance=amount,
    )


async def grant(store: Store, bonus: Bonus, key: str = "grant-1") -> Bonus:
    to = bonus_account(bonus.player)
    move = Transfer(ADJUSTMENT, to, bonus.amount, TransferKind.BONUS_GRANTED)
    booked = await store.book(key, key.encode(), (move,), at_ms=1, bonus=bonus)
    found = await store.bonus(booked.sequence)
    assert found is not None
    return found


async def test_a_grant_is_numbered_by_its_entry_and_granted_once(store: Store) -> None:
    _, player = await seated(store)
    first = await grant(store, fresh(player))
    assert first == replace(fresh(player), number=first.number)
    assert await grant(store, fresh(player)) == first
    assert await store.bonuses(player) == [first]
    assert await store.balance(bonus_account(player)) == 500
    assert await store.bonus(first.number + 1) is None


async def test_a_unit_keeps_the_bonus_it_plays_with(store: Store) -> None:
    table, player = await seated(store)
    granted = await grant(store, fresh(player))
    bet = Transfer(bonus_account(player), escrow(player, 1), 200, TransferKind.BET)
    after = replace(granted, balance=300, table=table)
    await store.commit(Unit(entries=(entry(table, 1),), transfers=(bet,), bonuses=(after,)))
    assert await store.bonus(granted.number) == after


async def test_a_unit_that_is_refused_changes_no_bonus(store: Store) -> None:
    table, player = await seated(store)
    granted = await grant(store, fresh(player))
    bet = Transfer(bonus_account(player), escrow(player, 1), 501, TransferKind.BET)
    after = replace(granted, balance=0, table=table)
    with pytest.raises(UnitRefused, match="not_enough_money"):
        await store.commit(Unit(entries=(entry(table, 1),), transfers=(bet,), bonuses=(after,)))
    assert await store.bonus(granted.number) == granted


async def test_bonuses_are_found_by_their_end_and_the_newest_of_a_player_first(
    store: Store,
) -> None:
    _, player = await seated(store)
    late = await grant(store, fresh(player, expires_at_ms=90), "late")
    soon = await grant(store, fresh(player, expires_at_ms=50), "soon")
    never = await grant(store, fresh(player), "never")
    assert await store.bonuses_until(49) == []
    assert await store.bonuses_until(90) == [soon, late]
    assert await store.bonuses(player) == [never, soon, late]


async def test_the_audit_finds_bonus_money_that_is_in_no_bonus(address: str) -> None:
    store = await open_store(address)
    _, player = await seated(store)
    move = Transfer(ADJUSTMENT, bonus_account(player), 7, TransferKind.BONUS_GRANTED)
    await store.book("astray", b"", (move,), at_ms=1)
    assert [fault for fault in await store.audit() if "bonus account holds 7 more" in fault]
    await store.close()
