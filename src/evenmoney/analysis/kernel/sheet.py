"""Rules and a strategy written out as plain tables, the only thing compiled dealing reads.

Cards are value indices: 0 is the ace, 1 to 8 are two to nine, 9 is a ten. A hand is its best
total, plus `SOFT` while an ace counts eleven; totals from 22 on are bust.
"""

from math import lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evenmoney.cards import Card
from evenmoney.rules.action import Action
from evenmoney.rules.game import Rules
from evenmoney.strategy.card import PREFERENCES, StrategyCard, choose

ACE: Final = 0
TEN: Final = 9
SOFT: Final = 32
HANDS: Final = 64

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 3
SURRENDER: Final = 4
ACTIONS: Final = (Action.STAND, Action.HIT, Action.DOUBLE, Action.SPLIT, Action.SURRENDER)

UNSPLIT: Final = 0
AFTER_SPLIT: Final = 1
AFTER_LAST_SPLIT: Final = 2
SPLIT_ACE: Final = 3
LAST_SPLIT_ACE: Final = 4
STAGES: Final = 5
"""In which situations a two-card hand may be; `LAST` means that no further split is left."""

NO_HOLE: Final = 0
HOLE_FIRST: Final = 1
HOLE_SECOND: Final = 2

CHARLIE_NEVER: Final = 99

RANK_OF: Final = tuple(Card(rank + "s") for rank in "A23456789T")
"""A card of each value, by its index."""


class Sheet(NamedTuple):
    """Rules and strategy as tables; amounts in units of which a box's bet is `bet`."""

    cards: int
    cut: int
    """Cards that have left a shoe before its last round starts; 0 for a fresh shoe."""
    hole: int
    boxes: int
    max_hands: int
    charlie: int
    original_bets: bool
    insures: bool
    even_money: bool
    even_money_rule: bool
    hits_split_aces: bool
    bet: int
    natural_win: int
    cap: int
    """Most that a round may win in units, or -1."""
    add: NDArray[np.int64]
    """[hand, card] -> hand."""
    dealer_draws: NDArray[np.int64]
    """[hand] -> 1 while the dealer takes another card."""
    two_cards: NDArray[np.int64]
    """[stage, first card, second card, upcard] -> what is done, among what is allowed."""
    later: NDArray[np.int64]
    """[hand, upcard] -> `HIT` or `STAND` on three cards and more."""


def one_card(card: int) -> int:
    """The hand of a single card."""
    return SOFT + 11 if card == ACE else card + 1


def with_card(hand: int, card: int) -> int:
    """The hand after one more card; a bust hand only grows to 31."""
    total, soft = hand % SOFT, hand >= SOFT
    total += 1 if card == ACE else card + 1
    if card == ACE and total + 10 <= 21 and not soft:
        return SOFT + total + 10
    if soft and total > 21:
        return total - 10
    return min(total, 31) + (SOFT if soft else 0)


def two_card_hand(first: int, second: int) -> int:
    """The hand of two cards."""
    return with_card(one_card(first), second)


def adding_table() -> NDArray[np.int64]:
    """[hand, card] -> hand."""
    return np.array([[with_card(h, c) for c in range(10)] for h in range(HANDS)], dtype=np.int64)


def dealer_table(hit_soft_17: bool) -> NDArray[np.int64]:
    """[hand] -> 1 while the dealer takes another card."""
    soft_until = 18 if hit_soft_17 else 17
    draws = [h % SOFT < (soft_until if h >= SOFT else 17) for h in range(HANDS)]
    return np.array(draws, dtype=np.int64)


def may_double(rules: Rules, hand: int, stage: int) -> bool:
    """Whether a two-card hand may be doubled (`SPEC`: below 21, never split aces)."""
    total, soft = hand % SOFT, hand >= SOFT
    if stage >= SPLIT_ACE or total >= 21 or (stage != UNSPLIT and not rules.double_after_split):
        return False
    lowest = {"any": 4, "hard": 4, "9-11": 9, "10-11": 10}[rules.double_on]
    highest = 20 if rules.double_on in ("any", "hard") else 11
    return lowest <= total <= highest and (rules.double_on == "any" or not soft)


def may_split(rules: Rules, first: int, second: int, stage: int) -> bool:
    """Whether two cards of one value may be split in that stage."""
    if first != second or stage in (AFTER_LAST_SPLIT, LAST_SPLIT_ACE):
        return False
    return stage == UNSPLIT or first != ACE or rules.resplit_aces


def may_surrender(rules: Rules, upcard: int, stage: int) -> bool:
    """Whether the first action may be to give half the bet up."""
    if stage != UNSPLIT or rules.hole_card == "none":
        return False
    return rules.surrender == "late" or (rules.surrender == "late_not_ace" and upcard != ACE)


