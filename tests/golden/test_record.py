"""What an earlier build wrote down, today's code does again, event for event and byte for byte.

`python -m tests.golden.record` writes a file anew: see docs/decisions/0011 before you do.
"""

import msgspec
import pytest
from msgspec import inspect
from msgspec.structs import replace

from evenmoney.house import record as records
from evenmoney.house.event import BettingOpened
from evenmoney.house.frame import AnyEvent
from evenmoney.house.record import (
    FORMAT,
    BettingOver,
    HourOver,
    Opened,
    PartsOver,
    Played,
    Record,
)
from evenmoney.house.recovery import RecordDiffers, rebuild
from evenmoney.journal.entry import Entry
from tests.dealing import GAMES
from tests.golden.record import PLAYED, Recorded, golden, read, required, shapes

RECORDED = {recorded.id: recorded for recorded in read()}


@pytest.mark.parametrize("recorded", RECORDED.values(), ids=RECORDED)
def test_a_record_of_an_earlier_build_is_rebuilt(recorded: Recorded) -> None:
    rebuilt = rebuild(recorded.layout, recorded.entries)
    assert [line.entry.digest for line in rebuilt.lines] == [e.digest for e in recorded.entries]


@pytest.mark.parametrize("recorded", RECORDED.values(), ids=RECORDED)
def test_it_is_rebuilt_from_each_of_its_checkpoints(recorded: Recorded) -> None:
    layout = recorded.layout
    whole = rebuild(layout, recorded.entries)
    for at, entry in enumerate(recorded.entries):
        if entry.checkpoint:
            assert rebuild(layout, recorded.entries[at:]).state == whole.state


def test_there_is_one_of_every_game_with_every_kind_of_entry() -> None:
    assert {recorded.layout.game.id for recorded in RECORDED.values()} == GAMES.keys()
    kinds = {
        type(records.decode(entry.payload))
        for recorded in RECORDED.values()
        for entry in recorded.entries
    }
    assert kinds == set(Record.__args__)


def test_another_event_than_the_recorded_one_is_seen() -> None:
    recorded = RECORDED["classic-1"]
    *before, last = recorded.entries
    with pytest.raises(RecordDiffers):
        rebuild(recorded.layout, [*before, replace(last, digest=bytes(16))])


@pytest.mark.parametrize("file", PLAYED)
def test_an_event_grows_only_by_what_is_left_out_while_it_is_unset(file: str) -> None:
    before = golden(file)["events"]
    for shape in shapes(AnyEvent):
        names = [field.encode_name for field in shape.fields]
        known = before.get(shape.cls.__name__, names)
        assert names[: len(known)] == known, f"{shape.cls.__name__} lost or moved a field"
        for field in shape.fields[len(known) :]:
            assert isinstance(field.type, inspect.UnionType), field.name
            assert field.default is msgspec.UNSET, f"{shape.cls.__name__}.{field.name}"


def test_such_a_field_changes_no_byte_of_an_old_event() -> None:
    grown = msgspec.defstruct(
        "BettingOpened",
        [("more", int | msgspec.UnsetType, msgspec.UNSET)],
        bases=(BettingOpened,),
        frozen=True,
        tag="betting_opened",
    )
    old = BettingOpened(cycle=1, c1="ab")
    assert msgspec.json.encode(grown(cycle=1, c1="ab")) == msgspec.json.encode(old)


@pytest.mark.parametrize("file", PLAYED)
def test_a_record_asks_for_nothing_that_was_not_written_before(file: str) -> None:
    before = golden(file)["required"]
    for name, fields in required(Record).items():
        missing = set(fields) - set(before.get(name, fields))
        assert not missing, f"{name} can't be read without {missing}, which old records lack"


def test_a_record_of_a_later_format_is_left_alone() -> None:
    recorded = RECORDED["classic-1"]
    at = next(at for at, entry in enumerate(recorded.entries) if entry.checkpoint)
    opened = records.decode(recorded.entries[at].payload)
    assert isinstance(opened, Opened)
    assert opened.format == FORMAT
    later = records.encode(replace(opened, format=FORMAT + 1))
    with pytest.raises(RecordDiffers, match="a later build wrote it"):
        rebuild(recorded.layout, [with_payload(recorded.entries[at], later)])
    older = records.encode(replace(opened, format=0))
    rebuild(recorded.layout, [with_payload(recorded.entries[at], older)])


def with_payload(entry: Entry, payload: bytes) -> Entry:
    return replace(entry, payload=payload)


CLOCKS: dict[type, str] = {
    Played: "decision",
    BettingOver: "count",
    PartsOver: "count",
    HourOver: "count",
}
"""What a clock's record says it ran for."""


@pytest.mark.parametrize("kind", CLOCKS)
def test_a_clock_that_ran_for_another_question_or_round_is_not_told_again(kind: type) -> None:
    recorded, at = next(
        (recorded, at)
        for recorded in RECORDED.values()
        for at, entry in enumerate(recorded.entries)
        if isinstance(records.decode(entry.payload), kind)
    )
    record = records.decode(recorded.entries[at].payload)
    other = replace(record, **{CLOCKS[kind]: getattr(record, CLOCKS[kind]) + 1})
    altered = with_payload(recorded.entries[at], records.encode(other))
    with pytest.raises(RecordDiffers, match="can't be done again"):
        rebuild(recorded.layout, [*recorded.entries[:at], altered])
