"""Balances in memory, to which transfers are posted whole or not at all. Knows no disk."""

from collections.abc import Iterable, Mapping

from evenmoney.ledger.flaws import transfer_flaw
from evenmoney.ledger.transfer import Account, AccountKind, Transfer

_NEVER_NEGATIVE = frozenset({AccountKind.CASH, AccountKind.BONUS, AccountKind.ESCROW})


class NotPosted(Exception):
    """Nothing was posted; `code` is `bad_transfer`, `not_enough_money` or `escrow_open`."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


class Book:
    """Balances by account. An account the book has not met holds zero.

    >>> from evenmoney.ledger.transfer import TransferKind
    >>> house, ann = Account(AccountKind.ADJUSTMENT), Account(AccountKind.CASH, player=1)
    >>> book = Book()
    >>> sorted(book.post([Transfer(house, ann, 500, TransferKind.OPENING)]).values())
    [-500, 500]
    >>> book.total()
    0
    """

    def __init__(self, balances: Mapping[Account, int] | None = None) -> None:
        self._balances = dict(balances or {})

    def __contains__(self, account: Account) -> bool:
        return account in self._balances

    def __len__(self) -> int:
        return len(self._balances)

    def unknown(self, accounts: set[Account]) -> set[Account]:
        """Those of the accounts that the book has not met."""
        return accounts.difference(self._balances)

    def know(self, account: Account, balance: int) -> None:
        """Take a balance over from the record."""
        self._balances[account] = balance

    def forget(self) -> None:
        """Know nothing again."""
        self._balances.clear()

    def balance(self, account: Account) -> int:
        """What an account holds."""
        return self._balances.get(account, 0)

    def total(self) -> int:
        """The sum over all accounts: zero, unless balances were taken over one by one."""
        return sum(self._balances.values())

    def post(
        self, transfers: Iterable[Transfer], closing: Iterable[Account] = ()
    ) -> dict[Account, int]:
        """The new balances of the accounts that changed; raises `NotPosted`, and then nothing is.

        What counts is how things stand after the last transfer. `closing` are escrows that have to
        be empty then.
        """
        changed: dict[Account, int] = {}
        held = self._balances.get
        for transfer in transfers:
            if flaw := transfer_flaw(transfer):
                raise NotPosted("bad_transfer", flaw)
            source, target, amount = transfer.source, transfer.target, transfer.amount
            changed[source] = changed.get(source, held(source, 0)) - amount
            changed[target] = changed.get(target, held(target, 0)) + amount
        _check_limits(changed)
        for escrow in closing:
            if left := changed.get(escrow, held(escrow, 0)):
                raise NotPosted("escrow_open", f"{escrow} still holds {left}")
        self._balances.update(changed)
        return changed


def _check_limits(changed: Mapping[Account, int]) -> None:
    for account, balance in changed.items():
        if balance < 0 and account.kind in _NEVER_NEGATIVE:
            raise NotPosted("not_enough_money", f"{account} would hold {balance}")
        if balance > 0 and account.kind == AccountKind.DEBT:
            raise NotPosted("bad_transfer", f"{account} would be repaid {balance} too much")
