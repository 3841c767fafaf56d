"""The built client, served from the package: hashed files for ever, the page itself fresh."""

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import Request, Response, route

from evenmoney.server.problems import Refused

PACKAGED: Final = Path(__file__).parent / "static"
"""Where a wheel has the built client."""

BUILT: Final = Path(__file__).parents[3] / "client" / "dist"
"""Where a checkout has it."""

PACKED_ONCE: Final = "packed_once"
"""Marks what is not to be packed for each request."""

GZIP_MIN_BYTES: Final = 1024
GZIP_TYPES: Final = ("text/", "application/javascript", "application/json", "image/svg")
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_FIRST: Final = "no-cache"
NOT_BUILT: Final = b"""<!doctype html><html lang="en"><meta charset="utf-8">
<title>Even Money</title><h1>The client is not built yet</h1>
<p>The house is open, but its pages are missing. In a checkout run
<code>make play</code>, or <code>npm ci</code> and <code>npm run build</code> in
<code>client</code>.
<p>Programs find the interface at <a href="/api/schema/openapi.json">/api/schema/openapi.json</a>.
"""

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class Page(msgspec.Struct, frozen=True):
    """A file as it is served; `packed` is its gzip, or empty when that is not worth it."""

    body: bytes
    packed: bytes
    media_type: str
    etag: str
    cache: str


def page_of(path: Path, *, hashed: bool) -> Page:
    """The page that a file is."""
    body = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    small = len(body) < GZIP_MIN_BYTES or not media_type.startswith(GZIP_TYPES)
    packed = b"" if small else gzip.compress(body, 6, mtime=0)
    etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    return Page(body, packed, media_type, etag, FOR_EVER if hashed else ASK_FIRST)


class Pages:
    """The files of one folder, read when asked for and again when they change."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or (PACKAGED if (PACKAGED / "index.html").exists() else BUILT)
        self._kept: dict[Path, tuple[int, Page]] = {}

    def find(self, path: str) -> Page | None:
        """The page at a path; the start page for a path that names no file (the client's own
        addresses); None for a file that is not there, or outside the folder."""
        wanted = path.strip("/")
        if "\0" in wanted or ".." in wanted.split("/"):
            return None
        return self._read(wanted or "index.html") or (
            None if "." in wanted.rpartition("/")[2] else self._read("index.html")
        )

    def _read(self, name: str) -> Page | None:
        path = self._folder / name
        try:
            changed = path.stat().st_mtime_ns
            kept = self._kept.get(path)
            if kept is None or kept[0] != changed:
                kept = (changed, page_of(path, hashed=name.startswith("assets/")))
                self._kept[path] = kept
        except (OSError, ValueError):
            return None
        return kept[1]


def page_response(page: Page, request: Request[Any, Any, Any]) -> Response[bytes]:
    """The answer that carries a page, or says that the browser has it already."""
    headers = {"etag": page.etag, "cache-control": page.cache, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == page.etag:
        return Response(b"", status_code=304, headers=headers, media_type=page.media_type)
    if page.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(page.packed, headers=headers, media_type=page.media_type)
    return Response(page.body, headers=headers, media_type=page.media_type)


@route(
    ["/", "/{path:path}"],
    http_method=["GET", "HEAD"],
    include_in_schema=False,
    opt={PACKED_ONCE: True},
)
async def show_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the client, or its start page."""
    path = request.scope["path"]
    pages: Pages = request.app.state.pages
    if path.startswith("/api/"):
        raise Refused("not_found", "There is nothing here.")
    page = pages.find(path)
    if page is not None:
        return page_response(page, request)
    if pages.find("/") is None:
        return Response(NOT_BUILT, media_type="text/html")
    raise Refused("not_found", "There is nothing here.")
