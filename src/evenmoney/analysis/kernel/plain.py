"""One round after another as the rules tell it: the slow, obvious dealing that checks the fast.

A round lives in a `felt`: an array with four rows a box for its hands, one row for the dealer and
one for the round. Columns are named below. Cards are kept as places in the shoe, so that a round
can be compared with the engine's card for card.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evenmoney.analysis.kernel.compiled import inlined, inner
from evenmoney.analysis.kernel.sheet import (
    ACE,
    AFTER_LAST_SPLIT,
    AFTER_SPLIT,
    DOUBLE,
    HIT,
    HOLE_FIRST,
    LAST_SPLIT_ACE,
    NO_HOLE,
    SOFT,
    SPLIT,
    SPLIT_ACE,
    SURRENDER,
    TEN,
    UNSPLIT,
)

HANDS_PER_BOX: Final = 4
DEALER: Final = 12
ROUND: Final = 13
ROWS: Final = 14

HAND: Final = 0
COUNT: Final = 1
BET: Final = 2
OUTCOME: Final = 3
PAID: Final = 4
STAGE: Final = 5
FIRST: Final = 6
SECOND: Final = 7
PLACES: Final = 8
COLUMNS: Final = 40
"""Columns of a hand: what it is worth, how many cards, money, how it ended, and its cards."""

NEXT: Final = 0
UPCARD: Final = 1
NET: Final = 2
STAKED: Final = 3
INSURED: Final = 4
SPLITS: Final = 7
"""Columns of the round's row: the next place in the shoe, the upcard, money in units, which boxes
are insured (three columns), and how many times each box was split (three columns)."""

OPEN: Final = 0
BLACKJACK: Final = 1
EVEN_MONEY: Final = 2
CHARLIE: Final = 3
WIN: Final = 4
PUSH: Final = 5
LOSE: Final = 6
BUST: Final = 7
SURRENDERED: Final = 8
OUTCOMES: Final = 9


def empty_felt() -> NDArray[np.int64]:
    """A table with nothing on it; every round clears what it uses."""
    return np.zeros((ROWS, COLUMNS), dtype=np.int64)


@inlined
def give(felt: Any, row: Any, shoe: Any, sheet: Any) -> None:
    """The next card of the shoe to a hand or to the dealer."""
    place = felt[ROUND, NEXT]
    card = np.int64(shoe[place])
    count = felt[row, COUNT]
    felt[ROUND, NEXT] = place + 1
    felt[row, PLACES + count] = place
    if count < 2:
        felt[row, FIRST + count] = card
    felt[row, HAND] = first_hand(card) if count == 0 else sheet.add[felt[row, HAND], card]
    felt[row, COUNT] = count + 1


@inlined
def first_hand(card: Any) -> Any:
    """The hand of one card."""
    return np.int64(SOFT + 11 if card == ACE else card + 1)


@inlined
def is_bust(hand: Any) -> Any:
    """Whether a hand is over 21."""
    return hand % SOFT > 21


@inner
def deal_opening(felt: Any, shoe: Any, at: Any, sheet: Any) -> None:
    """Two passes round the boxes and the dealer, from place `at` of the shoe."""
    for k in range(SPLITS + 3):
        felt[ROUND, k] = 0
    felt[ROUND, NEXT] = at
    felt[DEALER, COUNT] = 0
    for box in range(sheet.boxes):
        row = box * HANDS_PER_BOX
        felt[row, COUNT], felt[row, BET] = 0, sheet.bet
        felt[row, OUTCOME], felt[row, STAGE] = OPEN, UNSPLIT
        give(felt, row, shoe, sheet)
    give(felt, DEALER, shoe, sheet)
    for box in range(sheet.boxes):
        give(felt, box * HANDS_PER_BOX, shoe, sheet)
    if sheet.hole != NO_HOLE:
        give(felt, DEALER, shoe, sheet)
    felt[ROUND, UPCARD] = felt[DEALER, SECOND if sheet.hole == HOLE_FIRST else FIRST]


@inlined
def has_natural(felt: Any, row: Any) -> Any:
    """Whether the row holds an ace and a ten-valued card, and no more."""
    return felt[row, COUNT] == 2 and felt[row, HAND] == SOFT + 21


@inner
def answer_insurance(felt: Any, sheet: Any) -> None:
    """Insurance and even money, box by box, as the player's policy has it."""
    for box in range(sheet.boxes):
        row = box * HANDS_PER_BOX
        if sheet.even_money_rule and has_natural(felt, row):
            if sheet.even_money:
                felt[row, OUTCOME] = EVEN_MONEY
        elif sheet.insures:
            felt[ROUND, INSURED + box] = sheet.bet // 2


