"""An operator's own wallet over HTTP: signed JSON both ways, see docs/wallet.md."""

import asyncio
import hmac
import secrets
from typing import Annotated, Final

import aiohttp
import msgspec
from msgspec import Meta

from evenmoney.players.wallet import WALLET_MAX, WalletAway, WalletRefused

SIGNATURE: Final = "X-Evenmoney-Signature"
"""The header of a request and of its answer: `sha256=` and the HMAC-SHA256 of the body in hex."""

CALL_SECONDS: Final = 3.0
"""How long one call may take, connection and answer."""

CONNECTIONS_MAX: Final = 64
ANSWER_MAX_BYTES: Final = 4096
BALANCE_ID_BYTES: Final = 16


class Request(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What is asked: of whom, under which id, in which currency."""

    id: str
    player: int
    currency: str


class Balance(Request, frozen=True, tag="balance"):
    """What has he? The id only ties the answer to the question."""


class Debit(Request, frozen=True, tag="debit"):
    """Take `amount` from him."""

    amount: int


class Credit(Request, frozen=True, tag="credit"):
    """Give him `amount`."""

    amount: int


class Rollback(Request, frozen=True, tag="rollback"):
    """Undo debit `id`, or never do it."""

    amount: int


class Done(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="done"):
    """It is done, now or before; `balance` is what he has."""

    id: str
    balance: Annotated[int, Meta(ge=0, le=WALLET_MAX)]


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="refused"):
    """It is not done, and nothing has changed."""

    id: str
    code: Annotated[str, Meta(min_length=1, max_length=64)]
    reason: Annotated[str, Meta(max_length=200)] = ""


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Done | Refused).decode


def signature(secret: bytes, body: bytes) -> str:
    """What the signature header says of a body.

    >>> signature(b"0123456789abcdef", b"{}")[:15]
    'sha256=f91e3e9f'
    """
    return f"sha256={hmac.new(secret, body, 'sha256').hexdigest()}"


class HttpWallet:
    """A `Wallet` at a URL. Made anywhere; used and closed on one event loop."""

    def __init__(
        self, url: str, secret: bytes, currency: str, *, seconds: float = CALL_SECONDS
    ) -> None:
        self._url = url
        self._secret = secret
        self._currency = currency
        self._seconds = seconds
        self._opened: aiohttp.ClientSession | None = None
        self._closed = False

    async def balance(self, player: int) -> int:
        """What the player has."""
        id = secrets.token_hex(BALANCE_ID_BYTES)
        return await self._ask(Balance(id=id, player=player, currency=self._currency))

    async def debit(self, id: str, player: int, amount: int) -> int:
        """Take so much from him."""
        asked = Debit(id=id, player=player, currency=self._currency, amount=amount)
        return await self._ask(asked)

    async def credit(self, id: str, player: int, amount: int) -> int:
        """Give him so much."""
        asked = Credit(id=id, player=player, currency=self._currency, amount=amount)
        return await self._ask(asked)

    async def rollback(self, id: str, player: int, amount: int) -> int:
        """Undo a debit, or never do it."""
        asked = Rollback(id=id, player=player, currency=self._currency, amount=amount)
        return await self._ask(asked)

    async def close(self) -> None:
        """Let go of the connections."""
        self._closed = True
        if self._opened is not None:
            await self._opened.close()

    async def _ask(self, request: Request) -> int:
        if self._closed:
            raise WalletAway("the house is closing")
        body = _encode(request)
        try:
            async with asyncio.timeout(self._seconds):
                answer = await self._exchange(body)
        except TimeoutError:
            raise WalletAway(f"no answer within {self._seconds:g} s") from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise WalletAway(f"{type(error).__name__}: {error}") from None
        if answer.id != request.id:
            raise WalletAway("the answer is to another request")
        if isinstance(answer, Refused):
            raise WalletRefused(answer.code, answer.reason)
        return answer.balance

    async def _exchange(self, body: bytes) -> Done | Refused:
        headers = {"Content-Type": "application/json", SIGNATURE: signature(self._secret, body)}
        async with self._session.post(
            self._url, data=body, headers=headers, allow_redirects=False
        ) as response:
            if response.status != 200:
                raise WalletAway(f"status {response.status}")
            answer = await _read(response)
            signed = response.headers.get(SIGNATURE, "")
        # A header may hold any bytes: aiohttp gives those that are no text as surrogates.
        given = signed.encode(errors="surrogateescape")
        if not hmac.compare_digest(given, signature(self._secret, answer).encode()):
            raise WalletAway("the answer's signature is wrong")
        try:
            return _decode(answer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            raise WalletAway(f"the answer can't be read: {wrong}") from None

    @property
    def _session(self) -> aiohttp.ClientSession:
        if self._opened is None:
            connector = aiohttp.TCPConnector(limit=CONNECTIONS_MAX)
            jar = aiohttp.DummyCookieJar()
            self._opened = aiohttp.ClientSession(connector=connector, cookie_jar=jar)
        return self._opened


async def _read(response: aiohttp.ClientResponse) -> bytes:
    """The answer's body; one that is longer than any answer is none."""
    read = b""
    async for piece in response.content.iter_any():
        read += piece
        if len(read) > ANSWER_MAX_BYTES:
            raise WalletAway("the answer is too long")
    return read
