"""One round after another by the rows of a script: for splits, and for several boxes."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evenmoney.analysis.kernel.compiled import inlined
from evenmoney.analysis.kernel.kinds import (
    FINAL_BITS,
    FINAL_BUST,
    FINAL_NATURAL,
    HAND_ENDINGS,
    UNPLAYED,
    Kind,
)
from evenmoney.analysis.kernel.script import CELL_SHIFT, GOES_ON, NATURAL_OPENINGS, SPLIT_MOVE
from evenmoney.analysis.kernel.sheet import ACE, SOFT, TEN

KIND_NATURAL: Final = int(Kind.NATURAL)
KIND_BUST: Final = int(Kind.BUST)
KIND_BLACKJACK: Final = int(Kind.BLACKJACK)
KIND_EVEN_MONEY: Final = int(Kind.EVEN_MONEY)
KIND_PUSHED: Final = int(Kind.PUSHED_AT_ONCE)

HANDS_MAX: Final = 12
BOX_ENDS: Final = 12
COUNT: Final = 15
"""A desk's columns: the kinds of up to twelve hands, where each box's hands end, and how many."""
DESK: Final = 16

BY_HAND: Final = 0
SPLIT_BOXES: Final = HAND_ENDINGS
SPLIT_HANDS: Final = HAND_ENDINGS + 1
INSURED_BOXES: Final = HAND_ENDINGS + 2
DEALER_BUSTS: Final = HAND_ENDINGS + 3
SHEAF: Final = HAND_ENDINGS + 4
"""A sheaf's columns: hands by their ending, then what happened beside."""


def empty_desk() -> NDArray[np.int64]:
    """Room for the kinds of one round's hands."""
    return np.zeros(DESK, dtype=np.int64)


def empty_sheaf() -> NDArray[np.int64]:
    """Counts of what rounds dealt by rows came to."""
    return np.zeros(SHEAF, dtype=np.int64)


@inlined
def is_natural(up: Any, hole: Any) -> Any:
    """Whether the dealer's two cards are an ace and a ten."""
    return (up == ACE and hole == TEN) or (up == TEN and hole == ACE)


@inlined
def draw_on(script: Any, cards: Any, place: Any, move: Any) -> Any:
    """A hand's cards until it comes to something; gives (kind, next place)."""
    moves = script.moves
    while move & GOES_ON:
        move = np.int64(moves[(move >> 1) + np.int64(cards[place])])
        place += 1
    return np.int64(script.kinds[move >> CELL_SHIFT]), place


@inlined
def play_split(script: Any, cards: Any, place: Any, base: Any, desk: Any) -> Any:
    """All hands of a box that splits, onto the desk; gives the next place.

    `base` is where the moves of that card and upcard begin in the table.
    The hands that wait all hold that one card, so that it is enough to count them.
    """
    after_split = script.after_split
    waiting, total, last = 2, 2, np.int64(script.max_hands == 2)
    n = desk[COUNT]
    while waiting > 0:
        move = np.int64(after_split[last * 2000 + base + np.int64(cards[place])])
        place += 1
        if move == SPLIT_MOVE:
            waiting += 1
            total += 1
            last = np.int64(total == script.max_hands)
        else:
            desk[n], place = draw_on(script, cards, place, move)
            waiting -= 1
            n += 1
    desk[COUNT] = n
    return place


@inlined
def play_boxes(script: Any, cards: Any, at: Any, desk: Any) -> Any:
    """All boxes of a round from place `at`, onto the desk; gives the next place."""
    up = np.int64(cards[at + script.up_at])
    natural = script.peeks and is_natural(up, np.int64(cards[at + script.hole_at]))
    part = NATURAL_OPENINGS if natural else 0
    place = at + script.opening_cards
    desk[COUNT] = 0
    for box in range(script.boxes):
        first = np.int64(cards[at + box])
        second = np.int64(cards[at + script.second_at + box])
        move = np.int64(script.openings[part + first * 100 + second * 10 + up])
        if move == SPLIT_MOVE:
            place = play_split(script, cards, place, first * 200 + up * 16, desk)
        else:
            desk[desk[COUNT]], place = draw_on(script, cards, place, move)
            desk[COUNT] += 1
        desk[BOX_ENDS + box] = desk[COUNT]
    return place


