"""`evenmoney scenario`: plays scenario files on the round engine."""

from pathlib import Path

import click
import msgspec

from evenmoney.cli.offered import own_games
from evenmoney.games.scenario import Verdict, play_text
from evenmoney.rules.game import Game

EXIT_CODES = {"ok": 0, "differs": 1, "unplayable": 2}


@click.command()
@click.argument("files", nargs=-1, required=True)
@own_games
@click.option("--json", "as_json", is_flag=True, help="Print the verdicts as JSON.")
@click.pass_context
def scenario(
    ctx: click.Context, files: tuple[str, ...], catalogue: dict[str, Game], as_json: bool
) -> None:
    """Play the rounds of scenario FILES and compare each with what it must come to.

    Exits with 0 when all are as expected, 1 when one differs, 2 when one can't be played.
    """
    verdicts = [verdict for file in files for verdict in _play_file(file, catalogue)]
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(verdicts)))
    else:
        for verdict in verdicts:
            click.echo(verdict)
    ctx.exit(max(EXIT_CODES[verdict.status] for verdict in verdicts))


def _play_file(file: str, catalogue: dict[str, Game]) -> list[Verdict]:
    try:
        text = Path(file).read_bytes()
    except OSError as error:
        return [Verdict(file, file, "unplayable", error=error.strerror)]
    return play_text(text, file, catalogue)