@inner
def split(felt: Any, row: Any, box: Any, shoe: Any, sheet: Any) -> None:
    """The second card goes to a new hand after this one, which gets its second card at once."""
    splits = felt[ROUND, SPLITS + box] + 1
    felt[ROUND, SPLITS + box] = splits
    for k in range(box * HANDS_PER_BOX + splits, row + 1, -1):
        for c in range(COLUMNS):
            felt[k, c] = felt[k - 1, c]
    card = felt[row, FIRST]
    stage = SPLIT_ACE if card == ACE else AFTER_SPLIT
    felt[row + 1, PLACES] = felt[row, PLACES + 1]
    felt[row + 1, BET], felt[row + 1, OUTCOME] = sheet.bet, OPEN
    for k in (row, row + 1):
        felt[k, HAND], felt[k, FIRST] = first_hand(card), card
        felt[k, COUNT], felt[k, STAGE] = 1, stage
    give(felt, row, shoe, sheet)


@inner
def choice(felt: Any, row: Any, box: Any, sheet: Any) -> Any:
    """What the strategy does with two cards."""
    stage = felt[row, STAGE]
    if felt[ROUND, SPLITS + box] == sheet.max_hands - 1:
        stage = LAST_SPLIT_ACE if stage == SPLIT_ACE else stage
        stage = AFTER_LAST_SPLIT if stage == AFTER_SPLIT else stage
    return sheet.two_cards[stage, felt[row, FIRST], felt[row, SECOND], felt[ROUND, UPCARD]]


@inner
def close(felt: Any, row: Any, sheet: Any) -> None:
    """What the hand's own cards decide: bust and charlie."""
    if is_bust(felt[row, HAND]):
        felt[row, OUTCOME] = BUST
    elif felt[row, COUNT] >= sheet.charlie:
        felt[row, OUTCOME] = CHARLIE


@inner
def play_hand(felt: Any, row: Any, box: Any, shoe: Any, sheet: Any) -> None:
    """One hand to its end, splits of it leaving their second hands for later."""
    if felt[row, COUNT] == 1:
        give(felt, row, shoe, sheet)
    action = choice(felt, row, box, sheet)
    while action == SPLIT:
        split(felt, row, box, shoe, sheet)
        action = choice(felt, row, box, sheet)
    if action == SURRENDER:
        felt[row, OUTCOME] = SURRENDERED
    elif action == DOUBLE:
        felt[row, BET] *= 2
        give(felt, row, shoe, sheet)
    while action == HIT:
        give(felt, row, shoe, sheet)
        hand = felt[row, HAND]
        more = not is_bust(hand) and felt[row, COUNT] < sheet.charlie
        action = sheet.later[hand, felt[ROUND, UPCARD]] if more else np.int64(0)
    close(felt, row, sheet)


@inner
def play_boxes(felt: Any, shoe: Any, sheet: Any) -> None:
    """All boxes in order; naturals have nothing to play."""
    for box in range(sheet.boxes):
        row = box * HANDS_PER_BOX
        if has_natural(felt, row):
            continue
        while row <= box * HANDS_PER_BOX + felt[ROUND, SPLITS + box]:
            play_hand(felt, row, box, shoe, sheet)
            row += 1


@inner
def count_waiting(felt: Any, sheet: Any) -> Any:
    """(hands that await the dealer's total, naturals that await his second card, bust hands)."""
    live, naturals, busts = 0, 0, 0
    for box in range(sheet.boxes):
        for row in range(box * HANDS_PER_BOX, box * HANDS_PER_BOX + felt[ROUND, SPLITS + box] + 1):
            outcome = felt[row, OUTCOME]
            natural = has_natural(felt, row) and felt[row, STAGE] == UNSPLIT
            live += outcome == OPEN and not natural
            naturals += outcome == OPEN and natural
            busts += outcome == BUST
    return live, naturals, busts


