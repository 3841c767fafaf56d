"""Fair shuffles: commit, mix the parts, shuffle; pure, and knows no table.

docs/fairness.md gives every byte with test vectors, so that a stranger can recompute each card.
"""

import hmac
import struct
from collections.abc import Sequence
from hashlib import pbkdf2_hmac, sha256
from typing import Final

from evenmoney.cards import DECK, Card

VERSION: Final = b"evenmoney/1/"
SEED_BYTES: Final = 32
SALT_BYTES: Final = 16
NONCE_BYTES: Final = 16
DIGEST_BYTES: Final = 32
PACK_MAX: Final = 8 * len(DECK)

_BLOCK: Final = 32
_UNBIASED: Final = (0, *(65536 - 65536 % m for m in range(1, PACK_MAX + 1)))
"""`_UNBIASED[m]`: the 16-bit words below it fall evenly on 0 to m - 1."""

_SURE: Final = 65536 - PACK_MAX
"""Words below it are below every `_UNBIASED[m]`, which spares nearly all of them the look-up."""


def commit_cycle(cycle: int, rules_hash: bytes, seed: bytes) -> str:
    """c1 in hex: pins the seed of a cycle before any bet is taken."""
    return sha256(VERSION + b"c1" + struct.pack(">Q", cycle) + rules_hash + seed).hexdigest()


def commit_order(salt: bytes, order: Sequence[Card]) -> str:
    """c2 in hex: pins the shuffled and cut order with the first card."""
    return sha256(VERSION + b"c2" + salt + "".join(order).encode()).hexdigest()


def player_part(nonce: bytes, text: str = "") -> bytes:
    """A player's part of the shuffle: the browser's random bytes, then the typed text."""
    return nonce + text.encode()


def promise_part(cycle: int, part: bytes) -> str:
    """A part's hash in hex: sent with DEAL at a table for several, where parts are opened only
    when all the hashes are in."""
    return sha256(VERSION + b"part" + struct.pack(">Q", cycle) + part).hexdigest()


def shuffle(decks: int, seed: bytes, cycle: int, parts: Sequence[bytes]) -> tuple[Card, ...]:
    """The shuffled pack: Fisher and Yates from the last place down, unbiased by rejection."""
    cards = list(DECK * decks)
    below = len(cards)
    context = _context(cycle, parts)
    drawn = 0
    while below > 1:
        blocks = below * 2 // _BLOCK + 2
        for word in _words(seed, context, drawn, drawn + blocks):
            if word >= _SURE and word >= _UNBIASED[below]:
                continue
            place = word % below
            below -= 1
            cards[place], cards[below] = cards[below], cards[place]
            if below == 1:
                break
        drawn += blocks
    return tuple(cards)


def _context(cycle: int, parts: Sequence[bytes]) -> bytes:
    """What a stream is drawn over: the cycle, and each part behind its length, in seat order."""
    told = b"".join(struct.pack(">H", len(part)) + part for part in parts)
    return sha256(VERSION + b"shuffle" + struct.pack(">QB", cycle, len(parts)) + told).digest()


def _words(key: bytes, context: bytes, first: int, end: int) -> tuple[int, ...]:
    """The stream's 16-bit words, big end first, of the blocks HMAC-SHA256(key, context, number)
    with numbers from `first` up to `end`."""
    # From number 1 on these are the blocks of PBKDF2 with one iteration (RFC 8018, section 5.2),
    # which OpenSSL makes all at once: three times as fast as one HMAC after the other.
    drawn = pbkdf2_hmac("sha256", key, context, 1, (end - 1) * _BLOCK) if end > 1 else b""
    if first == 0:
        drawn = hmac.digest(key, context + bytes(4), "sha256") + drawn
    else:
        drawn = drawn[(first - 1) * _BLOCK :]
    return struct.unpack(f">{len(drawn) // 2}H", drawn)
