"""Units as a table would make them, in few words."""

from evenmoney.journal import Entry
from evenmoney.ledger import Account, AccountKind, Transfer, TransferKind
from evenmoney.store import Opening, PlayedRound, Store, Unit

OPENING = 100_000
HOUSE = Account(AccountKind.HOUSE)


def cash(player: int) -> Account:
    return Account(AccountKind.CASH, player)


def escrow(player: int, round: int) -> Account:
    return Account(AccountKind.ESCROW, player, round)


def entry(table: int, sequence: int, payload: bytes = b"{}", *, checkpoint: bool = False) -> Entry:
    return Entry(
        table=table,
        sequence=sequence,
        at_ms=1_700_000_000_000 + sequence,
        payload=payload,
        digest=b"digest",
        checkpoint=checkpoint,
    )


def bet(player: int, amount: int, round: int = 1) -> Transfer:
    return Transfer(cash(player), escrow(player, round), amount, TransferKind.BET)


def lose(player: int, amount: int, round: int = 1) -> Transfer:
    return Transfer(escrow(player, round), HOUSE, amount, TransferKind.LOSS)


def unit(table: int, sequence: int, *transfers: Transfer) -> Unit:
    return Unit(entries=(entry(table, sequence),), transfers=transfers)


def closed(table: int, sequence: int, player: int, staked: int, *, round: int = 1) -> PlayedRound:
    return PlayedRound(
        player=player,
        table=table,
        round=round,
        first_sequence=1,
        last_sequence=sequence,
        closed_at_ms=1_700_000_000_000 + sequence,
        staked=staked,
        paid=0,
    )


async def seated(store: Store, name: str = "classic-1") -> tuple[int, int]:
    """A table's number, and a player with opening money."""
    opening = Opening(amount=OPENING, per_address=1000)
    guest = await store.people.create_guest(address="192.0.2.1", opening=opening, now_ms=1)
    return (await store.table(name, "classic")).number, guest.id
