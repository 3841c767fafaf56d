"""`evenmoney funds`: what players have, what lies on open rounds, and the house's own accounts."""

import json
import sys
from typing import Final

import click
import msgspec

from evenmoney.cli.void import HouseClosed, tell_house
from evenmoney.server.operator import named, read_key
from evenmoney.wire.http import HouseFunds

LINES: Final = (
    ("cash", "players' balances"),
    ("bonus", "players' bonus money"),
    ("open_rounds", "bets on open rounds"),
    ("debt", "players' debts"),
    ("house", "the house"),
    ("adjustment", "deposits, withdrawals, corrections"),
    ("wallet", "players' wallets at the operator's"),
    ("sum", "sum over all accounts"),
)


def ask_funds(database: str) -> HouseFunds:
    """The running house's answer; raises `HouseClosed`."""
    try:
        status, answer = tell_house(read_key(database), "/api/operator/funds", None, "GET")
    except (OSError, msgspec.DecodeError):
        raise HouseClosed(f"no house is open over {named(database)}") from None
    if status != 200:
        raise HouseClosed(f"the house over {named(database)} gives no answer ({status})")
    return msgspec.json.decode(answer, type=HouseFunds)


@click.command()
@click.option(
    "--database", default="var/evenmoney.db", show_default=True, help="As given to `serve`."
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON, in minor units.")
def funds(database: str, as_json: bool) -> None:
    """What players have, what lies on rounds that are not over, and the house's own accounts.

    What the house must have in hand for its players is the first three together. Exit status 2: no
    house is open over the database.
    """
    try:
        found = ask_funds(database)
    except HouseClosed as closed:
        click.echo(f"evenmoney funds: {closed}", err=True)
        sys.exit(2)
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(found)))
        return
    for name, words in LINES:
        if name == "wallet" and not found.wallet:
            continue  # a house without one
        amount = _written(getattr(found, name), found.currency.digits)
        click.echo(f"{words:36}{amount:>22} {found.currency.code}")


def _written(amount: int, digits: int) -> str:
    whole, rest = divmod(abs(amount), 10**digits)
    point = f".{rest:0{digits}d}" if digits else ""
    return f"{'-' if amount < 0 else ''}{whole:,}{point}"
