"""What the operator sees and settles of the calls to his wallet, by the key in his file."""

import logging
from typing import Annotated, Any, Final

from litestar import Request, get, post
from litestar.params import JSONBody, PathParameter

from evenmoney.house.refusal import TableRefusal
from evenmoney.house.wallet_desk import WalletDesk
from evenmoney.server.api.entry import OurPremises
from evenmoney.server.api.operator import check_key
from evenmoney.server.premises import Premises
from evenmoney.server.problems import Refused
from evenmoney.store.store import WalletCall
from evenmoney.wire.http import OpenCall, OpenCalls, SettleCall

LOG = logging.getLogger("evenmoney.operator")

CallId = Annotated[str, PathParameter(max_length=64)]


def _desk(premises: Premises) -> WalletDesk:
    if premises.house.wallet is None:
        raise Refused("no_wallet", "Players' money lies in this house's own ledger.")
    return premises.house.wallet


def _view(call: WalletCall) -> OpenCall:
    assert call.state in {"open", "done", "undone"}
    return OpenCall(
        id=call.id,
        player=call.player,
        kind=call.kind,
        amount=call.amount,
        state=call.state,
        at_ms=call.at_ms,
        tries=call.tries,
        why=call.why,
    )


@get("/api/operator/wallet/calls")
async def list_open_calls(premises: OurPremises, request: Request[Any, Any, Any]) -> OpenCalls:
    """The calls to the wallet that it gave no clear answer to, oldest first."""
    check_key(request, premises)
    return OpenCalls(calls=tuple(map(_view, await _desk(premises).open_calls())))


@post("/api/operator/wallet/calls/{call:str}/settle", status_code=200)
async def settle_call(
    call: CallId, data: JSONBody[SettleCall], premises: OurPremises, request: Request[Any, Any, Any]
) -> OpenCall:
    """Say how an open call is at the wallet, once: the money here follows."""
    check_key(request, premises)
    try:
        settled = await _desk(premises).settle(call, data.outcome, data.reason)
    except TableRefusal as refusal:
        raise Refused(str(refusal.code), refusal.reason, "call") from None
    LOG.warning("wallet_call_settled", extra={"code": data.outcome, "reason": data.reason})
    return _view(settled)


HANDLERS: Final = (list_open_calls, settle_call)
