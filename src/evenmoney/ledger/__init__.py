"""Double-entry bookkeeping: accounts, transfers, and the book they are posted to. Pure."""

from evenmoney.ledger.book import Book, NotPosted
from evenmoney.ledger.transfer import Account, AccountKind, Transfer, TransferKind

__all__ = ["Account", "AccountKind", "Book", "NotPosted", "Transfer", "TransferKind"]
