"""A round told again from its record, as one of its players may see it. Pure."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from evenmoney.house import record as records
from evenmoney.house import shuffler, stakes, standing, voids
from evenmoney.house.event import PlayerPaid, RoundStarted, RoundVoided
from evenmoney.house.line import Line
from evenmoney.house.record import (
    BettingOver,
    Funds,
    HourOver,
    PartsOver,
    Played,
    Record,
    Told,
    Voided,
)
from evenmoney.house.recovery import RecordDiffers, rebuild
from evenmoney.house.scribe import digest, encode
from evenmoney.house.state import Cycle, Layout, TableState
from evenmoney.house.view import RecordStep, RoundRecord, ShuffleRecord
from evenmoney.journal.entry import Entry
from evenmoney.store.store import PlayedRound

E = TypeVar("E")


class Asked(msgspec.Struct, frozen=True):
    """Round `count` of a table, for one of its players: his part each time it closed (empty: it is
    open), and the table's present cycle: what is over is laid open."""

    layout: Layout
    count: int
    player: int
    closings: tuple[PlayedRound, ...]
    now: Cycle | None

    @property
    def round(self) -> str:
        """The game id of the round."""
        return self.layout.round_id(self.count)


def recall(asked: Asked, entries: Sequence[Entry], void: Entry | None) -> RoundRecord | None:
    """The round from the entry that opened its betting to the one that closed it (or the last one);
    None when no card of it was dealt. `void` is the entry that called it off after it was settled.

    Raises `RecordDiffers` when the record can't be told again.
    """
    lines = rebuild(asked.layout, entries).lines
    lines = tuple(line for line in lines if _belongs(line, asked))
    at = next((at for at, line in enumerate(lines) if _find(line, RoundStarted)), None)
    if at is None:
        return None
    started = _find(lines[at], RoundStarted)
    assert started is not None
    before, dealt, last = lines[at - 1].change.state, lines[at].change.state, lines[-1].change.state
    closed = asked.closings[-1] if asked.closings else None
    steps = tuple(_step(line, asked.player) for line in lines)
    if void is not None:
        steps += (_void_step(asked, void),)
    return RoundRecord(
        round=asked.round,
        table=asked.layout.id,
        game=asked.layout.game.id,
        bets=started.bets,
        mine=tuple(box for box in started.bets if before.stacks[box].owner == asked.player),
        staked=closed.staked if closed else standing.staked_by(last, asked.player),
        paid=closed.paid if closed else 0,
        open=closed is None,
        voided=void is not None or any(_find(line, RoundVoided) for line in lines),
        steps=steps,
        shuffle=_shuffle(asked, started, dealt.cycle),
        debt=_debt(asked, void),
        balance_before=_balance_before(asked.player, lines[at], before),
        balance_after=_balance_after(asked, lines[-1], void) if closed else None,
    )


def _belongs(line: Line, asked: Asked) -> bool:
    voided = _find(line, RoundVoided)
    return line.change.state.count == asked.count or (
        voided is not None and voided.round == asked.round
    )


def _find(line: Line, kind: type[E]) -> E | None:
    return next((event for event in line.change.events if isinstance(event, kind)), None)


def _step(line: Line, player: int) -> RecordStep:
    record = line.record
    return RecordStep(
        sequence=line.entry.sequence,
        at_ms=line.entry.at_ms,
        told=_word(record),
        player=record.player if isinstance(record, Told) else None,
        events=tuple(
            event
            for event in line.change.events
            if not isinstance(event, PlayerPaid) or event.player == player
        ),
    )


def _word(record: Record) -> str:
    """What was told, by the tag of its type: `place_bet`, `act`, `opened`, …"""
    told: msgspec.Struct = record.command if isinstance(record, Told) else record
    return str(told.__struct_config__.tag)


def _void_step(asked: Asked, entry: Entry) -> RecordStep:
    """A settled round that was called off: what was played since has nothing to do with it."""
    record = _voided(entry)
    event = RoundVoided(round=asked.round, reason=record.reason)
    if digest(encode((event,))) != entry.digest:
        raise RecordDiffers(asked.layout, entry, "another round was called off")
    word = _word(record)
    return RecordStep(
        sequence=entry.sequence, at_ms=entry.at_ms, told=word, player=None, events=(event,)
    )


def _voided(entry: Entry) -> Voided:
    record = records.decode(entry.payload)
    assert isinstance(record, Voided), "a settled round closes again only when it is called off"
    return record


def _balance_before(player: int, deal: Line, before: TableState) -> int | None:
    """What the player could spend of his own when the cards came, and what of it lay in bets."""
    funds = _funds(deal.record).get(player)
    own = 0 if player in before.bonuses else standing.staked_by(before, player)
    return None if funds is None else funds + own


def _balance_after(asked: Asked, last: Line, void: Entry | None) -> int | None:
    """What he could spend when the round was closed, or when it was called off after that."""
    funds, transfers = _funds(last.record).get(asked.player), last.change.transfers
    if void is not None:
        record, number = _voided(void), asked.layout.round_number(asked.count)
        own = next(part for part in record.parts if part.player == asked.player)
        funds, transfers = own.balance, voids.transfers(own, number)
        transfers += stakes.repayments(transfers, record.debts)
    moved = stakes.moved(transfers).get(asked.player)
    return None if funds is None else funds + (moved.net if moved else 0)


def _funds(record: Record) -> Funds:
    """What everyone could spend before a record, as far as it says."""
    if isinstance(record, Told | Played | HourOver | BettingOver | PartsOver):
        return record.funds
    return {}


def _debt(asked: Asked, void: Entry | None) -> int:
    """What of a payout that was taken back had been spent."""
    if void is None:
        return 0
    number = asked.layout.round_number(asked.count)
    own = next(part for part in _voided(void).parts if part.player == asked.player)
    moved = stakes.moved(voids.transfers(own, number)).get(asked.player)
    return moved.borrowed if moved else 0


def _shuffle(asked: Asked, started: RoundStarted, cycle: Cycle | None) -> ShuffleRecord:
    """The proof of a cycle that is over; of one that still runs only what was promised."""
    assert cycle is not None
    hidden = ShuffleRecord(
        cycle=cycle.number,
        rules_hash=asked.layout.rules_hash.hex(),
        c1=cycle.c1,
        c2=started.c2,
        first_card=started.first_card,
        revealed=False,
        seed="",
        salt="",
        parts=(),
        cut=cycle.cut or 0,
        order=(),
        hashes=tuple(promise.hex() for promise in cycle.promises),
    )
    over = asked.now is not None and (asked.now.number > cycle.number or asked.now.over)
    return _laid_open(asked.layout, hidden, cycle) if over else hidden


def _laid_open(layout: Layout, hidden: ShuffleRecord, cycle: Cycle) -> ShuffleRecord:
    return msgspec.structs.replace(
        hidden,
        revealed=True,
        seed=cycle.seed.hex(),
        salt=cycle.salt.hex(),
        parts=tuple(part.hex() for part in cycle.parts),
        order=shuffler.shoe_of(layout, cycle).cards,
    )
