"""What the strategy card says to a decision that is open. Pure."""

import msgspec

from evenmoney.cards import Card
from evenmoney.house import standing
from evenmoney.house.bonuses import spendable
from evenmoney.house.state import TableState
from evenmoney.rules.action import Action, Asking
from evenmoney.rules.round import Round
from evenmoney.strategy.card import UPCARDS, choose, fold_rank
from evenmoney.strategy.certified import Certified


class Advised(msgspec.Struct, frozen=True):
    """The card's choice for a decision, and what each action on offer is worth, in first bets."""

    decision: int
    action: Action
    values: dict[str, float] | None


def hint(state: TableState, player: int, funds: int, certified: Certified) -> Advised | None:
    """The advice for the player who is asked, given what he can spend; None when he isn't."""
    if state.play is None or standing.turn_owner(state) != player:
        return None
    round, have = state.play.round, spendable(state, {player: funds})[player]
    offered = frozenset(offer.action for offer in round.offers if offer.cost <= have)
    upcard = next(card for card in round.dealer_shown if card is not None)
    action = choose(certified.card, _cards(round), upcard, offered)
    return Advised(state.decision, action, _values(round, upcard, offered, certified))


def _cards(round: Round) -> tuple[Card, ...]:
    turn = round.turn
    assert turn is not None
    if turn.asking is Asking.PLAY:
        return round.hands[round.at].cards
    return next(hand.cards for hand in round.hands if hand.box == turn.box)


def _values(
    round: Round, upcard: str, offered: frozenset[Action], certified: Certified
) -> dict[str, float] | None:
    """Known for the first choice of a hand of two cards that was not split."""
    turn = round.turn
    assert turn is not None
    cards = _cards(round)
    split = sum(hand.box == turn.box for hand in round.hands) > 1
    if turn.asking is not Asking.PLAY or split or len(cards) != 2:
        return None
    name = "".join(sorted(map(fold_rank, cards), key=UPCARDS.index, reverse=True))
    known = certified.values.get(name, {}).get(fold_rank(upcard))
    return (
        {action: value for action, value in known.items() if action in offered} if known else None
    )
