"""Bets before the deal: who may lay what on which box. Pure; knows no purse and no cards."""

from collections.abc import Mapping

import msgspec

from evenmoney.house import standing
from evenmoney.house.event import BetChanged, BetReason
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.state import Layout, Stack, Stacks, TableState

Bets = Mapping[int, int]


class Laid(msgspec.Struct, frozen=True, gc=False):
    """The stacks after a player laid his bets, what changed, and whose bets went back to them."""

    stacks: Stacks
    events: tuple[BetChanged, ...]
    displaced: frozenset[int] = frozenset()


def lay(layout: Layout, state: TableState, player: int, bets: Bets, reason: BetReason) -> Laid:
    """The player's bets made exactly `bets`: all of them, or a `TableRefusal`."""
    own = standing.bets_of(state, player)
    changed = [box for box in layout.boxes if bets.get(box, 0) != own.get(box, 0)]
    _check_boxes(layout, bets)
    for box in changed:
        _check_amount(layout, box, bets.get(box, 0))
        _check_holder(layout, state, player, box)
    return _laid(state.stacks, player, {box: bets.get(box, 0) for box in changed}, reason)


def placed(state: TableState, player: int, box: int, amount: int) -> Bets:
    """The player's bets with `amount` more on a box."""
    own = standing.bets_of(state, player)
    return {**own, box: own.get(box, 0) + amount}


def taken(state: TableState, player: int, box: int, amount: int) -> Bets:
    """The player's bets with `amount` less on a box; refused when less lies there."""
    own = standing.bets_of(state, player)
    if own.get(box, 0) < amount:
        reason = f"your bet on box {box} is worth less than that"
        raise TableRefusal(Code.NOT_ENOUGH_ON_BOX, reason, "amount")
    return _without_empty({**own, box: own[box] - amount})


def cleared(state: TableState, player: int, box: int | None) -> Bets:
    """The player's bets without the one on `box`, or none at all."""
    own = standing.bets_of(state, player)
    if not own or (box is not None and box not in own):
        raise TableRefusal(Code.NO_BETS, "no bet of yours lies there", "box")
    return {} if box is None else {at: bet for at, bet in own.items() if at != box}


def redone(state: TableState, player: int) -> Bets:
    """The player's bets of his last round here, as they were dealt."""
    try:
        return state.redo[player]
    except KeyError:
        reason = "you have not played a round at this table yet"
        raise TableRefusal(Code.NOTHING_TO_REDO, reason) from None


def doubled(state: TableState, player: int) -> Bets:
    """Twice the player's bets; twice those of his last round when none lies on the table."""
    return {
        box: 2 * bet
        for box, bet in (standing.bets_of(state, player) or redone(state, player)).items()
    }


def qualifying(layout: Layout, bets: Bets) -> bool:
    """Whether a deal may be asked for: one bet is at least the table's minimum."""
    return max(bets.values(), default=0) >= layout.game.limits.stake_min


def too_small(layout: Layout, stacks: Stacks) -> list[int]:
    """The boxes whose bets are below the minimum: they go back when the cards are dealt."""
    return [box for box, stack in stacks.items() if stack.bet < layout.game.limits.stake_min]


def sent_back(stacks: Stacks, boxes: list[int], reason: BetReason) -> Laid:
    """The stacks without those boxes, whosever they are."""
    left = {box: stack for box, stack in stacks.items() if box not in boxes}
    events = tuple(
        BetChanged(box=box, owner=None, bet=0, reason=reason, was_owner=stacks[box].owner)
        for box in boxes
    )
    return Laid(left, events, frozenset(stacks[box].owner for box in boxes))


def _check_boxes(layout: Layout, bets: Bets) -> None:
    limit = layout.game.rules.boxes
    for box in bets:
        if box not in layout.boxes:
            raise TableRefusal(Code.NO_SUCH_BOX, f"this table has no box {box}", "box")
    if len(bets) > limit:
        reason = f"one player may bet on {limit} {'box' if limit == 1 else 'boxes'} here"
        raise TableRefusal(Code.TOO_MANY_BOXES, reason, "box")


def _check_amount(layout: Layout, box: int, bet: int) -> None:
    limits = layout.game.limits
    if bet > limits.stake_max:
        reason = f"the bet on box {box} would pass the table's maximum"
        raise TableRefusal(Code.ABOVE_LIMIT, reason, "amount")
    if bet % limits.stake_step:
        reason = f"bets go in steps of {limits.stake_step}"
        raise TableRefusal(Code.OFF_STEP, reason, "amount")


def _check_holder(layout: Layout, state: TableState, player: int, box: int) -> None:
    """Another's bet stands, but on the box in front of the player's own seat."""
    stack = state.stacks.get(box)
    if stack is None or stack.owner == player:
        return
    place = standing.seat_of(state, player)
    if not layout.multi or place is None or box != layout.boxes[place]:
        raise TableRefusal(Code.BOX_TAKEN, f"another player has bet on box {box}", "box")


def _laid(stacks: Stacks, player: int, changed: Bets, reason: BetReason) -> Laid:
    after, events, displaced = dict(stacks), [], set()
    for box, bet in changed.items():
        before = after.pop(box, None)
        was = before.owner if before is not None and before.owner != player else None
        if was is not None:
            displaced.add(was)
        if bet:
            after[box] = Stack(player, bet)
        events.append(
            BetChanged(
                box=box,
                owner=player if bet else None,
                bet=bet,
                reason=reason if was is None else "displaced",
                was_owner=was,
            )
        )
    return Laid(after, tuple(events), frozenset(displaced))


def _without_empty(bets: Bets) -> Bets:
    return {box: bet for box, bet in bets.items() if bet}
