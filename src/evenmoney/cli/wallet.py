"""`evenmoney wallet`: the calls to the operator's wallet that wait for him, and his word on it."""

from typing import Any
from urllib.parse import quote

import click

from evenmoney.cli import operator
from evenmoney.cli.operator import Asked, as_json, database, each, moment


def told(call: dict[str, Any]) -> str:
    """A call in one line."""
    return (
        f"{call['id']}  {moment(call['at_ms'])}  player {call['player']}: {call['kind']} of"
        f" {call['amount']}, {call['state']} after {call['tries']} tries: {call['why']}"
    )


def answered(as_json: bool, database: str, method: str, path: str, body: object = None) -> None:
    """Ask the house and print what it says."""
    asked, lines = (
        Asked(database, method, path, body),
        each(told, rows="calls", none="nothing is open"),
    )
    operator.answered("wallet", asked, dict[str, Any], lines, as_json=as_json)


@click.group()
def wallet() -> None:
    """See and settle the calls to your wallet that it gave no clear answer to.

    Amounts are in minor units: 5000 is 50.00. Exit status 0: done; 1: refused; 2: no house is open
    over the database.
    """


@wallet.command("open")
@database
@as_json
def open_(database: str, as_json: bool) -> None:
    """The calls that wait for your word, oldest first."""
    answered(as_json, database, "GET", "/api/operator/wallet/calls")


@wallet.command()
@click.argument("id")
@click.option(
    "--as",
    "outcome",
    type=click.Choice(["done", "undone"]),
    required=True,
    help="Whether the debit or credit stands in your wallet's books, or does not.",
)
@click.option("--reason", required=True, help="Why: it stands in the record.")
@database
@as_json
def settle(id: str, outcome: str, reason: str, database: str, as_json: bool) -> None:
    """Say how call ID is in your wallet's books: the money in the house follows, once."""
    path = f"/api/operator/wallet/calls/{quote(id, safe='')}/settle"
    answered(as_json, database, "POST", path, {"outcome": outcome, "reason": reason})
