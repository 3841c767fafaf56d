"""Passwords are argon2id hashes, worked out a few at a time."""

import asyncio

import pytest
from argon2 import PasswordHasher

from evenmoney.players.passwords import WAITING_MAX, Passwords, TooBusy

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


async def test_a_hash_is_argon2id_with_the_recommended_strength() -> None:
    hashed = await Passwords().hashed("correct horse")
    assert hashed.startswith("$argon2id$v=19$m=65536,t=3,p=4$")


async def test_only_the_password_itself_matches() -> None:
    passwords = Passwords(QUICK)
    hashed = await passwords.hashed("correct horse")
    assert await passwords.matches(hashed, "correct horse")
    assert not await passwords.matches(hashed, "correct horsf")


async def test_nobodys_password_never_matches() -> None:
    passwords = Passwords(QUICK)
    assert not await passwords.matches(None, "the password of nobody")


async def test_a_broken_hash_matches_nothing() -> None:
    assert not await Passwords(QUICK).matches("not a hash", "x")


async def test_no_more_wait_than_the_bound() -> None:
    passwords = Passwords(QUICK)
    asked = [asyncio.create_task(passwords.hashed("x")) for _ in range(WAITING_MAX + 1)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(answer) for answer in answers].count(TooBusy) == 1
    with pytest.raises(TooBusy):
        raise answers[-1]  # type: ignore[misc]


def test_an_old_hash_is_told_apart() -> None:
    assert Passwords().is_outdated(QUICK.hash("x"))
    assert not Passwords(QUICK).is_outdated(QUICK.hash("x"))
