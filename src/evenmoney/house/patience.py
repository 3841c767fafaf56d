"""How long a table waits: a bell for its next deadline, an alarm for each player who is away."""

from collections.abc import Callable

from evenmoney.house.clock import Alarm, Clock


class Bell:
    """Rings at the first deadline of a table."""

    def __init__(self, clock: Clock, ring: Callable[[], None]) -> None:
        self.at: int | None = None
        """When it rings, in ms of UTC; None: never."""
        self._clock = clock
        self._due = ring
        self._alarm: Alarm | None = None

    def watch(self, first: int | None) -> None:
        """Ring at that moment (ms of UTC; None: never), and at no other."""
        if first == self.at:
            return
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self.at = first
        if first is not None:
            self._alarm = self._clock.alarm(max(0, first - self._clock.now_ms()), self._ring)

    def _ring(self) -> None:
        self._alarm = self.at = None
        self._due()


class Patience:
    """Calls `missed` with a player who was waited for in vain."""

    def __init__(self, clock: Clock, missed: Callable[[int], None]) -> None:
        self._clock = clock
        self._missed = missed
        self._absent: dict[int, Alarm] = {}

    def wait_for(self, player: int, seconds: float) -> None:
        """Give an absent player so long to come back, unless he is being waited for already."""
        if player not in self._absent:
            alarm = self._clock.alarm(int(seconds * 1000), lambda: self._give_up(player))
            self._absent[player] = alarm

    def is_back(self, player: int) -> None:
        """The player is there again."""
        alarm = self._absent.pop(player, None)
        if alarm is not None:
            alarm.cancel()

    def end(self) -> None:
        """Wait for nobody any more."""
        for player in list(self._absent):
            self.is_back(player)

    def _give_up(self, player: int) -> None:
        self._absent.pop(player, None)
        self._missed(player)
