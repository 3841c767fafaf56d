"""Units: kept whole or not at all, each answered by itself; the same promises from both stores."""

import asyncio

import msgspec
import pytest

from evenmoney.ledger import Account, AccountKind, Transfer, TransferKind
from evenmoney.store import Store, StoreFailed, Unit, UnitRefused, open_store

from .units import HOUSE, OPENING, bet, cash, closed, entry, escrow, lose, seated, unit


async def refusal(store: Store, refused: Unit) -> str:
    with pytest.raises(UnitRefused) as caught:
        await store.commit(refused)
    return caught.value.code


async def test_a_unit_keeps_its_entry_and_moves_its_money(store: Store) -> None:
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, 500)))
    (kept,) = await store.entries(table, 1)
    assert msgspec.structs.replace(kept, chain=b"") == entry(table, 1)
    assert await store.balance(cash(player)) == OPENING - 500
    assert await store.balance(escrow(player, 1)) == 500
    assert await store.sum_of_all() == 0


async def test_what_was_kept_is_there_after_opening_again(address: str) -> None:
    store = await open_store(address)
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, 500)))
    await store.close()
    again = await open_store(address)
    try:
        assert [kept.sequence for kept in await again.entries(table, 1)] == [1]
        assert await again.balance(escrow(player, 1)) == 500
        await again.commit(unit(table, 2, bet(player, 100)))
        assert await again.balance(escrow(player, 1)) == 600
        assert await again.audit() == []
    finally:
        await again.close()


async def test_a_unit_that_came_twice_is_kept_once(store: Store) -> None:
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, 500)))
    assert await refusal(store, unit(table, 1, bet(player, 500))) == "sequence_taken"
    assert await store.balance(escrow(player, 1)) == 500


async def test_the_same_unit_twice_at_one_moment_is_kept_once(store: Store) -> None:
    table, player = await seated(store)
    twice = (store.commit(unit(table, 1, bet(player, 500))) for _ in range(2))
    answers = await asyncio.gather(*twice, return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), UnitRefused]
    assert await store.balance(escrow(player, 1)) == 500


async def test_an_entry_can_not_leave_a_gap(store: Store) -> None:
    table, _ = await seated(store)
    assert await refusal(store, unit(table, 2)) == "sequence_gap"
    assert await store.entries(table, 1) == []


async def test_a_balance_never_goes_below_zero(store: Store) -> None:
    table, player = await seated(store)
    assert await refusal(store, unit(table, 1, bet(player, OPENING + 1))) == "not_enough_money"
    assert await refusal(store, unit(table, 1, lose(player, 1))) == "not_enough_money"
    assert await store.entries(table, 1) == []
    assert await store.balance(cash(player)) == OPENING


async def test_of_two_bets_for_the_last_coin_one_is_kept(store: Store) -> None:
    table, player = await seated(store)
    other = (await store.table("classic-2", "classic")).number
    bets = (unit(place, 1, bet(player, OPENING, round=place)) for place in (table, other))
    answers = await asyncio.gather(*map(store.commit, bets), return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), UnitRefused]
    assert await store.balance(cash(player)) == 0


async def test_a_refused_unit_costs_its_neighbours_nothing(store: Store) -> None:
    tables = [(await seated(store, f"classic-{n}")) for n in range(60)]
    units = [
        unit(table, 1, bet(player, OPENING + (1 if n % 3 == 0 else 0)))
        for n, (table, player) in enumerate(tables)
    ]
    answers = await asyncio.gather(*map(store.commit, units), return_exceptions=True)
    assert [isinstance(a, UnitRefused) for a in answers] == [n % 3 == 0 for n in range(60)]
    for n, (table, player) in enumerate(tables):
        assert len(await store.entries(table, 1)) == (0 if n % 3 == 0 else 1)
        assert await store.balance(cash(player)) == (OPENING if n % 3 == 0 else 0)


