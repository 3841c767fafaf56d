"""Tokens of sessions and recovery links: random texts, of which the store keeps only a hash."""

import hashlib
import secrets
from typing import Final

TOKEN_BYTES: Final = 32


def new_token() -> str:
    """A token nobody can guess, fit for a cookie or a link."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> bytes:
    """What is kept of a token. It is random enough that a plain SHA-256 gives nothing away."""
    return hashlib.sha256(token.encode()).digest()
