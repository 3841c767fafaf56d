"""What the operator's commands share: asking the running house, and telling what it said."""

import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import urlsplit

import click
import msgspec

from evenmoney.server.operator import OperatorKey, named, read_key
from evenmoney.server.origin import OWN_HEADER
from evenmoney.wire.http import Problem

T = TypeVar("T")

ANSWER_SECONDS: Final = 30

database = click.option(
    "--database", default="var/evenmoney.db", show_default=True, help="As given to `serve`."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")


class HouseClosed(Exception):
    """No house is open over that database, or it gives no answer; the argument says so."""


class HouseSilent(HouseClosed):
    """A house is open over that database, and takes longer than anybody waits."""


class HouseRefused(Exception):
    """The house said no; its argument is the problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


class Asked(NamedTuple):
    """What the house over a database is asked."""

    database: str
    method: str
    path: str
    body: object = None


def ask(asked: Asked, kind: type[T], *, seconds: int = ANSWER_SECONDS) -> T:
    """The house's answer within so many seconds; raises `HouseClosed`, `HouseSilent`,
    `HouseRefused`."""
    try:
        status, answer = _told(read_key(asked.database), asked, seconds)
    except TimeoutError:
        why = f"the house over {named(asked.database)} gave no answer within {seconds} s"
        raise HouseSilent(f"{why}: what was asked may be done yet") from None
    except (OSError, msgspec.DecodeError):
        raise HouseClosed(f"no house is open over {named(asked.database)}") from None
    except HTTPException:
        status, answer = 0, b""
    try:
        if status >= 400:
            raise HouseRefused(msgspec.json.decode(answer, type=Problem))
        return msgspec.json.decode(answer, type=kind)
    except msgspec.DecodeError:
        why = f"the house over {named(asked.database)} gives no answer (status {status})"
        raise HouseClosed(why) from None


def _told(key: OperatorKey, asked: Asked, seconds: int) -> tuple[int, bytes]:
    parts = urlsplit(key.address)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=seconds)
    headers = {
        "Authorization": f"Bearer {key.key}",
        "Content-Type": "application/json",
        OWN_HEADER: "1",
    }
    try:
        connection.request(asked.method, asked.path, json.dumps(asked.body), headers)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def moment(ms: int) -> str:
    """A time of day for people.

    >>> moment(1_798_619_273_710)
    '2026-12-30 08:27 UTC'
    """
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def answered(
    command: str, asked: Asked, kind: type[T], told: Callable[[T], str], *, as_json: bool
) -> None:
    """Ask the house and print what it says, for people as `told`. Ends with 0 (done), 1 (refused)
    or 2 (no house)."""
    try:
        answer = ask(asked, kind)
    except HouseClosed as closed:
        click.echo(f"evenmoney {command}: {closed}", err=True)
        sys.exit(2)
    except HouseRefused as refused:
        problem = refused.problem
        if as_json:
            click.echo(json.dumps({"problem": msgspec.to_builtins(problem)}))
        click.echo(f"evenmoney {command}: {problem.code}: {problem.message}", err=True)
        sys.exit(1)
    click.echo(json.dumps(msgspec.to_builtins(answer)) if as_json else told(answer))


def each(
    told: Callable[[dict[str, Any]], str], *, rows: str, none: str
) -> Callable[[dict[str, Any]], str]:
    """Tells an answer row by row, or that there is `none`; one without `rows` is a row itself."""
    return lambda answer: "\n".join(map(told, answer.get(rows, [answer]))) or none
