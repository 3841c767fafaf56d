"""The rules of a bonus: what staking, winning, its end and its release do to it. Pure.

Money of a bonus is played with like cash, and counted apart. What exceeds the grant becomes cash
once the requirement is met; the grant itself never does.
"""

from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from evenmoney.store.store import Bonus

FREE_AMOUNT: Final = "free_amount"
"""The one kind there is: an amount to play with."""


class BonusStep(msgspec.Struct, frozen=True, gc=False):
    """A bonus after something happened, what became cash, and what went back to the house."""

    bonus: Bonus
    released: int = 0
    forfeited: int = 0


def activated(bonus: Bonus, table: int) -> Bonus:
    """The bonus in play at a table."""
    return replace(bonus, table=table)


def deactivated(bonus: Bonus) -> Bonus:
    """The bonus put away, as it is."""
    return replace(bonus, table=0)


def moved(bonus: Bonus, more: int) -> Bonus:
    """The bonus after `more` was staked from it (below zero: taken back)."""
    assert more <= bonus.balance, "no more is staked than there is"
    return replace(bonus, balance=bonus.balance - more)


def unstaked(bonus: Bonus, staked: int) -> Bonus:
    """The bonus after the stakes of an open round went back to it."""
    return replace(bonus, balance=bonus.balance + staked)


def taken_back(bonus: Bonus, staked: int, paid: int) -> Bonus:
    """The bonus after a settled round was called off, as far as it still holds what was paid."""
    left = max(0, bonus.balance + staked - paid)
    return replace(bonus, balance=left, wagered=max(0, bonus.wagered - staked))


def settled(bonus: Bonus, staked: int, paid: int) -> BonusStep:
    """The bonus after a round: what was staked counts, what was paid comes in.

    Without a requirement what was won waits until as much was staked as was granted; with one, what
    exceeds the grant is released after each round from then on in which it is met. A bonus with
    nothing left is used up.
    """
    after = replace(bonus, wagered=bonus.wagered + staked, balance=bonus.balance + paid)
    if not bonus.required and after.wagered >= bonus.amount:
        return ended(after, "used_up")
    released = _excess(after) if bonus.required and is_met(after) else 0
    after = replace(after, balance=after.balance - released)
    return BonusStep(after, released) if after.balance else ended(after, "used_up", released)


def closed(bonus: Bonus) -> BonusStep:
    """The bonus ended before its time: what was won is released if the requirement is met."""
    return ended(bonus, "closed")


def expired(bonus: Bonus) -> BonusStep:
    """The bonus after its time: all that is left is forfeited."""
    return BonusStep(_over(bonus, "expired"), forfeited=bonus.balance)


def ended(bonus: Bonus, state: Literal["used_up", "closed"], released: int = 0) -> BonusStep:
    """The bonus at its end: the excess is released if the requirement is met, the rest goes back;
    `released` went out before."""
    more = _excess(bonus) if is_met(bonus) else 0
    return BonusStep(_over(bonus, state), released + more, bonus.balance - more)


def is_met(bonus: Bonus) -> bool:
    """Whether the wagering requirement is met."""
    return bonus.wagered >= bonus.required


def is_expired(bonus: Bonus, at_ms: int) -> bool:
    """Whether the bonus's time is over at `at_ms`."""
    return bonus.expires_at_ms is not None and bonus.expires_at_ms <= at_ms


def is_good_for(bonus: Bonus, game: str, kinds: tuple[str, ...]) -> bool:
    """Whether a game that takes these kinds of bonus takes this one."""
    return bonus.kind in kinds and (not bonus.games or game in bonus.games)


def _excess(bonus: Bonus) -> int:
    return max(0, bonus.balance - bonus.amount)


def _over(bonus: Bonus, state: Literal["used_up", "closed", "expired"]) -> Bonus:
    return replace(bonus, balance=0, table=0, state=state)
