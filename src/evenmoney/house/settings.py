"""What an operator sets for all tables of a house; every bound has its name here."""

from typing import Literal

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Bounds and patience of every table."""

    inbox_max: int = 64
    """Commands that may wait at a table; one more is refused as `busy`."""
    viewers_max: int = 64
    streams_max: int = 8
    """Streams without a viewer that a table remembers."""
    history_frames: int = 256
    """Frames a table keeps for those who lost some."""
    betting_entries: int = 500
    """Entries that bets may take before all of the table is written down anew: what a restart, or a
    look at the round, has to go through."""
    seat_idle_seconds: int = 600
    """How long an absent player without a round keeps his seat."""
    shoe_idle_seconds: int = 3600
    """The same at a table with a running shoe."""
    void_pays: Literal["bets", "better"] = "bets"
    """What a void round gives a player: his bets, or what he had won so far where that is more."""
    money_elsewhere: bool = False
    """Whether players' money lies in an operator's wallet, which is asked for what a bet needs."""
    tables_per_player_max: int = 8
    """Tables at which one player may sit at once."""
    tables_per_room: int = 3
    rooms_max: int = 400
    """Rooms of one game."""
