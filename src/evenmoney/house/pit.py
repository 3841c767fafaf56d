"""What all tables of a house share: store, purses, clock, secrets, settings. Knows no table."""

from collections.abc import Callable
from dataclasses import dataclass

from evenmoney.house.advice import Advice
from evenmoney.house.clock import Clock
from evenmoney.house.rota import Rota
from evenmoney.house.seating import Seating
from evenmoney.house.settings import Settings
from evenmoney.players.purse import Purses
from evenmoney.rules.game import Game
from evenmoney.store.store import Store


@dataclass(frozen=True, slots=True)
class Pit:
    """Passed to every table; `seats_changed` is called when someone sat down or got up, and
    `table_changed` when a table for several does something else than before, or when any stops or
    was read again from its record."""

    store: Store
    games: dict[str, Game]
    """The catalogue as it stands now, by id."""
    purses: Purses
    clock: Clock
    entropy: Callable[[int], bytes]
    settings: Settings
    advice: Advice
    seating: Seating
    rota: Rota
    seats_changed: Callable[[], None]
    table_changed: Callable[[], None]
