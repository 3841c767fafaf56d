"""A table's state as it may be seen: by everyone, and by one player. The only way out."""

from evenmoney.house import standing
from evenmoney.house.betting import qualifying
from evenmoney.house.state import LastRound, Layout, Play, Seat, TableState
from evenmoney.house.view import (
    BonusView,
    BoxView,
    DealerView,
    HandView,
    PrivateView,
    PurseView,
    SeatView,
    ShoeView,
    Status,
    TableView,
    TurnView,
)
from evenmoney.rules.action import Offer, Turn
from evenmoney.rules.hand import Box, Hand, count
from evenmoney.rules.round import Round
from evenmoney.store.store import Bonus


def public_view(layout: Layout, state: TableState, at: int) -> TableView:
    """All that everyone at the table may see at `at` (ms of UTC)."""
    cycle = state.cycle
    play = state.play
    return TableView(
        table=layout.id,
        game=layout.game.id,
        kind=layout.game.table,
        phase=standing.phase(state),
        round=layout.round_id(play.count) if play else None,
        cycle=cycle.number if cycle else 0,
        c1=cycle.c1 if cycle else "",
        c2=cycle.c2 if cycle else None,
        boxes=tuple(_box(state, box) for box in layout.boxes),
        seats=tuple(_seat(layout, place, seat) for place, seat in enumerate(state.seats)),
        dealer=_dealer(state),
        turn=turn_view(state, at),
        betting_left_ms=left_ms(state.deadlines.betting_ms, at),
        shoe=_shoe(layout, state),
        peeked=_peeked(state),
    )


def private_view(
    layout: Layout, state: TableState, player: int, name: str, balance: int, *, debt: int = 0
) -> PrivateView:
    """What only this player sees; `balance` is what he can spend, `debt` what he owes."""
    asked = standing.turn_owner(state) == player
    bets = standing.bets_of(state, player) if state.open else {}
    bonus = state.bonuses.get(player)
    left = bonus.balance if bonus else None
    return PrivateView(
        player=player,
        name=name,
        decision=state.decision if asked else None,
        offers=_payable(state.play, balance if left is None else left) if asked else (),
        purse=PurseView(
            balance=balance, staked=standing.staked_by(state, player), bonus=left, debt=debt
        ),
        redo=state.redo.get(player),
        can_deal=bool(bets) and _can_deal(layout, state, player, bets),
        can_skip=layout.multi and not bets and _can_skip(state, player),
        part_wanted=state.mixing and _owes_part(state, player),
        bonus=bonus_view(bonus) if bonus else None,
    )


def bonus_view(bonus: Bonus) -> BonusView:
    """A bonus as its player may see it."""
    return BonusView(
        bonus=bonus.number,
        kind=bonus.kind,
        games=bonus.games,
        amount=bonus.amount,
        balance=bonus.balance,
        wagered=bonus.wagered,
        required=bonus.required,
        granted_at=bonus.granted_at_ms,
        expires_at=bonus.expires_at_ms,
        active=bonus.table != 0,
        state=bonus.state,
    )


def turn_view(state: TableState, at: int) -> TurnView | None:
    """Whose answer is awaited, if anybody's."""
    play = state.play
    if play is None or play.round.turn is None:
        return None
    turn = play.round.turn
    ends = [end for end in (state.deadlines.turn_ms, state.deadlines.round_ms) if end is not None]
    return TurnView(
        decision=state.decision,
        box=turn.box,
        hand=turn.hand,
        asking=turn.asking,
        left_ms=left_ms(min(ends), at) if ends else None,
    )


def left_ms(deadline: int | None, at: int) -> int | None:
    """The time until a deadline, if there is one."""
    return None if deadline is None else max(0, deadline - at)


def _payable(play: Play | None, balance: int) -> tuple[Offer, ...]:
    """The offers without those that another table's bets have made too dear since."""
    assert play is not None
    return tuple(offer for offer in play.round.offers if offer.cost <= balance)


