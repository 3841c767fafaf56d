"""What the laws are tried on: any sound rules, any bets, and shoes that make pairs likely."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from hypothesis import strategies as st

from evenmoney.cards import DECK, RANKS, Card
from evenmoney.rules.check import check_rules
from evenmoney.rules.event import CardDealt, DealerCardDealt, Event, HandSplit, HoleCardRevealed
from evenmoney.rules.game import Rules
from evenmoney.rules.hand import VALUE
from evenmoney.rules.options import BadOption, parse_rules
from tests.dealing import GAMES

SHOE_LENGTH = 300
"""More than any round takes: the longest hand is 21 aces, and there are 12 and the dealer's."""

published = st.sampled_from([game.rules for game in GAMES.values()])


@st.composite
def any_options(draw: st.DrawFn) -> dict[str, Any]:
    """Options of which none contradicts another."""
    hole_card = draw(st.sampled_from(["first", "second", "none"]))
    insurance = hole_card != "none" and draw(st.booleans())
    surrenders = ["none"] if hole_card == "none" else ["none", "late", "late_not_ace"]
    return {
        "decks": draw(st.integers(1, 8)),
        "shoe": "fresh",
        "hit_soft_17": draw(st.booleans()),
        "hole_card": hole_card,
        "blackjack_pays": draw(st.sampled_from(["3:2", "6:5", "1:1"])),
        "insurance": insurance,
        "even_money": insurance and draw(st.booleans()),
        "surrender": draw(st.sampled_from(surrenders)),
        "double_on": draw(st.sampled_from(["any", "hard", "9-11", "10-11"])),
        "double_after_split": draw(st.booleans()),
        "max_hands": draw(st.integers(2, 4)),
        "resplit_aces": draw(st.booleans()),
        "hit_split_aces": draw(st.booleans()),
        "no_hole_card_loss": draw(st.sampled_from(["all_bets", "original_bets"])),
        "auto_stand_on_21": draw(st.booleans()),
        "charlie": draw(st.sampled_from(["none", 3, 5, 11])),
        "boxes": 3,
        "max_win": draw(st.sampled_from(["none", 10, 1500])),
    }


def sound(rules: Rules) -> bool:
    """Whether rules for three boxes contradict nothing."""
    try:
        check_rules(rules, 3)
    except BadOption:
        return False
    return True


any_rules = st.one_of(published, any_options().map(parse_rules).filter(sound))

bets = st.dictionaries(
    st.integers(1, 3), st.integers(1, 50).map(lambda n: n * 10), min_size=1, max_size=3
)


seeds = st.integers(0, 2**32)


def shoe_of(ranks: set[str], seed: int) -> tuple[Card, ...]:
    """Cards of a few ranks in any order: few ranks make pairs, naturals and long hands likely."""
    cards = [card for card in DECK if card[0] in ranks]
    return tuple(Random(seed).choices(cards, k=SHOE_LENGTH))


shoes = st.builds(shoe_of, st.sets(st.sampled_from(RANKS), min_size=1), seeds)


def lowest_first(decks: int, seed: int) -> tuple[Card, ...]:
    """A whole pack with its low cards on top, cards of one value in any order, and some swaps."""
    dice = Random(seed)
    pack = sorted(list(DECK) * decks, key=lambda card: (VALUE[card], dice.random()))
    for _ in range(dice.randrange(30)):
        one, other = dice.randrange(len(pack)), dice.randrange(len(pack))
        pack[one], pack[other] = pack[other], pack[one]
    return tuple(pack)


def cards_on_the_table(
    events: Iterable[Event],
) -> tuple[dict[tuple[int, int], list[Card]], Counter[Card]]:
    """The hands by box and number, and the dealer's cards, told from public events alone."""
    hands: dict[tuple[int, int], list[Card]] = {}
    dealer: Counter[Card] = Counter()
    for event in events:
        match event:
            case CardDealt(box, hand, card):
                hands.setdefault((box, hand), []).append(card)
            case HandSplit(box, hand):
                for number in sorted((n for b, n in hands if b == box and n > hand), reverse=True):
                    hands[box, number + 1] = hands.pop((box, number))
                hands[box, hand + 1] = [hands[box, hand].pop()]
            case DealerCardDealt(card) if card is not None:
                dealer[card] += 1
            case HoleCardRevealed(card):
                dealer[card] += 1
            case _:
                pass
    return hands, dealer
