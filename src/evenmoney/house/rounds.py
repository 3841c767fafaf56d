"""A round from the opening of betting to the payout. Pure; knows no purse, socket or clock."""

from collections.abc import Container, Mapping

from msgspec.structs import replace

from evenmoney.house import bonuses, seats, shuffler, stakes, standing
from evenmoney.house.betting import sent_back, too_small
from evenmoney.house.change import Change, Settled
from evenmoney.house.event import BettingClosed, BettingOpened, PlayerPaid, RoundStarted
from evenmoney.house.frame import AnyEvent
from evenmoney.house.pace import MIXING_MS, moves_end, turn_deadline
from evenmoney.house.stakes import UNMOVED
from evenmoney.house.state import Cycle, Deadlines, LastRound, Layout, Play, Seat, TableState
from evenmoney.ledger.transfer import Transfer
from evenmoney.rules.round import Step, deal, settle
from evenmoney.shoe import Shoe

REDO_KEPT = 8


def open_betting(layout: Layout, before: TableState, secret: bytes | None) -> Change:
    """Bets are taken for the next round; `secret` begins a new cycle when one is due."""
    cycle = before.cycle
    if secret is not None:
        cycle = shuffler.next_cycle(layout, cycle, secret)
    assert cycle is not None
    after = replace(
        before,
        open=True,
        count=before.count + 1,
        stacks={},
        cycle=cycle,
        seats=tuple(_asked_again(seat) for seat in before.seats),
        deadlines=Deadlines(),
    )
    return Change(after, (BettingOpened(cycle=cycle.number, c1=cycle.c1),))


def _asked_again(seat: Seat | None) -> Seat | None:
    """A seat before a new round: a standing SKIP stays, a DEAL was for the last one."""
    if seat is None or seat.answer != "deal":
        return seat
    return replace(seat, answer=None, part=b"", promise=b"")


def close_betting(layout: Layout, state: TableState, funds: Mapping[int, int], at: int) -> Change:
    """Unconfirmed and small bets go back; the others are dealt to, or betting starts over. At a
    table for several the seats open their parts of the shuffle first."""
    given_back = _give_back(layout, state)
    if not given_back.state.stacks:
        return given_back.then(nothing_dealt(layout, given_back.state))
    if state.shoe is None and any(seat is not None and seat.promise for seat in state.seats):
        return given_back.then(_await_parts(given_back.state, at))
    back = stakes.moved(given_back.transfers)
    now = {player: have + back.get(player, UNMOVED).net for player, have in funds.items()}
    return given_back.then(_deal(layout, given_back.state, now, at))


def _await_parts(state: TableState, at: int) -> Change:
    """All hashes are in, and from here on no bet is changed: each part may be opened."""
    assert state.cycle is not None
    promises = tuple(seat.promise if seat else b"" for seat in state.seats)
    after = replace(
        state,
        mixing=True,
        cycle=replace(state.cycle, promises=promises),
        deadlines=Deadlines(mixing_ms=at + MIXING_MS),
    )
    hashes = tuple(promise.hex() for promise in promises)
    return Change(
        after, (BettingClosed(cycle=state.cycle.number, hashes=hashes, left_ms=MIXING_MS),)
    )


def parts_over(layout: Layout, state: TableState, funds: Mapping[int, int], at: int) -> Change:
    """The cards are dealt; a part that was not opened counts as empty."""
    return _deal(layout, replace(state, mixing=False), funds, at)


def nothing_dealt(layout: Layout, state: TableState) -> Change:
    """Betting is over without a card: an unused cycle is laid open, the round's number burned."""
    closed = replace(state, open=False, mixing=False, deadlines=Deadlines())
    if state.shoe is not None and any(state.seats):
        return Change(closed, ())
    closed, event = shuffler.reveal(layout, closed)
    return Change(closed, (event,))


def give_game(layout: Layout, state: TableState) -> Change:
    """An empty table ends what it promised under its old game, if it had one."""
    assert not any(state.seats), "a game is changed under no player"
    return nothing_dealt(layout, state) if state.open else Change(state, ())


def _give_back(layout: Layout, state: TableState) -> Change:
    confirmed = seats.confirmed(layout, state)
    loose = [box for box, stack in state.stacks.items() if stack.owner not in confirmed]
    if not loose and not too_small(layout, state.stacks):
        return Change(state, ())
    first = sent_back(state.stacks, loose, "unconfirmed")
    second = sent_back(first.stacks, too_small(layout, first.stacks), "below_minimum")
    moves: list[Transfer] = []
    after = state
    for player in sorted(first.displaced | second.displaced):
        kept = sum(stack.bet for stack in second.stacks.values() if stack.owner == player)
        more = kept - standing.staked_by(state, player)
        money = bonuses.money_of(state, player)
        moves += stakes.bet_moved(money, layout.round_number(state.count), more)
        after = bonuses.staked(after, player, more)
    after = replace(after, stacks=second.stacks)
    return Change(after, (*first.events, *second.events), tuple(moves))


