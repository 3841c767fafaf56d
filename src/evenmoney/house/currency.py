"""A house has one currency: that of all its games, and of its ledger for ever."""

from collections.abc import Mapping
from typing import Final

from evenmoney.money import Currency
from evenmoney.rules.game import Game
from evenmoney.store.store import Store

SETTING: Final = "currency"


class OtherCurrency(ValueError):
    """A game, or a ledger, counts in another currency than the rest: an amount means one thing."""


def currency_of(games: Mapping[str, Game]) -> Currency | None:
    """The currency of all these games, None without games; raises `OtherCurrency` when two differ
    in theirs."""
    first = next(iter(games.values()), None)
    for game in games.values():
        if first is not None and game.currency != first.currency:
            one, two = _spelt(first.currency), _spelt(game.currency)
            raise OtherCurrency(f"{first.id} is played in {one} and {game.id} in {two}")
    return first.currency if first else None


async def bind_currency(store: Store, games: Mapping[str, Game]) -> None:
    """The ledger counts in the currency of these games from its first opening on; raises
    `OtherCurrency` when it counts in another, and `StoreFailed`."""
    currency = currency_of(games)
    if currency is None:
        return
    now, before = _spelt(currency), await store.people.setting(SETTING)
    if before is None:
        await store.people.set_setting(SETTING, now)
    elif before != now:
        raise OtherCurrency(f"this database counts in {before}, and the games in {now}")


def _spelt(currency: Currency) -> str:
    return f"{currency.code} with {currency.digits} digits"
