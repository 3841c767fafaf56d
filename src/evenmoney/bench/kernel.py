"""How fast the simulator is on one core, how small its errors get, and whether it is right."""

import time
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from evenmoney.cards import DECK
from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.game import Game
from evenmoney.rules.options import rules_hash
from evenmoney.strategy.certified import Certificates, Certified

if TYPE_CHECKING:
    from evenmoney.analysis.simulate import Simulation

GAME = "six-deck-shoe"
"""Full rules: late surrender, four hands, aces resplit, six decks, and a cut card."""
DEVIATION_MAX = 3.0
"""Standard errors that a mean may lie off the exact edge."""
ERROR_WANTED = 5e-5
"""The standard error of an edge that times are given for: 0.005 %."""
ROUNDS = {"plain": 2_000_000, "lock-step": 100_000_000, "rotations": 500_000_000}
"""So many that writing the tables, 0.04 s, doesn't count."""
AGREEMENT_ROUNDS = 100_000_000
SHOES = 100_000
SHOE_BATCH = 1000
BET = 1000


class Speed(msgspec.Struct, frozen=True):
    """One way to deal on one core, and the processor time for a standard error of 0.005 %."""

    what: str
    rounds: int
    boxes: int
    rounds_per_second: float
    variance_ratio: float
    seconds_for_error: float

    def __str__(self) -> str:
        return (
            f"{self.what:42}{self.rounds_per_second:10.3g} rounds/s   variance ratio "
            f"{self.variance_ratio:5.2f}   0.005 % in {self.seconds_for_error:6.2f} s"
        )


class Agreement(msgspec.Struct, frozen=True):
    """A game's simulated mean against its exact edge."""

    game: str
    rounds: int
    mean: float
    standard_error: float
    exact: float
    deviation: float

    @property
    def holds(self) -> bool:
        """Whether the two agree."""
        return abs(self.deviation) < DEVIATION_MAX

    def __str__(self) -> str:
        return (
            f"{self.game:24}{100 * self.mean:10.5f} % ± {100 * self.standard_error:.5f}, exact "
            f"{100 * self.exact:10.5f} %: {self.deviation:+.2f} standard errors"
        )


class SameShoes(msgspec.Struct, frozen=True):
    """Kernel and engine on the same shoes; `difference` is the first one, or None."""

    game: str
    shoes: int
    difference: str | None

    @property
    def holds(self) -> bool:
        """Whether all were dealt alike."""
        return self.difference is None

    def __str__(self) -> str:
        return f"{self.game:24}{self.shoes:,} shoes: {self.difference or 'card for card the same'}"


def certified(game: Game) -> Certified:
    """The exact figures of a packaged game."""
    return Certificates.packaged().of(game.id, rules_hash(game.rules))


def kernel_speeds() -> list[Speed]:
    """Every way to deal, fresh and to a cut card, on one core, after compilation."""
    fresh = {"shoe": "fresh"}
    speeds = [
        measured("plain, fresh", "plain", fresh),
        measured("lock-step, fresh", "lock-step", fresh),
        measured("lock-step, cut card", "lock-step", {}),
        measured("rotations, fresh", "rotations", fresh),
        measured("rotations, fresh, 3 boxes", "rotations", fresh, boxes=3),
    ]
    return [*speeds, cut_card_speed()]


def measured(what: str, mode: Any, changes: dict[str, Any], boxes: int = 1) -> Speed:
    """One mode's speed: rounds a second of one core, its tables and compiled code ready."""
    dealt(mode, changes, boxes, 1)
    rounds = ROUNDS[mode] // boxes**2
    began = time.process_time()
    found = dealt(mode, changes, boxes, rounds)
    seconds = time.process_time() - began - _walking(found)
    return Speed(
        what,
        found.rounds,
        boxes,
        found.rounds / seconds,
        found.variance_ratio,
        seconds * (found.standard_error / ERROR_WANTED) ** 2,
    )


def dealt(mode: Any, changes: dict[str, Any], boxes: int, rounds: int) -> "Simulation":
    """Rounds of the measured game on one core."""
    from evenmoney.analysis.kernel.sheet import Policy  # noqa: PLC0415
    from evenmoney.analysis.simulate import simulate  # noqa: PLC0415

    game = Catalogue.packaged()[GAME]
    exact = certified(game)
    rules = msgspec.structs.replace(game.rules, **changes)
    return simulate(
        rules,
        exact.card,
        rounds=rounds,
        mode=mode,
        cores=1,
        policy=Policy(boxes),
        fresh_edge=exact.edge.card,
    )


def _walking(found: "Simulation") -> float:
    """Seconds of a cut-card run that went into the cut-card effect, not into its rounds."""
    return 0.0 if found.cut_card is None else found.cut_card.seconds


def cut_card_speed() -> Speed:
    """The cut-card effect: an edge with a cut card, given the exact fresh one."""
    found = dealt("lock-step", {}, 1, 1)
    cut = found.cut_card
    assert cut is not None
    independent = found.variance / cut.rounds
    return Speed(
        "cut-card effect, given the exact fresh edge",
        cut.rounds,
        1,
        cut.rounds / cut.seconds,
        cut.standard_error**2 / independent,
        cut.seconds * (cut.standard_error / ERROR_WANTED) ** 2,
    )


def agreement(rounds: int = AGREEMENT_ROUNDS, seed: int = 1) -> Iterator[Agreement]:
    """Every fresh-shoe game's simulated mean against its exact edge, in rotations."""
    from evenmoney.analysis.simulate import simulate  # noqa: PLC0415

    for id, game in Catalogue.packaged().items():
        if game.rules.shoe != "fresh":
            continue
        exact = certified(game)
        found = simulate(game.rules, exact.card, rounds=rounds, seed=seed)
        off = (found.mean - exact.edge.card) / found.standard_error
        yield Agreement(id, found.rounds, found.mean, found.standard_error, exact.edge.card, off)


def same_shoes(shoes: int = SHOES, seed: int = 1) -> Iterator[SameShoes]:
    """Kernel and engine on that many shoes of every game, all its boxes bet on."""
    from evenmoney.analysis.kernel.sheet import Policy  # noqa: PLC0415
    from evenmoney.analysis.kernel.witness import disagreement  # noqa: PLC0415

    for id, game in Catalogue.packaged().items():
        dice, pack, difference = Random(seed), list(DECK) * game.rules.decks, None
        card, policy, done = certified(game).card, Policy(game.boxes), 0
        while done < shoes and difference is None:
            batch = [dice.sample(pack, min(len(pack), 104)) for _ in range(SHOE_BATCH)]
            difference = disagreement(game.rules, card, policy, batch, bet=BET)
            done += SHOE_BATCH
        yield SameShoes(id, done, difference)
