"""Bad input of every kind at the socket: a typed refusal or a closed socket, nothing changed."""

import asyncio
import secrets
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
import msgspec
import pytest

from evenmoney.bench.bots import Guest, come_in
from evenmoney.server.socket import GARBAGE_MAX
from tests.patience import PATIENCE_SECONDS
from tests.server.conftest import (
    House,
    Table,
    balance,
    close_code,
    open_socket,
    running,
    sit_down,
)

WRITES_MAX = 10 * PATIENCE_SECONDS
NONCE = "0123456789abcdef0123456789abcdef"


async def test_a_round_of_classic_is_played_over_the_socket(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    table = await sit_down(client, house, guest)
    answer = await table.say("place_bet", box=2, amount=500)
    assert you(answer)["purse"]["balance"] == 99_500
    answer = await table.say("deal", nonce=NONCE)
    while you(answer)["decision"] is not None:
        offers = [offer["action"] for offer in you(answer)["offers"]]
        action = "stand" if "stand" in offers else "pass"
        assert action in offers
        answer = await table.say("act", decision=you(answer)["decision"], action=action)
    assert you(answer)["purse"]["staked"] == 0
    assert balance(house, guest) in {99_500, 100_000, 100_500, 100_750}


def you(message: dict[str, Any]) -> dict[str, Any]:
    """The private part of a `yours`, which this must be."""
    assert message["type"] == "yours", message
    found: dict[str, Any] = message["you"]
    return found


class Wrong(NamedTuple):
    """A message that is wrong, and the refusal it gets."""

    sent: bytes
    code: str
    field: str | None = None
    n: int | None = None


def wrong(code: str, field: str, **body: object) -> Wrong:
    """A wrong message at the table `t`."""
    return Wrong(msgspec.json.encode({"table": "t", "n": 1, **body}), code, field, 1)


UNREADABLE = [
    Wrong(b"{", "not_json"),
    Wrong(b"", "not_json"),
    Wrong(b"\xff\xfe\x00", "not_json"),
    Wrong(b"[" * 4000, "bad_message"),
    Wrong(b'{"type":"ping","sent":' + b"[" * 3000, "bad_message", "sent"),
    Wrong(b"[]", "bad_message"),
    Wrong(b'"join"', "bad_message"),
    Wrong(b"{}", "bad_message", "type"),
    Wrong(b'{"type":"rob_the_bank"}', "bad_message", "type"),
    Wrong(b'{"type":17}', "bad_message", "type"),
    Wrong(b'{"type":"ping","sent":' + b"9" * 400 + b"}", "bad_message", "sent"),
    Wrong(b'{"type":"join","table":"../../etc"}', "bad_message", "table"),
    Wrong(b'{"type":"join","table":"' + b"x" * 65 + b'"}', "bad_message", "table"),
    wrong("bad_message", "box", type="place_bet", box=4, amount=100),
    wrong("bad_message", "box", type="place_bet", box="1", amount=100),
    wrong("bad_message", "amount", type="place_bet", box=1, amount=0),
    wrong("bad_message", "amount", type="place_bet", box=1, amount=-100),
    wrong("bad_message", "amount", type="place_bet", box=1, amount=100.5),
    wrong("bad_message", "amount", type="place_bet", box=1, amount=10**13),
    wrong("bad_message", "amount", type="place_bet", box=1, amount=True),
    Wrong(b'{"type":"clear_bets","table":"t","n":0}', "bad_message", "n"),
    Wrong(b'{"type":"clear_bets","table":"t","n":1' + b"0" * 30 + b"}", "bad_message", "n"),
    Wrong(b'{"type":"clear_bets","table":"t"}', "bad_message", "n"),
    wrong("bad_message", "who", type="clear_bets", who="me"),
    wrong("bad_message", "nonce", type="deal", nonce="0" * 31),
    wrong("bad_message", "text", type="deal", nonce=NONCE, text="x" * 65),
    wrong("bad_message", "position", type="cut", position=416),
    wrong("bad_message", "action", type="act", decision=1, action="peek"),
    wrong("bad_message", "decision", type="act", decision=None, action="hit"),
]  # fmt: skip


@pytest.mark.parametrize("case", UNREADABLE, ids=lambda case: case.sent[:50].decode("latin-1"))
async def test_an_unreadable_message_is_refused_and_the_place_is_named(
    house: House, client: aiohttp.ClientSession, guest: Guest, case: Wrong
) -> None:
    table = Table(await open_socket(client, house, guest), "t")
    await send_bytes_as_text(table.socket, case.sent)
    answer = await table.read()
    assert (answer["type"], answer["code"]) == ("refused", case.code), answer
    assert (answer["field"], answer["n"]) == (case.field, case.n), answer
    assert answer["reason"]


async def send_bytes_as_text(socket: aiohttp.ClientWebSocketResponse, sent: bytes) -> None:
    """A text frame with these bytes, whatever they are."""
    assert socket._writer is not None
    await socket._writer.send_frame(sent, aiohttp.WSMsgType.TEXT)


REFUSED: list[tuple[str, dict[str, object], str]] = [
    ("place_bet", {"box": 1, "amount": 10_100}, "above_limit"),
    ("place_bet", {"box": 1, "amount": 150}, "off_step"),
    ("place_bet", {"box": 1, "amount": 10**12}, "above_limit"),
    ("take_bet", {"box": 1, "amount": 100}, "not_enough_on_box"),
    ("redo_bets", {}, "nothing_to_redo"),
    ("deal", {"nonce": NONCE}, "no_bets"),
    ("act", {"decision": 1, "action": "hit"}, "stale_decision"),
    ("lay_bets", {"bets": {"1": 100, "2": 10_100}}, "above_limit"),
]


@pytest.mark.parametrize("case", REFUSED, ids=str)
async def test_a_command_that_the_table_does_not_take_changes_nothing(
    house: House,
    client: aiohttp.ClientSession,
    guest: Guest,
    case: tuple[str, dict[str, object], str],
) -> None:
    kind, fields, code = case
    table = await sit_down(client, house, guest)
    answer = await table.say(kind, **fields)
    assert (answer["type"], answer["code"], answer["n"]) == ("refused", code, 1), answer
    assert balance(house, guest) == 100_000
    assert (await table.say("place_bet", box=1, amount=100))["type"] == "yours", (
        "the number is free"
    )


async def test_the_last_number_again_gets_its_first_answer(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    table = await sit_down(client, house, guest)
    for _ in range(3):
        table.next_n = 1
        assert (await table.say("place_bet", box=1, amount=100))["ack"] == 1
    assert balance(house, guest) == 99_900


@pytest.mark.parametrize("n", [1, 2, 5, 2**53])
async def test_an_older_or_a_skipped_number_is_refused(
    house: House, client: aiohttp.ClientSession, guest: Guest, n: int
) -> None:
    table = await sit_down(client, house, guest)
    for _ in range(3):
        await table.say("place_bet", box=1, amount=100)
    table.next_n = n
    answer = await table.say("place_bet", box=1, amount=100)
    assert (answer["type"], answer["code"]) == ("refused", "out_of_order")
    assert balance(house, guest) == 99_700


async def test_a_stale_decision_is_refused(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    table = await sit_down(client, house, guest)
    for _ in range(20):
        await table.say("place_bet", box=1, amount=100)
        answer = await table.say("deal", nonce=fresh_nonce())
        if you(answer)["decision"] is not None:
            break
    decision = you(answer)["decision"]
    stale = await table.say("act", decision=decision + 1, action="stand")
    assert (stale["type"], stale["code"]) == ("refused", "stale_decision")
    stale = await table.say("act", decision=decision, action="surrender")
    assert (stale["type"], stale["code"]) == ("refused", "not_offered")


def fresh_nonce() -> str:
    """A player's part that was never used before."""
    return secrets.token_hex(16)


async def test_another_players_table_is_not_his(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    table = await sit_down(client, house, guest)
    await table.say("place_bet", box=1, amount=100)
    thief = come_in(house.address)
    other = Table(await open_socket(client, house, thief), table.table)
    answer = await other.say("clear_bets")
    assert (answer["type"], answer["code"]) == ("refused", "not_joined")
    await other.socket.send_str(
        msgspec.json.encode({"type": "join", "table": table.table}).decode()
    )
    assert (await other.read())["code"] == "table_taken"
    await other.socket.send_str(
        msgspec.json.encode(
            {"type": "join", "table": table.table, "stream": table.stream, "seen": 1}
        ).decode()
    )
    assert (await other.read())["type"] == "refused"
    assert (balance(house, guest), balance(house, thief)) == (99_900, 100_000)


async def test_a_second_socket_that_asks_for_the_stream_takes_it_over(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    first = await sit_down(client, house, guest)
    await first.say("place_bet", box=1, amount=100)
    second = Table(await open_socket(client, house, guest), first.table)
    join = {"type": "join", "table": first.table, "stream": first.stream, "seen": 0}
    await second.socket.send_str(msgspec.json.encode(join).decode())
    assert (await second.read_until("welcome", "yours"))["type"]
    closed = await first.read_until("closed")
    assert (closed["table"], closed["code"]) == (first.table, "taken_over")
    second.next_n = 2
    assert (await second.say("place_bet", box=1, amount=100))["ack"] == 2
    answer = await first.say("place_bet", box=1, amount=100)
    assert answer["type"] == "refused"
    assert balance(house, guest) == 99_800


async def test_two_sockets_racing_on_one_number_book_it_once(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    table = await sit_down(client, house, guest)
    again = Table(await open_socket(client, house, guest), table.table)
    join = {"type": "join", "table": table.table, "stream": table.stream, "seen": 0}
    bet = {"type": "place_bet", "table": table.table, "n": 1, "box": 1, "amount": 100}
    await asyncio.gather(
        table.socket.send_str(msgspec.json.encode(bet).decode()),
        again.socket.send_str(msgspec.json.encode(join).decode()),
        again.socket.send_str(msgspec.json.encode(bet).decode()),
    )
    await table.socket.send_str('{"type":"ping","sent":1}')
    await table.read_until("pong")  # both bets are in the table's inbox now, if they ever are,
    await again.read_until("yours", "refused")
    again.next_n = 100
    assert (await again.say("clear_bets"))["code"] == "out_of_order"  # and this is behind them
    assert balance(house, guest) == 99_900


# ---- frames that are no messages


def masked(first: int, payload: bytes, *, length: bytes | None = None) -> bytes:
    """A client's frame by hand: mask 0, so that the payload stands as it is."""
    size = length or (
        bytes([0x80 | len(payload)])
        if len(payload) < 126
        else b"\xfe" + struct.pack(">H", len(payload))
    )
    return bytes([first]) + size + b"\0\0\0\0" + payload


FRAMES = {
    "binary": (masked(0x82, b"{}"), 1003),
    "a fragment": (masked(0x01, b"{"), 1003),
    "a stray continuation": (masked(0x80, b"{"), 1003),
    "one byte too long": (masked(0x81, b"x" * 4097), 1009),
    "a length of a terabyte": (masked(0x81, b"", length=b"\xff" + struct.pack(">Q", 2**40)), 1009),
    "a length with the sign bit": (masked(0x81, b"", length=b"\xff" + b"\xff" * 8), 1002),
    "not masked": (b"\x81\x02{}", 1002),
    "a reserved bit": (masked(0xC1, b"{}"), 1002),
    "an opcode nobody knows": (masked(0x83, b"{}"), 1002),
    "a long ping": (masked(0x89, b"x" * 126), 1002),
    "a fragmented ping": (masked(0x09, b"x"), 1002),
    "a close code out of range": (masked(0x88, b"\x03\x02"), 1002),
}


@pytest.mark.parametrize("name", FRAMES)
async def test_a_frame_that_is_no_message_closes_the_socket(
    house: House, client: aiohttp.ClientSession, guest: Guest, name: str
) -> None:
    table = await sit_down(client, house, guest)
    sent, code = FRAMES[name]
    assert table.socket._writer is not None
    table.socket._writer.transport.write(sent)
    assert await close_code(table) == code
    assert balance(house, guest) == 100_000


async def test_a_frame_of_the_largest_size_is_taken(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    table = Table(await open_socket(client, house, guest), "")
    await table.socket.send_str('{"type":"ping","sent":1}'.ljust(4096))
    assert (await table.read())["type"] == "pong"


async def test_a_ping_frame_is_answered(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    socket = await open_socket(client, house, guest)
    await socket.ping(b"are you there")
    await socket.send_str('{"type":"ping","sent":7}')
    assert msgspec.json.decode((await socket.receive()).data) == {
        "type": "pong",
        "sent": 7,
    }


async def test_repeated_garbage_closes_the_socket(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    table = await sit_down(client, house, guest)
    await send_often(table, "garbage", GARBAGE_MAX * 20)
    assert await close_code(table) == 1008


async def send_often(table: Table, text: str, times: int) -> None:
    """Send it so often, or until the socket is closed."""
    with suppress(ConnectionError):
        for _ in range(times):
            await table.socket.send_str(text)


async def test_a_flood_is_refused_and_then_closed(tmp_path: Path) -> None:
    jar = aiohttp.CookieJar(unsafe=True)
    with running(tmp_path, "--messages-per-second", "1") as house:
        async with aiohttp.ClientSession(cookie_jar=jar) as client:
            guest = come_in(house.address)
            table = await sit_down(client, house, guest)
            bet = {"type": "place_bet", "table": table.table, "n": 1, "box": 1, "amount": 100}
            text = msgspec.json.encode(bet).decode()
            await send_often(table, text, 1000)
            assert await close_code(table) == 1008
            assert balance(house, guest) == 99_900, "one number booked once, however often sent"


async def test_who_reads_nothing_is_closed_and_stalls_nobody(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    """A socket that is never read, asking for the lobby again and again."""
    host, port = house.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
    writer.write(
        f"GET /api/socket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        f"sec-websocket-version: 13\r\nsec-websocket-key: {'A' * 22}==\r\n"
        f"x-evenmoney: 1\r\ncookie: {guest.cookie}\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n")
    ask = masked(0x81, b'{"type":"watch_lobby"}')
    dead = False
    for _ in range(WRITES_MAX):
        try:
            writer.write(ask * 10)
            await writer.drain()
        except ConnectionError:
            dead = True
            break
        await asyncio.sleep(0.1)
    other = Table(await open_socket(client, house, come_in(house.address)), "")
    await other.socket.send_str('{"type":"ping","sent":1}')
    assert (await other.read())["type"] == "pong"
    writer.close()
    assert dead, "nobody closed it"
