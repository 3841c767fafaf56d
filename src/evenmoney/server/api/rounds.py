"""A player's rounds: the list, and each one step by step from the house's record."""

import logging
from typing import Annotated, Final

from litestar import get
from litestar.params import FromPath, QueryParameter

from evenmoney.house.recovery import RecordDiffers
from evenmoney.house.state import round_text
from evenmoney.journal.chain import ChainBroken
from evenmoney.server.api.entry import OurPremises, ThisPlayer
from evenmoney.server.premises import Premises
from evenmoney.server.problems import Refused
from evenmoney.store.store import PlayedRound
from evenmoney.wire.http import HistoryPage, HistoryRow, RoundRecord

LOG = logging.getLogger("evenmoney.history")

PAGE_MAX: Final = 100

Before = Annotated[int | None, QueryParameter(ge=0, le=2**53)]
PageSize = Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)]


async def row_of(premises: Premises, played: PlayedRound) -> HistoryRow:
    """A line of the list."""
    table = await premises.table(played.table)
    return HistoryRow(
        round=round_text(played.round),
        table=table.id,
        game=table.game,
        closed_ms=played.closed_at_ms,
        staked=played.staked,
        paid=played.paid,
        net=played.paid - played.staked,
        voided=played.voided,
        bonus=played.bonus != 0,
    )


@get("/api/history")
async def list_rounds(
    premises: OurPremises, who: ThisPlayer, before: Before = None, limit: PageSize = 50
) -> HistoryPage:
    """The player's rounds, newest first; `before` is the time that the page before gave."""
    played = await premises.store.played(who.player.id, before, limit)
    rows = [await row_of(premises, part) for part in played]
    more = played[-1].closed_at_ms if len(played) >= limit else None
    return HistoryPage(rounds=tuple(rows), before=more)


@get("/api/history/{round_id:str}")
async def tell_round(
    round_id: FromPath[str], premises: OurPremises, who: ThisPlayer
) -> RoundRecord:
    """One round: cards, decisions, money, and the proof of its shuffle once it is revealed."""
    try:
        record = await premises.house.record(round_id, who.player.id)
    except (RecordDiffers, ChainBroken) as fault:
        LOG.error("round_not_told", extra={"round": round_id, "reason": str(fault)})
        reason = "The record of this round can't be told again; the house has been told."
        raise Refused("record_differs", reason, "round_id") from None
    if record is None:
        raise Refused("not_found", "You have no such round.", "round_id")
    return record


HANDLERS: Final = (list_rounds, tell_round)
