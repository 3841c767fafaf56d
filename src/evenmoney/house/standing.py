"""How a table stands: what follows from its state, and for whom. Pure."""

from evenmoney.house.state import Seat, TableState
from evenmoney.house.view import Phase
from evenmoney.rules.action import Asking


def phase(state: TableState) -> Phase:
    """What the table is doing."""
    if state.open:
        return "mixing" if state.mixing else "betting"
    if state.play is None:
        return "over"
    turn = state.play.round.turn
    return "playing" if turn is None or turn.asking is Asking.PLAY else "insurance"


def due_ms(state: TableState) -> int | None:
    """When the table does something by itself, in ms of UTC: a deadline, or, between rounds, the
    end of a bonus; None when nothing is waited for."""
    first = state.deadlines.first
    if not state.bonuses or state.playing or state.mixing:
        return first
    ends = [bonus.expires_at_ms for bonus in state.bonuses.values()]
    return min([end for end in (first, *ends) if end is not None], default=None)


def turn_owner(state: TableState) -> int | None:
    """The player whose answer is awaited."""
    play = state.play
    if play is None or play.round.turn is None:
        return None
    return play.owners[play.round.turn.box]


def seat_of(state: TableState, player: int) -> int | None:
    """The place in `seats` where a player sits; None when he doesn't."""
    for place, seat in enumerate(state.seats):
        if seat is not None and seat.player == player:
            return place
    return None


def seat(state: TableState, player: int) -> Seat | None:
    """The seat of a player; None when he has none."""
    place = seat_of(state, player)
    return None if place is None else state.seats[place]


def bets_of(state: TableState, player: int) -> dict[int, int]:
    """A player's bets before the deal, by box."""
    return {box: stack.bet for box, stack in state.stacks.items() if stack.owner == player}


def staked_by(state: TableState, player: int) -> int:
    """What of a player's money lies on the table."""
    if state.open:
        return sum([stack.bet for stack in state.stacks.values() if stack.owner == player])
    return state.play.staked.get(player, 0) if state.play else 0
