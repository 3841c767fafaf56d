"""Which pages are the house's own."""

import pytest

from evenmoney.server.origin import cookie_value, same_origin


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://127.0.0.1:2121", "127.0.0.1:2121"),
        ("https://play.example", "play.example"),
        ("http://[::1]:2121", "[::1]:2121"),
    ],
)
def test_a_page_of_the_same_host_and_port_is_its_own(origin: str, host: str) -> None:
    assert same_origin(origin, host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://127.0.0.1:2122", "127.0.0.1:2121"),
        ("http://127.0.0.1:2121.evil.example", "127.0.0.1:2121"),
        ("http://evil.example/127.0.0.1:2121", "127.0.0.1:2121"),
        ("http://user@127.0.0.1:2121", "127.0.0.1:2121"),
        ("ftp://play.example", "play.example"),
        ("null", ""),
        ("", ""),
        ("http://", ""),
        ("http://[::1", "[::1"),
    ],
)
def test_any_other_page_is_not(origin: str, host: str) -> None:
    assert not same_origin(origin, host)


def test_an_origin_allowed_by_name_is_its_own_behind_a_proxy() -> None:
    assert same_origin("https://play.example", "10.0.0.7:2121", ["https://play.example"])
    assert not same_origin("http://play.example", "10.0.0.7:2121", ["https://play.example"])


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("evenmoney=abc", "abc"),
        ("a=b; evenmoney=abc; c=d", "abc"),
        ("notevenmoney=abc", None),
        ("evenmoney", None),
        ("", None),
    ],
)
def test_the_sessions_cookie_is_found_among_others(header: str, value: str | None) -> None:
    assert cookie_value(header) == value
