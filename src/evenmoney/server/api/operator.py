"""What the operator tells the running house, by the key in his file."""

import logging
from typing import Any, Final

from litestar import Request, post

from evenmoney.house.refusal import TableRefusal
from evenmoney.server.premises import Premises
from evenmoney.server.problems import Refused
from evenmoney.wire.http import Done, VoidRound

LOG = logging.getLogger("evenmoney.operator")


def check_key(request: Request[Any, Any, Any], premises: Premises) -> None:
    """Let nobody by without the key."""
    shown = request.headers.get("authorization", "")
    if not premises.operator_key.opens(shown):
        raise Refused("not_the_operator", "This needs the operator's key.")


@post("/api/operator/rounds/{round_id:str}/void", status_code=200)
async def void_round(
    round_id: str, data: VoidRound, premises: Premises, request: Request[Any, Any, Any]
) -> Done:
    """Call a round off: its bets back, its payouts taken back, never twice."""
    check_key(request, premises)
    try:
        await premises.house.void(round_id, data.reason)
    except TableRefusal as refusal:
        raise Refused(str(refusal.code), refusal.reason, "round_id") from None
    LOG.warning("round_voided", extra={"round": round_id, "reason": data.reason})
    return Done()


HANDLERS: Final = (void_round,)
