"""Who sits where: sitting down, getting up, being there, and the answer to betting. Pure."""

from typing import Literal

from msgspec.structs import replace

from evenmoney.house import standing
from evenmoney.house.change import Change
from evenmoney.house.event import Answered, PresenceChanged, SeatFreed, SeatTaken, TableCleared
from evenmoney.house.frame import AnyEvent
from evenmoney.house.record import GotUp, Presence, SatDown
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.state import Layout, Seat, TableState

SeatsTaken = tuple[Seat | None, ...]


def sit_down(state: TableState, record: SatDown) -> Change:
    """The first free seat taken; refused when there is none."""
    if None not in state.seats:
        raise TableRefusal(Code.TABLE_TAKEN, "all seats of this table are taken")
    place = state.seats.index(None)
    seat = Seat(record.player, record.name, present=not _left_this_round(state, record.player))
    seats = _with(state.seats, place, seat)
    taken = SeatTaken(seat=place + 1, player=record.player, name=record.name)
    away = () if seat.present else (PresenceChanged(seat=place + 1, present=False),)
    return Change(replace(state, seats=seats), (taken, *away))


def _left_this_round(state: TableState, player: int) -> bool:
    """Whether somebody without a seat plays in the round: he left it, so the card plays on."""
    return state.play is not None and player in state.play.staked


def leave_seat(state: TableState, record: GotUp) -> Change:
    """The player's seat freed; the last one to go takes the old cards with him."""
    place = standing.seat_of(state, record.player)
    assert place is not None, "nobody gets up who doesn't sit"
    freed = SeatFreed(seat=place + 1, player=record.player, reason=record.reason)
    after = replace(state, seats=_with(state.seats, place, None))
    if any(after.seats):
        return Change(after, (freed,))
    cleared, events = clear_table(after)
    return Change(cleared, (freed, *events))


def clear_table(state: TableState) -> tuple[TableState, tuple[AnyEvent, ...]]:
    """The table without the cards of the round that is over."""
    if state.last is None:
        return state, ()
    return replace(state, last=None), (TableCleared(),)


def set_presence(state: TableState, record: Presence) -> Change:
    """A seated player marked as away, perhaps for good, or as back."""
    place = standing.seat_of(state, record.player)
    seat = state.seats[place] if place is not None else None
    assert place is not None
    assert seat is not None
    marked = replace(seat, present=record.present, leaves=record.leaves)
    seats = _with(state.seats, place, marked)
    event = PresenceChanged(seat=place + 1, present=record.present)
    return Change(replace(state, seats=seats), (event,))


def answer(
    state: TableState,
    player: int,
    said: Literal["deal", "skip"] | None,
    part: bytes = b"",
    promise: bytes = b"",
) -> tuple[TableState, tuple[AnyEvent, ...]]:
    """The state in which a seated player has said DEAL or SKIP, or nothing (None); with DEAL goes
    his part of the shuffle, or the promise of it."""
    place = standing.seat_of(state, player)
    seat = state.seats[place] if place is not None else None
    if place is None or seat is None or (seat.answer, seat.promise) == (said, promise):
        return state, ()
    seats = _with(state.seats, place, replace(seat, answer=said, part=part, promise=promise))
    events = () if seat.answer == said else (Answered(seat=place + 1, answer=said),)
    return replace(state, seats=seats), events


def everyone_answered(state: TableState) -> bool:
    """Whether all who sit and are there have said DEAL or SKIP, and one of all said DEAL."""
    taken = [seat for seat in state.seats if seat is not None]
    return any(seat.answer == "deal" for seat in taken) and all(
        seat.answer is not None or not seat.present for seat in taken
    )


def all_parts_in(state: TableState) -> bool:
    """Whether everybody who is there has opened the part of the shuffle that he promised."""
    return not any(seat is not None and seat.present and seat.owes_part for seat in state.seats)


def part_opened(state: TableState, place: int, part: bytes) -> TableState:
    """The state in which the seat at `place` has opened its part of the shuffle."""
    seat = state.seats[place]
    assert seat is not None
    return replace(state, seats=_with(state.seats, place, replace(seat, part=part)))


def keeps_bets(state: TableState, player: int) -> bool:
    """Whether a player has bets that will be dealt to: confirmed ones, or any once betting is
    closed."""
    seat = standing.seat(state, player)
    waits = state.open and seat is not None and (state.mixing or seat.answer == "deal")
    return waits and bool(standing.bets_of(state, player))


def need_seat(state: TableState, player: int) -> None:
    """Refuses who has no seat."""
    if standing.seat_of(state, player) is None:
        raise TableRefusal(Code.NO_SEAT, "you have no seat at this table")


def confirmed(layout: Layout, state: TableState) -> frozenset[int]:
    """The players whose bets are played when betting closes."""
    played = layout.game.unconfirmed_bets == "played"
    return frozenset(
        seat.player
        for seat in state.seats
        if seat is not None and (seat.answer == "deal" or (played and seat.answer is None))
    )


def _with(seats: SeatsTaken, place: int, seat: Seat | None) -> SeatsTaken:
    return (*seats[:place], seat, *seats[place + 1 :])
