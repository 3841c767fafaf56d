"""Who may open a socket: a page of the house's own, with a session."""

from typing import Final

from evenmoney.players.accounts import LoggedIn
from evenmoney.server.origin import OWN_HEADER, cookie_value, same_origin
from evenmoney.server.premises import Premises
from evenmoney.server.upgrade import SOCKET_PATH, Denied, Listener
from evenmoney.store.store import StoreFailed
from evenmoney.wire.http import Problem

TOKEN_MAX: Final = 128


class Gate:
    """Admits upgrade requests to the premises."""

    def __init__(self, premises: Premises) -> None:
        self._premises = premises

    async def admit(self, fields: dict[str, str]) -> Listener:
        """The socket that a request with these header fields opens; raises `Denied`."""
        if fields[":path"] != SOCKET_PATH:
            raise denied(404, "not_found", "There is no socket here.")
        if self._premises.draining:
            raise denied(503, "shutting_down", "The server is stopping.")
        if not self._is_own_page(fields):
            raise denied(403, "cross_origin", "Only the house's own pages may open a socket.")
        try:
            who = await self._who(cookie_value(fields.get("cookie", "")))
        except StoreFailed:
            raise denied(503, "store_failed", "The house's record is out of reach.") from None
        if who is None:
            raise denied(403, "not_logged_in", "Log in, or come in as a guest.")
        if not self._premises.allowance.of_player(who.player.id):
            raise denied(429, "too_many_requests", "Too much is asked at once. Wait a second.")
        socket = self._premises.new_socket(who)
        if socket is None:
            raise denied(429, "too_many_sockets", "Too many tabs of yours are open.")
        return socket

    async def _who(self, token: str | None) -> LoggedIn | None:
        """Whose session a token opens. Looked up again when sessions were ended meanwhile: one that
        was ended closes the sockets that are open, and this one is not yet."""
        if not token or len(token) > TOKEN_MAX:
            return None
        while True:
            ends = self._premises.ends
            who = await self._premises.accounts.who(token)
            if who is None or ends == self._premises.ends:
                return who

    def _is_own_page(self, fields: dict[str, str]) -> bool:
        """A browser always sends `Origin`; a program without one says that it is none."""
        origin = fields.get("origin")
        if origin is None:
            return OWN_HEADER in fields
        return same_origin(origin, fields.get("host", ""), self._premises.settings.origins)


def denied(status: int, code: str, message: str) -> Denied:
    """The refusal of an upgrade."""
    return Denied(status, Problem(code=code, message=message))
