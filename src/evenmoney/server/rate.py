"""A token bucket: so many at once, so many a second. The time is passed in."""


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
