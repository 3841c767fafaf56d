"""A round told again from its record, as one of its players may see it. Pure."""

from collections.abc import Sequence

import msgspec

from evenmoney.house import shuffler
from evenmoney.house.event import PlayerPaid, RoundStarted, RoundVoided
from evenmoney.house.frame import AnyEvent
from evenmoney.house.record import Record, Told
from evenmoney.house.recovery import rebuild
from evenmoney.house.scribe import Line
from evenmoney.house.state import Cycle, Layout
from evenmoney.house.view import RecordStep, RoundRecord, ShuffleRecord
from evenmoney.journal.entry import Entry


def recall(
    layout: Layout, entries: Sequence[Entry], count: int, player: int, now: Cycle | None
) -> RoundRecord | None:
    """Round `count` of a table, from the entry that opened its betting on; None when no card of
    it was dealt. `now` is the table's present cycle: what is over is laid open.

    Raises `RecordDiffers` when the record can't be told again.
    """
    round = layout.round_id(count)
    lines = [line for line in rebuild(layout, entries).lines if _belongs(line, count, round)]
    at = next((at for at, line in enumerate(lines) if _find(line, RoundStarted)), None)
    if at is None:
        return None
    started = _find(lines[at], RoundStarted)
    assert isinstance(started, RoundStarted)
    stacks = lines[at - 1].change.state.stacks
    settled = [part for line in lines for part in line.change.settled if part.player == player]
    last = settled[-1] if settled else None
    return RoundRecord(
        round=round,
        table=layout.id,
        game=layout.game.id,
        bets=started.bets,
        mine=tuple(box for box in started.bets if stacks[box].owner == player),
        staked=last.staked if last else lines[-1].change.state.staked_by(player),
        paid=last.paid if last else 0,
        open=last is None,
        voided=any(_find(line, RoundVoided) for line in lines),
        steps=tuple(_step(line, player) for line in lines),
        shuffle=_shuffle(layout, started, lines[at].change.state.cycle, now),
    )


def _belongs(line: Line, count: int, round: str) -> bool:
    if line.change.state.count == count:
        return True
    voided = _find(line, RoundVoided)
    return isinstance(voided, RoundVoided) and voided.round == round


def _find(line: Line, kind: type[AnyEvent]) -> AnyEvent | None:
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


def _shuffle(
    layout: Layout, started: RoundStarted, cycle: Cycle | None, now: Cycle | None
) -> ShuffleRecord:
    assert cycle is not None
    over = now is not None and (now.number > cycle.number or now.over)
    return ShuffleRecord(
        cycle=cycle.number,
        rules_hash=layout.rules_hash.hex(),
        c1=cycle.c1,
        c2=started.c2,
        first_card=started.first_card,
        revealed=over,
        seed=cycle.seed.hex() if over else "",
        salt=cycle.salt.hex() if over else "",
        parts=tuple(part.hex() for part in cycle.parts) if over else (),
        cut=cycle.cut or 0,
        order=shuffler.shoe_of(layout, cycle).cards if over else (),
        hashes=tuple(promise.hex() for promise in cycle.promises),
    )
