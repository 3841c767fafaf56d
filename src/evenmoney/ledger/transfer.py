"""Accounts, and transfers between them: every movement takes from one what it gives another."""

from enum import IntEnum

import msgspec


class AccountKind(IntEnum):
    """What an account is for. Kinds of players and escrows may never fall below zero."""

    HOUSE = 1
    ADJUSTMENT = 2
    CASH = 3
    BONUS = 4
    ESCROW = 5
    DEBT = 6


class Account(msgspec.Struct, frozen=True):
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


class Transfer(msgspec.Struct, frozen=True):
    """`amount` minor units (above zero) from one account to another."""

    source: Account
    target: Account
    amount: int
    kind: TransferKind
