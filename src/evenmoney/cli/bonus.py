"""`evenmoney bonus`: grant, list and close players' bonuses, through the running house."""

import json
import secrets
import sys
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import click
import msgspec

from evenmoney.cli.void import HouseClosed, tell_house
from evenmoney.server.operator import named, read_key
from evenmoney.wire.http import WAGERING_MAX, Problem

database = click.option(
    "--database", default="var/evenmoney.db", show_default=True, help="As given to `serve`."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")


class BonusRefused(Exception):
    """The house said no; its argument is the problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def ask(database: str, method: str, path: str, body: object = None) -> dict[str, Any]:
    """The house's answer; raises `HouseClosed`, `BonusRefused`."""
    try:
        status, answer = tell_house(read_key(database), path, body, method)
    except (OSError, msgspec.DecodeError):
        raise HouseClosed(f"no house is open over {named(database)}") from None
    if status >= 400:
        raise BonusRefused(msgspec.json.decode(answer, type=Problem))
    found: dict[str, Any] = msgspec.json.decode(answer)
    return found


def moment(ms: int) -> str:
    """A time of day for people.

    >>> moment(1_798_619_273_710)
    '2026-12-30 08:27 UTC'
    """
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def told(answer: dict[str, Any]) -> str:
    """A bonus in one line."""
    ends = "" if answer["expires_at"] is None else f", expires {moment(answer['expires_at'])}"
    games = " ".join(answer["games"]) or "every game that takes it"
    return (
        f"bonus {answer['bonus']}: {answer['state']}, {answer['balance']} of {answer['amount']}"
        f" left, {answer['wagered']} of {answer['required']} staked, good for {games}{ends}"
    )


def answered(as_json: bool, database: str, method: str, path: str, body: object = None) -> None:
    """Ask the house, print what it says, and end with 0 (done), 1 (refused) or 2 (no house)."""
    try:
        answer = ask(database, method, path, body)
    except HouseClosed as closed:
        click.echo(f"evenmoney bonus: {closed}", err=True)
        sys.exit(2)
    except BonusRefused as refused:
        problem = refused.problem
        if as_json:
            click.echo(json.dumps({"problem": msgspec.to_builtins(problem)}))
        click.echo(f"evenmoney bonus: {problem.code}: {problem.message}", err=True)
        sys.exit(1)
    rows = answer.get("bonuses", [answer])
    click.echo(json.dumps(answer) if as_json else "\n".join(map(told, rows)) or "no bonuses")


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
