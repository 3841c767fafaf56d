"""A certificate: all that is proven of one game, as values; `certificate_page` is for people."""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, Final

import msgspec
import numpy as np

from evenmoney.analysis.exact import Analysis, analyse, hand_text, parse_hand, parse_upcard
from evenmoney.analysis.exact.values import total_return
from evenmoney.rules.game import Game, Rules
from evenmoney.rules.options import parse_rules, rules_hash, rules_options
from evenmoney.strategy.card import PAIRS, UPCARDS
from evenmoney.strategy.certified import Certified, Measure

DIGITS: Final = 12
"""Decimals kept in files, so that a last bit's difference between machines doesn't show."""


class Reading(msgspec.Struct, frozen=True):
    """What another reading of the same page would return."""

    words: str
    edge: Measure
    rtp: Measure


class Published(msgspec.Struct, frozen=True):
    """A printed RTP beside the computed measures; differences are in percentage points."""

    rtp: float
    """Per cent."""
    differences: dict[str, float]
    """Computed less published, by measure and play."""
    nearest: str
    note: str


class Simulated(msgspec.Struct, frozen=True, kw_only=True):
    """What a simulation by the printed card came to, in first bets."""

    rounds: int
    seed: int
    mean: float
    standard_error: float
    deviation: float
    """How many standard errors the mean lies off the exact edge."""
    variance: float
    variance_error: float
    chances: dict[str, float]
    """Shares of rounds or hands by what happened (natural, bust, push ...)."""
    nets: list[tuple[float, float]]
    """The distribution of results: net in first bets, share of rounds."""
    same_shoes: int
    """Shoes that the simulator and the engine of the tables dealt alike, card for card."""
    cut_card_effect: float | None = None
    """With a cut card: the edge less the fresh shoe's."""
    cut_card_error: float | None = None


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """What is certified of a game."""

    name: str
    exact: Certified
    published: Published | None
    readings: list[Reading]
    max_win: str
    shoe: str
    simulated: Simulated | None


READINGS: Final[Mapping[str, Mapping[str, dict[str, Any]]]] = {
    "free-amount": {
        "no hole card, a dealer's natural takes all bets": {"hole_card": "none"},
        "no hole card, a dealer's natural takes the first bet only": {
            "hole_card": "none",
            "no_hole_card_loss": "original_bets",
        },
        "split aces are played on": {"hit_split_aces": True},
        "no hole card, and split aces are played on": {
            "hole_card": "none",
            "hit_split_aces": True,
        },
    },
    "six-deck-shoe": {
        "doubling on 9 to 11, as the page's tag DO9 says": {"double_on": "9-11"},
    },
}
"""Games whose page leaves something open: other readings, and the options they change."""

NOTE: Final = (
    "The page doesn't say which measure and which strategy its figure means, whether it is "
    "rounded or cut off, or how it was found; and the rules it states need not give that figure "
    "at all. Nothing here is fitted to it."
)


def certify(game: Game, simulated: Simulated | None = None) -> Certificate:
    """The certificate of a game; `simulated` is put in when it was made for the same rules."""
    analysis = analyse(game.rules)
    exact = certified(game, analysis)
    return Certificate(
        name=game.name,
        exact=exact,
        published=published(game, exact),
        readings=readings(game, analysis),
        max_win=cap_words(game),
        shoe=shoe_words(game.rules),
        simulated=simulated,
    )


def certified(game: Game, analysis: Analysis) -> Certified:
    """The exact figures of a game in the form that a house loads."""
    card, optimal, variance = analysis.card, analysis.optimal, analysis.variance()
    return Certified(
        game=game.id,
        version=version("evenmoney"),
        rules_hash=rules_hash(game.rules),
        rules=rules_options(game.rules),
        edge=_measure(card.edge, optimal.edge),
        rtp=_measure(card.rtp, optimal.rtp),
        average_stake=round(card.stake, DIGITS),
        average_stake_optimal=round(optimal.stake, DIGITS),
        variance=None if variance is None else round(variance, DIGITS),
        card=analysis.strategy_card,
        values=_all_values(analysis),
    )


