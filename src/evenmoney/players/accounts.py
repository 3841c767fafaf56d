"""Guests, accounts and their sessions: who may come in, as whom. Knows no HTTP, no tables."""

from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Final

import msgspec

from evenmoney.players.mail import Mail
from evenmoney.players.passwords import Passwords
from evenmoney.players.token import new_token, token_hash
from evenmoney.store.names import flaw, is_guest_name, name_key
from evenmoney.store.people import Credentials, Opening, People, PersonRefused, Player, Session

DAY_MS: Final = 24 * 3600 * 1000
SESSION_DAYS: Final = 90
RECOVERY_MS: Final = 3600 * 1000
"""How long a recovery link works."""

WINDOW_MS: Final = 15 * 60 * 1000
"""The time within which tries are counted."""

TRIES_PER_NAME: Final = 10
"""Log-ins tried under one name from one address within the window."""

TRIES_PER_ADDRESS: Final = 50
"""Log-ins, sign-ups and recoveries tried from one address within the window, whatever the name."""

CUSTOMER_BITS: Final = 64
"""How much of an IPv6 address says whose it is."""

RECOVERIES_PER_NAME: Final = 3
"""Recovery letters sent to one account within the window."""


class Visit(msgspec.Struct, frozen=True):
    """Where a request comes from: the address, and what the browser calls itself."""

    address: str
    device: str = ""

    @property
    def network(self) -> str:
        """What limits count by: the address; of IPv6 its first 64 bits, whose rest is one
        customer's to choose from."""
        try:
            found = ip_address(self.address)
        except ValueError:
            return self.address
        if found.version == 4:
            return self.address
        return str(found.ipv4_mapped or ip_network((found, CUSTOMER_BITS), strict=False))


class LoggedIn(msgspec.Struct, frozen=True):
    """Who somebody is, by which session."""

    player: Player
    session: Session


