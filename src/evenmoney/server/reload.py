"""Offering what the operator's files say now, while the house is open and no round is touched."""

import asyncio
import logging
from collections.abc import Callable, Mapping

from evenmoney.games.catalogue import BadGame
from evenmoney.house.currency import OtherCurrency
from evenmoney.rules.game import Game
from evenmoney.server.api.games import game_views
from evenmoney.server.premises import Premises
from evenmoney.store.store import OutcomeUnknown, StoreFailed
from evenmoney.strategy.certified import BadCertificate, Certificates, NotCertified

LOG = logging.getLogger("evenmoney.serve")

Reread = Callable[[], tuple[Mapping[str, Game], Certificates]]
"""Reads the operator's files anew; raises `BadGame`, `BadCertificate`, `OSError`."""

WRONG = (BadGame, BadCertificate, NotCertified, OtherCurrency, StoreFailed, OutcomeUnknown, OSError)
"""What keeps the house with the games it has: it is logged."""


class Reloading:
    """Reloads one after the other: what is asked for during one is done once more after it."""

    def __init__(self, premises: Premises, reread: Reread) -> None:
        self._premises = premises
        self._reread = reread
        self._asked = False
        self._task: asyncio.Task[None] | None = None

    def ask(self) -> None:
        """Reload soon."""
        self._asked = True
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        try:
            while self._asked:
                self._asked = False
                await self._try()
        finally:
            self._task = None

    async def _try(self) -> None:
        try:
            await self._reload()
        except WRONG as wrong:
            LOG.error("not_reloaded", extra={"reason": str(wrong)})

    async def _reload(self) -> None:
        catalogue, certificates = await asyncio.to_thread(self._reread)
        premises = self._premises
        await premises.house.reload(catalogue, certificates)
        premises.catalogue = catalogue
        premises.game_views = game_views(
            catalogue, premises.house.certificates, premises.settings.void_pays
        )
        LOG.warning("reloaded")