async def test_units_of_one_table_that_wait_together_are_kept_in_order(store: Store) -> None:
    table, player = await seated(store)
    units = [unit(table, sequence, bet(player, 1)) for sequence in range(1, 701)]
    await asyncio.gather(*map(store.commit, units))
    assert [kept.sequence for kept in await store.entries(table, 1)] == list(range(1, 701))
    assert await store.balance(escrow(player, 1)) == 700


async def test_a_unit_of_several_entries_is_kept_whole(store: Store) -> None:
    table, player = await seated(store)
    both = Unit(entries=(entry(table, 1), entry(table, 2)), transfers=(bet(player, 5),))
    await store.commit(both)
    assert [kept.sequence for kept in await store.entries(table, 1)] == [1, 2]
    half_new = Unit(entries=(entry(table, 2), entry(table, 3)), transfers=(bet(player, 5),))
    assert await refusal(store, half_new) == "sequence_taken"
    assert await store.balance(escrow(player, 1)) == 5


async def test_no_transfer_joins_two_players(store: Store) -> None:
    table, player = await seated(store)
    _, other = await seated(store)
    gift = Transfer(cash(player), cash(other), 1, TransferKind.BET)
    assert await refusal(store, unit(table, 1, gift)) == "bad_transfer"


async def test_a_round_closes_only_when_its_escrow_is_empty(store: Store) -> None:
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, 500)))
    ending = Unit(
        entries=(entry(table, 2),),
        transfers=(lose(player, 400),),
        played=(closed(table, 2, player, 500),),
    )
    assert await refusal(store, ending) == "escrow_open"
    await store.commit(msgspec.structs.replace(ending, transfers=(lose(player, 500),)))
    assert await store.balance(HOUSE) == 500
    assert await store.played_round(player, 1) == closed(table, 2, player, 500)


@pytest.mark.parametrize(
    "bad",
    [
        lambda table, player: Unit(entries=()),
        lambda table, player: Unit(entries=(entry(table, 1), entry(table, 3))),
        lambda table, player: Unit(entries=(entry(table, 1), entry(table + 1, 2))),
        lambda table, player: unit(table + 999, 1),
        lambda table, player: unit(0, 1),
        lambda table, player: unit(2**63, 1),
        lambda table, player: unit(table, 1, *[bet(player, 1)] * 257),
        lambda table, player: Unit(entries=(entry(table, 1, b"x" * (1 << 20) + b"y"),)),
        lambda table, player: Unit(
            entries=(msgspec.structs.replace(entry(table, 1), at_ms=2**63),)
        ),
        lambda table, player: Unit(
            entries=(entry(table, 1),), played=(closed(table, 2, player, 0),)
        ),
        lambda table, player: Unit(
            entries=(entry(table, 1),), played=(closed(table, 1, player, 0),) * 2
        ),
        lambda table, player: Unit(
            entries=(entry(table, 1),), played=(closed(table, 1, player, 2**63),)
        ),
    ],
    ids=[
        "empty", "gap within", "two tables", "no such table", "the house's own record",
        "table out of range", "too many transfers", "too long", "time out of range",
        "round of another unit", "round twice", "stake out of range",
    ],
)  # fmt: skip
async def test_a_unit_that_makes_no_sense_is_refused_and_the_next_is_kept(store, bad) -> None:  # type: ignore[no-untyped-def]
    table, player = await seated(store)
    assert await refusal(store, bad(table, player)) in ("bad_unit", "sequence_gap")
    await store.commit(unit(table, 1, bet(player, 500)))


async def test_accounts_that_make_no_sense_are_refused(store: Store) -> None:
    table, player = await seated(store)
    senseless = [
        Account(AccountKind.HOUSE, player=player),
        Account(AccountKind.CASH, player, round=1),
        Account(AccountKind.ESCROW, player),
        Account(AccountKind.ESCROW, player, round=2**63),
        Account(AccountKind.CASH, -1),
    ]
    for account in senseless:
        move = Transfer(cash(player), account, 1, TransferKind.BET)
        assert await refusal(store, unit(table, 1, move)) == "bad_transfer"


