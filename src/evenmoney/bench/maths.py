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

from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.game import Rules

RUNS = 7

EXACT: dict[str, tuple[str, dict[str, Any]]] = {
    "six decks, two hands": ("classic", {}),
    "six decks, four hands": ("six-deck-shoe", {}),
    "six decks, four hands, doubles after splits, soft 17 hit": (
        "vegas-downtown",
        {"decks": 6, "resplit_aces": True},
    ),
    "eight decks, four hands, split aces hit": (
        "atlantic-city",
        {"hit_split_aces": True, "resplit_aces": True},
    ),
}
"""What is analysed: a game and the options changed."""


class Seconds(msgspec.Struct, frozen=True):
    """The median processor time of a full analysis, and of its variance."""

    what: str
    analysis_seconds: float
    variance_seconds: float


def exact_speeds() -> Iterator[Seconds]:
    """One core's time for best play, card, the card's exact value and average stakes."""
    from evenmoney.analysis.exact import analyse  # noqa: PLC0415

    games = Catalogue.packaged()
    for what, (game, changes) in EXACT.items():
        rules: Rules = msgspec.structs.replace(games[game].rules, **changes)
        found = analyse(rules)
        found.variance()
        seconds = median(timed(partial(analyse, rules)) for _ in range(RUNS))
        yield Seconds(what, seconds, timed(found.variance))


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
def maths(as_json: bool, exact_only: bool) -> None:
    """Processor seconds of exact analyses on one core, after compilation; then the simulator."""
    first = timed(lambda: next(exact_speeds()))
    speeds = list(exact_speeds())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    found: dict[str, Any] = {
        "machine": machine(),
        "first_seconds": first,
        "exact": speeds,
        "peak_megabytes": peak,
    }
    if not exact_only:
        found["simulator"] = import_module("evenmoney.bench.kernel").kernel_speeds()
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found)))
        return
    click.echo(found["machine"])
    for speed in speeds:
        click.echo(
            f"{speed.what:58}{speed.analysis_seconds:8.3f} s"
            f"  (variance {speed.variance_seconds:.2f} s)"
        )
    click.echo(f"first analysis in this run, its code loaded or compiled: {first:.1f} s")
    click.echo(f"largest memory: {peak:.0f} MB")
    for line in found.get("simulator", []):
        click.echo(line)