def _measure(card: float, optimal: float) -> Measure:
    return Measure(round(card, DIGITS), round(optimal, DIGITS))


def _all_values(analysis: Analysis) -> dict[str, dict[str, dict[str, float]]]:
    """The values of all two-card hands, by hand, upcard and action."""
    found = {}
    for high in range(len(PAIRS)):
        for low in range(high + 1):
            hand = parse_hand(PAIRS[high] + PAIRS[low])
            found[hand_text(hand)] = {
                upcard: _rounded(analysis.action_values(hand, parse_upcard(upcard)))
                for upcard in UPCARDS
            }
    return found


def _rounded(values: dict[str, float]) -> dict[str, float]:
    return {name: round(value, DIGITS) for name, value in values.items()}


def published(game: Game, exact: Certified) -> Published | None:
    """The printed RTP of a game beside what was computed, if it has one."""
    if game.published_rtp is None:
        return None
    printed = float(game.published_rtp)
    computed = {
        "RTP by the printed card": 100 * exact.rtp.card,
        "RTP by best play": 100 * exact.rtp.optimal,
        "100 % and the edge by the printed card": 100 + 100 * exact.edge.card,
        "100 % and the edge by best play": 100 + 100 * exact.edge.optimal,
    }
    differences = {name: round(value - printed, 6) for name, value in computed.items()}
    nearest = min(differences, key=lambda name: abs(differences[name]))
    return Published(printed, differences, nearest, NOTE)


def readings(game: Game, analysis: Analysis) -> list[Reading]:
    """What other readings of the game's page would return."""
    found = []
    for words, changes in READINGS.get(game.id, {}).items():
        other = analyse(parse_rules(rules_options(game.rules) | changes))
        edge = _measure(other.card.edge, other.optimal.edge)
        found.append(Reading(words, edge, _measure(other.card.rtp, other.optimal.rtp)))
    if game.rules.even_money and not analysis.strategy_card.even_money:
        found.append(_even_money_taken(analysis))
    return found


def _even_money_taken(analysis: Analysis) -> Reading:
    """The return of a player who always takes even money."""
    table, none = analysis.table, np.zeros(len(analysis.table.hands.cards))
    card = total_return(table, analysis.by_card, analysis.followed.first, none, even_money=True)
    first = analysis.values.value.argmax(axis=0).astype(np.int8)
    best = total_return(table, analysis.values, first, none, even_money=True)
    edge, rtp = _measure(card.edge, best.edge), _measure(card.rtp, best.rtp)
    return Reading("even money always taken (the card never takes it)", edge, rtp)


def most_won(rules: Rules) -> float:
    """The most that a box can win in a round, in its first bets."""
    natural = rules.blackjack_pays.pays / rules.blackjack_pays.to
    split = rules.max_hands * (2 if rules.double_after_split else 1)
    return max(2.0, natural, split)


def cap_words(game: Game) -> str:
    """Whether the cap on a round's win can bite at this game's limits, in words."""
    cap, limits = game.rules.max_win, game.limits
    if cap is None:
        return "No cap on a round's win."
    most = int(most_won(game.rules) * limits.stake_max * game.boxes)
    units = 10**game.currency.digits
    if most <= cap:
        return (
            f"A round's win is capped at {cap / units:.2f}. At this game's limits a round wins "
            f"{most / units:.2f} at most, so the cap can't bite and the figures are exact with it."
        )
    return (
        f"A round's win is capped at {cap / units:.2f}, and at this game's limits a round can win "
        f"{most / units:.2f}: the cap can bite on bets above "
        f"{cap / most_won(game.rules) / game.boxes / units:.2f} a box. The figures hold for bets "
        f"up to that amount; `evenmoney simulate --stake` gives those of higher ones."
    )


def shoe_words(rules: Rules) -> str:
    """What the exact figures stand on."""
    if rules.shoe == "fresh":
        return f"{rules.decks} decks, shuffled afresh for each round."
    return (
        f"{rules.decks} decks with a cut card at {rules.shoe:.0%}. The exact figures are those of "
        "a round from the full pack; the cut-card effect is simulated."
    )
