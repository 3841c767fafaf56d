"""Reading the record, and bookings at no table; the same promises from both stores."""

import asyncio

import msgspec
import pytest

from evenmoney.journal import GENESIS, verify
from evenmoney.ledger import Account, AccountKind, Transfer, TransferKind
from evenmoney.store import Store, Unit, UnitRefused

from .units import HOUSE, OPENING, bet, cash, closed, entry, seated, unit

BONUS = b'{"type":"deposit"}'


def deposit(player: int, amount: int) -> Transfer:
    source = Account(AccountKind.ADJUSTMENT)
    return Transfer(source, cash(player), amount, TransferKind.DEPOSIT)


async def test_a_table_is_made_once_and_numbered_from_one(store: Store) -> None:
    first = await store.table("classic-1", "classic")
    second = await store.table("six-1", "six-deck-shoe")
    assert await store.table("classic-1", "classic") == first
    assert await store.tables() == [first, second]
    assert first.number >= 1


async def test_a_table_asked_for_twice_at_one_moment_is_made_once(store: Store) -> None:
    both = await asyncio.gather(*(store.table("classic-1", "classic") for _ in range(5)))
    assert len(set(both)) == 1


async def test_entries_come_in_order_and_their_chain_holds(store: Store) -> None:
    table, _ = await seated(store)
    for sequence in range(1, 6):
        await store.commit(unit(table, sequence))
    kept = await store.entries(table, 2, 4)
    assert [e.sequence for e in kept] == [2, 3, 4]
    (before,) = await store.entries(table, 1, 1)
    assert verify(table, kept, after=1, chain=before.chain) == kept[-1].chain
    assert before.chain != GENESIS
    assert await store.entries(table, 6) == []


async def test_a_rebuild_starts_at_the_newest_checkpoint(store: Store) -> None:
    table, _ = await seated(store)
    assert await store.since_checkpoint(table) == []
    for sequence in (1, 2):
        await store.commit(unit(table, sequence))
    assert [e.sequence for e in await store.since_checkpoint(table)] == [1, 2]
    for sequence in (3, 4):
        await store.commit(Unit(entries=(entry(table, sequence, checkpoint=True),)))
    await store.commit(unit(table, 5))
    found = await store.since_checkpoint(table)
    assert [(e.sequence, e.checkpoint) for e in found] == [(4, True), (5, False)]


async def test_a_players_rounds_come_newest_first_page_by_page(store: Store) -> None:
    table, player = await seated(store)
    parts = [closed(table, n, player, 0, round=n) for n in range(1, 8)]
    for sequence, part in enumerate(parts, 1):
        await store.commit(Unit(entries=(entry(table, sequence),), played=(part,)))
    assert await store.played(player, None, 3) == parts[:3:-1]
    assert await store.played(player, parts[4].closed_at_ms, 3) == parts[3:0:-1]
    assert await store.played(player, parts[0].closed_at_ms, 3) == []
    assert await store.played(player + 1, None, 3) == []


async def test_a_page_never_ends_between_rounds_of_one_millisecond(store: Store) -> None:
    player = (await seated(store))[1]
    for place in range(5):
        table = (await store.table(f"classic-{place}", "classic")).number
        part = msgspec.structs.replace(
            closed(table, 1, player, 0, round=place + 1), closed_at_ms=1000 if place else 2000
        )
        await store.commit(Unit(entries=(entry(table, 1),), played=(part,)))
    page = await store.played(player, None, 2)
    assert [part.round for part in page] == [1, 5, 4, 3, 2]


async def test_a_round_that_was_called_off_stands_in_the_history_once(store: Store) -> None:
    table, player = await seated(store)
    rounds = [closed(table, n, player, 0, round=n) for n in (1, 2, 3)]
    void = msgspec.structs.replace(rounds[0], last_sequence=4, closed_at_ms=2**41, voided=True)
    with_bonus = msgspec.structs.replace(closed(table, 5, player, 0, round=4), bonus=77)
    for sequence, part in enumerate((*rounds, void, with_bonus), 1):
        await store.commit(Unit(entries=(entry(table, sequence),), played=(part,)))
    assert await store.played(player, None, 9) == [void, with_bonus, rounds[2], rounds[1]]
    assert await store.played(player, None, 1) == [void]
    assert await store.played(player, void.closed_at_ms, 2) == [with_bonus, rounds[2]]
    assert await store.played_round(player, 4) == with_bonus


