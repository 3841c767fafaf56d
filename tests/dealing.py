"""Rounds for tests, dealt from named hands instead of a list of cards in dealing order."""

from collections.abc import Mapping

import msgspec

from evenmoney.cards import Card, cards_text, parse_cards
from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.action import Action
from evenmoney.rules.event import Event, HandDecided, HandSettled
from evenmoney.rules.game import Rules
from evenmoney.rules.payoff import Result
from evenmoney.rules.refusal import Refusal
from evenmoney.rules.round import Round, deal

GAMES = Catalogue.packaged()
BET = 1000


def rules_of(game: str, **options: object) -> Rules:
    """The rules of a game, with some options changed."""
    return msgspec.structs.replace(GAMES[game].rules, **options)


def dealing_order(rules: Rules, hands: str, up: str, down: str = "", then: str = "") -> str:
    """The cards as they must leave the shoe, so that boxes get `hands` (`"8c 8d / Td 6h"`)."""
    pairs = [hand.split() for hand in hands.split("/")]
    firsts, seconds = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    if rules.hole_card == "none":
        assert not down, "there is no hole card: the dealer's second card goes into `then`"
        order = [*firsts, up, *seconds]
    elif rules.hole_card == "first":
        order = [*firsts, down, *seconds, up]
    else:
        order = [*firsts, up, *seconds, down]
    return " ".join([*order, then])


class Table:
    """A round in play: answers one after the other, what is asked, and what it comes to."""

    def __init__(
        self,
        game: str,
        hands: str,
        *,
        up: str,
        down: str = "",
        then: str = "",
        bets: Mapping[int, int] | None = None,
        balance: int | None = None,
        **options: object,
    ) -> None:
        self.rules = rules_of(game, **options)
        order = parse_cards(dealing_order(self.rules, hands, up, down, then))
        self.bets = bets or dict.fromkeys(range(1, hands.count("/") + 2), BET)
        self.balance = balance
        step = deal(self.rules, self.bets, order, self.funds(sum(self.bets.values())))
        self.round: Round = step.round
        self.events: list[Event] = list(step.events)

    def funds(self, staked: int) -> dict[int, int] | None:
        if self.balance is None:
            return None
        return dict.fromkeys(self.bets, self.balance - staked)

    def do(self, *actions: str) -> "Table":
        """Give these answers."""
        for name in actions:
            action = Action(name)
            cost = sum(offer.cost for offer in self.round.offers if offer.action is action)
            staked = cost + sum(self.round.staked(box) for box in self.bets)
            step = self.round.act(action, self.funds(staked))
            self.round = step.round
            self.events += step.events
        return self

    def refuses(self, action: str) -> str | None:
        """The code with which an answer is refused; None when it is taken."""
        try:
            self.round.act(Action(action), self.funds(0))
        except Refusal as refusal:
            return refusal.code
        return None

    @property
    def offered(self) -> set[str]:
        """The names of all that may be done now."""
        return {str(offer.action) for offer in self.round.offers}

    @property
    def asked(self) -> tuple[int, int, str] | None:
        """Box, hand and kind of the question; None when the round is over."""
        turn = self.round.turn
        return None if turn is None else (turn.box, turn.hand, str(turn.asking))

    def cost(self, action: str) -> int:
        """What an offered action costs."""
        return next(offer.cost for offer in self.round.offers if offer.action == action)

    @property
    def result(self) -> Result:
        return self.round.result

    @property
    def net(self) -> int:
        return self.result.net

    @property
    def staked(self) -> int:
        return self.result.staked

    @property
    def dealer(self) -> str:
        return cards_text(self.result.dealer)

    @property
    def shown(self) -> str:
        """The dealer's cards as everyone sees them, `??` face down."""
        return cards_text(card or Card("??") for card in self.round.dealer_shown)

    @property
    def outcomes(self) -> list[str]:
        return [str(hand.outcome) for hand in self.result.hands]

    @property
    def paid(self) -> list[int]:
        return [hand.paid for hand in self.result.hands]

    @property
    def hands(self) -> list[str]:
        """The cards of all hands, in playing order."""
        return [cards_text(hand.cards) for hand in self.round.hands]

    @property
    def totals(self) -> list[int]:
        return [hand.total for hand in self.round.hands]

    @property
    def decided(self) -> list[tuple[int, int, str]]:
        """Hands whose result stood before the dealer played: box, hand, outcome."""
        return [(e.box, e.hand, str(e.outcome)) for e in self.events if isinstance(e, HandDecided)]

    @property
    def settled(self) -> list[tuple[int, int]]:
        """Box and hand of all settled hands, in the order of their settlement."""
        return [(e.box, e.hand) for e in self.events if isinstance(e, HandSettled)]
