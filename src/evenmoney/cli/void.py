"""`evenmoney void`: call a round off, through the running house."""

from urllib.parse import quote

import click

from evenmoney.cli.operator import Asked, answered, as_json, database
from evenmoney.house.view import VoidedPart
from evenmoney.wire.http import VoidedRound


@click.command()
@click.argument("round_id", metavar="ROUND")
@click.option("--reason", required=True, help="Why: it stands in the record and the histories.")
@database
@as_json
def void(round_id: str, reason: str, database: str, as_json: bool) -> None:
    """Call a round off: every bet back, every payout taken back, nothing deleted.

    Prints what that changed of each player's money, in minor units: 2000 is 20.00.

    Exit status 0: done; 1: refused; 2: no house is open over the database.
    """
    path = f"/api/operator/rounds/{quote(round_id, safe='')}/void"
    asked = Asked(database, "POST", path, {"reason": reason})
    answered("void", asked, VoidedRound, told, as_json=as_json)


def told(answer: VoidedRound) -> str:
    """A round that is void, and each player's part of it."""
    return "\n".join((f"round {answer.round} is void", *map(told_part, answer.parts)))


def told_part(part: VoidedPart) -> str:
    """What a void changed of one player's money, in one line."""
    changes = ((part.cash, "cash"), (part.bonus, "bonus"), (part.debt, "debt to the house"))
    told = ", ".join(f"{what} {change:+d}" for change, what in changes if change)
    return f"  player {part.player}: {told or 'nothing changed'}"