async def test_a_round_is_found_by_its_number_as_it_stands_now(store: Store) -> None:
    table, player = await seated(store)
    first = closed(table, 1, player, 0, round=9)
    voided = closed(table, 2, player, 0, round=9)
    await store.commit(Unit(entries=(entry(table, 1),), played=(first,)))
    assert await store.played_round(player, 9) == first
    await store.commit(Unit(entries=(entry(table, 2),), played=(voided,)))
    assert await store.played_round(player, 9) == voided
    assert await store.closings(player, 9) == [first, voided]
    assert await store.played_round(player, 10) is None
    assert await store.closings(player, 10) == []
    assert await store.played_round(player + 1, 9) is None


async def test_a_booking_is_an_entry_of_the_houses_own_record(store: Store) -> None:
    _, player = await seated(store)
    booked = await store.book("deposit-1", BONUS, (deposit(player, 500),), at_ms=7)
    assert (booked.table, booked.payload, booked.at_ms) == (0, BONUS, 7)
    assert await store.entries(0, booked.sequence) == [booked]
    assert await store.balance(cash(player)) == OPENING + 500


async def test_a_key_books_once(store: Store) -> None:
    _, player = await seated(store)
    book = [store.book("deposit-1", BONUS, (deposit(player, 500),), at_ms=n) for n in range(5)]
    answers = await asyncio.gather(*book)
    assert len(set(answers)) == 1
    assert await store.balance(cash(player)) == OPENING + 500
    with pytest.raises(UnitRefused, match="key_taken"):
        await store.book("deposit-1", b"something else", (), at_ms=1)


async def test_what_a_key_booked_is_found_by_it(store: Store) -> None:
    _, player = await seated(store)
    assert await store.booking("deposit-1") is None
    booked = await store.book("deposit-1", BONUS, (deposit(player, 500),), at_ms=1)
    assert await store.booking("deposit-1") == booked


async def test_a_booking_that_lacks_the_money_leaves_its_key_free(store: Store) -> None:
    _, player = await seated(store)
    withdrawal = Transfer(cash(player), HOUSE, OPENING + 1, TransferKind.WITHDRAWAL)
    with pytest.raises(UnitRefused, match="not_enough_money"):
        await store.book("w-1", b"w", (withdrawal,), at_ms=1)
    smaller = msgspec.structs.replace(withdrawal, amount=OPENING)
    await store.book("w-1", b"w", (smaller,), at_ms=1)
    assert await store.balance(cash(player)) == 0


async def test_bookings_and_units_at_one_moment_agree_on_the_money(store: Store) -> None:
    table, player = await seated(store)
    take = Transfer(cash(player), HOUSE, OPENING, TransferKind.WITHDRAWAL)
    answers = await asyncio.gather(
        store.commit(unit(table, 1, take)),
        store.book("w-1", b"w", (take,), at_ms=1),
        *(store.book(f"d-{n}", b"d", (deposit(player, 1),), at_ms=1) for n in range(9)),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, UnitRefused) for answer in answers) == 1
    assert await store.balance(cash(player)) == 9


async def test_the_end_of_a_record_is_read_without_its_beginning(store: Store) -> None:
    table, _ = await seated(store)
    assert await store.latest(table, 5) == []
    for sequence in range(1, 8):
        await store.commit(unit(table, sequence))
    assert [e.sequence for e in await store.latest(table, 3)] == [5, 6, 7]
    assert len(await store.latest(table, 99)) == 7


async def test_what_happened_without_money_is_noted_in_the_same_chain(store: Store) -> None:
    noted = [await store.book(f"note-{n}", b"limits changed", (), at_ms=n) for n in range(3)]
    assert await store.latest(0, 3) == noted
    assert verify(0, noted[1:], after=noted[0].sequence, chain=noted[0].chain) == noted[2].chain


async def test_money_on_the_tables_is_reported_apart_from_cash(store: Store) -> None:
    table, player = await seated(store)
    await seated(store)
    await store.commit(unit(table, 1, bet(player, 300)))
    held = await store.totals()
    assert list(held) == list(AccountKind)
    assert held[AccountKind.CASH] == 2 * OPENING - 300
    assert held[AccountKind.ESCROW] == 300
    assert held[AccountKind.BONUS] == 0
    assert sum(held.values()) == 0


async def test_a_debt_is_repaid_and_not_more(store: Store) -> None:
    _, player = await seated(store)
    debt = Account(AccountKind.DEBT, player)
    owed = Transfer(debt, HOUSE, 70, TransferKind.VOID_TAKEN_BACK)
    await store.book("void", b"v", (owed,), at_ms=1)
    assert await store.balance(debt) == -70
    repay = Transfer(cash(player), debt, 71, TransferKind.DEBT_REPAID)
    with pytest.raises(UnitRefused, match="bad_transfer"):
        await store.book("repaid", b"r", (repay,), at_ms=1)
    await store.book("repaid", b"r", (msgspec.structs.replace(repay, amount=70),), at_ms=1)
    assert await store.balance(debt) == 0
