"""Sends what a turn of the event loop produced in one write a socket, instead of one a frame."""

import asyncio
from typing import Protocol


class Letterbox(Protocol):
    """A socket with frames waiting."""

    def deliver(self) -> None:
        """Write what waits."""


class Postman:
    """Goes round once after each turn of the loop in which something was posted."""

    def __init__(self) -> None:
        self._waiting: list[Letterbox] = []

    def call_at(self, letterbox: Letterbox) -> None:
        """Deliver this one on the next round; asked for once a round."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._go_round)
        self._waiting.append(letterbox)

    def _go_round(self) -> None:
        waiting, self._waiting = self._waiting, []
        for letterbox in waiting:
            letterbox.deliver()
