"""The bytes of a WebSocket frame as a server sends it: unmasked, unfragmented. Knows no messages.

Frames are written to the transport as bytes, not by picows' `send`: that makes a system call for
each frame, while the event loop joins all that was written in one turn into one.
"""

from typing import Final

TEXT: Final = 0x81
CLOSE: Final = 0x88
SHORT_MAX: Final = 125
MEDIUM_MAX: Final = 0xFFFF


def text_frame(payload: bytes) -> bytes:
    """A whole text frame (RFC 6455, section 5.2).

    >>> text_frame(b"{}")
    b'\\x81\\x02{}'
    """
    return frame(TEXT, payload)


def close_frame(code: int, reason: str) -> bytes:
    """A close frame; a reason too long for a control frame is cut."""
    words = reason.encode()[: SHORT_MAX - 2].decode(errors="ignore").encode()
    return frame(CLOSE, code.to_bytes(2) + words)


def frame(first: int, payload: bytes) -> bytes:
    """A frame with the first byte (final bit and opcode) given."""
    size = len(payload)
    if size <= SHORT_MAX:
        return bytes((first, size)) + payload
    if size <= MEDIUM_MAX:
        return bytes((first, 126)) + size.to_bytes(2) + payload
    return bytes((first, 127)) + size.to_bytes(8) + payload
