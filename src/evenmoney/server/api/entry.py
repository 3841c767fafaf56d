"""What every request passes: how often, same origin, who is it, and the headers that go back."""

from typing import Any, Final

from litestar import Request
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from evenmoney.players.accounts import SESSION_DAYS, LoggedIn, Visit
from evenmoney.server.origin import COOKIE, OWN_HEADER, same_origin
from evenmoney.server.premises import Premises, ServerSettings
from evenmoney.server.problems import Refused

AnyRequest = Request[Any, Any, Any]

# What a handler is given under the names that the application provides them by.
OurPremises = NamedDependency[Premises]
ThisVisit = NamedDependency[Visit]
ThisPlayer = NamedDependency[LoggedIn]
AnyPlayer = NamedDependency[LoggedIn | None]

API: Final = "/api/"
"""Where the paths of what is counted begin: pages are not, they cost next to nothing."""

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
TOKEN_MAX: Final = 128
DEVICE_MAX: Final = 200
DAY_SECONDS: Final = 24 * 3600


async def let_pass(request: AnyRequest) -> None:
    """Refuse what comes too often, and what another site's page may have sent, before anything is
    done."""
    if request.scope["path"].startswith(API):
        _check_rate(premises_of(request).allowance.of_address(visit_of(request).network))
    _check_origin(request)


def _check_rate(may: bool) -> None:
    if not may:
        raise Refused("too_many_requests", "Too much is asked at once. Wait a second.")


def _check_origin(request: AnyRequest) -> None:
    if request.method in SAFE_METHODS:
        return
    origin = request.headers.get("origin")
    premises: Premises = request.app.state.premises
    if origin is None:
        allowed = OWN_HEADER in request.headers
    else:
        host = request.headers.get("host", "")
        allowed = same_origin(origin, host, premises.settings.origins)
    if not allowed:
        raise Refused("cross_origin", "Only the house's own pages may do this.")


def premises_of(request: AnyRequest) -> Premises:
    """The server's premises."""
    premises: Premises = request.app.state.premises
    return premises


def visit_of(request: AnyRequest) -> Visit:
    """Where the request comes from."""
    address = request.client.host if request.client else ""
    return Visit(address, request.headers.get("user-agent", "")[:DEVICE_MAX])


async def maybe_who(request: AnyRequest) -> LoggedIn | None:
    """Whose session the cookie opens, or None; refused when that player asks too often."""
    token = request.cookies.get(COOKIE, "")
    if not token or len(token) > TOKEN_MAX:
        return None
    premises = premises_of(request)
    who = await premises.accounts.who(token)
    if who is not None:
        may = premises.allowance.of_player(who.player.id)
        if not may:
            premises.allowance.put_back(visit_of(request).network)
        _check_rate(may)
    return who


async def known_who(request: AnyRequest) -> LoggedIn:
    """Whose session the cookie opens; refused without one."""
    who = await maybe_who(request)
    if who is None:
        raise Refused("not_logged_in", "Log in, or come in as a guest.")
    return who


def session_cookie(token: str, settings: ServerSettings) -> Cookie:
    """The cookie that carries a session: no script can read it, no other site's post sends it."""
    return Cookie(
        COOKIE,
        value=token,
        path="/",
        httponly=True,
        samesite="lax",
        secure=settings.secure,
        max_age=SESSION_DAYS * DAY_SECONDS,
    )
