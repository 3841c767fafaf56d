"""Frames as a server sends them, against RFC 6455, section 5.2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenmoney.server.frames import close_frame, text_frame


@pytest.mark.parametrize(
    ("size", "head"),
    [
        (0, "8100"),
        (125, "817d"),
        (126, "817e007e"),
        (65535, "817effff"),
        (65536, "817f0000000000010000"),
    ],
)
def test_a_text_frame_has_the_shortest_head(size: int, head: str) -> None:
    assert text_frame(b"x" * size) == bytes.fromhex(head) + b"x" * size


@given(st.integers(1000, 4999), st.text(max_size=300))
def test_a_close_frame_is_a_whole_control_frame(code: int, reason: str) -> None:
    frame = close_frame(code, reason)
    assert frame[0] == 0x88
    assert frame[1] == len(frame) - 2 <= 125
    assert int.from_bytes(frame[2:4]) == code
    assert reason.startswith(frame[4:].decode())
