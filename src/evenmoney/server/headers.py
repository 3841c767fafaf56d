"""The headers that every response carries."""

from typing import Any, Final

from litestar import Response

HOUSE_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "x-frame-options": "DENY",
    "content-security-policy": "default-src 'self'; img-src 'self' data:; media-src 'self' data: "
    "blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
}


async def finish(response: Response[Any]) -> Response[Any]:
    """Put the house's headers on a response; what has no cache rule of its own is not kept."""
    return with_headers(response)


def with_headers(response: Response[Any]) -> Response[Any]:
    """The response with the house's headers."""
    for name, value in HOUSE_HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("cache-control", "no-store")
    return response
