"""What the strategy card says to a decision that is open, where the game allows to ask."""

from typing import Final

from litestar import get
from litestar.params import FromPath

from evenmoney.house.refusal import TableRefusal
from evenmoney.server.api.entry import OurPremises, ThisPlayer
from evenmoney.server.problems import Refused
from evenmoney.strategy.certified import NotCertified
from evenmoney.wire.http import Hint


@get("/api/tables/{table:str}/hint")
async def tell_hint(table: FromPath[str], premises: OurPremises, who: ThisPlayer) -> Hint:
    """The card's choice among what the player is offered now, and what each action is worth."""
    try:
        found = premises.house.hint(table, who.player.id)
    except TableRefusal as refusal:
        raise Refused(str(refusal.code), refusal.reason, "table") from None
    except NotCertified:
        raise Refused(
            "no_hints", "Nobody has computed this game's strategy card.", "table"
        ) from None
    if found is None:
        raise Refused("no_decision", "You are not asked anything at this table now.", "table")
    return Hint(decision=found.decision, action=found.action, values=found.values)


HANDLERS: Final = (tell_hint,)
