"""Commands and the house's own moves, each turned into a change of the table. Pure."""

from msgspec.structs import replace

from evenmoney.fairness import player_part
from evenmoney.house import betting, bonuses, rounds, seats, shuffler, stakes, standing
from evenmoney.house.betting import Bets, Laid
from evenmoney.house.change import Change
from evenmoney.house.command import (
    Act,
    ActivateBonus,
    ClearBets,
    Cut,
    DeactivateBonus,
    Deal,
    DoubleBets,
    LayBets,
    OpenPart,
    PlaceBet,
    RedoBets,
    Skip,
    TakeBet,
)
from evenmoney.house.event import BetReason, BettingTimed, PartOpened, PlayedByCard, ShoeCut
from evenmoney.house.frame import AnyEvent
from evenmoney.house.record import (
    BettingOver,
    BonusOver,
    Furnished,
    GotUp,
    HourOver,
    Opened,
    Owing,
    PartsOver,
    Played,
    Presence,
    Record,
    SatDown,
    Told,
    Voided,
)
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.state import Deadlines, Layout, TableState
from evenmoney.house.voids import void
from evenmoney.ledger.transfer import Transfer
from evenmoney.rules.action import Action, Offer


def apply(layout: Layout, state: TableState, record: Record, at: int) -> Change:
    """What `record` does to the table at `at` (ms of UTC); raises `TableRefusal`.

    The same call plays a table and rebuilds it from its record. What it brings to the cash of a
    player who owes pays that off first.
    """
    change = _applied(layout, state, record, at)
    debts = record.debts if isinstance(record, Owing) else {}
    if not debts:
        return change
    return change.then(Change(change.state, (), stakes.repayments(change.transfers, debts)))


def _applied(layout: Layout, state: TableState, record: Record, at: int) -> Change:
    match record:
        case Told():
            return told(layout, state, record, at)
        case Opened():
            goes_on = Change(state, ()) if record.goes_on else None
            return goes_on or rounds.open_betting(layout, state, record.secret)
        case SatDown() | GotUp() | Presence():
            return seat_changed(layout, state, record, at)
        case Furnished():
            return rounds.give_game(layout, state)
        case _:
            return house_moved(layout, state, record, at)


def house_moved(
    layout: Layout,
    state: TableState,
    record: Played | BettingOver | PartsOver | BonusOver | HourOver | Voided,
    at: int,
) -> Change:
    """What the house does when time has run out, for who is away, or on an operator's word."""
    match record:
        case Played():
            return played(layout, state, record, at)
        case BettingOver():
            _check_count(state, record.count)
            return rounds.close_betting(layout, state, record.funds, at)
        case PartsOver():
            _check_count(state, record.count)
            return rounds.parts_over(layout, state, record.funds, at)
        case BonusOver():
            return bonus_over(layout, state, record, at)
        case HourOver():
            _check_count(state, record.count)
            return hour_over(layout, state, at)
        case Voided():
            return void(layout, state, record)


def seat_changed(
    layout: Layout, state: TableState, record: SatDown | GotUp | Presence, at: int
) -> Change:
    """What coming, going and being away does."""
    match record:
        case SatDown():
            return seats.sit_down(state, record)
        case GotUp():
            return got_up(layout, state, record, at)
        case Presence():
            return seats.set_presence(state, record)


def _check_count(state: TableState, count: int) -> None:
    """A clock's record is of the round that it ran for: a bug, or a record that isn't this table's,
    if not."""
    assert count == state.count, f"a clock of round {count} rang in round {state.count}"


def told(layout: Layout, state: TableState, record: Told, at: int) -> Change:
    """What a player's command does."""
    command = record.command
    if isinstance(command, Act):
        return act(layout, state, record, command, at)
    seats.need_seat(state, record.player)
    if isinstance(command, OpenPart):
        return open_part(state, record, command)
    if standing.phase(state) != "betting":
        reason = (
            "a round is being played" if state.playing else "betting is closed, cards will come"
        )
        raise TableRefusal(Code.BETTING_CLOSED, reason)
    return told_before_deal(layout, state, record, at)


def told_before_deal(layout: Layout, state: TableState, record: Told, at: int) -> Change:
    """What the command of a seated player does while bets are taken."""
    command = record.command
    match command:
        case Deal():
            bonuses.check_time(state, record.player, at)
            return ready(layout, state, record, command, at)
        case Skip():
            return skip(layout, state, record)
        case Cut():
            return choose_cut(layout, state, command)
        case ActivateBonus():
            return bonuses.activate(layout, state, record, at)
        case DeactivateBonus():
            return bonuses.deactivate(state, record.player, at)
        case Act() | OpenPart():
            raise AssertionError("these are told in a round")
        case _:
            bets, reason = wanted(state, record.player, command)
            laid = betting.lay(layout, state, record.player, bets, reason)
            return booked(layout, state, record, laid, at)


