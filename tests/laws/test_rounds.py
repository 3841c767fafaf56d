"""The laws that every round keeps, whatever the rules, the cards and the answers."""

from collections import Counter
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from evenmoney.cards import Card
from evenmoney.rules.action import Action
from evenmoney.rules.check import most_cards
from evenmoney.rules.event import Event, HandSettled, Outcome, RoundClosed
from evenmoney.rules.game import Rules
from evenmoney.rules.hand import VALUE
from evenmoney.rules.notation import Move, RoundRecord, read, replay, without_idle_funds, write
from evenmoney.rules.options import rules_hash
from evenmoney.rules.refusal import Refusal
from evenmoney.rules.round import Round, deal, settle
from tests.laws import oracle
from tests.laws.rounds import any_rules, bets, cards_on_the_table, lowest_first, seeds, shoes


class AnyRound(RuleBasedStateMachine):
    """One player with a purse bets on some boxes and answers as he likes."""

    @initialize(
        rules=any_rules,
        stakes=bets,
        cards=shoes,
        more=st.one_of(st.none(), st.integers(0, 2000)),
    )
    def first_round(
        self, rules: Rules, stakes: dict[int, int], cards: tuple[Card, ...], more: int | None
    ) -> None:
        self.played_by, self.cards, self.purse = rules, cards, more
        self.deal(stakes, 0)

    def deal(self, stakes: dict[int, int], start: int) -> None:
        self.stakes, self.start = stakes, start
        self.moves: list[Move] = []
        self.first_purse = self.purses()
        step = deal(self.played_by, stakes, self.cards, self.first_purse, start)
        self.round: Round = step.round
        self.events: list[Event] = list(step.events)

    @precondition(lambda self: self.round.over)
    @rule(stakes=bets)
    def next_round(self, stakes: dict[int, int]) -> None:
        """From the same shoe while it holds enough, else from a new one."""
        enough = self.round.dealt < len(self.cards) // 2
        self.deal(stakes, self.round.dealt if enough else 0)

    def purses(self) -> dict[int, int] | None:
        return None if self.purse is None else dict.fromkeys(self.stakes, self.purse)

    def staked(self) -> int:
        return sum(self.round.staked(box) for box in self.stakes)

    @precondition(lambda self: not self.round.over)
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        offer = data.draw(st.sampled_from(self.round.offers))
        before = self.staked()
        if self.purse is not None:
            self.purse -= offer.cost
        move = Move(offer.action, self.purses())
        step = self.round.act(move.action, move.funds)
        self.moves.append(move)
        self.round = step.round
        self.events += step.events
        assert self.staked() == before + offer.cost

    @invariant()
    def an_action_is_accepted_exactly_when_offered(self) -> None:
        offered = [offer.action for offer in self.round.offers]
        assert len(offered) == len(set(offered))
        for action in Action:
            try:
                self.round.act(action, self.purses())
            except Refusal:
                assert action not in offered
            else:
                assert action in offered

    @invariant()
    def no_purse_is_overdrawn(self) -> None:
        if self.purse is not None:
            assert all(offer.cost <= self.purse for offer in self.round.offers)

    @invariant()
    def a_round_asks_until_it_is_over(self) -> None:
        assert (self.round.turn is None) == (not self.round.offers) == self.round.over

    @invariant()
    def cards_are_conserved(self) -> None:
        left = self.cards[self.start : self.start + self.round.used]
        out = Counter(self.round.dealer)
        for hand in self.round.hands:
            out.update(hand.cards)
        assert out == Counter(left)

    @invariant()
    def events_tell_all_that_lies_face_up_and_no_more(self) -> None:
        hands, dealer = cards_on_the_table(self.events)
        assert {(h.box, h.number): list(h.cards) for h in self.round.hands} == hands
        assert dealer == Counter(card for card in self.round.dealer_shown if card is not None)

    @invariant()
    def totals_are_those_of_the_cards(self) -> None:
        for hand in self.round.hands:
            assert hand.total == oracle.total(hand.cards)

    @invariant()
    def a_box_has_its_hands_in_order_and_within_the_limit(self) -> None:
        order = [(hand.box, hand.number) for hand in self.round.hands]
        assert order == sorted(order)
        assert max(number for _, number in order) < self.played_by.max_hands

    @precondition(lambda self: self.round.over)
    @invariant()
    def a_replay_gives_the_same_round(self) -> None:
        record = RoundRecord(
            game="any",
            rules_hash=rules_hash(self.played_by),
            bets=self.stakes,
            cards=self.cards[self.start :],
            moves=tuple(self.moves),
            funds=self.first_purse,
        )
        step = replay(read(write(record)), self.played_by)
        assert list(step.events) == self.events
        assert step.round.result == self.round.result
        lean = replay(without_idle_funds(record, self.played_by), self.played_by)
        assert lean.round == step.round

    @precondition(lambda self: self.round.over)
    @invariant()
    def every_hand_is_settled_exactly_once_in_playing_order(self) -> None:
        settled = [(e.box, e.hand) for e in self.events if isinstance(e, HandSettled)]
        assert settled == [(hand.box, hand.number) for hand in self.round.hands]
        assert sum(isinstance(event, RoundClosed) for event in self.events) == 1

    @precondition(lambda self: self.round.over)
    @invariant()
    def money_is_conserved(self) -> None:
        result = self.round.result
        insured = sum(box.insurance for box in self.round.boxes)
        returned = sum(box.insurance_paid or 0 for box in self.round.boxes)
        staked = sum(hand.bet for hand in result.hands) + insured
        paid = sum(hand.paid for hand in result.hands) + returned
        assert self.events[-1] == RoundClosed(staked, paid)
        assert result.staked == staked == self.staked()
        cap = paid if self.played_by.max_win is None else staked + self.played_by.max_win
        assert result.paid == min(paid, cap)
        assert result.net == result.paid - staked
        assert settle(self.round, self.stakes.keys()) == (result.staked, result.paid)

    @precondition(lambda self: self.round.over)
    @invariant()
    def every_hand_ends_and_is_paid_as_the_oracle_says(self) -> None:
        rules, dealer = self.played_by, self.round.dealer
        late_natural = rules.hole_card == "none" and oracle.natural(dealer)
        spared = late_natural and rules.no_hole_card_loss == "original_bets"
        for hand, own in zip(self.round.result.hands, self.round.hands, strict=True):
            assert hand.outcome in oracle.outcomes(rules, hand, own.split, dealer)
            if not spared or hand.outcome in (Outcome.CHARLIE, Outcome.PUSH):
                assert hand.paid == oracle.pay(rules, hand)
        for box in self.round.result.boxes if spared else ():
            mine = [hand for hand in self.round.result.hands if hand.box == box.box]
            if all(hand.outcome in (Outcome.LOSE, Outcome.BUST) for hand in mine):
                assert box.paid == box.staked - box.bet

    @precondition(lambda self: self.round.over)
    @invariant()
    def insurance_pays_on_a_natural_and_on_nothing_else(self) -> None:
        for box in self.round.boxes:
            if box.insurance:
                won = oracle.natural(self.round.dealer)
                assert box.insurance_paid == (3 * box.insurance if won else 0)

    @precondition(lambda self: self.round.over)
    @invariant()
    def the_dealer_draws_to_17_when_a_result_hangs_on_it_and_not_otherwise(self) -> None:
        dealer = self.round.dealer
        decided = {Outcome.WIN, Outcome.LOSE, Outcome.PUSH}
        drawn_for = [
            hand
            for hand, own in zip(self.round.result.hands, self.round.hands, strict=True)
            if hand.outcome in decided and (own.split or not oracle.natural(hand.cards))
        ]
        if drawn_for:
            assert oracle.total(dealer) >= 17
        else:
            assert len(dealer) <= 2
        assert all(oracle.total(dealer[:n]) <= 17 for n in range(2, len(dealer)))


