"""Players, log-ins, sessions and settings; the same promises from both stores."""

import asyncio
from hashlib import sha256

import pytest

from evenmoney.ledger import Account, AccountKind
from evenmoney.store import Opening, PersonRefused, Player, Store, StoreFailed
from evenmoney.store.people import SEEN_STEP_MS, SESSIONS_PER_PLAYER_MAX, Session

from .units import OPENING, cash

DAY = 24 * 3600 * 1000
NOW = 1_700_000_000_000


def token(name: str) -> bytes:
    return sha256(name.encode()).digest()


async def guest(store: Store, address: str = "192.0.2.1", *, now_ms: int = NOW) -> Player:
    opening = Opening(amount=OPENING, per_address=3, window_ms=DAY)
    return await store.people.create_guest(address=address, opening=opening, now_ms=now_ms)


async def account(store: Store, name: str = "Ann") -> Player:
    made = await guest(store, name)
    return await store.people.register(
        made.id, name=name, password_hash="hash", mail=f"{name}@example.org", now_ms=NOW
    )


async def log_in(store: Store, player: int, name: str = "token", *, now_ms: int = NOW) -> Session:
    return await store.people.open_session(
        player,
        token_hash=token(name),
        address="192.0.2.1",
        device="a browser",
        now_ms=now_ms,
        expires_at_ms=now_ms + DAY,
    )


async def refusal(answer) -> str:  # type: ignore[no-untyped-def]
    with pytest.raises(PersonRefused) as caught:
        await answer
    return caught.value.code


async def test_a_guest_starts_with_money_from_the_adjustment_account(store: Store) -> None:
    made = await guest(store)
    assert made == Player(id=made.id, name=f"Guest {made.id}", guest=True, made_at_ms=NOW)
    assert await store.people.player(made.id) == made
    assert await store.balance(cash(made.id)) == OPENING
    assert await store.balance(Account(AccountKind.ADJUSTMENT)) == -OPENING


async def test_an_operator_may_give_no_opening_money(store: Store) -> None:
    made = await store.people.create_guest(address="a", opening=Opening(amount=0), now_ms=NOW)
    assert await store.balance(cash(made.id)) == 0


async def test_one_address_makes_only_so_many_players_in_a_window(store: Store) -> None:
    for _ in range(3):
        await guest(store)
    assert await refusal(guest(store)) == "too_many_from_address"
    assert await store.balance(Account(AccountKind.ADJUSTMENT)) == -3 * OPENING
    await guest(store, "192.0.2.2")
    await guest(store, now_ms=NOW + DAY)


async def test_players_made_at_one_moment_keep_to_the_limit_too(store: Store) -> None:
    made = await asyncio.gather(*(guest(store) for _ in range(10)), return_exceptions=True)
    assert sum(isinstance(one, Player) for one in made) == 3
    assert await store.balance(Account(AccountKind.ADJUSTMENT)) == -3 * OPENING


async def test_a_guest_becomes_an_account_and_keeps_number_and_money(store: Store) -> None:
    made = await guest(store)
    ann = await store.people.register(
        made.id, name="Ann", password_hash="hash", mail="ann@example.org", now_ms=NOW
    )
    assert (ann.id, ann.name, ann.guest, ann.mail) == (made.id, "Ann", False, "ann@example.org")
    assert await store.balance(cash(ann.id)) == OPENING
    found = await store.people.credentials("ANN")
    assert found is not None
    assert (found.player, found.password_hash) == (ann, "hash")


async def test_a_name_belongs_to_one_player_whatever_its_case(store: Store) -> None:
    await account(store, "Ann")
    other = await guest(store)
    await account(store, "Ann Lee")
    for name in ("ann", "ANN", " Ann ", "\uff21nn", "Ann  Lee"):
        register = store.people.register(
            other.id, name=name, password_hash="h", mail=None, now_ms=NOW
        )
        assert await refusal(register) == "name_taken"
    assert await store.people.player(other.id) == other


async def test_a_guests_name_is_nobodys_to_take(store: Store) -> None:
    made = await guest(store)
    for name in (made.name, "guest 999999", "GUEST42"):
        register = store.people.register(
            made.id, name=name, password_hash="h", mail=None, now_ms=NOW
        )
        assert await refusal(register) == "name_taken"


