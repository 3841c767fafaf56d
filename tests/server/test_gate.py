"""The gate: who is let in to a socket when his session ends at that very moment."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from evenmoney.games.catalogue import Catalogue
from evenmoney.players.accounts import LoggedIn, Visit
from evenmoney.server.gate import Gate
from evenmoney.server.origin import COOKIE, OWN_HEADER
from evenmoney.server.premises import Premises, ServerSettings
from evenmoney.server.run import open_premises
from evenmoney.server.upgrade import SOCKET_PATH, Denied
from evenmoney.strategy.certified import Certificates


@pytest.fixture
async def premises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Premises]:
    monkeypatch.chdir(tmp_path)
    async with open_premises(
        str(tmp_path / "house.db"),
        Catalogue.packaged(),
        ServerSettings(),
        mail=tmp_path / "mail",
        address="http://127.0.0.1:1",
        certificates=Certificates.packaged(),
    ) as opened:
        yield opened
        await opened.house.close()


def asks(token: str) -> dict[str, str]:
    """The header fields of an upgrade."""
    return {":path": SOCKET_PATH, OWN_HEADER: "1", "cookie": f"{COOKIE}={token}"}


async def test_a_session_that_ends_while_it_is_looked_up_opens_no_socket(
    premises: Premises, monkeypatch: pytest.MonkeyPatch
) -> None:
    come, token = await premises.accounts.guest(Visit("127.0.0.1"))
    await Gate(premises).admit(asks(token))
    look_up = premises.accounts.who
    late: list[str] = []

    async def slow(shown: str) -> LoggedIn | None:
        found = await look_up(shown)
        if not late:  # the answer was on its way already
            late.append(shown)
            await premises.accounts.log_out(come)
            premises.end_sessions(come.player.id, only=come.session.id)
        return found

    monkeypatch.setattr(premises.accounts, "who", slow)
    with pytest.raises(Denied) as denied:
        await Gate(premises).admit(asks(token))
    assert denied.value.problem.code == "not_logged_in"


async def test_another_players_log_out_keeps_nobody_out(
    premises: Premises, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, token = await premises.accounts.guest(Visit("127.0.0.1"))
    other, _ = await premises.accounts.guest(Visit("127.0.0.1"))
    look_up = premises.accounts.who
    ended: list[str] = []

    async def slow(shown: str) -> LoggedIn | None:
        if len(ended) < 3:
            ended.append(shown)
            premises.end_sessions(other.player.id)
        return await look_up(shown)

    monkeypatch.setattr(premises.accounts, "who", slow)
    assert await Gate(premises).admit(asks(token))
    assert len(ended) == 3
