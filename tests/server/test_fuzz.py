"""Frames that Hypothesis makes up: nothing they do breaks the record or stops the house."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evenmoney.bench.bots import OWN, Guest, come_in
from evenmoney.store import open_store
from evenmoney.wire.schema import socket_schema
from tests.server.conftest import House, balance, running

DEFS = socket_schema()["$defs"]
COMMANDS = sorted({entry["$ref"].rpartition("/")[2] for entry in DEFS["ClientMessage"]["anyOf"]})

garbage = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**70), 2**70),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=80),
        st.sampled_from(["' OR 1=1 --", "<b>", "classic-1\n"]),
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
amounts = st.sampled_from([100, 100, 100, 500, 10_000, 150, 20_000, 0, -100])
RIGHT: dict[str, st.SearchStrategy[Any]] = {
    "table": st.sampled_from(["classic-1"] * 4 + ["european-1", "no-such"]),
    "n": st.sampled_from([1, 1, 1, 2, 3, 0, 2**53]),
    "box": st.integers(0, 4),
    "amount": amounts,
    "bets": st.dictionaries(st.sampled_from(["0", "1", "2", "x"]), amounts, max_size=3),
    "nonce": st.text("0123456789abcdef", min_size=31, max_size=32),
    "text": st.text(max_size=65),
    "position": st.integers(-1, 416),
    "decision": st.integers(0, 9),
    "action": st.sampled_from(["hit", "stand", "split", "pass", "peek"]),
    "stream": st.none() | st.integers(0, 3),
    "seen": st.none() | st.integers(0, 30),
    "sent": st.integers(-1, 2**54),
    "on": st.booleans(),
    "bonus": st.integers(0, 3),
    "part_hash": st.none() | st.text("0123456789abcdef", min_size=63, max_size=64),
}
"""Values that a field may well have, beside those that it may not."""


@st.composite
def near_messages(draw: st.DrawFn) -> bytes:
    """A message that is right, or wrong in a place or two."""
    name = draw(st.sampled_from(COMMANDS))
    fields = DEFS[name]["properties"]
    body: dict[str, Any] = {"type": fields["type"]["enum"][0]}
    for field in fields.keys() - {"type"}:
        is_right = draw(st.integers(0, 9)) > 0
        body[field] = draw(RIGHT[field] if is_right else garbage)
    if draw(st.integers(0, 9)) == 0:
        body[draw(st.text(max_size=8))] = draw(garbage)
    return msgspec.json.encode(body, enc_hook=str)


JOIN = ("text", b'{"type":"join","table":"classic-1"}')
BET = ("text", b'{"type":"place_bet","table":"classic-1","n":1,"box":1,"amount":100}')
frames = st.lists(
    st.sampled_from([JOIN, JOIN, BET])
    | st.tuples(
        st.sampled_from(["text"] * 12 + ["binary", "raw"]),
        st.one_of(near_messages(), near_messages(), st.binary(max_size=300)),
    ),
    min_size=1,
    max_size=12,
)


LAST_N = 987_654_321
LAST = f'{{"type":"clear_bets","table":"classic-1","n":{LAST_N}}}'.encode()
"""A command that is refused, with its number, after all that came before it was answered."""


async def send_all(house: House, guest: Guest, sent: list[tuple[str, bytes]]) -> list[Any]:
    """Send these on a socket of their own, then hang up; what was answered before the first bytes
    that are no frame: what comes after those may well be taken for a part of them."""
    first_raw = next((at for at, (kind, _) in enumerate(sent) if kind == "raw"), len(sent))
    async with aiohttp.ClientSession() as client:
        headers = {**OWN, "Cookie": guest.cookie}
        socket = await client.ws_connect(house.address + "/api/socket", headers=headers)
        for kind, body in (*sent[:first_raw], ("text", LAST)):
            await send(socket, kind, body)
        answers = await all_answers(socket)
        for kind, body in sent[first_raw:]:
            await send(socket, kind, body)
        await hang_up(socket)
    return answers


async def send(socket: aiohttp.ClientWebSocketResponse, kind: str, body: bytes) -> None:
    """A frame, or raw bytes; nothing once the socket is closed."""
    assert socket._writer is not None
    if kind == "raw":
        socket._writer.transport.write(body)
        return
    opcode = aiohttp.WSMsgType.TEXT if kind == "text" else aiohttp.WSMsgType.BINARY
    with suppress(ConnectionError):
        await socket._writer.send_frame(body, opcode)


async def hang_up(socket: aiohttp.ClientWebSocketResponse) -> None:
    """Send no more, and wait until the house, which has read all by then, hangs up too."""
    assert socket._writer is not None
    transport = socket._writer.transport
    if not transport.is_closing():
        transport.write_eof()
    while (await socket.receive()).type == aiohttp.WSMsgType.TEXT:
        pass


async def all_answers(socket: aiohttp.ClientWebSocketResponse) -> list[Any]:
    """What comes until the last command is answered, or the socket is closed."""
    answers: list[Any] = []
    while (message := await socket.receive()).type == aiohttp.WSMsgType.TEXT:
        answers.append(msgspec.json.decode(message.data))
        if answers[-1].get("n") == LAST_N:
            break
    return answers


def test_no_made_up_frames_break_the_record_or_stop_the_house(tmp_path: Path) -> None:
    seen: set[str] = set()
    with running(tmp_path) as house:
        guest, watcher = come_in(house.address), come_in(house.address)

        @settings(
            max_examples=60,
            derandomize=True,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
        )
        @given(frames)
        def storm(sent: list[tuple[str, bytes]]) -> None:
            try:
                answers = asyncio.run(send_all(house, guest, sent))
            except (ConnectionError, aiohttp.ClientError):
                answers = []
            seen.update(answer.get("code", answer["type"]) for answer in answers)

        storm()
        assert balance(house, watcher) == 100_000
    dull = {"bad_message", "not_json", "no_such_table", "not_joined", "welcome", "yours"} - seen
    assert not dull, f"the made-up frames led to {seen}, never to {dull}"
    assert asyncio.run(faults_of(house.database)) == []


async def faults_of(database: Path) -> list[str]:
    """What an audit of the record finds wrong; the sum of all accounts first."""
    store = await open_store(str(database))
    try:
        total = await store.sum_of_all()
        return [f"the sum is {total}"] * bool(total) + await store.audit()
    finally:
        await store.close()