async def test_no_name_is_a_number_or_unseen_or_looks_like_another(store: Store) -> None:
    made = await guest(store)
    for name in ("42", "\u3164\u3164", "\u0410nn", "Gu\u0435st 1", "A\u03bdn"):
        register = store.people.register(
            made.id, name=name, password_hash="h", mail=None, now_ms=NOW
        )
        assert await refusal(register) == "name_refused", name
    for name in (
        "\u0410\u043d\u043d\u0430 2",
        "\u592a\u90ce",
        "\u0391\u03bd\u03bd\u03b1",
        "O'Neil-7",
    ):
        assert (await account(store, name)).name == name


async def test_a_name_is_kept_without_the_blanks_around_and_more_than_one_within(
    store: Store,
) -> None:
    ann = await account(store, " Ann   Lee ")
    assert ann.name == "Ann Lee"
    assert await store.people.named("ann lee") == ann


async def test_a_guest_is_found_by_the_name_he_bears(store: Store) -> None:
    made = await guest(store)
    assert await store.people.named(made.name.upper()) == made
    assert await store.people.credentials(made.name) is None
    assert await store.people.named("nobody") is None


async def test_two_guests_who_want_one_name_at_one_moment_do_not_share_it(store: Store) -> None:
    both = [await guest(store), await guest(store)]
    wishes = (
        store.people.register(one.id, name="Ann", password_hash="h", mail=None, now_ms=NOW)
        for one in both
    )
    answers = await asyncio.gather(*wishes, return_exceptions=True)
    assert sorted(type(answer).__name__ for answer in answers) == ["PersonRefused", "Player"]


async def test_only_a_guest_can_become_an_account(store: Store) -> None:
    ann = await account(store)
    again = store.people.register(ann.id, name="Bea", password_hash="h", mail=None, now_ms=NOW)
    assert await refusal(again) == "not_a_guest"
    nobody = store.people.register(999, name="Bea", password_hash="h", mail=None, now_ms=NOW)
    assert await refusal(nobody) == "no_such_player"


async def test_guests_and_strangers_have_no_credentials(store: Store) -> None:
    made = await guest(store)
    assert await store.people.credentials(made.name) is None
    assert await store.people.credentials("nobody") is None


@pytest.mark.parametrize("name", ["'; DROP TABLE players; --", "<script>", "? $1 %s", "名前"])
async def test_any_text_may_be_a_name(store: Store, name: str) -> None:
    ann = await account(store, name)
    found = await store.people.credentials(name)
    assert found is not None
    assert found.player == ann


async def test_a_changed_password_is_the_one_that_counts(store: Store) -> None:
    ann = await account(store)
    await store.people.set_password(ann.id, "new hash", NOW)
    found = await store.people.credentials("Ann")
    assert found is not None
    assert found.password_hash == "new hash"
    made = await guest(store)
    assert await refusal(store.people.set_password(made.id, "x", NOW)) == "no_such_player"


async def test_a_session_is_found_by_its_token_until_it_expires(store: Store) -> None:
    ann = await account(store)
    session = await log_in(store, ann.id)
    assert await store.people.session(token("token"), NOW) == (session, ann)
    assert await store.people.session(token("other"), NOW) is None
    assert await store.people.session(token("token"), NOW + DAY) is None


async def test_a_session_is_for_a_player_that_exists(store: Store) -> None:
    assert await refusal(log_in(store, 999)) == "no_such_player"


async def test_a_token_opens_one_session_only(store: Store) -> None:
    ann = await account(store)
    await log_in(store, ann.id)
    with pytest.raises(StoreFailed):
        await log_in(store, ann.id)
    assert len(await store.people.sessions(ann.id, NOW)) == 1


async def test_a_session_notes_when_it_was_seen_in_steps(store: Store) -> None:
    ann = await account(store)
    await log_in(store, ann.id)
    for later, seen in ((SEEN_STEP_MS - 1, 0), (SEEN_STEP_MS + 5, SEEN_STEP_MS + 5)):
        found = await store.people.session(token("token"), NOW + later)
        assert found is not None
        assert found[0].seen_at_ms == NOW + seen


async def test_sessions_are_listed_last_seen_first_and_revoked_one_by_one(store: Store) -> None:
    ann = await account(store)
    bea = await account(store, "Bea")
    first = await log_in(store, ann.id, "first")
    second = await log_in(store, ann.id, "second", now_ms=NOW + 1)
    assert await store.people.sessions(ann.id, NOW) == [second, first]
    assert not await store.people.revoke(bea.id, first.id)
    assert await store.people.revoke(ann.id, first.id)
    assert not await store.people.revoke(ann.id, first.id)
    assert await store.people.session(token("first"), NOW) is None
    assert await store.people.sessions(ann.id, NOW) == [second]