async def test_a_caller_who_gives_up_does_not_disturb_the_others(store: Store) -> None:
    table, player = await seated(store)
    impatient = asyncio.ensure_future(store.commit(unit(table, 1, bet(player, 1))))
    patient = asyncio.ensure_future(store.commit(unit(table, 2, bet(player, 1))))
    await asyncio.sleep(0)
    impatient.cancel()
    await patient
    assert [kept.sequence for kept in await store.entries(table, 1)] == [1, 2]


async def test_closing_keeps_what_waits_and_refuses_what_comes_after(address: str) -> None:
    store = await open_store(address)
    table, player = await seated(store)
    waiting = [asyncio.ensure_future(store.commit(unit(table, n, bet(player, 1)))) for n in (1, 2)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    with pytest.raises(StoreFailed) as failed:
        await store.commit(unit(table, 3))
    assert failed.value.code == "closed"
    await store.close()


async def test_more_callers_than_the_queue_holds_are_all_served(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evenmoney.store.sqlite.writer.WAITING_MAX", 5)
    table, player = await seated(store)
    units = [unit(table, sequence, bet(player, 1)) for sequence in range(1, 101)]
    await asyncio.gather(*map(store.commit, units))
    assert await store.balance(escrow(player, 1)) == 100


async def test_a_store_that_can_remember_little_keeps_the_same(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evenmoney.store.clerk.ACCOUNTS_KNOWN_MAX", 3)
    seats = [await seated(store, f"classic-{n}") for n in range(4)]
    for sequence in range(1, 6):
        units = (unit(table, sequence, bet(player, 1, sequence)) for table, player in seats)
        await asyncio.gather(*map(store.commit, units))
    for _, player in seats:
        assert await store.balance(cash(player)) == OPENING - 5


def with_parts(table: int, sequence: int, *parts: bytes) -> Unit:
    return msgspec.structs.replace(unit(table, sequence), parts=parts)


async def test_what_was_sent_for_a_shuffle_is_kept_once_at_whatever_table(store: Store) -> None:
    one, _ = await seated(store)
    two, _ = await seated(store, "classic-2")
    await store.commit(with_parts(one, 1, b"\xfe" * 16, b"\xff" * 16))
    for sequence in range(2, 200):
        await store.commit(with_parts(one, sequence, bytes([sequence]) * 16))
    for used in (b"\xfe" * 16, b"\xff" * 16, bytes([199]) * 16):
        assert await refusal(store, with_parts(one, 200, used)) == "part_used"
        assert await refusal(store, with_parts(two, 1, b"\xfd" * 16, used)) == "part_used"
    await store.commit(with_parts(two, 1, b"\xfd" * 16))
    assert await refusal(store, with_parts(one, 200, b"\xfd" * 16)) == "part_used"


async def test_the_same_part_twice_at_one_moment_is_kept_once(store: Store) -> None:
    one, _ = await seated(store)
    two, _ = await seated(store, "classic-2")
    both = (store.commit(with_parts(table, 1, b"a" * 16)) for table in (one, two))
    answers = await asyncio.gather(*both, return_exceptions=True)
    assert sorted(type(answer).__name__ for answer in answers) == ["NoneType", "UnitRefused"]


async def test_a_part_stays_used_after_opening_again(address: str) -> None:
    store = await open_store(address)
    table, _ = await seated(store)
    await store.commit(with_parts(table, 1, b"a" * 16))
    await store.close()
    again = await open_store(address)
    try:
        assert await refusal(again, with_parts(table, 2, b"a" * 16)) == "part_used"
        await again.commit(with_parts(table, 2, b"b" * 16))
    finally:
        await again.close()


async def test_a_part_of_a_unit_that_was_refused_stays_free(store: Store) -> None:
    table, player = await seated(store)
    dear = msgspec.structs.replace(unit(table, 1, bet(player, OPENING + 1)), parts=(b"a" * 16,))
    assert await refusal(store, dear) == "not_enough_money"
    await store.commit(with_parts(table, 1, b"a" * 16))
