"""`evenmoney void`: call a round off, through the running house."""

import json
import sys
from http.client import HTTPConnection
from urllib.parse import quote, urlsplit

import click
import msgspec

from evenmoney.house.view import VoidedPart
from evenmoney.server.operator import OperatorKey, named, read_key
from evenmoney.server.origin import OWN_HEADER
from evenmoney.wire.http import Problem, VoidedRound

ANSWER_SECONDS = 30


class HouseClosed(Exception):
    """No house is open over that database; the argument says so."""


def tell_house(
    key: OperatorKey,
    path: str,
    body: object,
    method: str = "POST",
    *,
    seconds: int = ANSWER_SECONDS,
) -> tuple[int, bytes]:
    """Tell the running house something: status and body of the answer, which comes within so many
    seconds or raises `TimeoutError`."""
    parts = urlsplit(key.address)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=seconds)
    headers = {
        "Authorization": f"Bearer {key.key}",
        "Content-Type": "application/json",
        OWN_HEADER: "1",
    }
    try:
        connection.request(method, path, json.dumps(body), headers)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def void_round(database: str, round_id: str, reason: str) -> VoidedRound | Problem:
    """Have the house void a round: what that did, or why not. Raises `HouseClosed`."""
    path = f"/api/operator/rounds/{quote(round_id, safe='')}/void"
    try:
        status, answer = tell_house(read_key(database), path, {"reason": reason})
    except (OSError, msgspec.DecodeError):
        raise HouseClosed(f"no house is open over {named(database)}") from None
    return msgspec.json.decode(answer, type=VoidedRound if status == 200 else Problem)


def told(part: VoidedPart) -> str:
    """What a void changed of one player's money, in one line."""
    changes = ((part.cash, "cash"), (part.bonus, "bonus"), (part.debt, "debt to the house"))
    told = ", ".join(f"{what} {change:+d}" for change, what in changes if change)
    return f"  player {part.player}: {told or 'nothing changed'}"


@click.command()
@click.argument("round_id", metavar="ROUND")
@click.option("--reason", required=True, help="Why: it stands in the record and the histories.")
@click.option(
    "--database", default="var/evenmoney.db", show_default=True, help="As given to `serve`."
)
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def void(round_id: str, reason: str, database: str, as_json: bool) -> None:
    """Call a round off: every bet back, every payout taken back, nothing deleted.

    Prints what that changed of each player's money, in minor units: 2000 is 20.00.

    Exit status 0: done; 1: refused; 2: no house is open over the database.
    """
    try:
        answer = void_round(database, round_id, reason)
    except HouseClosed as closed:
        click.echo(f"evenmoney void: {closed}", err=True)
        sys.exit(2)
    problem = answer if isinstance(answer, Problem) else None
    parts = answer.parts if isinstance(answer, VoidedRound) else ()
    if as_json:
        found = {"round": round_id, "voided": problem is None, "parts": parts, "problem": problem}
        click.echo(msgspec.json.encode(found).decode())
    elif problem is None:
        click.echo("\n".join((f"round {round_id} is void", *map(told, parts))))
    else:
        click.echo(f"evenmoney void: {problem.code}: {problem.message}", err=True)
    sys.exit(0 if problem is None else 1)
