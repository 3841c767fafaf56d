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


def settled(bonus: Bonus, staked: int, paid: int) -> BonusStep:
    """The bonus after a round: what was staked counts, what was paid comes in.

    Without a requirement what was won waits until as much was staked as was granted; with one, what
    exceeds the grant is released after each round from then on in which it is met. A bonus with
    nothing left is used up.
    """
    after = replace(bonus, wagered=bonus.wagered + staked, balance=bonus.balance + paid)
    released = _excess(after) if bonus.required and is_met(after) else 0
    after = replace(after, balance=after.balance - released, released=after.released + released)
    return ended(after, "used_up", released) if _is_used_up(after) else BonusStep(after, released)


def closed(bonus: Bonus) -> BonusStep:
    """The bonus ended before its time: what was won is released if the requirement is met."""
    return ended(bonus, "closed")


def expired(bonus: Bonus) -> BonusStep:
    """The bonus after its time: all that is left is forfeited."""
    return BonusStep(_over(bonus, "expired", 0), forfeited=bonus.balance)


def ended(bonus: Bonus, state: Literal["used_up", "closed"], released: int = 0) -> BonusStep:
    """The bonus at its end: the excess is released if the requirement is met, the rest goes back;
    `released` went out before."""
    more = _excess(bonus) if is_met(bonus) else 0
    return BonusStep(_over(bonus, state, more), released + more, bonus.balance - more)


def is_met(bonus: Bonus) -> bool:
    """Whether the wagering requirement is met."""
    return bonus.wagered >= bonus.required


def is_expired(bonus: Bonus, at_ms: int) -> bool:
    """Whether the bonus's time is over at `at_ms`."""
    return bonus.expires_at_ms is not None and bonus.expires_at_ms <= at_ms


def is_good_for(bonus: Bonus, game: str, kinds: tuple[str, ...]) -> bool:
    """Whether a game that takes these kinds of bonus takes this one."""
    return bonus.kind in kinds and (not bonus.games or game in bonus.games)


# ---- a settled round that is called off


class BonusPart(msgspec.Struct, frozen=True, gc=False):
    """What a settled round did with a bonus: staked from it, paid into it, `released` by it to
    cash; `since` is all that was released by it and after it."""

    staked: int
    paid: int
    released: int
    since: int


class BonusUndone(msgspec.Struct, frozen=True, gc=False):
    """A bonus after a round of it was called off: what it gets `back` from cash, what it releases
    and forfeits beyond what it had before (below zero: it gets that back), and what it `lacks` of
    the payout because it was lost again."""

    bonus: Bonus
    back: int
    released: int
    forfeited: int
    lacks: int


def called_off(bonus: Bonus, part: BonusPart, *, lies: bool = False) -> BonusUndone:
    """The bonus as though a settled round had not been played with it; `lies`: a bet of it lies on
    a table.

    What was won comes from where it went: first what was released to cash, then what the bonus
    still holds; what was lost again since is nobody's debt, as it never was his own. One that would
    not be used up without the round is open again, and its end undone; one that was closed or has
    expired ends with what it would have had.
    """
    back = _from_cash(bonus, part)
    left = bonus.balance + bonus.forfeited + part.staked - part.paid + back
    after = replace(
        bonus,
        wagered=max(0, bonus.wagered - part.staked),
        balance=max(0, left),
        released=bonus.released - back,
        forfeited=0,
    )
    step = _ended_as_before(bonus, after, lies=lies)
    forfeited = step.forfeited - bonus.forfeited
    return BonusUndone(step.bonus, back, step.released, forfeited, max(0, -left))


def _from_cash(bonus: Bonus, part: BonusPart) -> int:
    """What of a round's doing is now in cash. Without a requirement all is released at the end,
    which is undone whole; else the round's own release, then later ones of what it won."""
    if not bonus.required:
        return part.since
    later = max(0, part.paid - part.staked - part.released)
    return part.released + min(later, part.since - part.released)


def _ended_as_before(before: Bonus, after: Bonus, *, lies: bool) -> BonusStep:
    match before.state:
        case "expired":
            return expired(after)
        case "closed":
            released = _excess(after) if is_met(before) else 0
            left = after.balance - released
            return BonusStep(_over(after, "closed", released), released, left)
        case _:
            if _is_used_up(after) and not lies:
                return ended(after, "used_up")
            return BonusStep(replace(after, state="open"))


def _is_used_up(bonus: Bonus) -> bool:
    """Whether nothing is left, or, where that is all that is asked, the grant was staked."""
    return not bonus.balance or (not bonus.required and bonus.wagered >= bonus.amount)


def _excess(bonus: Bonus) -> int:
    return max(0, bonus.balance - bonus.amount)


def _over(bonus: Bonus, state: Literal["used_up", "closed", "expired"], released: int) -> Bonus:
    return replace(
        bonus,
        balance=0,
        table=0,
        state=state,
        released=bonus.released + released,
        forfeited=bonus.balance - released,
    )
