"""Simulation of any rules under any strategy card: the Python side of the compiled kernel.

>>> from evenmoney.games.catalogue import Catalogue
>>> from evenmoney.strategy.certified import Certificates
>>> game = Catalogue.packaged()["classic"]
>>> card = Certificates.packaged().of(game.id, rules_hash(game.rules)).card
>>> found = simulate(game.rules, card, rounds=1_000_000, seed=1)
>>> abs(found.mean + 0.00796) < 4 * found.standard_error
True
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import ceil, nan
from typing import Any, Final, Literal, NamedTuple

import msgspec
import numpy as np

from evenmoney.analysis.kernel import fresh, statistics
from evenmoney.analysis.kernel.cutcard import WALKS, fixed_count, make_walks, walk_shoes
from evenmoney.analysis.kernel.endings import close
from evenmoney.analysis.kernel.fresh import deal_fresh, make_rounds
from evenmoney.analysis.kernel.independent import (
    ROUNDS_PER_BLOCK,
    SHOES_PER_BLOCK,
    Span,
    deal_blocks,
    new_pack,
)
from evenmoney.analysis.kernel.lockstep import LANES, SHOES, STEPS, deal_lanes, make_lanes
from evenmoney.analysis.kernel.rotations import READINGS, deal_rotations, lay_out, roles_of
from evenmoney.analysis.kernel.script import Script, write_script
from evenmoney.analysis.kernel.sheet import Policy, Sheet, cap_bites, make_sheet
from evenmoney.analysis.kernel.shoes import deal_shoes, make_shoes
from evenmoney.analysis.kernel.tally import (
    BLOCKS,
    CARDS,
    ROUNDS,
    SUM_ROUNDS,
    SUM_STAKE,
    Tally,
    empty_tally,
)
from evenmoney.rules.game import Rules
from evenmoney.rules.options import rules_hash
from evenmoney.strategy.card import StrategyCard

Mode = Literal["auto", "plain", "lock-step", "rotations"]
MODES: Final = ("auto", "plain", "lock-step", "rotations")

BLOCKS_MIN: Final = 32
"""Fewer blocks would give no error worth the name."""
CHUNKS_PER_CORE: Final = 24
BLOCKS_PER_CHUNK_MAX: Final = 1024
FRESH_ROUNDS: Final = fresh.LANES * fresh.STEPS
"""Independent rounds of one box in a block of theirs."""
CARDS_PER_ROUND: Final = 2.7
"""Cards a box or the dealer takes, about: only to guess how many rounds a shoe gives."""
WALKED_SHUFFLES: Final = 20_000
"""Shuffles that the cut-card effect is taken from, at the least."""
ROUNDS_PER_WALKED_SHUFFLE: Final = 1000
"""A longer run walks through a shuffle more for so many rounds."""
WALK_SEED_STEP: Final = 1 << 40
"""Blocks of the walks lie this far from a run's own."""
STAKE: Final = 1000
"""A box's bet in minor units where none is given; it matters only under a cap on wins."""

Progress = Callable[[int, int], None]
"""Called with rounds dealt so far and to be dealt in all, by how many a block is guessed to have:
the same at the end."""


