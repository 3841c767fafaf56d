"""What the operator's commands share: asking the running house, and telling what it said."""

import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import click
import msgspec

from evenmoney.cli.void import HouseClosed, tell_house
from evenmoney.server.operator import named, read_key
from evenmoney.wire.http import Problem

database = click.option(
    "--database", default="var/evenmoney.db", show_default=True, help="As given to `serve`."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")


class HouseRefused(Exception):
    """The house said no; its argument is the problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def ask(database: str, method: str, path: str, body: object = None) -> dict[str, Any]:
    """The house's answer; raises `HouseClosed`, `HouseRefused`."""
    try:
        status, answer = tell_house(read_key(database), path, body, method)
    except (OSError, msgspec.DecodeError):
        raise HouseClosed(f"no house is open over {named(database)}") from None
    if status >= 400:
        raise HouseRefused(msgspec.json.decode(answer, type=Problem))
    found: dict[str, Any] = msgspec.json.decode(answer)
    return found


def moment(ms: int) -> str:
    """A time of day for people.

    >>> moment(1_798_619_273_710)
    '2026-12-30 08:27 UTC'
    """
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def answered(
    command: str,
    told: Callable[[dict[str, Any]], str],
    *,
    asked: tuple[str, str, str, object],
    rows: str,
    none: str,
    as_json: bool,
) -> None:
    """Ask the house, as `ask` is `asked`, and print what it says: each of its `rows` as `told`, or
    that there is `none`. Ends with 0 (done), 1 (refused) or 2 (no house)."""
    try:
        answer = ask(*asked)
    except HouseClosed as closed:
        click.echo(f"evenmoney {command}: {closed}", err=True)
        sys.exit(2)
    except HouseRefused as refused:
        problem = refused.problem
        if as_json:
            click.echo(json.dumps({"problem": msgspec.to_builtins(problem)}))
        click.echo(f"evenmoney {command}: {problem.code}: {problem.message}", err=True)
        sys.exit(1)
    lines = map(told, answer.get(rows, [answer]))
    click.echo(json.dumps(answer) if as_json else "\n".join(lines) or none)
