"""The answers a player can give, and what the table says when it asks for one."""

from enum import StrEnum

import msgspec


class Action(StrEnum):
    """One answer to what a round asks."""

    INSURE = "insure"
    EVEN_MONEY = "even_money"
    PASS = "pass"
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"


class Asking(StrEnum):
    """What kind of answer a turn waits for."""

    INSURANCE = "insurance"
    EVEN_MONEY = "even_money"
    PLAY = "play"


class Turn(msgspec.Struct, frozen=True):
    """Whose answer is awaited: `box` is 1 to 3, `hand` counts from 0 within the box."""

    box: int
    hand: int
    asking: Asking


class Offer(msgspec.Struct, frozen=True):
    """One action that may be taken now; `cost` in minor units is what it stakes on top."""

    action: Action
    cost: int = 0
