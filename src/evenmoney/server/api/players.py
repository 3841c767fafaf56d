"""Coming in: guests, accounts, sessions, passwords."""

import logging
from typing import Annotated, Final

from litestar import Response, delete, get, post
from litestar.params import JSONBody, PathParameter

from evenmoney.players.accounts import LoggedIn
from evenmoney.server.api.entry import AnyPlayer, OurPremises, ThisPlayer, ThisVisit, session_cookie
from evenmoney.server.origin import COOKIE
from evenmoney.server.premises import Premises
from evenmoney.server.problems import Refused
from evenmoney.wire.http import (
    Done,
    LogIn,
    Me,
    PasswordChange,
    RecoveryAsk,
    RecoverySet,
    SessionRow,
    Sessions,
    SignUp,
)

LOG = logging.getLogger("evenmoney.players")

SessionId = Annotated[int, PathParameter(ge=0, le=2**53)]


async def me_of(premises: Premises, who: LoggedIn) -> Me:
    """What a player is told about himself."""
    first_game = next(iter(premises.catalogue.values()))
    return Me(
        player=who.player.id,
        name=who.player.name,
        guest=who.player.guest,
        balance=await premises.house.balance(who.player.id),
        debt=await premises.house.debt(who.player.id),
        currency=first_game.currency,
        open_rounds=tuple(premises.house.open_rounds(who.player.id)),
    )


async def let_in(premises: Premises, come: tuple[LoggedIn, str]) -> Response[Me]:
    """The answer to somebody who came in: who he is, and his cookie."""
    who, token = come
    LOG.info("came_in", extra={"player": who.player.id, "address": who.session.address})
    cookie = session_cookie(token, premises.settings)
    return Response(await me_of(premises, who), cookies=[cookie])


@post("/api/guest", status_code=201)
async def enter_as_guest(premises: OurPremises, visit: ThisVisit, maybe: AnyPlayer) -> Response[Me]:
    """Come in as a guest, with the opening money; who is in already stays who he is."""
    if maybe is not None:
        return Response(await me_of(premises, maybe))
    return await let_in(premises, await premises.accounts.guest(visit))


@get("/api/me")
async def tell_me(premises: OurPremises, who: ThisPlayer) -> Me:
    """Who is logged in, the balance, and the open rounds, newest first."""
    return await me_of(premises, who)


@post("/api/sign-up", status_code=201)
async def sign_up(
    data: JSONBody[SignUp], premises: OurPremises, visit: ThisVisit, maybe: AnyPlayer
) -> Response[Me]:
    """Turn the guest into an account that keeps balance and history, or make a new account."""
    come = await premises.accounts.sign_up(maybe, data.name, data.password, data.email, visit)
    if maybe is not None:
        premises.end_sessions(maybe.player.id)
    return await let_in(premises, come)


@post("/api/log-in", status_code=200)
async def log_in(data: JSONBody[LogIn], premises: OurPremises, visit: ThisVisit) -> Response[Me]:
    """Open a session for an account."""
    return await let_in(premises, await premises.accounts.log_in(data.name, data.password, visit))


@post("/api/log-out", status_code=200)
async def log_out(premises: OurPremises, who: ThisPlayer) -> Response[Done]:
    """End this session; its sockets are closed."""
    await premises.accounts.log_out(who)
    premises.end_sessions(who.player.id, only=who.session.id)
    response = Response(Done())
    response.delete_cookie(COOKIE, path="/")
    return response


@get("/api/sessions")
async def list_sessions(premises: OurPremises, who: ThisPlayer) -> Sessions:
    """All live sessions of the player."""
    rows = [
        SessionRow(
            id=session.id,
            made_ms=session.made_at_ms,
            seen_ms=session.seen_at_ms,
            address=session.address,
            device=session.device,
            current=session.id == who.session.id,
        )
        for session in await premises.accounts.sessions(who)
    ]
    return Sessions(sessions=tuple(rows))


@delete("/api/sessions/{session:int}", status_code=200)
async def revoke_session(session: SessionId, premises: OurPremises, who: ThisPlayer) -> Done:
    """End one session of the player; its sockets are closed."""
    if not await premises.accounts.revoke(who, session):
        raise Refused("not_found", "You have no such session.", "session")
    premises.end_sessions(who.player.id, only=session)
    return Done()


@post("/api/password", status_code=200)
async def change_password(
    data: JSONBody[PasswordChange], premises: OurPremises, who: ThisPlayer, visit: ThisVisit
) -> Done:
    """Set a new password; every other session of the player ends."""
    await premises.accounts.change_password(who, data.old, data.new, visit)
    premises.end_sessions(who.player.id, keep=who.session.id)
    return Done()


@post("/api/recovery", status_code=200)
async def ask_recovery(
    data: JSONBody[RecoveryAsk], premises: OurPremises, visit: ThisVisit
) -> Done:
    """Send a recovery link to the account's address, if there is one: that is never told."""
    await premises.accounts.ask_recovery(data.name, visit)
    return Done()


@post("/api/recovery/set", status_code=200)
async def set_by_recovery(
    data: JSONBody[RecoverySet], premises: OurPremises, visit: ThisVisit
) -> Done:
    """Set a new password by the token of a recovery link; every session of the player ends."""
    player = await premises.accounts.recover(data.token, data.password, visit)
    premises.end_sessions(player)
    return Done()


HANDLERS: Final = (
    enter_as_guest,
    tell_me,
    sign_up,
    log_in,
    log_out,
    list_sessions,
    revoke_session,
    change_password,
    ask_recovery,
    set_by_recovery,
)
