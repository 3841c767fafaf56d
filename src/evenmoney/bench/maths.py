"""`evenmoney bench maths`: processor seconds of an exact analysis, and rounds of the simulator."""

import platform
import resource
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.game import Rules

RUNS = 5
HARDEST: tuple[str, dict[str, Any]] = (
    "atlantic-city",
    {"max_hands": 4, "hit_split_aces": True, "resplit_aces": True},
)
"""A game and the options changed: eight decks, and all that makes splits long."""


class Seconds(msgspec.Struct, frozen=True):
    """The median processor time of a full analysis: the game's own rules, and these with two and
    with four hands to a box; and of its variance."""

    what: str
    analysis_seconds: float
    two_hands_seconds: float
    four_hands_seconds: float
    variance_seconds: float

    def __str__(self) -> str:
        return (
            f"{self.what:28}{self.analysis_seconds:8.3f} s   two hands "
            f"{self.two_hands_seconds:.3f} s   four hands {self.four_hands_seconds:.3f} s   "
            f"variance {self.variance_seconds:.2f} s"
        )


def exact_speeds() -> Iterator[Seconds]:
    """One core's time for best play, card, the card's exact value and average stakes."""
    games = Catalogue.packaged()
    for id, game in games.items():
        if game.table == "single":
            yield exact_speed(id, game.rules)
    id, changes = HARDEST
    yield exact_speed("eight decks, split aces hit", replace(games[id].rules, **changes))


def exact_speed(what: str, rules: Rules) -> Seconds:
    """The times of one set of rules."""
    from evenmoney.analysis.exact import analyse  # noqa: PLC0415

    own, two, four = (
        median(timed(partial(analyse, each)) for _ in range(RUNS))
        for each in (rules, replace(rules, max_hands=2), replace(rules, max_hands=4))
    )
    return Seconds(what, own, two, four, timed(analyse(rules).variance))


def timed(work: Callable[[], Any]) -> float:
    """The processor seconds of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def machine() -> str:
    """Processor and Python that the figures were taken on."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.processor()}, Python {platform.python_version()}"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option("--exact-only", is_flag=True, help="Leave the simulator out.")
@click.option(
    "--agreement",
    is_flag=True,
    help="No speeds, but whether the three ways agree: 10^8 rounds against the exact edge, and "
    "100,000 same shoes, for each game; some minutes.",
)
def maths(as_json: bool, exact_only: bool, agreement: bool) -> None:
    """Processor seconds of exact analyses on one core, after compilation; then the simulator.

    Exit code 1 where --agreement finds none.
    """
    found: dict[str, Any] = {"machine": machine()}
    found |= _agreement() if agreement else _speeds(exact_only)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found)))
    else:
        click.echo("\n".join(_lines(found)))
    if not all(
        each.holds for name in ("exact_edges", "same_shoes") for each in found.get(name, ())
    ):
        raise SystemExit(1)


def _agreement() -> dict[str, Any]:
    kernel = import_module("evenmoney.bench.kernel")
    return {"exact_edges": list(kernel.agreement()), "same_shoes": list(kernel.same_shoes())}


def _speeds(exact_only: bool) -> dict[str, Any]:
    first = timed(lambda: next(exact_speeds()))
    found: dict[str, Any] = {"exact": list(exact_speeds()), "first_seconds": first}
    found["peak_megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if not exact_only:
        found["simulator"] = import_module("evenmoney.bench.kernel").kernel_speeds()
    return found


def _lines(found: dict[str, Any]) -> Iterator[str]:
    """What was found, for people."""
    yield found["machine"]
    for name in ("exact_edges", "same_shoes", "exact"):
        yield from map(str, found.get(name, ()))
    if "exact" in found:
        yield f"first analysis, its code loaded or compiled: {found['first_seconds']:.1f} s"
        yield f"largest memory of the exact analyses: {found['peak_megabytes']:.0f} MB"
    yield from map(str, found.get("simulator", ()))
