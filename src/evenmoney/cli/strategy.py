"""`evenmoney strategy`: the printed card of a game's rules."""

import click
import msgspec

from evenmoney.cli.chosen import Chosen, with_rules
from evenmoney.cli.rtp import analysis_of
from evenmoney.rules.options import rules_hash
from evenmoney.strategy.card import StrategyCard
from evenmoney.strategy.certified import Certificates
from evenmoney.strategy.drawing import card_svg, card_text

COLOURS = {"H": "bright_black", "S": "white", "D": "blue", "P": "cyan", "R": "magenta"}


@click.command()
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option("--svg", "as_svg", is_flag=True, help="Print as an SVG picture.")
@with_rules
def strategy(chosen: Chosen, as_json: bool, as_svg: bool) -> None:
    """Print the strategy card of GAME, an id or a file: the best choice on average for each total
    and upcard."""
    card = card_of(chosen)
    title = f"{chosen.game.name}{', with other rules' if chosen.changed else ''}"
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(card)))
    elif as_svg:
        click.echo(card_svg(card, title), nl=False)
    else:
        click.echo(f"{title}\n")
        click.echo(card_text(card, painted))


def card_of(chosen: Chosen) -> StrategyCard:
    """The certified card of the rules chosen, or one computed now."""
    certified = Certificates.packaged().get(rules_hash(chosen.rules))
    if certified is not None and not chosen.infinite:
        return certified.card
    return analysis_of(chosen).strategy_card


def painted(padded: str, cell: str) -> str:
    """A cell on a ground of its colour, for terminals that have them."""
    ground = COLOURS[cell[0]]
    return click.style(padded, fg="black" if cell[0] in "SP" else "bright_white", bg=ground)
