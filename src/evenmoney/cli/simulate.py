"""`evenmoney simulate`: deal millions of rounds of a game, and say what they came to."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from evenmoney.cli import refuse
from evenmoney.cli.chosen import SEED_MAX, Chosen, Count, with_rules
from evenmoney.cli.rtp import analysis_of
from evenmoney.cli.strategy import card_of
from evenmoney.rules.check import check_rules
from evenmoney.rules.options import BadOption, rules_hash
from evenmoney.strategy.card import BadCell, StrategyCard
from evenmoney.strategy.certified import Certificates

if TYPE_CHECKING:
    from evenmoney.analysis.simulate import Simulation

MODES = ("auto", "plain", "lock-step", "rotations")
SIDE_BET = click.Choice(["card", "always", "never"])


class Wanted(msgspec.Struct, frozen=True):
    """What the command is asked for."""

    rounds: int
    seed: int
    boxes: int
    mode: str
    strategy_file: str | None
    insurance: str
    even_money: str
    stake: int | None
    cores: int | None
    as_json: bool


@click.command()
@click.argument("game")
@click.option(
    "--rounds",
    type=Count(),
    default="1e8",
    show_default=True,
    help="About so many: whole blocks are dealt.",
)
@click.option("--seed", type=click.IntRange(0, SEED_MAX), default=1, show_default=True)
@click.option("--boxes", type=click.IntRange(1, 3), default=1, show_default=True)
@click.option("--mode", type=click.Choice(MODES), default="auto", show_default=True)
@click.option(
    "--strategy",
    "strategy_file",
    metavar="FILE",
    help="Play by this card, as `evenmoney strategy --json` prints one, not by the game's own.",
)
@click.option("--insurance", type=SIDE_BET, default="card", show_default=True)
@click.option("--even-money", type=SIDE_BET, default="card", show_default=True)
@click.option(
    "--stake",
    type=click.IntRange(min=1),
    help="Each box's bet in minor units; matters only under max_win. Default: the maximum.",
)
@click.option("--cores", type=click.IntRange(1, 1024), help="Default: all.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@with_rules
def simulate(chosen: Chosen, **options: Any) -> None:
    """Deal GAME, an id or a file, millions of times: edge, RTP, variance, how often what
    happens."""
    wanted = Wanted(**options)
    if chosen.infinite:
        refuse("an infinite shoe is for the exact maths only: simulate 1 to 8 decks")
    _check_boxes(chosen, wanted.boxes)
    found = run(chosen, wanted)
    if wanted.as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found)))
    else:
        click.echo(page(chosen, found))


def _check_boxes(chosen: Chosen, boxes: int) -> None:
    try:
        check_rules(chosen.rules, boxes)
    except BadOption as wrong:
        refuse(f"with {boxes} boxes: {wrong}")


def strategy_of(chosen: Chosen, wanted: Wanted) -> StrategyCard:
    """The card of the file given, or the game's own."""
    if wanted.strategy_file is None:
        return card_of(chosen)
    from evenmoney.analysis.kernel.strategy_file import parse_strategy  # noqa: PLC0415

    try:
        return parse_strategy(Path(wanted.strategy_file).read_bytes())
    except BadCell as wrong:
        refuse(f"{wanted.strategy_file}: {wrong}")
    except OSError as error:
        refuse(f"{wanted.strategy_file}: {error.strerror}")


def run(chosen: Chosen, wanted: Wanted) -> "Simulation":
    """The simulation, with a progress bar where somebody looks on."""
    # Loaded only now: other commands run without the extra `maths`.
    from evenmoney.analysis.kernel.sheet import Policy  # noqa: PLC0415
    from evenmoney.analysis.simulate import simulate as simulated  # noqa: PLC0415

    side = {"card": None, "always": True, "never": False}
    policy = Policy(wanted.boxes, side[wanted.insurance], side[wanted.even_money])
    card = strategy_of(chosen, wanted)
    fresh_edge = _fresh_edge(chosen, wanted, card)
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Dealing", total=None)
        return simulated(
            chosen.rules,
            card,
            rounds=wanted.rounds,
            seed=wanted.seed,
            policy=policy,
            mode=wanted.mode,  # type: ignore[arg-type]
            cores=wanted.cores,
            stake=wanted.stake or chosen.game.limits.stake_max,
            fresh_edge=fresh_edge,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )


def _fresh_edge(chosen: Chosen, wanted: Wanted, card: StrategyCard) -> float | None:
    """The exact edge of a cut-card game's full pack, where it is that of the card played."""
    takes_nothing = not (card.insure or card.even_money)
    as_card = {wanted.insurance, wanted.even_money} <= {"card", "never"} and takes_nothing
    if chosen.rules.shoe == "fresh" or not as_card or wanted.strategy_file is not None:
        return None
    certified = Certificates.packaged().get(rules_hash(chosen.rules))
    return analysis_of(chosen).card.edge if certified is None else certified.edge.card


def page(chosen: Chosen, found: "Simulation") -> str:
    """The figures for people."""
    changed = ", with other rules" if chosen.changed else ""
    lines = [
        f"{chosen.game.name}{changed}: {found.rounds:,} rounds, {found.mode}, seed {found.seed}",
        "",
        _line("edge, per unit of the first bet", found.mean, found.standard_error),
        _line("RTP, per unit staked", found.rtp, found.rtp_error),
        f"{'average stake':34}{found.average_stake:12.5f}",
        f"{'variance of a round':34}{found.variance:12.5f} ± {found.variance_error:.5f}",
        f"{'variance ratio':34}{found.variance_ratio:12.2f}   (1: independent rounds)",
        f"{'cards a round':34}{found.cards_per_round:12.3f}",
        *_cut_card(found),
        "",
        *(f"{name:34}{100 * share:12.4f} %" for name, share in found.frequencies.items()),
        "",
        "net of a round, in first bets",
        *(f"{net:+34g}{100 * share:12.5f} %" for net, share in found.nets),
        *(f"note: {note}" for note in found.notes),
        f"{found.seconds:.2f} s of processor time",
    ]
    return "\n".join(lines)


def _line(name: str, value: float, error: float) -> str:
    return f"{name:34}{100 * value:12.5f} % ± {100 * error:.5f}"


def _cut_card(found: "Simulation") -> list[str]:
    cut = found.cut_card
    if cut is None:
        return []
    return [
        "",
        _line("cut-card effect on the edge", cut.effect, cut.standard_error),
        _line("fresh shoe's edge", cut.fresh_edge, cut.fresh_error),
        _line("edge with the cut card", cut.edge, cut.edge_error),
    ]
