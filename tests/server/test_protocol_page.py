"""docs/protocol.md and operating.md name all there is: a new word without a line fails here."""

import re
from pathlib import Path

import pytest
from litestar.handlers import HTTPRouteHandler

from evenmoney.cli.serve import serve
from evenmoney.house.refusal import Code
from evenmoney.server import app, problems, socket, upgrade
from evenmoney.server.api import bonuses, games, hints, house, operator, players, rounds, wallet
from evenmoney.wire.schema import socket_schema

SOURCES = Path(problems.__file__).parents[1]
DOCS = Path(__file__).parents[2] / "docs"
PROTOCOL = (DOCS / "protocol.md").read_text("utf-8")
OPERATING = (DOCS / "operating.md").read_text("utf-8")
OPERATORS_OWN = {
    Code.NO_SUCH_ROUND,
    Code.ALREADY_VOID,
    Code.RECORD_DIFFERS,
    Code.NO_SUCH_CALL,
    Code.NOT_OPEN,
}
"""Answers to the operator, not to players."""


def tags(union: str) -> list[str]:
    """The `type` of every message of a union."""
    defs = socket_schema()["$defs"]
    names = [entry["$ref"].rpartition("/")[2] for entry in defs[union]["anyOf"]]
    return [defs[name]["properties"]["type"]["enum"][0] for name in names]


@pytest.mark.parametrize("tag", tags("ClientMessage") + tags("ServerMessage"))
def test_every_message_is_on_the_page(tag: str) -> None:
    assert re.search(rf"`{tag}`|\"type\":\"{tag}\"", PROTOCOL)


@pytest.mark.parametrize("code", sorted(set(Code) - OPERATORS_OWN))
def test_every_refusal_of_the_house_is_on_the_page(code: Code) -> None:
    assert f"`{code}`" in PROTOCOL


def http_codes() -> set[str]:
    """Every code of a problem that the sources name, and those by status."""
    named = re.compile(r'(?:\b(?:PersonRefused|Refused|Problem)\((?:code=)?|denied\(\d+, )"(\w+)"')
    rooms = [SOURCES / "server", SOURCES / "players", SOURCES / "store"]
    texts = [path.read_text("utf-8") for room in rooms for path in room.rglob("*.py")]
    found = {code for text in texts for code in named.findall(text)}
    assert len(found) > 20
    return found | set(problems.STATUS) | set(problems.PROBLEM_CODES.values())


def test_every_code_of_a_problem_stands_beside_its_status() -> None:
    listed = PROTOCOL.partition("| status | codes |")[2].partition("## 2.")[0]
    rows = {row.split("|")[1].strip(): row for row in listed.splitlines() if row.startswith("| ")}
    assert [code for code in sorted(http_codes()) if f"`{code}`" not in listed] == []
    for code, status in problems.STATUS.items():
        assert f"`{code}`" in rows[str(status)], code


@pytest.mark.parametrize(
    "close",
    [
        socket.GOING_AWAY,
        socket.PROTOCOL_ERROR,
        socket.UNSUPPORTED,
        socket.POLICY,
        socket.TRY_LATER,
        socket.SESSION_ENDED,
    ],
)
def test_every_close_code_is_on_the_page(close: int) -> None:
    assert str(close) in PROTOCOL


def paths(*handlers: HTTPRouteHandler) -> set[str]:
    """The paths of these handlers, whatever they call what varies."""
    return {nameless(path) for handler in handlers for path in handler.paths}


def nameless(text: str) -> str:
    """A text whose paths say `{}` where something varies."""
    return re.sub(r"\{\w+(:\w+)?\}", "{}", text)


def test_every_request_is_on_the_page() -> None:
    rooms = (players, games, rounds, bonuses, hints, house)
    for path in sorted(paths(*(handler for room in rooms for handler in room.HANDLERS))):
        assert re.search(rf"{re.escape(path)}[`?, ]", nameless(PROTOCOL)), path


def test_every_request_of_the_operator_is_on_his_page() -> None:
    for path in sorted(paths(*operator.HANDLERS, *wallet.HANDLERS)):
        assert f"{path}`" in nameless(OPERATING), path


def test_every_message_of_a_player_stands_in_the_list_of_them() -> None:
    listed = PROTOCOL.partition("You send:")[2].partition("You get:")[0]
    for tag in tags("ClientMessage"):
        assert f"`{tag}`" in listed, tag


def test_every_option_of_serve_is_on_the_operators_page() -> None:
    for option in serve.params:
        assert option.opts[0] in OPERATING, option.opts[0]


def test_the_bounds_on_the_pages_are_those_of_the_code() -> None:
    assert f"{upgrade.FRAME_MAX_BYTES} bytes" in PROTOCOL
    assert f"{upgrade.OUTBOX_MAX_BYTES // 1024} kB" in PROTOCOL
    assert f"{app.BODY_MAX_BYTES // 1024} kB" in OPERATING
