"""What a command would cost its player's cash now, as its table stands. Pure."""

from evenmoney.house import betting, turns
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
    if player in state.bonuses:
        return 0
    if isinstance(command, Act):
        return _cost_of_answer(state, player, command)
    if isinstance(command, LAYS) and state.phase == "betting" and state.seat(player) is not None:
        return _cost_of_bets(layout, state, player, command)
    return 0


def _cost_of_answer(state: TableState, player: int, command: Act) -> int:
    if state.play is None or state.turn_owner != player or command.decision != state.decision:
        return 0
    costs = (offer.cost for offer in state.play.round.offers if offer.action == command.action)
    return next(costs, 0)


def _cost_of_bets(layout: Layout, state: TableState, player: int, command: LAYS) -> int:
    try:
        bets, reason = turns.wanted(state, player, command)
        betting.lay(layout, state, player, bets, reason)
    except TableRefusal:
        return 0
    return max(0, sum(bets.values()) - state.staked_by(player))