class CutCard(msgspec.Struct, frozen=True, kw_only=True):
    """What the cut card does, per unit of the first bet: edge with it less the fresh shoe's."""

    effect: float
    standard_error: float
    fresh_edge: float
    fresh_error: float
    """0 where the fresh edge was given as exact."""
    edge: float
    edge_error: float
    shoes: int
    rounds: int
    seconds: float
    """Processor time of the effect alone."""


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """What a simulation came to. Amounts are in first bets of one box."""

    rules_hash: str
    mode: str
    seed: int
    boxes: int
    rounds: int
    blocks: int
    mean: float
    """The edge: net result per unit of the first bet, over all boxes."""
    standard_error: float
    """Of the mean, from sums of independent blocks."""
    variance: float
    """Of a round's net result, all boxes together."""
    variance_error: float
    variance_ratio: float
    """Variance of the mean over that of as many independent rounds."""
    average_stake: float
    """Staked in all, doubles, splits and insurance included, per unit of the first bet."""
    rtp: float
    """What comes back per unit staked."""
    rtp_error: float
    nets: list[tuple[float, float]]
    """The distribution of a round's net result: (net, share of rounds), lowest first."""
    frequencies: dict[str, float]
    """Shares: of hands (outcomes, double), of boxes (natural, split, insurance), of rounds."""
    cards_per_round: float
    cut_card: CutCard | None
    notes: list[str]
    """What was done otherwise than asked, and what to know of the figures."""
    seconds: float
    """Processor time of all cores."""

    @property
    def histogram(self) -> dict[float, float]:
        """The distribution of results as a mapping: net in first bets -> share of rounds."""
        return dict(self.nets)


class Way(NamedTuple):
    """A way to deal blocks: what a thread needs, what deals, and how many rounds a block has."""

    name: str
    tables: Any
    """What the kernel reads: the sheet, or the script."""
    workplace: Callable[[], Any]
    deal: Callable[[Span, Any, Any, Tally], None]
    rounds_per_block: float


class Part(NamedTuple):
    """So many blocks of a run, all dealt in one way, from block `first` on."""

    way: Way
    blocks: int
    first: int = 0


