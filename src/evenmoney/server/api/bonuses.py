"""A player's bonuses: what he has, and giving one up. They are activated at the table."""

from typing import Annotated, Final

from litestar import get, post
from litestar.params import PathParameter

from evenmoney.house.refusal import TableRefusal
from evenmoney.house.seen import bonus_view
from evenmoney.house.view import BonusView
from evenmoney.server.api.entry import OurPremises, ThisPlayer
from evenmoney.server.premises import Premises
from evenmoney.server.problems import Refused
from evenmoney.wire.http import Bonuses

BonusNumber = Annotated[int, PathParameter(ge=1, le=2**53)]


async def end_bonus(premises: Premises, bonus: int, player: int | None = None) -> BonusView:
    """The bonus closed; refused while it is in play, and when it is at its end already."""
    try:
        return bonus_view(await premises.house.bonuses.end(bonus, player))
    except TableRefusal as refusal:
        raise Refused(str(refusal.code), refusal.reason, "bonus") from None


@get("/api/bonuses")
async def show_bonuses(premises: OurPremises, who: ThisPlayer) -> Bonuses:
    """The player's bonuses, newest first; those that are at their end too."""
    found = await premises.house.bonuses.of(who.player.id)
    return Bonuses(bonuses=tuple(map(bonus_view, found)))


@post("/api/bonuses/{bonus:int}/close", status_code=200)
async def give_up_bonus(bonus: BonusNumber, premises: OurPremises, who: ThisPlayer) -> BonusView:
    """End one of the player's bonuses that is not in play: what was won with it becomes cash if
    its requirement is met, the rest goes back to the house."""
    return await end_bonus(premises, bonus, who.player.id)


HANDLERS: Final = (show_bonuses, give_up_bonus)