async def test_all_sessions_but_one_are_revoked_at_once(store: Store) -> None:
    ann = await account(store)
    kept = await log_in(store, ann.id, "kept")
    for name in "abc":
        await log_in(store, ann.id, name)
    assert await store.people.revoke_all(ann.id, keep=kept.id) == 3
    assert await store.people.sessions(ann.id, NOW) == [kept]
    assert await store.people.revoke_all(ann.id) == 1


async def test_the_oldest_sessions_end_when_there_are_too_many(store: Store) -> None:
    ann = await account(store)
    for number in range(SESSIONS_PER_PLAYER_MAX + 2):
        await log_in(store, ann.id, str(number))
    assert len(await store.people.sessions(ann.id, NOW)) == SESSIONS_PER_PLAYER_MAX
    assert await store.people.session(token("1"), NOW) is None
    assert await store.people.session(token("2"), NOW) is not None


async def begin(store: Store, player: int, name: str, *, lasts: int = DAY) -> None:
    await store.people.begin_recovery(
        player, token_hash=token(name), now_ms=NOW, expires_at_ms=NOW + lasts
    )


async def recover(store: Store, name: str, *, now_ms: int = NOW) -> Player:
    return await store.people.recover(token(name), password_hash="recovered", now_ms=now_ms)


async def test_recovery_sets_the_password_once_and_ends_every_session(store: Store) -> None:
    ann = await account(store)
    await log_in(store, ann.id)
    await begin(store, ann.id, "link")
    assert await recover(store, "link") == ann
    found = await store.people.credentials("Ann")
    assert found is not None
    assert found.password_hash == "recovered"
    assert await store.people.sessions(ann.id, NOW) == []
    assert await refusal(recover(store, "link")) == "token_used"


async def test_of_two_recoveries_with_one_link_at_one_moment_one_holds(store: Store) -> None:
    ann = await account(store)
    await begin(store, ann.id, "link")
    both = await asyncio.gather(
        recover(store, "link"), recover(store, "link"), return_exceptions=True
    )
    assert sorted(type(answer).__name__ for answer in both) == ["PersonRefused", "Player"]


async def test_a_link_that_is_unknown_replaced_or_too_old_changes_nothing(store: Store) -> None:
    ann = await account(store)
    assert await refusal(recover(store, "link")) == "token_unknown"
    await begin(store, ann.id, "first")
    await begin(store, ann.id, "second", lasts=10)
    assert await refusal(recover(store, "first")) == "token_unknown"
    assert await refusal(recover(store, "second", now_ms=NOW + 10)) == "token_expired"
    found = await store.people.credentials("Ann")
    assert found is not None
    assert found.password_hash == "hash"


async def test_a_guest_has_nothing_to_recover(store: Store) -> None:
    made = await guest(store)
    assert await refusal(begin(store, made.id, "link")) == "no_such_player"


async def test_attempts_are_counted_until_their_window_ends(store: Store) -> None:
    async def count(key: str, later: int = 0) -> int:
        return await store.people.count_attempt(key, window_ms=1000, now_ms=NOW + later)

    assert [await count("name:ann") for _ in range(3)] == [1, 2, 3]
    assert await count("name:bea") == 1
    assert await count("name:ann", 999) == 4
    assert await count("name:ann", 1000) == 1
    await store.people.clear_attempts("name:ann")
    assert await count("name:ann", 1000) == 1


async def test_attempts_at_one_moment_are_all_counted(store: Store) -> None:
    tries = (store.people.count_attempt("k", window_ms=1000, now_ms=NOW) for _ in range(20))
    assert sorted(await asyncio.gather(*tries)) == list(range(1, 21))


async def test_settings_are_the_houses_or_a_players(store: Store) -> None:
    assert await store.people.setting("sound") is None
    await store.people.set_setting("sound", "on")
    await store.people.set_setting("sound", "off", player=1)
    await store.people.set_setting("sound", "loud", player=1)
    assert await store.people.setting("sound") == "on"
    assert await store.people.setting("sound", player=1) == "loud"
    await store.people.set_setting("sound", None, player=1)
    assert await store.people.setting("sound", player=1) is None