def wanted(
    state: TableState,
    player: int,
    command: PlaceBet | TakeBet | LayBets | ClearBets | RedoBets | DoubleBets,
) -> tuple[Bets, BetReason]:
    """The bets that a betting command asks for, and the word for it."""
    match command:
        case PlaceBet():
            return betting.placed(state, player, command.box, command.amount), "placed"
        case TakeBet():
            return betting.taken(state, player, command.box, command.amount), "taken"
        case LayBets():
            return command.bets, "laid"
        case ClearBets():
            return betting.cleared(state, player, command.box), "cleared"
        case RedoBets():
            return betting.redone(state, player), "redone"
        case DoubleBets():
            return betting.doubled(state, player), "doubled"


def booked(layout: Layout, state: TableState, record: Told, laid: Laid, at: int) -> Change:
    """The bets laid and paid for; whoever's bets changed has to say DEAL again."""
    after = replace(state, stacks=laid.stacks)
    moves: list[Transfer] = []
    events: list[AnyEvent] = []
    for player in (record.player, *sorted(laid.displaced)):
        more = standing.staked_by(after, player) - standing.staked_by(state, player)
        if more > 0:
            bonuses.check_time(state, player, at)
        if more > bonuses.spendable(state, record.funds).get(player, 0):
            raise bonuses.too_little(state, player, "these bets")
        money = bonuses.money_of(state, player)
        moves += stakes.bet_moved(money, layout.round_number(state.count), more)
        after = bonuses.staked(after, player, more)
        after, taken_back = seats.answer(after, player, None)
        events += taken_back
    after, cleared = seats.clear_table(after)
    after, timed = _betting_clock(layout, after, at)
    return Change(after, (*cleared, *laid.events, *events, *timed), tuple(moves))


def _betting_clock(
    layout: Layout, state: TableState, at: int
) -> tuple[TableState, tuple[AnyEvent, ...]]:
    """The betting clock runs while a bet lies on a table that has one."""
    seconds = layout.game.timers.betting_seconds
    running = state.deadlines.betting_ms is not None
    if seconds is None or state.mixing or running == bool(state.stacks):
        return state, ()
    if running:
        return replace(state, deadlines=Deadlines()), (BettingTimed(left_ms=None),)
    deadlines = Deadlines(betting_ms=at + seconds * 1000)
    return replace(state, deadlines=deadlines), (BettingTimed(left_ms=seconds * 1000),)


def ready(layout: Layout, state: TableState, record: Told, command: Deal, at: int) -> Change:
    """DEAL: the cards at once at a single-player table, else one more who is ready."""
    bets = standing.bets_of(state, record.player)
    if not bets:
        raise TableRefusal(Code.NO_BETS, "lay a bet first")
    if not betting.qualifying(layout, bets):
        raise TableRefusal(Code.BELOW_MINIMUM, "one bet must be at least the table's minimum")
    if layout.multi:
        return promised(state, record, command)
    if command.nonce is None:
        raise TableRefusal(Code.PART_MISSING, "DEAL carries your part of the shuffle", "nonce")
    nonce = bytes.fromhex(command.nonce)
    part = player_part(nonce, command.text)
    after, events = seats.answer(state, record.player, "deal", part)
    dealt = rounds.close_betting(layout, after, record.funds, at)
    return replace(dealt, events=(*events, *dealt.events))


def promised(state: TableState, record: Told, command: Deal) -> Change:
    """DEAL at a table for several: one more who is ready, and the hash of his part."""
    if command.part_hash is None or command.nonce is not None:
        reason = "with several players DEAL carries the hash of your part, and not yet the part"
        raise TableRefusal(Code.PART_MISSING, reason, "part_hash")
    promise = bytes.fromhex(command.part_hash)
    after, events = seats.answer(state, record.player, "deal", promise=promise)
    return Change(after, events)


def open_part(state: TableState, record: Told, command: OpenPart) -> Change:
    """The part of the shuffle that a player promised, now that every hash is in."""
    place = standing.seat_of(state, record.player)
    seat = state.seats[place] if place is not None else None
    if not state.mixing or place is None or seat is None or not seat.owes_part:
        raise TableRefusal(Code.PART_NOT_WANTED, "your part of the shuffle is not awaited now")
    nonce = bytes.fromhex(command.nonce)
    part = player_part(nonce, command.text)
    assert state.cycle is not None
    shuffler.check_promise(state.cycle, seat.promise, part)
    after = seats.part_opened(state, place, part)
    return Change(after, (PartOpened(seat=place + 1),))


def skip(layout: Layout, state: TableState, record: Told) -> Change:
    """SKIP: the player sits out until he bets."""
    alone = sum(seat is not None for seat in state.seats) < 2
    if not layout.multi or alone or standing.bets_of(state, record.player):
        raise TableRefusal(Code.NOT_OFFERED, "there is nothing to skip now")
    after, events = seats.answer(state, record.player, "skip")
    return Change(after, events)


