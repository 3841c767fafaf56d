"""Token buckets: so many at once, so many a second. The time is passed in."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

BURST_SECONDS: Final = 10.0
"""So many seconds' requests may come at once: a browser asks for much when it opens its tabs."""

PLAYERS_PER_ADDRESS: Final = 5
"""An address may ask so many times what a player may: a household, an office, a phone network."""

KNOWN_MAX: Final = 10_000
"""Players, and addresses, that are remembered: who is forgotten begins with a full bucket."""


class Bucket:
    """Lets `burst` through at once and `per_second` in the long run.

    >>> bucket = Bucket(per_second=1, burst=2, now=0.0)
    >>> [bucket.take(0.0), bucket.take(0.0), bucket.take(0.5), bucket.take(1.0)]
    [True, True, False, True]
    """

    __slots__ = ("_at", "_burst", "_left", "_per_second")

    def __init__(self, per_second: float, burst: float, now: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._left = burst
        self._at = now

    def take(self, now: float) -> bool:
        """Whether one more may pass at the time `now`, in seconds; if so it is counted."""
        left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        if left < 1:
            self._left = left
            return False
        self._left = left - 1
        return True

    def put_back(self) -> None:
        """One that passed is not counted after all."""
        self._left += 1


class Buckets:
    """A bucket each for those who ask; of too many, those who asked last are remembered.

    >>> buckets = Buckets(per_second=1, burst=1, known_max=2)
    >>> [buckets.take(name, 0.0) for name in ("ann", "ann", "bob")]
    [True, False, True]
    """

    def __init__(self, per_second: float, burst: float, known_max: int) -> None:
        self._per_second = per_second
        self._burst = burst
        self._known_max = known_max
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str, now: float) -> bool:
        """Whether one more of this one may pass at the time `now`, in seconds."""
        if name not in self._known:
            self._known[name] = Bucket(self._per_second, self._burst, now)
            if len(self._known) > self._known_max:
                self._known.popitem(last=False)
        self._known.move_to_end(name)
        return self._known[name].take(now)

    def put_back(self, name: str) -> None:
        """One of this one that passed is not counted after all."""
        if name in self._known:
            self._known[name].put_back()


class Allowance:
    """What may be asked over HTTP: by a player, and by an address, behind which there may be some.

    Who only shows a cookie is no player yet: his address counts, whatever he makes up. Only when he
    turns out to be a player who asks too much is it put back, so that he shuts out nobody else.
    """

    def __init__(self, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        burst = per_second * BURST_SECONDS
        self._clock = clock
        self._players = Buckets(per_second, burst, KNOWN_MAX)
        self._addresses = Buckets(
            per_second * PLAYERS_PER_ADDRESS, burst * PLAYERS_PER_ADDRESS, KNOWN_MAX
        )

    def of_player(self, player: int) -> bool:
        """Whether this player may ask once more."""
        return self._players.take(str(player), self._clock())

    def of_address(self, network: str) -> bool:
        """Whether this address may ask once more."""
        return self._addresses.take(network, self._clock())

    def put_back(self, network: str) -> None:
        """What this address asked last was a player's, and refused as too much of his own."""
        self._addresses.put_back(network)
