"""What bets, raises and results move between accounts: the only place where a table books.

A round's escrow is one account per player: what he lays goes in, and it is zero when the round
closes.
"""

from evenmoney.ledger.transfer import Account, AccountKind, Transfer, TransferKind

HOUSE = Account(AccountKind.HOUSE)


def cash(player: int) -> Account:
    """The account a player's stakes come from."""
    return Account(AccountKind.CASH, player)


def escrow(player: int, round: int) -> Account:
    """Where a player's stakes of one round lie until it closes."""
    return Account(AccountKind.ESCROW, player, round)


def bet_moved(player: int, round: int, more: int) -> tuple[Transfer, ...]:
    """A player's bets became `more` in all (below zero: less)."""
    if more > 0:
        bet = Transfer(cash(player), escrow(player, round), more, TransferKind.BET)
        return (bet,)
    if more < 0:
        back = Transfer(escrow(player, round), cash(player), -more, TransferKind.BET_RETURNED)
        return (back,)
    return ()


def raised(player: int, round: int, cost: int) -> tuple[Transfer, ...]:
    """Insurance, a double or a split was paid for."""
    if not cost:
        return ()
    return (Transfer(cash(player), escrow(player, round), cost, TransferKind.STAKE_RAISED),)


def settled(player: int, round: int, staked: int, paid: int) -> tuple[Transfer, ...]:
    """A round closed for a player: his escrow is emptied, the house wins or pays the rest."""
    box, purse = escrow(player, round), cash(player)
    back = min(staked, paid)
    moves = (
        Transfer(box, purse, back, TransferKind.PAYOUT),
        Transfer(box, HOUSE, staked - back, TransferKind.LOSS),
        Transfer(HOUSE, purse, paid - back, TransferKind.PAYOUT),
    )
    return tuple(move for move in moves if move.amount)


def cash_moved(transfers: tuple[Transfer, ...]) -> dict[int, tuple[int, int]]:
    """By player: what transfers take from his cash, and what they bring to it."""
    moved: dict[int, tuple[int, int]] = {}
    for transfer in transfers:
        if transfer.source.kind is AccountKind.CASH:
            out, into = moved.get(transfer.source.player, (0, 0))
            moved[transfer.source.player] = (out + transfer.amount, into)
        if transfer.target.kind is AccountKind.CASH:
            out, into = moved.get(transfer.target.player, (0, 0))
            moved[transfer.target.player] = (out, into + transfer.amount)
    return moved