def _can_deal(layout: Layout, state: TableState, player: int, bets: dict[int, int]) -> bool:
    return not state.mixing and qualifying(layout, bets) and _answer(state, player) != "deal"


def _can_skip(state: TableState, player: int) -> bool:
    if standing.phase(state) != "betting" or standing.seat_of(state, player) is None:
        return False
    company = sum(seat is not None for seat in state.seats) > 1
    return company and _answer(state, player) != "skip"


def _owes_part(state: TableState, player: int) -> bool:
    seat = standing.seat(state, player)
    return seat is not None and seat.owes_part


def _answer(state: TableState, player: int) -> str | None:
    seat = standing.seat(state, player)
    return seat.answer if seat else None


def _seat(layout: Layout, place: int, seat: Seat | None) -> SeatView:
    box = layout.boxes[place]
    if seat is None:
        return SeatView(seat=place + 1, box=box)
    return SeatView(
        seat=place + 1,
        box=box,
        player=seat.player,
        name=seat.name,
        present=seat.present,
        answer=seat.answer,
    )


def _box(state: TableState, number: int) -> BoxView:
    """A box: before the deal the bet on it, in a round its hands, which lie until cleared."""
    stack = state.stacks.get(number)
    play = state.play
    owner, bet = (stack.owner, stack.bet) if stack else (None, 0)
    if play is not None and number in play.owners:
        owner, bet = play.owners[number], play.bets[number]
    dealt = _dealt_box(state, number)
    return BoxView(
        box=number,
        owner=owner,
        bet=bet,
        insurance=dealt.insurance if dealt else 0,
        insurance_paid=dealt.insurance_paid if dealt else None,
        hands=_hands(state, number),
    )


def _shown(state: TableState) -> Round | LastRound | None:
    """The round whose cards lie on the table."""
    return state.play.round if state.play else state.last


def _dealt_box(state: TableState, number: int) -> Box | None:
    shown = _shown(state)
    return next((box for box in shown.boxes if box.box == number), None) if shown else None


def _hands(state: TableState, box: int) -> tuple[HandView, ...]:
    shown = _shown(state)
    turn = state.play.round.turn if state.play else None
    return tuple(_hand(turn, hand) for hand in shown.hands if hand.box == box) if shown else ()


def _hand(turn: Turn | None, hand: Hand) -> HandView:
    return HandView(
        cards=hand.cards,
        bet=hand.bet,
        total=hand.total,
        soft=hand.soft,
        status=_status(turn, hand),
        outcome=hand.outcome,
        paid=hand.paid,
    )


def _status(turn: Turn | None, hand: Hand) -> Status:
    if hand.paid is not None:
        return "settled"
    if hand.outcome is not None:
        return "decided"
    if turn is not None and (turn.box, turn.hand) == (hand.box, hand.number):
        return "playing"
    return "standing" if hand.closed else "waiting"


def _dealer(state: TableState) -> DealerView:
    if state.play is not None:
        cards = state.play.round.dealer_shown
    elif state.last is not None:
        cards = state.last.dealer
    else:
        return DealerView()
    total, soft = count(tuple(card for card in cards if card is not None))
    return DealerView(cards=cards, total=total, soft=soft)


def _peeked(state: TableState) -> bool | None:
    shown = _shown(state)
    return shown.peeked if shown else None


def _shoe(layout: Layout, state: TableState) -> ShoeView | None:
    """A running shoe; a shoe for one round has nothing to show."""
    if layout.cut_at is None:
        return None
    cards = 52 * layout.game.rules.decks
    gone = state.shoe.gone if state.shoe else 0
    if state.play:
        gone += state.play.round.used
    return ShoeView(
        left=cards - gone,
        discarded=gone,
        cut_at=layout.cut_at,
        cut_card_out=gone >= layout.cut_at,
        cut=state.cycle.cut if state.cycle else None,
    )