def allowed(rules: Rules, first: int, second: int, upcard: int, stage: int) -> set[Action]:
    """What a box may do with two cards, money never short."""
    hand = two_card_hand(first, second)
    actions = {Action.STAND}
    if stage < SPLIT_ACE or rules.hit_split_aces:
        actions.add(Action.HIT)
    if may_double(rules, hand, stage):
        actions.add(Action.DOUBLE)
    if may_split(rules, first, second, stage):
        actions.add(Action.SPLIT)
    if may_surrender(rules, upcard, stage):
        actions.add(Action.SURRENDER)
    return actions


def two_card_table(rules: Rules, card: StrategyCard) -> NDArray[np.int64]:
    """[stage, first card, second card, upcard] -> what the strategy does."""
    table = np.zeros((STAGES, 10, 10, 10), dtype=np.int64)
    for stage, first, second, up in np.ndindex(table.shape):
        options = allowed(rules, first, second, up, stage)
        if len(options) > 1 and two_card_hand(first, second) % SOFT < 21:
            hand = (RANK_OF[first], RANK_OF[second])
            table[stage, first, second, up] = ACTIONS.index(
                choose(card, hand, RANK_OF[up], options)
            )
    return table


def later_table(card: StrategyCard) -> NDArray[np.int64]:
    """[hand, upcard] -> hit or stand on three cards and more."""
    table = np.zeros((HANDS, 10), dtype=np.int64)
    for hand, up in np.ndindex(table.shape):
        total, soft = hand % SOFT, hand >= SOFT
        if (12 if soft else 4) <= total <= 20:
            cell = card.cell(total, bool(soft), RANK_OF[up])
            table[hand, up] = ACTIONS.index(PREFERENCES[cell][-1])
    return table


def most_won(rules: Rules) -> tuple[int, int]:
    """The best round of one box in bets, as a fraction: a natural, or all hands doubled."""
    pays = rules.blackjack_pays
    hands = rules.max_hands * 2 if rules.double_after_split else max(rules.max_hands, 2)
    return max((hands, 1), (pays.pays, pays.to), key=lambda f: f[0] / f[1])


def cap_bites(rules: Rules, stake: int, boxes: int) -> bool:
    """Whether the cap on a round's win can ever be met with that stake on each box."""
    won, per = most_won(rules)
    return rules.max_win is not None and won * stake * boxes > rules.max_win * per


def unit_bet(rules: Rules, stake: int, boxes: int) -> int:
    """The smallest bet, in units, whose half, natural's pay and cap are whole."""
    unit = lcm(2, rules.blackjack_pays.to)
    if cap_bites(rules, stake, boxes):
        assert rules.max_win is not None
        while unit * rules.max_win % stake:
            unit += lcm(2, rules.blackjack_pays.to)
    return unit


def cut_cards(rules: Rules) -> int:
    """Cards that have left before the cut card is out; 0 for a fresh shoe."""
    return 0 if rules.shoe == "fresh" else int(rules.decks * 52 * float(rules.shoe))


class Policy(NamedTuple):
    """What the player does beside the card: how many boxes he plays, and side bets.

    None leaves insurance and even money to the card.
    """

    boxes: int = 1
    insures: bool | None = None
    takes_even_money: bool | None = None


def make_sheet(
    rules: Rules, card: StrategyCard, policy: Policy, *, stake: int, bet: int | None = None
) -> Sheet:
    """The tables of a game under a strategy.

    `stake` in minor units says where a cap on wins lies; `bet` is a box's bet in the units of all
    results, by default the smallest that keeps everything whole.
    """
    unit = bet or unit_bet(rules, stake, policy.boxes)
    bites = cap_bites(rules, stake, policy.boxes)
    insures = card.insure if policy.insures is None else policy.insures
    settles = card.even_money if policy.takes_even_money is None else policy.takes_even_money
    return Sheet(
        cards=rules.decks * 52,
        cut=cut_cards(rules),
        hole={"none": NO_HOLE, "first": HOLE_FIRST, "second": HOLE_SECOND}[rules.hole_card],
        boxes=policy.boxes,
        max_hands=rules.max_hands,
        charlie=rules.charlie or CHARLIE_NEVER,
        original_bets=rules.no_hole_card_loss == "original_bets",
        insures=rules.insurance and insures,
        even_money=rules.even_money and settles,
        even_money_rule=rules.even_money,
        hits_split_aces=rules.hit_split_aces,
        bet=unit,
        natural_win=rules.blackjack_pays.win(unit),
        cap=(rules.max_win or 0) * unit // stake if bites else -1,
        add=adding_table(),
        dealer_draws=dealer_table(rules.hit_soft_17),
        two_cards=two_card_table(rules, card),
        later=later_table(card),
    )
