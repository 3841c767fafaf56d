"""What bets, raises and results move between accounts: the only place where a table books.

A round's escrow is one account per player: what he lays goes in, and it is zero when the round
closes.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from evenmoney.ledger.transfer import Account, AccountKind, Transfer, TransferKind
from evenmoney.players.bonus import BonusUndone

HOUSE = Account(AccountKind.HOUSE)
ADJUSTMENT = Account(AccountKind.ADJUSTMENT)


def cash(player: int) -> Account:
    """The account of a player's own money."""
    return Account(AccountKind.CASH, player)


def bonus_money(player: int) -> Account:
    """The account of a player's bonuses."""
    return Account(AccountKind.BONUS, player)


def debt(player: int) -> Account:
    """What a player owes the house: zero or below."""
    return Account(AccountKind.DEBT, player)


def escrow(player: int, round: int) -> Account:
    """Where a player's stakes of one round lie until it closes."""
    return Account(AccountKind.ESCROW, player, round)


def bet_moved(money: Account, round: int, more: int) -> tuple[Transfer, ...]:
    """Bets laid from a player's `money` became `more` in all (below zero: less)."""
    box = escrow(money.player, round)
    if more > 0:
        return (Transfer(money, box, more, TransferKind.BET),)
    if more < 0:
        return (Transfer(box, money, -more, TransferKind.BET_RETURNED),)
    return ()


def raised(money: Account, round: int, cost: int) -> tuple[Transfer, ...]:
    """Insurance, a double or a split was paid for."""
    if not cost:
        return ()
    return (Transfer(money, escrow(money.player, round), cost, TransferKind.STAKE_RAISED),)


def settled(money: Account, round: int, staked: int, paid: int) -> tuple[Transfer, ...]:
    """A round closed for a player: his escrow is emptied, the house wins or pays the rest."""
    box = escrow(money.player, round)
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


def released(transfers: tuple[Transfer, ...], player: int) -> int:
    """What of a player's bonuses became cash by these transfers."""
    money = bonus_money(player)
    out = (t for t in transfers if t.kind is TransferKind.BONUS_RELEASED and t.source == money)
    return sum(transfer.amount for transfer in out)


class Moved(NamedTuple):
    """What transfers do to one player: `need` must be in his cash before them, `net` is what they
    change it by, `repaid` of his debt is paid, and `borrowed` is new debt."""

    need: int = 0
    net: int = 0
    repaid: int = 0
    borrowed: int = 0


UNMOVED: Final = Moved()


def moved(transfers: tuple[Transfer, ...]) -> dict[int, Moved]:
    """What transfers, one after the other, do to each player whose cash or debt they touch."""
    found: dict[int, Moved] = {}
    for transfer in transfers:
        source, target, amount = transfer.source, transfer.target, transfer.amount
        if source.kind is AccountKind.CASH:
            need, net, repaid, borrowed = found.get(source.player, UNMOVED)
            net -= amount
            found[source.player] = Moved(max(need, -net), net, repaid, borrowed)
        elif source.kind is AccountKind.DEBT:
            before = found.get(source.player, UNMOVED)
            found[source.player] = before._replace(borrowed=before.borrowed + amount)
        if target.kind is AccountKind.CASH:
            need, net, repaid, borrowed = found.get(target.player, UNMOVED)
            found[target.player] = Moved(need, net + amount, repaid, borrowed)
        elif target.kind is AccountKind.DEBT:
            before = found.get(target.player, UNMOVED)
            found[target.player] = before._replace(repaid=before.repaid + amount)
    return found


def repayments(transfers: tuple[Transfer, ...], debts: Mapping[int, int]) -> tuple[Transfer, ...]:
    """What pays off debts: all cash that these transfers bring to a player, up to what he owes."""
    if not debts:
        return ()
    owed = {player: min(debts.get(player, 0), one.net) for player, one in moved(transfers).items()}
    return tuple(
        Transfer(cash(player), debt(player), amount, TransferKind.DEBT_REPAID)
        for player, amount in owed.items()
        if amount > 0
    )


def voided(money: Account, round: int, staked: int, more: int = 0) -> tuple[Transfer, ...]:
    """A round that was not over is void for a player: his stakes go back, with `more`."""
    moves = (
        Transfer(escrow(money.player, round), money, staked, TransferKind.VOID_REFUND),
        Transfer(HOUSE, money, more, TransferKind.VOID_REFUND),
    )
    return tuple(move for move in moves if move.amount)


def taken_back(player: int, staked: int, paid: int, balance: int) -> tuple[Transfer, ...]:
    """A round that was settled is void for a player who has `balance` now: his stakes go back,
    what he was paid is taken back, and what he has spent of it already is his debt."""
    money = cash(player)
    taken = min(paid, balance + staked)
    moves = (
        Transfer(HOUSE, money, staked, TransferKind.VOID_REFUND),
        Transfer(money, HOUSE, taken, TransferKind.VOID_TAKEN_BACK),
        Transfer(debt(player), HOUSE, paid - taken, TransferKind.VOID_TAKEN_BACK),
    )
    return tuple(move for move in moves if move.amount)


def bonus_taken_back(
    player: int, staked: int, paid: int, balance: int, undone: BonusUndone
) -> tuple[Transfer, ...]:
    """The same of a round that was played with a bonus: all goes through the bonus's account, and
    what it released comes from the player's `balance`, or is his debt."""
    money, own = bonus_money(player), undone.back - undone.released
    taken = min(max(0, own), balance)
    moves = (
        Transfer(HOUSE, money, staked, TransferKind.VOID_REFUND),
        Transfer(cash(player), money, taken, TransferKind.VOID_TAKEN_BACK),
        Transfer(debt(player), money, max(0, own) - taken, TransferKind.VOID_TAKEN_BACK),
        Transfer(ADJUSTMENT, money, max(0, -undone.forfeited), TransferKind.BONUS_FORFEITED),
        Transfer(money, HOUSE, paid - undone.lacks, TransferKind.VOID_TAKEN_BACK),
    )
    ended = bonus_ended(player, max(0, -own), max(0, undone.forfeited))
    return (*(move for move in moves if move.amount), *ended)