class Accounts:
    """Lets people in. Refusals are `PersonRefused`: those of the store, and `too_many_tries`,
    `wrong_password`; `TooBusy` when too many passwords wait to be checked."""

    def __init__(
        self,
        people: People,
        *,
        passwords: Passwords,
        mail: Mail,
        opening: Opening,
        now_ms: Callable[[], int],
        recovery_link: Callable[[str], str],
    ) -> None:
        self._people = people
        self._passwords = passwords
        self._mail = mail
        self._opening = opening
        self._now_ms = now_ms
        self._recovery_link = recovery_link

    async def who(self, token: str) -> LoggedIn | None:
        """Whose session a token opens, or None."""
        found = await self._people.session(token_hash(token), self._now_ms())
        return LoggedIn(found[1], found[0]) if found else None

    async def guest(self, visit: Visit) -> tuple[LoggedIn, str]:
        """A new guest with the opening money, and his token."""
        player = await self._people.create_guest(
            address=visit.network, opening=self._opening, now_ms=self._now_ms()
        )
        return await self._let_in(player, visit)

    async def sign_up(
        self, who: LoggedIn | None, name: str, password: str, mail: str | None, visit: Visit
    ) -> tuple[LoggedIn, str]:
        """The guest (or a new one) becomes an account; a new token, the guest's old ones end."""
        await self._count(f"address:{visit.network}", TRIES_PER_ADDRESS)
        if who is not None and not who.player.guest:
            raise PersonRefused("not_a_guest", "You have an account already.")
        if (why := flaw(name)) is not None:
            raise PersonRefused("name_refused", why)
        hashed = await self._passwords.hashed(password)
        if await self._people.named(name) is not None or is_guest_name(name):
            raise PersonRefused("name_taken", "This name is taken.")
        guest = who.player if who else (await self.guest(visit))[0].player
        player = await self._people.register(
            guest.id, name=name, password_hash=hashed, mail=mail, now_ms=self._now_ms()
        )
        await self._people.revoke_all(player.id)
        return await self._let_in(player, visit)

    async def log_in(self, name: str, password: str, visit: Visit) -> tuple[LoggedIn, str]:
        """A session for the account of that name, if the password is right."""
        await self._count(f"address:{visit.network}", TRIES_PER_ADDRESS)
        key = f"log-in:{name_key(name)}:{visit.network}"
        await self._count(key, TRIES_PER_NAME)
        known = await self._people.credentials(name)
        if not await self._is_right(known, password):
            raise PersonRefused("wrong_password", "Name and password don't match.")
        assert known is not None
        await self._people.clear_attempts(key)
        outdated = self._passwords.is_outdated(known.password_hash)
        renewed = await self._passwords.hashed(password) if outdated else None
        come = await self._let_in(known.player, visit)
        await self._look_again(known, come[0])
        if renewed is not None:
            await self._people.set_password(known.player.id, renewed, self._now_ms())
        return come

    async def _look_again(self, known: Credentials, who: LoggedIn) -> None:
        """End a session whose password was changed while it was checked: whoever changed it ended
        all others, and this one began later."""
        now = await self._people.credentials(known.player.name)
        if now is None or now.password_hash != known.password_hash:
            await self.log_out(who)
            raise PersonRefused("wrong_password", "Name and password don't match.")

    async def log_out(self, who: LoggedIn) -> None:
        """End the session."""
        await self._people.revoke(who.player.id, who.session.id)

    async def sessions(self, who: LoggedIn) -> list[Session]:
        """All live sessions of the player, last seen first."""
        return await self._people.sessions(who.player.id, self._now_ms())

    async def revoke(self, who: LoggedIn, session: int) -> bool:
        """End one session of the player; False when it is none of his."""
        return await self._people.revoke(who.player.id, session)

    async def change_password(self, who: LoggedIn, old: str, new: str, visit: Visit) -> None:
        """Set a new password and end every other session."""
        key = f"log-in:{name_key(who.player.name)}:{visit.network}"
        await self._count(key, TRIES_PER_NAME)
        if who.player.guest:
            raise PersonRefused("no_password", "A guest has no password: sign up first.")
        if not await self._is_right(await self._people.credentials(who.player.name), old):
            raise PersonRefused("wrong_password", "The old password is not right.")
        hashed = await self._passwords.hashed(new)
        await self._people.set_password(who.player.id, hashed, self._now_ms())
        await self._people.revoke_all(who.player.id, keep=who.session.id)
        await self._people.clear_attempts(key)

    async def ask_recovery(self, name: str, visit: Visit) -> None:
        """Send a recovery link to the account's address. Whether there is one is not told."""
        await self._count(f"address:{visit.network}", TRIES_PER_ADDRESS)
        await self._count(f"recovery:{name_key(name)}", RECOVERIES_PER_NAME)
        known = await self._people.credentials(name)
        if known is None or known.player.mail is None:
            return
        token, now = new_token(), self._now_ms()
        await self._people.begin_recovery(
            known.player.id,
            token_hash=token_hash(token),
            now_ms=now,
            expires_at_ms=now + RECOVERY_MS,
        )
        await self._mail.send(
            known.player.mail,
            "Your password at Even Money",
            f"Hello {known.player.name},\n\nset a new password within the hour:\n"
            f"{self._recovery_link(token)}\n\nIf you did not ask for this, nothing has changed.\n",
        )

    async def recover(self, token: str, password: str, visit: Visit) -> int:
        """Set a new password by a recovery token; every session of the player (told) ends."""
        await self._count(f"address:{visit.network}", TRIES_PER_ADDRESS)
        hashed = await self._passwords.hashed(password)
        player = await self._people.recover(
            token_hash(token), password_hash=hashed, now_ms=self._now_ms()
        )
        return player.id

    async def _let_in(self, player: Player, visit: Visit) -> tuple[LoggedIn, str]:
        token, now = new_token(), self._now_ms()
        session = await self._people.open_session(
            player.id,
            token_hash=token_hash(token),
            address=visit.address,
            device=visit.device,
            now_ms=now,
            expires_at_ms=now + SESSION_DAYS * DAY_MS,
        )
        return LoggedIn(player, session), token

    async def _is_right(self, known: Credentials | None, password: str) -> bool:
        return await self._passwords.matches(known.password_hash if known else None, password)

    async def _count(self, key: str, tries_max: int) -> None:
        tries = await self._people.count_attempt(key, window_ms=WINDOW_MS, now_ms=self._now_ms())
        if tries > tries_max:
            raise PersonRefused("too_many_tries", "Too many tries. Wait a quarter of an hour.")
