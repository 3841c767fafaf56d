"""What a command would cost its player's cash now, as its table stands. Pure."""

from collections.abc import Iterable

from msgspec.structs import replace

from evenmoney.house import betting, standing, turns
from evenmoney.house.command import (
    Act,
    ClearBets,
    DoubleBets,
    LayBets,
    PlaceBet,
    RedoBets,
    TableCommand,
    TakeBet,
)
from evenmoney.house.refusal import TableRefusal
from evenmoney.house.state import Layout, TableState

LAYS = PlaceBet | TakeBet | LayBets | ClearBets | RedoBets | DoubleBets


def cost_of(layout: Layout, state: TableState, player: int, command: TableCommand) -> int:
    """How much cash the command takes, in minor units; 0 when it takes none, or when the table
    would refuse it for another reason than money."""
    if isinstance(command, Act):
        return 0 if player in state.bonuses else _cost_of_answer(state, player, command)
    return cost_of_row(layout, state, player, (command,))


def cost_of_row(
    layout: Layout, state: TableState, player: int, commands: Iterable[TableCommand]
) -> int:
    """How much cash commands that lay bets take at the most, done one after the other; what the
    table would refuse takes none."""
    if (
        player in state.bonuses
        or standing.phase(state) != "betting"
        or standing.seat(state, player) is None
    ):
        return 0
    before, most = standing.staked_by(state, player), 0
    for command in commands:
        if isinstance(command, LAYS):
            state = _with_bets(layout, state, player, command)
            most = max(most, standing.staked_by(state, player) - before)
    return most


def _cost_of_answer(state: TableState, player: int, command: Act) -> int:
    if (
        state.play is None
        or standing.turn_owner(state) != player
        or command.decision != state.decision
    ):
        return 0
    costs = (offer.cost for offer in state.play.round.offers if offer.action == command.action)
    return next(costs, 0)


def _with_bets(layout: Layout, state: TableState, player: int, command: LAYS) -> TableState:
    try:
        bets, reason = turns.wanted(state, player, command)
        laid = betting.lay(layout, state, player, bets, reason)
    except TableRefusal:
        return state
    return replace(state, stacks=laid.stacks)