@inner
def play_dealer(felt: Any, shoe: Any, sheet: Any) -> None:
    """The dealer's cards, none that can't change a result."""
    live, naturals, busts = count_waiting(felt, sheet)
    if sheet.hole == NO_HOLE:
        up = felt[ROUND, UPCARD]
        looks = sheet.original_bets and busts > 0 and (up in (ACE, TEN))
        if live or naturals or looks:
            give(felt, DEALER, shoe, sheet)
    if live:
        while sheet.dealer_draws[felt[DEALER, HAND]]:
            give(felt, DEALER, shoe, sheet)


@inner
def compare(felt: Any, row: Any) -> Any:
    """The outcome of a hand that stood, against the dealer's total."""
    mine, his = felt[row, HAND] % SOFT, felt[DEALER, HAND] % SOFT
    if his > 21 or mine > his:
        return WIN
    return PUSH if mine == his else LOSE


@inner
def decide(felt: Any, row: Any, dealer_natural: Any) -> Any:
    """The outcome of a hand, the dealer having played."""
    if felt[row, OUTCOME] != OPEN:
        return felt[row, OUTCOME]
    if has_natural(felt, row) and felt[row, STAGE] == UNSPLIT:
        return PUSH if dealer_natural else BLACKJACK
    return LOSE if dealer_natural else compare(felt, row)


@inner
def pay(outcome: Any, bet: Any, sheet: Any) -> Any:
    """What a hand brings back, its bet included."""
    if outcome == BLACKJACK:
        return bet + sheet.natural_win
    if outcome in (EVEN_MONEY, CHARLIE, WIN):
        return 2 * bet
    if outcome == PUSH:
        return bet
    return bet // 2 if outcome == SURRENDERED else 0


@inner
def pay_original(felt: Any, row: Any, first: Any, sheet: Any) -> Any:
    """What a hand brings back under a natural that takes the box's first bet only."""
    if felt[row, OUTCOME] in (CHARLIE, PUSH):
        return pay(felt[row, OUTCOME], felt[row, BET], sheet)
    return felt[row, BET] - (sheet.bet if first else 0)


@inner
def settle(felt: Any, sheet: Any) -> None:
    """Outcomes, payouts, and the round's net and stake in units."""
    dealer_natural = has_natural(felt, DEALER)
    net, staked = 0, 0
    for box in range(sheet.boxes):
        top = box * HANDS_PER_BOX
        for row in range(top, top + felt[ROUND, SPLITS + box] + 1):
            felt[row, OUTCOME] = decide(felt, row, dealer_natural)
            if dealer_natural and sheet.hole == NO_HOLE and sheet.original_bets:
                felt[row, PAID] = pay_original(felt, row, row == top, sheet)
            else:
                felt[row, PAID] = pay(felt[row, OUTCOME], felt[row, BET], sheet)
            net += felt[row, PAID] - felt[row, BET]
            staked += felt[row, BET]
        insured = felt[ROUND, INSURED + box]
        net += 2 * insured if dealer_natural else -insured
        staked += insured
    felt[ROUND, NET] = min(net, sheet.cap) if sheet.cap >= 0 else net
    felt[ROUND, STAKED] = staked


@inner
def play_round(felt: Any, shoe: Any, at: Any, sheet: Any) -> Any:
    """One round from place `at` of a shoe; gives the place after its last card.

    What it came to stands on the felt.
    """
    deal_opening(felt, shoe, at, sheet)
    up = felt[ROUND, UPCARD]
    if sheet.hole != NO_HOLE and up == ACE:
        answer_insurance(felt, sheet)
    if sheet.hole == NO_HOLE or not has_natural(felt, DEALER):
        play_boxes(felt, shoe, sheet)
        if sheet.hole != NO_HOLE:
            pay_naturals(felt, sheet)
        play_dealer(felt, shoe, sheet)
    settle(felt, sheet)
    return felt[ROUND, NEXT]


@inner
def pay_naturals(felt: Any, sheet: Any) -> None:
    """After the peek a natural is won and awaits the dealer no more."""
    for box in range(sheet.boxes):
        row = box * HANDS_PER_BOX
        if felt[row, OUTCOME] == OPEN and felt[row, STAGE] == UNSPLIT and has_natural(felt, row):
            felt[row, OUTCOME] = BLACKJACK