@inlined
def who_waits(script: Any, up: Any, desk: Any) -> Any:
    """(whether a hand awaits the dealer's total, whether one awaits his second card)."""
    total, card = False, False
    bust_waits = script.looks and (up in (ACE, TEN))
    for h in range(desk[COUNT]):
        kind = desk[h]
        total |= kind < KIND_NATURAL
        card |= kind == KIND_NATURAL or (bust_waits and kind & ~1 == KIND_BUST)
    return total, card


@inlined
def play_dealer(script: Any, cards: Any, held: Any, desk: Any, place: Any) -> Any:
    """The dealer's cards; gives (what he came to, next place)."""
    up, hole = held
    total, card = who_waits(script, up, desk)
    if script.peeks:
        second = hole
    elif total or card:
        second = np.int64(cards[place])
        place += 1
    else:
        return np.int64(UNPLAYED), place
    if is_natural(up, second):
        return np.int64(FINAL_NATURAL), place
    if not total:
        return np.int64(UNPLAYED), place
    dealer, finals = script.dealer, script.finals
    hand = np.int64(dealer[((SOFT + 11 if up == ACE else up + 1) << 4) | second])
    while finals[hand] == UNPLAYED:
        hand = np.int64(dealer[(hand << 4) | np.int64(cards[place])])
        place += 1
    return np.int64(finals[hand]), place


@inlined
def count_insured(script: Any, up: Any, desk: Any) -> Any:
    """How many boxes are insured."""
    insured, h = 0, 0
    if script.insures and up == ACE:
        for box in range(script.boxes):
            natural = desk[h] in (KIND_BLACKJACK, KIND_EVEN_MONEY, KIND_PUSHED)
            insured += script.insures_naturals or not natural
            h = desk[BOX_ENDS + box]
    return insured


@inlined
def deal_hands(script: Any, cards: Any, at: Any, desk: Any) -> Any:
    """All cards of a round from place `at`; gives (what the dealer came to, next place)."""
    place = play_boxes(script, cards, at, desk)
    held = np.int64(cards[at + script.up_at]), np.int64(cards[at + script.hole_at])
    return play_dealer(script, cards, held, desk, place)


@inlined
def settle_hands(script: Any, desk: Any, final: Any, sheaf: Any) -> Any:
    """What the hands on the desk come to, (net, stake); all are counted in the sheaf."""
    net, stake, h = 0, 0, 0
    for box in range(script.boxes):
        end, later = desk[BOX_ENDS + box], 0
        sheaf[SPLIT_BOXES] += end - h > 1
        sheaf[SPLIT_HANDS] += end - h - 1
        while h < end:
            ending = (desk[h] << FINAL_BITS) | final
            sheaf[ending] += 1
            net += script.hand_net[later + ending]
            stake += script.bet << (desk[h] & 1)
            later = HAND_ENDINGS
            h += 1
    return net, stake


@inlined
def settle(script: Any, up: Any, desk: Any, final: Any, sheaf: Any) -> Any:
    """What the round on the desk comes to, (net, stake), insurance and cap included."""
    net, stake = settle_hands(script, desk, final, sheaf)
    insured = count_insured(script, up, desk)
    sheaf[INSURED_BOXES] += insured
    sheaf[DEALER_BUSTS] += final == FINAL_BUST
    side = insured * script.side_bet
    net += 2 * side if final == FINAL_NATURAL else -side
    return min(net, script.cap) if script.cap >= 0 else net, stake + side


@inlined
def deal_round(script: Any, cards: Any, at: Any, desk: Any, sheaf: Any) -> Any:
    """A whole round from place `at`; gives (net, stake, place after its last card)."""
    final, place = deal_hands(script, cards, at, desk)
    net, stake = settle(script, np.int64(cards[at + script.up_at]), desk, final, sheaf)
    return net, stake, place