def choose_cut(layout: Layout, state: TableState, command: Cut) -> Change:
    """The player cuts a new shoe; it can be done anew until its first card."""
    cards = 52 * layout.game.rules.decks
    if layout.cut_at is None or state.shoe is not None or state.cycle is None:
        raise TableRefusal(Code.NOT_OFFERED, "there is no new shoe to cut now")
    if command.position >= cards:
        reason = f"a cut is from 0 to {cards - 1} cards"
        raise TableRefusal(Code.NOT_OFFERED, reason, "position")
    after = replace(state, cycle=replace(state.cycle, cut=command.position))
    return Change(after, (ShoeCut(position=command.position),))


def act(layout: Layout, state: TableState, record: Told, command: Act, at: int) -> Change:
    """A player's answer to the question that is open."""
    if standing.turn_owner(state) is None or command.decision != state.decision:
        raise TableRefusal(Code.STALE_DECISION, "that question is over", "decision")
    if standing.turn_owner(state) != record.player:
        raise TableRefusal(Code.NOT_YOUR_TURN, "another player is asked")
    return answered(layout, state, command.action, record.funds, at)


def played(layout: Layout, state: TableState, record: Played, at: int) -> Change:
    """The house's answer for a player, to the question that is open."""
    assert state.play is not None
    assert record.decision == state.decision, "a clock answers the question that it ran for"
    turn = state.play.round.turn
    assert turn is not None
    event = PlayedByCard(box=turn.box, hand=turn.hand, action=record.action, why=record.why)
    change = answered(layout, state, record.action, record.funds, at)
    return replace(change, events=(event, *change.events))


def answered(
    layout: Layout, state: TableState, action: Action, funds: dict[int, int], at: int
) -> Change:
    """The round goes on by an answer, paid for by its player."""
    play = state.play
    assert play is not None
    assert play.round.turn is not None
    player = play.owners[play.round.turn.box]
    cost = _offered(play.round.offers, action).cost
    have = bonuses.spendable(state, funds)
    if cost > have[player]:
        raise bonuses.too_little(state, player, str(action))
    left = {box: have[owner] - cost * (owner == player) for box, owner in play.owners.items()}
    step = play.round.act(action, left)
    money = bonuses.money_of(state, player)
    paid = stakes.raised(money, layout.round_number(play.count), cost)
    if cost:
        staked = {**play.staked, player: play.staked[player] + cost}
        state = replace(state, play=replace(play, staked=staked))
        state = bonuses.staked(state, player, cost)
    return rounds.advance(layout, state, step, at, transfers=paid)


def _offered(offers: tuple[Offer, ...], action: Action) -> Offer:
    for offer in offers:
        if offer.action == action:
            return offer
    choice = ", ".join(offer.action for offer in offers)
    raise TableRefusal(Code.NOT_OFFERED, f"{action} is not offered now; {choice} is", "action")


def hour_over(layout: Layout, state: TableState, at: int) -> Change:
    """The round's time is up: every open hand stands."""
    assert state.play is not None
    turn = state.play.round.turn
    assert turn is not None
    event = PlayedByCard(box=turn.box, hand=turn.hand, action=Action.STAND, why="hour")
    step = state.play.round.stand_all()
    return rounds.advance(layout, state, step, at, before=(event,))


def got_up(layout: Layout, state: TableState, record: GotUp, at: int) -> Change:
    """A player's bets go back and his seat is free; an empty table ends its cycle."""
    back = bets_back(layout, state, record.player, "left")
    change = back.then(seats.leave_seat(back.state, record))
    after, timed = _betting_clock(layout, change.state, at)
    after, put_away = bonuses.left_behind(after, record.player)
    change = change.then(Change(after, timed, put_away=put_away))
    if after.playing or any(after.seats):
        return change
    return change.then(rounds.nothing_dealt(layout, after))


def bets_back(layout: Layout, state: TableState, player: int, reason: BetReason) -> Change:
    """All of a player's bets before the deal go back to him."""
    own = [box for box, stack in state.stacks.items() if stack.owner == player]
    laid = betting.sent_back(state.stacks, own, reason)
    more = -sum(state.stacks[box].bet for box in own)
    money = bonuses.money_of(state, player)
    moves = stakes.bet_moved(money, layout.round_number(state.count), more)
    after = bonuses.staked(replace(state, stacks=laid.stacks), player, more)
    return Change(after, laid.events, moves)


def bonus_over(layout: Layout, state: TableState, record: BonusOver, at: int) -> Change:
    """A bonus has expired between two rounds: bets that lie go back to it, and it is forfeited."""
    back = bets_back(layout, state, record.player, "bonus_expired")
    after, taken_back = seats.answer(back.state, record.player, None)
    after, timed = _betting_clock(layout, after, at)
    answered = back.then(Change(after, (*taken_back, *timed)))
    return answered.then(bonuses.expire(after, record.player))
