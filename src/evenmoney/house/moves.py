"""The moves the house makes by itself: when a clock has run out, and when no one is waited for."""

from collections.abc import Callable
from typing import Literal

from evenmoney.house import standing
from evenmoney.house.bonuses import spendable
from evenmoney.house.pit import Pit
from evenmoney.house.record import (
    BettingOver,
    BonusOver,
    Funds,
    GotUp,
    HourOver,
    PartsOver,
    Played,
    Presence,
    Record,
)
from evenmoney.house.seats import all_parts_in, everyone_answered
from evenmoney.house.state import Layout, TableState
from evenmoney.players.bonus import is_expired

Why = Literal["time", "away"]
LAPSES_MAX = 3
"""Rounds that a seat may let pass without an answer."""


def due_move(layout: Layout, state: TableState, pit: Pit, funds: Funds) -> Record | None:
    """What a deadline that has passed makes the house do; None when none has."""
    now, clocks = pit.clock.now_ms(), state.deadlines
    if state.mixing:
        over = clocks.mixing_ms is not None and clocks.mixing_ms <= now
        return PartsOver(state.count, funds) if over else None
    if state.open:
        over = clocks.betting_ms is not None and clocks.betting_ms <= now
        return BettingOver(state.count, funds) if over else _bonus_over(state, now)
    if not state.playing:
        return _bonus_over(state, now)
    if clocks.round_ms is not None and clocks.round_ms <= now:
        return HourOver(state.count, funds)
    if clocks.turn_ms is not None and clocks.turn_ms <= now:
        return _by_card(layout, state, pit, funds, "time")
    return None


def _bonus_over(state: TableState, now: int) -> Record | None:
    for player, bonus in state.bonuses.items():
        if is_expired(bonus, now):
            return BonusOver(player)
    return None


def following_move(
    layout: Layout, state: TableState, pit: Pit, funds: Funds, is_here: Callable[[int], bool]
) -> Record | None:
    """At a table for several: what follows at once from how things stand."""
    if not layout.multi:
        return None
    for seat in state.seats:
        left = seat is not None and seat.leaves and not is_here(seat.player)
        if seat is not None and left and not standing.bets_of(state, seat.player):
            return GotUp(seat.player, "left")
    if state.playing:
        away = not _takes_part(state, standing.turn_owner(state))
        return _by_card(layout, state, pit, funds, "away") if away else None
    return _betting_move(state, funds, is_here)


def _betting_move(state: TableState, funds: Funds, is_here: Callable[[int], bool]) -> Record | None:
    taken = [seat for seat in state.seats if seat is not None]
    for seat in taken:
        if seat.lapses >= LAPSES_MAX:
            return GotUp(seat.player, "idle")
        if not seat.present and is_here(seat.player):
            return Presence(seat.player, True)
    if state.mixing:
        return PartsOver(state.count, funds) if all_parts_in(state) else None
    return BettingOver(state.count, funds) if state.open and everyone_answered(state) else None


def _takes_part(state: TableState, player: int | None) -> bool:
    """Whether a player sits here and answers for himself."""
    return any(seat is not None and seat.player == player and seat.present for seat in state.seats)


def _by_card(layout: Layout, state: TableState, pit: Pit, funds: Funds, why: Why) -> Played:
    play = state.play
    assert play is not None
    owner = standing.turn_owner(state)
    assert owner is not None
    have = spendable(state, funds)[owner]
    if pit.settings.money_elsewhere and owner not in state.bonuses:
        have = 0  # nobody's wallet is asked for more without his word
    offered = frozenset(o.action for o in play.round.offers if o.cost <= have)
    action = pit.advice(layout, play.round, offered)
    return Played(state.decision, action, why, funds)
