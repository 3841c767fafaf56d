"""Rounds that can't stand: every bet goes back, every payout is taken back, nothing is deleted."""

from msgspec.structs import replace

from evenmoney.house import shuffler, stakes
from evenmoney.house.change import Change, Settled
from evenmoney.house.event import RoundVoided
from evenmoney.house.record import Voided, VoidPart
from evenmoney.house.seats import clear_table
from evenmoney.house.state import Deadlines, Layout, TableState
from evenmoney.ledger.transfer import Transfer
from evenmoney.store.store import PlayedRound


def void(layout: Layout, state: TableState, record: Voided) -> Change:
    """The round called off: the one that is played now, or one that was settled before."""
    number = layout.round_number(record.count)
    moves: list[Transfer] = []
    for part in record.parts:
        moves += _moves(part, number)
    settled = tuple(
        Settled(part.player, number, part.staked, part.staked, part.first) for part in record.parts
    )
    event = RoundVoided(round=layout.round_id(record.count), reason=record.reason)
    if record.parts and all(part.paid is not None for part in record.parts):
        return Change(state, (event,), tuple(moves), settled)
    ended, events = clear_table(replace(state, play=None, open=False, mixing=False, stacks={}))
    ended, revealed = shuffler.reveal(layout, replace(ended, deadlines=Deadlines()))
    return Change(ended, (event, *events, revealed), tuple(moves), settled)


def open_parts(state: TableState, began: int) -> tuple[VoidPart, ...]:
    """The parts of the round that is played now."""
    assert state.play is not None
    return tuple(
        VoidPart(player, staked, None, 0, began) for player, staked in state.play.staked.items()
    )


def settled_part(part: PlayedRound, balance: int) -> VoidPart:
    """A player's part of a round that was settled, given what he can spend now."""
    return VoidPart(part.player, part.staked, part.paid, balance, part.first_sequence)


def _moves(part: VoidPart, number: int) -> tuple[Transfer, ...]:
    if part.paid is None:
        return stakes.voided(part.player, number, part.staked)
    return stakes.taken_back(part.player, part.staked, part.paid, part.balance)
