"""`evenmoney funds`: what players have, what lies on open rounds, and the house's own accounts."""

from typing import Final

import click

from evenmoney.cli.operator import Asked, answered, as_json, database
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


@click.command()
@database
@as_json
def funds(database: str, as_json: bool) -> None:
    """What players have, what lies on rounds that are not over, and the house's own accounts.

    What the house must have in hand for its players is the first three together. With --json in
    minor units. Exit status 2: no house is open over the database.
    """
    asked = Asked(database, "GET", "/api/operator/funds")
    answered("funds", asked, HouseFunds, told, as_json=as_json)


def told(found: HouseFunds) -> str:
    """The accounts, one a line."""
    return "\n".join(
        f"{words:36}{_written(getattr(found, name), found.currency.digits):>22}"
        f" {found.currency.code}"
        for name, words in LINES
        if name != "wallet" or found.wallet  # else it is a house without one
    )


def _written(amount: int, digits: int) -> str:
    whole, rest = divmod(abs(amount), 10**digits)
    point = f".{rest:0{digits}d}" if digits else ""
    return f"{'-' if amount < 0 else ''}{whole:,}{point}"
