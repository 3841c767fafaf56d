"""How long a table waits: deadlines that allow for the time the cards take to be dealt. Pure."""

from collections.abc import Sequence
from typing import Final

from evenmoney.house.state import Deadlines, Layout, TableState
from evenmoney.rules.action import Asking
from evenmoney.rules.event import CardDealt, DealerCardDealt, Event, HandSettled

MIXING_MS: Final = 2000
"""How long the seats of a table may take to open their parts of the shuffle."""
CARD_MS: Final = 450
SETTLE_MS: Final = 500


def moves_end(state: TableState, events: Sequence[Event], at: int) -> int:
    """When a browser at normal speed has shown these events of `at`, and those before them that
    came with them."""
    cards, settle = 0, 0
    for event in events:
        kind = type(event)
        if kind is CardDealt or kind is DealerCardDealt:
            cards += 1
        elif kind is HandSettled:
            settle = SETTLE_MS
    begin = state.moves_end_ms if state.moves_at_ms == at else at
    return begin + cards * CARD_MS + settle


def turn_deadline(layout: Layout, state: TableState, begins: int) -> Deadlines:
    """The deadlines of the question that is open, whose time begins at `begins`."""
    timers = layout.game.timers
    play = state.play
    assert play is not None
    turn = play.round.turn
    assert turn is not None
    playing = turn.asking is Asking.PLAY
    seconds = timers.action_seconds if playing else timers.insurance_seconds
    hour = state.deadlines.round_ms
    if timers.round_seconds is not None and hour is None:
        hour = play.started_at_ms + timers.round_seconds * 1000
    if seconds is None and hour is None:
        return NO_LIMIT
    return Deadlines(turn_ms=begins + seconds * 1000 if seconds else None, round_ms=hour)


NO_LIMIT: Final = Deadlines()