TestAnyRound = AnyRound.TestCase
TestAnyRound.settings = settings(
    max_examples=100,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def other_unseen_cards(current: Round, seed: int) -> tuple[Card, ...]:
    """The same shoe with other cards wherever nobody has seen one yet: behind the last card dealt,
    and face down, where only a natural that the dealer has denied is ruled out."""
    cards = list(current.cards)
    unseen = list(range(current.dealt, len(cards)))
    if None in current.dealer_shown:
        unseen.append(hole_card_at(current))
    values = [cards[at] for at in unseen]
    Random(seed).shuffle(values)
    for at, card in zip(unseen, values, strict=True):
        cards[at] = card
    return tuple(cards)


def hole_card_at(current: Round) -> int:
    """Where in the shoe the face-down card lay."""
    boxes = len(current.boxes)
    return current.start + (boxes if current.rules.hole_card == "first" else 2 * boxes + 1)


@settings(max_examples=300, deadline=None)
@given(rules=any_rules, stakes=bets, cards=shoes, data=st.data())
def test_unseen_cards_change_nothing_before_they_are_seen(
    rules: Rules, stakes: dict[int, int], cards: tuple[Card, ...], data: st.DataObject
) -> None:
    step = deal(rules, stakes, cards)
    events, answers = list(step.events), []
    for _ in range(data.draw(st.integers(0, 8))):
        if step.round.over:
            break
        offer = data.draw(st.sampled_from(step.round.offers))
        answers.append(offer.action)
        step = step.round.act(offer.action)
        events += step.events
    if step.round.over:
        return
    twin_cards = other_unseen_cards(step.round, data.draw(seeds))
    if step.round.peeked is False:
        values = {VALUE[twin_cards[hole_card_at(step.round)]], upcard(step.round)}
        if values == {1, 10}:
            return
    twin = deal(rules, stakes, twin_cards)
    twin_events = list(twin.events)
    for action in answers:
        twin = twin.round.act(action)
        twin_events += twin.events
    assert twin_events == events
    assert twin.round.offers == step.round.offers
    assert repr(twin.round) == repr(step.round)


def upcard(current: Round) -> int:
    """The value of the dealer's face-up card."""
    return next(VALUE[card] for card in current.dealer_shown if card is not None)


@settings(max_examples=200, deadline=None)
@given(rules=any_rules, stakes=bets, seed=seeds)
def test_no_round_takes_more_cards_than_its_bound(
    rules: Rules, stakes: dict[int, int], seed: int
) -> None:
    step = deal(rules, stakes, lowest_first(rules.decks, seed))
    while not step.round.over:
        actions = {offer.action for offer in step.round.offers}
        greedy = [a for a in (Action.SPLIT, Action.HIT, Action.PASS, Action.STAND) if a in actions]
        step = step.round.act(greedy[0])
    assert step.round.used <= most_cards(rules, len(stakes))
