"""Rounds that can't stand: every bet goes back, every payout is taken back, nothing is deleted."""

from msgspec.structs import replace

from evenmoney.house import bonuses, shuffler, stakes
from evenmoney.house.change import Change, Settled
from evenmoney.house.event import RoundVoided
from evenmoney.house.record import Voided, VoidPart
from evenmoney.house.seats import clear_table
from evenmoney.house.state import Deadlines, Layout, TableState
from evenmoney.ledger.transfer import Transfer
from evenmoney.players.bonus import taken_back, unstaked
from evenmoney.rules.round import won_so_far
from evenmoney.store.store import Bonus, PlayedRound


def void(layout: Layout, state: TableState, record: Voided) -> Change:
    """The round called off: the one that is played now, or one that was settled before."""
    number = layout.round_number(record.count)
    moves: list[Transfer] = []
    for part in record.parts:
        moves += _moves(part, number)
    settled = tuple(
        Settled(part.player, number, part.staked, part.staked + part.more, part.first)
        for part in record.parts
    )
    event = RoundVoided(round=layout.round_id(record.count), reason=record.reason)
    if record.parts and all(part.paid is not None for part in record.parts):
        after, put_away = _counted_back(state, record.parts)
        return Change(after, (event,), tuple(moves), settled, put_away)
    ended, events = clear_table(replace(state, play=None, open=False, mixing=False, stacks={}))
    ended, revealed = shuffler.reveal(layout, replace(ended, deadlines=Deadlines()))
    ended, put_away = _unstaked(ended, record.parts)
    return Change(ended, (event, *events, revealed), tuple(moves), settled, put_away)


def _unstaked(
    state: TableState, parts: tuple[VoidPart, ...]
) -> tuple[TableState, tuple[Bonus, ...]]:
    """The bonuses in play after the stakes of a round that was not over went back to them."""
    put_away: tuple[Bonus, ...] = ()
    for part in parts:
        bonus = unstaked(part.bonus, part.staked + part.more) if part.bonus else None
        state = bonuses.replaced(state, part.player, bonus)
        if state.seat_of(part.player) is None:
            state, left = bonuses.left_behind(state, part.player)
            put_away += left
    return state, put_away


def _counted_back(
    state: TableState, parts: tuple[VoidPart, ...]
) -> tuple[TableState, tuple[Bonus, ...]]:
    """The bonuses after a round that was settled is taken back from them."""
    put_away: tuple[Bonus, ...] = ()
    for part in parts:
        if part.bonus is None or part.bonus.state != "open" or part.paid is None or part.more:
            continue
        bonus = taken_back(part.bonus, part.staked, part.paid)
        played = state.bonuses.get(part.player)
        if played is not None and played.number == bonus.number:
            state = bonuses.replaced(state, part.player, bonus)
        else:
            put_away += (bonus,)
    return state, put_away


def open_parts(state: TableState, began: int, *, better: bool) -> tuple[VoidPart, ...]:
    """The parts of the round that is played now; `better` gives what was won so far where that is
    more than the bets."""
    play = state.play
    assert play is not None
    parts = []
    for player, staked in play.staked.items():
        won = won_so_far(play.round, play.boxes_of(player))
        more = max(0, won - staked) if better else 0
        parts.append(VoidPart(player, staked, None, 0, began, state.bonuses.get(player), more))
    return tuple(parts)


def settled_part(
    part: PlayedRound, balance: int, bonus: Bonus | None = None, *, better: bool
) -> VoidPart:
    """A player's part of a round that was settled, given what he can spend now and the bonus that
    he played with, as it stands now; `better` lets a win stand."""
    more = max(0, part.paid - part.staked) if better else 0
    return VoidPart(part.player, part.staked, part.paid, balance, part.first_sequence, bonus, more)


def _moves(part: VoidPart, number: int) -> tuple[Transfer, ...]:
    bonus = part.bonus
    if part.paid is None:
        with_bonus = bonus is not None
        return stakes.voided(part.player, number, part.staked, part.more, bonus=with_bonus)
    if part.more:
        return ()
    if bonus is None:
        return stakes.taken_back(part.player, part.staked, part.paid, part.balance)
    if bonus.state == "open":
        return stakes.taken_back(part.player, part.staked, part.paid, bonus.balance, bonus=True)
    # The bonus is at its end: only what was won with it is the player's own by now.
    return stakes.taken_back(part.player, 0, max(0, part.paid - part.staked), part.balance)
