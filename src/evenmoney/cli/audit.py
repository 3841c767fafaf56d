"""`evenmoney audit`: check the whole record, in the running house or in a database at rest."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Final

import click

from evenmoney.cli.operator import (
    Asked,
    HouseClosed,
    HouseRefused,
    HouseSilent,
    as_json,
    ask,
    database,
)
from evenmoney.server.operator import POSTGRES, named
from evenmoney.store import StoreFailed, open_store
from evenmoney.wire.http import Audited

AUDIT_SECONDS: Final = 3600
"""How long a running house may take: some minutes for ten million entries."""


class CanNotAudit(Exception):
    """Neither a house nor a database answers; the argument says why."""


def audit_record(database: str) -> tuple[str, ...]:
    """What is wrong with the record; raises `CanNotAudit`."""
    asked = Asked(database, "POST", "/api/operator/audit", {})
    try:
        return ask(asked, Audited, seconds=AUDIT_SECONDS).wrong
    except HouseSilent as silent:
        raise CanNotAudit(str(silent)) from None
    except HouseClosed:
        return _audit_at_rest(database)
    except HouseRefused as refused:
        raise CanNotAudit(refused.problem.message) from None


def _audit_at_rest(database: str) -> tuple[str, ...]:
    if not database.startswith(POSTGRES) and not Path(database).exists():
        raise CanNotAudit(f"there is no house and no database at {named(database)}")
    try:
        return asyncio.run(_audit(database))
    except StoreFailed as failed:
        raise CanNotAudit(str(failed)) from None


async def _audit(database: str) -> tuple[str, ...]:
    store = await open_store(database)
    try:
        return tuple(await store.audit())
    finally:
        await store.close()


@click.command()
@database
@as_json
def audit(database: str, as_json: bool) -> None:
    """Check the whole record: each movement, balance, escrow and hash chain.

    A house that is open goes on meanwhile. Exit status 0: all is well; 1: something is wrong; 2: it
    can't be checked.
    """
    try:
        wrong = audit_record(database)
    except CanNotAudit as error:
        click.echo(f"evenmoney audit: {error}", err=True)
        sys.exit(2)
    if as_json:
        click.echo(json.dumps({"wrong": wrong}))
    else:
        click.echo("\n".join(wrong) or f"{named(database)}: all is well")
    sys.exit(1 if wrong else 0)