def _deal(layout: Layout, state: TableState, funds: Mapping[int, int], at: int) -> Change:
    cycle, shoe = _shoe_for_round(layout, state)
    owners = {box: stack.owner for box, stack in sorted(state.stacks.items())}
    bets = {box: state.stacks[box].bet for box in owners}
    have = bonuses.spendable(state, funds)
    by_box = {box: have[owner] for box, owner in owners.items()}
    step = deal(layout.game.rules, bets, shoe.cards, by_box, start=shoe.gone)
    staked = {owner: standing.staked_by(state, owner) for owner in owners.values()}
    started = RoundStarted(
        round=layout.round_id(state.count),
        cycle=cycle.number,
        c2=cycle.c2 or "",
        bets=bets,
        first_card=shoe.gone,
    )
    play = Play(state.count, step.round, bets, owners, staked, at)
    seated = tuple([_lapsed(seat, staked) for seat in state.seats])
    after = replace(
        state,
        open=False,
        cycle=cycle,
        shoe=shoe,
        play=play,
        last=None,
        stacks={},
        seats=seated,
    )
    return advance(layout, after, step, at, before=(started,))


def _lapsed(seat: Seat | None, staked: Container[int]) -> Seat | None:
    """A seat after a deal: who neither plays nor said SKIP has let another round pass."""
    if seat is None:
        return None
    idle = seat.answer is None and seat.player not in staked
    lapses = seat.lapses + 1 if idle else 0
    return seat if lapses == seat.lapses else replace(seat, lapses=lapses)


def _shoe_for_round(layout: Layout, state: TableState) -> tuple[Cycle, Shoe]:
    """The running shoe, or a new one from the parts of all who said DEAL, in seat order."""
    assert state.cycle is not None
    if state.shoe is not None:
        return state.cycle, state.shoe
    parts = tuple(seat.part if seat else b"" for seat in state.seats)
    return shuffler.shuffled(layout, state.cycle, parts)


def advance(
    layout: Layout,
    state: TableState,
    step: Step,
    at: int,
    *,
    before: tuple[AnyEvent, ...] = (),
    transfers: tuple[Transfer, ...] = (),
) -> Change:
    """The table after a step of its round: the next question, or the payout."""
    assert state.play is not None
    ends = moves_end(state, step.events, at)
    play = replace(state.play, round=step.round)
    now = replace(state, play=play, moves_at_ms=at, moves_end_ms=ends)
    if step.round.turn is None:
        change = _close(layout, now)
    else:
        deadlines = turn_deadline(layout, now, ends)
        change = Change(replace(now, decision=now.decision + 1, deadlines=deadlines), ())
    return Change(now, (*before, *step.events), transfers).then(change)


def _close(layout: Layout, state: TableState) -> Change:
    """Everyone who played is settled, once; a cycle that is played out is laid open."""
    play = state.play
    assert play is not None
    number = layout.round_number(play.count)
    settled = [_settled(state, play, player, number) for player in play.staked]
    moves: list[Transfer] = []
    for part in settled:
        money = bonuses.money_of(state, part.player)
        moves += stakes.settled(money, number, part.staked, part.paid)
    paid = [PlayerPaid(player=p.player, staked=p.staked, paid=p.paid) for p in settled]
    after, revealed = _after_round(layout, state, play)
    closed = Change(after, (*paid, *revealed), tuple(moves), tuple(settled))
    return closed.then(bonuses.settled(after, settled))


def _settled(state: TableState, play: Play, player: int, number: int) -> Settled:
    bonus = state.bonuses.get(player)
    staked, paid = settle(play.round, play.boxes_of(player))
    assert staked == play.staked[player], "a player's escrow holds what his hands show"
    return Settled(player, number, staked, paid, bonus=bonus.number if bonus else 0)


def _after_round(
    layout: Layout, state: TableState, play: Play
) -> tuple[TableState, tuple[AnyEvent, ...]]:
    assert state.shoe is not None
    assert state.cycle is not None
    shoe = state.shoe.after(play.round.used)
    redo = {player: bets for player, bets in state.redo.items() if player not in play.staked}
    for player in play.staked:
        redo[player] = {box: play.bets[box] for box in play.boxes_of(player)}
    after = replace(
        state,
        play=None,
        last=LastRound(play.round.boxes, play.round.hands, play.round.dealer, play.round.peeked),
        redo=dict(list(redo.items())[-REDO_KEPT:]),
        shoe=shoe,
        cycle=replace(state.cycle, gone=shoe.gone),
        deadlines=Deadlines(),
    )
    if not shuffler.played_out(layout, shoe):
        return after, ()
    over, event = shuffler.reveal(layout, after)
    return over, (event,)
