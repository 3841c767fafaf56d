"""What is wrong with an account or a transfer, whatever the balances are. Pure."""

from evenmoney.ledger.transfer import AMOUNT_MAX, NUMBER_MAX, Account, AccountKind, Transfer

_OWNED = {
    AccountKind.HOUSE: (False, False),
    AccountKind.ADJUSTMENT: (False, False),
    AccountKind.CASH: (True, False),
    AccountKind.BONUS: (True, False),
    AccountKind.ESCROW: (True, True),
    AccountKind.DEBT: (True, False),
    AccountKind.WALLET: (True, False),
}


def account_flaw(account: Account) -> str | None:
    """What is wrong with an account (an escrow without a round, cash without a player), or None."""
    if not (0 <= account.player <= NUMBER_MAX and 0 <= account.round <= NUMBER_MAX):
        return f"{account} has a number out of range"
    if (account.player > 0, account.round > 0) != _OWNED[account.kind]:
        return f"{account} does not say whose it is, or says too much"
    return None


def transfer_flaw(transfer: Transfer) -> str | None:
    """Why a transfer may never be posted, whatever the balances are, or None."""
    source, target, amount = transfer.source, transfer.target, transfer.amount
    if type(amount) is not int or not 0 < amount <= AMOUNT_MAX:
        return f"an amount is a whole number from 1 to {AMOUNT_MAX}, not {amount!r}"
    if source == target:
        return f"{source} can't pay itself"
    if source.player != target.player and source.player and target.player:
        return f"players {source.player} and {target.player} can't pay each other"
    return account_flaw(source) or account_flaw(target)
