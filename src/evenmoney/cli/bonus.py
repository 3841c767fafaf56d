"""`evenmoney bonus`: grant, list and close players' bonuses, through the running house."""

import secrets
from typing import Any
from urllib.parse import quote

import click

from evenmoney.cli import operator
from evenmoney.cli.operator import Asked, as_json, database, each, moment
from evenmoney.wire.http import WAGERING_MAX


def told(answer: dict[str, Any]) -> str:
    """A bonus in one line."""
    ends = "" if answer["expires_at"] is None else f", expires {moment(answer['expires_at'])}"
    games = " ".join(answer["games"]) or "every game that takes it"
    return (
        f"bonus {answer['bonus']}: {answer['state']}, {answer['balance']} of {answer['amount']}"
        f" left, {answer['wagered']} of {answer['required']} staked, good for {games}{ends}"
    )


def answered(as_json: bool, database: str, method: str, path: str, body: object = None) -> None:
    """Ask the house and print what it says."""
    asked, lines = (
        Asked(database, method, path, body),
        each(told, rows="bonuses", none="no bonuses"),
    )
    operator.answered("bonus", asked, dict[str, Any], lines, as_json=as_json)


@click.group()
def bonus() -> None:
    """Grant, list and close players' bonuses.

    Amounts are in minor units: 5000 is 50.00. Exit status 0: done; 1: refused; 2: no house is open
    over the database.
    """


@bonus.command()
@click.argument("player")
@click.argument("amount", type=click.IntRange(1, 10**12))
@click.option(
    "--wagering",
    type=click.IntRange(0, WAGERING_MAX),
    default=0,
    show_default=True,
    metavar="TIMES",
    help="How many times the amount must be staked before what exceeds it is the player's.",
)
@click.option("--expires", type=click.IntRange(1, 3650), metavar="DAYS", help="Default: never.")
@click.option("--game", "games", multiple=True, help="Good for this game (may be repeated).")
@click.option("--kind", default="free_amount", show_default=True)
@click.option("--key", help="Grants once, however often the command is repeated with it.")
@database
@as_json
def grant(player: str, amount: int, key: str | None, **options: Any) -> None:
    """Grant PLAYER (name or number) a bonus of AMOUNT."""
    body = {
        "key": key or secrets.token_hex(16),
        "player": player,
        "amount": amount,
        "wagering": options["wagering"],
        "days": options["expires"],
        "games": options["games"],
        "kind": options["kind"],
    }
    answered(options["as_json"], options["database"], "POST", "/api/operator/bonuses", body)


@bonus.command("list")
@click.argument("player")
@database
@as_json
def list_(player: str, database: str, as_json: bool) -> None:
    """All bonuses of PLAYER (name or number), newest first."""
    answered(as_json, database, "GET", f"/api/operator/players/{quote(player, safe='')}/bonuses")


@bonus.command()
@click.argument("number", type=click.IntRange(1))
@database
@as_json
def close(number: int, database: str, as_json: bool) -> None:
    """End bonus NUMBER: what was won with it goes to cash if its requirement is met."""
    answered(as_json, database, "POST", f"/api/operator/bonuses/{number}/close", {})
