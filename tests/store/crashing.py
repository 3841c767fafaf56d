"""A process that commits units until a planted fault kills it, and a check of what it left.

Run as `python -m tests.store.crashing ADDRESS`: it prints `sent TABLE SEQUENCE` before each commit
and `kept TABLE SEQUENCE` once it is answered.
"""

import asyncio
import os
import sys
from collections.abc import Iterable

from evenmoney.store import Opening, PlayedRound, Store, Unit, open_store

from .units import bet, cash, entry, escrow, lose

TABLES = 4
ROUND_UNITS = 3
UNITS_MAX = 400
STAKE = 10


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def next_unit(table: int, player: int, sequence: int) -> Unit:
    """Bets, and with every third unit the end of a round that loses them."""
    round = table * 1_000_000 + (sequence - 1) // ROUND_UNITS
    if sequence % ROUND_UNITS:
        return Unit(entries=(entry(table, sequence),), transfers=(bet(player, STAKE, round),))
    staked = STAKE * (ROUND_UNITS - 1)
    part = PlayedRound(
        player=player,
        table=table,
        round=round,
        first_sequence=sequence - ROUND_UNITS + 1,
        last_sequence=sequence,
        closed_at_ms=sequence,
        staked=staked,
        paid=0,
    )
    ended = (lose(player, staked, round),)
    return Unit(entries=(entry(table, sequence),), transfers=ended, played=(part,))


async def play(store: Store, name: str) -> None:
    opening = Opening(amount=10_000, per_address=100)
    guest = await store.people.create_guest(address="a", opening=opening, now_ms=1)
    table = (await store.table(name, "classic")).number
    say("seated", table, guest.id)
    for sequence in range(1, UNITS_MAX + 1):
        say("sent", table, sequence)
        await store.commit(next_unit(table, guest.id, sequence))
        say("kept", table, sequence)
        if sequence % ROUND_UNITS == 0:
            await store.balance(cash(guest.id))  # what was kept is posted for it
            await store.table(name, "classic")  # a change


async def main(address: str) -> None:
    store = await open_store(address)
    await asyncio.gather(*(play(store, f"classic-{n}") for n in range(TABLES)))
    await store.close()
    say("done")


async def wrongs(store: Store, log: Iterable[str]) -> list[str]:
    """What the record lacks or has too much of, held against what the process said."""
    seats: dict[int, int] = {}
    kept: dict[int, int] = {}
    sent: dict[int, int] = {}
    for line in log:
        word, *numbers = line.split()
        if word in ("seated", "sent", "kept"):
            {"seated": seats, "sent": sent, "kept": kept}[word][int(numbers[0])] = int(numbers[1])
    found = await store.audit()
    for table, player in seats.items():
        found += await _table_wrongs(store, table, player, kept.get(table, 0), sent.get(table, 0))
    return found


async def _table_wrongs(store: Store, table: int, player: int, kept: int, sent: int) -> list[str]:
    entries = await store.entries(table, 1)
    last = len(entries)
    found = []
    if [e.sequence for e in entries] != list(range(1, last + 1)) or not kept <= last <= sent:
        found.append(f"table {table}: {last} entries, {kept} were acknowledged and {sent} sent")
    whole, rest = divmod(last, ROUND_UNITS)
    lost = STAKE * (ROUND_UNITS - 1) * whole
    open_bets = await store.balance(escrow(player, table * 1_000_000 + whole))
    if (await store.balance(cash(player)), open_bets) != (
        10_000 - lost - STAKE * rest,
        STAKE * rest,
    ):
        found.append(f"table {table}: its {last} entries and the money of player {player} differ")
    if len(await store.played(player, None, UNITS_MAX)) != whole:
        found.append(f"table {table}: {whole} rounds closed, his history has others")
    return found


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
