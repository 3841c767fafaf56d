"""Rounds that can't stand: every bet goes back, every payout is taken back, nothing is deleted."""

import msgspec
from msgspec.structs import replace

from evenmoney.house import bonuses, shuffler, stakes, standing
from evenmoney.house.change import Change, Settled
from evenmoney.house.event import RoundVoided
from evenmoney.house.record import Voided, VoidPart
from evenmoney.house.seats import clear_table
from evenmoney.house.state import Deadlines, Layout, TableState
from evenmoney.house.view import VoidedPart
from evenmoney.ledger.transfer import AccountKind, Transfer
from evenmoney.players.bonus import BonusPart, BonusUndone, called_off, unstaked
from evenmoney.rules.round import won_so_far
from evenmoney.store.store import Bonus, PlayedRound


class PlayedWith(msgspec.Struct, frozen=True, gc=False):
    """A bonus that a settled round was played with, as it stands now: what that round released of
    it, what was released since (that included), and whether a bet of it lies on its table."""

    bonus: Bonus
    released: int
    since: int
    lies: bool


def void(layout: Layout, state: TableState, record: Voided) -> Change:
    """The round called off: the one that is played now, or one that was settled before."""
    number = layout.round_number(record.count)
    moves: list[Transfer] = []
    for part in record.parts:
        moves += transfers(part, number)
    settled = tuple(
        Settled(
            part.player,
            number,
            part.staked,
            part.staked + part.more,
            part.first,
            part.bonus.number if part.bonus else 0,
            voided=True,
        )
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
        if standing.seat_of(state, part.player) is None:
            state, left = bonuses.left_behind(state, part.player)
            put_away += left
    return state, put_away


def _counted_back(
    state: TableState, parts: tuple[VoidPart, ...]
) -> tuple[TableState, tuple[Bonus, ...]]:
    """The bonuses after a round that was settled is taken back from them."""
    put_away: tuple[Bonus, ...] = ()
    for part in parts:
        if part.bonus is None or part.more:
            continue
        bonus = _undone(part, part.bonus).bonus
        played = state.bonuses.get(part.player)
        if played is not None and played.number == bonus.number:
            state = bonuses.replaced(state, part.player, bonus if bonus.state == "open" else None)
            put_away += () if bonus.state == "open" else (bonus,)
        else:
            put_away += (bonus,)
    return state, put_away


def _undone(part: VoidPart, bonus: Bonus) -> BonusUndone:
    """What becomes of the bonus that a settled round was played with."""
    assert part.paid is not None
    with_it = BonusPart(part.staked, part.paid, part.released, part.since)
    return called_off(bonus, with_it, lies=part.lies)


def effect(moves: tuple[Transfer, ...]) -> tuple[VoidedPart, ...]:
    """What a void's transfers come to, by player."""
    kinds = (AccountKind.CASH, AccountKind.BONUS, AccountKind.DEBT)
    sums: dict[int, dict[AccountKind, int]] = {}
    for transfer in moves:
        for account, amount in (
            (transfer.source, -transfer.amount),
            (transfer.target, transfer.amount),
        ):
            if account.kind in kinds:
                own = sums.setdefault(account.player, dict.fromkeys(kinds, 0))
                own[account.kind] += amount
    return tuple(
        VoidedPart(player=player, cash=cash, bonus=bonus, debt=-debt)
        for player, (cash, bonus, debt) in ((player, own.values()) for player, own in sums.items())
    )


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
    part: PlayedRound, balance: int, played_with: PlayedWith | None, *, better: bool
) -> VoidPart:
    """A player's part of a round that was settled, given what he can spend now and the bonus that
    he played with; `better` lets a win stand."""
    more = max(0, part.paid - part.staked) if better else 0
    first = part.first_sequence
    if played_with is None:
        return VoidPart(part.player, part.staked, part.paid, balance, first, None, more)
    return VoidPart(
        part.player,
        part.staked,
        part.paid,
        balance,
        first,
        played_with.bonus,
        more,
        released=played_with.released,
        since=played_with.since,
        lies=played_with.lies,
    )


def transfers(part: VoidPart, number: int) -> tuple[Transfer, ...]:
    """What a void moves for one player of round `number`."""
    if part.paid is None:
        money = stakes.cash(part.player) if part.bonus is None else stakes.bonus_money(part.player)
        return stakes.voided(money, number, part.staked, part.more)
    if part.more:
        return ()
    if part.bonus is None:
        return stakes.taken_back(part.player, part.staked, part.paid, part.balance)
    undone = _undone(part, part.bonus)
    return stakes.bonus_taken_back(part.player, part.staked, part.paid, part.balance, undone)
