"""`evenmoney games`: what the house can deal, and whether a game file is sound."""

from typing import Any

import click
import msgspec

from evenmoney.cli.offered import games_meant, own_games
from evenmoney.games.catalogue import Catalogue
from evenmoney.games.page import amount, page
from evenmoney.rules.game import Game
from evenmoney.rules.options import rules_hash, rules_options


@click.command()
@click.argument("game", required=False)
@own_games
@click.option("--page", "as_page", is_flag=True, help="Print the rules page (of GAME, or all).")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def games(game: str | None, catalogue: Catalogue, as_page: bool, as_json: bool) -> None:
    """List the games, or show GAME, an id or a file. Refuses a file whose games contradict
    themselves."""
    chosen = list(catalogue.values()) if game is None else games_meant(catalogue, game)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode([described(each) for each in chosen])))
    elif as_page or game:
        click.echo("\n".join(page(each) for each in chosen), nl=False)
    else:
        click.echo(listing(chosen))


def described(game: Game) -> dict[str, Any]:
    """A game as plain values, its rules spelt as in game files."""
    fields: dict[str, Any] = msgspec.to_builtins(game)
    rules = {"rules": rules_options(game.rules), "rules_hash": rules_hash(game.rules)}
    return fields | rules


def listing(chosen: list[Game]) -> str:
    """The games, one a line."""
    rows = [("id", "name", "table", "decks", "boxes", "limits", "published RTP")]
    for game in chosen:
        limits = f"{amount(game, game.limits.stake_min)} to {amount(game, game.limits.stake_max)}"
        rtp = f"{game.published_rtp} %" if game.published_rtp else ""
        decks, boxes = str(game.rules.decks), str(game.boxes)
        rows.append((game.id, game.name, game.table, decks, boxes, limits, rtp))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [map(str.ljust, row, widths) for row in rows]
    return "\n".join("  ".join(line).rstrip() for line in lines)
