"""Who may come in, and as whom: over a real store, with a clock that the test moves."""

import asyncio
from collections.abc import AsyncIterator
from email import message_from_bytes
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from evenmoney.ledger.transfer import Account, AccountKind
from evenmoney.players.accounts import (
    DAY_MS,
    RECOVERIES_PER_NAME,
    RECOVERY_MS,
    SESSION_DAYS,
    TRIES_PER_NAME,
    WINDOW_MS,
    Accounts,
    LoggedIn,
    Visit,
)
from evenmoney.players.mail import FileMail
from evenmoney.players.passwords import Passwords
from evenmoney.store import Opening, PersonRefused, Store, open_store

HOME = Visit("192.0.2.1", "a browser")
AWAY = Visit("192.0.2.2", "a phone")
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Real argon2id, but cheap: its strength is argon2's business, not these tests'."""


class Hands:
    """A clock whose hands the test moves."""

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def now_ms(self) -> int:
        return self.ms


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(str(tmp_path / "house.db"))
    yield opened
    await opened.close()


@pytest.fixture
def accounts(store: Store, clock: Hands, tmp_path: Path) -> Accounts:
    return Accounts(
        store.people,
        passwords=Passwords(QUICK),
        mail=FileMail(tmp_path / "mail"),
        opening=Opening(amount=100_000, per_address=3),
        now_ms=clock.now_ms,
        recovery_link=lambda token: f"https://house.example/recover#{token}",
    )


async def refused(doing: object) -> str:
    with pytest.raises(PersonRefused) as caught:
        await doing  # type: ignore[misc]
    return caught.value.code


async def ann(accounts: Accounts) -> tuple[LoggedIn, str]:
    return await accounts.sign_up(None, "Ann", "long enough", "ann@house.example", HOME)


async def test_a_guest_comes_in_with_the_opening_money(accounts: Accounts, store: Store) -> None:
    who, token = await accounts.guest(HOME)
    assert who.player.guest
    assert await store.balance(Account(AccountKind.CASH, who.player.id)) == 100_000
    assert await accounts.who(token) == who


async def test_the_opening_money_is_limited_per_address(accounts: Accounts) -> None:
    for _ in range(3):
        await accounts.guest(HOME)
    assert await refused(accounts.guest(HOME)) == "too_many_from_address"
    await accounts.guest(AWAY)


async def test_an_ipv6_customer_has_one_limit_for_all_his_addresses(accounts: Accounts) -> None:
    for host in ("0:0:0:1", "2:3:4:5", "ffff:ffff:ffff:ffff"):
        await accounts.guest(Visit(f"2001:db8:0:7:{host}"))
    assert await refused(accounts.guest(Visit("2001:db8:0:7::9"))) == "too_many_from_address"
    come, _ = await accounts.guest(Visit("2001:db8:0:8::9"))
    assert come.session.address == "2001:db8:0:8::9"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:0:7:1:2:3:4", "2001:db8:0:7::/64"),
        ("", ""),
        ("a unix socket", "a unix socket"),
    ],
)
def test_limits_count_by_what_one_customer_has(address: str, network: str) -> None:
    assert Visit(address).network == network


async def test_a_guest_who_signs_up_stays_the_same_player(accounts: Accounts, store: Store) -> None:
    guest, old_token = await accounts.guest(HOME)
    who, token = await accounts.sign_up(guest, "Ann", "long enough", None, HOME)
    assert (who.player.id, who.player.name, who.player.guest) == (guest.player.id, "Ann", False)
    assert await store.balance(Account(AccountKind.CASH, who.player.id)) == 100_000
    assert await accounts.who(old_token) is None, "a token from before the sign-up still works"
    assert await accounts.who(token) is not None


async def test_an_account_cannot_sign_up_again(accounts: Accounts) -> None:
    who, _ = await ann(accounts)
    assert await refused(accounts.sign_up(who, "Bob", "long enough", None, HOME)) == "not_a_guest"


async def test_a_taken_name_makes_no_guest_on_the_way(accounts: Accounts, store: Store) -> None:
    await ann(accounts)
    before = await store.balance(Account(AccountKind.ADJUSTMENT))
    assert await refused(accounts.sign_up(None, "ANN", "long enough", None, HOME)) == "name_taken"
    assert await store.balance(Account(AccountKind.ADJUSTMENT)) == before


async def test_log_in_takes_the_right_password_only(accounts: Accounts) -> None:
    who, _ = await ann(accounts)
    again, _ = await accounts.log_in("ann", "long enough", AWAY)
    assert again.player.id == who.player.id
    assert await refused(accounts.log_in("ann", "long enougH", AWAY)) == "wrong_password"
    assert await refused(accounts.log_in("nobody", "long enough", AWAY)) == "wrong_password"


class Slow(Passwords):
    """Passwords whose check ends when the test lets it."""

    def __init__(self) -> None:
        super().__init__(QUICK)
        self.checked, self.go_on = asyncio.Event(), asyncio.Event()

    async def matches(self, hashed: str | None, password: str) -> bool:
        found = await super().matches(hashed, password)
        self.checked.set()
        await self.go_on.wait()
        return found


async def test_a_log_in_that_overlaps_a_change_of_the_password_leaves_no_session(
    accounts: Accounts, store: Store, clock: Hands, tmp_path: Path
) -> None:
    who, _ = await ann(accounts)
    slow = Slow()
    beside = Accounts(
        store.people,
        passwords=slow,
        mail=FileMail(tmp_path / "mail"),
        opening=Opening(amount=100_000, per_address=3),
        now_ms=clock.now_ms,
        recovery_link=str,
    )
    old = asyncio.create_task(refused(beside.log_in("Ann", "long enough", AWAY)))
    await slow.checked.wait()
    await accounts.change_password(who, "long enough", "another one", HOME)
    slow.go_on.set()
    assert await old == "wrong_password"
    assert [session.id for session in await accounts.sessions(who)] == [who.session.id]


async def test_a_log_in_renews_a_hash_of_yesterdays_strength(
    accounts: Accounts, store: Store, clock: Hands
) -> None:
    who, _ = await ann(accounts)
    weaker = PasswordHasher(time_cost=1, memory_cost=16, parallelism=1).hash("long enough")
    await store.people.set_password(who.player.id, weaker, clock.ms)
    await accounts.log_in("Ann", "long enough", HOME)
    known = await store.people.credentials("Ann")
    assert known is not None
    assert not QUICK.check_needs_rehash(known.password_hash)


async def test_tries_under_one_name_from_one_address_are_throttled(
    accounts: Accounts, clock: Hands
) -> None:
    await ann(accounts)
    for _ in range(TRIES_PER_NAME):
        assert await refused(accounts.log_in("Ann", "a guess", AWAY)) == "wrong_password"
    assert await refused(accounts.log_in("ａNN ", "long enough", AWAY)) == "too_many_tries"
    await accounts.log_in("Ann", "long enough", HOME)
    clock.ms += WINDOW_MS + 1
    await accounts.log_in("Ann", "long enough", AWAY)


async def test_a_right_password_forgets_the_wrong_ones(accounts: Accounts) -> None:
    await ann(accounts)
    for _ in range(3):
        for _ in range(TRIES_PER_NAME - 1):
            assert await refused(accounts.log_in("Ann", "a guess", HOME)) == "wrong_password"
        await accounts.log_in("Ann", "long enough", HOME)


async def test_log_out_and_revocation_end_a_session(accounts: Accounts) -> None:
    who, token = await ann(accounts)
    other, other_token = await accounts.log_in("Ann", "long enough", AWAY)
    assert {row.device for row in await accounts.sessions(who)} == {"a browser", "a phone"}
    assert await accounts.revoke(who, other.session.id)
    assert await accounts.who(other_token) is None
    await accounts.log_out(who)
    assert await accounts.who(token) is None


async def test_nobody_ends_another_players_session(accounts: Accounts) -> None:
    who, token = await ann(accounts)
    thief, _ = await accounts.guest(AWAY)
    assert not await accounts.revoke(thief, who.session.id)
    assert await accounts.who(token) is not None


async def test_a_session_ends_by_itself(accounts: Accounts, clock: Hands) -> None:
    _, token = await ann(accounts)
    clock.ms += SESSION_DAYS * DAY_MS + 1
    assert await accounts.who(token) is None


async def test_a_new_password_ends_every_other_session(accounts: Accounts) -> None:
    who, token = await ann(accounts)
    _, other = await accounts.log_in("Ann", "long enough", AWAY)
    assert (
        await refused(accounts.change_password(who, "not it", "even longer", HOME))
        == "wrong_password"
    )
    await accounts.change_password(who, "long enough", "even longer", HOME)
    assert await accounts.who(token) is not None
    assert await accounts.who(other) is None
    await accounts.log_in("Ann", "even longer", HOME)


async def test_a_guest_has_no_password_to_change(accounts: Accounts) -> None:
    who, _ = await accounts.guest(HOME)
    assert await refused(accounts.change_password(who, "x", "even longer", HOME)) == "no_password"


def letters(tmp_path: Path) -> list[str]:
    folder = tmp_path / "mail"
    texts = []
    for path in sorted(folder.glob("*.eml")) if folder.exists() else ():
        assert path.stat().st_mode & 0o077 == 0, "others can read the letter"
        text = message_from_bytes(path.read_bytes()).get_payload(decode=True)
        assert isinstance(text, bytes)
        texts.append(text.decode())
    return texts


async def recovery_token(accounts: Accounts, tmp_path: Path) -> str:
    await accounts.ask_recovery("Ann", HOME)
    [letter] = letters(tmp_path)
    return letter.partition("recover#")[2].split()[0]


async def test_recovery_by_letter_sets_a_new_password_once(
    accounts: Accounts, tmp_path: Path
) -> None:
    _, session = await ann(accounts)
    token = await recovery_token(accounts, tmp_path)
    await accounts.recover(token, "brand new one", HOME)
    assert await accounts.who(session) is None
    await accounts.log_in("Ann", "brand new one", HOME)
    assert await refused(accounts.recover(token, "another one", HOME)) == "token_used"


async def test_a_recovery_link_works_for_an_hour(
    accounts: Accounts, tmp_path: Path, clock: Hands
) -> None:
    await ann(accounts)
    token = await recovery_token(accounts, tmp_path)
    clock.ms += RECOVERY_MS + 1
    assert await refused(accounts.recover(token, "brand new one", HOME)) == "token_expired"


async def test_recovery_never_tells_whether_an_account_exists(
    accounts: Accounts, tmp_path: Path
) -> None:
    await accounts.ask_recovery("nobody", HOME)
    assert letters(tmp_path) == []


async def test_recovery_letters_are_throttled(accounts: Accounts, tmp_path: Path) -> None:
    await ann(accounts)
    for _ in range(RECOVERIES_PER_NAME):
        await accounts.ask_recovery("Ann", HOME)
    assert await refused(accounts.ask_recovery("ann", AWAY)) == "too_many_tries"
    assert len(letters(tmp_path)) == RECOVERIES_PER_NAME


@pytest.mark.parametrize("name", ["Robert'); DROP TABLE player;--", "<script>alert(1)</script>"])
async def test_names_are_only_ever_text(accounts: Accounts, name: str) -> None:
    assert await refused(accounts.sign_up(None, name, "long enough", None, HOME)) == "name_refused"
    assert await refused(accounts.log_in(name, "long enough", HOME)) == "wrong_password"
    await ann(accounts)


async def test_a_name_is_the_same_however_its_marks_are_typed(accounts: Accounts) -> None:
    who, _ = await accounts.sign_up(None, "Nguye\u0302\u0303n", "long enough", None, HOME)
    assert who.player.name == "Nguy\u1ec5n"
    assert await refused(accounts.sign_up(None, "NGUY\u1ec4N", "long enough", None, HOME)) == (
        "name_taken"
    )
    again, _ = await accounts.log_in("nguye\u0302\u0303n", "long enough", HOME)
    assert again.player == who.player