def simulate(
    rules: Rules,
    card: StrategyCard,
    *,
    rounds: int = 100_000_000,
    seed: int = 1,
    policy: Policy | None = None,
    mode: Mode = "auto",
    cores: int | None = None,
    stake: int = STAKE,
    fresh_edge: float | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Deal at least `rounds` rounds of `rules`, played by `card`, and say what they came to.

    The same rules, card, policy, mode, rounds and seed give the same figures on any number of
    cores. `stake` is each box's bet in minor units and matters only under `max_win`. `fresh_edge`
    is the exact edge of the same game with a fresh shoe; without it a cut-card game's is simulated.
    """
    began = time.process_time()
    sheet = make_sheet(rules, card, policy or Policy(), stake=stake)
    name, notes = _mode(sheet, mode)
    script = write_script(sheet)
    way = _way(name, sheet, script)
    dealt = Part(way, max(BLOCKS_MIN, ceil(rounds / way.rounds_per_block)))
    walked = _cut_parts(sheet, script, rounds, fresh_edge) if sheet.cut else ()
    cores = cores or os.cpu_count() or 1
    run = _Run(sheet, script, seed, cores, parts=(dealt, *walked), progress=progress)
    total = run.deal(dealt)
    cut_card = _cut_card(run, fresh_edge, *walked) if walked else None
    if cap_bites(rules, stake, sheet.boxes):
        notes.append(f"max_win can bite: figures are for bets of {stake} minor units a box")
    return _told(
        sheet,
        total,
        rules_hash=rules_hash(rules),
        mode=name,
        seed=seed,
        cut_card=cut_card,
        notes=notes,
        seconds=time.process_time() - began,
    )


def _mode(sheet: Sheet, asked: Mode) -> tuple[str, list[str]]:
    """The mode that is used, and what must be said of it."""
    if asked not in MODES:
        raise ValueError(f"there is no mode {asked!r}; there are: {', '.join(MODES)}")
    if sheet.cut and asked == "rotations":
        return "lock-step", ["rotations deal fresh shoes only: dealt in lock-step to the cut card"]
    if asked == "auto":
        return ("lock-step" if sheet.cut else "rotations"), []
    return asked, []


def rounds_per_shoe(sheet: Sheet) -> float:
    """About how many rounds a shoe gives down to its cut card."""
    return sheet.cut / (CARDS_PER_ROUND * (sheet.boxes + 1)) + 0.5


def _way(name: str, sheet: Sheet, script: Script) -> Way:
    """How a mode deals."""
    rounds: float = READINGS * len(roles_of(script)) * sheet.cards
    if name == "rotations":
        return Way(name, script, lambda: lay_out(script), _rotations, rounds)
    if name == "lock-step":
        return _lock_step(name, sheet, script)
    rounds = SHOES_PER_BLOCK * rounds_per_shoe(sheet) if sheet.cut else ROUNDS_PER_BLOCK
    return Way(name, sheet, lambda: None, _plain, rounds)


def _lock_step(name: str, sheet: Sheet, script: Script) -> Way:
    """How independent rounds or shoes are dealt side by side."""
    if not sheet.cut and sheet.boxes == 1:
        return Way(name, script, lambda: make_rounds(script), _fresh, FRESH_ROUNDS)
    rounds = LANES * (SHOES * rounds_per_shoe(sheet) if sheet.cut else STEPS)
    if sheet.boxes == 1 and script.abreast:
        return Way(name, script, lambda: make_shoes(script), _shoes, rounds)
    return Way(name, script, lambda: make_lanes(script), _lanes, rounds)


def _rotations(span: Span, script: Any, workplace: Any, tally: Tally) -> None:
    deal_rotations(span, new_pack(script.cards), script, workplace, tally)
    close(tally, script, workplace)


def _lanes(span: Span, script: Any, workplace: Any, tally: Tally) -> None:
    deal_lanes(span, new_pack(script.cards), script, workplace, tally)
    close(tally, script, workplace)


def _shoes(span: Span, script: Any, workplace: Any, tally: Tally) -> None:
    deal_shoes(span, new_pack(script.cards), script, workplace, tally)
    close(tally, script, workplace)


def _fresh(span: Span, script: Any, workplace: Any, tally: Tally) -> None:
    deal_fresh(span, script, workplace, tally)
    close(tally, script, workplace)


def _plain(span: Span, sheet: Any, _workplace: Any, tally: Tally) -> None:
    deal_blocks(span, new_pack(sheet.cards), sheet, tally)


def _walks(span: Span, script: Any, workplace: Any, tally: Tally) -> None:
    walk_shoes(span, new_pack(script.cards), script, workplace, tally)


class Total(NamedTuple):
    """The sum of many tallies, in whole numbers without a bound."""

    nets: list[int]
    counts: list[int]
    moments: list[int]


class _Run:
    """Blocks dealt on several cores; every sum is whole, so that their order is moot."""

    def __init__(
        self,
        sheet: Sheet,
        script: Script,
        seed: int,
        cores: int,
        *,
        parts: Iterable[Part],
        progress: Progress | None,
    ) -> None:
        self.sheet, self.script, self.seed = sheet, script, seed
        self.cores = cores
        self._progress = progress
        self._done, self._in_all = 0, sum(_guessed(way, blocks) for way, blocks, _ in parts)

    def deal(self, part: Part) -> Total:
        """All blocks of a part."""
        total: Total | None = None
        spans = tuple(self._spans(part))
        with ThreadPoolExecutor(self.cores) as pool:
            tallies = pool.map(lambda span: self._chunk(part.way, span), spans)
            for span, tally in zip(spans, tallies, strict=True):
                total = _sum(total, tally)
                self._tell(_guessed(part.way, span.last - span.first))
        assert total is not None
        return total

    def _tell(self, more: int) -> None:
        self._done += more
        if self._progress:
            self._progress(self._done, self._in_all)

    def _spans(self, part: Part) -> Iterator[Span]:
        size = min(BLOCKS_PER_CHUNK_MAX, ceil(part.blocks / (self.cores * CHUNKS_PER_CORE)))
        end = part.first + part.blocks
        for start in range(part.first, end, size):
            yield Span(self.seed, start, min(start + size, end))

    def _chunk(self, way: Way, span: Span) -> Tally:
        tally = empty_tally(self.sheet)
        way.deal(span, way.tables, way.workplace(), tally)
        return tally


def _sum(total: Total | None, tally: Tally) -> Total:
    parts = [part.tolist() for part in tally]
    if total is None:
        return Total(*parts)
    return Total(
        *(
            [a + b for a, b in zip(old, new, strict=True)]
            for old, new in zip(total, parts, strict=True)
        )
    )


def _guessed(way: Way, blocks: int) -> int:
    """About how many rounds so many blocks have."""
    return blocks * max(1, round(way.rounds_per_block))


def _cut_parts(
    sheet: Sheet, script: Script, rounds: int, fresh_edge: float | None
) -> tuple[Part, ...]:
    """What the effect of a cut card is taken from: walks through shuffles, and rounds of fresh
    shoes where their edge isn't given."""
    shuffles = max(WALKED_SHUFFLES, rounds // ROUNDS_PER_WALKED_SHUFFLE)
    walks = Way("walks", script, lambda: make_walks(script), _walks, WALKS * rounds_per_shoe(sheet))
    walked = Part(walks, shuffles, WALK_SEED_STEP)
    if fresh_edge is not None:
        return (walked,)
    return walked, Part(_way("rotations", sheet, script), shuffles, 2 * WALK_SEED_STEP)


def _cut_card(
    run: _Run, fresh_edge: float | None, walks: Part, fresh_rounds: Part | None = None
) -> CutCard:
    """The cut-card effect; one of `fresh_edge` and `fresh_rounds` is there."""
    unit = run.sheet.bet * run.sheet.boxes
    began = time.process_time()
    walked = run.deal(walks).moments
    seconds = time.process_time() - began
    beyond, error = (x / unit for x in statistics.per_round(walked))
    fresh, fresh_error = fresh_edge, 0.0
    if fresh is None:
        assert fresh_rounds is not None
        of_fresh = run.deal(fresh_rounds).moments
        fresh, fresh_error = (x / unit for x in statistics.per_round(of_fresh))
    # The first K rounds have K fresh edges between them, and K is not quite the mean count.
    counted = fixed_count(run.script) * WALKS * walked[BLOCKS] / walked[SUM_ROUNDS]
    effect = beyond + fresh * (counted - 1)
    return CutCard(
        effect=effect,
        standard_error=error,
        fresh_edge=fresh,
        fresh_error=fresh_error,
        edge=fresh + effect,
        edge_error=float(np.hypot(error, fresh_error)),
        shoes=WALKS * walked[BLOCKS],
        rounds=walked[SUM_ROUNDS],
        seconds=seconds,
    )


def _nets(sheet: Sheet, total: Total) -> list[tuple[float, float]]:
    """(net in first bets, share of rounds) where it happened, lowest first."""
    middle, rounds = len(total.nets) // 2, total.counts[ROUNDS]
    return [
        ((k - middle) / sheet.bet, count / rounds) for k, count in enumerate(total.nets) if count
    ]


def _told(sheet: Sheet, total: Total, **told: Any) -> Simulation:
    """A total as a simulation; `told` are the fields that aren't computed."""
    rounds, unit = total.counts[ROUNDS], sheet.bet * sheet.boxes
    mean, error = (x / unit for x in statistics.per_round(total.moments))
    of_stake, rtp_error = statistics.per_stake(total.moments)
    nets = _nets(sheet, total)
    variance, fourth = statistics.variance_of(nets)
    independent = variance / rounds / sheet.boxes**2
    return Simulation(
        boxes=sheet.boxes,
        rounds=rounds,
        blocks=total.moments[BLOCKS],
        mean=mean,
        standard_error=error,
        variance=variance,
        variance_error=((fourth - variance**2) / rounds) ** 0.5,
        variance_ratio=error**2 / independent if independent else nan,
        average_stake=total.moments[SUM_STAKE] / rounds / unit,
        rtp=1 + of_stake,
        rtp_error=rtp_error,
        nets=nets,
        frequencies=statistics.shares(total.counts, nets, sheet.boxes),
        cards_per_round=total.counts[CARDS] / rounds,
        **told,
    )
