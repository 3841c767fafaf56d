"""Accounts, and transfers between them: every movement takes from one what it gives another."""

from enum import IntEnum

import msgspec

AMOUNT_MAX = 10**15
"""The largest single transfer, in minor units: sums of thousands of them fit 64 bits."""

NUMBER_MAX = 2**63 - 1
"""The largest number of a player or round."""


class AccountKind(IntEnum):
    """What an account is for. A player's money and escrows never fall below zero, and DEBT, what
    he owes the house, never rises above it; the house's own accounts may go either way, and so may
    WALLET, the other side of what came from a player's wallet at the operator's."""

    HOUSE = 1
    ADJUSTMENT = 2
    CASH = 3
    BONUS = 4
    ESCROW = 5
    DEBT = 6
    WALLET = 7


class Account(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An account: its kind, the player (0 for the house's own), and the round of an escrow."""

    kind: AccountKind
    player: int = 0
    round: int = 0


class TransferKind(IntEnum):
    """Why money moved."""

    OPENING = 1
    BET = 2
    BET_RETURNED = 3
    STAKE_RAISED = 4
    PAYOUT = 5
    LOSS = 6
    VOID_REFUND = 7
    VOID_TAKEN_BACK = 8
    DEPOSIT = 9
    WITHDRAWAL = 10
    BONUS_GRANTED = 11
    BONUS_RELEASED = 12
    BONUS_FORFEITED = 13
    DEBT_REPAID = 14
    FUNDED = 15
    SWEPT = 16
    SWEEP_UNDONE = 17


class Transfer(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """`amount` minor units (above zero) from one account to another."""

    source: Account
    target: Account
    amount: int
    kind: TransferKind
