"""Whether a request comes from the house's own pages. Knows header texts only.

A browser sends `Origin` with every upgrade and every request that may change something; a program
that is not a browser sends none, holds no ambient cookie, and says so by the house's own header.
"""

from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

OWN_HEADER: Final = "x-evenmoney"
"""A header that a page of another site can't send without asking first."""

COOKIE: Final = "evenmoney"
"""The session's cookie."""


def same_origin(origin: str, host: str, allowed: Collection[str] = ()) -> bool:
    """Whether a page at `origin` is one of the house at `host`, or of an origin allowed by name.

    >>> same_origin("http://127.0.0.1:2121", "127.0.0.1:2121")
    True
    >>> same_origin("http://127.0.0.1:2121.evil.example", "127.0.0.1:2121")
    False
    """
    if origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(host) and parts.netloc == host


def cookie_value(header: str, name: str = COOKIE) -> str | None:
    """The value of a cookie in a `Cookie` header.

    >>> cookie_value("a=1; evenmoney=xyz")
    'xyz'
    """
    for pair in header.split(";"):
        key, equals, value = pair.strip().partition("=")
        if equals and key == name:
            return value
    return None
