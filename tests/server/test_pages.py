"""The built client, served from a folder."""

import gzip
from pathlib import Path

import pytest

from evenmoney.server.pages import ASK_FIRST, FOR_EVER, Pages


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = tmp_path / "dist"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html>start")
    (built / "assets" / "app-abc123.js").write_text("let x = 1;\n" * 500)
    (tmp_path / "secret.txt").write_text("not yours")
    return built


def test_the_start_page_is_asked_for_afresh(folder: Path) -> None:
    page = Pages(folder).find("/")
    assert page is not None
    assert (page.media_type, page.cache) == ("text/html", ASK_FIRST)


def test_a_hashed_file_is_kept_for_ever_and_packed(folder: Path) -> None:
    page = Pages(folder).find("/assets/app-abc123.js")
    assert page is not None
    assert (page.media_type, page.cache) == ("text/javascript", FOR_EVER)
    assert gzip.decompress(page.packed) == page.body
    assert len(page.packed) < len(page.body) / 10


@pytest.mark.parametrize("path", ["/table/classic-1", "/history", "/verify/17/", "//"])
def test_the_clients_own_addresses_give_the_start_page(folder: Path, path: str) -> None:
    pages = Pages(folder)
    assert pages.find(path) == pages.find("/")


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/assets/nothing.js",
        "/favicon.png",
        "/a\0b.js",
        "/" + "x" * 5000 + ".js",
    ],
)
def test_what_is_not_in_the_folder_is_not_found(folder: Path, path: str) -> None:
    assert Pages(folder).find(path) is None


def test_a_new_build_is_served_without_a_restart(folder: Path) -> None:
    pages = Pages(folder)
    before = pages.find("/")
    (folder / "index.html").write_text("<!doctype html>anew")
    after = pages.find("/")
    assert before is not None
    assert after is not None
    assert after.body == b"<!doctype html>anew"
    assert after.etag != before.etag
