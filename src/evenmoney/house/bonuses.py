"""Bonuses in play at a table: while one is, its player's stakes come from it. Pure."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from evenmoney.house import stakes, standing
from evenmoney.house.change import Change, Settled
from evenmoney.house.record import Funds, Told
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.state import Layout, TableState
from evenmoney.ledger.transfer import Account, Transfer
from evenmoney.players import bonus as rules
from evenmoney.store.store import Bonus

InPlay = Mapping[int, Bonus]


def money_of(state: TableState, player: int) -> Account:
    """Where a player's stakes come from here, and his payouts go to."""
    if player in state.bonuses:
        return stakes.bonus_money(player)
    return stakes.cash(player)


def spendable(state: TableState, funds: Mapping[int, int]) -> Funds:
    """What each player can stake here: what his bonus in play holds, or else his own money."""
    have = dict(funds)
    for player, bonus in state.bonuses.items():
        have[player] = bonus.balance
    return have


def too_little(state: TableState, player: int, what: str) -> TableRefusal:
    """What a player is told whose money in play does not suffice."""
    if player in state.bonuses:
        reason = f"insufficient bonus balance for {what}"
        return TableRefusal(Code.INSUFFICIENT_BONUS_BALANCE, reason)
    return TableRefusal(Code.NOT_ENOUGH_MONEY, f"your balance does not cover {what}")


def staked(state: TableState, player: int, more: int) -> TableState:
    """The state after a player staked `more` (below zero: took it back), if from a bonus."""
    bonus = state.bonuses.get(player)
    if bonus is None or not more:
        return state
    return _with(state, rules.moved(bonus, more))


def activate(layout: Layout, state: TableState, record: Told, at: int) -> Change:
    """A player's bonus comes into play, as the record tells it."""
    bonus, game = record.bonus, layout.game
    _need_no_bets(state, record.player)
    if bonus is None or bonus.player != record.player or bonus.state == "closed":
        raise TableRefusal(Code.NO_SUCH_BONUS, "you have no such bonus", "bonus")
    if bonus.state == "expired" or rules.is_expired(bonus, at):
        raise TableRefusal(Code.BONUS_EXPIRED, "the time of this bonus is over", "bonus")
    if bonus.state != "open":
        raise TableRefusal(Code.NO_SUCH_BONUS, "this bonus is used up", "bonus")
    if not rules.is_good_for(bonus, game.id, game.bonus_kinds):
        raise TableRefusal(Code.BONUS_NOT_TAKEN, "this game does not take this bonus", "bonus")
    if bonus.table or record.player in state.bonuses:
        raise TableRefusal(Code.BONUS_ACTIVE, "a bonus is active already: deactivate it first")
    return Change(_with(state, rules.activated(bonus, layout.number)), ())


def deactivate(state: TableState, player: int, at: int) -> Change:
    """A player puts his bonus away; one that has expired is forfeited."""
    _need_no_bets(state, player)
    bonus = state.bonuses.get(player)
    if bonus is None:
        raise TableRefusal(Code.NO_SUCH_BONUS, "no bonus is active here")
    if rules.is_expired(bonus, at):
        return expire(state, player)
    return Change(_without(state, player), (), put_away=(rules.deactivated(bonus),))


def expire(state: TableState, player: int) -> Change:
    """The bonus that a player has in play is forfeited."""
    step = rules.expired(state.bonuses[player])
    moves = stakes.bonus_ended(player, step.released, step.forfeited)
    return Change(_without(state, player), (), moves, put_away=(step.bonus,))


def check_time(state: TableState, player: int, at: int) -> None:
    """Refuses a stake from a bonus whose time is over."""
    bonus = state.bonuses.get(player)
    if bonus is not None and rules.is_expired(bonus, at):
        raise TableRefusal(Code.BONUS_EXPIRED, "the time of your bonus is over")


def settled(state: TableState, parts: Sequence[Settled]) -> Change:
    """The bonuses after a round that closed: counted, paid into, released, and those put away that
    are at their end or whose player has left."""
    put_away: list[Bonus] = []
    moves: list[Transfer] = []
    for part in parts:
        bonus = state.bonuses.get(part.player)
        if bonus is None:
            continue
        step = rules.settled(bonus, part.staked, part.paid)
        moves += stakes.bonus_ended(part.player, step.released, step.forfeited)
        state = _with(state, step.bonus)
        if step.bonus.state != "open":
            state = _without(state, part.player)
            put_away.append(step.bonus)
        elif standing.seat_of(state, part.player) is None:
            state, left = left_behind(state, part.player)
            put_away += left
    return Change(state, (), tuple(moves), put_away=tuple(put_away))


def left_behind(state: TableState, player: int) -> tuple[TableState, tuple[Bonus, ...]]:
    """A player without a seat plays with no bonus here, once his round is over."""
    bonus = state.bonuses.get(player)
    if bonus is None or (state.play is not None and player in state.play.staked):
        return state, ()
    return _without(state, player), (rules.deactivated(bonus),)


def replaced(state: TableState, player: int, bonus: Bonus | None) -> TableState:
    """The state in which that bonus of a player is in play, or none."""
    return _with(state, bonus) if bonus else _without(state, player)


def _need_no_bets(state: TableState, player: int) -> None:
    if standing.bets_of(state, player):
        raise TableRefusal(Code.BETS_LIE, "take your bets off the table first")


def _with(state: TableState, bonus: Bonus) -> TableState:
    return replace(state, bonuses={**state.bonuses, bonus.player: bonus})


def _without(state: TableState, player: int) -> TableState:
    left = {owner: bonus for owner, bonus in state.bonuses.items() if owner != player}
    return replace(state, bonuses=left)
