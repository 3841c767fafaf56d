"""What the operator tells the running house, by the key in his file."""

import logging
from typing import Any, Final

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody

from evenmoney.house.bonus_desk import Grant
from evenmoney.house.refusal import TableRefusal
from evenmoney.house.seen import bonus_view
from evenmoney.house.view import BonusView
from evenmoney.ledger.transfer import AccountKind
from evenmoney.server.api.bonuses import BonusNumber, end_bonus
from evenmoney.server.api.entry import OurPremises
from evenmoney.server.premises import Premises
from evenmoney.server.problems import Refused
from evenmoney.store.store import UnitRefused
from evenmoney.wire.http import (
    Audited,
    Bonuses,
    GrantBonus,
    HouseFunds,
    VoidedRound,
    VoidRound,
)

LOG = logging.getLogger("evenmoney.operator")


def check_key(request: Request[Any, Any, Any], premises: Premises) -> None:
    """Let nobody by without the key."""
    shown = request.headers.get("authorization", "")
    if not premises.operator_key.opens(shown):
        raise Refused("not_the_operator", "This needs the operator's key.")


@post("/api/operator/rounds/{round_id:str}/void", status_code=200)
async def void_round(
    round_id: FromPath[str],
    data: JSONBody[VoidRound],
    premises: OurPremises,
    request: Request[Any, Any, Any],
) -> VoidedRound:
    """Call a round off: its bets back, its payouts taken back, never twice; what that changed of
    whose money."""
    check_key(request, premises)
    try:
        parts = await premises.house.void(round_id, data.reason)
    except TableRefusal as refusal:
        raise Refused(str(refusal.code), refusal.reason, "round_id") from None
    LOG.warning("round_voided", extra={"round": round_id, "reason": data.reason})
    return VoidedRound(round=round_id, parts=parts)


async def player_number(premises: Premises, player: str) -> int:
    """The number of a player given by number or name; refused when there is none."""
    people = premises.store.people
    if player.isdecimal() and len(player) < 19:
        found = await people.player(int(player))
    else:
        found = await people.named(player)
    if found is None:
        raise Refused("not_found", f"There is no player {player!r}.", "player")
    return found.id


@post("/api/operator/bonuses", status_code=201)
async def grant_bonus(
    data: JSONBody[GrantBonus], premises: OurPremises, request: Request[Any, Any, Any]
) -> BonusView:
    """Grant a bonus; sent again with the same key, it gives the one that was granted."""
    check_key(request, premises)
    grant = Grant(
        player=await player_number(premises, data.player),
        amount=data.amount,
        wagering=data.wagering,
        days=data.days,
        games=data.games,
        kind=data.kind,
    )
    try:
        bonus = await premises.house.bonuses.grant(data.key, grant)
    except TableRefusal as refusal:
        raise Refused(str(refusal.code), refusal.reason, refusal.field) from None
    except UnitRefused as refused:
        raise Refused(refused.code, "This key granted another bonus already.", "key") from None
    LOG.warning("bonus_granted", extra={"bonus": bonus.number, "player": bonus.player})
    return bonus_view(bonus)


@get("/api/operator/players/{player:str}/bonuses")
async def list_bonuses(
    player: FromPath[str], premises: OurPremises, request: Request[Any, Any, Any]
) -> Bonuses:
    """All bonuses of a player, newest first."""
    check_key(request, premises)
    found = await premises.house.bonuses.of(await player_number(premises, player))
    return Bonuses(bonuses=tuple(map(bonus_view, found)))


@post("/api/operator/bonuses/{bonus:int}/close", status_code=200)
async def close_bonus(
    bonus: BonusNumber, premises: OurPremises, request: Request[Any, Any, Any]
) -> BonusView:
    """End a bonus that is not in play: what was won with it is released if it may be."""
    check_key(request, premises)
    return await end_bonus(premises, bonus)


@get("/api/operator/funds")
async def tell_funds(premises: OurPremises, request: Request[Any, Any, Any]) -> HouseFunds:
    """What players have and have staked, and the house's own accounts, as the ledger stands."""
    check_key(request, premises)
    held = await premises.store.totals()
    return HouseFunds(
        currency=next(iter(premises.catalogue.values())).currency,
        cash=held[AccountKind.CASH],
        bonus=held[AccountKind.BONUS],
        open_rounds=held[AccountKind.ESCROW],
        debt=held[AccountKind.DEBT],
        house=held[AccountKind.HOUSE],
        adjustment=held[AccountKind.ADJUSTMENT],
        sum=sum(held.values()),
        wallet=held[AccountKind.WALLET],
    )


@post("/api/operator/audit", status_code=200)
async def audit_record(premises: OurPremises, request: Request[Any, Any, Any]) -> Audited:
    """Check the whole record: money, balances, escrows, hash chains. The house goes on."""
    check_key(request, premises)
    if premises.audit.locked():
        raise Refused("busy", "The record is being audited already.")
    async with premises.audit:
        return Audited(wrong=tuple(await premises.store.audit()))


HANDLERS: Final = (void_round, grant_bonus, list_bonuses, close_bonus, tell_funds, audit_record)
