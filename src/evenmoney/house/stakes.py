"""What bets, raises and results move between accounts: the only place where a table books.

A round's escrow is one account per player: what he lays goes in, and it is zero when the round
closes.
"""

from evenmoney.ledger.transfer import Account, AccountKind, Transfer, TransferKind

HOUSE = Account(AccountKind.HOUSE)


def cash(player: int) -> Account:
    """The account a player's stakes come from."""
    return Account(AccountKind.CASH, player)


def debt(player: int) -> Account:
    """What a player owes the house: zero or below."""
    return Account(AccountKind.DEBT, player)


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


Moved = dict[int, tuple[int, int]]
"""By player: what must be there in cash before some transfers, and what they change it by."""


def cash_moved(transfers: tuple[Transfer, ...]) -> Moved:
    """What transfers, one after the other, need of each player's cash and change it by."""
    moved: Moved = {}
    for transfer in transfers:
        source, target = transfer.source, transfer.target
        if source.kind is AccountKind.CASH:
            need, net = moved.get(source.player, (0, 0))
            net -= transfer.amount
            moved[source.player] = (max(need, -net), net)
        if target.kind is AccountKind.CASH:
            need, net = moved.get(target.player, (0, 0))
            moved[target.player] = (need, net + transfer.amount)
    return moved


def voided(player: int, round: int, staked: int) -> tuple[Transfer, ...]:
    """A round that was not over is void for a player: his stakes go back."""
    if not staked:
        return ()
    return (Transfer(escrow(player, round), cash(player), staked, TransferKind.VOID_REFUND),)


def taken_back(player: int, staked: int, paid: int, balance: int) -> tuple[Transfer, ...]:
    """A round that was settled is void for a player who has `balance` now: his stakes go back,
    what he was paid is taken back, and what he has spent of it already is his debt."""
    purse = cash(player)
    taken = min(paid, balance + staked)
    moves = (
        Transfer(HOUSE, purse, staked, TransferKind.VOID_REFUND),
        Transfer(purse, HOUSE, taken, TransferKind.VOID_TAKEN_BACK),
        Transfer(debt(player), HOUSE, paid - taken, TransferKind.VOID_TAKEN_BACK),
    )
    return tuple(move for move in moves if move.amount)
