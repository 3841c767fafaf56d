"""The chain: whatever is altered, left out, doubled or put in another order is found."""

from collections.abc import Callable
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenmoney.journal import GENESIS, ChainBroken, Entry, link, verify

TABLE = 3


def record(length: int) -> list[Entry]:
    chain, entries = GENESIS, []
    for sequence in range(1, length + 1):
        entry = Entry(
            table=TABLE,
            sequence=sequence,
            at_ms=1_700_000_000_000 + sequence,
            payload=b"payload %d" % sequence,
            digest=b"digest",
            checkpoint=sequence == 2,
        )
        chain = link(chain, entry)
        entries.append(msgspec.structs.replace(entry, chain=chain))
    return entries


def test_the_chain_of_a_sound_record_is_that_of_its_last_entry() -> None:
    entries = record(5)
    assert verify(TABLE, entries) == entries[-1].chain
    assert verify(TABLE, entries[2:], after=2, chain=entries[1].chain) == entries[-1].chain
    assert verify(TABLE, []) == GENESIS


def test_the_first_link_is_the_one_that_docs_ledger_shows() -> None:
    head = bytes.fromhex("000000000000000300000000000000010000018bcfe56801000000000900000006")
    expected = sha256(bytes(32) + head + b"payload 1" + b"digest").hexdigest()
    assert record(1)[0].chain.hex() == expected
    assert expected == "6ab6a47e748eb17bac86faf7cd26f2a18227422e58f1b3e5fcdbc163e11eca35"


ALTERED: dict[str, Callable[[Entry], Entry]] = {
    "payload": lambda e: msgspec.structs.replace(e, payload=b"Payload 3"),
    "digest": lambda e: msgspec.structs.replace(e, digest=b"Digest"),
    "time": lambda e: msgspec.structs.replace(e, at_ms=e.at_ms + 1),
    "checkpoint": lambda e: msgspec.structs.replace(e, checkpoint=True),
    "boundary": lambda e: msgspec.structs.replace(e, payload=b"payload 3d", digest=b"igest"),
    "chain": lambda e: msgspec.structs.replace(e, chain=GENESIS),
    "table": lambda e: msgspec.structs.replace(e, table=TABLE + 1),
    "sequence": lambda e: msgspec.structs.replace(e, sequence=9),
}


@pytest.mark.parametrize("part", ALTERED)
def test_an_altered_entry_is_named(part: str) -> None:
    entries = record(5)
    entries[2] = ALTERED[part](entries[2])
    with pytest.raises(ChainBroken) as broken:
        verify(TABLE, entries)
    assert (broken.value.table, broken.value.sequence) == (TABLE, 3)


def test_an_entry_that_was_altered_and_sealed_again_breaks_the_next() -> None:
    entries = record(5)
    forged = msgspec.structs.replace(entries[2], payload=b"forged")
    entries[2] = msgspec.structs.replace(forged, chain=link(entries[1].chain, forged))
    with pytest.raises(ChainBroken) as broken:
        verify(TABLE, entries)
    assert broken.value.sequence == 4


@given(st.permutations(range(4)), st.lists(st.integers(0, 3), max_size=6))
def test_only_the_record_as_it_was_kept_is_sound(order: list[int], chosen: list[int]) -> None:
    entries = record(4)
    for places in (order, chosen):
        given = [entries[place] for place in places]
        if given == entries[: len(given)]:
            verify(TABLE, given)
        else:
            with pytest.raises(ChainBroken):
                verify(TABLE, given)
