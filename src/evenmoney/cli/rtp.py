"""`evenmoney rtp`: what a game returns, worked out exactly."""

from typing import TYPE_CHECKING, Any

import click
import msgspec

from evenmoney.cli.chosen import Chosen, with_rules
from evenmoney.rules.options import rules_hash
from evenmoney.strategy.certified import Certificates

if TYPE_CHECKING:
    from evenmoney.analysis.exact import Analysis


@click.command()
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@with_rules
def rtp(chosen: Chosen, as_json: bool) -> None:
    """Work out what GAME, an id or a file, returns: edge and RTP, by the printed card and by best
    play."""
    found = returns(chosen, analysis_of(chosen))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found)))
    else:
        click.echo(page(chosen, found))


def analysis_of(chosen: Chosen) -> "Analysis":
    """The exact analysis of the rules chosen."""
    # Loaded only now: other commands run without the extra `maths`.
    from evenmoney.analysis.exact import INFINITE, analyse, full_shoe  # noqa: PLC0415

    return analyse(chosen.rules, full_shoe(INFINITE) if chosen.infinite else None)


def returns(chosen: Chosen, analysis: "Analysis") -> dict[str, Any]:
    """The returns as plain values: fractions of the first bet, or of the stake for `rtp`."""
    # Loaded only now: other commands run without the extra `maths`.
    from evenmoney.analysis.certificate import cap_words  # noqa: PLC0415

    card, optimal = analysis.card, analysis.optimal
    game = msgspec.structs.replace(chosen.game, rules=chosen.rules)
    return {
        "game": chosen.game.id,
        "rules": chosen.options,
        "edge": {"card": card.edge, "optimal": optimal.edge},
        "rtp": {"card": card.rtp, "optimal": optimal.rtp},
        "average_stake": card.stake,
        "average_stake_optimal": optimal.stake,
        "variance": _variance(chosen, analysis),
        "published_rtp": chosen.game.published_rtp,
        "max_win": cap_words(game),
    }


def _variance(chosen: Chosen, analysis: "Analysis") -> float | None:
    """The variance, looked up where the rules are certified: it takes longer than all else."""
    certified = Certificates.packaged().get(rules_hash(chosen.rules))
    if certified is None or chosen.infinite:
        return analysis.variance()
    return certified.variance


def page(chosen: Chosen, found: dict[str, Any]) -> str:
    """The returns for people."""
    edge, ratio, variance = found["edge"], found["rtp"], found["variance"]
    name = f"{chosen.game.name}{', with other rules' if chosen.changed else ''}"
    stakes = (found["average_stake"], found["average_stake_optimal"])
    lines = [
        name,
        f"{'':32}{'printed card':>14}{'best play':>14}",
        "edge, per unit of the first bet " + _percent(edge["card"]) + _percent(edge["optimal"]),
        "RTP, per unit staked in all     " + _percent(ratio["card"]) + _percent(ratio["optimal"]),
        f"{'average stake, in first bets':32}{stakes[0]:14.6f}{stakes[1]:14.6f}",
    ]
    if variance is not None:
        lines.append(f"{'variance (standard deviation)':32}{variance:14.6f}  ({variance**0.5:.4f})")
    if chosen.rules.max_win is not None:
        lines.append(found["max_win"])
    if found["published_rtp"] and not chosen.changed:
        lines.append(compared(float(found["published_rtp"]), edge, ratio))
    return "\n".join(lines)


def compared(published: float, edge: dict[str, float], ratio: dict[str, float]) -> str:
    """How a published RTP, in per cent, stands beside what was computed."""
    near = {
        "the RTP of the printed card": 100 * ratio["card"],
        "the RTP of best play": 100 * ratio["optimal"],
        "one less the edge by the printed card": 100 + 100 * edge["card"],
        "one less the edge by best play": 100 + 100 * edge["optimal"],
    }
    name = min(near, key=lambda each: abs(near[each] - published))
    return (
        f"published: {published:.2f} %. Nearest to it is {name}, {near[name]:.4f} %: "
        f"{near[name] - published:+.4f} points. The page doesn't say which measure and strategy "
        f"it means, and the rules it states need not give that figure at all."
    )


def _percent(fraction: float) -> str:
    return f"{100 * fraction:12.4f} %"
