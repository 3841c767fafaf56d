"""How long a table waits: one alarm for its next deadline, one for each player who is away."""

from collections.abc import Callable

from evenmoney.house.clock import Alarm, Clock


class Patience:
    """Rings `due` at the first deadline, and `away` with a player who was waited for in vain."""

    def __init__(self, clock: Clock, due: Callable[[], None], away: Callable[[int], None]) -> None:
        self._clock = clock
        self._due = due
        self._away = away
        self._alarm: Alarm | None = None
        self._at: int | None = None
        self._absent: dict[int, Alarm] = {}

    def watch(self, first: int | None) -> None:
        """Ring at that moment (ms of UTC; None: never), and at no other."""
        if first == self._at:
            return
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._at = first
        if first is not None:
            self._alarm = self._clock.alarm(max(0, first - self._clock.now_ms()), self._ring)

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
        """Wait for nothing any more."""
        self.watch(None)
        for player in list(self._absent):
            self.is_back(player)

    def _ring(self) -> None:
        self._alarm = self._at = None
        self._due()

    def _give_up(self, player: int) -> None:
        self._absent.pop(player, None)
        self._away(player)
