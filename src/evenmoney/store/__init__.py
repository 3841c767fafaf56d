"""Journal, ledger and people kept in one transaction, in SQLite or PostgreSQL."""

from evenmoney.store.location import open_store
from evenmoney.store.people import Credentials, Opening, People, PersonRefused, Player, Session
from evenmoney.store.store import (
    Bonus,
    OutcomeUnknown,
    PlayedRound,
    Store,
    StoreFailed,
    TableRecord,
    Unit,
    UnitRefused,
    WalletCall,
)

__all__ = [
    "Bonus",
    "Credentials",
    "Opening",
    "OutcomeUnknown",
    "People",
    "PersonRefused",
    "PlayedRound",
    "Player",
    "Session",
    "Store",
    "StoreFailed",
    "TableRecord",
    "Unit",
    "UnitRefused",
    "WalletCall",
    "open_store",
]
