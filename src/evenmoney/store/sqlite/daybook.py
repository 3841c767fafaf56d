"""The daybook: accepted units just as they came, on disk before anyone is answered.

Bookkeepers write the day's business down one after the other, and post it to the books of account
when there is time. So here: a unit is kept by one row at the end of a small table, while journal,
accounts and played rounds, whose indexes would touch some pages of their own for every table that
is played at, are posted for hundreds of units at once.
"""

from collections.abc import Sequence

import apsw
import msgspec

from evenmoney.store.sqlite.database import rows
from evenmoney.store.store import Unit

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Unit]).decode


class Daybook:
    """The units that are kept and not yet posted, in the order they were kept."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def write(self, units: Sequence[Unit]) -> None:
        """Append the units of a batch."""
        self._connection.execute("INSERT INTO daybook (units) VALUES (?)", (_encode(units),))

    def read(self) -> list[Unit]:
        """All units that wait to be posted."""
        found = rows(self._connection, "SELECT units FROM daybook ORDER BY id")
        return [unit for (units,) in found for unit in _decode(units)]

    def clear(self) -> None:
        """All of it is in the books."""
        self._connection.execute("DELETE FROM daybook")
