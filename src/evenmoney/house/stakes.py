"""What bets, raises and results move between accounts: the only place where a table books.

A round's escrow is one account per player: what he lays goes in, and it is zero when the round
closes.
"""

from evenmoney.ledger.transfer import Account, AccountKind, Transfer, TransferKind

HOUSE = Account(AccountKind.HOUSE)
ADJUSTMENT = Account(AccountKind.ADJUSTMENT)


def cash(player: int) -> Account:
    """The account of a player's own money."""
    return Account(AccountKind.CASH, player)


def bonus_money(player: int) -> Account:
    """The account of a player's bonuses."""
    return Account(AccountKind.BONUS, player)


def purse(player: int, *, bonus: bool) -> Account:
    """The account a player's stakes come from, and his payouts go to."""
    return bonus_money(player) if bonus else cash(player)


def debt(player: int) -> Account:
    """What a player owes the house: zero or below."""
    return Account(AccountKind.DEBT, player)


def escrow(player: int, round: int) -> Account:
    """Where a player's stakes of one round lie until it closes."""
    return Account(AccountKind.ESCROW, player, round)


def bet_moved(player: int, round: int, more: int, *, bonus: bool = False) -> tuple[Transfer, ...]:
    """A player's bets became `more` in all (below zero: less)."""
    money, box = purse(player, bonus=bonus), escrow(player, round)
    if more > 0:
        return (Transfer(money, box, more, TransferKind.BET),)
    if more < 0:
        return (Transfer(box, money, -more, TransferKind.BET_RETURNED),)
    return ()


def raised(player: int, round: int, cost: int, *, bonus: bool = False) -> tuple[Transfer, ...]:
    """Insurance, a double or a split was paid for."""
    if not cost:
        return ()
    money = purse(player, bonus=bonus)
    return (Transfer(money, escrow(player, round), cost, TransferKind.STAKE_RAISED),)


def settled(
    player: int, round: int, staked: int, paid: int, *, bonus: bool = False
) -> tuple[Transfer, ...]:
    """A round closed for a player: his escrow is emptied, the house wins or pays the rest."""
    box, money = escrow(player, round), purse(player, bonus=bonus)
    back = min(staked, paid)
    moves = (
        Transfer(box, money, back, TransferKind.PAYOUT),
        Transfer(box, HOUSE, staked - back, TransferKind.LOSS),
        Transfer(HOUSE, money, paid - back, TransferKind.PAYOUT),
    )
    return tuple(move for move in moves if move.amount)


def granted(player: int, amount: int) -> tuple[Transfer, ...]:
    """A bonus was granted."""
    return (Transfer(ADJUSTMENT, bonus_money(player), amount, TransferKind.BONUS_GRANTED),)


def bonus_ended(player: int, released: int, forfeited: int) -> tuple[Transfer, ...]:
    """Money of a bonus became the player's own, or went back."""
    money = bonus_money(player)
    moves = (
        Transfer(money, cash(player), released, TransferKind.BONUS_RELEASED),
        Transfer(money, ADJUSTMENT, forfeited, TransferKind.BONUS_FORFEITED),
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


def voided(
    player: int, round: int, staked: int, more: int = 0, *, bonus: bool = False
) -> tuple[Transfer, ...]:
    """A round that was not over is void for a player: his stakes go back, with `more`."""
    money = purse(player, bonus=bonus)
    moves = (
        Transfer(escrow(player, round), money, staked, TransferKind.VOID_REFUND),
        Transfer(HOUSE, money, more, TransferKind.VOID_REFUND),
    )
    return tuple(move for move in moves if move.amount)


def taken_back(
    player: int, staked: int, paid: int, balance: int, *, bonus: bool = False
) -> tuple[Transfer, ...]:
    """A round that was settled is void for a player who has `balance` now: his stakes go back,
    what he was paid is taken back, and what he has spent of it already is his debt."""
    money = purse(player, bonus=bonus)
    taken = min(paid, balance + staked)
    moves = (
        Transfer(HOUSE, money, staked, TransferKind.VOID_REFUND),
        Transfer(money, HOUSE, taken, TransferKind.VOID_TAKEN_BACK),
        Transfer(debt(player), HOUSE, paid - taken, TransferKind.VOID_TAKEN_BACK),
    )
    return tuple(move for move in moves if move.amount)
